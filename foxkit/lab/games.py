"""The store: the games of each match in files of its own, by what was played.

    data/games/fox-game/3f2a91c07b5d4e86.parquet   committed; `foxkit run --keep` writes
    data/yours/fox-game/3f2a91c07b5d4e86.parquet   a reader's; begins with the committed
    data/yours/fox-game/3f2a91c07b5d4e86.journal   pieces of a match under way
    ... .json                                      a note: rules, and checks of the code

A Parquet file holds whole games from block 0 on, and says in its metadata what was
played (the address), from which stream of seeds, by which versions, in what time. It is
written whole or not at all, and read only if all that is as it should be. What a note
says may be lost without harm.
"""

import json
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from foxkit import data
from foxkit.core.rng import mix
from foxkit.lab import code
from foxkit.lab.address import address, spelt
from foxkit.lab.journal import Journal, open_journal
from foxkit.lab.match import Match, Played

_FORM = 3
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
class Shelf:
    """Where the games of one match lie, in a folder for each game."""

    match: Match
    folder: Path  # of the committed games
    yours: Path  # of the reader's own

    @cached_property
    def address(self) -> str:
        """What is played, as one text."""
        return spelt(address(self.match))

    @cached_property
    def name(self) -> str:
        """Where its files lie within either folder, without suffix."""
        game = getattr(self.match.game, "NAME", type(self.match.game).__name__)
        plain = "".join(x if x.isalnum() or x in "-_" else "-" for x in game)
        return f"{plain}/{code.digest(self.address)}"

    @property
    def own_stream(self) -> int:
        """The stream of a match that nobody has played: of its address, or its seed."""
        if self.match.seed is not None:
            return mix(self.match.seed, 0)
        return int(code.digest(f"stream of {self.address}"), 16) >> 1

    def path(self, committed: bool, suffix: str = ".parquet") -> Path:
        """Return the place of a file."""
        return (self.folder if committed else self.yours) / f"{self.name}{suffix}"

    def read(self) -> Played:
        """Return the finished games, the reader's if they go on from the committed.

        Raises:
            ValueError: a file is damaged, or another match's.
        """
        kept, own = (self._read(self.path(each)) for each in (True, False))
        if own is None or kept is None:
            nothing = Played.of([], tuple(self.match.game.PLAYERS), self.own_stream)
            return own or kept or nothing
        if own.blocks > kept.blocks and own.begins_with(kept):
            return own
        if not kept.begins_with(own):
            self._set_aside()
        return kept

    def blocks(self, committed: bool) -> int:
        """Return how many blocks are there, or of them are committed."""
        found = self._read(self.path(True)) if committed else self.read()
        return found.blocks if found else 0

    def _read(self, path: Path) -> Played | None:
        return read(path, self.address) if path.exists() else None

    def _set_aside(self) -> None:
        """Give a reader's games another name: other games were committed since."""
        path = self.path(False)
        aside = path.with_suffix(f".{code.digest(path.read_bytes())}.aside")
        path.replace(aside)
        self.path(False, ".json").unlink(missing_ok=True)  # it speaks of those games
        print(f"other games came with the workbook: {path} is {aside.name} now")

    def write(self, games: Played, committed: bool = False) -> Path:
        """Write games whole; return the file."""
        note = {
            "form": _FORM,
            "address": self.address,
            "players": games.players,
            "stream": games.stream,
            "seconds": round(games.seconds, 3),
            "made_with": games.made_with,
        }
        path = self.path(committed)
        data.write_whole(path, _packed(games, note | {"digest": _of_note(note)}))
        return path

    def journal(self) -> AbstractContextManager[Journal]:
        """Open the match's journal, alone; ValueError where another has it open."""
        return open_journal(self.path(False, ".journal"))

    def note(self, committed: bool) -> dict[str, Any]:
        """Return the note beside the games; empty where none can be believed."""
        nothing = {"address": json.loads(self.address), "rules": {}, "checked": {}}
        try:
            note = nothing | json.loads(self.path(committed, ".json").read_bytes())
        except (OSError, ValueError, TypeError, RecursionError):
            return nothing
        form = {"rules": dict, "checked": dict}
        is_mine = note["address"] == nothing["address"]
        return note if is_mine and not data.faults(note, form) else nothing

    def notes(self) -> dict[str, Any]:
        """Return both notes as one; of what stands in both, the reader's."""
        kept, own = self.note(True), self.note(False)
        names = ("rules", "checked")
        return {name: kept[name] | own[name] for name in names}

    def remark(self, name: str, content: dict[str, Any], committed: bool) -> None:
        """Write an entry of the note: `rules`, or which code was `checked`."""
        note = {k: v for k, v in (self.note(committed) | {name: content}).items() if v}
        text = json.dumps(note, indent=1, ensure_ascii=False)
        data.write_whole(self.path(committed, ".json"), f"{text}\n".encode())


