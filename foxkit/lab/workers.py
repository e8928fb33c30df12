"""Where pieces are played: in threads, in processes, or on a dask cluster.

Threads and processes run on this machine, and pass Python objects. A cluster's workers
return bytes of JSON, in the form in which journals keep pieces. They may answer
anything, so the bytes are checked as data, and nothing of them is unpickled here.
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
from foxkit.core.stopping import StopSignal
from foxkit.lab.match import GameBatch, Match, play_blocks, play_twice
from foxkit.lab.match_run import MatchRun, piece_as_json_data

_MAX_WORKERS = 10_000
_CONNECT_SECONDS = 10  # seconds within which a scheduler must answer
_GRACE_SECONDS = 1.0  # within which a search stops; only then is a wait announced


class DaemonThreads(Executor):
    """An executor whose threads do not keep the process from ending.

    Python waits at its end for the threads of a `ThreadPoolExecutor`, and one of them
    may be thinking about a move for minutes.
    """

    def __init__(self, count: int) -> None:
        # A future and its call for each; None ends a thread.
        self._calls: SimpleQueue[Any] = SimpleQueue()
        self._count = count
        for number in range(count):
            name = f"foxkit worker {number}"
            Thread(target=self._work, daemon=True, name=name).start()

    def _work(self) -> None:
        """Call what is waiting, one function after the other, until there is a None."""
        while (next_call := self._calls.get()) is not None:
            future, call = next_call
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(call())
                except BaseException as error:
                    future.set_exception(error)
            del next_call, future, call

    def submit(self, function: Any, /, *args: Any, **arguments: Any) -> Future[Any]:
        """Call a function in the next free thread; its result is that of the future."""
        future: Future[Any] = Future()
        self._calls.put((future, partial(function, *args, **arguments)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the threads after the calls that are left, without waiting for them."""
        with suppress(Empty):
            while cancel_futures and (waiting := self._calls.get_nowait()):
                waiting[0].cancel()
        for _ in range(self._count):
            self._calls.put(None)


@dataclass(frozen=True)
class Workers:
    """An open executor, which plays pieces of matches, and the means to stop it.

    Attributes:
        pool: any `concurrent.futures.Executor`.
        count: the number of pieces that are played at once; it waits where a cluster
            has no worker yet.
        in_process: whether the workers share this process.
        stop: an event that ends games on this machine: a search at once, any other
            player at the end of its move.
        abandon: an event that also gives up the moves that are under way on this
            machine; None for a cluster, for whose moves this process does not wait.
    """

    pool: Executor
    count: Callable[[], int]
    in_process: bool
    stop: Any = field(default_factory=Event)  # or the same of `multiprocessing`
    abandon: Any = None
    _under_way: set[Future[Any]] = field(default_factory=set)

    def play(
        self, match: Match, seed: int, blocks: range, twice: bool = False
    ) -> Future[Any]:
        """Start to play blocks of a match.

        Args:
            match: what to play.
            seed: the stream of the match.
            blocks: the numbers of the blocks.
            twice: whether each block is played again, and must come out the same.

        Returns:
            A future whose result `games_of_finished_piece` reads.

        Raises:
            ValueError: the match cannot be sent to other processes.
        """
        future: Future[Any]
        if self.in_process:
            stopped = self.stop.is_set
            future = self.pool.submit(_play, match, seed, blocks, twice, stopped)
        elif isinstance(self.pool, ProcessPoolExecutor):
            _require_importable_players(match)
            future = self.pool.submit(_play_in_process, match, seed, blocks, twice)
        else:
            future = self.pool.submit(_play_on_cluster, match, seed, blocks, twice)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def stop_all(self, say: Callable[[str], None]) -> None:
        """Stop all games, and wait for moves that cannot be interrupted.

        Args:
            say: called with a message that says for how many moves it waits.

        A KeyboardInterrupt gives these moves up.
        """
        self.stop.set()
        try:
            for future in [*self._under_way]:
                future.cancel()
            if self.abandon is None:
                return
            wait([*self._under_way], _GRACE_SECONDS)
            if moves := sum(not future.done() for future in [*self._under_way]):
                moves = min(moves, self.count())
                moves_in_words = "1 move" if moves == 1 else f"{moves} moves"
                say(
                    f"waiting for {moves_in_words} under way; an interrupt now gives "
                    "up on them"
                )
            while self._under_way:
                wait([*self._under_way], 0.1)  # so that Python hears an interrupt
        except KeyboardInterrupt:
            if self.abandon is not None:
                self.abandon.set()
            raise


def _require_importable_players(match: Match) -> None:
    """Raise ValueError for players whose code a worker process cannot import."""
    is_interactive = not hasattr(sys.modules["__main__"], "__file__")
    for player in match.all_players:
        try:
            sent = pickle.dumps(player)
        except Exception:  # it may raise anything at all
            sent = b""
        if not sent or (is_interactive and b"__main__" in sent):
            raise ValueError(
                f"{type(player).__name__} can be played by threads only: "
                "other processes cannot find its code, which would have to be a "
                "function or class by name in a file"
            )


