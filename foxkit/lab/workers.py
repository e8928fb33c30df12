"""Where pieces are played: in threads, in processes, or on a dask cluster.

Threads and processes are ours, and hand over Python's objects. What comes from a
cluster is bytes of JSON, the form in which journals keep pieces, and is read as such:
a worker elsewhere may answer anything, and nothing of it is unpickled here.
"""

import json
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

from foxkit import data
from foxkit.core.arguments import whole_number
from foxkit.lab.match import GameBatch, Match, play_blocks, play_twice
from foxkit.lab.match_run import MatchRun, packed

_MOST_WORKERS = 10_000
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
    _under_way: set[Future[Any]] = field(default_factory=set)

    def play(
        self, match: Match, seed: int, blocks: range, twice: bool = False
    ) -> Future[Any]:
        """Start to play blocks of a match; ValueError if it cannot be sent there.

        If `twice`, each block is played again, and must come out the same. What comes
        of it `result` reads.
        """
        future: Future[Any]
        if self.near:
            function = play_twice if twice else play_blocks
            future = self.pool.submit(function, match, seed, blocks, self.stop.is_set)
        elif isinstance(self.pool, ProcessPoolExecutor):
            _check_players(match)
            future = self.pool.submit(_play_far, match, seed, blocks, twice)
        else:
            future = self.pool.submit(_play_elsewhere, match, seed, blocks, twice)
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
    for player in match.everybody:
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


def result(future: Future[Any], task: MatchRun, blocks: range) -> GameBatch:
    """What a worker has played: blocks of a match.

    Raises:
        ValueError: it plays with other code, or has answered something else.
        ConnectionError: the workers were lost.
    """
    try:
        played = future.result()
    except (CancelledError, BrokenProcessPool) as error:
        raise ConnectionError(
            "workers were lost; what was finished is kept, and the same command goes on"
            f" from there ({type(error).__name__})"
        ) from None
    if not isinstance(played, GameBatch):
        played = _answered(played, task, blocks)
    makers = played.made_with
    if [maker["code"] for maker in makers] != [task.code]:
        each = ", ".join(f"{k} {v}" for maker in makers for k, v in maker.items())
        there = "".join(letter for letter in each if letter.isprintable())[:300]
        raise ValueError(
            f"a worker plays with other code ({there}) than code {task.code}, which is"
            " here: install the same there, and start it again; what was finished is"
            " kept"
        )
    return played


def _answered(answer: Any, task: MatchRun, blocks: range) -> GameBatch:
    """Read what a worker of a cluster has answered, see `_play_elsewhere`."""
    try:
        if not isinstance(answer, bytes) or len(answer) > data.MOST_BYTES:
            raise ValueError("it is no piece, or a very large one")
        found = data.parse_json(answer)
        if isinstance(found, dict) and isinstance(error := found.get("error"), str):
            raise RuntimeError(f"a worker could not play: {error[:1_000]}")
        played = task.unpacked(blocks.start, found)
        if played.blocks != len(blocks):
            raise ValueError(f"{played.blocks} blocks instead of {len(blocks)}")
        return played
    except ValueError as error:
        raise ValueError(
            f"a worker of the cluster has answered something else than games: {error};"
            " what was finished is kept"
        ) from None


_far = {"stop": Event()}  # in a worker process: the `stop` of its workers


def _play_far(match: Match, seed: int, blocks: range, twice: bool) -> GameBatch:
    function = play_twice if twice else play_blocks
    return function(match, seed, blocks, _far["stop"].is_set)


def _play_elsewhere(match: Match, seed: int, blocks: range, twice: bool) -> bytes:
    """Play on a cluster; return the games, or what went wrong, as JSON."""
    function = play_twice if twice else play_blocks
    try:
        return json.dumps(packed(function(match, seed, blocks))).encode()
    except Exception as error:  # a player may raise anything at all
        return json.dumps({"error": f"{type(error).__name__}: {error}"}).encode()


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
        kind: "threads", "processes", or a dask scheduler's "tcp://host:port", or
            "tls://host:port" with the certificates that dask's configuration names.
        count: pieces at once; by default, as many as there are processors.
    """
    if count is not None:
        count = whole_number("workers", count, 1, _MOST_WORKERS)
    many = count or os.cpu_count() or 1
    if kind.startswith(("tcp://", "tls://")):
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
        known = "'threads', 'processes', 'tcp://…' or 'tls://…'"
        raise ValueError(f"executor {kind!r} is not {known}")
    try:
        yield workers
    finally:
        workers.stop.set()
        wanted = not workers.leave.is_set()
        workers.pool.shutdown(wait=wanted, cancel_futures=True)


class _Cluster(Executor):
    """Sends calls to a dask scheduler.

    `distributed` has an executor of its own, whose futures never end where an answer
    cannot be read.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(  # type: ignore[override]
        self, function: Callable[..., bytes], *given: Any
    ) -> Future[bytes]:
        """Start a call there."""
        future: Future[bytes] = Future()
        sent = self._client.submit(function, *given, pure=False)

        def done(_: Any) -> None:
            answer: Any = None
            error: BaseException | None = None
            try:
                answer = sent.result()
            except BaseException as raised:  # dask's cancellation is no Exception
                error = raised
            if sent.cancelled() or isinstance(error, CancelledError):
                future.cancel()
            if not future.set_running_or_notify_cancel():
                return
            if error is None:
                future.set_result(answer)
            else:
                future.set_exception(error)

        future.add_done_callback(partial(_cancel, sent))
        sent.add_done_callback(done)
        return future


def _cancel(sent: Any, future: Future[bytes]) -> None:
    """Cancel there what was cancelled here, while the scheduler still hears us."""
    if future.cancelled() and sent.client.status == "running":
        sent.cancel()


def _client_of_data(address: str) -> Any:
    """A dask client that unpickles nothing of what workers send.

    dask's own does so with answers, with their types, with exceptions and with events.
    Only its scheduler can still make it unpickle something: it has to be trusted.
    """
    from distributed import Client

    class PlainClient(Client):
        async def _ensure_connected(self, timeout: Any = None) -> None:
            await super()._ensure_connected(timeout)
            if self.scheduler_comm is not None:
                self.scheduler_comm.comm.deserialize = False

        def _handle_key_in_memory(
            self, key: Any = None, type: Any = None, workers: Any = None
        ) -> None:
            super()._handle_key_in_memory(key, None, workers)

        def _handle_task_erred(
            self, key: Any = None, exception: Any = None, traceback: Any = None
        ) -> None:
            said = "a worker could not run foxkit; its own output says why"
            super()._handle_task_erred(key, RuntimeError(said), None)

        def subscribe_topic(self, topic: str, handler: Any) -> None:
            """Hear of no events: what workers print and warn of is pickled."""

    return PlainClient(address, timeout=_ANSWER, deserializers=["msgpack"])


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    try:
        client = _client_of_data(address)
    except ImportError:
        raise ValueError("a cluster needs: pip install 'foxkit[cluster]'") from None
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
        yield Workers(_Cluster(client), count, near=False)
