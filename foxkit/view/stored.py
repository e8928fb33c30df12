"""Games on disk: the annotated examples, and those that the chapters' cells played."""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from foxkit.core import data
from foxkit.lab.address import kinds
from foxkit.lab.desk import CELLS
from foxkit.lab.games import read
from foxkit.lab.match import dealt
from foxkit.view.record import Record


class File(NamedTuple):
    """A file of games: where it is, the rules, and how many games there are."""

    path: Path
    game: Any
    games: int


def examples(game: Any) -> dict[str, Record]:
    """Return the annotated games of a game, by title; none if there is no file.

    The reader's data folder goes before the workbook's own.
    """
    paths = (root / "examples" / f"{game.NAME}.txt" for root in data.roots())
    path = next((path for path in paths if path.exists()), None)
    texts = path.read_text(encoding="utf-8").split("\n\n") if path else []
    records = (Record.parse(game, text) for text in texts)
    return {record.title: record for record in records}


@cache
def _files(kind: Any) -> dict[str, list[File]]:
    """Return by cell the committed files of games whose rules are of this class."""
    found: dict[str, list[File]] = {}
    subject = f"{kind.__module__}:{kind.__qualname__}"
    if subject not in kinds() or not CELLS.exists():
        return found
    name, renamed, _ = kinds()[subject]
    fields = {there: here for here, there in renamed.items()}
    for cell, entry in json.loads(CELLS.read_text(encoding="utf-8")).items():
        matches = (match for call in entry["calls"] for match in call["matches"])
        for match in dict.fromkeys(matches):
            path = data.WORKBOOK / "games" / f"{match}.parquet"
            if not match.startswith(f"{kind.NAME}/") or not path.exists():
                continue
            held = pq.read_metadata(path)
            rules = json.loads(json.loads(held.metadata[b"note"])["address"])["game"]
            if name in rules:
                own = {fields.get(x, x): value for x, value in rules[name].items()}
                file = File(path, kind(**own), held.num_rows)
                found.setdefault(cell, []).append(file)
    return found


def stored_games(game: Any) -> dict[str, int]:
    """Return the cells that have games of this kind in store: name -> how many."""
    kind: Any = type(game)
    files = _files(kind).items()
    return {cell: sum(each.games for each in those) for cell, those in files}


def stored_game(game: Any, cell: str, row: int) -> Record:
    """Return a game that a cell has in store, by its number among all of the cell's.

    Raises:
        ValueError: there is no such cell, or no such game of it.
    """
    kind: Any = type(game)
    files = _files(kind).get(cell)
    if files is None:
        raise ValueError(f"no games of {game.NAME} in store by cell {cell!r}")
    if row not in range(number := sum(each.games for each in files)):
        raise ValueError(f"{cell} has games 0 to {number - 1}, not {row}")
    each = [(file, at) for file in files for at in range(file.games)]
    (path, rules, _), at = each[int(row)]
    own = read(path).frame().iloc[at]
    end = "nobody won" if own.winner == "draw" else f"{own.winner} won"
    title = f"{cell}, game {row}: {end}, {own.reason}"
    return Record.stored(dealt(rules, int(own.seed)), own.moves, title)
