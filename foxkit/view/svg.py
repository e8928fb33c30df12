"""Boards as pictures that scale, follow light and dark, and speak.

`board.svg.j2` draws their layers, bottom to top; a still picture is all of them, and
`foxkit.view.replay` sends them to the page one by one.
"""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from foxkit.view.assets import SHAPES, sheet, template
from foxkit.view.diagram import UNIT, Diagram, Point
from foxkit.view.drawing import Drawing
from foxkit.view.game_view import view_of

if TYPE_CHECKING:
    from foxkit.rules.position import Position

_NONE: Mapping[Any, Any] = MappingProxyType({})
Side = tuple[tuple[int, int], tuple[int, int]]


def border(points: Iterable[Point]) -> list[Side]:
    """Return the sides of the squares around points, without those that two share."""
    sides: set[Side] = set()
    for x, y in (point.xy for point in points):
        a, b, c, d = ((x + i, y + j) for j in (-50, 50) for i in (-50, 50))
        sides ^= {(a, b), (b, d), (c, d), (a, c)}
    return sorted(sides)


def toward(start: complex, end: complex, far: float) -> complex:
    """Return the point `far` units from `start` on the way to `end`."""
    return start + far * (end - start) / max(abs(end - start), 1)


def _path(places: Iterable[complex]) -> str:
    return "M" + "L".join(f"{place.real:.0f} {place.imag:.0f}" for place in places)


def arrow(points: Sequence[Point], weight: float) -> tuple[str, str, float]:
    """Return path data of an arrow's shaft and head, and its width in units."""
    first, *middle, last = (complex(*point.xy) for point in points)
    before, width = [first, *middle][-1], 8 + 16 * weight
    tip = toward(last, before, 14)
    base = toward(tip, before, 14 + 1.3 * width)
    aside = 0.6j * (base - tip)
    begin = toward(first, [*middle, last][0], 26)
    shaft, head = (begin, *middle, base), (tip, base + aside, base - aside)
    return _path(shaft), _path(head), width


MACROS: Any = template("board.svg.j2", border=border, arrow=arrow, shapes=SHAPES).module
"""`below(board)`, `pieces(board)`, `under(board, overlay)`, `over(board, overlay)`."""


class Overlay(NamedTuple):
    """What is drawn on top of a position; every place by the name of its point."""

    last: tuple[str, ...] = ()  # points of the last move, in order
    targets: tuple[str, ...] = ()  # where a piece may go
    arrows: Mapping[tuple[str, ...], float] = _NONE  # points of a move -> 0 to 1
    heat: Mapping[str, float] = _NONE  # point -> number
    notes: Mapping[str, str] = _NONE  # point -> short note, or "" for a ring
    strongest: float = 0  # the number of the full tint; 0: the largest of them

    def words(self) -> str:
        """Return the same as sentences."""
        values = ((name, f"{value:.3g}") for name, value in self.heat.items())
        notes = self.notes.items()
        lists = {
            "Last move": [" to ".join(self.last)] if self.last else [],
            "Targets": self.targets,
            "Arrows": [f"{' to '.join(p)} ({w:.3g})" for p, w in self.arrows.items()],
            "Values": [f"{n} {v}" for n, v in values if self.notes.get(n) != v],
            "Notes": [f"{name} {note or 'ringed'}" for name, note in notes],
        }
        return " ".join(f"{k}: {', '.join(said)}." for k, said in lists.items() if said)


def frame(shown: Diagram) -> tuple[float, float, float, float]:
    """Return left, top, width and height of a board with its margins, in units."""
    left, right, top, foot = shown.extent
    wide, high = right - left + 1.65, foot - top + 1.7
    return UNIT * (left - 1), UNIT * (top - 0.65), UNIT * wide, UNIT * high


def draw(shown: Diagram, overlay: Overlay, caption: str = "") -> Drawing:
    """Draw a diagram and what lies on top of it, on a card with a caption."""
    _, _, width, height = box = frame(shown)
    said = caption[:1].upper() + caption[1:]
    rows = textwrap.wrap(said, max(12, int(width / 18)))
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
    strongest: float = 0,
    marks: Iterable[str] | Mapping[str, str] = (),
    aside: bool = False,
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
        strongest: the number that has the full tint, the same for boards side by side.
        marks: points to ring, or point -> a note of one to three characters.
        aside: whether regions are drawn that a player may want to find alone, such as
            a FoxBox.
        caption: a line below the board.

    Raises:
        ValueError: a move or a point that is not on the board.
    """
    if isinstance(position, Diagram):
        shown = position
    else:
        shown = view_of(position.game, seen_by).drawn(position.state)
    if not aside:
        shown = shown.without_asides()
    weights = arrows if isinstance(arrows, Mapping) else dict.fromkeys(arrows, 1.0)
    overlay = Overlay(
        last=shown.trace(last) if last else (),
        targets=tuple(targets),
        arrows={shown.trace(move): weight for move, weight in weights.items()},
        heat=heat or {},
        notes=marks if isinstance(marks, Mapping) else dict.fromkeys(marks, ""),
        strongest=strongest,
    )
    return draw(shown, overlay, caption)
