"""Which moves a player of Fox & Hounds chooses among, for every placement of a board.

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
from foxkit.rules.fox_hounds import FOX, TARGET
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds_index import (
    Ints,
    Placements,
    Span,
    fox_parity,
    sweep_layer,
    unrank,
)
from foxkit.solvers.fox_hounds_table import (
    FOX_WINS,
    HOUND_CODES,
    NOBODY,
    Answer,
    Layer,
    Table,
    Triple,
    answers_at,
    new_layer,
    new_row,
    solve_placement,
)
from foxkit.solvers.sweep import sweeping

POLICIES = (
    "random",
    "cautious",
    "FoxBox",
    "perfect",
    "document",
    "document without k",
)
"""The players:

* random: any move;
* cautious: the fox keeps to the highest ranks, the hounds move the one farthest behind;
* FoxBox: the hounds make B small and the fox makes it large, and nothing else;
* perfect: the winner hurries, the loser delays;
* document: its AI player without fuzz; see `worth`;
* document without k: the same, but among equal largest B any will do.
"""
_RANDOM, _CAUTIOUS, _BOXING, _PERFECT, _DOCUMENT, _WITHOUT_K = range(len(POLICIES))
_KEEPS = 1 << 20  # more than every other worth
_NO_MOVE = -(1 << 20)  # less than every worth


class Choices(NamedTuple):
    """The moves that a policy chooses among, as sets, by placement and the fox's bit.

    Attributes:
        fox: with the fox to move, sets of ways (the columns of `Placements.near`).
        hounds: with the hounds to move, sets of `2 * hound + side`.
    """

    fox: NDArray[np.uint8]
    hounds: NDArray[np.uint32]


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
def _greatest(worths: Ints) -> int:
    """Return the set of the moves that have the greatest worth."""
    chosen, best = 0, _NO_MOVE + 1
    for move in range(len(worths)):
        if worths[move] > best:
            best, chosen = worths[move], 0
        chosen |= (worths[move] == best) << move
    return chosen


@inlined
def _fox_choice(span: Span, policy: int, bit: int, row: Layer, worths: Ints) -> int:
    """Return the fox's chosen ways from a bit."""
    parity, k = fox_parity(span), span.tables.k
    for way in range(4):
        q = span.tables.near[parity, bit, way]
        answers, y = answers_at(row, q), 2 * (q // k) + 1 - parity
        worths[way] = _NO_MOVE
        if answers[0]:  # else off the board or taken
            worths[way] = worth(policy, answers, y, 1)
    return _greatest(worths[:4])


@inlined
def _hounds_choice(
    span: Span, policy: int, bit: int, after: Layer, worths: Ints
) -> int:
    """Return the hounds' chosen moves with the fox on a bit."""
    for move in range(len(span.moves)):
        number, worths[move] = span.moves[move], _NO_MOVE
        if number >= 0 and after.values[number, bit] != NOBODY:  # the fox in the way
            row = Layer(after.values[number], after.boxes[number], after.pairs[number])
            y = span.tables.row[span.hounds[move >> 1]]
            worths[move] = worth(policy, answers_at(row, bit), y, 0)
    return _greatest(worths[: len(span.moves)])


def _new_room(tables: Placements) -> tuple[Layer, Layer, Ints]:
    worths = np.empty(max(4, 2 * tables.k), np.int64)
    return new_row(tables), new_layer(1, tables.width).rows(0), worths


@compiled
def _choose_rows(
    policies: tuple[int, int],
    winning_boxes: int,
    after: Layer,
    out: Choices,
    span: Span,
    room: tuple[Layer, Layer, Ints],
) -> None:
    row, own, worths = room
    for number in range(span.start, span.stop):
        unrank(span, number)
        solve_placement(span, winning_boxes, after, row, own)
        fox, hounds = out.fox[number], out.hounds[number]
        for bit in range(len(fox)):
            fox[bit] = _fox_choice(span, policies[0], bit, row, worths)
            hounds[bit] = _hounds_choice(span, policies[1], bit, after, worths)


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
    number, k, state = _number_of(policy), position.game.k, position.state
    worths = {}
    for move, code in position.moves.items():
        square = code >> TARGET if state.mover == FOX else code & (1 << TARGET) - 1
        triple = after[move][:3]
        worths[move] = worth(number, triple, square // k, state.mover == FOX)
    return [move for move in worths if worths[move] == max(worths.values())]


def choices(
    table: Table, fox: str = "document", hounds: str = "document"
) -> list[Choices]:
    """Return what the players of these policies choose among, for each layer.

    Raises:
        ValueError: there is no such policy.
    """
    tables, found = table.placements, []
    policies = _number_of(fox), _number_of(hounds)
    with sweeping() as sweep:
        for layer in range(tables.layers):
            shape = tables.size(layer), tables.width
            out = Choices(np.empty(shape, np.uint8), np.empty(shape, np.uint32))
            rules = policies, int(table.winning_boxes), table.layer(layer + 1), out
            sweep_layer(sweep, partial(_choose_rows, *rules), tables, layer, _new_room)
            found.append(out)
    return found
