"""Boards as still pictures: one SVG that scales, follows light and dark, and speaks."""

import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from foxkit.view.assets import sheet
from foxkit.view.diagram import UNIT, Diagram
from foxkit.view.drawing import Drawing, gallery
from foxkit.view.game_view import view_of
from foxkit.view.layers import MACROS, Overlay

if TYPE_CHECKING:
    from foxkit.rules.position import Position

__all__ = ["board", "draw", "frame", "gallery"]


def frame(shown: Diagram) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a board with its margins, in units."""
    left, right, top, foot = shown.extent
    wide, high = right - left + 1.65, foot - top + 1.7
    return UNIT * (left - 1), UNIT * (top - 0.65), UNIT * wide, UNIT * high


def draw(shown: Diagram, overlay: Overlay, caption: str = "") -> Drawing:
    """Draw a diagram and what lies on top of it, on a card with a caption."""
    _, _, width, height = box = frame(shown)
    said = caption[:1].upper() + caption[1:]
    rows = textwrap.wrap(said, max(12, int(width / 16)))
    more = 42 * len(rows) + 16 if rows else 0
    return Drawing(
        MACROS.still(shown, overlay, box, rows, more),
        width,
        height + more,
        title=caption or f"{shown.title}: {shown.status}",
        words=f"{shown.words()} {overlay.words()}".strip(),
        rules=sheet("drawing.css"),
    )


def board(
    position: "Position | Diagram",
    *,
    seen_by: str | None = None,
    last: str = "",
    targets: Iterable[str] = (),
    arrows: Iterable[str] | Mapping[str, float] = (),
    heat: Mapping[str, float] | None = None,
    marks: Iterable[str] | Mapping[str, str] = (),
    caption: str = "",
) -> Drawing:
    """Draw a position.

    Args:
        position: the position, or a diagram made by hand.
        seen_by: the player who looks on, where hands are hidden; None sees everything.
        last: the last move.
        targets: points a piece may go to.
        arrows: moves, with weights in [0, 1] if they differ.
        heat: point -> number, drawn as a tint relative to the largest.
        marks: points to ring, or point -> a note of one to three characters.
        caption: a line below the board.

    Raises:
        ValueError: a move or a point that is not on the board.
    """
    if isinstance(position, Diagram):
        shown = position
    else:
        shown = view_of(position.game, seen_by).drawn(position.state)
    weights = arrows if isinstance(arrows, Mapping) else dict.fromkeys(arrows, 1.0)
    overlay = Overlay(
        last=shown.trace(last) if last else (),
        targets=tuple(targets),
        arrows={shown.trace(move): weight for move, weight in weights.items()},
        heat=heat or {},
        notes=marks if isinstance(marks, Mapping) else dict.fromkeys(marks, ""),
    )
    return draw(shown, overlay, caption)
