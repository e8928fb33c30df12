"""Numbering the placements of wolves and sheep on 5x5 squares, up to symmetry.

A placement is a *block* (where the wolves stand, one of each class of mirrored and
turned sets) and a *rank* (which of the other squares hold the sheep):

    wolves  --turn to the class's representative-->  block
    sheep   --turn alike, leave out the wolves' squares, rank in the order of the
              binary numbers (combinatorial number system)-->  rank

Where a representative is its own mirror image a placement has several ranks, its
*twins*; all of them are kept, with the same value.
"""

from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import inlined
from foxkit.core.bits import ctz, popcount

_LOW = 12  # a set of 25 squares is ranked by two look-ups: 12 bits and 13 bits
_HALF = 13  # and turned by two look-ups: 13 bits and 12 bits
SYMMETRIES = 8


class Index(NamedTuple):
    """The tables of the numbering, for one number of wolves and of sheep.

    Attributes:
        block: of each set of wolves, by its rank.
        turn: the symmetry, 0 to 7, that takes that set to its block's representative.
        wolves: the representative of each block.
        twins: the symmetries that leave a representative as it is, as bits.
        flocks: the sets of sheep in the order of their ranks, wolves' squares left out.
        images: the image of a half set under each symmetry.
        low, high: the parts of a rank; `high` by how many members `low` has.
    """

    block: NDArray[np.int32]
    turn: NDArray[np.int32]
    wolves: NDArray[np.int64]
    twins: NDArray[np.int32]
    flocks: NDArray[np.int64]
    images: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]


@cache
def _half_images() -> NDArray[np.int32]:
    """Return the images of all sets of the first 13 squares, and of the others."""
    board = np.arange(25).reshape(5, 5)
    turns = [np.rot90(b, n).ravel() for b in (board, board.T) for n in range(4)]
    images = np.zeros((SYMMETRIES, 2, 1 << _HALF), np.int32)
    halves = np.arange(1 << _HALF, dtype=np.int32)
    for symmetry, square in product(range(SYMMETRIES), range(25)):
        part, place = divmod(square, _HALF)
        images[symmetry, part] |= (halves >> place & 1) << int(turns[symmetry][square])
    return images


@cache
def _rank_parts() -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the ranks of the low bits, and of the high bits above p low ones."""
    high = np.zeros((_LOW + 1, 1 << (25 - _LOW)), np.int32)
    for members in range(_LOW + 1):
        for bits in range(1, high.shape[1]):
            top = bits.bit_length() - 1
            rest = bits ^ 1 << top
            nth = members + bits.bit_count()
            high[members, bits] = high[members, rest] + comb(_LOW + top, nth)
    low = np.zeros(1 << _LOW, np.int32)
    for members in range(_LOW + 1):
        sets = _sets(_LOW, members)
        low[sets] = np.arange(len(sets))
    return low, high


def _sets(squares: int, members: int) -> NDArray[np.int32]:
    """Return all sets of so many members, in the order of their ranks."""
    every = np.arange(1 << squares, dtype=np.int32)
    return every[np.bitwise_count(every) == members]


@cache
def index_of(wolves: int, sheep: int) -> Index:
    """Return the numbering for so many wolves and sheep."""
    images, (low, high) = _half_images(), _rank_parts()
    sets = np.array(
        sorted(sum(1 << s for s in c) for c in combinations(range(25), wolves))
    )
    alike = images[:, 0, sets & 8191] | images[:, 1, sets >> _HALF]
    least = alike.min(axis=0)
    representatives = np.unique(least)
    of_them = np.searchsorted(sets, representatives)
    fixed = alike[:, of_them] == representatives
    return Index(
        block=np.searchsorted(representatives, least).astype(np.int32),
        turn=alike.argmin(axis=0).astype(np.int32),
        wolves=representatives.astype(np.int64),
        twins=(fixed.T @ (1 << np.arange(SYMMETRIES))).astype(np.int32),
        flocks=_sets(25 - wolves, sheep).astype(np.int64),
        images=images,
        low=low,
        high=high,
    )


@inlined
def _rank(index: Index, members: int) -> int:
    low = members & 4095
    return int(index.low[low]) + int(index.high[popcount(low), members >> 12])


@inlined
def image(index: Index, symmetry: int, squares: int) -> int:
    """Return the image of a set of squares."""
    low, high = index.images[symmetry, 0], index.images[symmetry, 1]
    return int(low[squares & 8191]) | int(high[squares >> 13])


@inlined
def rank_of(index: Index, wolves: int, sheep: int) -> int:
    """Return the rank of the sheep where the wolves stand as in their block."""
    left_out = 0
    while wolves:  # close the gaps, from the first wolf's on
        below = (1 << (ctz(wolves) - left_out)) - 1
        sheep = (sheep & below) | (sheep >> 1 & ~below)
        wolves &= wolves - 1
        left_out += 1
    return _rank(index, sheep)


@inlined
def flock(index: Index, wolves: int, rank: int) -> int:
    """Return the squares of the sheep of a rank; `rank_of` goes the other way."""
    sheep = int(index.flocks[rank])
    while wolves:  # open a gap for each wolf
        below = (wolves & -wolves) - 1
        sheep = (sheep & below) | (sheep & ~below) << 1
        wolves &= wolves - 1
    return sheep


@inlined
def turned(index: Index, wolves: int, sheep: int) -> tuple[int, int]:
    """Return the block of a set of wolves, and the sheep turned as it is turned."""
    place = _rank(index, wolves)
    return int(index.block[place]), image(index, int(index.turn[place]), sheep)


@inlined
def locate(index: Index, wolves: int, sheep: int) -> tuple[int, int]:
    """Return the block and the rank of a placement."""
    block, sheep = turned(index, wolves, sheep)
    return block, rank_of(index, int(index.wolves[block]), sheep)
