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
PIECES = 8
"""Pieces for each thread, so that none waits long for the last one."""
LEAST = 1024
"""Positions of a piece at least: a smaller one costs more to hand out than to do."""

Sweep = Callable[[Callable[[Any], Any], Sequence[Any], int], list[Any]]


def pieces_of(size: int) -> list[tuple[int, int]]:
    """Return the first and the last number but one of each piece of a layer."""
    step = max(LEAST, -(-size // (PIECES * THREADS)))
    return [(first, min(first + step, size)) for first in range(0, size, step)]


@contextmanager
def sweeping(
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
        found = list((map if len(pieces) == 1 else pool.map)(work, pieces))
        if progress:
            bar.update(units)
        return found

    with bar, ThreadPoolExecutor(threads) as pool:
        yield sweep
