"""A table of Frank's Zoo in JupyterLab: rounds by mouse, touch and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import methodcaller

import pytest
from axe_check import violations
from board_page import board_page, expect_fits
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.view.board import Board

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
OVER = re.compile(" won, ")


def seated(game: FranksZoo, who: str) -> Board:
    """Return a table at which the reader has the first seat."""
    return Board(game, seats=dict.fromkeys(game.PLAYERS[1:], who))


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page with a table for the mouse, for touch and for keys."""
    tables = [
        seated(FranksZoo(deck=3, deal=2), "random"),
        seated(FranksZoo(deck=3, deal=3), "random"),
        seated(FranksZoo(deal=4), "HeuristicAI"),
    ]
    with board_page(browser, tables) as view:
        yield view


def words(board: Locator) -> str:
    return board.locator(".fkb-said").text_content() or ""


def pile(board: Locator) -> Locator:
    """Return the first pile of the reader's that can be played."""
    return board.locator(".fkb-movable").first


def choices(board: Locator) -> Locator:
    return board.locator(".fkb-choices button")


def await_turn(board: Locator) -> bool:
    """Wait until the reader can do something; tell whether the round goes on."""
    said = board.locator(".fkb-said", has_text=OVER)
    expect(pile(board).or_(choices(board).first).or_(said).first).to_be_attached()
    return not OVER.search(words(board))


def moves(board: Locator) -> int:
    return board.locator(".fkb-moves button").count()


def await_move(board: Locator, before: int) -> None:
    expect(board.locator(".fkb-moves button").nth(before)).to_be_attached()


def play_pile(board: Locator, act: Callable[[Locator], object]) -> bool:
    """Touch the first pile that can be played; tell whether a choice is left."""
    if not pile(board).count():
        return True
    act(pile(board))
    return bool(board.locator('[data-point][aria-pressed="true"]').count())


def use(board: Locator, how: str) -> None:
    """Play whatever can be played first, by mouse or by touch, to the end."""
    while await_turn(board):
        before = moves(board)
        if play_pile(board, methodcaller(how)):
            methodcaller(how)(choices(board).last)
        await_move(board, before)


@pytest.mark.parametrize("how", ["click", "tap"])
def test_a_round_by_mouse_and_by_touch(page: Page, how: str) -> None:
    board = page.locator(".fkb").nth(["click", "tap"].index(how))
    use(board, how)
    points = board.locator(".fkb-under .fk-says")
    assert sum("point" in text for text in points.all_text_contents()) == 4


def go_to(board: Locator, name: str) -> None:
    """Walk to a point by arrow keys."""
    goal = board.locator(f'[data-point="{name}"]')
    for _ in range(20):
        here = board.locator("[data-point]:focus").bounding_box()
        there = goal.bounding_box()
        assert here and there
        across, down = there["x"] - here["x"], there["y"] - here["y"]
        if abs(across) < 2 and abs(down) < 2:
            break
        sideways = ["ArrowLeft", "ArrowRight"][across > 0]
        key = ["ArrowUp", "ArrowDown"][down > 0] if abs(down) > 2 else sideways
        board.page.keyboard.press(key)
    expect(goal).to_be_focused()


def test_a_whole_round_by_keyboard(page: Page) -> None:
    board, press = page.locator(".fkb").nth(2), page.keyboard.press

    def enter(goal: Locator) -> None:
        go_to(board, goal.get_attribute("data-point") or "")
        press("Enter")

    while await_turn(board):
        before = moves(board)
        board.locator("[data-point][tabindex='0']").focus()
        if play_pile(board, enter):
            slid = board.locator("[type=range]:focus").count()
            for _ in range(0 if slid else choices(board).count()):
                press("Tab")
            if not slid:
                expect(choices(board).last).to_be_focused()
            press("Enter")
        await_move(board, before)
    board.locator("[data-point][tabindex='0']").focus()
    press("b")
    expect(board.locator(".fkb-said")).to_contain_text("one player has cards left")


def test_no_accessibility_violations_and_no_sideways_scrolling(page: Page) -> None:
    assert violations(page, ".fkb") == []
    expect_fits(page)
