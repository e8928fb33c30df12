"""Files of this folder that become part of a page: markup, scripts, style sheets."""

import json
import re
from functools import cache
from pathlib import Path

from foxkit.games import all_parts
from foxkit.view.theme import plain

_FOLDER = Path(__file__).parent


@cache
def contents(*names: str) -> str:
    """The text of files, one after the other."""
    return "".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)


@cache
def sheet(name: str) -> str:
    """A style sheet of a picture in one line, by `foxkit.view.theme.plain`."""
    text = re.sub(r"(?s)/\*.*?\*/", "", contents(name))
    text = re.sub(r"\s*([{};,])\s*|(?<=:)\s+", r"\1", text)
    return plain(text.replace(";}", "}"))


_COMMENT = re.compile(r"(?m)^\s*(?://.*|/\*\*.*\*/)\n|^ +")


def without_comments(script: str) -> str:
    """A script without lines that are comments, and without indentation.

    >>> without_comments("// two\\n  f(2);")
    'f(2);'
    """
    return _COMMENT.sub("", script)


SHAPES = {
    path.stem: re.sub(r"</?svg[^>]*>|\n", "", path.read_text(encoding="utf-8"))
    for path in sorted((_FOLDER / "pieces").glob("*.svg"))
}
"""Kind of piece -> its markup, drawn around (0, 0) within 40 units."""


def script(*names: str) -> str:
    """Scripts as one text, led by the pieces' markup, which they draw.

    Cards are made of pieces, and are always there: the boards of a page share the
    script of the first one, whatever their games.
    """
    all_parts("board_pieces")  # which add what they draw to SHAPES
    does = without_comments(contents(*names))
    return f"const SHAPES = {json.dumps(SHAPES)};\n{does}"
