"""Policies of Fox & Hounds: which moves a player chooses among, by what they lead to.

A policy gives each move a worth, from the answers after it; the player chooses among
the moves of the greatest worth, all equally likely.

Source: J. Leslie-Hurd, "Fox & Hounds", section "What Does the Fox Play?".
"""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, TARGET
from foxkit.rules.fox_hounds_board import boxes
from foxkit.rules.position import Position
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.fox_hounds_index import Ints, Span
from foxkit.solvers.fox_hounds_table import (
    FOX_WINS,
    HOUND_CODES,
    NOBODY,
    Answer,
    Layer,
    Table,
    Triple,
    answers_at,
    new_row,
    solve_hounds,
)
from foxkit.solvers.sweep import sweeping

POLICIES = "random", "cautious", "FoxBox", "perfect", "document", "document without k"
"""The players:

* random: any move;
* cautious: the fox keeps to the highest ranks, the hounds move the one farthest behind;
* FoxBox: the hounds make B small and the fox makes it large, and nothing else; by a
  table whose B counts any FoxBox these are the hounds of the document's "simple
  strategy";
* perfect: the winner hurries, the loser delays;
* document: its AI player without fuzz; see `worth`;
* document without k: the same, but among equal largest B any will do.
"""
_RANDOM, _CAUTIOUS, _BOXING, _PERFECT, _DOCUMENT, _WITHOUT_K = range(len(POLICIES))
_KEEPS = 1 << 20  # more than every other worth


class Choices(NamedTuple):
    """The sets of moves that a policy chooses among, by placement and the fox's bit."""

    fox: NDArray[np.uint8]  # sets of ways, the columns of `Placements.near`
    hounds: NDArray[np.uint32]  # sets of `2 * hound + side`


@inlined
def worth(policy: int, answers: Triple, y: int, fox_to_move: int) -> int:
    """Return a move's worth: `y` is the row that the fox goes to or the hound leaves.

    For the document's player, moves that keep the mover's win come before all others;
    fox wins are better the later they come, hounds' wins the larger the pair.
    """
    code, box, pair = answers
    if policy < _DOCUMENT:
        for_fox = 0
        if policy == _CAUTIOUS:
            for_fox = y
        elif policy == _BOXING:
            for_fox = box
        elif policy == _PERFECT:
            for_fox = code
        return for_fox if fox_to_move else -for_fox
    if code > HOUND_CODES:
        return FOX_WINS - code + _KEEPS * fox_to_move
    trouble = pair if policy == _DOCUMENT else pair >> 8
    return trouble + _KEEPS * (1 - fox_to_move)


@inlined
def _chosen(span: Span, policy: int, mover: int, targets: Ints, later: Layer) -> int:
    """Return the set of the best moves, by the answers at their targets."""
    tables, parity = span.tables, index.fox_parity(span)
    chosen, best, none = 0, -_KEEPS, NOBODY if mover == HOUNDS else 0
    for move in range(len(targets)):
        target = targets[move]
        if target < 0 or later.values[target] == none:
            continue
        y = 2 * (target // tables.k) + 1 - parity
        if mover == HOUNDS:
            y = tables.row[span.hounds[move >> 1]]
        own = worth(policy, answers_at(later, target), y, 1 - mover)
        if own > best:
            best, chosen = own, 0
        chosen |= (own == best) << move
    return chosen


@compiled
def _choose_rows(
    policies: tuple[int, int],
    winning_boxes: int,
    after: Layer,
    out: Choices,
    span: Span,
    row: Layer,
) -> None:
    tables, parity = span.tables, index.fox_parity(span)
    for number in range(span.start, span.stop):
        index.unrank(span, number)
        boxed = boxes(tables.k, tables.height, *index.union(span, tables.own))
        solve_hounds(span, winning_boxes, boxed, after, row)
        for bit in range(out.fox.shape[1]):
            near, fox, hounds = tables.near[parity, bit], policies[0], policies[1]
            below = Layer(
                after.values[:, bit], after.boxes[:, bit], after.pairs[:, bit]
            )
            out.fox[number, bit] = _chosen(span, fox, FOX, near, row)
            out.hounds[number, bit] = _chosen(span, hounds, HOUNDS, span.moves, below)


def _number_of(policy: str) -> int:
    if policy not in POLICIES:
        raise ValueError(f"no policy {policy!r}; there are {', '.join(POLICIES)}")
    return POLICIES.index(policy)


def chosen_moves(
    position: Position, after: Mapping[str, Answer], policy: str
) -> list[str]:
    """Return the moves among which a player of a policy chooses in a position.

    Args:
        position: where the player is to move.
        after: the answer after each legal move.
        policy: one of `POLICIES`.

    Raises:
        ValueError: there is no such policy.
    """
    number, k, by_fox = _number_of(policy), position.game.k, position.state.mover == FOX
    worths = {}
    for move, code in position.moves.items():
        square = code >> TARGET if by_fox else code & (1 << TARGET) - 1
        worths[move] = worth(number, after[move][:3], square // k, by_fox)
    return [move for move in worths if worths[move] == max(worths.values())]


def choices(
    table: Table, fox: str = "document", hounds: str = "document"
) -> list[Choices]:
    """Return what the players of these policies choose among, for each layer.

    Raises:
        ValueError: there is no such policy.
    """
    tables, found = table.placements, []
    rules = (_number_of(fox), _number_of(hounds)), int(table.winning_boxes)
    with sweeping() as sweep:
        for layer in range(tables.layers):
            shape = tables.size(layer), tables.width
            out = Choices(np.empty(shape, np.uint8), np.empty(shape, np.uint32))
            work = partial(_choose_rows, *rules, table.layer(layer + 1), out)
            index.sweep_layer(sweep, work, tables, layer, new_row)
            found.append(out)
    return found
