"""The store: the games of each match in files of its own, by what was played.

    data/games/fox-game/3f2a91c07b5d4e86.parquet   committed; `foxkit run --keep` writes
    data/yours/fox-game/3f2a91c07b5d4e86.parquet   a reader's; begins with the committed
    data/yours/fox-game/3f2a91c07b5d4e86.journal   pieces of a match under way
    ... .json                                      a note: rules, and checks of the code

A Parquet file holds whole games from block 0 on, and says in its metadata what was
played (the address), from which stream of seeds, by which versions, in what time. It is
written whole or not at all, and read only if all that is as it should be. What a note
says may be lost without harm.

A player that has changed while it played, a counter in it or a dictionary that it
fills, is another one at another address: its games are not kept, see
`require_same_address`.
"""

import json
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from foxkit import data
from foxkit.core.quoting import printable
from foxkit.lab import code
from foxkit.lab.address import address, canonical_json, stream_of
from foxkit.lab.journal import Journal, open_journal
from foxkit.lab.match import FinishedGame, GameBatch, Match
from foxkit.lab.parquet_sizes import require_size

_FORM = 3
MOST_GAMES = 1 << 20
"""The games that a file may hold; the largest committed one has 10,000."""
_MOST_BYTES = 1 << 28  # of a file's content in memory: 256 for each of so many games
MOST_PAYOFF = 1e15
"""How large a payoff may be, so that squares of all together are numbers, too."""
_VALUES = 16  # that a game may have: five, and a payoff for each seat
_MOST_NOTE = 1 << 20  # bytes of a note beside the games
_ENTRIES = {"rules": int, "checked": bool, "lines": int}
"""What a note has beside the address: each rule with the blocks that were there when it
was asked, whether a code plays these games, and how many lines some games are."""
_MADE = {
    "form": int,
    "address": str,
    "players": [str],
    "stream": int,
    "seconds": float,
    "made_with": [{"code": str}],
    "digest": str,
}
"""The form of what a file of games says of them, see `faults`."""


@dataclass(frozen=True)
class MatchFiles:
    """Where the games of one match lie, in a folder for each game."""

    match: Match

    @cached_property
    def address(self) -> str:
        """What is played, as one text."""
        return canonical_json(address(self.match))

    @cached_property
    def name(self) -> str:
        """Where its files lie within either folder, without suffix."""
        game = getattr(self.match.game, "NAME", type(self.match.game).__name__)
        plain = "".join(x if x.isalnum() or x in "-_" else "-" for x in game)
        return f"{plain}/{code.digest(self.address)}"

    @property
    def own_stream(self) -> int:
        """The stream of a match that nobody has played."""
        return stream_of(self.match)

    def path(self, committed: bool, suffix: str = ".parquet") -> Path:
        """The place of a file, among the committed ones or the reader's."""
        folder = data.WORKBOOK / "games" if committed else data.yours()
        return folder / f"{self.name}{suffix}"

    def read(self, committed: bool = False) -> GameBatch:
        """The finished games, the reader's if they go on from the committed.

        With `committed` the reader's are left out. ValueError for a damaged file.
        """
        paths = {each: self.path(each) for each in (True, False)}
        found = {
            k: read_games(x, self.address)
            for k, x in paths.items()
            if data.can_be_read(x)
        }
        seats = tuple(self.match.game.PLAYERS)
        if wrong := [k for k, each in found.items() if each.players != seats]:
            raise ValueError(f"{paths[wrong[0]]} is damaged: it has other players")
        kept, own = found.get(True), None if committed else found.get(False)
        if own is kept is None and '"own":' in self.address:
            tell_of_older(self.path(False).parent)
        if own is None or kept is None:
            return own or kept or GameBatch(seats, self.own_stream)
        if own.blocks > kept.blocks and own.begins_with(kept):
            return own
        if not kept.begins_with(own):
            self._set_aside()
        return kept

    def _set_aside(self) -> None:
        """Give a reader's games another name: other games were committed since."""
        path = self.path(False)
        aside = path.with_suffix(f".{code.digest(data.read_file(path))}.aside")
        try:
            path.replace(aside)
            self.path(False, ".json").unlink(missing_ok=True)  # of those games
        except OSError:  # nobody reads them as long as the others are there
            return
        print(f"other games came with the workbook: {path} is {aside.name} now")

    def require_same_player(self) -> None:
        """Raise ValueError where a reader's player has changed since it was asked for.

        Players of the package are values, which nothing changes.
        """
        if '"own":' in self.address:
            require_same_address(json.loads(self.address), address(self.match))

    def write(self, games: GameBatch, committed: bool = False) -> None:
        """Write games, whole; OSError where that cannot be."""
        data.require_readable(self.path(committed))
        note = {
            "form": _FORM,
            "address": self.address,
            "players": games.players,
            "stream": games.stream,
            "seconds": round(games.seconds, 3),
            "made_with": games.made_with,
        }
        note["digest"] = _of_note(note)
        data.write_whole(self.path(committed), _packed(games, note))

    def journal(self) -> AbstractContextManager[Journal]:
        """Open the match's journal, alone; ValueError where another has it open."""
        return open_journal(self.path(False, ".journal"))

    def note(self, committed: bool) -> dict[str, Any]:
        """The note beside the games; empty where none can be believed."""
        nothing = {"address": json.loads(self.address), **{x: {} for x in _ENTRIES}}
        path = self.path(committed, ".json")
        try:
            note = nothing | data.read_json(path, dict, _MOST_NOTE)
        except (OSError, ValueError):
            return nothing
        form = dict.fromkeys(_ENTRIES, dict)
        is_mine = note["address"] == nothing["address"]
        if not is_mine or data.faults(note, form):
            return nothing
        wrong = [
            fault
            for name, kind in _ENTRIES.items()
            for fault in data.faults([*note[name].values()], [kind])
        ]
        return nothing if wrong else note

    def notes(self) -> dict[str, Any]:
        """Both notes as one; of what stands in both, the reader's."""
        kept, own = self.note(True), self.note(False)
        return {name: kept[name] | own[name] for name in _ENTRIES}

    def write_note(self, name: str, content: dict[str, Any], committed: bool) -> None:
        """Write an entry of the note: `rules`, `checked` or `lines`."""
        note = self.note(committed) | {name: content}
        said = {key: value for key, value in note.items() if value}
        data.write_json(self.path(committed, ".json"), said)


