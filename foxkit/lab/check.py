"""Are the committed games those that this code plays, on this very machine?

    stored file --> its address --> the match --> one block, played again --> compared

An address says all that decides a match's games (`foxkit.lab.address`), so the match
can be made from it, without the cell that once asked for it. That fails where a
reader's own code, or an array, stands in an address as a digest alone.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from foxkit import data
from foxkit.lab import lines
from foxkit.lab.address import AddressedClass, addressed_classes, defaults, described
from foxkit.lab.cell_outputs import calls_of_cells, write_repeated
from foxkit.lab.match import Match
from foxkit.lab.match_files import match_files, read_match
from foxkit.lab.workers import open_workers


class NotMadeFromAddress(ValueError):
    """An address names code or an array by its digest, from which nothing is made."""


@cache
def _classes() -> dict[str, tuple[type, AddressedClass]]:
    """The classes that addresses name, by their names there."""
    found = {}
    for path, kind in addressed_classes().items():
        module, _, name = path.partition(":")
        found[kind.name] = getattr(import_module(module), name), kind
    return found


def match_at(address: Mapping[str, Any], arrays: Sequence[Any] = ()) -> Match:
    """The match of an address.

    Args:
        address: what is played, as plain data.
        arrays: those of which an address may have the digest.

    Raises:
        NotMadeFromAddress: it holds a digest of a reader's code, or of another array.
    """
    known = {json.dumps(described(each)): each for each in arrays}
    players = tuple(_made(each, known) for each in address["players"])
    opening = _made(address.get("opening"), known)
    game = _made(address["game"], known)
    return Match(game, players, address.get("seed"), opening=opening)


def _made(described: Any, arrays: Mapping[str, Any]) -> Any:
    """The value that an address describes; arrays go by their own descriptions."""
    if isinstance(described, list):
        return tuple(_made(each, arrays) for each in described)
    if described in ("inf", "-inf"):
        return float(described)
    if not isinstance(described, Mapping):
        return described
    if json.dumps(described) in arrays:
        return arrays[json.dumps(described)]
    (name, fields), *others = described.items()
    if others or name not in _classes():
        raise NotMadeFromAddress(f"an address has {name} by its digest alone")
    kind, called = _classes()[name]
    today = {old: now for now, old in called.fields.items()}
    usual = defaults(kind)
    given = {
        today.get(field, field): _made(value, arrays)
        for field, value in {**called.usual, **fields}.items()
    }
    for field, value in given.items():
        # An address writes 1.0 as 1, and compiled code tells the two apart.
        if isinstance(usual.get(field), float) and isinstance(value, int):
            given[field] = float(value)
    return kind(**given)


class Checked(NamedTuple):
    """A committed match, and whether its first block was played as it is stored."""

    name: str  # of its file, without suffix
    agrees: bool | None  # None where the match cannot be made from its address


def committed() -> list[str]:
    """The names of all committed matches, as `fox-game/3f2a91c07b5d4e86`."""
    folder = data.WORKBOOK / "games"
    files = (path.relative_to(folder) for path in folder.rglob("*.parquet"))
    return sorted(path.with_suffix("").as_posix() for path in files)


def count_lines(names: Sequence[str]) -> Iterator[str]:
    """Count the lines of committed matches, and note them; nothing is played.

    They are those of all games of a match, and of as many as rows of cells are made of.
    What cells ask for says then which of their matches repeat themselves. Yields each
    name.

    Raises:
        ValueError: a reader's game has no rules in its address, or others than today's.
    """
    used: dict[str, set[int]] = {}
    for cell in calls_of_cells().values():
        for call in cell["calls"]:
            for name, games in zip(call["matches"], call["games"], strict=True):
                used.setdefault(name, set()).add(games)
    repeated: dict[tuple[str, int], int] = {}
    for name in names:
        path = data.WORKBOOK / "games" / f"{name}.parquet"
        games, text = read_match(path)
        address, seats = json.loads(text), len(games.players)
        game, opening = _made(address["game"], {}), _made(address.get("opening"), {})
        plies, found = opening.plies if opening else 0, dict[str, int]()
        for number in {len(games.finished), *used.get(name, ())}:
            part = games.first(number // seats)
            count = lines.count(game, part, plies) if part.blocks else None
            if count is None:
                continue
            found[lines.digest(part)] = count
            if lines.are_few(count, part.blocks):
                repeated[name, number] = count
        _note_lines(path.with_suffix(".json"), address, found)
        yield name
    write_repeated(repeated)


def _note_lines(path: Path, address: Any, found: Mapping[str, int]) -> None:
    """Put the numbers of lines into the note of a match, if they are not there."""
    note = data.read_json(path, dict) if path.exists() else {"address": address}
    if found and note.get("lines") != found:
        data.write_json(path, note | {"lines": dict(sorted(found.items()))})


def headlines() -> dict[str, str]:
    """The matches that stand for the workbook's main numbers, with what each is."""
    found = json.loads((data.WORKBOOK / "headlines.json").read_text(encoding="utf-8"))
    return {each["match"]: each["about"] for each in found}


def play_again(
    names: Sequence[str],
    arrays: Sequence[Any] = (),
    given: Mapping[str, Match] = MappingProxyType({}),
    keep: bool = False,
) -> Iterator[Checked]:
    """Play the first block of committed matches again, on all processors.

    `given` are matches that need not be made from their addresses, see `match_at`. With
    `keep` their notes say what came out. Yields it, in the order in which the blocks
    are finished.
    """
    with open_workers() as workers:
        pending = {}
        for name in names:
            games, address = read_match(data.WORKBOOK / "games" / f"{name}.parquet")
            try:
                match = given.get(name) or match_at(json.loads(address), arrays)
            except NotMadeFromAddress:
                yield Checked(name, None)
                continue
            future = workers.play(match, games.stream, range(1))
            pending[future] = name, games, match
        for future in as_completed(pending):
            name, games, match = pending[future]
            agrees = games.begins_with(future.result())
            if keep:
                match_files(match).write_note(
                    "checked", {match.code: agrees}, committed=True
                )
            yield Checked(name, agrees)
