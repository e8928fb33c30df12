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
from foxkit.solvers.fox_hounds_placements import (
    Ints,
    Placements,
    is_taken,
    number_after,
    place,
    sets_of,
)
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
    hounds: Ints,
    after: Layer,
    best: Ints,
    chosen: NDArray[np.uint32],
) -> None:
    even, odd = sets_of(tables, hounds)
    best[:] = _LEAST
    chosen[:] = 0
    for i in range(tables.k):
        for side in range(2):
            target = tables.up[hounds[i], side]
            if target >= 0 and not is_taken(tables, even, odd, target):
                number = number_after(tables, hounds, i, target)
                rank = tables.rank[hounds[i]]
                _weigh_hounds(policy, after, number, rank, 2 * i + side, best, chosen)


@compiled
def _choose_rows(
    tables: Placements,
    layer: int,
    parity: int,
    policies: tuple[int, int],
    reading: Reading,
    desk: Desk,
    row: Layer,
    best: Ints,
    after: Layer,
    out: Choices,
    start: int,
    stop: int,
) -> None:
    for number in range(start, stop):
        place(tables, layer, number, desk.hounds)
        solve_placement(tables, parity, reading, desk, after, row)
        _choose_hounds(
            tables, policies[1], desk.hounds, after, best, out.hounds[number]
        )
        for p in range(len(best)):
            near = tables.near[parity, p]
            out.fox[number, p] = _choose_fox(
                tables, policies[0], near, 1 - parity, desk
            )


def _choose_part(
    table: Table,
    layer: int,
    policies: tuple[int, int],
    out: Choices,
    start: int,
    stop: int,
) -> None:
    tables = table.placements
    _choose_rows(
        tables,
        layer,
        fox_parity(tables.height, layer, table.phase),
        policies,
        table.reading,
        new_desk(tables),
        row_of(new_layer(1, tables.width), 0),
        np.empty(tables.width, np.int64),
        table.layer(layer + 1),
        out,
        start,
        stop,
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
    policies = POLICIES[fox], POLICIES[hounds]
    found = []
    with workers() as pool:
        for layer in range(table.placements.layers):
            shape = table.layer(layer).values.shape
            out = Choices(np.empty(shape, np.uint8), np.empty(shape, np.uint32))
            in_parallel(
                pool, partial(_choose_part, table, layer, policies, out), shape[0]
            )
            found.append(out)
    return found
