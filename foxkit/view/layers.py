"""SVG fragments of a board, bottom to top, 100 units to a grid step.

`foxkit.view.svg` stacks them into a still picture, `foxkit.view.board` sends them to
the page one by one. No fragment carries an id, so any number can share a page.
"""

from collections.abc import Iterable, Mapping
from html import escape
from math import hypot
from types import MappingProxyType
from typing import Any, NamedTuple

from foxkit.view.assets import SHAPES
from foxkit.view.diagram import Diagram, Piece, Point
from foxkit.view.drawing import moved, text

UNIT = 100
"""Units to a grid step."""
_GROUNDS = ("light", "dark", "circle", "card")
_SHORT = 3  # characters that have room in large letters
_NONE: Mapping[Any, Any] = MappingProxyType({})


def _xy(point: Point) -> tuple[int, int]:
    return round(UNIT * point.x), round(UNIT * point.y)


def tiles(places: Iterable[tuple[float, float]], css_class: str) -> str:
    """Return squares of one grid step around places, as one path without seams."""
    corners = (f"{UNIT * (x - 0.5):g} {UNIT * (y - 0.5):g}" for x, y in places)
    path = "".join(f"M{corner}h{UNIT}v{UNIT}h-{UNIT}z" for corner in corners)
    return f'<path class="fk-{css_class}" d="{path}"/>' if path else ""


def _border(places: Iterable[tuple[float, float]]) -> str:
    """Return path data around unit squares, leaving out the sides that two share."""
    sides: set[tuple[float, ...]] = set()
    for x, y in places:
        for side in ((0, 0, 1, 0), (1, 0, 1, 1), (0, 1, 1, 1), (0, 0, 0, 1)):
            a, b, c, d = side
            sides ^= {(x - 0.5 + a, y - 0.5 + b, x - 0.5 + c, y - 0.5 + d)}
    ends = (tuple(round(UNIT * v) for v in side) for side in sorted(sides))
    return "".join(f"M{a} {b}L{c} {d}" for a, b, c, d in ends)


def regions(board: Diagram) -> str:
    """Return each region as a tint with an outline, its label as a tooltip."""
    parts = []
    for region in board.regions:
        places = [(board[name].x, board[name].y) for name in region.points]
        tint = tiles(places, region.role)
        edge = f'<path class="fk-{region.role}-edge" d="{_border(places)}"/>'
        parts.append(f"<g><title>{escape(region.label)}</title>{tint}{edge}</g>")
    return "".join(parts)


def lines(board: Diagram) -> str:
    """Return the board's lines as one path, with a dot on every point they join."""
    places = {p.name: _xy(p) for p in board.points}
    path = "".join(
        "M{} {}L{} {}".format(*places[a], *places[b]) for a, b in board.lines
    )
    joined = dict.fromkeys(name for line in board.lines for name in line)
    dots = (_disc(board[name], 7, "dot") for name in joined)
    return f'<path class="fk-lines" d="{path}"/>{"".join(dots)}' if joined else ""


def ground(board: Diagram) -> str:
    """Return what points and scenery look like where nothing stands on them."""
    spots = (*board.points, *board.scenery)
    of = {shape: [p for p in spots if p.shape == shape] for shape in _GROUNDS}
    squares = (tiles([(p.x, p.y) for p in of[s]], s) for s in ("light", "dark"))
    circles = (_disc(point, 46, "place") for point in of["circle"])
    cards = (_card(point, "place") for point in of["card"])
    return "".join((*squares, *circles, *cards))


def axes(board: Diagram) -> str:
    """Return the coordinates, below the board and at its left."""
    left, _, _, foot = board.extent
    low, side = UNIT * (foot + 0.85), UNIT * (left - 0.75)
    columns = (text(UNIT * x, low, words, "axis") for x, words in board.columns)
    rows = (text(side, UNIT * y + 9, words, "axis") for y, words in board.rows)
    return "".join((*columns, *rows))


def label(piece: Piece) -> str:
    """Return what is written on a piece, around (0, 0)."""
    if len(piece.label) > _SHORT:
        return text(0, 5, piece.label, "label fk-long")
    return text(0, 14, piece.label, "label") if piece.label else ""


def pieces(board: Diagram) -> str:
    """Return every piece in its place."""
    drawn = ((SHAPES[p.shape] + label(p), _xy(board[p.point])) for p in board.pieces)
    return "".join(moved(body, *place) for body, place in drawn)


def _disc(point: Point, radius: int, css_class: str, more: str = "") -> str:
    x, y = _xy(point)
    return f'<circle class="fk-{css_class}" cx="{x}" cy="{y}" r="{radius}"{more}/>'


def _card(point: Point, css_class: str, more: str = "") -> str:
    x, y = _xy(point)
    place = f'x="{x - 37}" y="{y - 48}" width="74" height="96" rx="9"'
    return f'<rect class="fk-{css_class}" {place}{more}/>'


