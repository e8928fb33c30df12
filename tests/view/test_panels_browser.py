"""The balance lab in a real browser: choose, guess, play, stop, and go on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lab_page import lab_server, open_and_run, write_notebook
from playwright.sync_api import Browser, Page, expect

PANEL = """
import os
os.environ["FOXKIT_DATA"] = os.path.abspath("kept")
from foxkit import FoxGame
from foxkit.view.panel import Panel
Panel(FoxGame(), workers=1).controls
"""
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


def test_choose_guess_play_stop_and_go_on(kept: tuple[Page, Path]) -> None:
    page, folder = kept
    said = page.locator(".widget-html-content")
    play, stop = (page.get_by_role("button", name=name) for name in ("Play", "Stop"))

    # By keyboard: a limit, what is changed is marked, and a guess.
    page.get_by_label("sideways limit", exact=True).fill("3")
    page.keyboard.press("Tab")
    expect(page.get_by_label("● sideways limit", exact=True)).to_have_value("3")
    # By mouse: another rule behind the button, one strength less, the most pairs.
    captures = page.get_by_label("captures", exact=True)
    expect(captures).to_be_hidden()
    page.get_by_role("button", name="more rules").click()
    captures.select_option("optional")
    page.get_by_label("30", exact=True).first.uncheck()
    page.get_by_label("100", exact=True).first.uncheck()
    pairs = page.get_by_label("pairs of games a point", exact=True)
    pairs.select_option("1,000")
    page.get_by_label("your guess: sheep win, %", exact=True).fill("90")
    page.keyboard.press("Tab")
    expect(said.filter(has_text="2,000 games to play")).to_be_visible()

    # The curve grows; what is finished when it is stopped is kept and gone on from.
    play.click()
    expect(said.filter(has_text="left")).to_be_visible()
    expect(page.locator(".fk-plot").first).to_be_visible()
    stop.click()
    expect(said.filter(has_text="What is finished is kept")).to_be_visible()
    assert [*folder.rglob("*.journal")]
    expect(play).to_be_enabled()  # a key on a disabled button is lost
    pairs.select_option("25")
    play.press("Enter")
    expect(said.filter(has_text="Finished. Won by the sheep")).to_contain_text(
        re.compile(r"your guess of 90 % is \d+ points off")
    )
    assert [*folder.rglob("*.parquet")]

    # The cell that does the same; the curve stays behind that of another choice.
    page.get_by_text("The same as a cell").click()
    expect(page.get_by_text("must_capture=0")).to_be_visible()
    names = page.locator(".fk-plot text").filter(has_text="sideways limit 3")
    expect(names).to_have_text(["sideways limit 3, captures optional"])
    page.get_by_label("● captures", exact=True).select_option("compulsory")
    expect(names).to_have_text(
        ["sideways limit 3", "sideways limit 3, captures optional"]
    )
