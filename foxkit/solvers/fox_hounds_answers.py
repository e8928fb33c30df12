"""The answers for a position of Fox & Hounds, kept in four bytes by the tables."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.rules.fox_hounds import FOX, HOUNDS
from foxkit.solvers.fox_hounds_placements import Ints, Placements

HOUND_CODES = 84
FOX_WINS = 254
NOBODY = 255
"""Values in one byte, larger being better for the fox. The hounds win in 2 c plies with
the fox to move and in 2 c - 1 with the hounds to move, for a code c up to 84; the fox
wins in 254 - c for the others; 255 where a hound stands, which no hound chooses."""
NEVER = 255
"""A B value larger than every number."""
NO_PAIR = 0xFFFF
"""A largest B of v, met after k plies, is v * 256 + 255 - k: larger is greater."""


class Reading(NamedTuple):
    """How the document's definitions are read.

    Attributes:
        winning_boxes: 1 if a FoxBox counts for B only where the hounds win.
    """

    winning_boxes: int = 1


STANDARD = Reading()


class Layer(NamedTuple):
    """The answers for a layer with the fox to move: rows by placement, then bit.

    Attributes:
        values: winner and plies, uint8.
        boxes: B, uint8.
        pairs: the largest B and the plies until it is met, uint16.
    """

    values: NDArray[Any]
    boxes: NDArray[Any]
    pairs: NDArray[Any]


def new_layer(rows: int, width: int) -> Layer:
    """Return room for a layer's answers."""
    small = np.empty((2, rows, width), np.uint8)
    return Layer(small[0], small[1], np.empty((rows, width), np.uint16))


def row_of(layer: Layer, number: int) -> Layer:
    """Return the answers for one placement."""
    return Layer(layer.values[number], layer.boxes[number], layer.pairs[number])


class Desk(NamedTuple):
    """Where one placement is worked out.

    Attributes:
        hounds: its squares.
        after: the numbers of the placements after each move, see `neighbours`.
        values: values with the hounds to move, by bit; one more for "no square".
        boxes: B with the hounds to move.
        pairs: the largest B with the hounds to move.
    """

    hounds: Ints
    after: Ints
    values: NDArray[Any]
    boxes: NDArray[Any]
    pairs: NDArray[Any]


def new_desk(tables: Placements) -> Desk:
    """Return a desk for one thread."""
    hounds, after = np.empty(tables.k, np.int64), np.empty(2 * tables.k, np.int64)
    return Desk(hounds, after, *row_of(new_layer(1, tables.width + 1), 0))


class Answer(NamedTuple):
    """What perfect play leads to.

    Attributes:
        winner: FOX or HOUNDS.
        plies: single moves until the end; the winner hurries, the loser delays.
        b: B, plies until the hounds have forced a winning FoxBox; None for Never.
        max_b: the largest B that the fox can force and the plies until it is met.
    """

    winner: int
    plies: int
    b: int | None
    max_b: tuple[int, int] | None


def decoded(code: int, box: int, pair: int, mover: int) -> Answer:
    """Return an answer from the numbers in which the tables keep it."""
    winner = HOUNDS if code <= HOUND_CODES else FOX
    plies = 2 * code - mover if winner == HOUNDS else FOX_WINS - code
    largest = None if pair >> 8 == NEVER else (pair >> 8, 255 - (pair & 255))
    return Answer(winner, plies, None if box == NEVER else box, largest)
