"""Where nothing can be kept everything is computed all the same, and that is said."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from fresh import ROOT, environment
from small_play import CHANCE, same_as_ever
from test_address import cell

from foxkit import data
from foxkit.lab import journal
from foxkit.lab.computed import computed
from foxkit.lab.match import play_blocks
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.play import play
from foxkit.solvers import store

pytestmark = pytest.mark.usefixtures("own_data")
SAID = "FOXKIT_DATA"


def refuse(error: int) -> Callable[..., Any]:
    def refused(path: Path, *_: Any, **__: Any) -> Any:
        raise OSError(error, os.strerror(error), str(path))

    return refused


def a_file_for_the_data() -> None:
    data.folder().write_text("not a folder")


def a_file_for_a_folder() -> None:
    data.readers_data_folder().parent.mkdir(parents=True)
    data.readers_data_folder().write_text("not a folder")


def a_file_for_the_game() -> None:
    place = MatchFiles(CHANCE).path(False).parent
    place.parent.mkdir(parents=True)
    place.write_text("not a folder")


def no_folder_can_be_made(patch: pytest.MonkeyPatch, error: int) -> None:
    patch.setattr(Path, "mkdir", refuse(error))


HARMS: dict[str, Callable[..., None]] = {
    "file for data": lambda patch: a_file_for_the_data(),
    "file for yours": lambda patch: a_file_for_a_folder(),
    "file for the game": lambda patch: a_file_for_the_game(),
    "read-only": lambda patch: no_folder_can_be_made(patch, errno.EROFS),
    "not ours": lambda patch: no_folder_can_be_made(patch, errno.EACCES),
    "full": lambda patch: no_folder_can_be_made(patch, errno.ENOSPC),
}


@pytest.mark.parametrize("harm", HARMS)
def test_games_are_played_where_they_cannot_be_kept(
    harm: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    HARMS[harm](monkeypatch)
    row = play([CHANCE, CHANCE], max_blocks=12)
    wanted = play_blocks(CHANCE, MatchFiles(CHANCE).default_seed_stream, range(12))
    said = capsys.readouterr()
    assert row["finished"].all() and row["games"].tolist() == [24, 24]
    assert row["fox_rate"][0] == pytest.approx((1 + wanted.payoffs[..., 0]).mean() / 2)
    assert said.out.count(SAID) == 1 and not said.err.count("Traceback")


def test_a_folder_in_a_journal_s_place_is_named() -> None:
    MatchFiles(CHANCE).path(False, ".journal").mkdir(parents=True)
    with pytest.raises(ValueError, match=r"\.journal is a folder in the place of a fi"):
        play(CHANCE, max_blocks=12)


def test_a_journal_that_fails_under_way_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put, left = journal.Journal.put_piece, [3]

    def full(own: Any, *given: Any) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        put(own, *given)

    monkeypatch.setattr(journal.Journal, "put_piece", full)
    assert play(CHANCE, max_blocks=40)["finished"].all()
    assert SAID not in capsys.readouterr().out  # the file was written in the end
    same_as_ever(40)


double = cell("def double(n): return {'twice': 2 * n}")["double"]


@pytest.mark.parametrize("harm", ["file for data", "file for yours", "read-only"])
def test_what_is_computed_is_there_though_not_kept(
    harm: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    HARMS[harm](monkeypatch)
    found = computed(double, [{"n": n} for n in range(5)])
    assert found["twice"].tolist() == [0, 2, 4, 6, 8] and found["finished"].all()
    assert capsys.readouterr().out.count(SAID) == 1


@pytest.mark.parametrize("harm", ["file for data", "read-only", "full"])
def test_tables_are_solved_though_not_kept(
    harm: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import numpy as np

    HARMS[harm](monkeypatch)
    place, made = store.TableStore("toy", "wolves"), []

    def make() -> Any:
        made.append(True)
        return np.arange(5, dtype=np.uint8)

    for name in ("one", "two", "one"):
        assert place.get(name, make, (5,)).tolist() == [0, 1, 2, 3, 4]
        assert place.has(name)
    assert len(made) == 2 and capsys.readouterr().err.count(SAID) == 1


SCRIPT = """
import json, os, sys
import scipy.special  # what is imported later could not be read
sys.path[:0] = [{tests!r}, {tests!r} + "/lab"]
from small_play import CHANCE
from test_address import cell
from foxkit.lab.computed import computed
from foxkit.lab.play import play

double = cell("def double(n): return {{'twice': 2 * n}}")["double"]
play(CHANCE, max_blocks=1), computed(double, [{{"n": 1}}])  # and so on
os.setgid(65534), os.setuid(65534)
for place in sys.argv[1:]:
    os.environ["FOXKIT_DATA"] = place
    row, rows = play(CHANCE, max_blocks=6), computed(double, [{{"n": 4}}])
    print(json.dumps([*map(int, row["games"]), *map(int, rows["twice"])]))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="needs another user")
def test_folders_of_another_user(tmp_path: Path) -> None:
    """That may be read only, and that nobody may even look into."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        for mode in (0o755, 0o700):
            (yours := Path(folder, f"{mode:o}", "yours")).mkdir(parents=True)
            yours.chmod(mode)
        done = subprocess.run(
            [
                *(sys.executable, "-c", SCRIPT.format(tests=str(ROOT / "tests"))),
                *(f"{folder}/755", f"{folder}/700"),
            ],
            capture_output=True,
            text=True,
            env=environment(FOXKIT_DATA=str(tmp_path), NUMBA_DISABLE_JIT="1"),
        )
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    assert [line for line in said if SAID not in line] == ["[12, 8]"] * 2
    assert len(said) == 2 * 3  # of games, and of what is computed
