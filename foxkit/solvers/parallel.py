"""Work on a long array in threads: compiled code runs without the GIL."""

import os
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

from tqdm import tqdm

PIECES = 8
"""Pieces for each thread, so that none waits long for the last one."""
LEAST = 1024


def workers(threads: int | None = None) -> ThreadPoolExecutor:
    """Return a pool of threads, by default as many as there are processors."""
    return ThreadPoolExecutor(threads or os.cpu_count() or 1)


def in_parallel(
    pool: Executor,
    work: Callable[[Any, int, int], Any],
    size: int,
    desk: Callable[[], Any],
) -> list[Any]:
    """Call `work(desk(), start, stop)` on pieces of [0, size), each at its own desk.

    Returns:
        The results in order.
    """
    threads = getattr(pool, "_max_workers", 1)
    step = max(LEAST, -(-size // (PIECES * threads)))
    starts = range(0, size, step)
    if len(starts) == 1:
        return [work(desk(), 0, size)]
    futures = [pool.submit(work, desk(), a, min(a + step, size)) for a in starts]
    return [future.result() for future in futures]


def bar(total: int, label: str, shown: bool) -> Any:
    """Return a progress bar on stderr for so many placements."""
    return tqdm(
        total=total,
        desc=label,
        unit=" placements",
        unit_scale=True,
        disable=not shown,
        file=sys.stderr,
    )
