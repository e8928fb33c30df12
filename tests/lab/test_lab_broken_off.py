"""Play that is killed or interrupted loses the pieces under way and nothing else."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from fresh import ROOT, environment, wait_until
from plays import strong
from small_play import CHANCE, same_as_ever, undisturbed

from foxkit.lab.match import GameBatch
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.play import play

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="signals as on Unix"),
    pytest.mark.usefixtures("own_data"),
]
KINDS = pytest.mark.parametrize("kind", ["threads", "processes"])
SLOW = strong(400)


@pytest.fixture(scope="module", autouse=True)
def slow_games() -> GameBatch:
    """What should be played. From then on nobody waits for the compiler."""
    return undisturbed(12, SLOW)


class Run:
    """A process with workers, in a session of its own, as from a terminal."""

    def __init__(self, script: str, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests" / script), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            start_new_session=True,
        )

    def tell(self, signal: int) -> None:
        """Tell all its processes, as a terminal does at Ctrl-C."""
        os.killpg(self.process.pid, signal)

    def said(self) -> tuple[int, str, str]:
        """How it ended, and all that it said; no worker outlives it."""
        output, errors = self.process.communicate(timeout=120)
        wait_until(lambda: not self.alive(), "no worker outlives its parent", 20)
        assert "Traceback" not in errors
        return self.process.returncode, output, errors

    def alive(self) -> bool:
        """Whether any process of the session is left."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, 0)
            return True
        return False


@pytest.fixture
def start() -> Iterator[Callable[..., Run]]:
    runs: list[Run] = []

    def start(*words: str) -> Run:
        runs.append(Run(*words))
        return runs[-1]

    yield start
    for each in runs:
        if each.alive():
            each.tell(signal.SIGKILL)
        each.process.communicate()


def pieces(path: Path) -> int:
    """How many pieces a journal holds, read from a copy: it is locked.

    With its file of things to roll back, which counts if it was broken off.
    """
    copy, back = path.with_suffix(".copy"), path.with_suffix(".copy-journal")
    try:
        shutil.copyfile(path, copy)
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{path}-journal", back)
        with closing(sqlite3.connect(copy)) as base:
            return base.execute("SELECT count(*) FROM pieces").fetchone()[0]
    except (FileNotFoundError, sqlite3.DatabaseError):
        return 0
    finally:
        copy.unlink(missing_ok=True)
        back.unlink(missing_ok=True)


def begun(run: Run, wanted: int) -> int:
    """Wait until so many pieces are finished; return how many are."""
    journal = MatchFiles(SLOW).path(False, ".journal")
    wait_until(lambda: pieces(journal) >= wanted, "finished pieces")
    return pieces(journal)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "wanted"), [("threads", 1), ("processes", 5)])
def test_kill(
    kind: str,
    wanted: int,
    start: Callable[..., Run],
    played: list[int],
    slow_games: GameBatch,
) -> None:
    broken = start("plays.py", kind, "12", "400")
    begun(broken, wanted)
    broken.process.kill()
    broken.said()
    kept = pieces(MatchFiles(SLOW).path(False, ".journal"))
    play(SLOW, max_blocks=12)
    assert kept >= wanted and len(played) == 12 - kept
    same_as_ever(12, SLOW, slow_games)


@pytest.mark.slow
@KINDS
def test_interrupt(
    kind: str, start: Callable[..., Run], played: list[int], slow_games: GameBatch
) -> None:
    """As in a kernel: what there is is shown, and the next time goes on."""
    broken = start("plays.py", kind, "12", "400")
    begun(broken, 3)
    broken.tell(signal.SIGINT)
    code, output, _ = broken.said()
    assert code == 0 and output.startswith("interrupted: this is what there is so far")
    assert "1 of 1 matches are not finished" in output
    kept = pieces(MatchFiles(SLOW).path(False, ".journal"))
    play(SLOW, max_blocks=12)
    assert len(played) == 12 - kept
    same_as_ever(12, SLOW, slow_games)


@pytest.mark.slow
@KINDS
def test_an_interrupt_does_not_wait_for_the_piece(
    kind: str, start: Callable[..., Run]
) -> None:
    """Neither while workers are being started nor in the middle of minutes of play."""
    broken = start("plays.py", kind, "10000", "100000")
    assert broken.process.stderr is not None
    assert broken.process.stderr.readline() == "playing\n"
    time.sleep(2)
    broken.tell(signal.SIGINT)
    code, output, _ = broken.said()
    assert code == 0 and "\ninterrupted: " in f"\n{output}"


@pytest.mark.slow
def test_an_interrupt_ends_a_search_in_its_middle(start: Callable[..., Run]) -> None:
    """Of which each takes some twenty seconds where nothing else is computed."""
    run = start("plays.py", "threads", "16", "8000000")
    assert run.process.stdout is not None and run.process.stderr is not None
    assert run.process.stderr.readline() == "playing\n"
    time.sleep(2)
    begin = time.monotonic()
    run.tell(signal.SIGINT)
    assert run.process.stdout.readline().startswith("interrupted: ")
    assert time.monotonic() - begin < 10
    assert run.said()[0] == 0


@pytest.mark.slow
@KINDS
def test_a_second_interrupt_does_not_wait_for_a_move(
    kind: str, start: Callable[..., Run]
) -> None:
    """The first one says at once for how many moves it waits; nothing is lost."""
    run = start("plays_slowly.py", kind, "6", "600")
    assert run.process.stdout is not None and run.process.stderr is not None
    assert run.process.stdout.readline() == "[12]\n"
    while run.process.stderr.readline() != "asleep\n":
        pass
    # Of two workers one plays the games of another match, the other one sleeps.
    wait_until(lambda: MatchFiles(CHANCE).read().blocks == 12, "finished games")
    begin = time.monotonic()
    run.tell(signal.SIGINT)
    said = run.process.stdout.readline()
    assert said.startswith("waiting for 1 move under way; an interrupt now gives up on")
    run.tell(signal.SIGINT)
    code, output, _ = run.said()
    assert time.monotonic() - begin < 20
    assert code == 0 and output.startswith("interrupted: this is what there is so far")
    assert "[24, 0]" in output
    same_as_ever(12)


@pytest.mark.slow
def test_two_at_once_do_not_meet(
    start: Callable[..., Run], slow_games: GameBatch
) -> None:
    """Whoever finds the match taken shows what is there."""
    both = [start("plays.py", "threads", "12", "400") for _ in range(2)]
    codes, outputs, _ = zip(*(each.said() for each in both), strict=True)
    assert codes == (0, 0) and any("[24]" in each for each in outputs)
    assert all(
        "[24]" in each or "another run plays it: this is what" in each
        for each in outputs
    )
    same_as_ever(12, SLOW, slow_games)


@pytest.mark.slow
def test_a_suspended_run_keeps_its_place_and_writes_over_nothing_longer(
    start: Callable[..., Run], capsys: pytest.CaptureFixture[str], slow_games: GameBatch
) -> None:
    short = start("plays.py", "threads", "6", "400")
    begun(short, 1)
    short.tell(signal.SIGSTOP)
    play(SLOW, max_blocks=12)
    assert "is open: another run plays it" in capsys.readouterr().out
    short.tell(signal.SIGCONT)
    assert short.said()[0] == 0
    play(SLOW, max_blocks=12)
    assert start("plays.py", "threads", "6", "400").said()[:2] == (0, "[12]\n")
    same_as_ever(12, SLOW, slow_games)
