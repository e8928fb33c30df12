"""The description of a board in terms that all games share: points, lines, pieces.

A game's own file, such as `foxkit.games.fox_game.board`, makes a `Diagram` of a state;
the drawing (`foxkit.view.svg`) and the widget (`foxkit.view.board`) are written once
against it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

from foxkit.core.quoting import quoted

UNIT = 100
"""The units of a drawing in a grid step."""
Shape = Literal["dot", "light", "dark", "field", "circle", "card"]
"""The look of a point: a dot on its lines, a square of a colour, ... ."""


def player_name(player: str, article: str = "") -> str:
    """The name of a player in a sentence: `player 1`, or `the foxes`.

    >>> player_name("1", "the "), player_name("foxes", "the ")
    ('player 1', 'the foxes')
    """
    return f"player {player}" if player.isdigit() else article + player


class Point(NamedTuple):
    """A named place for a piece; `x` to the right and `y` down, in grid steps."""

    name: str
    x: float
    y: float
    shape: Shape = "dot"

    @property
    def xy(self) -> tuple[int, int]:
        """The place in units of a drawing."""
        return round(UNIT * self.x), round(UNIT * self.y)


class Region(NamedTuple):
    """Points that belong together, such as the pasture, filled in a role's colour.

    One that is a `spoiler` shows something that a player may want to find alone: on a
    board to play on, it is drawn only on request.
    """

    label: str
    points: tuple[str, ...]
    role: Literal["goal", "danger", "reach", "box"] = "goal"
    spoiler: bool = False


class Piece(NamedTuple):
    """A player's piece, of a kind that `pieces/` has a drawing of, on a point."""

    kind: (
        str  # what it is; for equal kinds of several players, `seat` distinguishes them
    )
    point: str  # by name
    player: str = ""  # "" for nobody's
    label: str = ""  # written on it, such as the height of a stack or a card's name
    seat: int | None = None  # the player's number, for a colour and shape of their own

    @property
    def shape(self) -> str:
        """The name of the drawing of the piece."""
        name = self.kind.replace(" ", "-")
        return name if self.seat is None else f"{name}-{self.seat + 1}"

    @property
    def name(self) -> str:
        """The name of the piece in a sentence."""
        return self.kind + (
            "" if self.seat is None else f" of {player_name(self.player)}"
        )

    @property
    def words(self) -> str:
        """The name of the piece, with the text on it."""
        return ", ".join(filter(None, (self.name, self.label)))


@dataclass(frozen=True)
class Diagram:
    """A position described for drawing and for reading aloud.

    `lines` join points by name; `scenery` is drawn like points, but nothing can stand
    there; `columns` and `rows` are the coordinates written along the edges, as (place
    in grid steps, text); `captions` stand anywhere, as (x, y, text); `status` says
    whose turn it is and what else a player must know that the pieces do not show.
    """

    title: str
    points: tuple[Point, ...]
    pieces: tuple[Piece, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    scenery: tuple[Point, ...] = ()
    regions: tuple[Region, ...] = ()
    columns: tuple[tuple[float, str], ...] = ()
    rows: tuple[tuple[float, str], ...] = ()
    captions: tuple[tuple[float, float, str], ...] = ()
    status: str = ""

    def __getitem__(self, name: str) -> Point:
        if name not in self._points_by_name:
            fault = f"{quoted(name)} is not a point of {self.title}; points are "
            raise ValueError(fault + " ".join(self._points_by_name))
        return self._points_by_name[name]

    def points_named(self, names: Iterable[str]) -> list[Point]:
        """The points of some names, in this order; ValueError for an unknown name."""
        return [self[name] for name in names]

    @cached_property
    def _points_by_name(self) -> dict[str, Point]:
        """The points of the board by their names."""
        return {point.name: point for point in self.points}

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The smallest and largest x, then y, of all that is drawn, in grid steps."""
        spots = [(p.x, p.y) for p in self.points + self.scenery]
        xs, ys = zip(*spots, *((x, y) for x, y, _ in self.captions), strict=True)
        return min(xs), max(xs), min(ys), max(ys)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height with the margins, in units."""
        left, right, top, foot = self.extent
        wide, high = right - left + 1.65, foot - top + 1.7
        return UNIT * (left - 1), UNIT * (top - 0.65), UNIT * wide, UNIT * high

    def piece_at(self, name: str) -> Piece | None:
        """The piece on the point called `name`, None if it is empty."""
        return next((p for p in self.pieces if p.point == name), None)

    def points_of_move(self, move: str) -> tuple[str, ...]:
        """The points that a move's text names, in order.

        ValueError if it names none, or holds a number or letter that is no point.
        """
        names = "|".join(
            re.escape(n) for n in sorted(self._points_by_name, key=len)[::-1]
        )
        named = re.findall(names, move)
        if not named or not re.fullmatch(r"[-x]*", re.sub(names, "", move)):
            fault = f"{quoted(move)} is not a move over points of {self.title}"
            raise ValueError(fault)
        return tuple(named)

    def without_spoilers(self) -> "Diagram":
        """The diagram without regions that are spoilers."""
        return replace(self, regions=tuple(r for r in self.regions if not r.spoiler))

    def words(self) -> str:
        """The whole position as sentences, for a screen reader."""
        sentences = (
            [f"{self.status[0].upper()}{self.status[1:]}."] if self.status else []
        )
        points_by_piece: dict[str, list[str]] = {}
        for piece in self.pieces:
            label = f" ({piece.label})" if piece.label else ""
            points_by_piece.setdefault(piece.name, []).append(piece.point + label)
        for name, point_names in points_by_piece.items():
            sentences.append(
                f"{name.capitalize()} ({len(point_names)}) on {', '.join(point_names)}."
            )
        for region in self.regions:
            label = region.label[0].upper() + region.label[1:]
            sentences.append(f"{label}: {', '.join(region.points)}.")
        return " ".join(sentences)


def pieces(kind: str, player: str, points: Iterable[str]) -> tuple[Piece, ...]:
    """A player's pieces of one kind."""
    return tuple(Piece(kind, point, player) for point in points)


def numbered_points(names: Iterable[str]) -> tuple[Point, ...]:
    """Points whose names are a digit for the row and one for the column."""
    return tuple(Point(name, int(name[1]), int(name[0])) for name in names)


def edge_labels(number: int) -> tuple[tuple[int, str], ...]:
    """The first whole numbers as texts, each with its place, to label an edge."""
    return tuple((i, str(i)) for i in range(number))
