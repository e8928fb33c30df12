"""Boards on pages, with Python in the browser: as those of a kernel, and at home there.

FOXKIT_FRAMES=500 compares so many frames of each game.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_check import violations
from boards import settle
from nbformat import v4
from play_pages import (
    CROWDED,
    SEARCHES,
    each_look,
    play_file,
    stepper,
    write_pages,
)
from playwright.sync_api import Browser, Locator, Page, expect

from foxkit import RandomPlayer, curve, games, match, play
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games import NAMES, game_named
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html as page_of
from foxkit.site.play import bundle
from foxkit.solvers import exact
from foxkit.view import review
from foxkit.view.board import Board
from foxkit.view.record import Record
from foxkit.view.share import read_token, share_token

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
FRAMES = int(os.environ.get("FOXKIT_FRAMES", 20))
PLIES = 60  # of a game that is compared
BENCH = "return {play, PythonWorker, PageModel};"
COARSE = (  # the clock of Firefox and Safari, where it is coarsest
    "performance.now = ((now) => () => Math.floor(now() / 16.7) * 16.7)"
    "(performance.now.bind(performance));"
)
COMPARED = "frame", "game", "seats", "analysis", "draft", "said", "reviewed"
FOLLOW = """async ([place, messages, lengths]) => {
  const bench = window.bench ??= new foxkitPlay.PythonWorker();
  await bench.ready;
  let hear, fail;
  const shown = [], moved = () => hear?.(), lost = (error) => fail(error);
  const model = new foxkitPlay.PageModel(bench, { began: () => {}, moved, lost });
  const begin = { do: "begin", kind: "board", token: place, at: null };
  for (let message of [begin, ...messages]) {
    do {
      const told = new Promise((done, not) => ([hear, fail] = [done, not]));
      if (message) model.send(message);
      message = null;
      await told;
    } while (model.shown.analysis.thinking || model.shown.reviewed.on
      || model.shown.game.line.length < lengths[shown.length]);
    shown.push({ ...model.shown });
  }
  model.send({ do: "end" });
  return shown;
}"""

STEPS = """async ([place, messages]) => {
  const bench = window.bench ??= new foxkitPlay.PythonWorker();
  await bench.ready;
  let hear, fail;
  const shown = [], moved = () => hear(), lost = (error) => fail(error);
  const model = new foxkitPlay.PageModel(bench, { began: () => {}, moved, lost });
  for (const message of [{ do: "begin", kind: "steps", token: place }, ...messages]) {
    const told = new Promise((done, not) => ([hear, fail] = [done, not]));
    model.send(message);
    await told;
    shown.push({ ...model.shown });
  }
  return shown;
}"""


REVIEW = "foxkit/view/review.py"
LOOKS = 60  # simulations of each search of a review, however long they take


def unhurried(sources: dict[str, bytes]) -> bytes:
    """Return the source of reviews that no clock ends."""
    usual = b"SIMULATIONS, SECONDS = 2500, 0.25"
    assert sources[REVIEW].count(usual) == 1
    return sources[REVIEW].replace(usual, usual[:-10] + f"{LOOKS}, 9e9".encode())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    whole = bundle.page_sources()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            bundle, "page_sources", lambda: whole | {REVIEW: unhurried(whole)}
        )
        script = bundle.play_script()
    write_pages(made)
    assert script.count("return play;") == 1
    bench = script.replace("return play;", BENCH)
    begin = 'const WORKER = "'
    assert bench.count(begin) == 1
    bench = bench.replace(begin, f"{begin}{COARSE}\\n")
    (made / "bench.js").write_text(bench, encoding="utf-8")
    (made / "bench.html").write_text("<!doctype html><script src=bench.js></script>")
    return made


@pytest.fixture(scope="module")
def bench(browser: Browser, folder: Path) -> Iterator[Page]:
    """Yield a page whose worker is asked without a board to look at.

    Its clock moves in steps, as in some browsers.
    """
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto((folder / "bench.html").as_uri())
    yield page
    page.close()


@pytest.fixture
def without_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process know as few tables as a page."""
    part = exact.part_of

    def carried(game: Any, name: str) -> Any:
        return part(game, name) if isinstance(game, HareHounds) else None

    monkeypatch.setattr(exact, "part_of", carried)
    monkeypatch.setattr(exact, "find_spec", lambda name: None)


def variants(name: str) -> list[Any]:
    """Return the usual rules of a game and all others."""
    return [game_named(name), *(game_named(name, v) for v in game_named(name).VARIANTS)]


