"""Wolves Eat Sheep solved by retrograde analysis, slice by number of sheep.

Sheep never come back, so a slice (all placements with k sheep) needs only the finished
slice below it. Inside a slice the answer spreads backwards from the ends of the game:

    lost in 0  -->  won in 1  -->  perhaps lost: are all moves lost?  -->  lost in 2 ...

Each arrow is a wave over the table, which `foxkit.solvers.wolves_slice` explains.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product

import numpy as np

from foxkit.core import compiled
from foxkit.rules.wolves import SHEEP, WOLVES, Wolves
from foxkit.solvers.wolves_slice import (
    DRAW,
    PAGE,
    Bytes,
    Slice,
    placed,
    settle_first,
    slice_of,
    take_back,
)

_PARTS = 16  # each side's blocks are dealt out to so many tasks a wave


@compiled
def _open(part: Slice, first: int) -> None:
    """Settle finished games, and what follows from the slice below."""
    for block in range(first, len(part.numbering.wolves), _PARTS):
        for rank in range(len(part.numbering.flocks)):
            settle_first(part, block, rank)


@compiled
def _run_wave(part: Slice, wave: int, side: int, first: int) -> None:
    """Take back the last move before every position decided at this wave.

    Only `side` is to move in them, and only every `_PARTS`th block is done.
    """
    ranks = len(part.numbering.flocks)
    for block in range(first, len(part.numbering.wolves), _PARTS):
        for page in range(part.due.shape[2]):
            if not part.due[side, block, page, wave]:
                continue
            for rank in range(page << PAGE, min((page + 1) << PAGE, ranks)):
                if part.table[side, block, rank] == wave:
                    take_back(part, placed(part, block, rank, side), block, wave)


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
        The table: a byte for each [side to move, block, rank]; see `wolves_slice`.

    Raises:
        OverflowError: a distance does not fit into a byte.
    """
    part = slice_of(game, wolves, sheep, None, below)
    buffers = np.empty((2 * _PARTS, game.MAX_MOVES), np.int64)
    parts = [part._replace(moves=moves) for moves in buffers]
    tasks = list(product((WOLVES, SHEEP), range(_PARTS)))

    def run(wave: int, part: Slice, task: tuple[int, int]) -> None:
        _run_wave(part, wave, *task)

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(_open, parts[:_PARTS], range(_PARTS)))
        for wave in range(DRAW - 1):
            if not part.due[..., wave:].any():
                return part.table
            progress(wave)
            list(pool.map(partial(run, wave), parts, tasks))
    raise OverflowError("a distance of 254 plies or more")
