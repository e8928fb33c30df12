"""Results of experiments: all games in one Parquet file, and where they came from.

`data/results/NAME.parquet` holds the games, `data/results/NAME.json` how they were
made and their summary; `data/README.md` describes both.
"""

import json
import os
import platform
from collections.abc import Callable, Iterable
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from time import thread_time
from typing import Any, NamedTuple

import pandas as pd

from foxkit import __version__
from foxkit.core.caching import digest
from foxkit.lab.chunks import read_games, write_games, write_whole
from foxkit.lab.experiments import Experiment, describe
from foxkit.lab.match import TimedGames
from foxkit.lab.stats import summary


class Results(NamedTuple):
    """An experiment's summary, one row a cell, what makes it, and at what cost."""

    table: pd.DataFrame
    command: str
    cost: str


FOLDER = Path(__file__).parents[2] / "data" / "results"


def games(name: str, folder: Path = FOLDER) -> pd.DataFrame:
    """Return every game of a finished experiment, one row each.

    Raises:
        ValueError: there is no such result (the command is named), or it is damaged.
    """
    path = folder / f"{name}.parquet"
    if not path.exists():
        raise ValueError(f"no result {name!r} yet; make it by: foxkit run {name}")
    return read_games(path)[0]


def provenance(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    """Return how an experiment or a study was made, and its summary or rows.

    Raises:
        ValueError: there is no such result (the command is named), or it is damaged.
    """
    if not has_result(name, folder):
        raise ValueError(f"no result {name!r} yet; make it by: foxkit run {name}")
    return read_page(folder / f"{name}.json")


def _frame(records: list[dict[str, Any]]) -> pd.DataFrame:
    """Return records by their `cell`."""
    return pd.DataFrame(records).set_index("cell") if records else pd.DataFrame()


def _own(page: dict[str, Any]) -> pd.DataFrame:
    """Return a result's own cells: its summary, and what was measured beside it."""
    found, measured = _frame(page["summary"]), _frame(page.get("measured", []))
    for side in "ab":
        players = (page["matches"][cell][side]["player"] for cell in found.index)
        budgets = [player.get("budget", {}).get("simulations") for player in players]
        found[f"simulations {side.upper()}"] = budgets
    cells = [*found.index, *measured.index.difference(found.index, sort=False)]
    return found.combine_first(measured).loc[cells]


def table(name: str, folder: Path = FOLDER) -> pd.DataFrame:
    """Return an experiment's rows by cell, with those that it reads from others.

    Raises:
        ValueError: there is no such result; the command is named.
    """
    page = provenance(name, folder)
    own = _own(page)
    parts = [own]
    for cell, (other, there) in page.get("reads", {}).items():
        if has_result(other, folder):
            rows = own if other == name else table(other, folder)
            parts.append(rows[rows.index == there].rename({there: cell}))
    return pd.concat(parts[1:] + parts[:1]).rename_axis("cell")


def has_result(name: str, folder: Path = FOLDER) -> bool:
    """Tell whether an experiment or a study has left a result."""
    return (folder / f"{name}.json").exists()


def results(
    experiment: str, cells: Iterable[str] = (), folder: Path = FOLDER
) -> Results | None:
    """Return the stored summary of an experiment, None where it was not run.

    The commands and the cost are of the experiments that play the cells that are named,
    or else of this one.
    """
    if not has_result(experiment, folder):
        return None
    reads = provenance(experiment, folder).get("reads", {})
    homes = dict.fromkeys(reads.get(cell, [experiment])[0] for cell in cells)
    played = [home for home in homes if has_result(home, folder)] or [experiment]
    pages = [provenance(home, folder) for home in played]
    commands = " && ".join(page["command"] for page in pages)
    return Results(table(experiment, folder), commands, cost(*pages))


def duration(seconds: float) -> str:
    """Return a time in the largest fitting unit, e.g. `3.2 min`."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 0.95 else f"{seconds:.1g} s"


def cost(*pages: dict[str, Any]) -> str:
    """Return what experiments or studies have cost, in words; empty if unknown."""
    seconds = sum(page.get("seconds", {}).get("all", 0.0) for page in pages)
    rows = chain.from_iterable(page.get("rows", []) for page in pages)
    seconds += sum(row["processor_seconds"] for row in rows)
    return f"{duration(seconds)} of processor time" if seconds else ""


def rates(experiment: str, of: str = "score", folder: Path = FOLDER) -> pd.DataFrame:
    """Return an experiment's rates for a plot, one row a cell.

    Args:
        experiment: its name.
        of: "score" (agent A's), "rival" (agent B's) or "first" (the first player's
            win rate).
        folder: where the results lie.

    Returns:
        Columns cell, estimate, low, high (rates in [0, 1]), games, distinct, turns,
        p_value (of an even score; not of the first player's rate).
    """
    middle = "first_rate" if of == "first" else "score"
    ends = [middle, f"{middle}_low", f"{middle}_high"]
    found = table(experiment, folder).dropna(subset=[middle]).reset_index()
    found[["estimate", "low", "high"]] = found[ends]
    if of == "rival":
        found[["estimate", "low", "high"]] = 1 - found[[ends[0], *ends[:0:-1]]]
    shown = ["cell", "estimate", "low", "high", "games", "distinct", "turns", "p_value"]
    return found[shown[:-1] if of == "first" else shown]


def write(
    experiment: Experiment, played: dict[str, TimedGames], folder: Path, fresh: bool
) -> None:
    """Write the games of finished matches, by cell, and their provenance.

    Without a `fresh` game among them, the command that made them stays.
    """
    rows = pd.concat([pd.DataFrame(), *(part.games for part in played.values())])
    found = summary(rows, experiment.matches[0].game.PLAYERS[0]) if played else rows
    seconds = {cell: round(part.seconds, 1) for cell, part in played.items()}
    makers = {cell: part.made_with for cell, part in played.items()}
    entries = _provenance(experiment, found, seconds)
    entries["made_with"] = makers or made_with()
    if not fresh and has_result(experiment.name, folder):
        del entries["command"], entries["stop"]
    # The games come last: as long as they are missing, a run will write both again.
    amend(experiment.name, folder, **entries)
    matches = [match for match in experiment.matches if match.cell in played]
    keys = {match.cell: experiment.key(match) for match in matches}
    note = {"keys": keys, "seconds": seconds, "made_with": makers}
    if played:
        texts = {key: json.dumps(value) for key, value in note.items()}
        write_games(folder / f"{experiment.name}.parquet", rows, texts)


def amend(name: str, folder: Path, **entries: Any) -> None:
    """Set entries of a result's page; a frame becomes records, its index `cell`."""
    page = provenance(name, folder) if has_result(name, folder) else {}
    for key, value in entries.items():
        if isinstance(value, pd.DataFrame):
            rows = value.rename_axis("cell").reset_index()
            value = json.loads(rows.to_json(orient="records", double_precision=12))
        page[key] = value
    write_page(folder / f"{name}.json", page)


def measure(name: str, folder: Path, count: Callable[[Path], pd.DataFrame]) -> None:
    """Add to a result what is counted or measured beside its games, and its time."""
    begin, measured = thread_time(), count(folder)
    seconds = provenance(name, folder)["seconds"]
    spent = round(thread_time() - begin, 1)
    seconds |= {"all": round(seconds["all"] + spent, 1), "measured": spent}
    amend(name, folder, measured=measured, seconds=seconds)


def read_page(path: Path) -> dict[str, Any]:
    """Return the JSON object of a file; raise ValueError if it is damaged."""
    try:
        page = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise ValueError(f"{path.name} is damaged: {error}") from None
    if not isinstance(page, dict):
        raise ValueError(f"{path.name} is damaged: it holds no object")
    return page


def prepare(folder: Path) -> None:
    """Make a folder for results; raise OSError where nothing can be written there."""
    (folder / "chunks").mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(f"nothing can be written to {folder}")


def write_page(path: Path, page: dict[str, Any]) -> None:
    """Write JSON data for people to read, whole or not at all."""
    text = json.dumps(page, indent=1, ensure_ascii=False)
    write_whole(path, f"{text}\n".encode())


def made_with() -> dict[str, Any]:
    """Return the versions and the machine that a result is made with."""
    return {
        "foxkit": __version__,
        "code": digest()[:16],
        "python": platform.python_version(),
        "numba": version("numba"),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


def _provenance(
    experiment: Experiment, found: pd.DataFrame, seconds: dict[str, float]
) -> dict[str, Any]:
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "command": experiment.command or f"foxkit run {experiment.name}",
        "seed": experiment.seed,
        "stop": describe(experiment.stop),
        "chunk_pairs": experiment.chunk,
        "seconds": {"all": round(sum(seconds.values()), 1), **seconds},
        "matches": {
            match.cell: describe(match)
            for match in experiment.matches
            if match.cell in seconds
        },
        "reads": dict(experiment.reads),
        "summary": found,
    }
