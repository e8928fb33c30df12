"""The board in a real browser: in JupyterLab with a kernel, and on exported pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_check import violations
from lab_page import lab_page, write_notebook
from playwright.sync_api import Browser, Locator, Page, expect

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
LAST_STEPS = "--...--/--...--/f...s../f....../..ss.../--sss--/--sss-- s 0 -"
CHAIN = "--sss--/--sss--/sss..../s..s.../......./--.s.--/--.f.-- f 0 -"
THINKERS = """
import threading
sum(thread.name == "foxkit board" for thread in threading.enumerate())
"""
SETUP = """
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position
from foxkit.view.board import Board
from foxkit.view.record import Record
import os, tempfile
os.environ["FOXKIT_DATA"] = tempfile.mkdtemp()  # solved here, not found on disk
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.wolves import Wolves
def at(text):
    return Position.parse(FoxGame(), text)
def to_the_end(position):
    start, line = position, []
    while position.outcome is None:
        line.append(list(position.moves)[-1])
        position = position.play(line[-1])
    return Record(start, tuple(line))
"""
RECORD = (
    "Record(Position.start(FoxGame()), ('33-43', '64-53', '43-44', '53-64', '23-33'),"
    " {0: 'It begins.', 2: 'The fox comes nearer.'}, 'An example')"
)
MCTS = "seats={'foxes': ('MCTS', {'simulations': 1000})}"
BOARDS = {
    "mouse": f"Board(at('{LAST_STEPS}'))",
    "keyboard": f"Board(at('{LAST_STEPS}'))",
    "drag": "Board(FoxGame())",
    "touch": "Board(FoxGame())",
    "answer": f"Board(FoxGame(), {MCTS})",
    "long": "Board(FoxGame(), seats={'foxes': ('MCTS', {'seconds': 30})})",
    "rapid": "Board(FoxGame(), seats={'foxes': 'random'})",
    "scrub": f"Board({RECORD})",
    "paste": "Board(FoxGame())",
    "chain": f"Board(at('{CHAIN}'))",
    "whole": f"Board(Position.parse(FoxGame(whole_chains=1), '{CHAIN}'))",
    "unsolved": "Board(to_the_end(Position.start(FoxHounds(12, 12))))",
    "leave": "Board(FoxGame(), seats={'foxes': ('MCTS', {'seconds': 30})})",
    "lab": "Board(FoxGame())",
    "solved": "Board(Position.parse(Wolves(), '11100/01000/00000/00000/02020 w'))",
}


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Yield a page of JupyterLab with every board of `BOARDS`, one to a cell."""
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder / "boards.ipynb", SETUP, *BOARDS.values(), THINKERS)
    with lab_page(browser, folder / "boards.ipynb", ".fkb") as view:
        expect(view.locator(".fkb")).to_have_count(len(BOARDS), timeout=240_000)
        yield view


@pytest.fixture
def board(page: Page, request: pytest.FixtureRequest) -> Locator:
    """Return the board that the test names, scrolled into view."""
    number = list(BOARDS).index(request.param) + 1
    found = page.locator(".jp-Notebook .jp-Cell").nth(number).locator(".fkb")
    found.scroll_into_view_if_needed()
    return found


def on(name: str) -> pytest.MarkDecorator:
    """Run a test on one of `BOARDS`."""
    return pytest.mark.parametrize("board", [name], indirect=True)


def point(board: Locator, name: str) -> Locator:
    return board.locator(f'[data-point="{name}"]')


def expect_said(board: Locator, words: str | re.Pattern[str]) -> None:
    expect(board.locator(".fkb-said")).to_contain_text(words)


def expect_moves(board: Locator, *moves: str) -> None:
    texts = ["start", *(f"{i}. {move}" for i, move in enumerate(moves, 1))]
    expect(board.locator(".fkb-moves button")).to_have_text(texts)


def button(board: Locator, name: str) -> Locator:
    return board.get_by_role("button", name=name, exact=True)


def unfold(board: Locator, name: str) -> None:
    """Open a panel if it is folded up."""
    panel = board.locator("details", has=board.page.get_by_text(name, exact=True))
    if panel.get_attribute("open") is None:
        panel.locator("summary").click()


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
    expect(button(board, "Undo")).to_be_enabled()
    expect(button(board, "Redo")).to_be_disabled()
    point(board, "20").click()
    point(board, "21").click()
    expect_moves(board, "24-34", "20-21")
    point(board, "34").click()
    point(board, "44").click()
    expect_said(board, "Sheep: 34-44. Sheep won, pasture filled.")
    point(board, "21").click()
    expect_said(board, "The game is over.")


