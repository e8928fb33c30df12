"""Files of this folder that become part of a page: markup, scripts, style sheets."""

import json
import re
from functools import cache
from pathlib import Path

from foxkit.games import all_parts
from foxkit.view.theme import with_light_fallbacks

_FOLDER = Path(__file__).parent


@cache
def file_texts(*names: str) -> str:
    """The texts of files in this folder, one after the other."""
    return "".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)


@cache
def picture_style(name: str) -> str:
    """A picture's style sheet in one line, with light colours as fallbacks."""
    text = re.sub(r"(?s)/\*.*?\*/", "", file_texts(name))
    text = re.sub(r"\s*([{};,])\s*|(?<=:)\s+", r"\1", text)
    return with_light_fallbacks(text.replace(";}", "}"))


_COMMENT_OR_INDENTATION = re.compile(r"(?m)^\s*(?://.*|/\*\*.*\*/)\n|^ +")


def without_comments(script: str) -> str:
    """A script without lines that are comments, and without indentation.

    >>> without_comments("// two\\n  f(2);")
    'f(2);'
    """
    return _COMMENT_OR_INDENTATION.sub("", script)


SHAPES = {
    path.stem: re.sub(r"</?svg[^>]*>|\n", "", path.read_text(encoding="utf-8"))
    for path in sorted((_FOLDER / "pieces").glob("*.svg"))
}
"""Kind of piece -> its markup, drawn around (0, 0) within 40 units."""


def joined_scripts(*names: str) -> str:
    """Scripts of this folder as one text, led by the drawings of the pieces.

    Cards are made of pieces, and are always there: the boards of a page share the
    script of the first one, whatever their games.
    """
    all_parts("board_pieces")  # which add what they draw to SHAPES
    does = without_comments(file_texts(*names))
    return f"const SHAPES = {json.dumps(SHAPES)};\n{does}"
