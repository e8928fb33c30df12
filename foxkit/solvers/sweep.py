"""A sweep: compiled work over pieces of a table, in threads, for it runs without GIL.

layer     |---- piece ----|---- piece ----|---- piece ----|  ...  and then the next
                 |               |               |
threads        work            work            work     each in a room of its own
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from tqdm import tqdm

THREADS = os.cpu_count() or 1
PIECES = 8
"""Pieces for each thread, so that none waits long for the last one."""
LEAST = 1024
"""Positions of a piece at least: a smaller one costs more to hand out than to do."""

Sweep = Callable[[Callable[..., object], Sequence[tuple[Any, ...]], int], None]


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

    Yields:
        `sweep(work, pieces, units)`: it calls `work(*piece)` for every piece, waits for
        all of them, and moves the bar on by so many units.
    """
    bar = tqdm(
        total=total, desc=label, unit=f" {unit}", unit_scale=True, disable=not progress
    )

    def sweep(
        work: Callable[..., object], pieces: Sequence[tuple[Any, ...]], units: int
    ) -> None:
        run = map if len(pieces) == 1 else pool.map
        for _ in run(lambda piece: work(*piece), pieces):
            pass
        bar.update(units)

    with bar, ThreadPoolExecutor(threads) as pool:
        yield sweep