def match_files(match: Match) -> MatchFiles:
    """The place of a match's games in the workbook's data, or `FOXKIT_DATA`."""
    return MatchFiles(match)


def require_same_address(before: Any, after: Any) -> None:
    """Raise ValueError where an address is another one after a run."""
    if canonical_json(before) != canonical_json(after):
        raise ValueError(
            f"{_changed(before, after)} has changed while it ran, or something that it "
            "uses, so nothing of it can be kept. It must be the same for every game: "
            "let it depend on what it is given alone, and remember things by functools."
            "cache or cached_property, or in a dataclass's field with compare=False"
        )


def _changed(before: Any, after: Any) -> str:
    """What code of a reader's it is in which two addresses differ."""
    if isinstance(before, dict) and "own" in before:
        return str(before["own"])
    of_dicts = isinstance(before, dict)
    parts = (x.values() if of_dicts else x for x in (before, after))
    for one, other in zip(*parts, strict=False):
        if canonical_json(one) != canonical_json(other):
            return _changed(one, other)
    return "a player"


@lru_cache(maxsize=256)
def tell_of_older(folder: Path) -> None:
    """Say, once, which of a reader's files have addresses of an older form.

    They are not read: what they hold was told by another digest of a reader's code.
    """
    notes, older = list[Path](), list[Path]()
    with suppress(OSError):  # a folder that cannot be read
        notes += folder.glob("*.json")
    for path in notes:
        with suppress(OSError, ValueError):  # damaged, or not to be read: not ours
            text = data.read_file(path, _MOST_NOTE)
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
    found, theirs = read_match(path)
    if address not in ("", theirs):
        raise ValueError(f"{path} holds the games of another match: move it away")
    return found


def read_match(path: Path) -> tuple[GameBatch, str]:
    """The games of a file and the address of their match; ValueError if damaged."""
    data.require_plain(path)
    state = path.stat()
    found, note = _read(path, (state.st_mtime_ns, state.st_size))
    return found, note["address"]


@lru_cache(maxsize=1024)
def _read(path: Path, _changed: tuple[int, int]) -> tuple[GameBatch, dict[str, Any]]:
    from pyarrow import ArrowException

    content = data.read_file(path)
    try:
        file = _opened(content)
        note = data.parse_json((file.metadata.metadata or {})[b"note"])
        if faults := data.faults(note, _MADE):
            raise ValueError("; ".join(faults))
        if note["form"] != _FORM:
            raise ValueError(f"its form is {note['form']}, not {_FORM}")
        if not 0 <= note["stream"] < 1 << 63:
            raise ValueError("its stream is no number of a stream")
        if note.pop("digest") != _of_note(note):
            raise ValueError("what it says of its games is damaged")
        return _unpacked(file.read(), note), note
    except (OSError, ValueError, KeyError, TypeError, ArrowException) as error:
        said = f"{path} is damaged, or holds no games: {error}"
        raise ValueError(printable(said)) from None


