"""A sweep: work over pieces of a table, in threads.

Compiled code and NumPy run without the GIL.

layer     |---- piece ----|---- piece ----|---- piece ----|  ...  and then the next
                 |               |               |
threads        work            work            work     each with memory of its own
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import Any

THREADS = os.cpu_count() or 1
PIECES_PER_THREAD = 8
"""Pieces per thread: with several of them, no thread waits long for the last one."""
MIN_PIECE_SIZE = 1024
"""Smaller pieces take longer to hand to a thread than to work through."""

Sweep = Callable[[Callable[[Any], Any], Sequence[Any], int], list[Any]]


def piece_bounds(size: int) -> list[tuple[int, int]]:
    """The pieces of a layer, each as its first number and the one after its last."""
    step = max(MIN_PIECE_SIZE, -(-size // (PIECES_PER_THREAD * THREADS)))
    return [(first, min(first + step, size)) for first in range(0, size, step)]


@contextmanager
def sweep_in_threads(
    total: int | None = None,
    label: str = "",
    progress: bool = False,
    unit: str = "placements",
    threads: int = THREADS,
) -> Iterator[Sweep]:
    """Start threads, and a bar on stderr that will count up to `total` units.

    Yields `sweep(work, pieces, units)`: it returns `work(piece)` of all pieces, and
    moves the bar on by so many units.
    """
    bar: Any = nullcontext()
    if progress:
        from tqdm import tqdm  # a board does without it

        bar = tqdm(total=total, desc=label, unit=f" {unit}", unit_scale=True)

    def sweep(work: Any, pieces: Sequence[Any], units: int) -> list[Any]:
        results = list((map if len(pieces) == 1 else pool.map)(work, pieces))
        if progress:
            bar.update(units)
        return results

    with bar, ThreadPoolExecutor(threads) as pool:
        yield sweep