@on("keyboard")
def test_a_game_by_keyboard_alone(page: Page, board: Locator) -> None:
    point(board, "02").focus()
    cells = page.locator(".jp-Notebook .jp-Cell").count()

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight")
    expect(point(board, "24")).to_be_focused()
    expect(point(board, "24")).to_have_attribute("aria-label", "24, sheep, can move")
    press("Enter", "ArrowDown")
    label = "34, empty, can go here"
    expect(point(board, "34")).to_have_attribute("aria-label", label)
    press("Enter")
    expect_moves(board, "24-34")
    press("l")
    expect_said(board, "Legal moves: ")
    press(*["ArrowLeft"] * 4)
    expect(point(board, "30")).to_be_focused()
    press("ArrowUp", "Space", "ArrowRight", "Space")
    expect_moves(board, "24-34", "20-21")
    press("u")
    expect(board.locator('[aria-current="step"]')).to_have_text("1. 24-34")
    press("r")
    expect(board.locator('[aria-current="step"]')).to_have_text("2. 20-21")
    press(*["ArrowRight"] * 3, "ArrowDown", "Enter", "ArrowDown", "Enter")
    expect_said(board, "Sheep won, pasture filled.")
    press("?")
    expect(board.get_by_role("dialog")).to_be_visible()
    expect(board.get_by_role("dialog")).to_contain_text("Sheep step forward or")
    press("Escape")
    expect(board.get_by_role("dialog")).to_be_hidden()
    point(board, "44").focus()
    press("Home")
    expect(board.locator('[aria-current="step"]')).to_have_text("start")
    press("b")
    expect_said(board, "Sheep (9) on 24")
    press("a", "d", "d", "m", "f", "f", "n")  # JupyterLab's own keys are not for it now
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    expect_moves(board, "24-34", "20-21", "34-44")  # n alone does not lose the game
    press("Shift+N")
    expect_moves(board)


def _middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@on("drag")
def test_drag_and_drop(page: Page, board: Locator) -> None:
    def drag(start: str, end: str) -> None:
        page.mouse.move(*_middle(point(board, start)))
        page.mouse.down()
        page.mouse.move(*_middle(point(board, end)), steps=8)
        page.mouse.up()

    drag("33", "44")
    expect_said(board, "Sheep move forward or sideways, never diagonally.")
    drag("33", "43")
    expect_moves(board, "33-43")
    button(board, "Flip").click()
    drag("62", "53")
    expect_moves(board, "33-43", "62-53")
    place = board.locator('.fkb-pieces [data-at="53"]').get_attribute("transform")
    assert place == "translate(300 500)"


@on("touch")
def test_touch(page: Page, board: Locator) -> None:
    page.touchscreen.tap(*_middle(point(board, "33")))
    expect(point(board, "33")).to_have_attribute("aria-pressed", "true")
    page.touchscreen.tap(*_middle(point(board, "43")))
    expect_moves(board, "33-43")
    movable = point(board, "62").evaluate("b => getComputedStyle(b).touchAction")
    other = point(board, "20").evaluate("b => getComputedStyle(b).touchAction")
    assert (movable, other) == ("none", "auto")  # elsewhere the page still scrolls


@on("answer")
def test_the_agent_answers_and_undo_takes_both_back(board: Locator) -> None:
    point(board, "33").click()
    point(board, "43").click()
    expect(board.locator(".fkb-moves button")).to_have_count(3)
    expect_said(board, re.compile(r"Foxes: 6\d-\d\d\. Sheep to move\."))
    expect(board.locator(".fkb-worth")).to_be_hidden()
    button(board, "Chances").click()
    expect(board.locator(".fkb-worth")).to_contain_text("Sheep")
    board.press("c")
    expect(board.locator(".fkb-worth")).to_be_hidden()
    button(board, "Undo").click()
    expect(board.locator('[aria-current="step"]')).to_have_text("start")
    expect(point(board, "43")).to_be_focused()  # Undo has nothing more to do
    button(board, "Redo").click()
    expect(board.locator('[aria-current="step"]')).to_contain_text("2.")


@on("long")
def test_a_long_thought_leaves_the_page_alive_and_can_be_stopped(
    board: Locator,
) -> None:
    point(board, "33").click()
    point(board, "43").click()
    expect(board.locator(".fkb-busy")).to_contain_text(
        re.compile(r"MCTS is thinking: [1-9]")
    )
    button(board, "Flip").click()
    expect(board.locator(".fkb-flipped")).to_have_count(1)
    point(board, "62").click()
    expect_said(board, "It is the turn of the foxes, whom MCTS plays.")
    expect(button(board, "Pause")).to_be_visible()
    button(board, "Move now").click()
    expect_said(board, re.compile("Foxes: .* Sheep to move"))
    expect(board.locator(".fkb-busy")).to_be_empty()


