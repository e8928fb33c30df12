"""Files that somebody else made: refused by name, before they cost or change anything.

Each case is a file as a stranger may leave it in `data/yours` or beside the chapters.
What must hold: the error is a ValueError that names the file, within a second and some
megabytes, and whatever a link points to is as it was.
"""

import json
import os
import sqlite3
import struct
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from small_play import CHANCE, leave, piece

from foxkit import data
from foxkit.cli import cells, main
from foxkit.cli.chapters import write_chapters
from foxkit.lab import code
from foxkit.lab import match_files as store
from foxkit.lab.address import as_address_data
from foxkit.lab.computed import ComputedCase, computed
from foxkit.lab.match_files import MatchFiles, read_games
from foxkit.lab.play import play
from foxkit.site import build
from foxkit.solvers.store import TableStore

pytestmark = [
    pytest.mark.usefixtures("own_data"),
    pytest.mark.skipif(os.name == "nt", reason="pipes and links as on Unix"),
]

# -- what stands in a file's place -----------------------------------------------------

PLACES: dict[str, Callable[[Path, Path], Any]] = {
    "a link": lambda path, other: path.symlink_to(other),
    "a link to nothing": lambda path, other: path.symlink_to(other / "nothing"),
    "a link to itself": lambda path, other: path.symlink_to(path),
    "a pipe": lambda path, other: os.mkfifo(path),
    "a folder": lambda path, other: path.mkdir(),
    "a device": lambda path, other: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("place", PLACES)
def test_only_a_file_is_read_and_only_a_file_is_written_over(
    place: str, tmp_path: Path
) -> None:
    other, path = (
        tmp_path / "other",
        data.readers_data_folder() / "fox-game" / "0123.json",
    )
    other.write_text("mine")
    path.parent.mkdir(parents=True)
    PLACES[place](path, other)
    for act in (data.read_file, data.read_json, data.require_plain_file):
        with pytest.raises(ValueError, match=r"0123\.json is a"):
            act(path)
    with pytest.raises(ValueError, match=r"0123\.json is a"):
        data.write_whole(path, b"ours")
    assert other.read_text() == "mine"
    assert sorted(x.name for x in path.parent.iterdir()) == ["0123.json"]


def test_no_folder_of_a_friend_leads_elsewhere(tmp_path: Path) -> None:
    """A reader may keep all of `data/yours` elsewhere, by a link of his own."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "data").mkdir()
    data.readers_data_folder().symlink_to(tmp_path / "elsewhere")
    data.write_whole(data.readers_data_folder() / "kept" / "a.json", b"{}")
    assert data.read_json(data.readers_data_folder() / "kept" / "a.json") == {}
    (data.readers_data_folder() / "fox-game").symlink_to(tmp_path)
    with pytest.raises(ValueError, match="fox-game is a link"):
        data.write_whole(data.readers_data_folder() / "fox-game" / "a.json", b"{}")


def test_a_part_that_lies_there_is_not_written_through(tmp_path: Path) -> None:
    path = data.readers_data_folder() / "a.json"
    (tmp_path / "other").write_text("mine")
    path.parent.mkdir(parents=True)
    path.with_name(f"a.json.{os.getpid()}.part").symlink_to(tmp_path / "other")
    data.write_whole(path, b"{}")
    assert (tmp_path / "other").read_text() == "mine" and path.read_bytes() == b"{}"


def test_unfinished_files_of_processes_that_died_are_deleted(tmp_path: Path) -> None:
    """Those of the last hour stay, and so does whatever else is there or elsewhere."""
    tables = TableStore("toy", "fox_hounds")
    outside = tmp_path / "pages"
    for folder in (data.readers_data_folder() / "kept", tables.folder(), outside):
        folder.mkdir(parents=True)
        (folder / "a.part").mkdir()
        for name in ("a.json.71.part", "b.72.part", "c.part", "d.74.json"):
            (folder / name).write_text("half")
            os.utime(folder / name, (1, 1))
        (folder / "new.73.part").write_text("half")
    data.write_whole(data.readers_data_folder() / "kept" / "a.json", b"{}")
    data.write_whole(outside / "a.json", b"{}")
    tables.write("t", np.zeros(3, np.uint8))
    others = {"a.part", "c.part", "d.74.json", "new.73.part"}
    assert {x.name for x in (data.readers_data_folder() / "kept").iterdir()} == {
        *others,
        "a.json",
    }
    assert {*map(str.lower, (x.name for x in tables.folder().glob("*.part")))} == {
        *("a.part", "c.part", "new.73.part")
    }
    assert (outside / "b.72.part").exists()


def test_a_file_larger_than_allowed_is_not_read(tmp_path: Path) -> None:
    """Nor one that says that it is small and does not end."""
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ValueError, match="large is larger than the 67,108,864 bytes"):
        data.read_file(tmp_path / "large")
    with pytest.raises(ValueError, match="/proc/kallsyms is larger than the 9 bytes"):
        data.read_file(Path("/proc/kallsyms"), 9)


# -- JSON ------------------------------------------------------------------------------

JSON = {
    "[" * 10**6: "nested more than 50 levels",
    '{"a": ' * 60: "nested more than 50 levels",
    '{"a": 1, "a": 2}': "two entries 'a'",
    "[NaN]": "no finite number",
    "[1e400]": "no finite number",
    f"[{'1' * 10**6}]": "digits",
    '"' + '\\"' * 10**6: "Unterminated",
    "": "Expecting value",
    "\udcff": "codec",
}


@pytest.mark.parametrize("text", JSON, ids=[x[:9] for x in JSON])
def test_json_of_a_stranger_is_data_or_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    path.write_text(text, errors="surrogateescape")
    with pytest.raises(ValueError, match=rf"it\.json is damaged: .*{JSON[text]}"):
        data.read_json(path)


MANY = {
    "lists": "[],",
    "numbers": "1,",
    "texts": '"a",',
    "lists in lists": "[[[1]]],",
}


@pytest.mark.parametrize("kind", MANY)
def test_json_of_millions_of_values_is_refused_before_it_is_parsed(kind: str) -> None:
    """A file of the size that is allowed took two minutes, and two gigabytes."""
    text = f"[{MANY[kind] * (data.MAX_BYTES // len(MANY[kind]))}1]"
    begin = time.thread_time()
    with pytest.raises(ValueError, match="it has more than 2,097,152 values"):
        data.parse_json(text)
    assert time.thread_time() - begin < 3


# -- what terminals are told -----------------------------------------------------------

SIGNS = "\x1b]0;mine\x07\x1b[2J\u202e"
"""Renames a terminal's window, clears it, and turns what follows around."""


def plainly(said: str) -> None:
    assert all(x.isprintable() or x == "\n" for x in said) and "x1b" in said


@pytest.mark.parametrize("more", [False, True])
def test_a_column_s_name_tells_a_terminal_nothing(more: bool, tmp_path: Path) -> None:
    column = pa.array([1, 2])
    table = table_of(turns=[3, 4]).append_column(SIGNS, column)
    written(tmp_path / "0123.parquet", table if more else pa.table({SIGNS: column}))
    with pytest.raises(ValueError) as refused:
        read_games(tmp_path / "0123.parquet")
    plainly(str(refused.value) if not more else f"x1b{refused.value}")


def test_a_table_s_name_tells_a_terminal_nothing() -> None:
    sqlite(f'CREATE TABLE "{SIGNS}" (a)')(journal())
    with pytest.raises(ValueError) as refused:
        play(CHANCE, max_blocks=8)
    plainly(str(refused.value))


def test_a_file_s_name_tells_a_terminal_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / f"{SIGNS}.json").write_text('{"own": 1}')
    store.report_older_addresses(tmp_path)
    plainly(capsys.readouterr().out)
    assert main(["run", "x", "--notebook", str(tmp_path / SIGNS)]) == 2
    plainly(capsys.readouterr().err)