def shelf(match: Match) -> Shelf:
    """Return the place of a match's games in the workbook's data, or `FOXKIT_DATA`."""
    return Shelf(match, data.WORKBOOK / "games", data.yours())


def read(path: Path, address: str = "") -> Played:
    """Return the games of a file.

    Raises:
        ValueError: it is damaged, or of another match than that of the address.
    """
    state = path.stat()
    found, note = _read(path, (state.st_mtime_ns, state.st_size))
    if address not in ("", note["address"]):
        raise ValueError(f"{path} holds the games of another match: move it away")
    return found


@lru_cache(maxsize=1024)
def _read(path: Path, _changed: tuple[int, int]) -> tuple[Played, dict[str, Any]]:
    from pyarrow import ArrowException, parquet

    try:
        table = parquet.read_table(path, page_checksum_verification=True)
        note = json.loads((table.schema.metadata or {})[b"note"])
        if faults := data.faults(note, _MADE):
            raise ValueError("; ".join(faults))
        if note["form"] != _FORM:
            raise ValueError(f"its form is {note['form']}, not {_FORM}")
        if note.pop("digest") != _of_note(note):
            raise ValueError("what it says of its games is damaged")
        return _unpacked(table, note), note
    except (OSError, ValueError, KeyError, TypeError, ArrowException) as error:
        raise ValueError(f"{path} is damaged, or holds no games: {error}") from None


def _of_note(note: dict[str, Any]) -> str:
    """Return a digest of what a file says; pages of Parquet have sums of their own."""
    return code.digest(json.dumps(note, sort_keys=True))


def _schema() -> Any:
    import pyarrow as pa

    columns = {
        "block": pa.int32(),
        "rotation": pa.int32(),
        "payoffs": pa.list_(pa.float64()),
        "reason": pa.dictionary(pa.int32(), pa.string()),
        "turns": pa.int32(),
        "moves": pa.binary(),
    }
    return pa.schema(columns)


def _packed(games: Played, note: dict[str, Any]) -> bytes:
    """Return games as a Parquet file, with a note in its metadata."""
    import pyarrow as pa
    from pyarrow import parquet

    numbers, seats = np.arange(len(games.moves)), len(games.players)
    columns = {
        "block": numbers // seats,
        "rotation": numbers % seats,
        "payoffs": games.payoffs.reshape(-1, seats).tolist(),
        "reason": games.reasons,
        "turns": games.turns.ravel().astype(int),
        "moves": games.moves,
    }
    said = {"note": json.dumps(note, ensure_ascii=False)}
    table = pa.table(columns, _schema()).replace_schema_metadata(said)
    content, how = pa.BufferOutputStream(), {"compression": "zstd"}
    parquet.write_table(
        table, content, **how, compression_level=19, write_page_checksum=True
    )
    return content.getvalue().to_pybytes()


def _unpacked(table: Any, note: dict[str, Any]) -> Played:
    """Return the games of a table; ValueError if they are not whole blocks in order."""
    found, seats = table.cast(_schema()), len(note["players"])
    numbers = np.arange(found.num_rows)
    if not seats or found.num_rows % seats:
        raise ValueError(f"{found.num_rows} games at {seats} seats")
    for name, wanted in (("block", numbers // seats), ("rotation", numbers % seats)):
        if not np.array_equal(found[name].to_numpy(), wanted):
            raise ValueError(f"its column {name} is not in order")
    payoffs, turns = found["payoffs"].combine_chunks(), found["turns"].to_numpy()
    if (np.diff(payoffs.offsets) != seats).any():
        raise ValueError(f"a game without {seats} payoffs")
    got = payoffs.flatten().to_numpy()
    if not np.isfinite(got).all():
        raise ValueError("a payoff is no number")
    return Played(
        tuple(note["players"]),
        note["stream"],
        0,
        got.reshape(-1, seats, seats),
        turns.reshape(-1, seats).astype(float),
        tuple(found["reason"].to_pylist()),
        tuple(found["moves"].to_pylist()),
        note["seconds"],
        tuple(note["made_with"]),
    )
