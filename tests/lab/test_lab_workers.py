"""Whoever plays, the same games; workers that are lost, elsewhere or of other code."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

import pytest
from fresh import ROOT, environment, wait_until
from own_players import fails, first
from plays import strong
from small_play import CHANCE, SMALL, same_as_ever
from test_address import cell

from foxkit import data
from foxkit.lab import match_run as task
from foxkit.lab import settings
from foxkit.lab.match import GameBatch, Match, match
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.match_run import MatchRun
from foxkit.lab.play import play, play_missing
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.lab.workers import Workers, open_workers
from foxkit.players.standard import FunctionPlayer, RandomPlayer

pytestmark = pytest.mark.usefixtures("own_data")


@dataclass
class PlaySettings(settings.PlaySettings):
    """Where others play; it may do something as soon as there are so many blocks."""

    seconds: float = inf
    raises_interruptions: bool = True
    opened: Workers | None = None
    at: int = 10**9
    then: Any = None

    @contextmanager
    def open_pool(self) -> Iterator[Workers]:
        assert self.opened is not None
        yield self.opened

    @contextmanager
    def progress_bar(self, tasks: Any) -> Iterator[Any]:
        def show() -> None:
            if self.then and tasks[0].games.blocks >= self.at:
                self.then = self.then()

        yield show


def completed(one: Match, most: int, workers: Workers, **then: Any) -> None:
    """Play a match with some workers, and do something when it has so many blocks."""
    task = MatchRun(MatchFiles(one), StoppingRule(max_blocks=most))
    play_missing([task], PlaySettings(opened=workers, **then))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_workers_play_the_same_games(kind: str, at: Any) -> None:
    """A reader's own player in a file among them."""
    at(executor=kind, workers=2)
    own = match(SMALL, FunctionPlayer(first), RandomPlayer())
    play([CHANCE, own], max_blocks=30)
    same_as_ever(30)
    same_as_ever(30, own)


def test_stopping_at_a_precision_does_not_depend_on_the_workers(
    at: Any, played: list[int]
) -> None:
    alone = play(CHANCE, to=0.09, min_blocks=25)
    shutil.rmtree(data.readers_data_folder())
    at(workers=3)
    assert play(CHANCE, to=0.09, min_blocks=25).equals(alone)


