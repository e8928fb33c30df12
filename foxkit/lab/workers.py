"""Where pieces are played: in threads, in processes, or on a dask cluster."""

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from threading import Event, Thread
from typing import Any

from foxkit.core.arguments import whole_number
from foxkit.lab.match import Match, Played, play_blocks

_MOST_WORKERS = 10_000
_ANSWER = 10  # seconds in which a scheduler has to answer


@dataclass(frozen=True)
class Workers:
    """An open executor, how many pieces it plays at once, and a way to stop it.

    Attributes:
        pool: any `concurrent.futures.Executor`.
        count: tells how many pieces at once; where nobody is there, it waits.
        near: whether the workers share this process.
        stop: set it, and games on this machine break off at the next move.
    """

    pool: Executor
    count: Callable[[], int]
    near: bool
    stop: Any = field(default_factory=Event)  # or the same of `multiprocessing`

    def play(self, match: Match, seed: int, blocks: range) -> Future[Played]:
        """Start to play blocks of a match; ValueError if it cannot be sent there."""
        if self.near:
            return self.pool.submit(play_blocks, match, seed, blocks, self.stop.is_set)
        if isinstance(self.pool, ProcessPoolExecutor):
            _check_players(match)
        return self.pool.submit(_play_far, match, seed, blocks)


def _check_players(match: Match) -> None:
    """Refuse players whose code stands in no file that another process could read."""
    typed_in = not hasattr(sys.modules["__main__"], "__file__")
    for player in match.players:
        try:
            sent = pickle.dumps(player)
        except Exception:  # it may raise anything at all
            sent = b""
        if not sent or (typed_in and b"__main__" in sent):
            raise ValueError(
                f"{type(player).__name__} can be played by threads only: "
                "other processes cannot find its code, which would have to be a "
                "function or class by name in a file"
            )


def result(future: Future[Played], code: str) -> Played:
    """Return what a worker has played; ValueError if it plays with other code."""
    try:
        played = future.result()
    except (CancelledError, BrokenProcessPool) as error:
        raise ConnectionError(
            "workers were lost; what was finished is kept, and the same command goes on"
            f" from there ({type(error).__name__})"
        ) from None
    makers = played.made_with
    if [maker["code"] for maker in makers] != [code]:
        there = ", ".join(f"{k} {v}" for maker in makers for k, v in maker.items())
        raise ValueError(
            f"a worker plays with other code ({there}) than code {code}, which is here:"
            " install the same there, and start it again; what was finished is kept"
        )
    return played


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
    """
    if count is not None:
        count = whole_number("workers", count, 1, _MOST_WORKERS)
    many = count or os.cpu_count() or 1
    if kind.startswith("tcp://"):
        with _cluster(kind) as workers:
            yield workers
        return
    if kind == "threads":
        workers = Workers(ThreadPoolExecutor(many), lambda: many, near=True)
    elif kind == "processes":
        spawn = get_context("spawn")
        stop = spawn.Event()
        pool = ProcessPoolExecutor(many, spawn, _begin, (stop,))
        with _deaf():
            for _ in range(many):
                pool.submit(int)  # each starts a process
        workers = Workers(pool, lambda: many, near=False, stop=stop)
    else:
        known = "'threads', 'processes' or 'tcp://…'"
        raise ValueError(f"executor {kind!r} is not {known}")
    try:
        yield workers
    finally:
        workers.stop.set()
        workers.pool.shutdown(cancel_futures=True)


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

    def count() -> int:
        if not client.nthreads():
            print(
                f"no workers at {address}: start `dask worker {address}`, and the run "
                "goes on; Ctrl-C stops it",
                file=sys.stderr,
            )
            client.wait_for_workers(1)
        return sum(client.nthreads().values())

    with client:
        yield Workers(client.get_executor(pure=False), count, near=False)
