"""Games on disk: the annotated examples, and those of finished experiments."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from foxkit.documents import CATALOGUE, experiment
from foxkit.lab import store
from foxkit.view.record import Record

EXAMPLES = store.FOLDER.parent / "examples"


def examples(game: Any, folder: Path = EXAMPLES) -> dict[str, Record]:
    """Return the annotated games of a game, by title; none if there is no file."""
    path = folder / f"{game.NAME}.txt"
    texts = path.read_text(encoding="utf-8").split("\n\n") if path.exists() else []
    records = (Record.parse(game, text) for text in texts)
    return {record.title: record for record in records}


def experiments(game: str, folder: Path = store.FOLDER) -> dict[str, int]:
    """Return the experiments on a game that have results: name -> number of games."""
    found = (name for name in CATALOGUE if (folder / f"{name}.parquet").exists())
    return {
        name: pq.read_metadata(folder / f"{name}.parquet").num_rows
        for name in found
        if game == experiment(name).matches[0].game.NAME
    }


def stored(name: str, row: int, folder: Path = store.FOLDER) -> Record:
    """Return the game in a row of an experiment's results.

    Raises:
        ValueError: no such experiment, no results of it, or no such row.
    """
    matches = {match.condition: match for match in experiment(name).matches}
    games = store.games(name, folder=folder)
    if row not in range(len(games)):
        raise ValueError(f"{name} has games 0 to {len(games) - 1}, not {row}")
    own = games.iloc[int(row)]
    game = matches[own.condition].game
    seats = zip(own.agents, game.PLAYERS, strict=True)
    players = " and ".join(f"{agent} ({player})" for agent, player in seats)
    title = f"{name}, game {row}: {players}; {own.winner} won, {own.reason}"
    return Record.stored(game, own.moves, title)
