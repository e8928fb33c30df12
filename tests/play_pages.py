"""Pages on which games can be played, for tests: made as the site's are."""

from pathlib import Path
from typing import Any

from nbformat import v4

from foxkit.rules.games import NAMES, game_named
from foxkit.rules.position import Position
from foxkit.site.chapters import Chapter
from foxkit.site.pages import page
from foxkit.site.play.bundle import play_script
from foxkit.view.board import Board
from foxkit.view.replay import Replay
from foxkit.view.stored import examples

PATIENT = "const MOST = 300;"  # a busy machine is slow, not wrong


def _shown(thing: Any) -> Any:
    """Return a cell that shows what a board, a replay or a position leaves behind."""
    data = {"image/svg+xml": thing._repr_svg_()}
    if isinstance(thing, Replay):
        data["text/html"] = thing._repr_html_()
    return v4.new_code_cell("", outputs=[v4.new_output("display_data", data=data)])


def play_file(folder: Path, most: str = PATIENT) -> None:
    """Write `play.js`, which waits so long for Python."""
    script = play_script()
    assert "const MOST = 30;" in script
    text = script.replace("const MOST = 30;", most)
    (folder / "play.js").write_text(text, encoding="utf-8")


def write_pages(folder: Path, most: str = PATIENT) -> None:
    """Write a page a game, with a board, a position and examples, and `play.js`."""
    play_file(folder, most)
    for name in NAMES:
        game = game_named(name)
        left = [Board(game)._still(), Position.start(game)]
        left += [Replay(each, 1) for each in examples(game).values()]
        cells = [v4.new_markdown_cell(f"# {name}"), *map(_shown, left)]
        chapter = Chapter(folder / f"{name}.ipynb", v4.new_notebook(cells=cells))
        html = page(chapter, [chapter])
        (folder / f"{name}.html").write_text(html, encoding="utf-8")
