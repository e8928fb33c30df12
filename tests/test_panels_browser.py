"""The balance lab in a real browser: choose, play, stop, go on, keep and export."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_page import lab_server, open_and_run, write_notebook
from playwright.sync_api import Browser, Locator, Page, expect

PANEL = """
from pathlib import Path
from foxkit.view.balance import BalancePanel
panel = BalancePanel(Path("kept"), workers=1)
panel.controls
"""
STRENGTHS = "simulations (Ctrl- or Cmd-click for several)"
expect.set_options(timeout=240_000)  # a busy machine is slow, not wrong
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def kept(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Page, Path]]:
    """Yield a page of JupyterLab with the panel, and the folder that it writes to."""
    folder = tmp_path_factory.mktemp("lab")
    write_notebook(folder / "lab.ipynb", PANEL)
    with lab_server(folder) as address:
        view = browser.new_page(viewport={"width": 1280, "height": 1400})
        faults: list[str] = []
        view.on("pageerror", lambda error: faults.append(str(error)))
        open_and_run(view, address, "lab.ipynb")
        expect(view.get_by_role("button", name="Play")).to_be_visible(timeout=120_000)
        yield view, folder / "kept"
        view.close()
    assert not faults


def control(page: Page, name: str) -> Locator:
    """Return a control of the settings, or of the first variant, by its label."""
    return page.get_by_label(name, exact=True).first


def test_choose_play_stop_resume_save_and_export(kept: tuple[Page, Path]) -> None:
    page, folder = kept
    said = page.locator(".widget-html-content")
    play, stop = (page.get_by_role("button", name=name) for name in ("Play", "Stop"))

    # By keyboard: a name, a limit, one sheep less, and the most pairs of games.
    control(page, "name").fill("short")
    control(page, "sideways limit").fill("3")
    page.keyboard.press("Tab")
    control(page, "sheep").select_option("19")
    pairs = page.get_by_label("pairs a point", exact=True)
    pairs.select_option("1,200")
    # By mouse: a rule and the strength.
    control(page, "captures").select_option("optional")
    control(page, STRENGTHS).select_option("300")
    expect(said.filter(has_text="at most 4,800 games")).to_be_visible()

    # The curve grows; what is finished when it is stopped is kept and gone on from.
    play.click()
    expect(page.locator(".fk-plot").first).to_be_visible()
    stop.click()
    expect(said.filter(has_text="What was finished is kept")).to_be_visible()
    assert [*folder.rglob("*.journal")]
    expect(play).to_be_enabled()  # a key on a disabled button is lost
    pairs.select_option("25")
    play.press("Enter")
    expect(said.filter(has_text=re.compile(r"Finished: \d+ games\."))).to_be_visible(
        timeout=180_000
    )
    expect(said.filter(has_text="short less usual rules")).to_be_visible()

    # Saved under a name, exported with the command that makes it again.
    control(page, "save as").fill("mine")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Export").click()
    expect(said.filter(has_text="foxkit run")).to_contain_text("mine.lab.json")
    assert {p.suffix for p in folder.glob("mine.lab.*")} == {
        *(".json", ".svg", ".png", ".csv")
    }
    page_of = json.loads((folder / "mine.lab.json").read_text())
    assert page_of["variants"]["short"] == {
        "sheep": 19,
        "sideways_limit": 3,
        "must_capture": 0,
    }
    assert (page_of["simulations"], page_of["pairs"]) == ([300], 25)

    # Another choice has no curve yet, and nothing to export.
    control(page, "captures").select_option("compulsory")
    expect(page.locator(".fk-plot")).to_have_count(0)
    page.get_by_role("button", name="Export").click()
    expect(said.filter(has_text="play, then export")).to_be_visible()
    # Opened again, its curve is back.
    control(page, "open").select_option("mine.lab.json")
    expect(control(page, "captures")).to_have_value("optional")
    expect(page.locator(".fk-plot").first).to_be_visible()
