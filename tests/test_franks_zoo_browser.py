"""A table of Frank's Zoo in JupyterLab: rounds by mouse, touch and keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from operator import methodcaller
from pathlib import Path

import pytest
from axe_check import violations
from lab_page import lab_page, write_notebook
from playwright.sync_api import Browser, Locator, Page, expect

SETUP = """
from foxkit import Board, FranksZoo, Position
from foxkit.core import entry

def table(mine="1", who="random", **rules):
    game = FranksZoo(**rules)
    return Board(game, seats={p: who for p in game.PLAYERS if p != mine})

def again(seed):
    start = Position.start(FranksZoo(deal=4))
    hidden = entry.redeal(start.game, start.state, 3, seed)
    return Board(Position(start.game, hidden), seats=dict.fromkeys("123", "random"))
"""
TABLES = {
    "mouse": "table(deck=3, deal=2)",
    "touch": "table(deck=3, deal=3)",
    "keyboard": "table(deal=4, who='HeuristicAI')",
    "one": "again(1)",
    "two": "again(2)",
}
MANAGER = "settings/@jupyter-widgets/jupyterlab-manager/plugin.jupyterlab-settings"
WIDGETS = "application/vnd.jupyter.widget-state+json"
VIEW = "application/vnd.jupyter.widget-view+json"
OVER = re.compile(" won, ")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where the notebook lies; JupyterLab saves the widgets' state with it."""
    found = tmp_path_factory.mktemp("zoo")
    (found / MANAGER).parent.mkdir(parents=True)
    (found / MANAGER).write_text(json.dumps({"saveState": True}))
    write_notebook(found / "zoo.ipynb", SETUP, *TABLES.values())
    return found


@pytest.fixture(scope="module")
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """Yield a page of JupyterLab with every table of `TABLES`, one to a cell."""
    with lab_page(browser, folder / "zoo.ipynb", ".fkb") as view:
        expect(view.locator(".fkb")).to_have_count(len(TABLES), timeout=240_000)
        yield view


def table(page: Page, name: str) -> Locator:
    found = page.locator(".fkb").nth(list(TABLES).index(name))
    found.scroll_into_view_if_needed()
    return found


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
    board = table(page, {"click": "mouse", "tap": "touch"}[how])
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
    board, press = table(page, "keyboard"), page.keyboard.press

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


def test_the_same_page_whatever_the_others_hold(page: Page, folder: Path) -> None:
    """On the page, in the saved notebook and in the saved state of the widgets."""
    shown = [table(page, name).inner_html() for name in ("one", "two")]
    assert shown[0] == shown[1] and "hidden card, 15" in shown[0]
    page.evaluate("jupyterapp.commands.execute('docmanager:save')")
    saved = json.loads((folder / "zoo.ipynb").read_text())
    state = saved["metadata"]["widgets"][WIDGETS]["state"]
    bundles = [cell["outputs"][0]["data"] for cell in saved["cells"][-2:]]
    known = [[each, state[each[VIEW]["model_id"]]["state"]] for each in bundles]
    texts = [re.sub("[0-9a-f]{32}", "", json.dumps(each)) for each in known]
    assert texts[0] == texts[1] and "hidden card" in texts[0]


def test_no_accessibility_violations_and_no_sideways_scrolling(page: Page) -> None:
    assert violations(page, ".fkb") == []
    page.set_viewport_size({"width": 480, "height": 900})
    for board in page.locator(".fkb").all():
        wide = board.evaluate("b => [b.scrollWidth, b.clientWidth]")
        assert wide[0] <= wide[1]
        size = board.locator("[data-point]").first.bounding_box()
        assert size and min(size["width"], size["height"]) >= 24
