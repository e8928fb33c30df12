"""Wolves Eat Sheep solved by retrograde analysis, slice by number of sheep.

Sheep never come back, so a slice (all placements with k sheep) needs only the finished
slice below it. Inside a slice the answer spreads backwards from the ends of the game:

    lost in 0  -->  won in 1  -->  perhaps lost: are all moves lost?  -->  lost in 2 ...

Each arrow is a wave over the table, which `foxkit.solvers.wolves_slice` explains.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.rules.wolves import (
    SHEEP,
    UNDECIDED,
    WOLVES,
    Wolves,
    WolvesState,
    neighbours,
    winner,
)
from foxkit.solvers.wolves_index import flock, index_of
from foxkit.solvers.wolves_slice import (
    DRAW,
    PAGE,
    Bytes,
    Slice,
    first_byte,
    settle,
    take_back,
)

_PARTS = 16  # each side's blocks are dealt out to so many tasks a wave


@inlined
def _run_page(
    part: Slice,
    game: Wolves,
    wave: int,
    side: int,
    block: int,
    page: int,
    moves: np.ndarray,
) -> None:
    wolves = int(part.numbering.wolves[block])
    end = min((page + 1) << PAGE, len(part.numbering.flocks))
    for rank in range(page << PAGE, end):
        if part.table[side, block, rank] == wave:
            sheep = flock(part.numbering, wolves, rank)
            state = WolvesState(wolves, sheep, side)
            take_back(part, game, state, block, wave, moves)


@compiled
def _run_wave(
    part: Slice, game: Wolves, wave: int, side: int, first: int, moves: np.ndarray
) -> None:
    """Take back the last move before every position decided at this wave.

    Only `side` is to move in them, and only every `_PARTS`th block is done.
    """
    for block in range(first, len(part.numbering.wolves), _PARTS):
        for page in range(part.due.shape[2]):
            if part.due[side, block, page, wave]:
                _run_page(part, game, wave, side, block, page, moves)


@compiled
def _open(part: Slice, game: Wolves, first: int, moves: np.ndarray) -> None:
    """Settle finished games, and what follows from the slice below."""
    for block in range(first, len(part.numbering.wolves), _PARTS):
        wolves = int(part.numbering.wolves[block])
        for rank in range(len(part.numbering.flocks)):
            state = WolvesState(wolves, flock(part.numbering, wolves, rank), WOLVES)
            if winner(state) != UNDECIDED:
                settle(part, WOLVES, block, rank, 0)
                settle(part, SHEEP, block, rank, 0)
                continue
            byte = first_byte(part, game, state, moves)
            settle(part, WOLVES, block, rank, byte)
            if not neighbours(state.sheep) & ~(state.wolves | state.sheep):
                settle(part, SHEEP, block, rank, 0)


def solve_slice(
    game: Wolves,
    wolves: int,
    sheep: int,
    below: Bytes | None = None,
    threads: int = 2,
    progress: Callable[[int], None] = lambda wave: None,
) -> Bytes:
    """Solve all placements of so many wolves and sheep.

    Args:
        game: its generator; the start does not matter.
        wolves: how many, 1 or more.
        sheep: 3 or more.
        below: the table of one sheep less; not needed for 3 sheep.
        threads: how many to run; the result does not depend on it.
        progress: called with the number of each wave, before it runs.

    Returns:
        The table: a byte for each [side to move, block, rank]; see above.

    Raises:
        OverflowError: a distance does not fit into a byte.
    """
    index, below_index = index_of(wolves, sheep), index_of(wolves, sheep - 1)
    blocks = len(index.wolves)
    table = np.full((2, blocks, len(index.flocks)), DRAW, np.uint8)
    due = np.zeros((2, blocks, (len(index.flocks) >> PAGE) + 1, DRAW), np.uint8)
    if below is None:
        below = np.empty((2, 0, 0), np.uint8)
    part = Slice(index, table, below_index, below, due)
    buffers = np.empty((2 * _PARTS, game.MAX_MOVES), np.int64)

    def open_part(number: int) -> None:
        _open(part, game, number, buffers[number])

    def run_part(wave: int, number: int) -> None:
        side, first = number % 2, number // 2
        _run_wave(part, game, wave, side, first, buffers[number])

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(open_part, range(_PARTS)))
        for wave in range(DRAW - 1):
            if not due[..., wave:].any():
                return table
            progress(wave)
            list(pool.map(partial(run_part, wave), range(2 * _PARTS)))
    raise OverflowError("a distance of 254 plies or more")