def some_game(game: Any, seed: int, plies: int) -> Record:
    """Return a game of moves drawn at random."""
    if hasattr(game, "with_deal"):
        game = game.with_deal(seed % 1000)
    record = Record(Position.start(game))
    while len(record) < plies and (moves := [*record.positions[-1].moves]):
        move = moves[mix(mix(seed, 1), len(record)) % len(moves)]
        record = record.with_move(move, len(record))
    return record


def plain(shown: dict[str, Any]) -> dict[str, Any]:
    """Return what is compared, as a page has it; seconds are never the same."""
    found = json.loads(json.dumps({part: shown[part] for part in COMPARED}))
    (found["analysis"]["opinion"] or {}).pop("seconds", None)
    return found


def followed(record: Record, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what a board of this process shows first, and after each message."""
    board = Board(record)
    shown = [plain(board.shown)]
    for message in messages:
        board.receive(message)
        assert settle(200)
        shown.append(plain(board.shown))
    return shown


def compare(bench: Page, start: Record, messages: list[dict[str, Any]]) -> int:
    """Hold what a page shows of a game to what this process does; count the frames."""
    everybody_is_here = {player: ("you", {}) for player in start.start.game.PLAYERS}
    place = share_token(start, len(start), everybody_is_here)
    here = followed(start, messages)
    lengths = [len(each["game"]["line"]) for each in here]  # with forced moves
    there = bench.evaluate(FOLLOW, [place, messages, lengths])
    assert len(there) == len(here) == 1 + len(messages)
    for mine, found in zip(here, map(plain, there), strict=True):
        assert found == mine
    return len(here)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("without_tables")
@pytest.mark.timeout(3000)
def test_frames_are_those_of_a_kernel(bench: Page, name: str) -> None:
    """Every part of what is shown, in games by every variant of the rules in turn."""
    found, number, kinds = 0, 0, variants(name)
    while found < FRAMES:
        plies = min(PLIES, FRAMES - found - 1)
        record = some_game(kinds[number % len(kinds)], number, plies)
        choices = zip(record.moves, record.positions, strict=False)
        chosen = [m for n, (m, at) in enumerate(choices) if not n or len(at.moves) > 1]
        moves = [{"do": "move", "move": move} for move in chosen]
        found += compare(bench, Record(record.start), moves)
        number += 1


LIGHT = {"simulations": 1000, "depth": 3, "episodes": 30, "iterations": 200}
SEARCHED = 20  # compared for each game, at least


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("without_tables")
@pytest.mark.timeout(3000)
def test_searches_are_those_of_a_kernel(bench: Page, name: str) -> None:
    """Every agent's opinion, children and all, in positions of games under way."""
    assert bundle.are_searches_current(), "run python -m foxkit.site.wasm.build"
    bench.evaluate("foxkitPlay.play.note = ''")
    kinds, searched, number = variants(name), 0, 0
    while searched < SEARCHED:
        plies = (3 + 4 * number) % PLIES
        start = some_game(kinds[number % len(kinds)], 100 + number, plies)
        asked, number = [], number + 1
        if start.positions[-1].outcome is not None:
            continue
        for who, opponent in Board(start).session.opponents.items():
            known = {setting.name for setting in opponent.settings}
            settings = {k: v for k, v in LIGHT.items() if k in known}
            searched += bool(settings)
            asked.append({"do": "ask", "who": who, "settings": settings})
        compare(bench, start, asked)
    assert bench.evaluate("foxkitPlay.play.note") == "", "all are compiled"


@pytest.mark.timeout(600)
def test_agents_think_by_a_coarse_clock(bench: Page) -> None:
    """Python's clock in a browser may move in steps of 16.7 ms."""
    start = Record(Position.start(game_named("fox-game")))
    place = share_token(start, 0, dict.fromkeys(("sheep", "foxes"), ("you", {})))
    settings = [{"simulations": 100}, {"simulations": 500}, {"seconds": 0.5}]
    asked = [{"do": "ask", "who": "MCTS", "settings": each} for each in 4 * settings]
    shown = bench.evaluate(FOLLOW, [place, asked, [0] * (1 + len(asked))])
    for each, message in zip(shown[1:], asked, strict=True):
        assert "MCTS would play" in str(each["said"])
        wanted = message["settings"].get("simulations", 1)
        assert each["analysis"]["opinion"]["simulations"] >= wanted


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("without_tables")
@pytest.mark.timeout(3000)
def test_a_review_is_a_kernels(
    bench: Page, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines, costs and intervals of a game that is looked back on."""
    monkeypatch.setattr(review, "SIMULATIONS", LOOKS)
    monkeypatch.setattr(review, "SECONDS", 9e9)
    compare(bench, some_game(game_named(name), 7, 9), [{"do": "review", "on": True}])


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.timeout(3000)
def test_steps_are_those_of_a_kernel(bench: Page, name: str) -> None:
    """A search's tape as it begins, after a setting, and after what is no position.

    It comes after the searches: what only a stepper asks for is not compiled, and said.
    """
    here = stepper(name)
    place, asked = here.token(), [{"name": "position", "value": "?"}]
    knobs = [knob for knob in here.shown["knobs"] if knob["name"] != "depth"]
    asked += [{"name": k["name"], "value": k["choices"][-1]} for k in knobs]
    there = bench.evaluate(STEPS, [place, asked])
    for message, found in zip([None, *asked], there, strict=True):
        if message:
            here.receive(message)
        assert found == json.loads(json.dumps(here.shown))


# -- on a page -------------------------------------------------------------------------


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Yield a page as wide as a laptop's, in which no script may fail."""
    view = browser.new_page(viewport={"width": 1366, "height": 768})
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.set_default_timeout(60_000)
    yield view
    view.close()
    assert not faults


@pytest.fixture(scope="module")
def several_page(browser: Browser, folder: Path) -> Iterator[Page]:
    """Yield a page with pictures of several games, whose Python is started once."""
    view = browser.new_page()
    faults: list[str] = []
    view.on("pageerror", lambda error: faults.append(str(error)))
    view.set_default_timeout(60_000)
    view.goto((folder / "several.html").as_uri())
    yield view
    view.close()
    assert not faults


@pytest.fixture
def several(several_page: Page) -> Iterator[Page]:
    """Yield that page without a board, and as wide as a laptop's."""
    several_page.set_viewport_size({"width": 1366, "height": 768})
    several_page.emulate_media(color_scheme="light")
    yield several_page
    begun = several_page.locator(".board:not([hidden]), .play button:disabled")
    if begun.count():  # a test has failed
        address = several_page.url.partition("#")[0]
        several_page.goto("about:blank")
        several_page.goto(address)


def beginning(page: Page, name: str) -> Locator:
    """Press the button of one of several pictures, and return the board that comes."""
    said = re.compile(rf"^Play here: {name}( \(|$)")  # the first one says what it costs
    page.get_by_role("button", name=said).click()
    board = page.locator(".fkb")
    expect(board.locator("[data-point]").first).to_be_visible(timeout=150_000)
    return board


def put_away(page: Page) -> None:
    page.get_by_role("button", name="Back to the picture").click()
    expect(page.locator(".fkb")).to_have_count(0)


def opened(page: Page, address: str) -> Locator:
    """Open a page, press the first button and return the board that comes."""
    page.goto(address)
    page.get_by_role("button", name="Play here").first.click()
    board = page.locator(".fkb")
    expect(board.locator("[data-point]").first).to_be_visible()
    return board


def number_of_moves(board: Locator) -> Locator:
    return board.locator(".fkb-moves li")


def sit(board: Locator, side: int, who: str) -> None:
    board.locator(".fkb-chair select").nth(side).select_option(who)


def play_by_keys(page: Page, board: Locator) -> None:
    """Play a move of the reader's with the keyboard alone."""
    board.locator(".fkb-movable").first.focus()
    page.keyboard.press("Enter")
    board.locator('[data-point][aria-label*="can go here"]').first.focus()
    page.keyboard.press("Enter")


REACH = """dice => {
  const goal = '[data-point][aria-label*="can go here"]';
  const found = (some) => [...document.querySelectorAll(`.fkb ${some}`)];
  const marked = [".fkb-choices button", goal, ".fkb-movable"]
    .map((some) => found(some).filter((each) => each.checkVisibility()))
    .find((some) => some.length) ?? [];
  marked[Math.floor(dice * marked.length)]?.focus();
  return marked.length;
}"""  # the focus goes to something at random with which a move goes on


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_games_are_played_to_their_ends_by_keyboard(several: Page) -> None:
    """Those that are nearly over, since Python is slow on a page."""
    for name in NAMES:
        play_to_the_end(several, beginning(several, name))
        put_away(several)


def play_to_the_end(page: Page, board: Locator) -> None:
    chairs = board.locator(".fkb-chair select").locator("visible=true")
    for chair in chairs.all():
        if chair.input_value() != "you":
            chair.select_option("random")
    said, pressed = board.locator(".fkb-said"), 0
    while " won" not in said.inner_text() and pressed < 2000:
        if page.evaluate(REACH, mix(7, pressed) % 1000 / 1000):
            page.keyboard.press("Enter")
        pressed += 1
        page.wait_for_timeout(30)
    expect(said).to_contain_text(" won")
    assert violations(page, ".fkb") == []


def test_a_search_begins_at_a_readers_position(page: Page, folder: Path) -> None:
    page.goto((folder / "steps.html").as_uri())
    buttons = page.get_by_role("button", name="Step from another position")
    expect(buttons).to_have_count(len(SEARCHES))
    expect(buttons.first).to_contain_text("7 MB, about three seconds")
    buttons.nth([*SEARCHES].index("alpha-beta")).click()
    own = page.locator(".board .fks")
    own.get_by_label("killers").press("End")
    expect(own.locator(".fks-title")).to_contain_text("with killers")
    text = own.get_by_label("position")
    assert text.input_value() == CROWDED
    text.fill("nowhere")
    text.press("Enter")
    expect(own.locator(".fks-problem")).to_contain_text("not 2 fields but 1")
    text.fill("21100/11100/00100/02000/00000 w")
    own.get_by_role("button", name="Search from here").click()
    expect(own.locator(".fks-words")).to_contain_text("wolves to move")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(own.get_by_label("position")).to_have_value(
        "21100/11100/00100/02000/00000 w"
    )
    assert violations(page, "main") == []
    page.get_by_role("button", name="Back to the first steps").click()
    expect(page.locator(".fks:visible")).to_have_count(len(SEARCHES))


def test_a_search_is_stopped(several: Page) -> None:
    board = beginning(several, "new fox-game")
    board.get_by_text("Ask the agents").click()
    seconds = board.get_by_label("seconds instead").last
    seconds.evaluate("""slider => {
      slider.value = slider.max;
      for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind));
    }""")
    board.get_by_role("button", name="Ask", exact=True).click()
    expect(board.locator(".fkb-busy")).to_contain_text("is thinking")
    board.get_by_role("button", name="Move now").click()
    expect(board.locator(".fkb-said")).to_contain_text("MCTS would play", timeout=9000)
    put_away(several)


def test_a_page_can_be_used_by_everybody(several: Page) -> None:
    """By day on a laptop and by night on a phone, before one plays and then."""
    for _ in each_look(several):
        assert violations(several, ".play") == []
    board = beginning(several, "new wolves")
    for width in each_look(several):
        assert violations(several, "main") == []
        wide = board.evaluate("b => [b.scrollWidth, b.clientWidth]")
        assert wide[0] <= wide[1] <= width
    put_away(several)


def test_pictures_side_by_side_can_be_played_each(several: Page) -> None:
    """And none in which the game is over."""
    page = several
    expect(page.get_by_role("button", name=": The start")).to_be_visible()
    expect(page.get_by_role("button", name=": Over")).to_have_count(0)
    board = beginning(page, "Under way")
    shown = read_token(
        page.locator("svg [data-name='Under way']").get_attribute("data-play")
    )
    assert read_token(page.url.rpartition(".")[2])[0].start == shown[0].start
    expect(page.locator("svg [data-name='Under way']")).to_be_visible()
    assert board.locator("select option").evaluate_all(
        "all => all.some(one => one.textContent === 'perfect')"
    )
    put_away(page)


def test_a_point_of_a_plot_is_played_and_one_of_its_games_watched(
    page: Page, folder: Path
) -> None:
    """By keyboard; the board has the point's rules, the reader the side that begins."""
    rules = [HareHounds(stall_limit=n) for n in (5, 8)]
    each = [match(x, RandomPlayer()) for x in rules]
    rows = play(each, max_blocks=25, min_blocks=25)
    drawn = curve(rows, "stall_limit", "hare_rate", title="Limits")
    picture = v4.new_output("display_data", data={"image/svg+xml": str(drawn)})
    cells = [
        v4.new_markdown_cell("# Limits"),
        v4.new_code_cell("", outputs=[picture]),
    ]
    chapter = Chapter(folder / "limits.ipynb", v4.new_notebook(cells=cells))
    path = folder / "limits.html"
    path.write_text(page_of(chapter, [chapter]), encoding="utf-8")
    page.goto(path.as_uri())
    page.locator("svg.fk").focus()
    for key in ("ArrowRight", "ArrowRight", "Tab"):
        page.keyboard.press(key)
    watch = page.get_by_role("button", name="Watch one of its games")
    watch.focus()
    page.keyboard.press("Enter")
    board, moves = page.locator(".fkb"), len(games(each[1])["moves"][0])
    expect(board.locator(".fkb-moves li")).to_have_count(moves + 1)
    expect(board).to_contain_text("stall limit 8")
    expect(board.get_by_role("button", name="Undo")).to_be_disabled()  # at its start
    start = [seat.input_value() for seat in board.locator(".fkb-chair select").all()]
    assert start[:2] == ["random", "random"]
    expect(board.get_by_role("button", name="play the moves")).to_be_focused()
    page.keyboard.press("Enter")
    expect(board.get_by_role("button", name="Undo")).to_be_enabled()
    page.get_by_role("button", name="Play this").focus()
    page.keyboard.press("Enter")
    expect(board.get_by_role("button", name="Undo")).to_be_disabled()
    seats = board.locator(".fkb-chair select")
    assert [seat.input_value() for seat in seats.all()][:2] == ["you", "random"]
    assert violations(page, "main") == []
    page.get_by_role("button", name="Close the board").click()
    expect(board).to_have_count(0)


def test_hands_stay_hidden(several: Page) -> None:
    """What one reads, or hears, is what one's own board in a notebook says."""
    board = beginning(several, "new franks-zoo")
    record, _, seats = read_token(several.url.rpartition(".")[2])
    assert [who for who, _ in seats.values()].count("you") == 1
    own = Board(record, seats=seats).shown["frame"]
    buttons = board.locator("[data-point]").evaluate_all("b => b.map(x => x.ariaLabel)")
    assert len(buttons) == len(own["scene"]["points"])
    assert board.evaluate("b => b.textContent").count("hand") < 5
    held = {place: words for place, _, words, *_ in own["pieces"] if "card" in place}
    for place, words in held.items():
        assert any(f"{place}, {words}" in button for button in buttons)
    put_away(several)


@pytest.mark.parametrize("fault", ["late", "missing"])
def test_where_python_does_not_come_the_page_stays(
    browser: Browser, folder: Path, tmp_path: Path, fault: str
) -> None:
    shutil.copy(folder / "wolves.html", tmp_path)
    if fault == "late":
        play_file(
            tmp_path, (folder / "play.js").read_text("utf-8"), START_LIMIT_SECONDS=0.1
        )
    view = browser.new_page()
    view.goto((tmp_path / "wolves.html").as_uri())
    view.get_by_role("button", name="Play here").first.click()
    expect(view.get_by_text("This cannot be played here")).to_be_visible()
    expect(view.locator(".fk-replay").first).to_be_visible()
    expect(view.get_by_role("button", name="Play here").first).to_be_enabled()
    view.close()


WORKERS = """const Own = Worker;
Worker = class extends Own {
  constructor(...all) { super(...all); (window.workers ??= []).push(this); }
};"""


def test_a_game_goes_on_from_its_address_and_where_python_has_died(
    page: Page, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is loaded before somebody plays; a closed page loses nothing.

    Its compiled searches are of other sources, which the page says. When Python dies
    without a word, the page says this, too, and the picture comes back.
    """
    monkeypatch.setattr(bundle, "search_code_digest", lambda: b"another")
    shutil.copy(folder / "wolves.html", tmp_path)
    play_file(tmp_path, PULSE_SECONDS=0.5, MAX_SILENT_PULSES=12)
    page.add_init_script(WORKERS)
    address = (tmp_path / "wolves.html").as_uri()
    page.goto(address)
    expect(page.get_by_text("7 MB, about three seconds").first).to_be_visible()
    assert page.evaluate("document.querySelectorAll('[src]').length") == 0
    board = opened(page, address)
    expect(page.get_by_text("Searches here are plain Python")).to_be_visible()
    play_by_keys(page, board)
    expect(number_of_moves(board)).to_have_count(3)  # the start, mine, and an answer
    record, at, seats = read_token(page.url.rpartition(".")[2])
    assert (len(record), at) == (2, 2) and seats["wolves"][0] == "you"
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(number_of_moves(board)).to_have_count(3)
    board.get_by_role("button", name="Undo").click()
    expect(board.locator('[aria-current="step"]')).to_have_text("start")
    page.get_by_role("button", name="Back to the picture").click()
    expect(board).to_have_count(0)
    expect(page.locator(".fk-replay").first).to_be_visible()
    page.get_by_role("button", name="Play here").first.click()
    play_by_keys(page, board)
    expect(number_of_moves(board)).to_have_count(3)
    page.evaluate("workers[0].terminate()")
    expect(page.get_by_text("Python has ended")).to_be_visible()
    expect(board).to_have_count(0)
    expect(page.locator(".fk-replay").first).to_be_visible()
    page.get_by_role("button", name="Play here").first.click()
    expect(number_of_moves(board)).to_have_count(3)
