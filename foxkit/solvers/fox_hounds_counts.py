"""How many positions of Fox & Hounds play can reach, and how many games there are.

The number of ways to arrive at each position is carried forwards through the layers; a
position is reachable if there is one, and the games are the ways to arrive at the ends.
On 10 x 10 that number has 56 digits, so it is worked out modulo several numbers of 58
bits, of which no two have a common factor, and put together by the Chinese remainder
theorem. A first pass in floating point says how many are needed, and serves as well to
tell which positions are reachable.
"""

from concurrent.futures import Executor
from functools import partial
from math import gcd, inf, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, FoxHounds
from foxkit.rules.fox_hounds_board import around
from foxkit.solvers.fox_hounds_layers import fox_parity
from foxkit.solvers.fox_hounds_placements import (
    Ints,
    Placements,
    neighbours,
    place,
    placements,
    sets_of,
    squares_for,
    with_hound,
)
from foxkit.solvers.parallel import bar, in_parallel, workers

MODULUS_BITS = 58  # up to 32 such numbers can be added in an int64


class Counts(NamedTuple):
    """Sizes of a game from its start.

    Attributes:
        reachable: positions that play can reach, ends and start included.
        games: different games from the start to an end; None if not asked for.
        lengths: by plies, how many games end so with a win of the hounds, nearly.
    """

    reachable: int
    games: int | None
    lengths: dict[int, float]


class Desk(NamedTuple):
    """Where one placement is worked out.

    Attributes:
        hounds: the squares of the hounds.
        before: the numbers of the placements before each move, see `neighbours`.
        fox: ways to arrive with the fox to move, by its bit; one more for "no square".
        ends: ways to arrive at an end so far, won by the fox and by the hounds.
    """

    hounds: Ints
    before: Ints
    fox: NDArray[Any]
    ends: NDArray[Any]


@inlined
def _arrive(tables: Placements, before: NDArray[Any], desk: Desk) -> None:
    """Sum the ways by which a hound's move can have led here."""
    neighbours(tables, desk.hounds, tables.down, desk.before)
    for origin in desk.before:
        if origin >= 0:
            for p in range(before.shape[1]):
                desk.fox[p] += before[origin, p]


@inlined
def _spread(near: Ints, fox: NDArray[Any], out: NDArray[Any]) -> None:
    """Sum the ways by which the fox's move can have led to each square."""
    for q in range(len(out)):
        out[q] = 0
        for way in range(4):
            out[q] += fox[near[q, way]]


@inlined
def _settle(
    ways: NDArray[Any],
    free: int,
    going_on: int,
    safe: int,
    winner: int,
    modulus: float,
    ends: NDArray[Any],
) -> int:
    """End the ways to ends, keep the others; return how many squares have any.

    The fox has won the ends on `safe` squares, `winner` the others.
    """
    reached = 0
    for q in range(len(ways)):
        if not free >> q & 1:
            ways[q] = 0
            continue
        ways[q] %= modulus
        reached += ways[q] > 0
        if not going_on >> q & 1:
            who = FOX if safe >> q & 1 else winner
            ends[who] = (ends[who] + ways[q]) % modulus
            ways[q] = 0
    return reached


@inlined
def _mobile(tables: Placements, hounds: Ints, parity: int) -> int:
    """Return the fox's squares on ranks of a parity that leave the hounds a move."""
    targets = 0, 0  # squares that hounds can step to
    for hound in hounds:
        for side in range(2):
            target = tables.up[hound, side]
            if target >= 0:
                targets = with_hound(tables, targets, target)
    sets = sets_of(tables, hounds)
    own = targets[parity] & ~sets[parity]
    if targets[1 - parity] & ~sets[1 - parity] or own & (own - 1):
        return -1
    return ~own if own else 0


@inlined
def _count_placement(
    tables: Placements,
    parity: int,
    modulus: float,
    before: NDArray[Any],
    desk: Desk,
    out: NDArray[Any],
) -> int:
    """Carry the ways through a placement; return the positions that are reachable."""
    free, safe = squares_for(tables, desk.hounds, parity)
    beside, beside_safe = squares_for(tables, desk.hounds, 1 - parity)
    _arrive(tables, before, desk)
    going_on = around(tables.k, tables.height, beside, 1 - parity) & ~safe
    reached = _settle(desk.fox[:-1], free, going_on, safe, HOUNDS, modulus, desk.ends)
    _spread(tables.near[1 - parity], desk.fox, out)
    going_on = _mobile(tables, desk.hounds, 1 - parity) & ~beside_safe
    ended = beside, going_on, beside_safe
    return reached + _settle(out, *ended, FOX, modulus, desk.ends)


