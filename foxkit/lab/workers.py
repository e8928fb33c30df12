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
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context, parent_process
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any

from foxkit.lab.match import Match, Played, play_blocks, play_twice

_ANSWER = 10  # seconds in which a scheduler has to answer
_AT_ONCE = 1.0  # seconds in which searches stop, so that nobody need be told to wait


class DaemonThreads(Executor):
    """Threads that keep no process alive which is to end.

    Python waits at its end for the threads of a `ThreadPoolExecutor`, and a move that
    one of them has under way may take minutes.
    """

    def __init__(self, count: int) -> None:
        self._calls: SimpleQueue[Any] = SimpleQueue()  # (future, call); None: no more
        self._count = count
        for number in range(count):
            name = f"foxkit worker {number}"
            Thread(target=self._work, daemon=True, name=name).start()

    def _work(self) -> None:
        while (next_call := self._calls.get()) is not None:
            future, call = next_call
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call())
                except BaseException as error:
                    future.set_exception(error)
            del next_call, future, call

    def submit(self, function: Any, /, *given: Any, **named: Any) -> Future[Any]:
        """Call a function in the next thread that is free."""
        future: Future[Any] = Future()
        self._calls.put((future, partial(function, *given, **named)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the threads end after the calls that are left; it waits for none."""
        with suppress(Empty):
            while cancel_futures and (waiting := self._calls.get_nowait()):
                waiting[0].cancel()
        for _ in range(self._count):
            self._calls.put(None)


@dataclass(frozen=True)
class Workers:
    """An open executor, how many pieces it plays at once, and a way to stop it.

    Attributes:
        pool: any `concurrent.futures.Executor`.
        count: tells how many pieces at once; where nobody is there, it waits.
        near: whether the workers share this process.
        stop: set it, and games on this machine break off: a search in its middle, any
            other player at the end of its move.
        leave: set it, and moves that are under way on this machine are given up; None
            where the workers are elsewhere, and nobody waits for them.
    """

    pool: Executor
    count: Callable[[], int]
    near: bool
    stop: Any = field(default_factory=Event)  # or the same of `multiprocessing`
    leave: Any = None
    _under_way: set[Future[Played]] = field(default_factory=set)

    def play(
        self, match: Match, seed: int, blocks: range, twice: bool = False
    ) -> Future[Played]:
        """Start to play blocks of a match; ValueError if it cannot be sent there.

        If `twice`, each block is played again, and must come out the same.
        """
        if self.near:
            function = play_twice if twice else play_blocks
            future = self.pool.submit(function, match, seed, blocks, self.stop.is_set)
        else:
            if isinstance(self.pool, ProcessPoolExecutor):
                _check_players(match)
            future = self.pool.submit(_play_far, match, seed, blocks, twice)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def break_off(self, say: Callable[[str], None]) -> None:
        """End what is under way, and wait for moves that cannot be broken off.

        That is said, and how many they are. KeyboardInterrupt gives them up.
        """
        self.stop.set()
        try:
            for future in [*self._under_way]:
                future.cancel()
            if self.leave is None:
                return
            wait([*self._under_way], _AT_ONCE)
            if moves := sum(not future.done() for future in [*self._under_way]):
                moves = min(moves, self.count())
                what = "1 move" if moves == 1 else f"{moves} moves"
                say(f"waiting for {what} under way; an interrupt now gives up on them")
            while self._under_way:
                wait([*self._under_way], 0.1)  # so that Python hears an interrupt
        except KeyboardInterrupt:
            if self.leave is not None:
                self.leave.set()
            raise


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


def _play_far(match: Match, seed: int, blocks: range, twice: bool) -> Played:
    function = play_twice if twice else play_blocks
    return function(match, seed, blocks, _far["stop"].is_set)


def _begin(stop: Any, leave: Any) -> None:
    """Begin a worker process: it obeys `stop`, not Ctrl-C, and ends with its parent."""
    _far["stop"] = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    Thread(target=_end_when_left, args=(leave,), daemon=True).start()


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


def _end_when_left(leave: Any) -> None:
    leave.wait()
    os._exit(1)


@contextmanager
def open_workers(kind: str = "threads", count: int | None = None) -> Iterator[Workers]:
    """Open workers by name; at the end, break off what is under way and close them.

    Args:
        kind: "threads", "processes", or a dask scheduler's "tcp://host:port".
        count: pieces at once; by default, as many as there are processors.
    """
    if count is not None and count < 1:
        raise ValueError(f"{count} workers instead of at least 1")
    many = count or os.cpu_count() or 1
    if kind.startswith("tcp://"):
        with _cluster(kind) as workers:
            yield workers
        return
    if kind == "threads":
        pool: Executor = DaemonThreads(many)
        workers = Workers(pool, lambda: many, near=True, leave=Event())
    elif kind == "processes":
        spawn = get_context("spawn")
        stop, leave = spawn.Event(), spawn.Event()
        pool = ProcessPoolExecutor(many, spawn, _begin, (stop, leave))
        with _deaf():
            for _ in range(many):
                pool.submit(int)  # each starts a process
        workers = Workers(pool, lambda: many, near=False, stop=stop, leave=leave)
    else:
        known = "'threads', 'processes' or 'tcp://…'"
        raise ValueError(f"executor {kind!r} is not {known}")
    try:
        yield workers
    finally:
        workers.stop.set()
        wanted = not workers.leave.is_set()
        workers.pool.shutdown(wait=wanted, cancel_futures=True)


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
