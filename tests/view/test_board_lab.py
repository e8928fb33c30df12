"""The board in JupyterLab: with its kernel, its keys and its themes around it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from board_page import button, expect_moves, point
from lab_page import Served, lab_page, notebook_of
from playwright.sync_api import Browser, Locator, Page, expect

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
LAST_STEPS = "--...--/--...--/f...s../f....../..ss.../--sss--/--sss-- s 0 -"
KEYBOARD = f"""
from foxkit import Board, FoxGame, Position
Board(Position.parse(FoxGame(), '{LAST_STEPS}'))
"""
LONG = "Board(FoxGame(), seats={'foxes': ('MCTS', {'seconds': 30})})"
DARK_INK = "rgb(242, 239, 232)"
THINKERS = """
import threading
sum(thread.name == "foxkit board" for thread in threading.enumerate())
"""


@pytest.fixture(scope="module")
def page(browser: Browser, jupyterlab: Served) -> Iterator[Page]:
    """Yield a page of JupyterLab with two boards, and a count of those who think."""
    path = jupyterlab.folder / "boards" / "boards.ipynb"
    book = notebook_of(KEYBOARD, LONG, THINKERS)
    with lab_page(browser, jupyterlab, path, book, ".fkb") as view:
        expect(view.locator(".fkb")).to_have_count(2, timeout=240_000)
        yield view


def said(board: Locator) -> Locator:
    return board.locator(".fkb-said")


def test_a_game_by_keyboard_alone(page: Page) -> None:
    board = page.locator(".fkb").first
    point(board, "02").focus()
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    now = board.locator('[aria-current="step"]')

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
    expect(said(board)).to_contain_text("Legal moves: ")
    press(*["ArrowLeft"] * 4)
    expect(point(board, "30")).to_be_focused()
    press("ArrowUp", "Space", "ArrowRight", "Space")
    expect_moves(board, "24-34", "20-21")
    press("u")
    expect(now).to_have_text("1. 24-34")
    press("r")
    expect(now).to_have_text("2. 20-21")
    press(*["ArrowRight"] * 3, "ArrowDown", "Enter", "ArrowDown", "Enter")
    expect(said(board)).to_contain_text("Sheep won, pasture filled.")
    press("?")
    expect(board.get_by_role("dialog")).to_contain_text("Sheep step forward or")
    press("Escape")
    expect(board.get_by_role("dialog")).to_be_hidden()
    point(board, "44").focus()
    press("Home")
    expect(now).to_have_text("start")
    press("b")
    expect(said(board)).to_contain_text("Sheep (9) on 24")
    press("a", "d", "d", "m", "f", "f", "n")  # JupyterLab's own keys are not for it now
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    expect_moves(board, "24-34", "20-21", "34-44")  # n alone does not lose the game
    press("Shift+N")
    expect_moves(board)


def test_closing_the_view_ends_the_thought(page: Page) -> None:
    board, cells = page.locator(".fkb").last, page.locator(".jp-Notebook .jp-Cell")

    def expect_thinkers(number: int) -> None:
        """Run the last cell, which counts the threads, until it says so."""
        prompt = cells.last.locator(".jp-InputPrompt")
        for _ in range(20):
            before = prompt.inner_text()
            cells.last.locator(".cm-content").click()
            page.keyboard.press("Control+Enter")
            expect(prompt).not_to_have_text(before)
            expect(prompt).to_have_text(re.compile(r"\d"))
            found = cells.last.locator(".jp-OutputArea-output").inner_text()
            if found == f"{number}":
                return
            page.wait_for_timeout(100)
        pytest.fail(f"there are never {number} threads, but {found}")

    point(board, "33").click()
    point(board, "43").click()
    expect(board.locator(".fkb-busy")).to_contain_text("MCTS is thinking")
    expect_thinkers(1)
    cells.nth(1).locator(".jp-InputPrompt").click()
    page.evaluate("void jupyterapp.commands.execute('notebook:clear-cell-output')")
    expect(page.locator(".fkb")).to_have_count(1)
    expect_thinkers(0)


def test_a_board_follows_the_theme(page: Page) -> None:
    board = page.locator(".fkb").first
    expect(board).not_to_have_css("color", DARK_INK)
    theme = "{theme: 'JupyterLab Dark'}"
    page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {theme})")
    expect(board).to_have_css("color", DARK_INK)


def test_a_lost_kernel_is_told(page: Page) -> None:
    """This comes last: nothing works on the page after it."""
    page.evaluate("""() => {
      const context = jupyterapp.shell.currentWidget.context.sessionContext;
      return context.session.kernel.restart();
    }""")
    board = page.locator(".fkb").first
    button(board, "New game").click()
    lost = "This board has lost its kernel: run its cell again."
    expect(said(board)).to_contain_text(lost)
