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
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from threading import Event, Thread
from typing import Any

from foxkit import data
from foxkit.core.arguments import whole_number
from foxkit.lab.match import Match, Played, play_blocks
from foxkit.lab.task import Task, packed

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

    def play(self, match: Match, seed: int, blocks: range) -> Future[Any]:
        """Start to play blocks of a match; ValueError if it cannot be sent there.

        What comes of it `result` reads.
        """
        if self.near:
            return self.pool.submit(play_blocks, match, seed, blocks, self.stop.is_set)
        if isinstance(self.pool, ProcessPoolExecutor):
            _check_players(match)
            return self.pool.submit(_play_far, match, seed, blocks)
        return self.pool.submit(_play_elsewhere, match, seed, blocks)


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


def result(future: Future[Any], task: Task, blocks: range) -> Played:
    """Return what a worker has played: blocks of a match.

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
    if not isinstance(played, Played):
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


def _answered(answer: Any, task: Task, blocks: range) -> Played:
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


def _play_far(match: Match, seed: int, blocks: range) -> Played:
    return play_blocks(match, seed, blocks, _far["stop"].is_set)


def _play_elsewhere(match: Match, seed: int, blocks: range) -> bytes:
    """Play on a cluster; return the games, or what went wrong, as JSON."""
    try:
        return json.dumps(packed(play_blocks(match, seed, blocks))).encode()
    except Exception as error:  # a player may raise anything at all
        return json.dumps({"error": f"{type(error).__name__}: {error}"}).encode()


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
        known = "'threads', 'processes', 'tcp://…' or 'tls://…'"
        raise ValueError(f"executor {kind!r} is not {known}")
    try:
        yield workers
    finally:
        workers.stop.set()
        workers.pool.shutdown(cancel_futures=True)


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

        future.add_done_callback(lambda each: each.cancelled() and sent.cancel())
        sent.add_done_callback(done)
        return future


def _client_of_data(address: str) -> Any:
    """Return a dask client that unpickles nothing of what workers send.

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
