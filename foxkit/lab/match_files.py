"""The files of stored games: each match has its own, named by what was played.

    data/games/fox-game/3f2a91c07b5d4e86.parquet   committed; `foxkit run --keep` writes
    data/yours/fox-game/3f2a91c07b5d4e86.parquet   a reader's; begins with the committed
    data/yours/fox-game/3f2a91c07b5d4e86.journal   pieces of a match under way
    ... .json                                      a note: rules, and checks of the code

A Parquet file holds whole games from block 0 on. Its metadata say what was played (the
address), from which stream of seeds, by which versions, and in what time. It is written
whole or not at all, and read only if all of this is in order. A note may be lost
without harm.

A player that changes while it plays, such as by a counter or a dictionary that it
fills, is a different player with a different address. Its games are not kept, see
`require_same_address`.
"""

import json
from collections.abc import Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from foxkit import data
from foxkit.core.quoting import printable
from foxkit.lab import code
from foxkit.lab.address import address_of, canonical_json, seed_stream_of
from foxkit.lab.journal import Journal, open_journal
from foxkit.lab.match import FinishedGame, GameBatch, Match
from foxkit.lab.parquet_sizes import require_decoded_size

_FORM_VERSION = 3
UNCHECKED_FILE = "unchecked.json"
"""The file of `unchecked_match_names`."""
MAX_GAMES = 1 << 20
"""The games that a file may hold; the largest committed one has 10,000."""
_MAX_BYTES = 1 << 28  # of a file's content in memory: 256 for each of so many games
MAX_PAYOFF = 1e15
"""The largest payoff: the sum of the squares of all payoffs is still a number."""
_MAX_VALUES_PER_GAME = 16  # of one game in the file: five, and a payoff for each seat
_MAX_NOTE_BYTES = 1 << 20  # bytes of a note beside the games
_STOP_ENTRY = {"block": int, "games": str, "method": int}
_NOTE_ENTRIES: dict[str, Any] = {
    "rules": int,
    "stops": _STOP_ENTRY,
    "checked": bool,
    "lines": int,
}
"""What a note has beside the address. By stopping rule: the blocks that were there when
it was first used; and at which block it stops, with the digest of the games up to there
and the `METHOD_VERSION` of `foxkit.lab.stopping_rule`. By digest of code: whether it
plays these games. By digest of games: how many lines they are (see
`foxkit.lab.lines_of_play`)."""
_METADATA_KEY = "note"
"""The key of the metadata in a Parquet file."""
_METADATA_FORM = {
    "form": int,
    "address": str,
    "players": [str],
    "stream": int,
    "seconds": float,
    "made_with": [{"code": str}],
    "digest": str,
}
"""The form of the metadata of a file of games, see `foxkit.data.form_faults`."""


