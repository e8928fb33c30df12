"""How many positions of Fox & Hounds play can reach, and how many games there are.

The number of ways to arrive at each position is carried forwards through the layers; a
position is reachable if there is one, and the games are the ways to arrive at the ends.
On 10 x 10 that number is of 56 decimal places. It is kept in as many digits to the base
2**58 as can be needed. The last digit never grows beyond the base, so that a single one
is enough to tell which positions are reachable.
"""

from functools import partial
from math import log2
from typing import NamedTuple

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, FoxHounds
from foxkit.rules.fox_hounds_board import around
from foxkit.solvers.fox_hounds_placements import (
    Ints,
    Placements,
    Span,
    fox_parity,
    neighbours,
    place,
    placements,
    sets_of,
    squares_for,
    with_hound,
)
from foxkit.solvers.parallel import workers

BITS = 58  # of a digit: up to 31 can be added in an int64
BASE = 1 << BITS


class Counts(NamedTuple):
    """Sizes of a game from its start.

    Attributes:
        reachable: positions that play can reach, ends and start included.
        games: different games from the start to an end; None if not asked for.
        lengths: by plies, how many games end so with a win of the hounds, if asked for.
    """

    reachable: int
    games: int | None
    lengths: dict[int, int]


class Desk(NamedTuple):
    """Where placements are worked out.

    Attributes:
        fox: ways to arrive at one with the fox to move: [digit, bit], and one more bit
            for "no square".
        ends: ways to arrive at an end so far: [winner, digit].
        reached: [positions with a way to arrive so far].
    """

    fox: Ints
    ends: Ints
    reached: Ints


def _new_desk(digits: int, tables: Placements) -> Desk:
    fox, ends = (
        np.empty((digits, tables.width + 1), np.int64),
        np.zeros((2, digits), np.int64),
    )
    return Desk(fox, ends, np.zeros(1, np.int64))


@inlined
def _arrive(span: Span, before: Ints, fox: Ints) -> None:
    """Sum the ways by which a hound's move can have led here."""
    fox[:, :] = 0
    neighbours(span, span.tables.down)
    for origin in span.moves:
        if origin >= 0:
            for digit in range(len(fox)):
                for p in range(before.shape[2]):
                    fox[digit, p] += before[origin, digit, p]


@inlined
def _spread(near: Ints, fox: Ints, out: Ints) -> None:
    """Sum the ways by which the fox's move can have led to each square."""
    for digit in range(len(fox)):
        for q in range(out.shape[1]):
            out[digit, q] = 0
            for way in range(4):
                out[digit, q] += fox[digit, near[q, way]]


@inlined
def _carry(digits: Ints) -> bool:
    """Make digits of sums; return whether the number is above 0."""
    last, some = len(digits) - 1, 0
    for i in range(last):
        digits[i + 1] += digits[i] >> BITS
        digits[i] &= BASE - 1
        some |= digits[i]
    digits[last] = min(digits[last], BASE)
    return (some | digits[last]) > 0


@inlined
def _settle(
    ways: Ints, areas: tuple[int, int], movable: int, winner: int, desk: Desk
) -> None:
    """Count the squares that have been reached; end the ways to ends.

    `areas` are those of `squares_for`. On the safe squares the fox has won, elsewhere
    `winner` has unless the square is `movable`: whoever is to move there can do so.
    """
    free, safe = areas
    for q in range(ways.shape[1]):
        if not free >> q & 1:
            ways[:, q] = 0
            continue
        desk.reached[0] += _carry(ways[:, q])
        if not (movable & ~safe) >> q & 1:
            ends = desk.ends[FOX if safe >> q & 1 else winner]
            for digit in range(len(ends)):
                ends[digit] += ways[digit, q]
                ways[digit, q] = 0
            _carry(ends)


@inlined
def _mobile(span: Span, parity: int) -> int:
    """Return the fox's squares on ranks of a parity that leave the hounds a move."""
    targets = 0, 0  # squares that hounds can step to
    for hound in span.hounds:
        for side in range(2):
            target = span.tables.up[hound, side]
            if target >= 0:
                targets = with_hound(span.tables, targets, target)
    sets = sets_of(span)
    own = targets[parity] & ~sets[parity]
    if targets[1 - parity] & ~sets[1 - parity] or own & (own - 1):
        return -1
    return ~own if own else 0


@compiled
def _count_rows(
    start_bit: int, before: Ints, out: Ints, span: Span, desk: Desk
) -> None:
    """Count some placements; `start_bit` is the fox's in layer 0, else -1."""
    k, height, parity = span.tables.k, span.tables.height, fox_parity(span)
    for number in range(span.start, span.stop):
        place(span, number)
        _arrive(span, before, desk.fox)
        if start_bit >= 0:
            desk.fox[0, start_bit] = 1
        areas, beside = squares_for(span, parity), squares_for(span, 1 - parity)
        movable = around(k, height, beside[0], 1 - parity)
        _settle(desk.fox[:, :-1], areas, movable, HOUNDS, desk)
        _spread(span.tables.near[1 - parity], desk.fox, out[number])
        _settle(out[number], beside, _mobile(span, 1 - parity), FOX, desk)


def _number(digits: Ints) -> int:
    return sum(int(digit) << BITS * i for i, digit in enumerate(digits))


def count(game: FoxHounds, with_games: bool = True, progress: bool = False) -> Counts:
    """Count the positions that play can reach from the start, and the games.

    Source: "Fox & Hounds", the table of section "Solving the Game". Without the games
    it takes less memory; `progress` shows a bar on stderr.
    """
    tables, fox = placements(game), game.start().fox
    most_bits = tables.layers * log2(8 * tables.k)  # 2 k moves of hounds, 4 of the fox
    digits = 1 + int(most_bits / BITS) if with_games else 1
    before, reached, ends = np.empty((0, digits, tables.width), np.int64), 0, []
    with workers(tables.total, "counting", progress) as share:
        for layer in range(tables.layers):
            out = np.empty((tables.size(layer), digits, tables.width), np.int64)
            start_bit = -1 if layer else int(tables.bit[fox])
            work = partial(_count_rows, start_bit, before, out)
            desks = share(work, tables, layer, partial(_new_desk, digits))
            reached += sum(int(desk.reached[0]) for desk in desks)
            ends.append([sum(_number(d.ends[who]) for d in desks) for who in (0, 1)])
            before = out
    if not with_games:
        return Counts(reached, None, {})
    lengths = {2 * s: won for s, (_, won) in enumerate(ends) if won}
    return Counts(reached, sum(map(sum, ends)), lengths)
