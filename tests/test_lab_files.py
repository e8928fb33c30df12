"""Damaged files of games are named; a chunk is played again, a result is refused."""

from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_experiment import played, small

from foxkit.cli import main
from foxkit.lab import catalogue, results
from foxkit.lab.chunks import Chunks, write_games
from foxkit.lab.match import TimedGames, play_pairs

MATCH = small().matches[1]
KEY = small().key(MATCH)
GAMES = play_pairs(MATCH, small().match_seed(MATCH), range(2))
SAME = pd.testing.assert_frame_equal


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 4
    path.write_bytes(content)


def foreign(path: Path) -> None:
    Chunks(path.parent, KEY[:16] + "0" * 48, 2).write(0, GAMES)


def misplaced(path: Path) -> None:
    chunks = Chunks(path.parent, KEY, 2)
    chunks.write(1, GAMES)
    chunks.path(1).replace(path)


def too_few(path: Path) -> None:
    Chunks(path.parent, KEY, 2).write(0, TimedGames(GAMES.games[:3], 1.0))


def without_a_note(path: Path) -> None:
    write_games(path, GAMES.games, {})


FAULTS = {
    truncated: "is damaged",
    emptied: "is damaged",
    flipped: "is damaged",
    foreign: "it has key",
    misplaced: "it has pairs 2 to 3, not 0 to 1",
    too_few: "it has 3 games, not 4",
    without_a_note: "key",
}


@pytest.mark.parametrize("damage", FAULTS, ids=lambda damage: damage.__name__)
def test_a_damaged_chunk_is_named_and_played_again(
    damage: Callable[[Path], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chunks = Chunks(tmp_path / "chunks", KEY, 2)
    chunks.write(0, GAMES)
    damage(chunks.path(0))
    games = played(small(matches=(MATCH,)), tmp_path)
    SAME(games[:4], GAMES.games)
    assert len(games) == 16
    errors = capsys.readouterr().err
    assert f"playing {chunks.path(0).name} again" in errors
    assert FAULTS[damage] in errors
    assert len(errors.splitlines()) == 1


def test_a_sound_chunk_is_used_and_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Recognised by a mark that no play would leave."""
    marked = GAMES.games.assign(reason="marked")
    Chunks(tmp_path / "chunks", KEY, 2).write(0, TimedGames(marked, 1.0))
    games = played(small(matches=(MATCH,)), tmp_path)
    assert (games["reason"] == "marked").sum() == 4
    assert capsys.readouterr().err == ""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Chunks:
    chunks = Chunks(tmp_path_factory.mktemp("chunks"), KEY, 2)
    chunks.write(0, GAMES)
    return chunks


@given(bit=st.integers(0, 8 * 20_000))
@settings(max_examples=200)
def test_no_flipped_bit_changes_a_game_unseen(sound: Chunks, bit: int) -> None:
    """Wherever it is: in the pages, the header, or the names of the columns."""
    path = sound.path(0)
    whole = path.read_bytes()
    content = bytearray(whole)
    content[bit // 8 % len(whole)] ^= 1 << bit % 8
    try:
        path.write_bytes(content)
        found = sound.read(0)
        if found is not None:
            SAME(found.games, GAMES.games)
    finally:
        path.write_bytes(whole)


@pytest.mark.parametrize(
    "damage",
    [truncated, emptied, flipped, without_a_note],
    ids=lambda damage: damage.__name__,
)
def test_a_damaged_result_is_refused_by_name(
    damage: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is neither used nor overwritten: it may hold hours of play."""
    monkeypatch.setitem(catalogue._MAKERS, "small", small)
    played(small(), tmp_path)
    path = tmp_path / "small.parquet"
    damage(path)
    broken = path.read_bytes()
    assert main(["run", "small", "--to", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert "small.parquet is damaged" in errors
    assert "Traceback" not in errors
    assert path.read_bytes() == broken


def test_a_missing_result_is_told_with_its_command(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="make it by: foxkit run small"):
        results.games("small", tmp_path)


def test_a_lost_page_is_written_again(tmp_path: Path) -> None:
    played(small(), tmp_path)
    page = tmp_path / "small.json"
    before = page.read_text()
    page.unlink()
    played(small(), tmp_path)
    assert page.read_text() == before


@pytest.mark.parametrize("text", ["{", "[]", ""])
def test_a_damaged_page_is_refused_by_name(text: str, tmp_path: Path) -> None:
    (tmp_path / "small.json").write_text(text)
    with pytest.raises(ValueError, match=r"small\.json is damaged"):
        results.table("small", tmp_path)