@dataclass(frozen=True)
class MatchFiles:
    """The files of one match: its games, its journal, and its note."""

    match: Match

    @cached_property
    def address_data(self) -> dict[str, Any]:
        """The address of the match, as plain data."""
        return address_of(self.match)

    @cached_property
    def address(self) -> str:
        """The address of the match, as one text."""
        return canonical_json(self.address_data)

    @cached_property
    def name(self) -> str:
        """The path of its files within either folder: `fox-game/3f2a91c07b5d4e86`."""
        game = getattr(self.match.game, "NAME", type(self.match.game).__name__)
        plain = data.folder_name(game)
        return f"{plain}/{code.digest(self.address)}"

    @property
    def default_seed_stream(self) -> int:
        """The stream of seeds that is used unless stored games have another."""
        return seed_stream_of(self.match)

    def path(self, in_workbook: bool, suffix: str = ".parquet") -> Path:
        """The path of a file, in the workbook's committed folder or in the reader's."""
        folder = data.WORKBOOK / "games" if in_workbook else data.readers_data_folder()
        return folder / f"{self.name}{suffix}"

    def read(self, in_workbook: bool = False) -> GameBatch:
        """The finished games: the reader's if they continue the committed ones.

        Args:
            in_workbook: whether to read the committed games alone.

        Raises:
            ValueError: a file is damaged.
        """
        ours, readers = self._read_file(True), None
        if not in_workbook:
            readers = self._read_file(False)
        if readers is None and ours is None and '"own":' in self.address:
            report_older_addresses(self.path(False).parent)
        if readers is None or ours is None:
            seats = tuple(self.match.game.PLAYERS)
            return readers or ours or GameBatch(seats, self.default_seed_stream)
        if readers.blocks > ours.blocks and readers.begins_with(ours):
            return readers
        if not ours.begins_with(readers):
            self._rename_readers_games()
        return ours

    def _read_file(self, in_workbook: bool) -> GameBatch | None:
        """The games of one file; None if there is none, ValueError if damaged."""
        path = self.path(in_workbook)
        if not data.can_be_read(path):
            return None
        games = read_games(path, self.address)
        if games.players != tuple(self.match.game.PLAYERS):
            raise ValueError(f"{path} is damaged: it has other players")
        return games

    def _rename_readers_games(self) -> None:
        """Give a reader's games another name: different games were committed since."""
        path = self.path(False)
        new_path = path.with_suffix(f".{code.digest(data.read_file(path))}.aside")
        try:
            path.replace(new_path)
            self.path(False, ".json").unlink(missing_ok=True)  # of those games
        except OSError:  # the committed games are read instead, all the same
            return
        print(f"other games came with the workbook: {path} is {new_path.name} now")

    def require_same_player(self) -> None:
        """Raise ValueError where a reader's player has changed while it played.

        Players of the package are immutable.
        """
        if '"own":' in self.address:
            require_same_address(self.address_data, address_of(self.match))

    def write(self, games: GameBatch, in_workbook: bool = False) -> None:
        """Write games, whole; OSError where that fails."""
        data.require_readable(self.path(in_workbook))
        metadata = {
            "form": _FORM_VERSION,
            "address": self.address,
            "players": games.players,
            "stream": games.stream,
            "seconds": round(games.seconds, 3),
            "made_with": games.made_with,
        }
        metadata["digest"] = _metadata_digest(metadata)
        data.write_whole(self.path(in_workbook), _as_parquet(games, metadata))

    def journal(self) -> AbstractContextManager[Journal]:
        """Open the match's journal; `Locked` where another run has it open."""
        return open_journal(self.path(False, ".journal"))

    def read_note(self, in_workbook: bool) -> dict[str, Any]:
        """The note beside the games of a folder; empty if it is missing or damaged."""
        empty_note = {"address": self.address_data, **{x: {} for x in _NOTE_ENTRIES}}
        path = self.path(in_workbook, ".json")
        try:
            note = empty_note | data.read_json(path, dict, _MAX_NOTE_BYTES)
        except (OSError, ValueError):
            return empty_note
        form = dict.fromkeys(_NOTE_ENTRIES, dict)
        is_mine = note["address"] == empty_note["address"]
        if not is_mine or data.form_faults(note, form):
            return empty_note
        faults = [
            fault
            for name, form_of_entry in _NOTE_ENTRIES.items()
            for fault in data.form_faults([*note[name].values()], [form_of_entry])
        ]
        return empty_note if faults else note

    def read_notes(self) -> dict[str, Any]:
        """The entries of the committed note and of the reader's, whose own go first."""
        ours, readers = self.read_note(True), self.read_note(False)
        return {name: ours[name] | readers[name] for name in _NOTE_ENTRIES}

    def add_to_note(self, in_workbook: bool, **entries: dict[str, Any]) -> None:
        """Add entries to the note of a folder; `checked` replaces what it had."""
        note = self.read_note(in_workbook)
        for name, added in entries.items():
            note[name] = added if name == "checked" else note[name] | added
        data.write_json(
            self.path(in_workbook, ".json"), {k: v for k, v in note.items() if v}
        )


def unchecked_match_names() -> set[str]:
    """The committed matches that today's code does not confirm, by name.

    `foxkit check --keep` writes the list: the matches whose games came out otherwise,
    and those that it could not play. So a cell that only reads games compares no code.
    """
    path = data.WORKBOOK / UNCHECKED_FILE
    return {*data.read_json(path, [str])} if path.exists() else set()


def write_unchecked_match_names(names: Iterable[str]) -> None:
    """Write the list of `unchecked_match_names`."""
    data.write_json(data.WORKBOOK / UNCHECKED_FILE, sorted(names))


def require_same_address(before: Any, after: Any) -> None:
    """Raise ValueError where an address has changed during a run."""
    if canonical_json(before) != canonical_json(after):
        name = _name_of_changed_code(before, after)
        raise ValueError(
            f"{name} has changed while it ran, or something that it uses, so "
            "nothing of it can be kept. It must be the same for every game: "
            "let it depend on what it is given alone, and remember things by functools."
            "cache or cached_property, or in a dataclass's field with compare=False"
        )