@on("rapid")
def test_a_thousand_rapid_clicks(board: Locator) -> None:
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
    button(board, "New game").click()  # answered after everything else
    expect(board.locator(".fkb-pieces [data-at]")).to_have_count(19)
    expect(board.locator(".fkb-rules")).to_have_text("Fox Game: sheep 17")
    expect(board.locator(".fkb-tally")).to_contain_text("17 of 17 sheep left")
    expect_moves(board)
    point(board, "33").click()
    point(board, "43").click()
    expect(board.locator(".fkb-moves button")).to_have_count(3)


@on("scrub")
def test_scrubbing_in_the_widget(board: Locator) -> None:
    expect(board.locator('[aria-current="step"]')).to_have_text("5. 23-33")
    button(board, "first position").click()
    expect(board.locator(".fkb-note")).to_have_text("It begins.")
    button(board, "next position").click()
    button(board, "next position").click()
    expect(board.locator(".fkb-note")).to_have_text("The fox comes nearer.")
    board.get_by_role("slider", name="move").fill("4")
    expect(board.locator('[aria-current="step"]')).to_have_text("4. 53-64")
    board.locator(".fkb-moves button").nth(1).click()
    expect(board.locator('[aria-current="step"]')).to_have_text("1. 33-43")
    button(board, "play the moves").click()
    expect(board.locator('[aria-current="step"]')).to_have_text("5. 23-33")
    expect(button(board, "play the moves")).to_be_visible()


@on("unsolved")
def test_steps_are_counted_however_fast_they_come(board: Locator) -> None:
    button(board, "Chances").click()
    expect(board.locator(".fkb-worth")).to_contain_text("(result)")
    button(board, "first position").click()
    expect(board.locator(".fkb-worth")).to_be_hidden()
    forward = button(board, "next position").element_handle()
    forward.evaluate("b => { for (let i = 0; i < 12; i++) b.click() }")
    expect(board.locator('[aria-current="step"]')).to_have_text(re.compile(r"^12\."))


@on("paste")
def test_bad_and_good_texts(board: Locator) -> None:
    unfold(board, "Position and game")
    text = board.get_by_role("textbox")
    text.fill("--sss--/--sss--/sssfsss/sssssss/......./--...--/--f.f-- x 77 -")
    button(board, "Load text").click()
    problems = board.get_by_role("alert").locator("li")
    expect(problems).to_have_count(3)
    expect(problems.first).to_contain_text("3 foxes instead of at most 2")
    text.fill(f"{LAST_STEPS}\n1. 24-34 {{Nearly there.}}")
    button(board, "Load text").click()
    expect_moves(board, "24-34")
    expect(problems).to_have_count(0)
    button(board, "Copy game").click()
    expect(text).to_have_value(re.compile(r"24-34 \{Nearly there\.\}"))


@on("chain")
def test_a_chain_goes_on_step_by_step(board: Locator) -> None:
    expect(point(board, "63")).to_have_attribute("aria-pressed", "true")
    point(board, "63").click()  # the only piece that can move stays in the hand
    expect(point(board, "63")).to_have_attribute("aria-pressed", "true")
    point(board, "43").click()
    expect_said(board, "the fox on 43 captures on")
    expect(point(board, "43")).to_have_attribute("aria-pressed", "true")
    expect(board.locator(".fkb-hand .fk-target")).to_have_count(1)
    point(board, "21").click(force=True)
    expect_said(board, "A fox that can capture must")


@on("whole")
def test_a_whole_chain_is_walked_point_by_point(board: Locator) -> None:
    point(board, "43").click()
    expect_moves(board)  # the move is not complete yet
    point(board, "23").click()
    expect_moves(board, "63x43x23")


@on("leave")
def test_closing_the_view_ends_the_thought(page: Page, board: Locator) -> None:
    def expect_thinkers(number: int) -> None:
        """Run the last cell, which counts the threads, until it says so."""
        for _ in range(20):
            count.locator(".cm-content").click()
            page.keyboard.press("Control+Enter")
            page.wait_for_timeout(300)
            if count.locator(".jp-OutputArea-output").inner_text() == f"{number}":
                return
        pytest.fail(f"there are never {number} threads")

    count = page.locator(".jp-Notebook .jp-Cell").last
    point(board, "33").click()
    point(board, "43").click()
    expect(board.locator(".fkb-busy")).to_contain_text("MCTS is thinking")
    expect_thinkers(1)
    cells = page.locator(".jp-Notebook .jp-Cell")
    cells.nth(1 + list(BOARDS).index("leave")).locator(".jp-InputPrompt").click()
    page.evaluate("void jupyterapp.commands.execute('notebook:clear-cell-output')")
    expect(page.locator(".fkb")).to_have_count(len(BOARDS) - 1)
    expect_thinkers(0)


