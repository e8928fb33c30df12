"""Chances in Fox & Hounds: players who choose at random among moves, and their fuzz.

Source: "The Fairest Fuzz Factor". With fuzz p the document says that the player picks
any move at random with probability p. Its numbers come from another rule: every legal
move has weight p, every chosen move 1 - p more, and the weights are divided by their
sum. Of n legal and m chosen moves a chosen one then has the probability

    1 / (p n + (1 - p) m)           and by the document's words    p / n + (1 - p) / m

The two agree at p = 0, at p = 1 and where m = n.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import HOUNDS
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.solvers.fox_hounds_layers import fox_parity
from foxkit.solvers.fox_hounds_placements import (
    Ints,
    Placements,
    neighbours,
    number_of,
    place,
    squares_for,
)
from foxkit.solvers.fox_hounds_policies import Choices
from foxkit.solvers.fox_hounds_table import Table, hound_squares
from foxkit.solvers.parallel import in_parallel, workers

Floats = NDArray[np.float64]


class Side(NamedTuple):
    """How a side plays.

    Attributes:
        knows: 1 if it knows the other side's player and maximises its own chance; then
            the other fields do not matter.
        fuzz: p, see above; 0 for the policy alone, 1 for any move.
        literal: 1 to read the fuzz by the document's words.
    """

    knows: int = 0
    fuzz: float = 0.0
    literal: int = 0


KNOWS = Side(1)
TAKEN = -1.0


class Chances(NamedTuple):
    """The fox's chances in a layer, by placement and the fox's bit.

    Attributes:
        fox: with the fox to move; TAKEN where a hound stands.
        hounds: with the hounds to move, likewise.
    """

    fox: Floats
    hounds: Floats


class Desk(NamedTuple):
    """Where one placement is worked out: its hounds, and sums by the fox's bit.

    Attributes:
        hounds: the squares.
        after: the numbers of the placements after each move, see `neighbours`.
        legal: number of legal moves.
        chosen: number of chosen moves.
        legal_sum: sum of the chances after legal moves.
        chosen_sum: sum of the chances after chosen moves.
        least: the least chance after a legal move.
    """

    hounds: Ints
    after: Ints
    legal: Ints
    chosen: Ints
    legal_sum: Floats
    chosen_sum: Floats
    least: Floats


def _new_desk(tables: Placements) -> Desk:
    k, width = tables.k, tables.width
    counts, sums = np.empty((2, width), np.int64), np.empty((3, width))
    return Desk(np.empty(k, np.int64), np.empty(2 * k, np.int64), *counts, *sums)


@inlined
def _expected(side: Side, n: int, m: int, legal_sum: float, chosen_sum: float) -> float:
    """Return the mean chance of a fuzzed player with n legal and m chosen moves."""
    p = side.fuzz
    if side.literal:
        return p * legal_sum / n + (1.0 - p) * chosen_sum / m
    return (p * legal_sum + (1.0 - p) * chosen_sum) / (p * n + (1.0 - p) * m)


@inlined
def _sum_hounds(
    tables: Placements, desk: Desk, chosen: NDArray[np.uint32], after: Floats
) -> None:
    """Sum the chances after the hounds' moves, for each square of the fox."""
    desk.legal[:], desk.chosen[:] = 0, 0
    desk.legal_sum[:], desk.chosen_sum[:], desk.least[:] = 0.0, 0.0, 1.0
    neighbours(tables, desk.hounds, tables.up, desk.after)
    for move in range(2 * tables.k):
        number = desk.after[move]
        if number < 0:
            continue
        for q in range(len(chosen)):
            chance = after[number, q]
            if chance < 0.0:  # the fox is in the way
                continue
            hit = chosen[q] >> move & 1
            desk.legal[q] += 1
            desk.chosen[q] += hit
            desk.legal_sum[q] += chance
            desk.chosen_sum[q] += hit * chance
            desk.least[q] = min(desk.least[q], chance)


@inlined
def _finish_hounds(player: Side, desk: Desk, free: int, safe: int, out: Floats) -> None:
    for q in range(len(out)):
        if safe >> q & 1 or (free >> q & 1 and desk.legal[q] == 0):
            out[q] = 1.0
        elif not free >> q & 1:
            out[q] = TAKEN
        elif player.knows:
            out[q] = desk.least[q]
        else:
            n, m = desk.legal[q], desk.chosen[q]
            out[q] = _expected(player, n, m, desk.legal_sum[q], desk.chosen_sum[q])


@inlined
def _fox_chance(player: Side, near: Ints, chosen: int, after: Floats) -> float:
    """Return the fox's chance on its move to the bits `near`; 0 if it has none."""
    n, m, best, legal_sum, chosen_sum = 0, 0, 0.0, 0.0, 0.0
    for way in range(4):
        q = near[way]
        if q == len(after) or after[q] < 0.0:
            continue
        hit = chosen >> way & 1
        n, m, best = n + 1, m + hit, max(best, after[q])
        legal_sum, chosen_sum = legal_sum + after[q], chosen_sum + hit * after[q]
    if n == 0 or player.knows:
        return best
    return _expected(player, n, m, legal_sum, chosen_sum)


@compiled
def _odds_rows(
    tables: Placements,
    layer: int,
    parity: int,
    sides: tuple[Side, Side],
    chosen: Choices,
    after: Floats,
    out: Chances,
    desk: Desk,
    start: int,
    stop: int,
) -> None:
    for number in range(start, stop):
        place(tables, layer, number, desk.hounds)
        free, safe = squares_for(tables, desk.hounds, 1 - parity)
        _sum_hounds(tables, desk, chosen.hounds[number], after)
        _finish_hounds(sides[1], desk, free, safe, out.hounds[number])
        free, safe = squares_for(tables, desk.hounds, parity)
        for p in range(len(desk.legal)):
            chance = 1.0 if safe >> p & 1 else TAKEN
            if (free & ~safe) >> p & 1:
                near, ways = tables.near[parity, p], int(chosen.fox[number, p])
                chance = _fox_chance(sides[0], near, ways, out.hounds[number])
            out.fox[number, p] = chance


def chances(
    table: Table, chosen: list[Choices], fox: Side, hounds: Side, pool: Executor
) -> Iterator[tuple[int, Chances]]:
    """Yield each layer's number and the fox's chances in it, the last layer first.

    Args:
        table: the board's answers.
        chosen: what the players choose among, from `fox_hounds_policies.choices`.
        fox: how the fox plays.
        hounds: how the hounds play.
        pool: where to work.
    """
    tables, sides = table.placements, (fox, hounds)
    after = np.empty((0, tables.width))
    for layer in reversed(range(tables.layers)):
        size, parity = tables.size(layer), fox_parity(tables.height, layer, table.phase)
        out = Chances(*np.empty((2, size, tables.width)))
        work = partial(
            _odds_rows, tables, layer, parity, sides, chosen[layer], after, out
        )
        in_parallel(pool, work, size, partial(_new_desk, tables))
        yield layer, out
        after = out.fox


def fox_chance(
    table: Table,
    chosen: list[Choices],
    fox: Side,
    hounds: Side,
    state: FoxHoundsState,
) -> float:
    """Return the chance that the fox wins from a state of the table's phase."""
    tables = table.placements
    squares = hound_squares(tables.k, state)
    wanted = int(tables.rank[squares].sum())
    with workers() as pool:
        layers = chances(table, chosen, fox, hounds, pool)
        found = next(found for layer, found in layers if layer == wanted)
    turn = found.hounds if state.mover == HOUNDS else found.fox
    return float(turn[number_of(tables, squares), tables.bit[state.fox]])
