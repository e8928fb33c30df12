"""Games on disk: the annotated examples, and those of finished experiments."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from foxkit.core import data
from foxkit.lab import results
from foxkit.lab.catalogue import experiment, names
from foxkit.view.record import Record


def examples(game: Any) -> dict[str, Record]:
    """Return the annotated games of a game, by title; none if there is no file.

    The reader's data folder goes before the workbook's own.
    """
    paths = (root / "examples" / f"{game.NAME}.txt" for root in data.roots())
    path = next((path for path in paths if path.exists()), None)
    texts = path.read_text(encoding="utf-8").split("\n\n") if path else []
    records = (Record.parse(game, text) for text in texts)
    return {record.title: record for record in records}


def experiments(game: str, folder: Path | None = None) -> dict[str, int]:
    """Return the experiments on a game that have results: name -> number of games."""
    paths = {name: (folder or results.FOLDER) / f"{name}.parquet" for name in names()}
    return {
        name: pq.read_metadata(path).num_rows
        for name, path in paths.items()
        if path.exists() and game == experiment(name).matches[0].game.NAME
    }


def stored(name: str, row: int, folder: Path | None = None) -> Record:
    """Return the game in a row of an experiment's results.

    Raises:
        ValueError: no such experiment, no results of it, or no such row.
    """
    matches = {match.cell: match for match in experiment(name).matches}
    games = results.games(name, folder or results.FOLDER)
    if row not in range(len(games)):
        raise ValueError(f"{name} has games 0 to {len(games) - 1}, not {row}")
    own = games.iloc[int(row)]
    rival = next(s for s in matches[own.cell].game.PLAYERS if s != own.side_a)
    title = (
        f"{name}, game {row}: {own.agent_a} ({own.side_a}) and {own.agent_b} ({rival});"
        f" {own.winner} won, {own.reason}"
    )
    return Record.stored(matches[own.cell].game, own.moves, title)