@compiled
def _count_rows(
    tables: Placements,
    layer: int,
    parity: int,
    start_bit: int,
    modulus: float,
    before: NDArray[Any],
    out: NDArray[Any],
    desk: Desk,
    start: int,
    stop: int,
) -> tuple[int, float, float]:
    """Count a part of a layer; `start_bit` is the fox's in layer 0, else -1.

    Returns:
        The positions that are reachable, and the ways to ends that each side has won.
    """
    reached = 0
    for number in range(start, stop):
        place(tables, layer, number, desk.hounds)
        desk.fox[:] = 0
        if start_bit >= 0:
            desk.fox[start_bit] = 1
        reached += _count_placement(tables, parity, modulus, before, desk, out[number])
    return reached, desk.ends[FOX], desk.ends[HOUNDS]


def _new_desk(tables: Placements, kind: Any) -> Desk:
    hounds, before = np.empty(tables.k, np.int64), np.empty(2 * tables.k, np.int64)
    return Desk(hounds, before, np.empty(tables.width + 1, kind), np.zeros(2, kind))


def _one_pass(
    game: FoxHounds, modulus: Any, pool: Executor, done: Any
) -> tuple[int, list[list[Any]]]:
    """Return the reachable positions, and what ends in each layer, by winner."""
    tables, kind = placements(game), type(modulus)
    fox = game.start().fox
    before, reached, ends = np.empty((0, tables.width), kind), 0, []
    for layer in range(tables.layers):
        size = tables.size(layer)
        out = np.empty((size, tables.width), kind)
        start_bit = -1 if layer else int(tables.bit[fox])
        parity = fox_parity(tables.height, layer, 0)
        work = partial(
            _count_rows, tables, layer, parity, start_bit, modulus, before, out
        )
        parts = in_parallel(pool, work, size, partial(_new_desk, tables, kind))
        done.update(size)
        reached += sum(int(part[0]) for part in parts)
        ends.append(
            [sum(kind(part[1 + who]) for part in parts) for who in (FOX, HOUNDS)]
        )
        before = out
    return reached, ends


def _moduli(least: float) -> list[int]:
    """Return numbers without common factors whose product is above `least`."""
    found: list[int] = []
    candidate = 1 << MODULUS_BITS
    while prod(found) <= least:
        if all(gcd(candidate, other) == 1 for other in found):
            found.append(candidate)
        candidate -= 1
    return found


def _joined(residues: dict[int, int]) -> int:
    """Return the number with these residues (Chinese remainder theorem)."""
    product = prod(residues)
    parts = ((r, product // m, m) for m, r in residues.items())
    return sum(r * rest * pow(rest, -1, m) for r, rest, m in parts) % product


def count(
    game: FoxHounds,
    with_games: bool = True,
    threads: int | None = None,
    progress: bool = False,
) -> Counts:
    """Count the positions that play can reach from the start, and the games.

    Source: "Fox & Hounds", the table of section "Solving the Game".

    Args:
        game: the board and its escape rule.
        with_games: whether to count the games, which takes several passes.
        threads: how many at once; by default as many as there are processors.
        progress: whether to show a bar for each pass on stderr.
    """
    total = placements(game).total
    with workers(threads) as pool:
        with bar(total, "reachable positions", progress) as done:
            reached, ends = _one_pass(game, inf, pool, done)
        lengths = {2 * s: won for s, (_, won) in enumerate(ends) if won}
        if not with_games:
            return Counts(reached, None, lengths)
        residues = {}
        for modulus in _moduli(2 * sum(map(sum, ends))):
            with bar(total, f"games modulo {modulus}", progress) as done:
                ends = _one_pass(game, modulus, pool, done)[1]
            residues[modulus] = sum(map(sum, ends)) % modulus
        return Counts(reached, _joined(residues), lengths)
