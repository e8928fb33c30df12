"""Stored tables: what is believed, what is solved again, and for which code."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from foxkit.games.fox_hounds import table as hounds
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.wolves import solver as wolves
from foxkit.solvers import store

ROOT = Path(__file__).parents[2] / "foxkit"
GAME = FoxHounds(4, 4)
START = GAME.start()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    monkeypatch.setattr(hounds.STORE, "tables_in_memory", {})
    monkeypatch.setattr(wolves.STORE, "tables_in_memory", {})
    return tmp_path / "tables"


def damage(path):
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def cut(path):
    path.write_bytes(path.read_bytes()[:100])


def foreign(path):
    path.write_text("not a table")


def shorter(path):
    """Another table, sound in itself."""
    np.save(path.open("wb"), np.zeros(4, np.uint8))


def pickled(path):
    """An array of objects, which run as they are read."""
    np.save(path.open("wb"), np.array([{}], object))


def renamed(path):
    """The same bytes by the digest of others."""
    path.rename(path.with_name(f"{path.name[:-20]}{'0' * 16}.npy"))


def linked(path):
    """A link to the table itself, of which a stranger chooses the place."""
    path.symlink_to(path.rename(path.parents[2] / "elsewhere"))


def piped(path):
    path.unlink()
    os.mkfifo(path)


def endless(path):
    path.unlink()
    path.symlink_to("/dev/zero")


def in_folders(path):
    path.unlink()
    path.mkdir()


def made_up(array):
    """Another array by the name that it would have if it had been solved here."""

    def harm(path):
        np.save(path.open("wb"), array)
        path.rename(
            path.with_name(hounds.STORE._file_name_for_content("4x4-2-0", path))
        )

    harm.__name__ = f"made_up_{array.dtype}_{array.shape}"
    return harm


HARMS = [damage, cut, foreign, shorter, pickled, renamed]
HARMS += [made_up(np.zeros(n, kind)) for n, kind in ((4, "u1"), (9120, "f8"))]
HARMS += [made_up(np.zeros((0, 3))), made_up(np.zeros(3, "u1,f4"))]
if os.name == "posix":
    HARMS += [linked, piped, endless, in_folders]


@pytest.mark.parametrize("harm", HARMS)
def test_what_is_not_sound_is_solved_again(harm, capsys):
    expected, name = hounds.solved_table(GAME).answer(START), hounds.table_name(GAME, 0)
    path = hounds.STORE.path(name)
    before = path.read_bytes()
    harm(path)
    hounds.STORE.tables_in_memory.clear()
    assert hounds.solved_table(GAME).answer(START) == expected
    if not path.is_dir():  # which cannot be taken away
        assert hounds.STORE.path(name) == path and path.read_bytes() == before
        assert hounds.STORE.all_files(name) == [path] and not path.is_symlink()
    said = capsys.readouterr().err
    assert str(path.with_name("4x4-2-0.")) in said and "solving it again" in said


def test_a_table_under_another_name_is_not_believed(capsys):
    other = FoxHounds(4, 4, 1)
    hounds.solved_table(GAME)
    one = hounds.STORE.path("4x4-2-0")
    shutil.copy(one, one.with_name(one.name.replace("-2-", "-1-")))
    solved = hounds.solve_table(other).answers.values
    assert (hounds.solved_table(other).answers.values == solved).all()
    assert "is damaged" in capsys.readouterr().err


def test_a_table_of_other_code_is_solved_again(monkeypatch, capsys):
    expected = hounds.solved_table(GAME).answer(START)
    hounds.STORE.tables_in_memory.clear()
    monkeypatch.setattr(hounds.STORE, "code", "of an edited rule")
    assert hounds.STORE.path(hounds.table_name(GAME, 0)) is None
    assert hounds.solved_table(GAME).answer(START) == expected
    assert "was made by other code; solving it again" in capsys.readouterr().err
    assert len(hounds.STORE.all_files(hounds.table_name(GAME, 0))) == 1


@pytest.mark.parametrize(
    "edited, changed",
    [
        ("core/bits.py", {"fox_hounds", "wolves"}),
        ("solvers/sweep.py", {"fox_hounds", "wolves"}),
        ("games/fox_hounds/rules.py", {"fox_hounds"}),
        ("games/fox_hounds/table.py", {"fox_hounds"}),
        ("games/wolves/rules.py", {"wolves"}),
        ("games/wolves/retrograde.py", {"wolves"}),
        ("games/fox_game/rules.py", set()),
        ("games/wolves/board.py", set()),
        ("games/wolves/evaluation.py", set()),
    ],
)
def test_the_digest_is_of_what_makes_a_table(edited, changed, tmp_path):
    package = shutil.copytree(ROOT, tmp_path / "foxkit")
    games = "fox_hounds", "wolves"
    before = {game: store.source_digest(game, package) for game in games}
    with (package / edited).open("a") as file:
        file.write("# edited\n")
    after = {game: store.source_digest(game, package) for game in games}
    assert {game for game in games if after[game] != before[game]} == changed


def test_another_folder_is_not_answered_from_memory(tmp_path, monkeypatch):
    hounds.solved_table(GAME)
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path / "other"))
    assert hounds.STORE.path(hounds.table_name(GAME, 0)) is None
    hounds.solved_table(GAME)
    assert hounds.STORE.path(hounds.table_name(GAME, 0)).exists()


def test_threads_do_not_make_a_table_twice(monkeypatch):
    made, solve = [], hounds.solve_layers

    def noting(*arguments):
        made.append(arguments)
        return solve(*arguments)

    monkeypatch.setattr(hounds, "solve_layers", noting)
    with ThreadPoolExecutor(4) as pool:
        found = list(
            pool.map(lambda _: hounds.solved_table(GAME).answer(START), range(8))
        )
    assert len(set(found)) == len(made) == 1


def test_nothing_half_written_is_left(monkeypatch, folder):
    def broken_off(file, table):
        file.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(np, "save", broken_off)
    with pytest.raises(KeyboardInterrupt):
        hounds.solved_table(GAME)
    assert not list((folder / "fox-hounds").iterdir())


def test_what_does_not_fit_is_refused_in_one_sentence(monkeypatch):
    monkeypatch.setattr(store, "machine_memory_bytes", lambda: 10 << 30)
    store.require_memory(9 << 30, "this", "do that")
    with pytest.raises(
        ValueError,
        match=r"^this needs 9\.5 GiB of memory, and this machine has 10\.0: do that$",
    ):
        store.require_memory(19 << 29, "this", "do that")
    monkeypatch.setattr(store, "machine_memory_bytes", lambda: None)
    store.require_memory(1 << 60, "this", "do that")