# -- games -----------------------------------------------------------------------------


def table_of(**columns: Any) -> Any:
    """Return a table of as many games as there are values."""
    n = len(next(iter(columns.values())))
    rest = {
        "block": np.arange(n) // 2,
        "rotation": np.arange(n) % 2,
        "payoffs": [[1.0, -1.0]] * n,
        "reason": ["over"] * n,
        "turns": [1] * n,
        "moves": [b""] * n,
    }
    note = {
        "form": 3,
        "address": MatchFiles(CHANCE).address,
        "players": ["fox", "hounds"],
        "stream": 1,
        "seconds": 1.0,
        "made_with": [{"code": ""}],
    }
    note["digest"] = store._metadata_digest(note)
    return pa.table(rest | columns, schema=store._arrow_schema(note))


def written(path: Path, table: Any, **how: Any) -> None:
    pq.write_table(table, path, **{"compression": "zstd"} | how)


def of_zeros(path: Path, **how: Any) -> None:
    """A game of a megabyte, 300 times: a small file, and more in memory than may be."""
    written(path, table_of(moves=[bytes(1 << 20)] * 300), **how)


def lying(path: Path) -> None:
    """The same, its columns said to be small at the end of the file."""
    of_zeros(path, use_dictionary=False)
    said = pq.read_metadata(path).row_group(0).column(5).total_uncompressed_size
    content, there = path.read_bytes(), varint(said)
    path.write_bytes(content.replace(there, padded(10, len(there))))
    found = pq.read_metadata(path).row_group(0).column(5)
    assert found.total_uncompressed_size == 10 < said


