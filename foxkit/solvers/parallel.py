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
    pool: Executor, work: Callable[[int, int], Any], size: int
) -> list[Any]:
    """Call `work(start, stop)` on pieces of [0, size); return the results in order."""
    threads = getattr(pool, "_max_workers", 1)
    step = max(LEAST, -(-size // (PIECES * threads)))
    starts = range(0, size, step)
    if len(starts) == 1:
        return [work(0, size)]
    futures = [pool.submit(work, a, min(a + step, size)) for a in starts]
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
