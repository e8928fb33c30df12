"""Numbering the placements of the hounds, layer by layer, without a hash table.

A layer holds the placements of one sum of ranks: every move of a hound leads to the
next layer. Within a layer placements are numbered by combinatorial rank. With the
squares in ascending order h1 < ... < hk and r_j the sum of the ranks of h1 to hj,

    number = sum over j of counts[h_j, j, r_j]

where counts[n, j, r] is how many sets of j squares below n have the sum of ranks r. As
few as k look-ups number a placement; the largest hound is the most significant digit.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import bit_of, board, haven, reach, step

Ints = NDArray[np.int64]


class Placements(NamedTuple):
    """A board's numbering, and tables of its squares.

    Attributes:
        k: hounds, and light squares to a rank.
        height: number of ranks.
        safe_squares: as in `FoxHounds`.
        counts: see above; shape (squares + 1, k + 1, layers + 1), with an empty layer
            behind the last.
        rank: each square's rank.
        bit: each square's bit number in the set of its rank's parity.
        up: the two squares that a hound on each square can step to, or -1.
        down: the two squares that it can have come from, or -1.
        near: the bits of the fox's neighbours by parity and bit, `width` for none.
        cone: the squares within reach of a hound on each square, even and odd ranks.
    """

    k: int
    height: int
    safe_squares: int
    counts: Ints
    rank: Ints
    bit: Ints
    up: Ints
    down: Ints
    near: Ints
    cone: Ints

    @property
    def layers(self) -> int:
        """Return the number of layers."""
        return self.counts.shape[2] - 1

    @property
    def width(self) -> int:
        """Return the squares of the fuller parity, the length of a row of answers."""
        return self.near.shape[1]

    @property
    def total(self) -> int:
        """Return the number of placements of the hounds on the board."""
        return int(self.counts[-1, self.k].sum())

    def size(self, layer: int) -> int:
        """Return the number of placements in a layer."""
        return int(self.counts[-1, self.k, layer])


def _counts(k: int, height: int) -> Ints:
    squares, sums = k * height, k * (height - 1) + 2
    counts = np.zeros((squares + 1, k + 1, sums), np.int64)
    counts[:, 0, 0] = 1
    for n in range(squares):
        y = n // k
        counts[n + 1] = counts[n]
        counts[n + 1, 1:, y:] += counts[n, :-1, : sums - y]
    return counts


@compiled
def _fill(k: int, height: int, bit: Ints, up: Ints, down: Ints, cone: Ints) -> None:
    for square in range(len(bit)):
        bit[square] = bit_of(k, square)
        for side in range(2):
            up[square, side] = step(k, height, square, 2 * side - 1, 1)
            down[square, side] = step(k, height, square, 2 * side - 1, -1)
        alone = 1 << bit[square]
        upper = square // k & 1
        even, odd = reach(k, height, 0 if upper else alone, alone if upper else 0)
        cone[square, 0], cone[square, 1] = even, odd


def placements(game: FoxHounds) -> Placements:
    """Return the numbering of a board.

    Raises:
        ValueError: the board's size is not supported.
    """
    game.start()
    k, height = game.k, game.height
    rank, bit = np.arange(k * height) // k, np.empty(k * height, np.int64)
    up, down, cone = np.empty((3, k * height, 2), np.int64)
    _fill(k, height, bit, up, down, cone)
    width = k * ((height + 1) // 2)
    around = np.hstack([down, up])
    near = np.full((2, width, 4), width)
    near[rank % 2, bit] = np.where(around < 0, width, bit[around])
    counts = _counts(k, height)
    return Placements(
        k, height, game.safe_squares, counts, rank, bit, up, down, near, cone
    )


def number_of(tables: Placements, squares: list[int]) -> int:
    """Return the number of the placement on squares in ascending order."""
    totals = np.cumsum(tables.rank[squares])
    seats = np.arange(1, tables.k + 1)
    return int(tables.counts[squares, seats, totals].sum())


@inlined
def place(tables: Placements, layer: int, number: int, hounds: Ints) -> None:
    """Write the squares of a placement into `hounds`, in ascending order."""
    square = len(tables.rank)
    for j in range(tables.k, 0, -1):
        square -= 1
        while tables.counts[square, j, layer] > number:
            square -= 1
        hounds[j - 1] = square
        number -= tables.counts[square, j, layer]
        layer -= tables.rank[square]


@inlined
def number_after(tables: Placements, hounds: Ints, i: int, target: int) -> int:
    """Return the number of the placement in which hound i stands on `target`."""
    number, total, seat, waiting = 0, 0, 0, True
    for j in range(tables.k):
        if j == i:
            continue
        if waiting and target < hounds[j]:
            seat, total, waiting = seat + 1, total + tables.rank[target], False
            number += tables.counts[target, seat, total]
        seat, total = seat + 1, total + tables.rank[hounds[j]]
        number += tables.counts[hounds[j], seat, total]
    if waiting:
        number += tables.counts[target, seat + 1, total + tables.rank[target]]
    return number


@inlined
def with_hound(
    tables: Placements, sets: tuple[int, int], square: int
) -> tuple[int, int]:
    """Return the squares of a placement with one more hound."""
    bit = 1 << tables.bit[square]
    if tables.rank[square] & 1:
        return sets[0], sets[1] | bit
    return sets[0] | bit, sets[1]


@inlined
def with_reach(
    tables: Placements, sets: tuple[int, int], square: int
) -> tuple[int, int]:
    """Return what hounds can reach with one more of them."""
    return sets[0] | tables.cone[square, 0], sets[1] | tables.cone[square, 1]


@inlined
def sets_of(tables: Placements, hounds: Ints) -> tuple[int, int]:
    """Return the squares of a placement as two sets, even and odd ranks."""
    sets = (0, 0)
    for square in hounds:
        sets = with_hound(tables, sets, square)
    return sets


@inlined
def is_taken(tables: Placements, even: int, odd: int, square: int) -> bool:
    """Return whether a hound of the sets stands on a square."""
    hounds = odd if tables.rank[square] & 1 else even
    return (hounds >> tables.bit[square] & 1) == 1


@inlined
def squares_for(tables: Placements, hounds: Ints, parity: int) -> tuple[int, int]:
    """Return where a fox could be on ranks of a parity, and where it has escaped."""
    k, height, sets, reach = tables.k, tables.height, (0, 0), (0, 0)
    for square in hounds:
        sets = with_hound(tables, sets, square)
        reach = with_reach(tables, reach, square)
    safe = haven(k, height, reach[0], reach[1], parity, tables.safe_squares)
    return board(k, height, parity) & ~sets[parity], safe


@inlined
def neighbours(tables: Placements, hounds: Ints, steps: Ints, numbers: Ints) -> None:
    """Write the number of the placement after each move into `numbers`; -1 for none.

    Hound i's are at 2 * i and 2 * i + 1; `steps` is `tables.up`, or `tables.down` for
    moves taken back.
    """
    even, odd = sets_of(tables, hounds)
    for i in range(tables.k):
        for side in range(2):
            target, number = steps[hounds[i], side], -1
            if target >= 0 and not is_taken(tables, even, odd, target):
                number = number_after(tables, hounds, i, target)
            numbers[2 * i + side] = number
