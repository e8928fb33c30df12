"""Pages on which games can be played, for tests: made as the site's are."""

import os
import pickle
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from nbformat import v4
from playwright.sync_api import Page

from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games import NAMES, game_named
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.franks_zoo.fusion import EXAMPLE
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.games.wolves.board import report_evaluation
from foxkit.games.wolves.evaluation import WIN
from foxkit.games.wolves.rules import Wolves, WolvesCorner
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page_html
from foxkit.site.play import bundle
from foxkit.view.board import Board
from foxkit.view.drawing import gallery
from foxkit.view.replay import Replay
from foxkit.view.stepper import Stepper
from foxkit.view.stored import example_records
from foxkit.view.svg import board

PATIENT = 300  # seconds: a busy machine is slow, not wrong


def once(function: Callable[[], Any]) -> Callable[[], Any]:
    """Return a function that is computed once, if possible by one worker for all."""

    def found() -> Any:
        shared = os.environ.get("FOXKIT_TESTS_SHARED")
        if not shared:
            return function()
        path = Path(shared, f"{function.__name__}.pickle")
        with suppress(FileNotFoundError):
            return pickle.loads(path.read_bytes())
        made = function()
        own = path.with_suffix(f".{os.getpid()}")  # so nobody reads half of it
        own.write_bytes(pickle.dumps(made))
        own.replace(path)
        return made

    return cache(found)


for slow in ("hare_hounds_values", "lab_streams", "stored_lab_rates"):
    # Each takes seconds, for every `play.js` of a test.
    setattr(bundle, slow, once(getattr(bundle, slow)))


CROWDED = "21100/11100/02100/00000/00000 s"
CORNER = "11100/10000/02200/00000/00000 w"
TINY = "b2 a2 c2/. . c2/d1 . a2 | 1"
HANDS = (
    "1 crocodile, 1 lion, 1 mouse | 1 bear, 1 fish | 1 whale, 1 mouse, 1 perch | "
    "1 elephant, 1 fish ; opening ; 1 1 0 0000"
)
SEARCHES: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "MCTS": (FoxGame(), "", {"simulations": 60}),
    "alpha-beta": (Wolves(), CROWDED, {"evaluation": report_evaluation, "unit": WIN}),
    "retrograde": (WolvesCorner(), CORNER, {}),
    "max^n": (BattleSheep(), TINY, {}),
    "deals": (FranksZoo(), HANDS, {"episodes": 20}),
    "strategy fusion": (FranksZoo(), EXAMPLE, {}),
}
"""A stepper of each search: game, position, settings."""


def stepper(search: str) -> Stepper:
    """Return one of `SEARCHES`."""
    game, text, settings = SEARCHES[search]
    start = Position.parse(game, text) if text else Position.start(game)
    return Stepper(start, search, **settings)


def _shown(thing: Any) -> Any:
    """Return a cell that shows what a board, a stepper or a position leaves behind."""
    picture = thing.still() if isinstance(thing, Stepper) else thing
    data = {"image/svg+xml": picture._repr_svg_()}
    if isinstance(thing, Replay | Stepper):
        data["text/html"] = thing._repr_html_()
    return v4.new_code_cell("", outputs=[v4.new_output("display_data", data=data)])


def play_file(folder: Path, script: str = "", **constants: float) -> None:
    """Write `play.js`, or a script that was made before, with other constants."""
    text = script or bundle.play_script()
    for name, value in ({"START_LIMIT_SECONDS": PATIENT} | constants).items():
        text, n = re.subn(rf"\bconst {name} = \d+;", f"const {name} = {value};", text)
        assert n == 1, name
    (folder / "play.js").write_text(text, encoding="utf-8")


def write_pages(folder: Path) -> None:
    """Write a page with a board, a position and examples of a game, and two others.

    One has steppers, one pictures side by side: a new game and one under way of each
    kind, and three positions of a short game. `play.js` is beside them.
    """
    play_file(folder)
    game = game_named("wolves")
    left = [Board(game)._still(), Position.start(game)]
    left += [Replay(each, 1) for each in example_records(game).values()]
    _write_page(folder, "wolves", left)
    new, under_way = [], []
    for name in NAMES:
        at = ends(game_named(name))
        new.append(board(at["The start"], caption=f"new {name}"))
        under_way.append(board(at["Under way"], caption=name))
    short = ends(game_named("hare-hounds")).items()
    three = gallery([board(at, caption=words) for words, at in short])
    _write_page(folder, "several", [gallery(new), gallery(under_way), three])
    _write_page(folder, "steps", [*map(stepper, SEARCHES)])


DRAWN = (
    "() => new Promise((on) => requestAnimationFrame(() => requestAnimationFrame(on)))"
)


def each_look(page: Page) -> Iterator[int]:
    """Show a page by day on a laptop, by night on a phone; yield the width.

    Colours depend on the one alone, and what fits on the other.
    """
    for scheme, width in (("light", 1366), ("dark", 390)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": 768})
        page.evaluate(DRAWN)  # what scrolls is marked as such then
        yield width


def ends(game: Any) -> dict[str, Position]:
    """Return a game's start and, of a game at random, a late position and the end."""
    line = [Position.start(game)]
    while moves := [*line[-1].moves]:
        line.append(line[-1].play(moves[mix(1, len(line)) % len(moves)]))
    return {
        "The start": line[0],
        "Under way": line[len(line) * 7 // 8],
        "Over": line[-1],
    }


def _write_page(folder: Path, name: str, left: list[Any]) -> None:
    cells = [v4.new_markdown_cell(f"# {name}"), *map(_shown, left)]
    chapter = Chapter(folder / f"{name}.ipynb", v4.new_notebook(cells=cells))
    html = page_html(chapter, [chapter])
    (folder / f"{name}.html").write_text(html, encoding="utf-8")
