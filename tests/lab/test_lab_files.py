"""Damaged, foreign and full: named in the error or told, and nothing finished lost."""

import json
import resource
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from small_play import CHANCE, leave, piece, same_as_ever

from foxkit import data
from foxkit.lab.match_files import MatchFiles, read_games
from foxkit.lab.match_run import MatchRun
from foxkit.lab.play import games, play
from foxkit.lab.stopping_rule import StoppingRule

pytestmark = pytest.mark.usefixtures("own_data")
OTHER = replace(CHANCE, seed=1)

# -- the journal -----------------------------------------------------------------------


def test_a_sound_piece_is_used_and_not_told(
    played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Behind a gap, too; recognised by a mark that no play would leave."""
    leave(0, piece(0, turns=98))
    leave(4, piece(4, turns=99))
    play(CHANCE, max_blocks=8)
    assert games(CHANCE)["turns"].isin([98, 99]).sum() == 8
    assert sorted(played) == [2, 3, 6, 7] and capsys.readouterr().out == ""
    assert not [*MatchFiles(CHANCE).path(False).parent.glob("*.journal")]


def test_a_damaged_piece_is_told_and_played_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    place = leave(0, piece(0))
    with closing(sqlite3.connect(place.path(False, ".journal"))) as base, base:
        base.execute("""UPDATE pieces SET content = replace(content, ':', ': ')""")
    play(CHANCE, max_blocks=8)
    said = capsys.readouterr().out
    assert said.startswith("playing some games again: ") and "is damaged at" in said
    same_as_ever(8)


@pytest.mark.parametrize("changes", [{"games": [{"block": 1}]}, {"made_with": [{}]}])
def test_a_piece_of_another_form_is_told_and_played_again(
    changes: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    leave(0, piece(0) | changes)
    play(CHANCE, max_blocks=8)
    assert ".journal is damaged at block 0: " in capsys.readouterr().out
    same_as_ever(8)


@pytest.mark.parametrize(
    "content", [b"games of mine", b"\0" * 4096, b"SQLite format 3"]
)
def test_a_file_that_is_no_journal_is_refused_by_name(content: bytes) -> None:
    path = MatchFiles(CHANCE).path(False, ".journal")
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(ValueError, match=rf"{path.name} is no journal of a run"):
        play(CHANCE, max_blocks=8)
    assert path.read_bytes() == content


def test_a_shorter_run_leaves_the_pieces_of_a_longer_one(played: list[int]) -> None:
    """A long run was killed, with a gap; a shorter is finished, then the long one."""
    leave(0, piece(0))
    leave(20, piece(20))
    assert play(CHANCE, max_blocks=4)["finished"].all()
    play(CHANCE, max_blocks=30)
    assert 20 not in played and 21 not in played
    same_as_ever(30)


def test_what_another_finished_before_the_journal_was_free_is_not_written_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Read, then locked: in between another run ends, which has played more."""
    opened, others = type(MatchFiles(CHANCE)).journal, [60]

    def late(place: Any) -> Any:
        if others:
            play(CHANCE, max_blocks=others.pop())
        return opened(place)

    monkeypatch.setattr(type(MatchFiles(CHANCE)), "journal", late)
    assert play(CHANCE, max_blocks=30)["blocks"].tolist() == [30]
    assert MatchFiles(CHANCE).read().blocks == 60


def test_who_waits_for_the_end_of_another_has_a_journal_of_its_own() -> None:
    place = MatchFiles(CHANCE)

    def wait() -> int:
        with place.journal() as journal:
            journal.put_piece("key", 0, {})
            return len(journal)

    with ThreadPoolExecutor(1) as pool:
        with place.journal():
            waiting = pool.submit(wait)
            time.sleep(0.2)
        assert waiting.result() == 1
    with place.journal() as journal:
        assert len(journal) == 1


def test_a_piece_takes_seconds_whatever_it_plays() -> None:
    task = MatchRun(MatchFiles(CHANCE), StoppingRule(max_blocks=100))
    assert task.next_blocks(60) == range(1)
    for seconds, left, wanted in (
        *((0.1, 60, range(1, 21)), (600.0, 60, range(21, 22))),
        *((0.1, 0.5, range(22, 27)), (0.0, 60, range(27, 37))),
    ):
        task.seconds_per_block = seconds
        assert task.next_blocks(left) == wanted


# -- files of games --------------------------------------------------------------------


def of_another_match(path: Path) -> None:
    play(OTHER, max_blocks=8)
    path.write_bytes(MatchFiles(OTHER).path(False).read_bytes())


def rewritten(change: Callable[[Any], Any]) -> Callable[[Path], None]:
    return lambda path: pq.write_table(change(pq.read_table(path)), path)


def noted(**changes: Any) -> Callable[[Path], None]:
    def change(table: Any) -> Any:
        note = json.loads(table.schema.metadata[b"note"]) | changes
        return table.replace_schema_metadata({"note": json.dumps(note)})

    return rewritten(change)


def unpaid(table: Any) -> Any:
    payoffs = pa.array([[float("nan"), 1.0]] * 16, table.schema.field("payoffs").type)
    return table.set_column(2, "payoffs", payoffs)


DAMAGES: dict[str, Callable[[Path], Any]] = {
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:-40]),
    "emptied": lambda path: path.write_bytes(b""),
    "foreign": rewritten(lambda table: pa.table({"mine": [1, 2]})),
    "of another match": of_another_match,
    "out of order": rewritten(lambda table: table.take([*range(2, 16), 0, 1])),
    "cut in a block": rewritten(lambda table: table.slice(0, 5)),
    "a payoff that is no number": rewritten(unpaid),
    "of another stream": noted(stream=5),
    "of an older form": noted(form=2),
    "without a maker": noted(made_with=[{}]),
    "a list as note": rewritten(lambda x: x.replace_schema_metadata({"note": "[]"})),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_games_are_refused_by_name(damage: Callable[[Path], Any]) -> None:
    """They are neither used nor written over: they may be hours of play."""
    play(CHANCE, max_blocks=8)
    path = MatchFiles(CHANCE).path(False)
    damage(path)
    broken = path.read_bytes()
    for blocks in (8, 30):
        with pytest.raises(ValueError, match=path.name):
            play(CHANCE, max_blocks=blocks)
    assert path.read_bytes() == broken


