"""The balance lab of a page: its games are those of `play`, and so are its curves."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_check import violations
from nbformat import v4
from play_pages import play_file
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit.games.fox_game.evaluation import paper
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.address import address_of, canonical_json
from foxkit.lab.estimators import result_row
from foxkit.lab.match import match, play_blocks
from foxkit.lab.match_files import MatchFiles
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html as page_of
from foxkit.site.play import bundle
from foxkit.view.balance_lab import BalanceLab

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
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a page with a lab, as chapters have it."""
    folder = tmp_path_factory.mktemp("lab")
    play_file(folder)
    data = {"text/html": BalanceLab(FoxGame())._repr_html_()}
    shown = [v4.new_output("execute_result", data=data)]
    lab = v4.new_code_cell("BalanceLab(FoxGame())", outputs=shown)
    cells = [v4.new_markdown_cell("# The lab"), lab]
    chapter = Chapter(folder / "lab.ipynb", v4.new_notebook(cells=cells))
    (folder / "lab.html").write_text(page_of(chapter, [chapter]), encoding="utf-8")
    return folder


def opened(page: Page, folder: Path, shows: str = "svg") -> Locator:
    page.set_default_timeout(60_000)
    page.goto((folder / "lab.html").as_uri())
    page.get_by_role("button", name="Play it on this page").click()
    lab = page.locator(".fkl-lab")
    expect(lab.locator(shows).first).to_be_visible(timeout=60_000)
    return lab


@pytest.fixture(scope="module")
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """Yield a page whose lab is open; no script may fail in it."""
    view = browser.new_page()
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    opened(view, folder)
    view.evaluate(LISTEN)
    yield view
    view.close()
    assert not faults


def asking(page: Page, sheep: int, width: int = 1366) -> Locator:
    """Return the lab with a question that nobody has guessed at."""
    page.set_viewport_size({"width": width, "height": 1000})
    lab = page.locator(".fkl-lab")
    menu(lab, "sheep", str(sheep))
    return lab


def menu(lab: Locator, name: str, value: str) -> None:
    lab.get_by_role("combobox", name=name, exact=True).select_option(value)


def guess(lab: Locator, percent: int) -> None:
    for field in (
        lab.get_by_role("group", name="your guess").get_by_role("spinbutton").all()
    ):
        field.fill(str(percent))
        field.blur()


@pytest.mark.timeout(400)
def test_games_are_those_of_play(page: Page) -> None:
    """Of the same address: payoffs and moves; and what the curve says of them."""
    lab = asking(page, sheep=18)
    menu(lab, "pairs of games a point", "25")
    expect(lab.get_by_text("Guess first")).to_be_visible()
    expect(lab.get_by_role("button", name="Play", exact=True)).to_be_disabled()
    guess(lab, 40)
    lab.get_by_role("button", name="Play", exact=True).click()
    expect(lab.get_by_text("Finished: your guess is")).to_be_visible(timeout=240_000)
    found: dict[str, dict[int, Any]] = {}
    for each in page.evaluate("window.games"):
        found.setdefault(each["job"]["address"], {}).update(each["found"])
    for simulations in (30, 100, 300):
        asked = match(FoxGame(sheep=18), paper(simulations))
        games = play_blocks(asked, MatchFiles(asked).read().stream, range(25))
        there = found[canonical_json(address_of(asked))]
        assert sorted(there) == [*range(25)]
        flat = [game for block in range(25) for game in there[block]]
        assert [tuple(p) for p, _ in flat] == [x.payoffs for x in games.finished]
        assert [bytes(moves) for _, moves in flat] == [x.moves for x in games.finished]
        row = result_row(games)
        ends = [100 * row[f"sheep_rate{end}"] for end in ("", "_low", "_high")]
        words = "{:.1f} % ({:.1f} to {:.1f})".format(*ends)
        said = (
            lab.locator(".fkl-points").inner_text().replace("\N{NO-BREAK SPACE}", " ")
        )
        assert f"{simulations}: {words}, 50 games" in said
    lab.get_by_role("button", name="play the rules of 30", exact=True).click()
    board = lab.locator(".fkl-played")
    expect(board.locator(".fkb-rules")).to_contain_text("sheep 18")
    expect(board.locator("[data-point]:focus")).to_have_count(1)
    for point in ("30", "40"):
        board.locator(f'[data-point="{point}"]').click()
    expect(board.locator(".fkb-tally")).to_be_visible()
    expect(board.get_by_role("button", name="Undo")).to_be_enabled()
    expect(board.get_by_role("listitem")).to_have_count(3, timeout=60_000)
    assert violations(page, ".fkl-lab") == []
    board.get_by_role("button", name="Close the board").click()
    expect(board).to_be_hidden()


CELL = """
from foxkit import FoxGame, RandomPlayer, match, paper
from foxkit.exercises.answers_that_play import compiled_game
one = match(FoxGame(sheep=18), paper(30))
others = match(FoxGame(), paper(30), paper(40)), match(FoxGame(), RandomPlayer())
print([compiled_game(one, 7, block, seat) for block in range(3) for seat in (0, 1)])
print([compiled_game(other, 7, 0, 0) for other in others])
"""
RUN = """cell => new Promise(async (done, fail) => {
  const take = ({ said }) => said && done(said[0].printed.split("\\n"));
  (await foxkitPlay.cells(take, fail)).run("exercise", cell);
})"""