def _name_of_changed_code(before: Any, after: Any) -> str:
    """The name of the reader's code in which two addresses differ."""
    if isinstance(before, dict) and "own" in before:
        return str(before["own"])
    of_dicts = isinstance(before, dict)
    parts = (x.values() if of_dicts else x for x in (before, after))
    for one, other in zip(*parts, strict=False):
        if canonical_json(one) != canonical_json(other):
            return _name_of_changed_code(one, other)
    return "a player"


@lru_cache(maxsize=256)
def report_older_addresses(folder: Path) -> None:
    """Print, once, which of a reader's files have addresses of an older form.

    They are not read: their addresses hold an older kind of digest of a reader's code.
    """
    notes, older = list[Path](), list[Path]()
    with suppress(OSError):  # a folder that cannot be read
        notes += folder.glob("*.json")
    for path in notes:
        with suppress(
            OSError, ValueError
        ):  # damaged, or unreadable: not a file of foxkit
            text = data.read_file(path, _MAX_NOTE_BYTES)
            if b'"own"' in text and b'"syntax"' not in text:
                older.append(path)
    if older:
        print(
            f"{len(older)} files of {folder} have addresses of an older form, such as "
            f"{printable(older[0].name)}, and are not read: compute or play them "
            "again, and delete these"
        )


def read_games(path: Path, address: str = "") -> GameBatch:
    """The games of a file; ValueError if it is damaged, or another match's."""
    games, stored_address = read_games_and_address(path)
    if address not in ("", stored_address):
        raise ValueError(f"{path} holds the games of another match: move it away")
    return games


def read_games_and_address(path: Path) -> tuple[GameBatch, str]:
    """The games of a file and the address of their match; ValueError if damaged."""
    data.require_plain_file(path)
    state = path.stat()
    games, metadata = _read_parquet(path, (state.st_mtime_ns, state.st_size))
    return games, metadata["address"]


@lru_cache(maxsize=1024)
def _read_parquet(
    path: Path, _version: tuple[int, int]
) -> tuple[GameBatch, dict[str, Any]]:
    """The games and the metadata of a file; ValueError if it is damaged.

    `_version` is its time and size, so that a changed file is read again.
    """
    from pyarrow import ArrowException

    content = data.read_file(path)
    try:
        file = _open_parquet(content)
        metadata = data.parse_json(
            (file.metadata.metadata or {})[_METADATA_KEY.encode()]
        )
        if faults := data.form_faults(metadata, _METADATA_FORM):
            raise ValueError("; ".join(faults))
        if metadata["form"] != _FORM_VERSION:
            raise ValueError(f"its form is {metadata['form']}, not {_FORM_VERSION}")
        if not 0 <= metadata["stream"] < 1 << 63:
            raise ValueError("its stream is no number of a stream")
        if metadata.pop("digest") != _metadata_digest(metadata):
            raise ValueError("what it says of its games is damaged")
        return _games_of_table(file.read(), metadata), metadata
    except (OSError, ValueError, KeyError, TypeError, ArrowException) as error:
        message = f"{path} is damaged, or holds no games: {error}"
        raise ValueError(printable(message)) from None


def _open_parquet(content: bytes) -> Any:
    """Open a Parquet file; ValueError where columns or sizes are not those of games.

    Nothing in it is decoded before these are checked. Long values stay in dictionaries,
    each once, until `_games_of_table` has computed their total length.
    """
    import pyarrow as pa
    from pyarrow import parquet

    limits = {
        "thrift_string_size_limit": _MAX_NOTE_BYTES,
        "thrift_container_size_limit": 100_000,
    }
    metadata = parquet.ParquetFile(pa.BufferReader(content), **limits).metadata
    if "moves" not in metadata.schema.names or "reason" not in metadata.schema.names:
        raise ValueError(f"its columns are {', '.join(metadata.schema.names)[:400]}")
    file = parquet.ParquetFile(
        pa.BufferReader(content),
        read_dictionary=["moves", "reason"],
        page_checksum_verification=True,
        **limits,
    )
    expected = _arrow_schema().set(
        5, pa.field("moves", pa.dictionary(pa.int32(), pa.binary()))
    )
    if not file.schema_arrow.equals(expected):
        columns_in_words = ", ".join(
            f"{each.name[:40]}: {each.type}" for each in file.schema_arrow
        )
        raise ValueError(f"its columns are others ({columns_in_words[:400]})")
    if not (file.metadata.created_by or "").startswith("parquet-cpp-arrow"):
        raise ValueError(f"it was written by {file.metadata.created_by!r}")
    if file.metadata.num_rows > MAX_GAMES:
        raise ValueError(f"it has more than {MAX_GAMES:,} games")
    require_decoded_size(
        content, file.metadata, _MAX_BYTES, _MAX_VALUES_PER_GAME * MAX_GAMES
    )
    return file


