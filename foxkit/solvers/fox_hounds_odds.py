"""Chances in Fox & Hounds: players who choose at random among moves, and their fuzz.

Source: "The Fairest Fuzz Factor". With fuzz p the document says that the player picks
any move at random with probability p. Its numbers come from another rule: every legal
move has weight p, every chosen move 1 - p more, and the weights are divided by their
sum. Of n legal and m chosen moves a chosen one then has the probability

    1 / (p n + (1 - p) m)           and by the document's words    p / n + (1 - p) / m

The two agree at p = 0, at p = 1 and where m = n.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import HOUNDS
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.solvers.fox_hounds_placements import (
    Placements,
    Span,
    fox_parity,
    neighbours,
    number_of,
    place,
    squares_for,
)
from foxkit.solvers.fox_hounds_policies import Choices
from foxkit.solvers.fox_hounds_table import Table, hound_squares
from foxkit.solvers.parallel import workers

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


@inlined
def _chance(player: Side, is_fox: int, chosen: int, later: Floats) -> float:
    """Return the fox's chance from those after each move, TAKEN for what is no move.

    A side without a move has lost.
    """
    n, m, legal_sum, chosen_sum = 0, 0, 0.0, 0.0
    best = 0.0 if is_fox else 1.0
    for move in range(len(later)):
        chance = later[move]
        if chance < 0.0:
            continue
        hit = chosen >> move & 1
        n, m = n + 1, m + hit
        legal_sum, chosen_sum = legal_sum + chance, chosen_sum + hit * chance
        best = max(best, chance) if is_fox else min(best, chance)
    if n == 0 or player.knows:
        return best
    p = player.fuzz
    if player.literal:
        return p * legal_sum / n + (1.0 - p) * chosen_sum / m
    return (p * legal_sum + (1.0 - p) * chosen_sum) / (p * n + (1.0 - p) * m)


@inlined
def _hounds_chance(
    span: Span, player: Side, chosen: int, bit: int, after: Floats, later: Floats
) -> float:
    """Return the fox's chance on a bit with the hounds to move."""
    n = len(span.moves)
    for move in range(n):
        number = span.moves[move]
        later[move] = after[number, bit] if number >= 0 else TAKEN
    return _chance(player, 0, chosen, later[:n])


@inlined
def _fox_chance(
    span: Span, player: Side, chosen: int, bit: int, after: Floats, later: Floats
) -> float:
    """Return the fox's chance on a bit with the fox to move."""
    near = span.tables.near[fox_parity(span), bit]
    for way in range(4):
        later[way] = after[near[way]] if near[way] < len(after) else TAKEN
    return _chance(player, 1, chosen, later[:4])


def _new_desk(tables: Placements) -> Floats:
    """Return room for the chances after each move of one position."""
    return np.empty(max(4, 2 * tables.k))


@compiled
def _odds_rows(
    sides: tuple[Side, Side],
    chosen: Choices,
    after: Floats,
    out: Chances,
    span: Span,
    later: Floats,
) -> None:
    parity = fox_parity(span)
    for number in range(span.start, span.stop):
        place(span, number)
        neighbours(span, span.tables.up)
        hounds, fox = out.hounds[number], out.fox[number]
        free, safe = squares_for(span, 1 - parity)
        for q in range(len(hounds)):
            hounds[q] = 1.0 if safe >> q & 1 else TAKEN
            if (free & ~safe) >> q & 1:
                moves = int(chosen.hounds[number, q])
                hounds[q] = _hounds_chance(span, sides[1], moves, q, after, later)
        free, safe = squares_for(span, parity)
        for p in range(len(fox)):
            fox[p] = 1.0 if safe >> p & 1 else TAKEN
            if (free & ~safe) >> p & 1:
                ways = int(chosen.fox[number, p])
                fox[p] = _fox_chance(span, sides[0], ways, p, hounds, later)


def chances(
    table: Table, chosen: list[Choices], fox: Side, hounds: Side
) -> Iterator[tuple[int, Chances]]:
    """Yield each layer's number and the fox's chances in it, the last layer first.

    Args:
        table: the board's answers.
        chosen: what the players choose among, from `fox_hounds_policies.choices`.
        fox: how the fox plays.
        hounds: how the hounds play.
    """
    tables, after = table.placements, np.empty((0, table.placements.width))
    with workers() as share:
        for layer in reversed(range(tables.layers)):
            out = Chances(*np.empty((2, tables.size(layer), tables.width)))
            rules = (fox, hounds), chosen[layer], after, out
            share(partial(_odds_rows, *rules), tables, layer, _new_desk)
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
    layers = chances(table, chosen, fox, hounds)
    found = next(found for layer, found in layers if layer == wanted)
    turn = found.hounds if state.mover == HOUNDS else found.fox
    return float(turn[number_of(tables, squares), tables.bit[state.fox]])