def _opened(content: bytes) -> Any:
    """Open a Parquet file; ValueError where columns or sizes are not those of games.

    Nothing in it is unpacked before. Long values stay as they stand in the file, each
    once, until `_unpacked` has looked how long they are together.
    """
    import pyarrow as pa
    from pyarrow import parquet

    limits = {
        "thrift_string_size_limit": _MOST_NOTE,
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
    known = _schema().set(5, pa.field("moves", pa.dictionary(pa.int32(), pa.binary())))
    if not file.schema_arrow.equals(known):
        there = ", ".join(
            f"{each.name[:40]}: {each.type}" for each in file.schema_arrow
        )
        raise ValueError(f"its columns are others ({there[:400]})")
    if not (file.metadata.created_by or "").startswith("parquet-cpp-arrow"):
        raise ValueError(f"it was written by {file.metadata.created_by!r}")
    if file.metadata.num_rows > MOST_GAMES:
        raise ValueError(f"it has more than {MOST_GAMES:,} games")
    require_size(content, file.metadata, _MOST_BYTES, _VALUES * MOST_GAMES)
    return file


def _of_note(note: dict[str, Any]) -> str:
    """A digest of what a file says; pages of Parquet have sums of their own."""
    return code.digest(json.dumps(note, sort_keys=True))


def _schema(note: dict[str, Any] | None = None) -> Any:
    import pyarrow as pa

    columns = {
        "block": pa.int32(),
        "rotation": pa.int32(),
        "payoffs": pa.list_(pa.float64()),
        "reason": pa.dictionary(pa.int32(), pa.string()),
        "turns": pa.int32(),
        "moves": pa.binary(),
    }
    return pa.schema(columns, note and {"note": json.dumps(note, ensure_ascii=False)})


def _packed(games: GameBatch, note: dict[str, Any]) -> bytes:
    """Games as a Parquet file, with a note in its metadata."""
    import pyarrow as pa
    from pyarrow import parquet

    order = divmod(np.arange(len(games.finished)), len(games.players))
    columns = [*order, *zip(*games.finished, strict=True)]
    schema, content = _schema(note), pa.BufferOutputStream()
    table = pa.table(dict(zip(schema.names, columns, strict=True)), schema=schema)
    how: Any = {"compression": "zstd", "compression_level": 19}
    parquet.write_table(table, content, **how, write_page_checksum=True)
    return content.getvalue().to_pybytes()


def _unpacked(table: Any, note: dict[str, Any]) -> GameBatch:
    """The games of a table; ValueError if they are not whole blocks in order."""
    if (size := sum(map(_length, table["moves"].chunks))) > _MOST_BYTES:
        raise ValueError(f"its moves have {size:,} bytes, not at most {_MOST_BYTES:,}")
    if empty := [name for name in table.column_names if table[name].null_count]:
        raise ValueError(f"its column {empty[0]} has empty values")
    if (size := sum(map(_length, table["reason"].chunks))) > _MOST_BYTES:
        raise ValueError(
            f"its reasons have {size:,} bytes, not at most {_MOST_BYTES:,}"
        )
    found, seats = table.cast(_schema()), len(note["players"])
    if not seats or found.num_rows % seats:
        raise ValueError(f"{found.num_rows} games at {seats} seats")
    order = divmod(np.arange(found.num_rows), seats)
    for name, wanted in zip(("block", "rotation"), order, strict=True):
        if not np.array_equal(found[name].to_numpy(), wanted):
            raise ValueError(f"its column {name} is not in order")
    if (found["turns"].to_numpy() < 0).any():
        raise ValueError("a game has fewer than 0 turns")
    payoffs = found["payoffs"].combine_chunks()
    got = payoffs.flatten().to_numpy()
    are_numbers = (np.abs(got) <= MOST_PAYOFF).all()  # and none is NaN
    if (np.diff(payoffs.offsets) != seats).any() or not are_numbers:
        raise ValueError(f"a game without {seats} payoffs that are numbers")
    games = zip(
        map(tuple, got.reshape(-1, seats).tolist()),
        *(found[name].to_pylist() for name in FinishedGame._fields[1:]),
        strict=True,
    )
    return GameBatch(
        tuple(note["players"]),
        note["stream"],
        finished=tuple(map(FinishedGame._make, games)),
        seconds=note["seconds"],
        made_with=tuple(note["made_with"]),
    )


def _length(column: Any) -> int:
    """How many bytes the values of a column with a dictionary have together."""
    from pyarrow import compute

    each = compute.binary_length(column.dictionary).take(column.indices)
    return int(compute.sum(compute.cast(each, "int64")).as_py() or 0)