# -- a cluster -------------------------------------------------------------------------


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A cluster without workers; those that come are threads of this process."""
    distributed = pytest.importorskip(
        "distributed", reason="a cluster needs: pip install 'foxkit[cluster]'"
    )
    with distributed.LocalCluster(
        n_workers=0,
        threads_per_worker=1,
        processes=False,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        yield cluster


def test_play_waits_for_the_workers_of_a_cluster_and_says_so(
    cluster: Any,
    played: list[int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At the beginning, and where they leave it."""
    address, left = cluster.scheduler_address, []
    client = pytest.importorskip("distributed").Client
    wait = client.wait_for_workers

    def come(self: Any, count: int) -> Any:
        cluster.scale(count)
        return wait(self, count)

    def leave() -> None:
        cluster.scale(0)
        left.append(True)
        wait_until(lambda: not cluster.scheduler_info["workers"], "they leave")

    monkeypatch.setattr(client, "wait_for_workers", come)
    with open_workers(address) as workers:
        completed(CHANCE, 12, workers, at=3, then=leave)
    same_as_ever(12)
    told = f"no workers at {address}: start `dask worker {address}`, and the run goes"
    assert left and capsys.readouterr().err.count(told) == 2


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
def test_a_run_that_waits_for_workers_can_be_stopped(cluster: Any) -> None:
    script = str(ROOT / "tests" / "plays.py")
    words = [cluster.scheduler_address, "16", "400"]
    with subprocess.Popen(
        [sys.executable, script, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as waiting:
        assert waiting.stderr is not None
        while "no workers at tcp://" not in (line := waiting.stderr.readline()):
            assert line
        time.sleep(1)  # it says so before it waits
        waiting.send_signal(signal.SIGINT)
        output, said = waiting.communicate(timeout=60)
    assert waiting.returncode == 0 and "interrupted" in output
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_worker_that_is_killed_in_the_middle_changes_no_game(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two, in processes of their own; what it had under way the other one plays.

    It is halted before the first piece, so that what it is given is under way when it
    is killed.
    """
    monkeypatch.setattr(task, "PIECE_SECONDS", 0)
    words = [sys.executable, "-m", "distributed.cli.dask_worker"]
    words += [cluster.scheduler_address, "--nthreads", "1", "--no-nanny"]
    quiet = {"stderr": subprocess.DEVNULL, "env": environment()}
    both = [
        subprocess.Popen([*words, "--no-dashboard", "--name", name], **quiet)
        for name in ["killed", "other"]
    ]

    def here() -> int:
        return len(cluster.scheduler_info["workers"])

    def has_a_piece() -> bool:
        workers = [*cluster.scheduler.workers.values()]
        return any(each.name == "killed" and each.processing for each in workers)

    def kill() -> None:
        wait_until(has_a_piece, "a piece for the one that is killed")
        both[0].kill()

    try:
        wait_until(lambda: here() == 2, "both come")
        with (
            open_workers(cluster.scheduler_address) as workers,
            ThreadPoolExecutor() as thread,
        ):
            both[0].send_signal(signal.SIGSTOP)
            killed = thread.submit(kill)
            completed(strong(400), 16, workers)
            killed.result()
        wait_until(lambda: here() == 1, "one is gone")
    finally:
        for each in both:
            each.kill()
            each.wait()
    same_as_ever(16, strong(400))


@pytest.mark.slow
def test_a_worker_with_other_code_is_refused(cluster: Any, tmp_path: Any) -> None:
    """One more name in a file of rules, on a machine of the cluster."""
    other = shutil.copytree(ROOT / "foxkit", tmp_path / "other" / "foxkit")
    shutil.copytree(ROOT / "data" / "published", tmp_path / "other/data/published")
    shutil.copy(ROOT / "data" / "usual.json", tmp_path / "other/data")
    with (other / "games" / "fox_hounds" / "rules.py").open("a") as file:
        file.write("EDITED = True\n")
    dask = "distributed.cli.dask_worker"
    words = [cluster.scheduler_address, "--no-nanny", "--no-dashboard"]
    worker = subprocess.Popen(
        [sys.executable, "-m", dask, *words],
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
        env=environment(other.parent, NUMBA_DISABLE_JIT="1"),
    )
    try:
        wait_until(lambda: cluster.scheduler_info["workers"], "the worker comes")
        with (
            pytest.raises(ValueError, match=r"worker plays with other code \(foxkit "),
            open_workers(cluster.scheduler_address) as workers,
        ):
            completed(CHANCE, 12, workers)
    finally:
        worker.kill()
        worker.wait()
    assert MatchFiles(CHANCE).read().blocks == 0


def test_no_cluster_library_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ValueError, match=r"pip install 'foxkit\[cluster\]'"),
        open_workers("tcp://127.0.0.1:1"),
    ):
        pass


# -- lost workers, players of one's own ------------------------------------------------


class Dying:
    """An executor that dies: what is under way is cancelled by somebody else."""

    left = 3

    def submit(self, function: Any, *given: Any) -> Future[GameBatch]:
        future: Future[GameBatch] = Future()
        self.left -= 1
        if self.left < 0:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(function(*given))
        return future


def test_lost_workers_end_play_with_an_error_and_lose_nothing(
    played: list[int],
) -> None:
    workers = Workers(Dying(), lambda: 1, in_process=True)  # type: ignore[arg-type]
    with pytest.raises(ConnectionError, match="what was finished is kept"):
        completed(CHANCE, 12, workers)
    play(CHANCE, max_blocks=12)
    assert sorted(played) == [*range(12)]
    same_as_ever(12)


def test_a_player_that_fails_loses_no_game_of_others(played: list[int]) -> None:
    """What else was finished at that moment is kept before the error is raised."""

    failing = match(SMALL, FunctionPlayer(fails))
    with pytest.raises(RuntimeError, match="my own fault"):
        play([failing, CHANCE], max_blocks=12)
    play(CHANCE, max_blocks=12)
    assert len(played) <= 12 + 4  # those under way


def test_a_player_that_no_other_process_finds_is_named(at: Any) -> None:
    typed = cell("def own(position, seed): return min(position.moves)")["own"]
    own = match(SMALL, FunctionPlayer(typed))
    at(executor="processes", workers=1)
    with pytest.raises(
        ValueError, match="FunctionPlayer can be played by threads only"
    ):
        play(own, max_blocks=2)
    at()
    assert play(own, max_blocks=2)["finished"].all()
