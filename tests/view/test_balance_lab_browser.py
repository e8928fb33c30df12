"""The balance lab in JupyterLab: choose, guess, play, stop, watch, copy the cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_check import violations
from lab_page import Served, lab_page, notebook_of
from playwright.sync_api import Browser, Page, expect

LAB = """
import os
os.environ["FOXKIT_DATA"] = os.path.abspath("kept")
from foxkit import BalanceLab, FoxGame
BalanceLab(FoxGame(), workers=1)
"""
expect.set_options(timeout=240_000)  # a busy machine is slow, not wrong
pytestmark = pytest.mark.timeout(900)


@pytest.fixture(scope="module")
def kept(browser: Browser, jupyterlab: Served) -> Iterator[tuple[Page, Path]]:
    """Yield a page of JupyterLab with the lab, and the folder that it writes to."""
    folder = jupyterlab.folder / "balance"
    path, book = folder / "lab.ipynb", notebook_of(LAB)
    with lab_page(browser, jupyterlab, path, book, ".fkl-lab svg", 1400) as view:
        yield view, folder / "kept"


def test_choose_guess_play_stop_watch_and_go_on(kept: tuple[Page, Path]) -> None:
    page, folder = kept
    lab = page.locator(".fkl-lab")
    said = lab.get_by_role("status").first
    play, stop = (
        lab.get_by_role("button", name=n, exact=True) for n in ("Play", "Stop")
    )

    # By keyboard: a limit, which is marked; by mouse: a rule that was folded.
    lab.get_by_role("spinbutton", name="sideways limit", exact=True).fill("3")
    page.keyboard.press("Tab")
    expect(lab.locator(".fkl-changed")).to_have_text(["sideways limit"])
    captures = lab.get_by_role("combobox", name="captures", exact=True)
    expect(captures).to_be_hidden()
    lab.get_by_text("More rules").click()
    captures.select_option("optional")
    for value in ("30", "300"):
        lab.get_by_role("checkbox", name=value, exact=True).uncheck()
    pairs = lab.get_by_role("combobox", name="pairs of games a point", exact=True)
    pairs.select_option("1,000")
    expect(play).to_be_disabled()  # a guess comes first
    guess = lab.get_by_role("group", name="your guess").get_by_role("spinbutton")
    guess.fill("90")
    page.keyboard.press("Tab")
    expect(lab.locator(".fkl-guess > path")).to_have_count(1)

    # The curve grows; what is finished when it is stopped is kept and gone on from.
    play.click()
    expect(said).to_contain_text("left")
    expect(lab.locator(".fkl-points li").first).to_contain_text("games")
    stop.click()
    expect(said).to_contain_text("Finished games are kept")
    assert [*folder.rglob("*.journal")]
    pairs.select_option("25")
    guess.fill("90")
    page.keyboard.press("Tab")
    play.press("Enter")
    expect(said).to_have_text(re.compile(r"Finished: your guess is \d+ points off"))
    assert [*folder.rglob("*.parquet")]
    label = lab.locator(".fkl-curve text")
    expect(label).to_have_text("sideways limit 3, captures optional")

    # A game of the point on a board, and the cell.
    lab.get_by_role("button", name="watch a game of 100").click()
    board = lab.locator(".fkl-watched .fkb-stage")
    expect(board).to_be_visible()
    page.get_by_label("next position").last.click()
    expect(lab.get_by_text("Game 1 of simulations 100")).to_be_visible()
    lab.get_by_text("The cell that plays and draws the same").click()
    expect(lab.get_by_text("must_capture=0")).to_be_visible()

    # The rules of the point, against its player.
    lab.get_by_role("button", name="play the rules of 100").press("Enter")
    board = lab.locator(".fkl-played")
    expect(board.locator(".fkb-rules")).to_contain_text("sideways limit 3")
    for point in ("30", "40"):
        board.locator(f'[data-point="{point}"]').click()
    expect(board.get_by_role("listitem")).to_have_count(3)
    assert violations(page, ".fkl-lab") == []