@on("lab")
def test_setting_up_asking_and_comparing(board: Locator) -> None:
    unfold(board, "Position and game")
    button(board, "Set up by hand").click()
    board.get_by_label("what a click puts on the board").select_option("fox")
    point(board, "53").click()
    expect(board.get_by_role("alert")).to_contain_text("3 foxes instead of at most 2")
    board.get_by_label("what a click puts on the board").select_option("")
    point(board, "62").click()
    expect(board.get_by_role("alert").locator("li")).to_have_count(0)
    board.get_by_label("player to move").select_option("foxes")
    button(board, "Play from here").click()
    expect_said(board, "Foxes to move.")
    unfold(board, "Ask the agents")
    expect(board.locator(".fkb-facts")).to_contain_text("20 of 20")
    board.get_by_label("Compare with: ").select_option("greedy")
    button(board, "Ask").click()
    expect_said(board, re.compile("MCTS would play .*; greedy would play"))
    expect(board.locator(".fkb-over .fk-arrow").first).to_be_attached()
    board.get_by_label("Heat: ").select_option("visits by goal, MCTS")
    expect(board.locator(".fkb-under .fk-heat").first).to_be_attached()


@on("solved")
def test_the_value_of_every_move_of_a_solved_position(board: Locator) -> None:
    unfold(board, "Ask the agents")
    table = board.get_by_role("group", name="opinions")
    expect(table.get_by_role("columnheader", name="solved")).to_be_visible()
    expect(table.locator("tbody tr")).to_have_count(6)
    expect(table.locator("tbody tr").first).to_contain_text("draw")
    button(board, "Chances").click()
    expect(board.locator(".fkb-worth")).to_have_text("Wolves 50 %, sheep 50 % (solved)")


def test_two_boards_do_not_disturb_each_other(page: Page) -> None:
    boards = page.locator(".fkb")
    before = boards.nth(0).locator(".fkb-said").text_content()
    boards.nth(1).get_by_role("button", name="Flip", exact=True).click()
    assert boards.nth(0).locator(".fkb-said").text_content() == before
    ids = page.evaluate("[...document.querySelectorAll('.fkb [id]')].map(e => e.id)")
    assert ids == []


def _use_theme(page: Page, name: str) -> None:
    page.evaluate(
        "name => jupyterapp.commands.execute('apputils:change-theme', {theme: name})",
        name,
    )
    light = "false" if "Dark" in name else "true"
    page.wait_for_selector(f'body[data-jp-theme-light="{light}"]', state="attached")


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_no_accessibility_violations(page: Page, theme: str) -> None:
    _use_theme(page, theme)
    for name in ("scrub", "paste", "lab"):
        cell = page.locator(".jp-Notebook .jp-Cell").nth(1 + list(BOARDS).index(name))
        cell.evaluate("c => c.querySelectorAll('details').forEach(d => d.open = true)")
        cell.evaluate("c => c.dataset.audit = 'yes'")
    ink = page.locator(".fkb").first.evaluate("b => getComputedStyle(b).color")
    assert (ink == "rgb(242, 239, 232)") == ("Dark" in theme)
    assert violations(page, "[data-audit] .fkb") == []


def test_a_narrow_window_needs_no_sideways_scrolling(page: Page) -> None:
    page.set_viewport_size({"width": 480, "height": 900})
    for board in page.locator(".fkb").all():
        wide = board.evaluate("b => [b.scrollWidth, b.clientWidth]")
        assert wide[0] <= wide[1]
        size = board.locator("[data-point]").first.bounding_box()
        assert size and min(size["width"], size["height"]) >= 24
    page.set_viewport_size({"width": 1280, "height": 1000})


@on("mouse")
def test_a_lost_kernel_is_told(page: Page, board: Locator) -> None:
    """This comes last: nothing works on the page after it."""
    page.evaluate("""() => {
      const context = jupyterapp.shell.currentWidget.context.sessionContext;
      return context.session.kernel.restart();
    }""")
    button(board, "New game").click()
    expect_said(board, "This board has lost its kernel: run its cell again.")
