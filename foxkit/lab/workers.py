"""Where pieces are played: in threads, in processes, or on a dask cluster."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from threading import Event, Thread
from typing import Any

from foxkit.lab.experiment import Match
from foxkit.lab.match import Played, play_blocks

_ANSWER = 10  # seconds in which a scheduler has to answer


@dataclass(frozen=True)
class Workers:
    """An open executor, how many pieces it plays at once, and a way to stop it.

    Attributes:
        pool: any `concurrent.futures.Executor`.
        count: pieces at once.
        near: whether the workers share this process.
        stop: set it, and games on this machine break off at the next move.
    """

    pool: Executor
    count: int
    near: bool
    stop: Any = field(default_factory=Event)  # or the same of `multiprocessing`

    def play(self, match: Match, seed: int, blocks: range) -> Future[Played]:
        """Start to play some blocks of a match."""
        if self.near:
            return self.pool.submit(play_blocks, match, seed, blocks, self.stop.is_set)
        return self.pool.submit(_play_far, match, seed, blocks)


_far = {"stop": Event()}  # in a worker process: the `stop` of its workers


def _play_far(match: Match, seed: int, blocks: range) -> Played:
    return play_blocks(match, seed, blocks, _far["stop"].is_set)


def _begin(stop: Any) -> None:
    """Begin a worker process: it obeys `stop`, not Ctrl-C, and ends with its parent."""
    _far["stop"] = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that never hear Ctrl-C, where the system can do that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def open_workers(kind: str = "threads", count: int | None = None) -> Iterator[Workers]:
    """Open workers by name; at the end, break off what is under way and close them.

    Args:
        kind: "threads", "processes", or a dask scheduler's "tcp://host:port".
        count: pieces at once; by default, as many as there are processors.

    Raises:
        ValueError: for another kind.
    """
    if count is not None and count < 1:
        raise ValueError(f"{count} workers instead of at least 1")
    count = count or os.cpu_count() or 1
    if kind.startswith("tcp://"):
        with _cluster(kind) as workers:
            yield workers
        return
    workers = _local(kind, count)
    try:
        yield workers
    finally:
        workers.stop.set()
        workers.pool.shutdown(cancel_futures=True)


def _local(kind: str, count: int) -> Workers:
    if kind == "threads":
        return Workers(ThreadPoolExecutor(count), count, near=True)
    if kind == "processes":
        spawn = get_context("spawn")
        stop = spawn.Event()
        pool = ProcessPoolExecutor(count, spawn, _begin, (stop,))
        with _deaf():
            for _ in range(count):
                pool.submit(int)  # each starts a process
        return Workers(pool, count, near=False, stop=stop)
    raise ValueError(f"executor {kind!r} is not 'threads', 'processes' or 'tcp://…'")


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    try:
        from distributed import Client
    except ImportError:
        raise ValueError("a cluster needs: pip install 'foxkit[cluster]'") from None
    try:
        client = Client(address, timeout=_ANSWER)
    except (OSError, ValueError) as error:
        raise ValueError(f"no dask scheduler at {address}: {error}") from None
    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise ValueError(f"no workers at {address}: start `dask worker {address}`")
        yield Workers(client.get_executor(pure=False), count, near=False)
