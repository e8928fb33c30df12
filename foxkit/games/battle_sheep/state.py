"""Battle Sheep's states: who stands where and how high, and what a flock can do."""

from typing import NamedTuple

import numpy as np

from foxkit.core import inlined
from foxkit.core.bits import ctz
from foxkit.games.battle_sheep.geometry import (
    CellSet,
    common,
    flipped,
    has_cell,
    is_empty,
    score,
    single,
    union,
    ways,
    with_neighbours,
    without,
)

Heights = tuple[CellSet, CellSet, CellSet, CellSet, CellSet]


class SheepState(NamedTuple):
    """Who stands where, how high, and who moves.

    Attributes:
        free: the cells that nobody owns yet; neither free nor owned is an obstacle.
        owned: each player's cells.
        height: sheep on each cell less one, as sets: the cells where the number has
            bit 0, bit 1, ...
        mover: the player to move, from 0.
    """

    free: CellSet
    owned: tuple[CellSet, CellSet, CellSet, CellSet]
    height: Heights
    mover: int


@inlined
def scores(state: SheepState) -> tuple[int, int, int, int]:
    one, two, three, four = state.owned
    return score(one), score(two), score(three), score(four)


@inlined
def sheep_on(state: SheepState, cell: int) -> int:
    """Return how many sheep stand on a cell that is owned."""
    number = 1
    for bit in range(5):
        number += has_cell(state.height[bit], cell) << bit
    return number


@inlined
def _stacks(state: SheepState, player: int) -> CellSet:
    """Return a player's cells with more than one sheep."""
    height = state.height
    low = union(union(height[0], height[1]), union(height[2], height[3]))
    return common(state.owned[player], union(low, height[4]))


@inlined
def splits(state: SheepState, moves: np.ndarray, whole: int = 0) -> int:
    """List the slides as the report's listing does: by cell, direction and number.

    If `whole` is 1 the number is left out, and each slide stands there once.
    """
    stacks, n = _stacks(state, state.mover), 0
    for word in range(4):
        cells = stacks[word]
        while cells:
            cell = 60 * word + ctz(cells)
            cells &= cells - 1
            first, end = (0, 1) if whole else (1, sheep_on(state, cell))
            open_ways = ways(state.free, cell)
            while open_ways:
                code = cell << 10 | (ctz(open_ways) + 1) << 6
                open_ways &= open_ways - 1
                for part in range(first, end):
                    moves[n] = code | part
                    n += 1
    return n


@inlined
def can_slide(state: SheepState, player: int) -> bool:
    """Return whether a player has a stack to split beside a free cell."""
    return not is_empty(common(_stacks(state, player), with_neighbours(state.free)))


@inlined
def settled(state: SheepState, cell: int, sheep: int, after: int) -> SheepState:
    """Return the state with so many sheep of the mover on a free cell, `after` to move.

    They come from outside: whoever slides has taken them off the board before.
    """
    place, own, who = single(cell), state.owned, state.mover
    owned = (
        flipped(own[0], place, int(who == 0)),
        flipped(own[1], place, int(who == 1)),
        flipped(own[2], place, int(who == 2)),
        flipped(own[3], place, int(who == 3)),
    )
    height = changed(state.height, place, sheep - 1)
    return SheepState(without(state.free, place), owned, height, after)


@inlined
def changed(height: Heights, place: CellSet, bits: int) -> Heights:
    """Return the heights with some bits of the number on a place changed."""
    return (
        flipped(height[0], place, bits & 1),
        flipped(height[1], place, bits >> 1 & 1),
        flipped(height[2], place, bits >> 2 & 1),
        flipped(height[3], place, bits >> 3 & 1),
        flipped(height[4], place, bits >> 4 & 1),
    )
