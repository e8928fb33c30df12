"""Files of this folder that become part of a page: markup, scripts, style sheets."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, Template

from foxkit.view.theme import plain

FOLDER = Path(__file__).parent
_TEMPLATES = Environment(loader=FileSystemLoader(FOLDER), autoescape=True)


def template(name: str, **known: Any) -> Template:
    """Return a template of markup, which may use what is `known` by these names."""
    return _TEMPLATES.get_template(name, globals=known)


@cache
def source(*names: str) -> str:
    """Return the text of files, one after the other."""
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


@cache
def sheet(name: str) -> str:
    """Return a style sheet of a picture in one line, by `foxkit.view.theme.plain`."""
    text = re.sub(r"(?s)/\*.*?\*/", "", source(name))
    text = re.sub(r"\s*([{};,])\s*|(?<=:)\s+", r"\1", text)
    return plain(text.replace(";}", "}"))


SHAPES = {
    path.stem: re.sub(r"</?svg[^>]*>|\n", "", path.read_text(encoding="utf-8"))
    for path in sorted((FOLDER / "pieces").glob("*.svg"))
}
"""Kind of piece -> its markup, drawn around (0, 0) within 40 units."""


def script(*names: str) -> str:
    """Return scripts as one text, led by the pieces' markup, which they draw."""
    return f"const SHAPES = {json.dumps(SHAPES)};\n{source(*names)}"
