"""The Fox Game's board and what stands on it: points, lines, states, captures.

A board is an int64 of 7 rows by 8 bits, the last bit of a row always empty, so that a
step sideways can never wrap into the next row:

        column 0 1 2 3 4 5 6         point "rc" = bit 8 * r + c
    row 0      . . o o o . .         o  board, 33 points
    row 1      . . o o o . .         #  pasture, rows 4 to 6, columns 2 to 4
    row 2      o o o o o o o         sheep walk down: + 8, or sideways: + 1, - 1
    row 3      o o o o o o o
    row 4      o o # # # o o         diagonal lines join the points whose
    row 5      . . # # # . .         row + column is even
    row 6      . . # # # . .
"""

from typing import NamedTuple

import numpy as np

from foxkit.core import inlined
from foxkit.core.bits import ctz
from foxkit.games.fox_game.text import BOARD, POINTS, bits, index

SHEEP, FOXES = 0, 1
ALTERNATE, NONE, EVERYWHERE = 0, 1, 2
"""Where diagonal lines are: at points of even row + column, nowhere, at all points."""

PASTURE = bits(f"{row}{column}" for row in (4, 5, 6) for column in (2, 3, 4))
DIRECTIONS = np.array([-9, -8, -7, -1, 1, 7, 8, 9], np.int64)


def _neighbours(point: str, diagonals: int) -> int:
    even = (int(point[0]) + int(point[1])) % 2 == 0
    slanted = diagonals == EVERYWHERE or (diagonals == ALTERNATE and even)
    steps = DIRECTIONS if slanted else (-8, -1, 1, 8)
    around = (index(point) + int(step) for step in steps)
    return sum(1 << target for target in around if target >= 0) & BOARD


_LINES = np.zeros((3, 64), np.int64)
"""`_LINES[diagonals, point]` is the set of points joined to a point."""
for _point in POINTS:
    _LINES[:, index(_point)] = [_neighbours(_point, kind) for kind in range(3)]


def _flock(sheep: int, from_side: int) -> int:
    """Return sheep on rows 0 to 3 less those taken away, row 0 first (Figure 9).

    In the last row they go evenly, an odd number with the middle one, or from one side.
    """
    gone = [*POINTS[: 20 - sheep]]
    if gone and not from_side:
        row = [point for point in POINTS if point[0] == gone[-1][0]]
        inner = sorted(row, key=lambda point: abs(int(point[1]) - 3))
        number = len({*gone} & {*row})
        gone[-number:] = inner[1 - number % 2 :][:number]
    return bits(POINTS[:20]) & ~bits(gone)


FLOCKS = np.array([[_flock(n, side) for n in range(21)] for side in (0, 1)])
"""`FLOCKS[from_side, sheep]` is where so many sheep start, a set of points."""


class FoxState(NamedTuple):
    """Sheep and foxes as sets of points, and what the next move must know.

    Attributes:
        mover: the side to move, SHEEP (0) or FOXES (1).
        sideways: sheep turns in a row without a forward step.
        chain: point of the fox in the middle of a chain of captures, or -1.
    """

    sheep: int
    foxes: int
    mover: int
    sideways: int
    chain: int


@inlined
def linked(diagonals: int, point: int) -> int:
    return int(_LINES[diagonals, point])


@inlined
def landings(diagonals: int, sheep: int, foxes: int, point: int) -> int:
    """Return the landing points of the captures of the fox at `point`, as a set."""
    empty = BOARD & ~(sheep | foxes)
    over = linked(diagonals, point) & sheep
    found = 0
    while over:
        # Off the board the number may leave 0..63; & 63 maps it to an empty margin.
        found |= empty & (1 << ((2 * ctz(over) - point) & 63))
        over &= over - 1
    return found


@inlined
def mobile_foxes(diagonals: int, one_by_one: int, sheep: int, foxes: int) -> int:
    """Return the foxes that can step or capture, all judged on the same board.

    Or one after the other, those found immobile being gone for the next.
    """
    kept, rest = foxes, foxes
    while rest:
        point = ctz(rest)
        there = kept if one_by_one else foxes
        steps = linked(diagonals, point) & BOARD & ~(sheep | there)
        if not steps and not landings(diagonals, sheep, there, point):
            kept ^= 1 << point
        rest &= rest - 1
    return kept
