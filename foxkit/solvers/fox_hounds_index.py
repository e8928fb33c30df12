"""Rank and unrank: numbering the placements of the hounds without a hash table.

A layer holds the placements of one sum of rows: every move of a hound leads to the next
layer. Within a layer a placement's number is its combinatorial rank. With the squares
in ascending order h1 < ... < hk and r_j the sum of the rows of h1 to hj,

    number = sum over j of counts[h_j, j, r_j]

where counts[n, j, r] is how many sets of j squares below n have the sum of rows r. As
few as k look-ups rank a placement; the largest hound is the most significant digit. A
row is what the document calls a rank, counted from 0 at the bottom.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import inlined
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import (
    FoxHoundsState,
    bit_of,
    board,
    haven,
    reach,
    square_of,
    step,
)
from foxkit.solvers.sweep import Sweep, pieces_of

Ints = NDArray[np.int64]
Sets = tuple[int, int]
"""Squares on even and on odd ranks."""


class Placements(NamedTuple):
    """A board's numbering, and tables of its squares."""

    k: int  # light squares to a rank
    height: int  # number of ranks
    safe_squares: int  # as in `FoxHounds`
    phase: int  # 0 if positions have the start's parity, 1 if play never reaches them
    counts: Ints  # see above: [squares, sets, sum]; an empty layer behind the last
    row: Ints  # of each square
    bit: Ints  # of each square in the set of its rank's parity
    own: Ints  # each square as two sets, of even and of odd ranks
    cone: Ints  # the squares within reach of a hound on each square, alike
    up: Ints  # the two squares that a hound on each square can step to, or -1
    down: Ints  # the two squares that it can have come from, or -1
    near: Ints  # the bits of the fox's neighbours by parity and bit, `width` for none

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


@cache
def placements(game: FoxHounds, phase: int = 0) -> Placements:
    """Return the numbering of a board.

    Raises:
        ValueError: the board's size is not supported.
    """
    game.start()
    k, height, squares = game.k, game.height, np.arange(game.k * game.height)
    row, width = squares // k, k * ((height + 1) // 2)
    bit = bit_of(k, squares)
    own = np.stack([(1 << bit) * (row % 2 == parity) for parity in (0, 1)], axis=1)
    cone = np.array([reach(k, height, even, odd) for even, odd in own.tolist()])
    up, down = (
        np.array([[step(k, height, s, dx, dy) for dx in (-1, 1)] for s in squares])
        for dy in (1, -1)
    )
    around = np.hstack([down, up])
    near = np.full((2, width, 4), width)
    near[row % 2, bit] = np.where(around < 0, width, bit[around])
    rules = k, height, game.safe_squares, phase
    counts = _counts(k, height)
    return Placements(*rules, counts, row, bit, own, cone, up, down, near)


def hound_squares(k: int, state: FoxHoundsState) -> list[int]:
    """Return the hounds' squares in ascending order."""
    return sorted(
        square_of(k, bit, parity)
        for parity, hounds in enumerate((state.even, state.odd))
        for bit in range(hounds.bit_length())
        if hounds >> bit & 1
    )


