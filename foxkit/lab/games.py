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
fills, is another one at another address: its games are not kept (`require_same`).
"""

import json
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from foxkit import data
from foxkit.lab import code
from foxkit.lab.address import address, spelt, stream_of
from foxkit.lab.journal import Journal, open_journal
from foxkit.lab.match import FinishedGame, Match, Played

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
        """The stream of a match that nobody has played."""
        return stream_of(self.match)

    def path(self, committed: bool, suffix: str = ".parquet") -> Path:
        """Return the place of a file, among the committed ones or the reader's."""
        folder = data.WORKBOOK / "games" if committed else data.yours()
        return folder / f"{self.name}{suffix}"

    def read(self, committed: bool = False) -> Played:
        """Return the finished games, the reader's if they go on from the committed.

        With `committed` the reader's are left out. ValueError for a damaged file.
        """
        paths = {each: self.path(each) for each in (True, False)}
        found = {k: read_games(x, self.address) for k, x in paths.items() if x.exists()}
        kept, own = found.get(True), None if committed else found.get(False)
        if own is kept is None and '"own":' in self.address:
            tell_of_older(self.path(False).parent)
        if own is None or kept is None:
            return (
                own or kept or Played(tuple(self.match.game.PLAYERS), self.own_stream)
            )
        if own.blocks > kept.blocks and own.begins_with(kept):
            return own
        if not kept.begins_with(own):
            self._set_aside()
        return kept

    def _set_aside(self) -> None:
        """Give a reader's games another name: other games were committed since."""
        path = self.path(False)
        aside = path.with_suffix(f".{code.digest(path.read_bytes())}.aside")
        path.replace(aside)
        self.path(False, ".json").unlink(missing_ok=True)  # it speaks of those games
        print(f"other games came with the workbook: {path} is {aside.name} now")

    def require_same(self) -> None:
        """Raise ValueError where a reader's player has changed since it was asked for.

        Players of the package are values, which nothing changes.
        """
        if '"own":' in self.address:
            require_same(json.loads(self.address), address(self.match))

    def write(self, games: Played, committed: bool = False) -> None:
        """Write games, whole."""
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
        note = self.note(committed) | {name: content}
        said = {key: value for key, value in note.items() if value}
        data.write_json(self.path(committed, ".json"), said)


def shelf(match: Match) -> Shelf:
    """Return the place of a match's games in the workbook's data, or `FOXKIT_DATA`."""
    return Shelf(match)


def require_same(before: Any, after: Any) -> None:
    """Raise ValueError where an address is another one after a run."""
    if spelt(before) != spelt(after):
        raise ValueError(
            f"{_changed(before, after)} has changed while it ran, or something that it "
            "uses, so nothing of it can be kept. It must be the same for every game: "
            "let it depend on what it is given alone, and remember things by functools."
            "cache or cached_property, or in a dataclass's field with compare=False"
        )


def _changed(before: Any, after: Any) -> str:
    """Return what code of a reader's it is in which two addresses differ."""
    if isinstance(before, dict) and "own" in before:
        return str(before["own"])
    of_dicts = isinstance(before, dict)
    parts = (x.values() if of_dicts else x for x in (before, after))
    for one, other in zip(*parts, strict=False):
        if spelt(one) != spelt(other):
            return _changed(one, other)
    return "a player"


@lru_cache(maxsize=256)
def tell_of_older(folder: Path) -> None:
    """Say, once, which of a reader's files have addresses of an older form.

    They are not read: what they hold was told by another digest of a reader's code.
    """
    notes = [*folder.glob("*.json")]
    older = [
        path
        for path in notes
        if b'"own"' in (text := path.read_bytes()) and b'"syntax"' not in text
    ]
    if older:
        print(
            f"{len(older)} files of {folder} have addresses of an older form, such as "
            f"{older[0].name}, and are not read: compute or play them again, and "
            "delete these"
        )


def read_games(path: Path, address: str = "") -> Played:
    """Return the games of a file; ValueError if it is damaged, or another match's."""
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


def _packed(games: Played, note: dict[str, Any]) -> bytes:
    """Return games as a Parquet file, with a note in its metadata."""
    import pyarrow as pa
    from pyarrow import parquet

    order = divmod(np.arange(len(games.finished)), len(games.players))
    columns = [*order, *zip(*games.finished, strict=True)]
    schema, content = _schema(note), pa.BufferOutputStream()
    table = pa.table(dict(zip(schema.names, columns, strict=True)), schema=schema)
    how: Any = {"compression": "zstd", "compression_level": 19}
    parquet.write_table(table, content, **how, write_page_checksum=True)
    return content.getvalue().to_pybytes()


def _unpacked(table: Any, note: dict[str, Any]) -> Played:
    """Return the games of a table; ValueError if they are not whole blocks in order."""
    found, seats = table.cast(_schema()), len(note["players"])
    if not seats or found.num_rows % seats:
        raise ValueError(f"{found.num_rows} games at {seats} seats")
    order = divmod(np.arange(found.num_rows), seats)
    for name, wanted in zip(("block", "rotation"), order, strict=True):
        if not np.array_equal(found[name].to_numpy(), wanted):
            raise ValueError(f"its column {name} is not in order")
    payoffs = found["payoffs"].combine_chunks()
    got = payoffs.flatten().to_numpy()
    if (np.diff(payoffs.offsets) != seats).any() or not np.isfinite(got).all():
        raise ValueError(f"a game without {seats} payoffs that are numbers")
    games = zip(
        map(tuple, got.reshape(-1, seats).tolist()),
        *(found[name].to_pylist() for name in FinishedGame._fields[1:]),
        strict=True,
    )
    return Played(
        tuple(note["players"]),
        note["stream"],
        finished=tuple(map(FinishedGame._make, games)),
        seconds=note["seconds"],
        made_with=tuple(note["made_with"]),
    )
