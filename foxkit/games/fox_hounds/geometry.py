"""The Fox & Hounds board: light squares, sets of them, and where hounds can still go.

With k light squares to a rank, square number `k * y + j` is the j-th of rank y, both
from 0 at the bottom left (b1). The file x of a square is 2 * j + 1 on the even ranks
and 2 * j on the odd ones, because x + y is odd:

    rank y = 3   12    13    14    15             every step leads from an even rank
    rank y = 2      08    09    10    11          to an odd one or back, so a set of
    rank y = 1   04    05    06    07             squares is two int64, one for each
    rank y = 0      00    01    02    03          parity of y: bit k * (y // 2) + j

Seen from an even rank the two squares above or below are j and j + 1, from an odd rank
j - 1 and j. Boards of up to 62 squares of one parity fit, 14 x 14 among them.
"""

from typing import NamedTuple

import numpy as np

from foxkit.core import inlined

MOST_SQUARES = 62
_COLUMN = np.array(  # the squares j = 0 of all ranks, by k
    [0, *(sum(1 << bit for bit in range(0, 63 - k, k)) for k in range(1, 63))], np.int64
)


class FoxHoundsState(NamedTuple):
    """The fox's square, the hounds on even and on odd ranks, sets, and who moves."""

    fox: int
    even: int
    odd: int
    mover: int


@inlined
def column(k: int, j: int) -> int:
    """Return the j-th squares of the ranks of one parity, as a set."""
    return int(_COLUMN[k]) << j


@inlined
def board(k: int, height: int, parity: int) -> int:
    """Return all squares on ranks of a parity, as a set."""
    return (1 << k * ((height + 1 - parity) >> 1)) - 1


@inlined
def bit_of(k: int, square: int) -> int:
    return k * (square // k >> 1) + square % k


@inlined
def square_of(k: int, bit: int, parity: int) -> int:
    return k * (2 * (bit // k) + parity) + bit % k


@inlined
def step(k: int, height: int, square: int, dx: int, dy: int) -> int:
    """Return the diagonal neighbour of a square, -1 off the board."""
    y = square // k
    x = 2 * (square % k) + 1 - (y & 1) + dx
    y += dy
    return k * y + (x >> 1) if 0 <= x < 2 * k and 0 <= y < height else -1


@inlined
def _widened(k: int, squares: int, parity: int) -> int:
    """Return both j's that a diagonal step leads to, on the same pair of ranks."""
    if parity:
        return squares | (squares & ~column(k, 0)) >> 1
    return squares | (squares & ~column(k, k - 1)) << 1


@inlined
def above(k: int, height: int, squares: int, parity: int) -> int:
    """Return the squares one step up from a set on ranks of a parity."""
    wide = _widened(k, squares, parity)
    return (wide << k if parity else wide) & board(k, height, 1 - parity)


@inlined
def around(k: int, height: int, squares: int, parity: int) -> int:
    """Return the squares one step from a set on ranks of a parity."""
    wide = _widened(k, squares, parity)
    return (wide | (wide << k if parity else wide >> k)) & board(k, height, 1 - parity)


@inlined
def reach(k: int, height: int, even: int, odd: int) -> tuple[int, int]:
    """Return all squares that hounds could get to going up, whatever is in the way.

    Their own squares belong to it.
    """
    for _ in range((height + 1) >> 1):
        odd |= above(k, height, even, 0)
        even |= above(k, height, odd, 1)
    return even, odd


@inlined
def haven(k: int, height: int, even: int, odd: int, parity: int, needed: int) -> int:
    """Return the squares on ranks of a parity where a fox counts as escaped.

    The hounds' `reach` is `even` and `odd`; `needed` is 2 if a neighbouring square must
    be out of it as well, 1 if the fox's own is enough, 0 if there is no such rule.
    """
    if needed == 0:
        return 0
    own, other = (odd, even) if parity else (even, odd)
    safe = board(k, height, parity) & ~own
    if needed == 1:
        return safe
    beside = board(k, height, 1 - parity) & ~other
    return safe & around(k, height, beside, 1 - parity)


@inlined
def walk(k: int, height: int, even: int, odd: int, fox: int) -> tuple[int, int]:
    """Return the squares that a fox could walk to if no hound moved, its own too."""
    free_even, free_odd = board(k, height, 0) & ~even, board(k, height, 1) & ~odd
    start = 1 << bit_of(k, fox)
    found_even, found_odd = (0, start) if fox // k & 1 else (start, 0)
    grown = True
    while grown:
        more_odd = found_odd | around(k, height, found_even, 0) & free_odd
        more_even = found_even | around(k, height, more_odd, 1) & free_even
        grown = more_even != found_even or more_odd != found_odd
        found_even, found_odd = more_even, more_odd
    return found_even, found_odd