def varint(number: int) -> bytes:
    """Return a whole number as Thrift writes it."""
    number, found = 2 * number, bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def padded(number: int, length: int) -> bytes:
    """Return the same in more bytes than it needs."""
    digits = [2 * number >> 7 * at & 127 for at in range(length)]
    return bytes([*(x | 128 for x in digits[:-1]), digits[-1]])


GAMES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "zeros": (
        lambda path: of_zeros(path, use_dictionary=False),
        "it would have more than 268,435,456 bytes",
    ),
    "one value for all": (of_zeros, "its moves have 314,572,800 bytes"),
    "a size that lies": (lying, "it would have more than 268,435,456 bytes"),
    "front coding": (
        lambda path: of_zeros(
            path,
            use_dictionary=False,
            column_encoding={"moves": "DELTA_BYTE_ARRAY"},
        ),
        "encoding 7",
    ),
    "ten million games": (
        lambda path: written(path, table_of(turns=np.ones(10**6 * 2, np.int32))),
        "more than 1,048,576 games",
    ),
    "other columns": (
        lambda path: written(path, pa.table({"block": pa.array([[bytes(1 << 20)]])})),
        "its columns are",
    ),
    "a column of no value": (
        lambda path: written(path, table_of(turns=[1, None])),
        "turns has empty values",
    ),
    "fewer turns than none": (
        lambda path: written(path, table_of(turns=[1, -1])),
        "fewer than 0 turns",
    ),
}


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.slow
def test_games_that_are_too_large_are_refused_before_they_are_unpacked(
    kind: str, tmp_path: Path
) -> None:
    make, said = GAMES[kind]
    make(tmp_path / "0123.parquet")
    before = pa.total_allocated_bytes()
    with pytest.raises(ValueError, match=rf"0123\.parquet is damaged.*{said}"):
        read_games(tmp_path / "0123.parquet")
    assert pa.total_allocated_bytes() - before < 1 << 25


def test_games_as_a_friend_would_make_them_are_read(tmp_path: Path) -> None:
    written(tmp_path / "0123.parquet", table_of(turns=[3, 4]))
    assert read_games(tmp_path / "0123.parquet").finished[1].turns == 4


SAID: dict[str, dict[str, Any]] = {
    "stream before all": {"stream": -1},
    "stream of many digits": {"stream": 10**4000},
    "other players": {"players": ["<b>", "x"]},
    "one player twice": {"players": ["fox", "fox"]},
}


@pytest.mark.parametrize("kind", SAID)
def test_what_a_file_says_of_its_games_is_looked_at(kind: str) -> None:
    """Its digest can be right all the same: anybody can make it."""
    play(CHANCE, max_blocks=4)
    place = MatchFiles(CHANCE)
    games = place.read()
    note = json.loads(pq.read_metadata(place.path(False)).metadata[b"note"])
    note = {k: v for k, v in note.items() if k != "digest"} | SAID[kind]
    note["digest"] = store._metadata_digest(note)
    place.path(False).write_bytes(store._as_parquet(games, note))
    with pytest.raises(ValueError, match=rf"{place.path(False).name} is damaged"):
        play(CHANCE, max_blocks=8)


