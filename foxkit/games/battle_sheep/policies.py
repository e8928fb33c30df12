"""Policies for the playouts of Battle Sheep."""

from typing import Any, NamedTuple

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.bits import popcount
from foxkit.core.generic import compared_by_class
from foxkit.core.rng import Seed, advance, below
from foxkit.games.battle_sheep.geometry import (
    cell_set,
    difference,
    free_directions,
    slide_end,
)
from foxkit.games.battle_sheep.rules import SheepState, sheep_on
from foxkit.search.playout import playout_move

PLAYOUT_MOVE_FLAG = 1 << 20
"""Added to a move that says that it is made in a playout."""


@compared_by_class
class MarkedPlayoutMoves(NamedTuple):
    """A policy whose moves say that they are made in a playout."""

    policy: Any


@playout_move.register
def _marked_move(
    marked: MarkedPlayoutMoves,
    game: Any,
    state: SheepState,
    moves: np.ndarray,
    seed: int,
) -> tuple[int, Seed]:
    """The move of the inner policy, with the bit `PLAYOUT_MOVE_FLAG`."""
    move, seed = playout_move(marked.policy, game, state, moves, seed)
    return move | PLAYOUT_MOVE_FLAG, seed


@compared_by_class
class NarrowFirst(NamedTuple):
    """Leave narrow places first, and split a stack as there is room for its parts.

    A slide is taken in proportion to 8 less the ways out that are left where it starts,
    and the stack is split in proportion to the ways out of either end, rounded at
    random. A starting cell may be any.
    """

    unused: int = 0


@playout_move.register
def _move_drawn_by_exits(
    policy: NarrowFirst, game: Any, state: SheepState, moves: np.ndarray, seed: int
) -> tuple[int, Seed]:
    """Any start; or a slide and a number of sheep, both by the ways out."""
    seed = advance(seed)
    move = int(moves[below(seed, len(moves))])
    if move & 63:
        move, seed = _slide_drawn_by_exits(state, moves, seed)
        seed = advance(seed)
        move |= _sheep_to_move_by_exits(state, move, seed)
    return move, seed


@compiled_inline
def exits_of_both_ends(state: SheepState, move: int) -> tuple[int, int]:
    """The ways out of a slide's start, and of its end, after it was made."""
    start = move >> 10
    end = slide_end(state.free, start, move >> 6 & 15)
    free = difference(state.free, cell_set(end))
    return popcount(free_directions(free, start)), popcount(free_directions(free, end))


@compiled_inline
def _slide_drawn_by_exits(
    state: SheepState, moves: np.ndarray, seed: int
) -> tuple[int, Seed]:
    """One of the slides, without a number of sheep, and the next seed."""
    chosen, total, i = 0, 0, 0
    while i < len(moves):
        move = int(moves[i])
        weight = 8 - exits_of_both_ends(state, move)[0]
        total += weight
        seed = advance(seed)
        if below(seed, total) < weight:
            chosen = move & ~63
        i += sheep_on(state, move >> 10) - 1  # all numbers of sheep stand together
    return chosen, seed


@compiled_inline
def _sheep_to_move_by_exits(state: SheepState, move: int, seed: int) -> int:
    """How many sheep of a stack to move, in proportion to the ways out of both ends."""
    sheep = sheep_on(state, move >> 10)
    exits_of_source, exits_of_target = exits_of_both_ends(state, move)
    exits_together = max(1, exits_of_source + exits_of_target)
    part = (sheep * exits_of_target + below(seed, exits_together)) // exits_together
    return min(max(part, 1), sheep - 1)
