"""The balance lab of a page: its games are those of `play`, and so are its curves."""

from __future__ import annotations

from typing import Any

import pytest
from axe_check import violations
from nbformat import v4
from play_pages import play_file
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.agents.fox_heuristic import paper
from foxkit.lab.address import address, spelt, stream_of
from foxkit.lab.match import match, play_blocks
from foxkit.lab.rule import row_of
from foxkit.rules.fox_game import FoxGame
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page as page_of
from foxkit.view.controls import COMMAND, NEEDS_KERNEL

LISTEN = """() => {
  const usual = Worker.prototype.postMessage;
  window.games = [];
  Worker.prototype.postMessage = function (message, ...more) {
    if (message.job && !this.heard) {
      this.heard = true;
      this.addEventListener("message", ({ data }) => data.found && games.push(data));
    }
    return usual.call(this, message, ...more);
  };
}"""


@pytest.fixture(scope="module")
def address_of_page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of a page with a panel, as chapters have it."""
    folder = tmp_path_factory.mktemp("site")
    play_file(folder)
    data = {"text/plain": f"{NEEDS_KERNEL}: {COMMAND}."}
    shown = [v4.new_output("execute_result", data=data)]
    panel = v4.new_code_cell("Panel(FoxGame()).controls", outputs=shown)
    cells = [v4.new_markdown_cell("# The lab"), panel]
    chapter = Chapter(folder / "lab.ipynb", v4.new_notebook(cells=cells))
    (folder / "lab.html").write_text(page_of(chapter, [chapter]), encoding="utf-8")
    return (folder / "lab.html").as_uri()


def opened(page: Page, where: str) -> Locator:
    page.set_default_timeout(200_000)
    page.goto(where)
    page.get_by_role("button", name="Play it on this page").click()
    lab = page.locator(".fkl")
    expect(lab.locator("svg")).to_be_visible(timeout=200_000)
    return lab


def menu(lab: Locator, name: str, value: str) -> None:
    lab.get_by_role("combobox", name=name, exact=True).select_option(value)


def guess(lab: Locator, percent: int) -> None:
    for field in (
        lab.get_by_role("group", name="your guess").get_by_role("spinbutton").all()
    ):
        field.fill(str(percent))
        field.blur()


@pytest.mark.timeout(1500)
def test_games_are_those_of_play(browser: Browser, address_of_page: str) -> None:
    """Of the same address: payoffs and moves; and what the curve says of them."""
    view = browser.new_page(viewport={"width": 1366, "height": 768})
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    lab = opened(view, address_of_page)
    view.evaluate(LISTEN)
    menu(lab, "pairs of games a point", "25")
    menu(lab, "sheep", "18")
    expect(lab.get_by_text("Guess first")).to_be_visible()
    expect(lab.get_by_role("button", name="Play")).to_be_disabled()
    guess(lab, 40)
    lab.get_by_role("button", name="Play").click()
    expect(lab.get_by_text("Finished: your guess is")).to_be_visible(timeout=600_000)
    found: dict[str, dict[int, Any]] = {}
    for each in view.evaluate("window.games"):
        found.setdefault(each["job"]["address"], {}).update(each["found"])
    for simulations in (30, 100, 300):
        asked = match(FoxGame(sheep=18), paper(simulations))
        games = play_blocks(asked, stream_of(asked), range(25))
        page = found[spelt(address(asked))]
        assert sorted(page) == [*range(25)]
        flat = [game for block in range(25) for game in page[block]]
        assert [tuple(p) for p, _ in flat] == [x.payoffs for x in games.finished]
        assert [bytes(moves) for _, moves in flat] == [x.moves for x in games.finished]
        row = row_of(games)
        ends = [100 * row[f"sheep_rate{end}"] for end in ("", "_low", "_high")]
        words = "{:.1f} % ({:.1f} to {:.1f})".format(*ends)
        said = (
            lab.locator(".fkl-points").inner_text().replace("\N{NO-BREAK SPACE}", " ")
        )
        assert f"{simulations}: {words}, 50 games" in said
    assert violations(view, ".fkl") == [] and not faults
    view.close()