def games_of_finished_piece(
    future: Future[Any], run: MatchRun, blocks: range
) -> GameBatch:
    """The games that a worker has played.

    Args:
        future: that of `Workers.play`.
        run: the match.
        blocks: the blocks that the worker was to play.

    Raises:
        ValueError: the worker plays with other code, or has answered something else.
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
        played = _games_of_cluster_answer(played, run, blocks)
    makers = played.made_with
    if [maker["code"] for maker in makers] != [run.match.code_digest]:
        versions = ", ".join(f"{k} {v}" for maker in makers for k, v in maker.items())
        remote_versions = "".join(
            letter for letter in versions if letter.isprintable()
        )[:300]
        raise ValueError(
            f"a worker plays with other code ({remote_versions}) than code "
            f"{run.match.code_digest}, which is here: install the same there, and "
            "start it again; what was finished is kept"
        )
    return played


def _games_of_cluster_answer(answer: Any, run: MatchRun, blocks: range) -> GameBatch:
    """The games in the answer of a cluster's worker, see `_play_on_cluster`."""
    try:
        if not isinstance(answer, bytes) or len(answer) > data.MAX_BYTES:
            raise ValueError("it is no piece, or a very large one")
        content = data.parse_json(answer)
        if isinstance(content, dict) and isinstance(error := content.get("error"), str):
            raise RuntimeError(f"a worker could not play: {error[:1_000]}")
        played = run.parse_piece(blocks.start, content)
        if played.blocks != len(blocks):
            raise ValueError(f"{played.blocks} blocks instead of {len(blocks)}")
        return played
    except ValueError as error:
        raise ValueError(
            f"a worker of the cluster has answered something else than games: {error};"
            " what was finished is kept"
        ) from None


_worker_process = {"stop": Event()}  # in a worker process, the `stop` of its `Workers`


def _play(
    match: Match,
    seed: int,
    blocks: range,
    twice: bool,
    stopped: StopSignal = lambda: False,
) -> GameBatch:
    """Play blocks, each game once or twice."""
    return (play_twice if twice else play_blocks)(match, seed, blocks, stopped)


def _play_in_process(match: Match, seed: int, blocks: range, twice: bool) -> GameBatch:
    """Play blocks in a worker process."""
    return _play(match, seed, blocks, twice, _worker_process["stop"].is_set)


def _play_on_cluster(match: Match, seed: int, blocks: range, twice: bool) -> bytes:
    """Play on a cluster; the games, or an error, as JSON."""
    try:
        played = _play(match, seed, blocks, twice)
        return json.dumps(piece_as_json_data(played)).encode()
    except Exception as error:  # a player may raise anything at all
        return json.dumps({"error": f"{type(error).__name__}: {error}"}).encode()


def _start_process(stop: Any, abandon: Any) -> None:
    """Set up a worker process, which heeds `stop`, not Ctrl-C."""
    _worker_process["stop"] = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    Thread(target=_end_when_abandoned, args=(abandon,), daemon=True).start()


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, if the system allows it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Wait for the parent process to end, and then end this one."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _end_when_abandoned(abandon: Any) -> None:
    """Wait until the parent gives this process up, and then end it."""
    abandon.wait()
    os._exit(1)


@contextmanager
def open_workers(
    executor: str = "threads", count: int | None = None
) -> Iterator[Workers]:
    """Open workers by name; at the end of the `with`, stop all games and close them.

    Args:
        executor: "threads", "processes", or a dask scheduler's "tcp://host:port", or
            "tls://host:port" with the certificates that dask's configuration names.
        count: the number of pieces to play at once; by default, that of processors.
    """
    if count is not None:
        count = whole_number("workers", count, 1, _MAX_WORKERS)
    at_once = count or os.cpu_count() or 1
    if executor.startswith(("tcp://", "tls://")):
        with _dask_executor(executor) as workers:
            yield workers
        return
    if executor == "threads":
        pool: Executor = DaemonThreads(at_once)
        workers = Workers(pool, lambda: at_once, in_process=True, abandon=Event())
    elif executor == "processes":
        spawn = get_context("spawn")
        stop, abandon = spawn.Event(), spawn.Event()
        pool = ProcessPoolExecutor(at_once, spawn, _start_process, (stop, abandon))
        with _interrupts_blocked():
            for _ in range(at_once):
                pool.submit(int)  # each starts a process
        workers = Workers(
            pool, lambda: at_once, in_process=False, stop=stop, abandon=abandon
        )
    else:
        known = "'threads', 'processes', 'tcp://…' or 'tls://…'"
        raise ValueError(f"executor {executor!r} is not {known}")
    try:
        yield workers
    finally:
        workers.stop.set()
        may_wait = not workers.abandon.is_set()
        workers.pool.shutdown(wait=may_wait, cancel_futures=True)


class _DaskExecutor(Executor):
    """An executor that sends calls to a dask scheduler.

    The executor of `distributed` itself has futures that never end where an answer
    cannot be read.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(  # type: ignore[override]
        self, function: Callable[..., bytes], *args: Any
    ) -> Future[bytes]:
        """Start a call on the cluster."""
        future: Future[bytes] = Future()
        sent = self._client.submit(function, *args, pure=False)

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

        future.add_done_callback(partial(_cancel_on_cluster, sent))
        sent.add_done_callback(done)
        return future


def _cancel_on_cluster(sent: Any, future: Future[bytes]) -> None:
    """Cancel a call on the cluster when its future is cancelled here."""
    if future.cancelled() and sent.client.status == "running":
        sent.cancel()


def _client_without_pickles(address: str) -> Any:
    """A dask client that unpickles nothing of what workers send.

    The usual client unpickles answers, their types, exceptions and events. Only the
    scheduler can still make this one unpickle something, so it must be trusted.
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
            message = "a worker could not run foxkit; its own output says why"
            super()._handle_task_erred(key, RuntimeError(message), None)

        def subscribe_topic(self, topic: str, handler: Any) -> None:
            """Ignore events: what workers print and warn of would be pickled."""

    return PlainClient(address, timeout=_CONNECT_SECONDS, deserializers=["msgpack"])


@contextmanager
def _dask_executor(address: str) -> Iterator[Workers]:
    """Open workers on a dask cluster, see `open_workers`."""
    try:
        client = _client_without_pickles(address)
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
        yield Workers(_DaskExecutor(client), count, in_process=False)
