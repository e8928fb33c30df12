"""Runs that are killed or interrupted lose the pieces under way and nothing else."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pandas as pd
import pytest
from fresh import ROOT, environment
from small_experiment import played, slow, wait_until

from foxkit.lab import store
from foxkit.lab.run import Progress, run
from foxkit.lab.workers import open_workers

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
KINDS = pytest.mark.parametrize("kind", ["threads", "processes"])


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    return played(slow(), tmp_path_factory.mktemp("reference"), count=2)


class Run:
    """`foxkit run` in a session of its own, as from a terminal."""

    def __init__(self, name: str, folder: Path, kind: str, *more: str) -> None:
        script = str(ROOT / "tests" / "small_experiment.py")
        arguments = ["run", name, "--to", str(folder), "--executor", kind, *more]
        self.process = subprocess.Popen(
            [sys.executable, script, *arguments, "--workers", "2"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            start_new_session=True,
        )
        self.folder = folder

    def pieces(self) -> int:
        """How many pieces the journal holds, read from a copy: it is locked.

        With its file of things to roll back, which counts if it was broken off.
        """
        copy, back = self.folder / "copy", self.folder / "copy-journal"
        try:
            shutil.copyfile(self.folder / "slow.journal", copy)
            with suppress(FileNotFoundError):
                shutil.copyfile(self.folder / "slow.journal-journal", back)
            with sqlite3.connect(copy) as base:
                return base.execute("SELECT count(*) FROM pieces").fetchone()[0]
        except (FileNotFoundError, sqlite3.DatabaseError):
            return 0
        finally:
            copy.unlink(missing_ok=True)
            back.unlink(missing_ok=True)

    def alive(self) -> bool:
        """Whether any process of the session is left."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def interrupt(self) -> None:
        """What a terminal does at Ctrl-C: it tells all processes."""
        os.killpg(self.process.pid, signal.SIGINT)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def start(*words: str) -> Run:
        name, kind, *more = words
        runs.append(Run(name, tmp_path, kind, *more))
        return runs[-1]

    yield start
    for each in runs:
        if each.alive():
            os.killpg(each.process.pid, signal.SIGKILL)
        each.process.communicate()


def resumed(broken: Run, reference: pd.DataFrame) -> None:
    """The finished pieces are used, the others played, the games as if undisturbed."""
    kept = broken.pieces()
    heard: list[Progress] = []
    with open_workers("threads", 2) as workers:
        run(slow(), workers, broken.folder, heard.append)
    games = store.games("slow", folder=broken.folder)
    pd.testing.assert_frame_equal(games, reference)
    assert {path.name for path in broken.folder.iterdir()} == {
        "slow.json",
        "slow.parquet",
    }
    assert 2 <= kept < 40
    assert heard[-1].played == 2 * (40 - kept)


@KINDS
def test_kill(kind: str, start: Callable[..., Run], reference: pd.DataFrame) -> None:
    broken = start("slow", kind)
    wait_until(lambda: broken.pieces() >= 3, "three pieces")
    broken.process.kill()
    broken.process.wait()
    wait_until(lambda: not broken.alive(), "no worker outlives its parent", 20)
    resumed(broken, reference)


@KINDS
def test_interrupt(
    kind: str, start: Callable[..., Run], reference: pd.DataFrame
) -> None:
    broken = start("slow", kind)
    wait_until(lambda: broken.pieces() >= 3, "three pieces")
    broken.interrupt()
    output, errors = broken.process.communicate(timeout=60)
    assert (broken.process.returncode, output) == (130, "")
    assert errors.endswith("stopped; the same command goes on from here\n")
    assert "Traceback" not in errors
    resumed(broken, reference)


@pytest.mark.parametrize(
    ("kind", "seconds"), [("threads", 2), ("processes", 0), ("processes", 6)]
)
def test_an_interrupt_does_not_wait_for_the_piece(
    kind: str, seconds: float, start: Callable[..., Run]
) -> None:
    """Neither while workers are being started nor in the middle of minutes of play."""
    broken = start("endless", kind)
    assert broken.process.stderr is not None
    assert "at most 20,000 games" in broken.process.stderr.readline()
    time.sleep(seconds)
    broken.interrupt()
    _, errors = broken.process.communicate(timeout=60)
    assert broken.process.returncode == 130
    assert "Traceback" not in errors
    wait_until(lambda: not broken.alive(), "no worker outlives its parent", 20)


def test_a_suspended_short_run_writes_over_no_longer_result(
    start: Callable[..., Run], reference: pd.DataFrame, tmp_path: Path
) -> None:
    """While it sleeps it keeps its place; when it wakes, nothing longer is there."""
    short = start("slow", "threads", "--pairs", "5")
    wait_until(lambda: short.pieces() >= 1, "one piece")
    os.killpg(short.process.pid, signal.SIGSTOP)
    longer = start("slow", "threads")
    _, errors = longer.process.communicate(timeout=120)
    assert longer.process.returncode == 2
    assert "another run of slow is at work" in errors
    os.killpg(short.process.pid, signal.SIGCONT)
    assert short.process.wait(timeout=120) == 0
    pd.testing.assert_frame_equal(played(slow(), tmp_path), reference)
    again = start("slow", "threads", "--pairs", "5")
    assert again.process.wait(timeout=120) == 0
    pd.testing.assert_frame_equal(store.games("slow", folder=tmp_path), reference)


def test_a_run_into_an_empty_folder_leaves_no_page_until_it_is_finished(
    start: Callable[..., Run], tmp_path: Path
) -> None:
    """An experiment that counts in the games of another, which are still played."""
    broken = start("reading", "threads")
    wait_until(lambda: broken.pieces() >= 2, "two pieces")
    broken.interrupt()
    assert broken.process.wait(timeout=60) == 130
    assert not store.has_page("reading", tmp_path)
    with pytest.raises(ValueError, match="make it by: foxkit run reading"):
        store.results("reading", tmp_path)
    whole = start("reading", "threads")
    assert whole.process.wait(timeout=120) == 0
    rows = store.results("reading", tmp_path)
    assert list(rows.index) == ["slow", "longest"]
    assert rows["longest"]["longest"] > 0