@pytest.mark.slow
def test_a_flipped_byte_is_found_wherever_it_decides_something() -> None:
    play(CHANCE, max_blocks=8)
    path = MatchFiles(CHANCE).path(False)
    sound, whole = path.read_bytes(), MatchFiles(CHANCE).read()
    found = 0
    for place in range(0, len(sound), 5):
        content = bytearray(sound)
        content[place] ^= 4
        path.with_suffix(f".{place}").write_bytes(content)
        try:
            there = read_games(
                path.with_suffix(f".{place}"), MatchFiles(CHANCE).address
            )
        except ValueError as error:
            found += path.stem in str(error)
        else:
            assert there == whole, f"byte {place}"
    assert found > len(sound) / 5 * 0.6


# -- committed and own -----------------------------------------------------------------


def test_a_reader_s_games_go_on_from_the_committed_ones(
    at: Any, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """Though these know fewer ways in which a game ends."""
    at(keep=True)
    play(CHANCE, max_blocks=1)
    at()
    for _ in range(2):
        play(CHANCE, max_blocks=30)
    assert sorted(played) == [*range(30)] and capsys.readouterr().out == ""
    same_as_ever(30)
    assert read_games(MatchFiles(CHANCE).path(True)).blocks == 1


def test_a_reader_s_finished_games_are_kept_with_what_was_asked_of_them(
    at: Any, played: list[int]
) -> None:
    play(CHANCE, max_blocks=2)
    at(keep=True)
    play(CHANCE, max_blocks=2)
    assert read_games(MatchFiles(CHANCE).path(True)).blocks == 2 == len(played)
    own, kept = (
        MatchFiles(CHANCE).read_note(committed)["rules"] for committed in (False, True)
    )
    assert kept == own and len(own) == 1


def test_a_reader_s_games_are_set_aside_when_others_are_committed(
    played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """By name; nor are those of a journal that began with them mixed in."""
    play(CHANCE, max_blocks=20)
    own = MatchFiles(CHANCE).path(False)
    mine = own.read_bytes()
    leave(20, piece(20, turns=99))
    play(OTHER, max_blocks=10)
    MatchFiles(CHANCE).write(MatchFiles(OTHER).read(), in_workbook=True)  # as by a pull
    played.clear()
    play(CHANCE, max_blocks=30)
    said = capsys.readouterr().out
    assert f"other games came with the workbook: {own} is " in said
    [aside] = own.parent.glob("*.aside")
    assert aside.name in said and aside.read_bytes() == mine
    assert sorted(played) == [*range(10, 30)]
    assert list(MatchFiles(CHANCE).read_notes()["rules"].values()) == [10]
    assert 99 not in games(CHANCE)["turns"].tolist()
    assert read_games(own).stream == MatchFiles(OTHER).default_seed_stream


# -- the note --------------------------------------------------------------------------

NOTES = "", "{", "[]", "[" * 100_000, '{"rules": []}', '{"address": {}}'


@pytest.mark.parametrize("text", NOTES)
def test_a_damaged_note_does_no_harm(text: str) -> None:
    before = play(CHANCE, max_blocks=20)
    path = MatchFiles(CHANCE).path(False, ".json")
    path.write_text(text)
    assert play(CHANCE, max_blocks=20).equals(before)
    assert list(json.loads(path.read_text())["rules"].values()) == [20]


# -- a full disk -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_full_disk_under_way_loses_nothing(
    played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    """No file may grow beyond some pages: the journal is full after some pieces."""
    play(replace(CHANCE, seed=2), max_blocks=2)  # what is compiled is compiled
    played.clear()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (36 * 1024, hard))
    try:
        row = play(CHANCE, max_blocks=400)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "FOXKIT_DATA" not in capsys.readouterr().out  # their file is small enough
    assert row["finished"].all() and play(CHANCE, max_blocks=400).equals(row)
    assert len(played) == 400
    same_as_ever(400)


def test_a_disk_that_is_full_at_the_end_loses_nothing(
    played: list[int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The games stay in the journal until their file is written whole."""
    write = data.write_whole

    def full(path: Path, content: bytes) -> None:
        write(path.parent / "part", content[:50])
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as disk:
        disk.setattr(data, "write_whole", full)
        assert play(CHANCE, max_blocks=20)["finished"].all()
    assert capsys.readouterr().out.count("No space left") == 1
    assert not MatchFiles(CHANCE).path(False).exists() and len(played) == 20
    play(CHANCE, max_blocks=20)
    assert len(played) == 20
    same_as_ever(20)


def test_what_is_there_is_read_from_a_disk_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(path: Path, content: bytes) -> None:
        raise OSError(30, "Read-only file system", str(path))

    before = play(CHANCE, max_blocks=20)
    monkeypatch.setattr(data, "write_whole", refuse)
    assert play(CHANCE, max_blocks=10)["blocks"].tolist() == [10]
    assert play(CHANCE, max_blocks=20).equals(before)
