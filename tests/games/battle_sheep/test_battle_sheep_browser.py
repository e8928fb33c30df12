"""Battle Sheep in a real browser: stacks split by mouse, by touch and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from axe_check import violations
from board_page import board_page, drag, middle, point
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.core.position import Position
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.view.board import Board
from foxkit.view.game_view import view_of

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
MEADOW = "# # # # #/# . . . #/# . . . #/# . . . #/# # # # # | 1"
SPLIT = "# # # # #/# a16 . . #/# . b2 . #/# . . c3 #/# # d4 # # | 1"
RAGGED = BattleSheep(neighbours=8, percent=45)
SIX = BattleSheep(sheep=6)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page with a board for the mouse, touch, keys, and new maps."""
    split = Position.parse(BattleSheep(), SPLIT)
    boards = [Board(split), Board(split), Board(Position.parse(SIX, MEADOW))]
    with board_page(browser, [*boards, Board(RAGGED.with_deal(3))], 1366, 768) as view:
        yield view


def slider(board: Locator) -> Locator:
    return board.get_by_role("slider", name="which of these moves")


def expect_last(board: Locator, move: str) -> None:
    expect(board.locator('[aria-current="step"]')).to_have_text(move)


def test_a_stack_is_split_by_mouse(page: Page) -> None:
    board = page.locator(".fkb").nth(0)
    label = "1,1, stack of player 1, 16, can move"
    expect(point(board, "1,1")).to_have_attribute("aria-label", label)
    point(board, "1,1").click()
    point(board, "3,1").click()
    expect(slider(board)).to_be_focused()
    page.keyboard.press("Escape")
    expect(slider(board)).to_have_count(0)
    expect(point(board, "3,1")).to_be_focused()
    drag(page, middle(point(board, "1,1")), middle(point(board, "3,1")))
    expect(board.get_by_role("button", name="8 go, 8 stay")).to_be_visible()
    drag(page, middle(slider(board)), middle(slider(board), 0.98))
    expect(slider(board)).to_have_attribute("aria-valuetext", "15 go, 1 stay")
    board.get_by_role("button", name="15 go, 1 stay").click()
    expect_last(board, "1. 15 from 1,1 go right")
    said = board.locator(".fkb-said")
    expect(said).to_have_text(
        "Player 1: 15 from 1,1 go right. Player 2 to move, scores 2, 1, 1, 1."
    )
    point(board, "2,2").click()  # two sheep: one goes, and there is nothing to ask
    point(board, "2,1").click()
    expect_last(board, "2. 1 from 2,2 go up")
    expect(said).to_contain_text("scores 2, 2, 1, 1")


def test_a_whole_game_by_keyboard(page: Page) -> None:
    board, here = page.locator(".fkb").nth(2), (1, 1)
    allowed = point(board, "1,1")
    allowed.focus()
    expect(allowed).to_have_attribute("aria-label", "1,1, empty, can go here")
    expect(point(board, "2,2")).to_have_attribute("aria-label", "2,2, empty")

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    def walk(cell: str) -> None:
        nonlocal here
        x, y = map(int, cell.split(","))
        press(*["ArrowRight"] * (x - here[0]), *["ArrowLeft"] * (here[0] - x))
        press(*["ArrowDown"] * (y - here[1]), *["ArrowUp"] * (here[1] - y))
        here = (x, y)
        expect(point(board, cell)).to_be_focused()
        press("Enter")

    position = Position.parse(SIX, MEADOW)
    view = view_of(position.game)
    for number in count(1):
        move = [*position.moves][-1]  # the most sheep that can go
        path = view.path(position.state, move)
        for cell in path:
            walk(cell)
        same = [m for m in position.moves if view.path(position.state, m) == path]
        if move == "pass" or len(same) in (2, 3, 4):
            press(*["Tab"] * len(same), "Enter")
        elif len(same) > 4:
            expect(slider(board)).to_be_focused()
            press("End", "Enter")
        expect_last(board, f"{number}. {view.spoken_move(position.state, move)}")
        position = position.play(move)
        if position.outcome is not None:
            break
    said = board.locator(".fkb-said")
    expect(said).to_contain_text("Player 1 won, scores 3, 2, 2, 2.")
    press("b")
    expect(said).to_contain_text("Stack of player 4 (")


def test_no_accessibility_violations(page: Page) -> None:
    assert violations(page, ".fkb") == []
