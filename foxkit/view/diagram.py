"""What a board looks like, in words that no game owns: points, lines, squares, pieces.

`diagram(game, state)` is dispatched on the game's class. A new game registers one
function in a file of its own, such as `foxkit.view.fox_game`; the drawing
(`foxkit.view.svg`) and the widget (`foxkit.view.board`) are written once against
`Diagram`.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import Any, Literal, NamedTuple

from foxkit.rules.position import Position


class Point(NamedTuple):
    """A named place for a piece; `x` to the right and `y` down, in grid steps."""

    name: str
    x: float
    y: float


class Square(NamedTuple):
    """A square of one grid step around (x, y), drawn under the points."""

    x: float
    y: float
    role: Literal["light", "dark"] = "light"


class Region(NamedTuple):
    """Points that belong together, such as the pasture, filled in a role's colour."""

    label: str
    points: tuple[str, ...]
    role: Literal["goal", "danger", "reach", "box"] = "goal"


class Piece(NamedTuple):
    """A player's piece, of a kind that `pieces/` has a drawing of, on a point."""

    kind: str
    point: str
    player: str = ""


@dataclass(frozen=True)
class Diagram:
    """A position described for drawing and for reading aloud.

    `lines` join points by name; `columns` and `rows` are the coordinates written along
    the edges, as (place in grid steps, text); `status` says whose turn it is and what
    else a player must know that the pieces do not show.
    """

    title: str
    points: tuple[Point, ...]
    pieces: tuple[Piece, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    squares: tuple[Square, ...] = ()
    regions: tuple[Region, ...] = ()
    columns: tuple[tuple[float, str], ...] = ()
    rows: tuple[tuple[float, str], ...] = ()
    status: str = ""

    def __getitem__(self, name: str) -> Point:
        """Return the point called `name`; ValueError if there is none."""
        for point in self.points:
            if point.name == name:
                return point
        names = " ".join(p.name for p in self.points)
        raise ValueError(f"{name!r} is not a point of {self.title}; points are {names}")

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Return the least and greatest x, then y, of all points and squares."""
        spots: list[Point | Square] = [*self.points, *self.squares]
        across, down = [spot.x for spot in spots], [spot.y for spot in spots]
        return min(across), max(across), min(down), max(down)

    def at(self, name: str) -> Piece | None:
        """Return the piece on the point called `name`, None if it is empty."""
        return next((p for p in self.pieces if p.point == name), None)

    def trace(self, move: str) -> tuple[str, ...]:
        """Return the points that a move's text names, in order.

        ValueError if it names none, or holds a number or letter that is no point.
        """
        names = sorted((re.escape(p.name) for p in self.points), key=len, reverse=True)
        found = re.findall("|".join(names), move)
        rest = re.sub("|".join(names), "", move)
        if not found or not re.fullmatch(r"[-x]*", rest):
            raise ValueError(f"{move!r} is not a move over points of {self.title}")
        return tuple(found)

    def words(self) -> str:
        """Return the whole position as sentences, for a screen reader."""
        return " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        if self.status:
            yield f"{self.status[0].upper()}{self.status[1:]}."
        for kind in dict.fromkeys(piece.kind for piece in self.pieces):
            places = [piece.point for piece in self.pieces if piece.kind == kind]
            yield f"{kind.capitalize()} ({len(places)}) on {', '.join(places)}."
        for region in self.regions:
            yield f"{region.label.capitalize()}: {', '.join(region.points)}."


@singledispatch
def diagram(game: Any, state: Any) -> Diagram:
    """Describe a state for drawing; TypeError for a game that has no drawing."""
    raise TypeError(f"{type(game).__name__} has no drawing in foxkit.view")


def status(game: Any, state: Any) -> str:
    """Say who is to move or, of a finished game, who has won."""
    position = Position(game, state)
    outcome = position.outcome
    if outcome is None:
        return f"{position.mover} to move"
    best = max(outcome.values())
    winners = [player for player, payoff in outcome.items() if payoff == best]
    return f"{winners[0]} won" if len(winners) == 1 else "drawn"


def pieces(kind: str, player: str, points: Iterable[str]) -> tuple[Piece, ...]:
    """Return a player's pieces of one kind."""
    return tuple(Piece(kind, point, player) for point in points)


def numbered(names: Iterable[str]) -> tuple[Point, ...]:
    """Return points whose names are a digit for the row and one for the column."""
    return tuple(Point(name, int(name[1]), int(name[0])) for name in names)


def digits(number: int) -> tuple[tuple[int, str], ...]:
    """Return so many digits from 0 on, as they are written along an edge."""
    return tuple((i, str(i)) for i in range(number))
