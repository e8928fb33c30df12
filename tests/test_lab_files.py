"""Damaged files are named; a piece is played again, a result is refused."""

import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from small_experiment import known, played, small

from foxkit import documents
from foxkit.cli import main
from foxkit.lab import store
from foxkit.lab.journal import open_journal
from foxkit.lab.match import play_blocks
from foxkit.view.figures import figure

MATCH = small().matches[1]
KEY = small().key(MATCH)
PIECE = play_blocks(MATCH, small().match_seed(MATCH), range(2))
SAME = pd.testing.assert_frame_equal


def kept(folder: Path, start: int = 0, **changes: Any) -> None:
    """Leave a piece of the match in a journal, with changes of its games or itself."""
    given = {key: changes.pop(key) for key in PIECE._fields if key in changes}
    games = PIECE.games.assign(moves=PIECE.games["moves"].map(bytes.hex), **changes)
    piece = PIECE._replace(games=games.to_dict("records"))  # type: ignore[arg-type]
    with open_journal(folder, "small") as journal:
        journal.put(KEY, start, piece._asdict() | given)


def test_a_sound_piece_is_used_and_not_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Recognised by a mark that no play would leave."""
    kept(tmp_path, hash="marked")
    games = played(small(conditions=(MATCH,)), tmp_path)
    assert (games["hash"] == "marked").sum() == 4
    assert capsys.readouterr().err == ""


def test_a_damaged_piece_is_named_and_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path)
    with sqlite3.connect(tmp_path / "small.journal") as base:
        base.execute("UPDATE pieces SET content = replace(content, 'greedy', 'gready')")
    base.close()
    games = played(small(conditions=(MATCH,)), tmp_path)
    assert len(games) == 16
    assert set(games["agents"].sum()) == {"greedy", "random"}
    errors = capsys.readouterr().err
    assert errors.startswith("playing some games again: small.journal is damaged at")


@pytest.mark.parametrize(
    "changes",
    [{"games": [{"block": 1}]}, {"games": 3}, {"made_with": [{}]}, {"turns": "many"}],
)
def test_a_piece_of_another_form_is_named_and_played_again(
    changes: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, **changes)
    assert len(played(small(conditions=(MATCH,)), tmp_path)) == 16
    assert "small.journal has something else at" in capsys.readouterr().err


def test_a_piece_of_larger_chunks_counts_up_to_the_end_of_a_chunk(
    tmp_path: Path,
) -> None:
    """The journal of an experiment that was declared in larger chunks."""
    kept(tmp_path, hash="marked")
    games = played(small(conditions=(MATCH,), chunk=1), tmp_path)
    assert [*games["hash"][:2]] == ["marked"] * 2
    SAME(games[2:], played(small(conditions=(MATCH,)), tmp_path / "other")[2:])


def test_a_piece_behind_a_gap_is_not_believed_if_the_code_plays_otherwise(
    tmp_path: Path,
) -> None:
    """As where the first piece was the longest, and the run was broken off."""
    makers = [{"code": "other"}]
    kept(tmp_path, 2, hash="marked", block=[2, 2, 3, 3], made_with=makers)
    with pytest.raises(ValueError, match="plays them otherwise now"):
        played(small(conditions=(MATCH,)), tmp_path)


@pytest.mark.parametrize(
    "content", [b"games of mine", b"\0" * 4096, b"SQLite format 3"]
)
def test_a_file_that_is_no_journal_is_refused_by_name(
    content: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "small.journal"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"small\.journal is no journal of a run"):
        played(small(), tmp_path)
    assert path.read_bytes() == content


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 4
    path.write_bytes(content)


def noted(path: Path, note: dict[str, str]) -> None:
    pq.write_table(pq.read_table(path).replace_schema_metadata(note), path)


def without_a_note(path: Path) -> None:
    noted(path, {})


def with_an_own_note(path: Path) -> None:
    key = small().key(small().matches[0])
    noted(path, {"note": json.dumps({"20 v 10": {"key": key}})})


def with_a_list_as_note(path: Path) -> None:
    noted(path, {"note": "[]"})


@pytest.mark.parametrize(
    "damage",
    [
        *(truncated, emptied, flipped),
        *(without_a_note, with_an_own_note, with_a_list_as_note),
    ],
    ids=lambda damage: damage.__name__,
)
def test_a_damaged_result_is_refused_by_name(
    damage: Callable[[Path], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is neither used nor overwritten: it may hold hours of play."""
    monkeypatch.setattr(documents, "experiment", known(small())["experiment"])
    played(small(), tmp_path)
    path = tmp_path / "small.parquet"
    damage(path)
    broken = path.read_bytes()
    assert main(["run", "small", "--to", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert "small.parquet is damaged" in errors
    assert "Traceback" not in errors
    assert path.read_bytes() == broken


def test_games_that_are_not_those_of_the_page_are_refused(tmp_path: Path) -> None:
    """A flipped bit, or another's file."""
    played(small(), tmp_path)
    flipped(tmp_path / "small.parquet")
    with pytest.raises(ValueError, match=r"small\.parquet is not the file"):
        store.games("small", folder=tmp_path)


def test_a_missing_result_is_told_with_its_command(tmp_path: Path) -> None:
    for read in (store.games, store.results):
        with pytest.raises(ValueError, match="make it by: foxkit run small"):
            read("small", folder=tmp_path)


def test_a_lost_page_is_written_again(tmp_path: Path) -> None:
    played(small(), tmp_path)
    page = tmp_path / "small.json"
    before = page.read_text()
    page.unlink()
    played(small(), tmp_path)
    assert page.read_text() == before


def changed(page: dict[str, Any], *path: Any, value: Any = None) -> dict[str, Any]:
    """Return a copy of a page with one entry set, or removed for None."""
    page = json.loads(json.dumps(page))
    place: Any = page
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return page


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("conditions",), None, "'conditions' is missing"),
        (("form",), 1, "its form is 1, not 2"),
        (("experiment",), "fig8", "the result of 'fig8'"),
        (("conditions", 0, "found"), None, "'found' is missing"),
        (("conditions", 0, "found"), [], "'found' is missing or no dict"),
        (("conditions", 0, "made_with"), [{}], "'code' is missing"),
        (("conditions", 0, "condition"), "greedy, 18 sheep", "stands there twice"),
        (("conditions", 0), 3, "an entry of it is missing or no dict"),
        (("conditions", 0, "seconds"), float("inf"), "no number that a result can"),
        (("reads",), [["there", "fig8", "10"]], "'reads' is missing or no dict"),
        (("reads", "there"), "fig8", "reads 'fig8', which is no experiment and"),
        (("reads", "there"), ["fig8"], "which is no experiment and condition"),
    ],
)
def test_a_page_that_is_well_formed_and_wrong_is_not_believed(
    path: tuple[Any, ...], value: Any, said: str, tmp_path: Path
) -> None:
    played(small(), tmp_path)
    page = changed(store.page("small", tmp_path), *path, value=value)
    (tmp_path / "small.json").write_text(json.dumps(page))
    with pytest.raises(ValueError, match=r"small") as error:
        store.results("small", tmp_path)
    assert said in str(error.value)