def test_payoffs_beyond_all_measure_are_refused(tmp_path: Path) -> None:
    """Their squares are no numbers, and their mean has no interval."""
    written(tmp_path / "0123.parquet", table_of(payoffs=[[1e308, -1e308]] * 2))
    with pytest.raises(ValueError, match=r"0123\.parquet is damaged.*payoffs"):
        read_games(tmp_path / "0123.parquet")


HUGE: list[dict[str, Any]] = [
    {"payoffs": [10**400, 0]},
    {"payoffs": [-1e308, 1e308]},
    {"turns": 10**400},
    {"turns": 1 << 31},
]


@pytest.mark.parametrize("game", HUGE, ids=[str(x)[:20] for x in HUGE])
def test_numbers_of_a_piece_that_no_file_holds_are_played_again(
    game: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    leave(0, piece(0, **game))
    assert play(CHANCE, max_blocks=8)["finished"].all()
    assert "is damaged at block 0" in capsys.readouterr().out


def test_bytes_at_random_end_in_a_sentence(tmp_path: Path) -> None:
    """Of the headers that are read here."""
    path, random = tmp_path / "0123.parquet", np.random.default_rng(1)
    written(path, table_of(turns=[3, 4]))
    sound = path.read_bytes()
    for _ in range(200):
        content = bytearray(sound)
        at = random.integers(4, len(content), 3)
        for each in at:
            content[each] = random.integers(256)
        path.write_bytes(content)
        os.utime(path, ns=(1, int(random.integers(1 << 50))))
        try:
            read_games(path)
        except ValueError as error:
            assert "0123.parquet" in str(error)


# -- journals --------------------------------------------------------------------------


def journal() -> Path:
    path = MatchFiles(CHANCE).path(False, ".journal")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def sqlite(*statements: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with closing(sqlite3.connect(path)) as base, base:
            for each in statements:
                base.execute(each)

    return make


OURS = """CREATE TABLE pieces (
    key TEXT, start INTEGER, content TEXT, checksum TEXT, PRIMARY KEY (key, start))"""
ENDLESS = """WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)
    SELECT 'k' AS key, i AS start, 'c' AS content, 's' AS checksum FROM n"""
BROKEN_OFF = bytes.fromhex("d9d505f920a163d7")


def named_change(path: Path) -> None:
    """A change that was broken off, of several databases: SQLite deletes the first."""
    sqlite(OURS)(path)
    name = str(path.parent / "mine").encode()
    tail = struct.pack(">II", len(name), sum(name)) + BROKEN_OFF
    path.with_name(path.name + "-journal").write_bytes(BROKEN_OFF + name + tail)


def linked(ending: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        sqlite(OURS)(path)
        path.with_name(path.name + ending).symlink_to(path.parent / "mine")

    return make


JOURNALS: dict[str, Callable[[Path], Any]] = {
    "another database": lambda path: sqlite("CREATE TABLE mine (a)")(path),
    "a link to one": lambda path: path.symlink_to(path.parent / "mine"),
    "of several names": lambda path: path.hardlink_to(path.parent / "mine"),
    "a pipe": os.mkfifo,
    "an endless view": sqlite(f"CREATE VIEW pieces AS {ENDLESS}"),
    "a trigger": sqlite(
        OURS,
        "CREATE TRIGGER t AFTER DELETE ON pieces BEGIN DELETE FROM pieces; END",
    ),
    "a column that is computed": sqlite(
        OURS.replace("content TEXT", "content TEXT AS (zeroblob(1000000000))")
    ),
    "a log ahead": sqlite("PRAGMA journal_mode = WAL", OURS),
    "a log of a stranger": linked("-wal"),
    "a change that is a link": linked("-journal"),
    "a change of several": named_change,
}


@pytest.mark.parametrize("kind", JOURNALS)
def test_what_is_no_journal_of_ours_is_refused_and_stays_as_it_is(kind: str) -> None:
    path = journal()
    mine = path.parent / "mine"
    sqlite("CREATE TABLE thesis (words)")(mine)
    before = mine.read_bytes()
    JOURNALS[kind](path)
    with pytest.raises(ValueError, match=r"\.journal"):
        play(CHANCE, max_blocks=8)
    assert mine.read_bytes() == before


PIECES = {
    "a number as content": ("'{key}', 0, 5, ''", "another checksum"),
    "bytes as content": ("'{key}', 0, x'ff', ''", "no piece"),
    "words as a place": ("'{key}', 'x', '{{}}', ''", "no piece"),
    "a place before all": ("'{key}', -1, '{{}}', ''", "another checksum"),
    "no content": ("'{key}', 0, NULL, NULL", "no piece"),
    "letters of no text": ("'{key}', 0, CAST(x'ff' AS TEXT), ''", "another checksum"),
}


@pytest.mark.parametrize("kind", PIECES)
def test_a_piece_of_another_type_is_told_and_played_again(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    row, said = PIECES[kind]
    key = f"stream {MatchFiles(CHANCE).default_seed_stream}"
    values = row.format(key=key)
    sqlite(OURS, f"INSERT INTO pieces VALUES ({values})")(journal())
    assert play(CHANCE, max_blocks=8)["finished"].all()
    assert said in capsys.readouterr().out


# -- kept ------------------------------------------------------------------------------


def doubled(n: int) -> dict[str, Any]:
    return {"double": 2 * n}


@pytest.fixture
def of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the package had the function."""
    monkeypatch.setattr(code, "digest_of_modules", lambda modules: "one")
    monkeypatch.setattr(code, "is_readers_code", lambda value: False)


@pytest.mark.usefixtures("of_ours")
@pytest.mark.parametrize("row", [{"n": 3, "double": 6}, {"finished": False}])
def test_a_row_cannot_replace_an_argument(row: dict[str, Any]) -> None:
    computed(doubled, [{"n": 2}])
    path = ComputedCase(doubled, as_address_data(doubled), {"n": 2}).path(False)
    held = json.loads(path.read_text())
    path.write_text(json.dumps(held | {"rows": [row]}))
    with pytest.raises(ValueError, match=rf"{path.name} is damaged: a row has another"):
        computed(doubled, [{"n": 2}])


@pytest.mark.usefixtures("of_ours")
@pytest.mark.parametrize("place", PLACES)
def test_what_stands_in_the_place_of_a_kept_result_does_not_hang(place: str) -> None:
    path = ComputedCase(doubled, as_address_data(doubled), {"n": 2}).path(False)
    path.parent.mkdir(parents=True)
    PLACES[place](path, path.parent)
    with pytest.raises(ValueError, match=rf"{path.name} is a"):
        computed(doubled, [{"n": 2}])


# -- figures and hand-outs -------------------------------------------------------------

FIGURE = "from foxkit import FoxGame, Position, board\nboard(Position.start(FoxGame()))"


@pytest.mark.parametrize("name", ["../../../x", "", "a/b", "a\nb", "C:x", "x" * 65])
def test_a_cell_with_another_id_writes_no_figure(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "SITE", tmp_path / "site")
    with pytest.raises(ValueError, match="a cell's id is 1 to 64 letters, digits"):
        cells.run_cell(tmp_path / "a.ipynb", name, ["", FIGURE], None)  # type: ignore[arg-type]
    assert not (tmp_path / "site").exists()


def test_a_figure_is_not_written_through_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from foxkit.lab.settings import PlaySettings

    monkeypatch.setattr(build, "SITE", tmp_path / "site")
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "site" / "figures").mkdir(parents=True)
    (tmp_path / "site" / "figures" / "fig8.svg").symlink_to(tmp_path / "mine")
    with pytest.raises(ValueError, match=r"fig8\.svg is a link"):
        cells.run_cell(tmp_path / "a.ipynb", "fig8", ["", FIGURE], PlaySettings())
    assert (tmp_path / "mine").read_text() == "mine"


@pytest.mark.parametrize("name", ["a.ipynb", "helper.py"])
def test_hand_outs_hold_nothing_that_a_link_points_to(
    name: str, tmp_path: Path
) -> None:
    book = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "01.ipynb").write_text(json.dumps(book))
    (tmp_path / "secret").write_text(json.dumps(book))
    (tmp_path / "notebooks" / name).symlink_to(tmp_path / "secret")
    with pytest.raises(ValueError, match=f"{name} is a link"):
        write_chapters(to=tmp_path / "out", notebooks=tmp_path / "notebooks")
    assert not (tmp_path / "out").exists()
