"""The board in a real browser: what hand, keys and eyes have to do with it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_check import violations
from board_page import (
    board_page,
    button,
    drag,
    expect_fits,
    expect_moves,
    middle,
    point,
)
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.core.position import Position
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.wolves.rules import Wolves
from foxkit.view.board import Board
from foxkit.view.record import Record

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
GAME = FoxGame()
LAST_STEPS = "--...--/--...--/f...s../f....../..ss.../--sss--/--sss-- s 0 -"
CHAIN = "--sss--/--sss--/sss..../s..s.../......./--.s.--/--.f.-- f 0 -"
SOLVED = "11100/01000/00000/00000/02020 w"
NOTED = Record(
    Position.start(GAME),
    ("33-43", "64-53", "43-44", "53-64", "23-33"),
    {0: "It begins.", 2: "The fox comes nearer."},
    "An example",
)
MOVES = """
    b1-b2 e2-d3 a2-b1 d3-d2 b1-c1 d2-e2 b3-c3 e2-d2 c3-c2 d2-d3 b2-b3
    d3-c3 c2-d2 c3-c2 d2-d1 c2-d2 d1-e2 d2-c2 c1-d1 c2-c3 b3-c2
"""  # at random: the hounds give away a won game
LOST = Record(Position.start(HareHounds()), tuple(MOVES.split()))


def boards() -> dict[str, Board]:
    """Return the boards of the page, by name."""
    whole = FoxGame(whole_chains=1)
    return {
        "mouse": Board(Position.parse(GAME, LAST_STEPS)),
        "drag": Board(GAME),
        "touch": Board(GAME),
        "long": Board(GAME, seats={"foxes": ("MCTS", {"seconds": 30})}),
        "rapid": Board(GAME, seats={"foxes": "random"}),
        "scrub": Board(NOTED),
        "text": Board(GAME),
        "chain": Board(Position.parse(GAME, CHAIN)),
        "whole": Board(Position.parse(whole, CHAIN)),
        "solved": Board(Position.parse(Wolves(), SOLVED)),
        "hare": Board(HareHounds()),
        "lost": Board(LOST),
    }


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield a page with every board; tables are made anew, not found on disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOXKIT_DATA", str(tmp_path_factory.mktemp("data")))
        with board_page(browser, [*boards().values()]) as view:
            yield view


@pytest.fixture
def board(page: Page, request: pytest.FixtureRequest) -> Locator:
    """Return the board that the test names, scrolled into view."""
    found = page.locator(".fkb").nth(NAMES.index(request.param))
    found.scroll_into_view_if_needed()
    return found


NAMES = (
    *("mouse", "drag", "touch", "long", "rapid", "scrub", "text"),
    *("chain", "whole", "solved", "hare", "lost"),
)


def on(name: str) -> pytest.MarkDecorator:
    """Run a test on one of the boards."""
    return pytest.mark.parametrize("board", [name], indirect=True)


def expect_said(board: Locator, words: str | re.Pattern[str]) -> None:
    expect(board.locator(".fkb-said")).to_contain_text(words)


def expect_at(board: Locator, move: str | re.Pattern[str]) -> None:
    expect(board.locator('[aria-current="step"]')).to_have_text(move)


def unfold(board: Locator, name: str) -> None:
    """Open a panel if it is folded up."""
    panel = board.locator("details", has=board.page.get_by_text(name, exact=True))
    if panel.get_attribute("open") is None:
        panel.locator("summary").first.click()


@on("mouse")
def test_a_game_by_mouse(board: Locator) -> None:
    expect(button(board, "Undo")).to_be_disabled()
    point(board, "32").click()
    expect_said(board, "There is no piece on 32; it is the turn of the sheep.")
    point(board, "24").click()
    expect(board.locator(".fkb-said")).to_have_text("Sheep to move.")
    expect(board.locator(".fkb-hand .fk-target")).to_have_count(3)
    point(board, "04").click()
    expect_said(board, "Sheep never move backwards.")
    point(board, "34").click()
    expect_moves(board, "24-34")
    point(board, "20").click()
    point(board, "21").click()
    expect_moves(board, "24-34", "20-21")
    button(board, "Undo").click()
    expect_at(board, "1. 24-34")
    button(board, "Undo").click()
    expect(point(board, "21")).to_be_focused()  # Undo has nothing more to do
    for _ in range(2):
        button(board, "Redo").click()
    point(board, "34").click()
    point(board, "44").click()
    expect_said(board, "Sheep: 34-44. Sheep won, pasture filled.")
    point(board, "21").click()
    expect_said(board, "The game is over.")


@on("drag")
def test_drag_and_drop(page: Page, board: Locator) -> None:
    def drop(start: str, end: str) -> None:
        drag(page, middle(point(board, start)), middle(point(board, end)))

    drop("33", "44")
    expect_said(board, "Sheep move forward or sideways, never diagonally.")
    drop("33", "43")
    expect_moves(board, "33-43")
    button(board, "Flip").click()
    drop("62", "53")
    expect_moves(board, "33-43", "62-53")
    place = board.locator('.fkb-pieces [data-at="53"]').get_attribute("transform")
    assert place == "translate(300 500)"


@on("touch")
def test_touch(page: Page, board: Locator) -> None:
    page.touchscreen.tap(*middle(point(board, "33")))
    expect(point(board, "33")).to_have_attribute("aria-pressed", "true")
    page.touchscreen.tap(*middle(point(board, "43")))
    expect_moves(board, "33-43")
    movable = point(board, "62").evaluate("b => getComputedStyle(b).touchAction")
    other = point(board, "20").evaluate("b => getComputedStyle(b).touchAction")
    assert (movable, other) == ("none", "auto")  # elsewhere the page still scrolls


@on("long")
def test_a_long_thought_leaves_the_page_alive_and_can_be_stopped(
    board: Locator,
) -> None:
    point(board, "33").click()
    point(board, "43").click()
    busy = board.locator(".fkb-busy")
    expect(busy).to_contain_text(re.compile(r"MCTS is thinking: [1-9]"))
    button(board, "Flip").click()
    expect(board.locator(".fkb-flipped")).to_have_count(1)
    point(board, "62").click()
    expect_said(board, "It is the turn of the foxes, whom MCTS plays.")
    expect(button(board, "Pause")).to_be_visible()
    button(board, "Move now").click()
    expect_said(board, re.compile("Foxes: .* Sheep to move"))
    expect(busy).to_be_empty()
    expect(board.locator(".fkb-worth")).to_be_hidden()
    button(board, "Evaluation").click()
    expect(board.locator(".fkb-worth")).to_have_text(
        re.compile(
            r"The (search's evaluation|evaluation function's value, without a search)"
            r": [+−]?0\.\d\d for the sheep, on a scale from "
            r"−1 \(lost\) to \+1 \(won\); not a chance of winning\."
        )
    )
    board.press("v")
    expect(board.locator(".fkb-worth")).to_be_hidden()
    button(board, "Undo").click()
    expect_at(board, "start")  # both moves are taken back


@on("rapid")
def test_a_thousand_rapid_clicks_and_another_variant(board: Locator) -> None:
    board.evaluate(
        """board => {
          const points = [...board.querySelectorAll('[data-point]')];
          let seed = 1;
          for (let i = 0; i < 1000; i++) {
            seed = (seed * 48271) % 2147483647;
            points[seed % points.length].click();
          }
        }"""
    )
    board.get_by_label("rules of a new game").select_option("sheep 17")
    button(board, "New game with these rules").click()  # answered after everything else
    expect(board.locator(".fkb-pieces [data-at]")).to_have_count(19)
    expect(board.locator(".fkb-rules")).to_have_text("Fox Game: sheep 17")
    expect(board.locator(".fkb-tally")).to_contain_text("17 of 17 sheep left")
    expect_moves(board)
    point(board, "33").click()
    point(board, "43").click()
    expect(board.locator(".fkb-moves button")).to_have_count(3)


@on("scrub")
def test_scrubbing(board: Locator) -> None:
    expect_at(board, "5. 23-33")
    button(board, "first position").click()
    expect(board.locator(".fkb-note")).to_have_text("It begins.")
    button(board, "next position").click()
    button(board, "next position").click()
    expect(board.locator(".fkb-note")).to_have_text("The fox comes nearer.")
    board.get_by_role("slider", name="move").fill("4")
    expect_at(board, "4. 53-64")
    board.locator(".fkb-moves button").nth(1).click()
    expect_at(board, "1. 33-43")
    button(board, "play the moves").click()
    expect_at(board, "5. 23-33")
    expect(button(board, "play the moves")).to_be_visible()


@on("text")
def test_texts_setting_up_and_asking(board: Locator) -> None:
    unfold(board, "Position and game")
    text = board.get_by_role("textbox")
    text.fill("--sss--/--sss--/sssfsss/sssssss/......./--...--/--f.f-- s 0 -")
    button(board, "Load text").click()
    fault = board.get_by_role("alert").locator(".fkb-fault")
    expect(fault).to_contain_text("3 foxes instead of at most 2")
    text.fill(f"{LAST_STEPS}\n1. 24-34 {{Nearly there.}}")
    button(board, "Load text").click()
    expect_moves(board, "24-34")
    expect(fault).to_be_empty()
    button(board, "Copy game").click()
    expect(text).to_have_value(re.compile(r"24-34 \{Nearly there\.\}"))

    button(board, "New game").click()
    button(board, "Set up by hand").click()
    board.get_by_label("what a click puts on the board").select_option("fox")
    point(board, "53").click()
    expect(fault).to_contain_text("3 foxes instead of at most 2")
    board.get_by_label("what a click puts on the board").select_option("")
    point(board, "62").click()
    expect(fault).to_be_empty()
    board.get_by_label("player to move").select_option("foxes")
    button(board, "Play from here").click()
    expect_said(board, "Foxes to move.")

    unfold(board, "Ask the agents")
    expect(board.locator(".fkb-facts")).to_contain_text("20 of 20")
    button(board, "Ask").click()
    expect_said(board, re.compile("MCTS would play"))
    arrows = board.locator(".fkb-over .fk-arrow")
    expect(arrows.first).to_be_attached()
    board.get_by_label("Arrows").uncheck()
    expect(arrows).to_have_count(0)
    board.get_by_label("Heat: ").select_option("visits by goal")
    expect(board.locator(".fkb-under .fk-heat").first).to_be_attached()

    stored = board.get_by_label("stored games")
    row = board.get_by_label("number of the game")
    expect(row).to_be_hidden()  # of an example there is one
    stored.select_option("fig10")
    row.fill("3")
    button(board, "Open game").click()
    expect(board.locator(".fkb-title")).to_contain_text("fig10, game 3: ")


@on("chain")
def test_a_chain_goes_on_by_itself_where_it_must(board: Locator) -> None:
    expect(point(board, "63")).to_have_attribute("aria-pressed", "true")
    point(board, "63").click()  # the only piece that can move stays in the hand
    expect(point(board, "63")).to_have_attribute("aria-pressed", "true")
    point(board, "43").click()
    expect_moves(board, "63x43", "43x23")
    expect_said(board, "Foxes: 43x23, the only move. Sheep to move.")
    button(board, "Undo").click()
    expect_at(board, "1. 63x43")  # with nobody to choose before it, a move at a time


@on("whole")
def test_a_whole_chain_is_walked_point_by_point(board: Locator) -> None:
    point(board, "43").click()
    expect_moves(board)  # the move is not complete yet
    point(board, "23").click()
    expect_moves(board, "63x43x23")


@on("solved")
def test_the_value_of_every_move_of_a_solved_position(board: Locator) -> None:
    unfold(board, "Ask the agents")
    table = board.get_by_role("group", name="opinion")
    expect(table.get_by_role("columnheader", name="solved")).to_be_visible()
    expect(table.locator("tbody tr")).to_have_count(6)
    expect(table.locator("tbody tr").first).to_contain_text("draw")
    button(board, "Evaluation").click()
    words = "Solved, with best play: a draw."
    expect(board.locator(".fkb-worth")).to_have_text(words)


@on("hare")
def test_a_small_game_by_mouse_and_by_keys(board: Locator) -> None:
    point(board, "a2").click()
    point(board, "b2").click()
    made = ["a2-b2"]
    expect_moves(board, *made)
    for start, arrow, move in (
        ("e2", "ArrowLeft", "e2-d2"),
        ("b2", "ArrowRight", "b2-c2"),
    ):
        point(board, start).focus()
        for key in ("Enter", arrow, "Enter"):
            board.page.keyboard.press(key)
        made.append(move)
        expect_moves(board, *made)


@on("lost")
def test_a_review_by_mouse_and_by_keys(board: Locator) -> None:
    button(board, "Review the game").click()
    moves = board.get_by_role("list", name="the costliest moves").get_by_role(
        "listitem"
    )
    expect(moves).to_have_count(3)
    expect(moves.first).to_contain_text("costs 100 points, 0 instead of 100. Better: ")
    chart = board.get_by_role("img", name="value over")
    name = re.compile("for hounds from 100 to 0")
    expect(chart).to_have_attribute("aria-label", name)
    expect(chart.locator(".fkb-dot")).to_have_count(3)
    line = chart.locator("polyline").first
    expect(line).to_have_css("stroke", re.compile("rgb"))  # a player's colour
    before = board.locator(".fkb-moves button").count()
    moves.last.get_by_role("button").focus()
    board.page.keyboard.press("Enter")
    expect(board.locator("[data-point]:focus")).to_have_count(1)
    expect(board.locator(".fkb-over .fk-arrow")).to_have_count(1)
    board.locator(".fkb-movable").first.click()
    board.locator(".fkb-points [aria-label$='can go here']").first.click()
    expect(board.locator(".fkb-moves button")).not_to_have_count(before)
    chart.click(position={"x": 1, "y": 20})
    expect_at(board, "start")
    expect(board.locator(".fkb-moves button")).to_have_count(
        before
    )  # it is there again
    point(board, "a2").focus()
    board.page.keyboard.press("e")
    expect(button(board, "Review the game")).to_be_visible()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_no_accessibility_violations(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for name in ("text", "solved", "lost"):
        board = page.locator(".fkb").nth(NAMES.index(name))
        board.evaluate("b => b.querySelectorAll('details').forEach(d => d.open = true)")
        board.evaluate("b => b.dataset.audit = 'yes'")
    ink = page.locator(".fkb").first.evaluate("b => getComputedStyle(b).color")
    assert (ink == "rgb(242, 239, 232)") == (scheme == "dark")
    assert violations(page, "[data-audit]") == []
    assert page.locator(".fkb [id]").count() == 0  # any number can share a page


def test_a_narrow_window_needs_no_sideways_scrolling(page: Page) -> None:
    expect_fits(page)