def test_a_number_that_overflows_is_refused(tmp_path: Path) -> None:
    played(small(), tmp_path)
    path = tmp_path / "small.json"
    path.write_text(re.sub(r'"score": [\d.]+', '"score": 1e999', path.read_text()))
    with pytest.raises(ValueError, match="damaged: 1e999 is no number"):
        store.results("small", tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", "", "[" * 100_000, "null", '"x"'])
def test_a_damaged_page_is_refused_by_name(text: str, tmp_path: Path) -> None:
    (tmp_path / "small.json").write_text(text)
    with pytest.raises(ValueError, match=r"small\.json"):
        store.results("small", tmp_path)


def test_own_declarations_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(
        '{"name": "own", "variants": {"x": {}}, "simulations": [5], "pairs": 5}'
    )
    before = own.read_text()
    monkeypatch.chdir(tmp_path)
    assert main(["run", "own.json", "--to", "."]) == 2
    assert "would be overwritten: give --to another folder" in capsys.readouterr().err
    assert own.read_text() == before


def test_names_may_hold_dollars(tmp_path: Path) -> None:
    """A file's, an experiment's and a variant's: no formula and no path."""
    own = tmp_path / "$HOME $x.json"
    rules = {"$x_1$ and $": {}, "cheap $": {"sideways_limit": 5}}
    page = {"name": "for $5", "variants": rules, "simulations": [5], "pairs": 5}
    own.write_text(json.dumps(page))
    assert main(["run", str(own), "--to", str(tmp_path / "$there")]) == 0
    rows = store.results("for $5", tmp_path / "$there")
    assert list(rows.index) == ["$x_1$ and $ n=5", "cheap $ n=5"]
    drawing = figure("for $5", tmp_path / "$there")
    assert all(name in str(drawing) for name in (*rows.index, "for $5"))


def test_an_empty_folder_is_told_who_plays_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An experiment that only reads others has nothing to show there."""
    assert main(["run", "gains", "--to", str(tmp_path)]) == 0
    assert "some of its conditions: foxkit run table1" in capsys.readouterr().err
    assert store.results("gains", tmp_path).empty


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "[]", '{"name": "x"}'])
def test_a_file_that_declares_nothing_is_refused_in_a_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(text)
    assert main(["run", str(own), "--to", str(tmp_path / "there")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
