"""Which moves a player of Fox & Hounds chooses among, for every placement of a board.

A policy gives each move a worth, from the answers after it; the player chooses among
the moves of the greatest worth, all equally likely.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.solvers.fox_hounds_answers import (
    FOX_WINS,
    HOUND_CODES,
    NOBODY,
    Desk,
    Layer,
    Reading,
    new_desk,
    new_layer,
    row_of,
)
from foxkit.solvers.fox_hounds_layers import fox_parity, solve_placement
from foxkit.solvers.fox_hounds_placements import Ints, Placements, place
from foxkit.solvers.fox_hounds_table import Table
from foxkit.solvers.parallel import in_parallel, workers

RANDOM, CAUTIOUS, BOXING, PERFECT, DOCUMENT, DOCUMENT_WITHOUT_K = range(6)
POLICIES = {
    "random": RANDOM,
    "cautious": CAUTIOUS,
    "FoxBox": BOXING,
    "perfect": PERFECT,
    "document": DOCUMENT,
    "document without k": DOCUMENT_WITHOUT_K,
}
"""The players:

* random: any move;
* cautious: the fox keeps to the highest ranks, the hounds move the one farthest behind;
* FoxBox: the hounds make B small and the fox makes it large, and nothing else;
* perfect: the winner hurries, the loser delays;
* document: its AI player without fuzz, `foxkit.solvers.fox_hounds.ai_moves`;
* document without k: the same, but among equal largest B any will do.
"""
_FIRST = 1 << 20  # before every other worth
_LEAST = -(1 << 20)


class Choices(NamedTuple):
    """The moves that a policy chooses among, as sets, by placement and the fox's bit.

    Attributes:
        fox: with the fox to move, sets of ways (the columns of `Placements.near`).
        hounds: with the hounds to move, sets of `2 * hound + side`.
    """

    fox: NDArray[np.uint8]
    hounds: NDArray[np.uint32]


@inlined
def _documents_worth(code: int, pair: int, fox_to_move: int) -> int:
    """Return a worth whose greatest are the moves of the document's player.

    A move that keeps the mover's win comes before all others; fox wins are better the
    later they come, hounds' wins the larger the pair.
    """
    if code <= HOUND_CODES:
        return pair if fox_to_move else pair + _FIRST
    plies = FOX_WINS - code
    return plies + _FIRST if fox_to_move else plies


@inlined
def _worth(
    policy: int, code: int, box: int, pair: int, rank: int, fox_to_move: int
) -> int:
    """Return a move's worth: `rank` is where the fox goes or the hound comes from."""
    for_fox = 0
    if policy == CAUTIOUS:
        for_fox = rank
    elif policy == BOXING:
        for_fox = box
    elif policy == PERFECT:
        for_fox = code
    elif policy == DOCUMENT:
        return _documents_worth(code, pair, fox_to_move)
    elif policy == DOCUMENT_WITHOUT_K:
        return _documents_worth(code, pair >> 8, fox_to_move)
    return for_fox if fox_to_move else -for_fox


@inlined
def _choose_fox(
    tables: Placements, policy: int, near: Ints, other: int, desk: Desk
) -> int:
    """Return the fox's chosen ways to the squares `near` on ranks of parity `other`."""
    chosen, best = 0, -1
    for way in range(4):
        q = near[way]
        code = int(desk.values[q])
        if code == 0:  # off the board or taken
            continue
        rank = 2 * (q // tables.k) + other
        worth = _worth(policy, code, int(desk.boxes[q]), int(desk.pairs[q]), rank, 1)
        chosen = 1 << way if worth > best else chosen | (worth == best) << way
        best = max(best, worth)
    return chosen


@inlined
def _weigh_hounds(
    policy: int,
    after: Layer,
    number: int,
    rank: int,
    move: int,
    best: Ints,
    chosen: NDArray[np.uint32],
) -> None:
    """Add a move to the chosen ones wherever none is worth more."""
    for q in range(len(chosen)):
        code, box = int(after.values[number, q]), int(after.boxes[number, q])
        if code == NOBODY:  # the fox is in the way
            continue
        worth = _worth(policy, code, box, int(after.pairs[number, q]), rank, 0)
        if worth > best[q]:
            best[q], chosen[q] = worth, 1 << move
        elif worth == best[q]:
            chosen[q] |= 1 << move


@inlined
def _choose_hounds(
    tables: Placements,
    policy: int,
    desk: Desk,
    after: Layer,
    best: Ints,
    chosen: NDArray[np.uint32],
) -> None:
    best[:] = _LEAST
    chosen[:] = 0
    for move in range(2 * tables.k):
        if desk.after[move] >= 0:
            rank = tables.rank[desk.hounds[move >> 1]]
            _weigh_hounds(policy, after, desk.after[move], rank, move, best, chosen)


def _new_desk(tables: Placements) -> tuple[Desk, Layer, Ints]:
    row = row_of(new_layer(1, tables.width), 0)
    return new_desk(tables), row, np.empty(tables.width, np.int64)


@compiled
def _choose_rows(
    tables: Placements,
    layer: int,
    parity: int,
    policies: tuple[int, int],
    reading: Reading,
    after: Layer,
    out: Choices,
    desks: tuple[Desk, Layer, Ints],
    start: int,
    stop: int,
) -> None:
    desk, row, best = desks
    for number in range(start, stop):
        place(tables, layer, number, desk.hounds)
        solve_placement(tables, parity, reading, desk, after, row)
        _choose_hounds(tables, policies[1], desk, after, best, out.hounds[number])
        for p in range(len(best)):
            near = tables.near[parity, p]
            out.fox[number, p] = _choose_fox(
                tables, policies[0], near, 1 - parity, desk
            )


def choices(
    table: Table, fox: str = "document", hounds: str = "document"
) -> list[Choices]:
    """Return what the players of these policies choose among, for each layer.

    Raises:
        ValueError: there is no such policy.
    """
    for name in (fox, hounds):
        if name not in POLICIES:
            raise ValueError(f"no policy {name!r}; there are {', '.join(POLICIES)}")
    tables, policies, found = table.placements, (POLICIES[fox], POLICIES[hounds]), []
    with workers() as pool:
        for layer in range(tables.layers):
            shape = tables.size(layer), tables.width
            out = Choices(np.empty(shape, np.uint8), np.empty(shape, np.uint32))
            rules = fox_parity(tables.height, layer, table.phase), policies
            after = table.layer(layer + 1)
            work = partial(
                _choose_rows, tables, layer, *rules, table.reading, after, out
            )
            in_parallel(pool, work, shape[0], partial(_new_desk, tables))
            found.append(out)
    return found
