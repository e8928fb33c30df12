"""Check that this code, on this machine, plays the committed games again.

    stored file --> its address --> the match --> one block, played again --> compared

An address says all that decides a match's games (`foxkit.lab.address`), so the match
can be built from it, without the cell that first played it. That fails where the
address has only a digest, of a reader's code or of an array.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from foxkit import data
from foxkit.lab import lines_of_play
from foxkit.lab.address import (
    CannotRebuildMatch,
    match_from_address,
    value_from_address,
)
from foxkit.lab.cell_outputs import play_calls_by_cell, store_repeating_matches
from foxkit.lab.match import Match
from foxkit.lab.match_files import MatchFiles, read_games_and_address
from foxkit.lab.workers import open_workers


class ReplayedMatch(NamedTuple):
    """A committed match, and whether its first block came out again as it is stored."""

    name: str  # of its file, without suffix
    agrees: bool | None  # None where the match cannot be built from its address


def committed_match_names() -> list[str]:
    """The names of all committed matches, as `fox-game/3f2a91c07b5d4e86`."""
    folder = data.WORKBOOK / "games"
    files = (path.relative_to(folder) for path in folder.rglob("*.parquet"))
    return sorted(path.with_suffix("").as_posix() for path in files)


def count_lines_of_committed_matches(names: Sequence[str]) -> Iterator[str]:
    """Count the lines of play of committed matches, and note their numbers.

    Nothing is played. Lines are counted for all games of a match, and for the numbers
    of games of which cells make rows. The list of cells then says which matches repeat
    themselves.

    Args:
        names: the names of the matches.

    Yields:
        Each name, once its lines are counted.

    Raises:
        ValueError: the rules of a reader's game are not in its address, or have
            changed.
    """
    used: dict[str, set[int]] = {}
    for cell in play_calls_by_cell().values():
        for call in cell["calls"]:
            for name, games in zip(call["matches"], call["games"], strict=True):
                used.setdefault(name, set()).add(games)
    repeated: dict[tuple[str, int], int] = {}
    for name in names:
        path = data.WORKBOOK / "games" / f"{name}.parquet"
        games, text = read_games_and_address(path)
        address, seats = json.loads(text), len(games.players)
        game = value_from_address(address["game"])
        opening = value_from_address(address.get("opening"))
        plies, line_counts = opening.plies if opening else 0, dict[str, int]()
        for number in {len(games.finished), *used.get(name, ())}:
            part = games.first_blocks(number // seats)
            count = (
                lines_of_play.count_lines_of_play(game, part, plies)
                if part.blocks
                else None
            )
            if count is None:
                continue
            line_counts[lines_of_play.games_digest(part)] = count
            if lines_of_play.games_repeat_themselves(count, part.blocks):
                repeated[name, number] = count
        _write_line_counts(path.with_suffix(".json"), address, line_counts)
        yield name
    store_repeating_matches(repeated)


def _write_line_counts(path: Path, address: Any, numbers: Mapping[str, int]) -> None:
    """Write the numbers of lines into the note of a match, if they are not there."""
    note = data.read_json(path, dict) if path.exists() else {"address": address}
    if numbers and note.get("lines") != numbers:
        data.write_json(path, note | {"lines": dict(sorted(numbers.items()))})


def headline_match_descriptions() -> dict[str, str]:
    """The matches behind the workbook's main numbers, each with a description."""
    listed = json.loads((data.WORKBOOK / "headlines.json").read_text(encoding="utf-8"))
    return {each["match"]: each["about"] for each in listed}


def replay_first_blocks(
    names: Sequence[str],
    arrays: Sequence[Any] = (),
    known_matches: Mapping[str, Match] = MappingProxyType({}),
    keep: bool = False,
) -> Iterator[ReplayedMatch]:
    """Play the first block of committed matches again, on all processors.

    Args:
        names: the names of the matches.
        arrays: arrays in addresses, see `match_from_address`.
        known_matches: matches that need not be built from their addresses, by name.
        keep: whether the notes of the matches say how the games came out.

    Yields:
        The result for each match, in the order in which the blocks are finished.
    """
    with open_workers() as workers:
        pending = {}
        for name in names:
            games, address = read_games_and_address(
                data.WORKBOOK / "games" / f"{name}.parquet"
            )
            try:
                match = known_matches.get(name) or match_from_address(
                    json.loads(address), arrays
                )
            except CannotRebuildMatch:
                yield ReplayedMatch(name, None)
                continue
            future = workers.play(match, games.stream, range(1))
            pending[future] = name, games, match
        for future in as_completed(pending):
            name, games, match = pending[future]
            agrees = games.begins_with(future.result())
            if keep:
                MatchFiles(match).add_to_note(True, checked={match.code_digest: agrees})
            yield ReplayedMatch(name, agrees)
