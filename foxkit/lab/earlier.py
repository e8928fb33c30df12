"""What an earlier run has left: games to go on from, or to set aside."""

import json
import shutil
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pandas as pd

from foxkit.lab.chunks import UNKNOWN, read_games
from foxkit.lab.experiments import Experiment
from foxkit.lab.match import TimedGames
from foxkit.lab.results import has_result, provenance

_Note = dict[str, dict[str, Any]]


def stored(experiment: Experiment, folder: Path) -> dict[str, TimedGames]:
    """Return the games of an earlier run that this experiment can go on from.

    Raises:
        ValueError: the file is damaged.
    """
    return _declared(experiment, folder, *_read(experiment, folder))


def take_up(experiment: Experiment, folder: Path) -> dict[str, TimedGames]:
    """Return what is stored, after the games that are not declared were set aside.

    Raises:
        ValueError: the file is damaged.
    """
    rows, note = _read(experiment, folder)
    _set_aside(experiment, folder, note["keys"])
    return _declared(experiment, folder, rows, note)


def _declared(
    experiment: Experiment, folder: Path, rows: pd.DataFrame, note: _Note
) -> dict[str, TimedGames]:
    """Return the games of the matches that are declared as they were played."""
    found = {}
    for match in experiment.matches:
        if note["keys"].get(match.cell) == experiment.key(match):
            played = rows[rows["cell"] == match.cell].reset_index(drop=True)
            made = note["made_with"].get(match.cell)
            made = made or _said(experiment.name, folder, match.cell)
            seconds = float(note["seconds"][match.cell])
            found[match.cell] = TimedGames(played, seconds, tuple(made))
    return found


def _set_aside(experiment: Experiment, folder: Path, keys: dict[str, str]) -> None:
    """Keep a copy of a result with games that the experiment does not declare now.

    A run writes the result again without them. The copy and its page have a name of
    their own, which is told; it is readable as a result.
    """
    declared = {match.cell: experiment.key(match) for match in experiment.matches}
    others = [cell for cell, key in keys.items() if declared.get(cell) != key]
    if not others:
        return
    path = folder / f"{experiment.name}.parquet"
    copy = f"{experiment.name}-earlier-{sha256(path.read_bytes()).hexdigest()[:8]}"
    for suffix in (".parquet", ".json"):
        if path.with_suffix(suffix).exists():
            shutil.copyfile(path.with_suffix(suffix), folder / f"{copy}{suffix}")
    print(
        f"{path.name} has games of matches that are not declared, or were declared "
        f"otherwise: {', '.join(others)}. They are kept in {copy}.parquet",
        file=sys.stderr,
    )


def _read(experiment: Experiment, folder: Path) -> tuple[pd.DataFrame, _Note]:
    """Return the games of a result, none without one, and the notes on its matches."""
    path = folder / f"{experiment.name}.parquet"
    if not path.exists():
        return pd.DataFrame(), {"keys": {}}
    rows, note = read_games(path)
    texts = {"made_with": "{}"} | note
    try:
        names = ("keys", "seconds", "made_with")
        return rows, {name: json.loads(texts[name]) for name in names}
    except (KeyError, ValueError):
        raise ValueError(f"{path.name} is damaged: its note is unreadable") from None


def _said(name: str, folder: Path, cell: str) -> list[dict[str, Any]]:
    """Return what a page says that a cell was made with; older ones say it once."""
    made = provenance(name, folder)["made_with"] if has_result(name, folder) else {}
    return made.get(cell) or [made if "code" in made else UNKNOWN]