def phase_of(game: FoxHounds, state: FoxHoundsState) -> int:
    """Return 0 if a state has the parity of the start, else 1."""
    total = sum(square // game.k for square in hound_squares(game.k, state))
    return (state.fox // game.k + total + state.mover - (game.height - 1)) % 2


def rank(tables: Placements, squares: list[int]) -> tuple[int, int]:
    """Return the layer and the number of the hounds on squares in ascending order."""
    totals = np.cumsum(tables.row[squares])
    seats = np.arange(1, tables.k + 1)
    return int(totals[-1]), int(tables.counts[squares, seats, totals].sum())


class Span(NamedTuple):
    """Consecutive placements of a layer, and room to work on one of them."""

    tables: Placements
    layer: int  # the sum of the hounds' rows
    start: int  # the first placement's number
    stop: int  # the number behind the last
    hounds: Ints  # the squares of the placement at hand, in ascending order
    moves: Ints  # the numbers of the placements beside it, see `neighbours`


def span_of(tables: Placements, layer: int, start: int, stop: int) -> Span:
    """Return placements of a layer, with room for one thread."""
    n = tables.k
    hounds, moves = np.empty(n, np.int64), np.empty(2 * n, np.int64)
    return Span(tables, layer, start, stop, hounds, moves)


def sweep_layer(
    sweep: Sweep,
    work: Callable[..., object],
    tables: Placements,
    layer: int,
    *new_room: Callable[[Placements], Any],
) -> list[Any]:
    """Call `work(span, room)` on pieces of a layer, each with rooms of its own, if any.

    Returns:
        The last room of each, in the order of the pieces.
    """
    size = tables.size(layer)
    pieces = [
        (span_of(tables, layer, *ends), *(make(tables) for make in new_room))
        for ends in pieces_of(size)
    ]
    sweep(work, pieces, size)
    return [piece[-1] for piece in pieces]


@inlined
def fox_parity(span: Span) -> int:
    """Return the parity of the fox's rank when it is to move."""
    return (span.tables.height - 1 - span.layer + span.tables.phase) & 1


@inlined
def unrank(span: Span, number: int) -> None:
    """Take the placement of a number to hand: write its squares into `hounds`."""
    tables, layer, square = span.tables, span.layer, len(span.tables.row)
    for j in range(tables.k, 0, -1):
        square -= 1
        while tables.counts[square, j, layer] > number:
            square -= 1
        span.hounds[j - 1] = square
        number -= tables.counts[square, j, layer]
        layer -= tables.row[square]


@inlined
def rank_after(span: Span, i: int, target: int) -> int:
    """Return the number of the placement in which hound i stands on `target`."""
    tables, hounds = span.tables, span.hounds
    number, total, seat, waiting = 0, 0, 0, True
    for j in range(tables.k):
        if j == i:
            continue
        if waiting and target < hounds[j]:
            seat, total, waiting = seat + 1, total + tables.row[target], False
            number += tables.counts[target, seat, total]
        seat, total = seat + 1, total + tables.row[hounds[j]]
        number += tables.counts[hounds[j], seat, total]
    if waiting:
        number += tables.counts[target, seat + 1, total + tables.row[target]]
    return number


@inlined
def joined(sets: Sets, images: Ints, square: int) -> Sets:
    """Return two sets with those of a square, of `tables.own` or `tables.cone`."""
    return sets[0] | images[square, 0], sets[1] | images[square, 1]


@inlined
def union(span: Span, images: Ints) -> Sets:
    """Return what the hounds have together in `tables.own` or `tables.cone`."""
    sets = (0, 0)
    for square in span.hounds:
        sets = joined(sets, images, square)
    return sets


@inlined
def is_taken(tables: Placements, taken: Sets, square: int) -> bool:
    """Return whether a square is among those taken."""
    own = tables.own[square]
    return (taken[0] & own[0] | taken[1] & own[1]) != 0


@inlined
def squares_for(span: Span, parity: int) -> tuple[int, int]:
    """Return where a fox could be on ranks of a parity, and where it has escaped."""
    tables = span.tables
    k, height, reached = tables.k, tables.height, union(span, tables.cone)
    safe = haven(k, height, *reached, parity, tables.safe_squares)
    return board(k, height, parity) & ~union(span, tables.own)[parity], safe


@inlined
def neighbours(span: Span, steps: Ints) -> None:
    """Write the number of the placement after each move into `moves`; -1 for none.

    Hound i's are at 2 * i and 2 * i + 1; `steps` is `tables.up`, or `tables.down` for
    moves taken back.
    """
    taken = union(span, span.tables.own)
    for i in range(span.tables.k):
        for side in range(2):
            target, number = steps[span.hounds[i], side], -1
            if target >= 0 and not is_taken(span.tables, taken, target):
                number = rank_after(span, i, target)
            span.moves[2 * i + side] = number
