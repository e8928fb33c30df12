"""A finished picture, of a board, a tree or a plot: SVG with its style and words."""

import io
import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from foxkit import data
from foxkit.core.arguments import whole_number
from foxkit.core.quoting import quoted
from foxkit.view import theme

_GALLERY_GAP = 30  # units between drawings
_MAX_GALLERY_WIDTH = 960  # CSS pixels
_SMALLEST_LEGIBLE_PIXELS = 11  # of CSS; with smaller letters a phone scrolls instead
NARROW_MIME = "application/vnd.foxkit.narrow+json"
"""The MIME type of a picture's form for a phone, which its page draws there."""


@dataclass(frozen=True)
class Drawing:
    """SVG markup with its size and its text alternative.

    Boards, trees and plots become SVG here alone: colours are roles that follow a light
    or a dark page, parts have titles, which `tips.js` tells one by one where it has the
    focus. Jupyter shows it as it is; `str()` is the whole document. Nothing in it
    refers to anything outside, so it can be saved, pasted and printed.
    """

    body: str  # the markup inside the outer element
    width: float  # in units of the drawing, as the height
    height: float
    title: str  # what the picture is, in one line
    words: str = ""  # what is to be seen, for a reader who does not see it
    css: str = ""  # CSS for the classes used in the body
    scale: float = 0.5  # CSS pixels to a unit where the page sets no size
    smallest: float = 24  # units of its smallest letters
    figure: Any = field(default=None, compare=False)  # of a plot; for a PNG
    play: str = ""  # the share token (`foxkit.view.share`) of what to play on from here
    narrow: "Drawing | None" = field(default=None, compare=False)  # for a phone

    def __str__(self) -> str:
        wide, high = self.width * self.scale, self.height * self.scale
        words = f"<desc>{escape(self.words)}</desc>" if self.words else ""
        min_pixels = math.ceil(self.width * _SMALLEST_LEGIBLE_PIXELS / self.smallest)
        stop = ' tabindex="0"' if "<title>" in self.body else ""
        stop += f' data-play="{self.play}"' if self.play else ""
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" class="fk" role="img" '
            f'aria-label="{escape(self.title)}"{stop} width="{wide:.0f}" '
            f'height="{high:.0f}" viewBox="0 0 {self.width:g} {self.height:g}" '
            f'style="--fk-least:{min_pixels}px;max-width:100%;height:auto">'
            f"<title>{escape(self.title)}</title>{words}"
            f"<style>{theme.palette_css('.fk')}{self.css}</style>{self.body}</svg>"
        )

    def __repr__(self) -> str:
        return f"{self.title}\n{self.words}"

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        if self.narrow is None:
            return {}
        size = {"width": self.narrow.width, "height": self.narrow.height}
        return {
            NARROW_MIME: {**size, "scale": self.narrow.scale, "body": self.narrow.body}
        }

    def save(self, path: str | Path) -> None:
        """Write the SVG document to `*.svg`, or a plot to `*.png` or `*.pdf`, too.

        Raises:
            ValueError: the file's name ends otherwise, or something else than a file
                stands in its place, such as a link.
        """
        kinds = (".svg",) if self.figure is None else (".svg", ".png", ".pdf")
        suffix, name = Path(path).suffix.lower(), quoted(Path(path).name)
        if suffix not in kinds:
            subject = "picture that is no plot" if self.figure is None else "plot"
            raise ValueError(
                f"a {subject} is saved as {' or '.join(kinds)}, not {name}"
            )
        content = io.BytesIO(str(self).encode())
        if suffix != ".svg":
            content, ground = io.BytesIO(), theme.LIGHT["page"]
            self.figure.savefig(content, format=suffix[1:], dpi=200, facecolor=ground)
        data.write_whole(Path(path), content.getvalue())


def gallery(drawings: Iterable[Drawing], *, columns: int = 3) -> Drawing:
    """One picture of several, which stand side by side.

    Args:
        drawings: pictures, such as those of `board` and `curve`.
        columns: how many stand in a row.

    Returns:
        A `Drawing`, which a notebook shows.

    Raises:
        ValueError: there is no picture.

    Examples:
        >>> start = Position.start(FoxGame())
        >>> drawn = gallery([board(start), board(start.play("30-40"))], columns=2)
        >>> type(drawn).__name__
        'Drawing'
    """
    columns = whole_number("columns", columns, 1, 100)
    if isinstance(drawings, Drawing) or not isinstance(drawings, Iterable):
        raise ValueError(f"drawings are a list of pictures, not {quoted(drawings)}")
    drawings = [*drawings]
    for each in drawings:
        if not isinstance(each, Drawing):
            example = "such as board(position)"
            raise ValueError(f"a gallery is of pictures, {example}, not {quoted(each)}")
    if not drawings:
        raise ValueError("a gallery needs at least one drawing")
    rows = [drawings[i : i + columns] for i in range(0, len(drawings), columns)]
    width = max(sum(d.width + _GALLERY_GAP for d in row) for row in rows)
    scale = min(drawings[0].scale, _MAX_GALLERY_WIDTH / width)
    letters, parts, top = math.ceil(_SMALLEST_LEGIBLE_PIXELS / scale), [], 0.0
    for row in rows:
        next_left = 0.0
        for d in row:  # drawing.css has the least of its letters
            play = f' data-play="{d.play}" data-name="{escape(d.title)}"'
            parts.append(
                f'<svg x="{next_left:g}" y="{top:g}" width="{d.width:g}" '
                f'height="{d.height:g}" style="--fk-letters:{letters}px"'
                f"{play if d.play else ''}>{d.body}</svg>"
            )
            next_left += d.width + _GALLERY_GAP
        top += max(d.height for d in row) + _GALLERY_GAP
    narrow = [d.narrow for d in drawings if d.narrow]
    return Drawing(
        "".join(parts),
        width - _GALLERY_GAP,
        top - _GALLERY_GAP,
        "; ".join(d.title for d in drawings),
        " ".join(f"{d.title}. {d.words}" for d in drawings),
        "".join(dict.fromkeys(d.css for d in drawings)),
        scale,
        max(letters, min(d.smallest for d in drawings)),
        narrow=gallery(narrow, columns=1) if len(narrow) == len(drawings) else None,
    )
