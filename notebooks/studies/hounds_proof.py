"""A proof that the hounds win: a game with fewer moves of theirs, solved backwards.

The hounds may only make moves after which they stand on two neighbouring ranks, but for
`beside` of them on a third one. What they win like that they win anyway, for the fox
may do all that it is allowed. A placement is the lowest rank where a hound stands,
`base`, and a mask of three times k bits, rank by rank from there. A word of k bits for
each rank of the fox's colour says where the fox, to move, is not proven lost.

There is no escape rule here: an escaped fox can always move and can never be caught, so
that no position which the hounds are proven to win has one.
"""

from collections.abc import Container, Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline
from foxkit.core.bits import ctz, popcount
from foxkit.games.fox_hounds.rules import square_name
from foxkit.lab.stats import Row

Ints = NDArray[Any]
Squares = tuple[int, ...]  # rank times k and what is left of it on its rank, ascending


class Line(NamedTuple):
    """The placements that the hounds may take, and what is known of each."""

    size: int  # of the board, an even number
    k: int  # hounds, half of it
    phase: (
        int  # 0 where the fox, to move first, stands on an odd rank, 1 on an even one
    )
    masks: Ints  # of three ranks, those with more moves behind them first
    seats: Ints  # by the mask's number: where it stands in `masks`; -1 if it may not be
    binomials: Ints
    fox: Ints  # by base, seat and rank // 2 of the fox, to move: where it is not lost


@compiled_inline
def _number(line: Line, mask: int) -> int:
    """Return how many masks of k bits are smaller."""
    number = seat = 0
    while mask:
        seat += 1
        number += line.binomials[ctz(mask), seat]
        mask &= mask - 1
    return number


@compiled_inline
def _odd(line: Line, base: int, mask: int) -> int:
    """Return 1 where the fox, to move, stands on an odd rank, which alternates."""
    k, above = line.k, popcount(mask >> line.k & (1 << line.k) - 1)
    return (base * k + above + 1 + line.phase) % 2