def _metadata_digest(metadata: dict[str, Any]) -> str:
    """A digest of a file's metadata; Parquet itself has checksums of its pages."""
    return code.digest(json.dumps(metadata, sort_keys=True))


def _arrow_schema(metadata: dict[str, Any] | None = None) -> Any:
    """The columns of a file of games and their types, with metadata if given."""
    import pyarrow as pa

    columns = {
        "block": pa.int32(),
        "rotation": pa.int32(),
        "payoffs": pa.list_(pa.float64()),
        "reason": pa.dictionary(pa.int32(), pa.string()),
        "turns": pa.int32(),
        "moves": pa.binary(),
    }
    text = metadata and {_METADATA_KEY: json.dumps(metadata, ensure_ascii=False)}
    return pa.schema(columns, text)


def _as_parquet(games: GameBatch, metadata: dict[str, Any]) -> bytes:
    """Games as the bytes of a Parquet file with metadata."""
    import pyarrow as pa
    from pyarrow import parquet

    order = divmod(np.arange(len(games.finished)), len(games.players))
    columns = [*order, *zip(*games.finished, strict=True)]
    schema, content = _arrow_schema(metadata), pa.BufferOutputStream()
    table = pa.table(dict(zip(schema.names, columns, strict=True)), schema=schema)
    how: Any = {"compression": "zstd", "compression_level": 19}
    parquet.write_table(table, content, **how, write_page_checksum=True)
    return content.getvalue().to_pybytes()


def _games_of_table(table: Any, metadata: dict[str, Any]) -> GameBatch:
    """The games of an Arrow table; ValueError if they are not whole blocks in order."""
    if (size := sum(map(_total_bytes, table["moves"].chunks))) > _MAX_BYTES:
        raise ValueError(f"its moves have {size:,} bytes, not at most {_MAX_BYTES:,}")
    if empty := [name for name in table.column_names if table[name].null_count]:
        raise ValueError(f"its column {empty[0]} has empty values")
    if (size := sum(map(_total_bytes, table["reason"].chunks))) > _MAX_BYTES:
        raise ValueError(f"its reasons have {size:,} bytes, not at most {_MAX_BYTES:,}")
    columns, seats = table.cast(_arrow_schema()), len(metadata["players"])
    if not seats or columns.num_rows % seats:
        raise ValueError(f"{columns.num_rows} games at {seats} seats")
    order = divmod(np.arange(columns.num_rows), seats)
    for name, expected in zip(("block", "rotation"), order, strict=True):
        if not np.array_equal(columns[name].to_numpy(), expected):
            raise ValueError(f"its column {name} is not in order")
    if (columns["turns"].to_numpy() < 0).any():
        raise ValueError("a game has fewer than 0 turns")
    payoffs = columns["payoffs"].combine_chunks()
    values = payoffs.flatten().to_numpy()
    are_numbers = (np.abs(values) <= MAX_PAYOFF).all()  # and none is NaN
    if (np.diff(payoffs.offsets) != seats).any() or not are_numbers:
        raise ValueError(f"a game without {seats} payoffs that are numbers")
    games = zip(
        map(tuple, values.reshape(-1, seats).tolist()),
        *(columns[name].to_pylist() for name in FinishedGame._fields[1:]),
        strict=True,
    )
    return GameBatch(
        tuple(metadata["players"]),
        metadata["stream"],
        finished=tuple(map(FinishedGame._make, games)),
        seconds=metadata["seconds"],
        made_with=tuple(metadata["made_with"]),
    )


def _total_bytes(column: Any) -> int:
    """The number of bytes of all values together, of a column with a dictionary."""
    from pyarrow import compute

    lengths = compute.binary_length(column.dictionary).take(column.indices)
    return int(compute.sum(compute.cast(lengths, "int64")).as_py() or 0)
