"""Games and searches as HTML: data that notebooks store, and scripts that show it.

    in an executed chapter    data, a picture, and a line that says how it is brought
                              to life: `without_scripts`
    on a page, in JupyterLab  the same data with today's style and script:
                              `with_current_scripts`

So a stored output is never older than the script that draws it.
"""

import json
import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from foxkit.view import theme
from foxkit.view.assets import file_texts, joined_scripts, picture_style

if TYPE_CHECKING:
    from foxkit.view.drawing import Drawing

_SHOW_FUNCTIONS = {"fk-replay": "replay", "fks": "stepPage"}
"""Class of an element with data -> the function that shows it."""
_SCRIPTS = "stage.js", "replay_controls.js", "stepper.js"
_LINE_STYLE = "margin:.5em 0;font:600 1em system-ui,sans-serif"


def boards_css() -> str:
    """The CSS of boards on a page, palette included."""
    return (
        theme.palette_css(".fk")
        + picture_style("drawing.css")
        + file_texts("board.css")
    )


@cache
def _style_and_script() -> str:
    """The style and the script that all elements of a page share."""
    shows = ", ".join(_SHOW_FUNCTIONS.values())
    function_body = f"{joined_scripts(*_SCRIPTS)}\nreturn {{{shows}}};"
    css = boards_css() + file_texts("stepper.css")
    shared = f"<script>window.foxkit ??= (() => {{{function_body}}})();</script>"
    return f"<style>{css}</style>{shared}"


def _script_that_shows(kind: str) -> str:
    """The script that calls a show function on the element before it."""
    element = "document.currentScript.previousElementSibling"
    return f"<script>foxkit.{_SHOW_FUNCTIONS[kind]}({element})</script>"


def live_element(
    kind: str, still: "Drawing", words: str, data: Any, does: str, at: str
) -> str:
    """A picture with data and what shows it, which needs neither kernel nor network.

    Args:
        kind: a class of `_SHOW_FUNCTIONS`.
        still: the picture.
        words: the same in words, for a page that takes out pictures and scripts.
        data: what the script shows.
        does: what a reader can do with it once its cell has run, such as "play".
        at: the attribute that lets a page go on from it.
    """
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return (
        f'{_style_and_script()}<div class="fk {kind}" {at} data-run="{does}">{still}'
        f"<p>{escape(words)}</p>"
        f'<script type="application/json">{text}</script></div>'
        f"{_script_that_shows(kind)}"
    )


_STYLES_AND_SCRIPTS = re.compile(
    r"(?s)<style>(?:(?!</style>).)*</style>"
    r"<script>window\.foxkit\w* \?\?=(?:(?!</script>).)*</script>"
    r"|<script>foxkit[._]\w+\([\w.]*\)</script>"
)
"""What an element has today, or had in an older foxkit, beside its data."""
_ELEMENT_WITH_DATA = re.compile(
    rf'(?s)(<div class="fk ({"|".join(_SHOW_FUNCTIONS)})" [^>]*data-run="([^"]*)">.*?)'
    r'(?:<p class="fk-run"[^>]*>[^<]*</p>)?'
    r'(<script type="application/json">[^<]*</script></div>)'
)


def without_scripts(html: str) -> str:
    """HTML whose games and searches are data and a picture, without scripts."""

    def with_words(part: re.Match[str]) -> str:
        words = f"Press Shift+Enter to {part[3]}."
        line = f'<p class="fk-run" style="{_LINE_STYLE}">{words}</p>'
        return f"{part[1]}{line}{part[4]}"

    return _ELEMENT_WITH_DATA.sub(with_words, _STYLES_AND_SCRIPTS.sub("", html))


def with_current_scripts(html: str) -> str:
    """HTML whose games and searches have today's styles and scripts."""
    return _ELEMENT_WITH_DATA.sub(
        lambda part: (
            f"{_style_and_script()}{part[1]}{part[4]}{_script_that_shows(part[2])}"
        ),
        _STYLES_AND_SCRIPTS.sub("", html),
    )