@compiled
def moves(line: Line, base: int, mask: int, out: Ints) -> int:
    """Write base, seat, from and to (squares) of the hounds' moves; return how many."""
    n, k, lowest = 0, line.k, (1 << line.k) - 1
    for bit in range(2 * k):
        rank, column = base + bit // k, bit % k
        if not mask >> bit & 1 or rank + 1 == line.size:
            continue
        for side in range(2):
            to = column + side - rank % 2
            above = (bit // k + 1) * k + to
            if not 0 <= to < k or mask >> above & 1:
                continue
            after, higher = mask ^ 1 << bit ^ 1 << above, base
            if not after & lowest:
                after, higher = after >> k, base + 1
            seat = line.seats[_number(line, after)]
            if seat < 0:
                continue
            out[n, 0], out[n, 1] = higher, seat
            out[n, 2], out[n, 3] = base * k + bit, base * k + above
            n += 1
    return n


@compiled_inline
def _hounds_to_move(line: Line, base: int, mask: int, odd: int, out: Ints) -> None:
    """Write into the last row of `out` where a fox on odd ranks, or even, is not lost.

    It is lost where some move of the hounds leads to where it is lost. They cannot step
    onto it.
    """
    k, last = line.k, len(out) - 1
    out[last] = (1 << k) - 1
    for i in range(moves(line, base, mask, out)):
        to = out[i, 3]
        for at in range(line.size // 2):
            word = int(line.fox[out[i, 0], out[i, 1], at])
            if to // k == 2 * at + odd:
                word |= 1 << to % k
            out[last, at] &= word
    for rank in range(base, min(base + 3, line.size)):
        if rank % 2 == odd:
            out[last, rank // 2] &= ~(mask >> (rank - base) * k)


@compiled_inline
def _fox_to_move(line: Line, base: int, seat: int, odd: int, words: Ints) -> None:
    """Store where a fox, to move, is not lost: beside such a square of `words`."""
    k, mask, full = line.k, line.masks[seat], (1 << line.k) - 1
    for at in range(line.size // 2):
        near, other, rank = words[at], at + 2 * odd - 1, 2 * at + odd
        if 0 <= other < line.size // 2:
            near |= words[other]
        near = (near | near << 1) & full if odd else near | near >> 1
        if base <= rank < base + 3:
            near &= ~(mask >> (rank - base) * k)
        line.fox[base, seat, at] = near


@compiled
def solve(line: Line, out: Ints) -> None:
    """Fill `fox`, from the highest placements of the hounds to the lowest."""
    for base in range(line.size - 1, -1, -1):
        for seat in range(len(line.masks)):
            mask = line.masks[seat]
            if mask >> min(3, line.size - base) * line.k:
                continue  # a hound above the board
            odd = _odd(line, base, mask)
            _hounds_to_move(line, base, mask, 1 - odd, out)
            _fox_to_move(line, base, seat, odd, out[len(out) - 1])


def solved(size: int, beside: int, phase: int = 0) -> Line:
    """Return the hounds' game on a square board with `beside` hounds on a third rank.

    All ways to stand on three ranks that 16 x 16 allows take 0.2 GB, one `beside` takes
    0.03.
    """
    k = size // 2
    sets = combinations((1 << np.arange(3 * k)).tolist(), k)
    known = np.sort(np.fromiter(map(sum, sets), int, comb(3 * k, k)))
    ranks = [np.bitwise_count(known >> j * k & (1 << k) - 1) for j in range(3)]
    chosen = (ranks[0] > 0) & (np.minimum(ranks[0], ranks[2]) <= beside)
    order = np.argsort(-(ranks[1] + 2 * ranks[2].astype(int)), kind="stable")
    order = order[chosen[order]]
    seats = np.full(len(known), -1)
    seats[order] = np.arange(len(order))
    binomials = np.array([[comb(n, j) for j in range(k + 1)] for n in range(3 * k)])
    fox = np.full((size, len(order), k), (1 << k) - 1, np.uint16)
    line = Line(size, k, phase, known[order], seats, binomials, fox)
    solve(line, np.zeros((4 * k + 1, max(4, k)), int))
    return line


def beside(size: int) -> Iterator[tuple[int, ...]]:
    """Yield for each square of the board the squares diagonally beside it."""
    k = size // 2
    for square in range(size * k):
        rank, column = divmod(square, k)
        near = [column - rank % 2, column - rank % 2 + 1]
        ranks = [y for y in (rank - 1, rank + 1) if 0 <= y < size]
        yield tuple(y * k + x for y in ranks for x in near if 0 <= x < k)


def _lost(line: Line, base: int, seat: int) -> int:
    """Return the squares from which the fox, to move, is proven lost, as bits."""
    k = line.k
    mask, words = int(line.masks[seat]), line.fox[base, seat].tolist()
    full, odd = (1 << k) - 1, _odd(line, base, mask)
    lost = sum((full & ~word) << (2 * at + odd) * k for at, word in enumerate(words))
    return lost & ~(mask << base * k)


def _answers(
    line: Line, base: int, seat: int, foxes: int, after: Container[tuple[int, int]]
) -> Iterator[tuple[int, Any]]:
    """Yield which of the fox's squares are answered by which move, each by one.

    The move that answers most of what is left comes first, and among equals one to a
    placement that is in `after` already.
    """
    out = np.zeros((4 * line.k, 4), int)
    n = moves(line, base, int(line.masks[seat]), out)
    good = [(_lost(line, *row[:2]) & ~(1 << row[3]), row) for row in out[:n].tolist()]
    while foxes:
        left = foxes
        won, row = max(
            good, key=lambda x: ((x[0] & left).bit_count(), (*x[1][:2],) in after)
        )
        if not won & foxes:
            raise ValueError("the hounds are not proven to win from here")
        yield won & foxes, row
        foxes &= ~won


def policy(line: Line) -> Iterator[dict[tuple[Squares, int], tuple[int, int]]]:
    """Yield the hounds' move in all positions that play reaches, a dict a turn.

    From the usual start, when every move of the fox is tried. A key is the hounds'
    squares and the fox's, a value from where and to where a hound steps.
    """
    k, near = line.k, [sum(1 << x for x in each) for each in beside(line.size)]
    reached = {(0, int(line.seats[0])): 1 << k * (line.size - 1) + k // 2}
    while reached:
        turn, after = {}, {}
        for (base, seat), foxes in reached.items():
            mask = int(line.masks[seat]) << base * k
            free = 0
            for square in _squares(foxes):
                free |= near[square] & ~mask
            for answered, (*place, source, to) in _answers(
                line, base, seat, free, after
            ):
                for fox in _squares(answered):
                    turn[_squares(mask), fox] = source, to
                key = place[0], place[1]
                after[key] = after.get(key, 0) | answered
        if turn:
            yield turn
        reached = after


def _squares(bits: int) -> Squares:
    return tuple(x for x in range(bits.bit_length()) if bits >> x & 1)


def longest(k: int, turns: list[dict[Any, tuple[int, int]]]) -> str:
    """Return the moves of a line of play that is as long as the policy allows."""
    near, moved = [*beside(2 * k)], ""
    (hounds, fox), (source, to) = next(iter(turns[-1].items()))
    for turn in reversed(turns[:-1]):
        moved = f" {square_name(k, source)}-{square_name(k, to)}{moved}"
        for (others, came), (source, to) in turn.items():
            if came in near[fox] and hounds == tuple(sorted({*others, to} - {source})):
                moved = f" {square_name(k, came)}-{square_name(k, fox)}{moved}"
                hounds, fox = others, came
                break
    start = k * (2 * k - 1) + k // 2
    return (
        f"{square_name(k, start)}-{square_name(k, fox)} "
        f"{square_name(k, source)}-{square_name(k, to)}{moved}"
    )


def certificate(size: int, beside: int) -> Row:
    """Return a proof that the hounds win, as a string of digits to base 36.

    A digit for each position that play reaches with the hounds to move: turn by turn,
    in the order of the hounds' squares and the fox's. It is twice the number of the
    hound that steps, from the lowest rank and the left, and one more if to the right.
    """
    line, digits = solved(size, beside), []
    k, turns = line.k, [*policy(line)]
    for turn in turns:
        for (hounds, _), (source, to) in sorted(turn.items()):
            right = to % k - source % k + source // k % 2
            digits.append(np.base_repr(2 * hounds.index(source) + right, 36))
    found: Row = {"positions": len(digits), "plies": 2 * len(turns)}
    return found | {"digits": "".join(digits), "longest": longest(k, turns)}


def ways(size: int) -> int:
    """Return in how many ways the hounds and the fox can stand on a square board."""
    k = size // 2
    return comb(size * k, k) * (size * k - k)


def starts(size: int, beside: int) -> Row:
    """Return from how many start squares the hounds are proven to win, the fox first.

    `masks` are the placements that the hounds may take, wherever their lowest rank is.
    """
    lines = [solved(size, beside, phase) for phase in (0, 1)]
    won = sum(_lost(line, 0, int(line.seats[0])).bit_count() for line in lines)
    squares = size // 2 * (size - 1)
    return {"masks": len(lines[0].masks), "won": won, "squares": squares}
