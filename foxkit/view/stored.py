"""Games on disk: the annotated examples, and those of finished experiments."""

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from foxkit.core import data
from foxkit.documents import CATALOGUE, experiment
from foxkit.lab import store
from foxkit.lab.match import dealt
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


def experiments(game: str, folder: Path = store.FOLDER) -> dict[str, int]:
    """Return the experiments on a game that have games: name -> how many."""
    found = {}
    for name in CATALOGUE:
        matches = experiment(name).matches
        if matches and game == matches[0].game.NAME and store.has_page(name, folder):
            paths = [path for _, path in store.files(name, folder)]
            found[name] = sum(pq.read_metadata(path).num_rows for path in paths)
    return found


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
    game = dealt(matches[own.condition].game, int(own.seed))
    who = " and ".join(map("{} ({})".format, own.agents, game.PLAYERS))
    end = "nobody won" if own.winner == "draw" else f"{own.winner} won"
    title = f"{name}, game {row}: {who}; {end}, {own.reason}"
    return Record.stored(game, own.moves, title)
