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
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from foxkit.core import data
from foxkit.core.rng import mix
from foxkit.lab import code
from foxkit.lab.address import address, spelt
from foxkit.lab.journal import Journal, open_journal
from foxkit.lab.match import Match, ranks, winner
from foxkit.lab.stats import Floats

FORM = 3
SCHEMA = pa.schema(
    {
        "block": pa.int32(),
        "rotation": pa.int32(),
        "payoffs": pa.list_(pa.float64()),
        "reason": pa.dictionary(pa.int32(), pa.string()),
        "turns": pa.int32(),
        "moves": pa.binary(),
    }
)

_WORDS = SCHEMA.set(3, pa.field("reason", pa.string()))  # for comparing
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


class Stored(NamedTuple):
    """Games of a match, from block 0 on without a gap, each block in all rotations.

    Attributes:
        table: the games, by block and rotation, as `SCHEMA` has them.
        players: the names of the seats, as many as a block has games.
        stream: what the seeds of the blocks come from.
        seconds: processor time that they took.
        made_with: the versions and machines that had a hand in it.
    """

    table: pa.Table
    players: tuple[str, ...]
    stream: int
    seconds: float = 0.0
    made_with: tuple[dict[str, Any], ...] = ()

    @classmethod
    def of(cls, games: pd.DataFrame, players: tuple[str, ...]) -> "Stored":
        """Return games as `play_blocks` returns them."""
        columns = games[SCHEMA.names]
        return cls(
            pa.Table.from_pandas(columns, SCHEMA, preserve_index=False), players, 0
        )

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.players)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.table.num_rows // self.seats

    def payoffs(self) -> Floats:
        """Return what each seat got, an array of blocks x rotations x seats."""
        flat = pc.list_flatten(self.table["payoffs"]).to_numpy()
        return flat.reshape(-1, self.seats, self.seats)

    def turns(self) -> Floats:
        """Return the turns of each game, blocks x rotations."""
        return self.table["turns"].to_numpy().reshape(-1, self.seats).astype(float)

    def first(self, blocks: int) -> "Stored":
        """Return no more than so many blocks."""
        return self._replace(table=self.table.slice(0, blocks * self.seats))

    def begins_with(self, other: "Stored") -> bool:
        """Tell whether these are another's games, and perhaps more."""
        mine, others = self.first(other.blocks).table, other.table
        same = mine.cast(_WORDS).equals(others.cast(_WORDS))
        return same and self.stream == other.stream

    def frame(self) -> pd.DataFrame:
        """Return the games as a table, with what follows from it (`data/README.md`)."""
        found = self.table.to_pandas()
        found["payoffs"] = found["payoffs"].map(list)
        found["reason"] = found["reason"].astype("str")
        found["ranks"] = found["payoffs"].map(ranks)
        found["winner"] = [winner(self.players, each) for each in found["payoffs"]]
        found["seed"] = [mix(self.stream, int(block)) for block in found["block"]]
        hashed = (blake2b(each, digest_size=8).hexdigest() for each in found["moves"])
        return found.assign(hash=[*hashed])


@dataclass(frozen=True)
class Shelf:
    """Where the games of one match lie.

    Attributes:
        match: whose games.
        folder: of the committed games, in a folder for each game.
        yours: of the reader's own, likewise; where it is None, nothing is written.
    """

    match: Match
    folder: Path
    yours: Path

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

    def read(self) -> Stored:
        """Return the finished games, the reader's if they go on from the committed.

        Raises:
            ValueError: a file is damaged, or another match's.
        """
        kept, own = (self._read(self.path(each)) for each in (True, False))
        if own is None or kept is None:
            return own or kept or self._nothing()
        if own.blocks > kept.blocks and own.begins_with(kept):
            return own
        if not kept.begins_with(own):
            self._set_aside()
        return kept

    def blocks(self, committed: bool) -> int:
        """Return how many blocks are there, or of them are committed."""
        found = self._read(self.path(True)) if committed else self.read()
        return found.blocks if found else 0

    def _nothing(self) -> Stored:
        players = tuple(self.match.game.PLAYERS)
        return Stored(SCHEMA.empty_table(), players, self.own_stream)

    def _read(self, path: Path) -> Stored | None:
        return read(path, self.address) if path.exists() else None

    def _set_aside(self) -> None:
        """Give a reader's games another name: other games were committed since."""
        path = self.path(False)
        aside = path.with_suffix(f".{code.digest(path.read_bytes())}.aside")
        path.replace(aside)
        self.path(False, ".json").unlink(missing_ok=True)  # it speaks of those games
        print(f"other games came with the workbook: {path} is {aside.name} now")

    def frame(self) -> pd.DataFrame:
        """Return all games that are there as a table, one row each."""
        return self.read().frame()

    def write(self, games: Stored, committed: bool = False) -> Path:
        """Write games whole; return the file."""
        note = {
            "form": FORM,
            "address": self.address,
            "players": games.players,
            "stream": games.stream,
            "seconds": round(games.seconds, 3),
            "made_with": games.made_with,
        }
        content = pa.BufferOutputStream()
        text = json.dumps(note | {"digest": _of_note(note)}, ensure_ascii=False)
        pq.write_table(
            games.table.replace_schema_metadata({"note": text}).combine_chunks(),
            content,
            compression="zstd",
            compression_level=19,
            write_page_checksum=True,
        )
        path = self.path(committed)
        data.write_whole(path, content.getvalue().to_pybytes())
        return path

    @contextmanager
    def journal(self) -> Iterator[Journal]:
        """Open the match's journal, alone; ValueError where another has it open."""
        path = self.path(False, ".journal")
        path.parent.mkdir(parents=True, exist_ok=True)
        with open_journal(path.parent, path.stem) as journal:
            yield journal

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


def read(path: Path, address: str = "") -> Stored:
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
def _read(path: Path, _changed: tuple[int, int]) -> tuple[Stored, dict[str, Any]]:
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        note = json.loads((table.schema.metadata or {})[b"note"])
        if faults := data.faults(note, _MADE):
            raise ValueError("; ".join(faults))
        if note["form"] != FORM:
            raise ValueError(f"its form is {note['form']}, not {FORM}")
        if note.pop("digest") != _of_note(note):
            raise ValueError("what it says of its games is damaged")
        made = note["stream"], note["seconds"], tuple(note["made_with"])
        found = Stored(table.cast(SCHEMA), tuple(note["players"]), *made)
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
        raise ValueError(f"{path} holds no games that can be read: {error}") from None
    if fault := _fault(found):
        raise ValueError(f"{path} is damaged: {fault}")
    return found, note


def _of_note(note: dict[str, Any]) -> str:
    """Return a digest of what a file says; pages of Parquet have sums of their own."""
    return code.digest(json.dumps(note, sort_keys=True))


def _fault(found: Stored) -> str:
    """Return what is wrong with games, empty if they are whole blocks in order."""
    seats = found.seats
    if not seats or found.table.num_rows % seats:
        return f"{found.table.num_rows} games at {seats} seats"
    numbers = np.arange(found.table.num_rows)
    for name, wanted in (("block", numbers // seats), ("rotation", numbers % seats)):
        if not np.array_equal(found.table[name].to_numpy(), wanted):
            return f"its column {name} is not in order"
    if (pc.list_value_length(found.table["payoffs"]).to_numpy() != seats).any():
        return f"a game without {seats} payoffs"
    if not np.isfinite(pc.list_flatten(found.table["payoffs"]).to_numpy()).all():
        return "a payoff is no number"
    return ""
