"""Exported pages in a real browser: boards and replays without kernel or network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from axe_check import violations
from lab_page import exported_page
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from playwright.sync_api import Browser, Page, expect

from foxkit.games.fox_game.rules import FoxGame
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html as site_page
from foxkit.view.replay import Replay
from foxkit.view.stored import example_records

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
WIDGET = """
from foxkit.games.fox_game.rules import FoxGame
from foxkit.core.position import Position
from foxkit.view.board import Board
from foxkit.view.record import Record
from foxkit.view.replay import Replay
record = Record(Position.start(FoxGame()), ("33-43", "64-53", "43-44", "53-64"),
                {0: "It begins.", 2: "The fox comes nearer."}, "An example")
Board(record)
"""
REPLAY = "Replay(record, 2)"
EMPTY = "Board(FoxGame(sheep=17))"
POSITION = "record.start"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> nbformat.NotebookNode:
    """Return an executed notebook: a widget, a replay, an empty board, a position."""
    cells = [nbformat.v4.new_code_cell(c) for c in (WIDGET, REPLAY, EMPTY, POSITION)]
    book = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_markdown_cell("# A"), *cells]
    )
    root = str(Path(__file__).parents[2])
    resources = {"metadata": {"path": root}}
    client = NotebookClient(book, resources=resources, store_widget_state=False)
    client.execute()
    return book


@pytest.fixture(scope="module")
def addresses(
    notebook: nbformat.NotebookNode, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Return the addresses of the exported page, by the workbook's and their way."""
    folder = tmp_path_factory.mktemp("page")
    chapter = Chapter(folder / "site.ipynb", notebook)
    texts = {
        "site": site_page(chapter, [chapter]),
        "nbconvert": HTMLExporter().from_notebook_node(notebook)[0],
    }
    for way, text in texts.items():
        (folder / f"{way}.html").write_text(text, encoding="utf-8")
    return {way: (folder / f"{way}.html").as_uri() for way in texts}


@pytest.fixture
def address(addresses: dict[str, str]) -> str:
    return addresses["site"]


@pytest.fixture(params=["site", "nbconvert"])
def page(
    request: pytest.FixtureRequest, browser: Browser, addresses: dict[str, str]
) -> Iterator[Page]:
    size = {"width": 1000, "height": 900}
    yield from exported_page(browser, addresses[request.param], viewport=size)


def test_a_replay_scrubs_without_a_kernel(page: Page) -> None:
    replay = page.locator(".fk-replay").first
    now = replay.locator('[aria-current="step"]')
    expect(now).to_have_text("4. 53-64")
    replay.get_by_role("button", name="first position").click()
    expect(replay.locator(".fkb-note")).to_have_text("It begins.")
    page.keyboard.press(".")
    page.keyboard.press(".")
    expect(now).to_have_text("2. 64-53")
    expect(replay.locator(".fkb-note")).to_have_text("The fox comes nearer.")
    expect(replay.locator(".fkb-said")).to_have_text("Foxes: 64-53. Sheep to move.")
    expect(replay.locator('.fkb-pieces [data-at="53"]')).to_be_attached()
    replay.get_by_role("slider").fill("3")
    expect(now).to_have_text("3. 43-44")
    replay.get_by_role("button", name="play the moves").click()
    expect(now).to_have_text("4. 53-64")
    replay.locator('[data-point="33"]').focus()
    page.keyboard.press("ArrowDown")
    expect(replay.locator('[data-point="43"]')).to_be_focused()
    page.keyboard.press("b")
    expect(replay.locator(".fkb-said")).to_contain_text("Fox (2) on 62, 64.")

    # A board without moves has nothing to scrub, and each replay is apart.
    replays = page.locator(".fk-replay")
    expect(replays).to_have_count(3)
    expect(replays.nth(1).locator('[aria-current="step"]')).to_have_text("2. 64-53")
    expect(replays.nth(2).locator(".fkb-said")).to_have_text("Sheep to move.")
    expect(replays.nth(2).get_by_role("slider")).to_be_hidden()
    expect(replays.nth(2).locator(".fkb-moves")).to_be_hidden()
    expect(page.locator(".fk-replay > p")).to_have_count(0)  # words without scripts


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_violations(
    browser: Browser, address: str, scheme: str
) -> None:
    for page in exported_page(browser, address, color_scheme=scheme):
        assert violations(page, ".fk-replay") == []
        assert violations(page, "svg[role=img]") == []


def test_a_narrow_page_with_touch(browser: Browser, address: str) -> None:
    options = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    for page in exported_page(browser, address, **options):
        replay = page.locator(".fk-replay").first
        wide = replay.evaluate("r => [r.scrollWidth, r.clientWidth]")
        assert wide[0] <= wide[1]
        replay.get_by_role("button", name="previous position").tap()
        expect(replay.locator('[aria-current="step"]')).to_have_text("3. 43-44")


@pytest.mark.parametrize("way", ["site", "nbconvert"])
def test_without_scripts_there_is_still_a_picture(
    browser: Browser, addresses: dict[str, str], way: str
) -> None:
    for page in exported_page(browser, addresses[way], java_script_enabled=False):
        pictures = page.locator("svg[role=img], img[src*='svg']")
        expect(pictures).to_have_count(4)
        expect(pictures.first).to_be_visible()
        plain = page.locator(".fk-replay > p")
        expect(plain.first).to_contain_text("turns sideways. 1. 33-43 2. 64-53")


def test_moves_are_whole_rows_and_use_the_room_beside_the_board(
    browser: Browser,
) -> None:
    record = example_records(FoxGame())["A fox behind the line"]
    view = browser.new_page(viewport={"width": 1000, "height": 900})
    view.set_content(Replay(record)._repr_html_())
    high, row = view.locator(".fkb-moves").evaluate(
        "list => [list.clientHeight, list.firstChild.offsetHeight + 2]"
    )
    stage = view.locator(".fkb-stage").evaluate("stage => stage.offsetHeight")
    view.close()
    assert (high + 2) % row == 0
    assert 0.7 * stage < high < stage


def test_motion_stays_away_where_it_is_unwanted(browser: Browser, address: str) -> None:
    for page in exported_page(browser, address, reduced_motion="reduce"):
        replay = page.locator(".fk-replay").first
        replay.get_by_role("button", name="previous position").click()
        assert replay.evaluate("r => r.getAnimations({subtree: true}).length") == 0