def mark(point: Point, radius: int, css_class: str, more: str = "") -> str:
    """Return a mark around whatever stands on a point, in the point's shape."""
    if point.shape == "card":
        return _card(point, css_class, more)
    return _disc(point, radius, css_class, more)


def last(board: Diagram, path: tuple[str, ...]) -> str:
    """Return the last move: its start dashed, the places it came to as discs."""
    start, *others = path
    marks = (mark(board[name], 46, "last") for name in others)
    return mark(board[start], 40, "from" if others else "last") + "".join(marks)


def targets(board: Diagram, names: Iterable[str]) -> str:
    """Return marks on points a piece may go to: a dot, or a ring round a piece."""
    looks = {name: (46, "ring") if board.at(name) else (17, "target") for name in names}
    return "".join(mark(board[name], *look) for name, look in looks.items())


def heat(board: Diagram, values: Mapping[str, float]) -> str:
    """Return a tint per point, stronger for larger |value|, cold where negative."""
    top = max((abs(value) for value in values.values()), default=0) or 1
    parts = []
    for name, value in values.items():
        tint = "heat" if value >= 0 else "cold"
        drawn = mark(board[name], 46, tint, f' opacity="{abs(value) / top:.2f}"')
        parts.append(f"<g><title>{escape(name)}: {value:.3g}</title>{drawn}</g>")
    return "".join(parts)


def marks(board: Diagram, notes: Mapping[str, str]) -> str:
    """Return a short note on each point, beside its piece; a ring for an empty note."""
    drawn = ""
    for name, words in notes.items():
        point, aside = board[name], 0.3 if board.at(name) else 0.0
        if not words:
            drawn += mark(point, 44, "ring")
            continue
        beside = Point(name, point.x + aside, point.y - aside)
        x, y = _xy(beside)
        drawn += _disc(beside, 24, "note") + text(x, y + 8, words, "note-text")
    return drawn


def _toward(
    start: tuple[float, float], end: tuple[float, float], far: float
) -> tuple[float, float]:
    """Return the point `far` units from `start` on the way to `end`."""
    (ax, ay), (bx, by) = start, end
    share = far / max(hypot(bx - ax, by - ay), 1)
    return ax + share * (bx - ax), ay + share * (by - ay)


def _join(places: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in places)


def arrow(board: Diagram, path: tuple[str, ...], weight: float = 1.0) -> str:
    """Return an arrow along points, wider and denser for a larger weight in [0, 1].

    A path of one point (a piece put on the board) is drawn as a ring.
    """
    if len(path) == 1:
        return mark(board[path[0]], 46, "ring", f' opacity="{0.4 + 0.5 * weight:.2f}"')
    places: list[tuple[float, float]] = [_xy(board[name]) for name in path]
    width = 8 + 16 * weight
    tip = _toward(places[-1], places[-2], 14)
    base = _toward(tip, places[-2], 14 + 1.3 * width)
    across, down = (tip[1] - base[1]) * 0.6, (base[0] - tip[0]) * 0.6
    wings = [(base[0] + side * across, base[1] + side * down) for side in (1, -1)]
    shaft = (_toward(places[0], places[1], 26), *places[1:-1], base)
    return (
        f'<g opacity="{0.4 + 0.5 * weight:.2f}">'
        f'<path class="fk-arrow" d="{_join(shaft)}" style="stroke-width:{width:.0f}"/>'
        f'<path class="fk-arrowhead" d="{_join((tip, *wings))}z"/></g>'
    )


class Overlay(NamedTuple):
    """What is drawn on top of a position; every place by the name of its point."""

    last: tuple[str, ...] = ()  # points of the last move, in order
    targets: tuple[str, ...] = ()  # where a piece may go
    arrows: Mapping[tuple[str, ...], float] = _NONE  # points of a move -> 0 to 1
    heat: Mapping[str, float] = _NONE  # point -> number
    notes: Mapping[str, str] = _NONE  # point -> short note, or "" for a ring

    def under(self, board: Diagram) -> str:
        """Return what lies below the pieces."""
        return heat(board, self.heat) + (last(board, self.last) if self.last else "")

    def over(self, board: Diagram) -> str:
        """Return what lies above the pieces."""
        drawn = (arrow(board, path, weight) for path, weight in self.arrows.items())
        return targets(board, self.targets) + "".join(drawn) + marks(board, self.notes)

    def words(self) -> str:
        """Return the same as sentences."""
        values = ((name, f"{value:.3g}") for name, value in self.heat.items())
        lists = {
            "Last move": [" to ".join(self.last)] if self.last else [],
            "Targets": list(self.targets),
            "Arrows": [f"{' to '.join(p)} ({w:.3g})" for p, w in self.arrows.items()],
            "Values": [
                f"{name} {v}" for name, v in values if self.notes.get(name) != v
            ],
            "Notes": [
                f"{name} {note or 'ringed'}" for name, note in self.notes.items()
            ],
        }
        return " ".join(f"{k}: {', '.join(said)}." for k, said in lists.items() if said)
