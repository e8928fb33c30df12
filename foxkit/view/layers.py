"""A board's layers, bottom to top, as SVG fragments from `board.svg.j2`.

`foxkit.view.svg` stacks them into a still picture, `foxkit.view.replay` sends them to
the page one by one.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from foxkit.view.assets import SHAPES, template
from foxkit.view.diagram import Point

_NONE: Mapping[Any, Any] = MappingProxyType({})
Side = tuple[tuple[int, int], tuple[int, int]]


def border(points: Iterable[Point]) -> list[Side]:
    """Return the sides of the squares around points, without those that two share."""
    sides: set[Side] = set()
    for x, y in (point.xy for point in points):
        a, b, c, d = ((x + i, y + j) for j in (-50, 50) for i in (-50, 50))
        sides ^= {(a, b), (b, d), (c, d), (a, c)}
    return sorted(sides)


def _toward(start: complex, end: complex, far: float) -> complex:
    """Return the point `far` units from `start` on the way to `end`."""
    return start + far * (end - start) / max(abs(end - start), 1)


def _path(places: Iterable[complex]) -> str:
    return "M" + "L".join(f"{place.real:.0f} {place.imag:.0f}" for place in places)


def arrow(points: Sequence[Point], weight: float) -> tuple[str, str, float]:
    """Return path data of an arrow's shaft and head, and its width in units."""
    first, *middle, last = (complex(*point.xy) for point in points)
    before, width = [first, *middle][-1], 8 + 16 * weight
    tip = _toward(last, before, 14)
    base = _toward(tip, before, 14 + 1.3 * width)
    aside = 0.6j * (base - tip)
    begin = _toward(first, [*middle, last][0], 26)
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
