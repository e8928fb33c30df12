"""Where chunks are played: in threads, in processes, or on a dask cluster."""

import os
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from threading import Event

from foxkit.lab.match import Match, TimedGames, play_pairs


@dataclass(frozen=True)
class Workers:
    """An open executor, how many chunks it plays at once, and a way to stop it.

    Attributes:
        pool: any `concurrent.futures.Executor`.
        count: chunks at once.
        near: whether the workers share this process and can be asked to stop.
        stop: set it, and games in threads break off at the next move.
    """

    pool: Executor
    count: int
    near: bool
    stop: Event = field(default_factory=Event)

    def play(self, match: Match, seed: int, pairs: range) -> Future[TimedGames]:
        """Start to play some pairs of a match."""
        if self.near:
            return self.pool.submit(play_pairs, match, seed, pairs, self.stop.is_set)
        return self.pool.submit(play_pairs, match, seed, pairs)


@contextmanager
def open_workers(kind: str = "threads", count: int | None = None) -> Iterator[Workers]:
    """Open workers by name; at the end, break off what is under way and close them.

    Args:
        kind: "threads", "processes", or a dask scheduler's "tcp://host:port".
        count: chunks at once; by default, as many as there are processors.

    Raises:
        ValueError: for another kind.
    """
    count = count or os.cpu_count() or 1
    if "://" in kind:
        with _cluster(kind) as workers:
            yield workers
        return
    workers = Workers(_local_pool(kind, count), count, near=kind == "threads")
    try:
        yield workers
    finally:
        workers.stop.set()
        workers.pool.shutdown(cancel_futures=True)


def _local_pool(kind: str, count: int) -> Executor:
    if kind == "threads":
        return ThreadPoolExecutor(count)
    if kind == "processes":
        return ProcessPoolExecutor(count, mp_context=get_context("spawn"))
    raise ValueError(f"executor {kind!r} is not 'threads', 'processes' or 'tcp://…'")


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("a cluster needs: pip install 'foxkit[cluster]'") from None
    with Client(address) as client:
        count = sum(client.nthreads().values())
        yield Workers(client.get_executor(pure=False), count, near=False)