def test_games_of_an_exercise_are_those_of_play(page: Page) -> None:
    games = play_blocks(match(FoxGame(sheep=18), paper(30)), 7, range(3))
    said = page.evaluate(RUN, CELL)
    assert said[:2] == [str([x.payoffs for x in games.finished]), "[None, None]"]


def test_a_guess_comes_first_and_stop_keeps_what_is_finished(page: Page) -> None:
    lab = asking(page, sheep=19, width=390)
    chart, play = (
        lab.locator(".fkl-chart"),
        lab.get_by_role("button", name="Play", exact=True),
    )
    expect(chart.locator(".fkl-usual")).to_have_count(0)
    expect(play).to_be_disabled()
    chart.click(position={"x": 60, "y": 100})
    menu(lab, "pairs of games a point", "400")
    expect(play).to_be_disabled()  # another question, another guess
    chart.click(position={"x": 60, "y": 100})
    play.click()
    expect(chart.locator(".fkl-usual")).to_have_count(1)
    expect(lab.locator(".fkl-points li").first).to_contain_text("games")
    lab.get_by_role("button", name="Stop").click()
    expect(lab.get_by_text("Play goes on from here")).to_be_visible()
    games = lab.locator(".fkl-points li").first.inner_text()
    assert 0 < int(games.split(",")[-1].split()[0]) < 800
    expect(play).to_be_enabled()
    wide = lab.evaluate("node => [node.scrollWidth, node.clientWidth]")
    assert wide[0] <= wide[1] <= 390


def test_a_guess_is_typed_from_box_to_box_and_clicked(page: Page) -> None:
    """What was typed stays, by keys as by mouse, and is what the score is of."""
    lab = asking(page, sheep=17)
    menu(lab, "pairs of games a point", "100")
    boxes = lab.get_by_role("group", name="your guess").get_by_role("spinbutton")
    marks = lab.locator(".fkl-guess > path")

    def typed(*keys: str) -> list[str]:
        for key in keys:
            page.keyboard.press(key)
        return [box.input_value() for box in boxes.all()]

    boxes.first.click()
    assert typed("5", "Tab", "2", "0", "Tab", "7") == ["5", "20", "7"]
    expect(boxes.last).to_be_focused()
    expect(marks).to_have_count(3)
    boxes.first.click()
    assert typed("ControlOrMeta+a", "9", "0", "Shift+Tab") == ["90", "20", "7"]
    boxes.nth(1).click()
    assert typed("ControlOrMeta+a", "Delete", "Tab") == ["90", "", "7"]
    expect(marks).to_have_count(2)  # an empty box is no guess, and not one of nothing
    assert typed("ControlOrMeta+a", "4", "0", "0", "Tab") == ["90", "", "100"]
    chart = lab.locator(".fkl-chart")
    hundred = chart.locator("text[text-anchor=middle]").get_by_text("100", exact=True)
    place, frame = hundred.bounding_box(), chart.bounding_box()
    assert place and frame
    chart.click(position={"x": place["x"] + 9 - frame["x"], "y": 120})
    assert 40 < int(boxes.nth(1).input_value()) < 60
    menu(lab, "pairs of games a point", "25")
    expect(boxes.first).to_have_value("")  # another question, another guess
    boxes.first.click()
    assert typed("5", "Tab", "2", "0") == ["5", "20", ""]
    lab.get_by_role("button", name="Play", exact=True).click()
    expect(lab.get_by_text("Finished: your guess is")).to_be_visible(timeout=240_000)
    rates = [
        float(p.split()[1]) for p in lab.locator(".fkl-points li").all_inner_texts()
    ]
    off = (abs(rates[0] - 5) + abs(rates[1] - 20)) / 2
    said = lab.get_by_text("Finished: your guess is").inner_text()
    assert abs(int(said.split(" points")[0].split()[-1]) - off) <= 0.6
    assert violations(page, ".fkl-lab") == []


def test_without_memory_it_says_so(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    script = (folder / "play.js").read_text(encoding="utf-8")
    need = "memory = new WebAssembly.Memory("
    assert script.count(need) == 1
    poor = script.replace(need, f"throw new RangeError('no memory'); {need}")
    (tmp_path / "play.js").write_text(poor, encoding="utf-8")
    shutil.copy(folder / "lab.html", tmp_path)
    view = browser.new_page()
    lab = opened(view, tmp_path)
    guess(lab, 40)
    lab.get_by_role("button", name="Play", exact=True).click()
    expect(lab.get_by_text("No games can be played here: no memory")).to_be_visible()
    view.close()


def test_games_of_other_rules_are_not_played(
    browser: Browser, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "search_code_digest", lambda: b"another")
    play_file(tmp_path)
    shutil.copy(folder / "lab.html", tmp_path)
    view = browser.new_page()
    lab = opened(view, tmp_path, shows="p[role=status]")
    expect(lab.get_by_text("no games of these rules are compiled")).to_be_visible()
    view.close()
