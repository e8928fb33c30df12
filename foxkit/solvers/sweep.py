"""Work on a layer of placements in threads: compiled code runs without the GIL."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from tqdm import tqdm

from foxkit.solvers.fox_hounds_placements import Placements, Span, span_of

PIECES = 8
"""Pieces for each thread, so that none waits long for the last one."""
LEAST = 1024
"""Placements of a piece at least: a smaller one costs more to hand out than to do."""
Desk = TypeVar("Desk")


@contextmanager
def workers(
    total: int = 0, label: str = "", progress: bool = False
) -> Iterator[Callable[..., list[Any]]]:
    """Start a thread for each processor, and a bar for so many placements on stderr.

    Yields:
        `share(work, tables, layer, new_desk)`: it calls `work(span, desk)` on pieces of
        a layer, each at a desk of its own, `new_desk(tables)`, and returns the desks.
    """
    threads = os.cpu_count() or 1
    bar = tqdm(
        total=total,
        desc=label,
        unit=" placements",
        unit_scale=True,
        disable=not progress,
    )

    def share(
        work: Callable[[Span, Desk], object],
        tables: Placements,
        layer: int,
        new_desk: Callable[[Placements], Desk],
    ) -> list[Desk]:
        size = tables.size(layer)
        step = max(LEAST, -(-size // (PIECES * threads)))
        starts = range(0, size, step)
        spans = [span_of(tables, layer, a, min(a + step, size)) for a in starts]
        desks = [new_desk(tables) for _ in spans]
        list((map if len(spans) == 1 else pool.map)(work, spans, desks))
        bar.update(size)
        return desks

    with bar, ThreadPoolExecutor(threads) as pool:
        yield share
