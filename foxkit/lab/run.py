"""Running a declared experiment: its matches are played as `play` does, then its page.

The games lie where every match's games lie (`games`); the page has a row for each match
and for each computation.
"""

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import NamedTuple

from foxkit.core import caching
from foxkit.lab import store
from foxkit.lab.describe import describe, factors
from foxkit.lab.desk import Desk
from foxkit.lab.experiment import Computed, Experiment, Match
from foxkit.lab.games import Shelf, shelf
from foxkit.lab.match import made_with
from foxkit.lab.play import complete
from foxkit.lab.rule import found
from foxkit.lab.stats import Estimate, Row
from foxkit.lab.task import Task
from foxkit.lab.workers import Workers
from foxkit.solvers.store import peak_mib


class Count(NamedTuple):
    """Games of a match: found on disk, there by now, and still to play at most."""

    found: int
    used: int
    left: int


@dataclass(frozen=True)
class Progress:
    """Where a run stands, told whenever a match has got on.

    Attributes:
        condition: the match.
        counts: the games of every match.
        estimate: what the stopping rule asks for, for this match so far.
    """

    condition: str
    counts: dict[str, Count]
    estimate: Estimate

    @property
    def games(self) -> int:
        """The games of all matches so far."""
        return sum(count.used for count in self.counts.values())

    @property
    def played(self) -> int:
        """Those of them that this run has played."""
        return sum(count.used - count.found for count in self.counts.values())


class _Told:
    """Tells a caller how far the matches of an experiment are."""

    def __init__(
        self, tasks: dict[str, Task], report: Callable[[Progress], None]
    ) -> None:
        self._tasks, self._report = tasks, report
        self._told = dict.fromkeys(tasks, 0)

    def show(self) -> None:
        """Tell of each match that has games which were not told yet."""
        there = {name: each.games.table.num_rows for name, each in self._tasks.items()}
        for name, games in there.items():
            if games != self._told[name]:
                self._told[name], task = games, self._tasks[name]
                estimate = task.rule.estimate(task.games.payoffs(), task.players)
                self._report(Progress(name, self._counts(there), estimate))

    def _counts(self, there: dict[str, int]) -> dict[str, Count]:
        return {
            name: Count(
                each.found * each.games.seats,
                games,
                max(0, each.rule.most * each.games.seats - games) * (not each.enough),
            )
            for (name, games), each in zip(
                there.items(), self._tasks.values(), strict=True
            )
        }


def place(match: Match, folder: Path = store.FOLDER) -> Shelf:
    """Return where the games of an experiment's match lie, for results in a folder."""
    if folder == store.FOLDER:
        return shelf(match.played)
    return Shelf(match.played, folder / "games", folder / "games")


def run(
    experiment: Experiment,
    workers: Workers,
    folder: Path = store.FOLDER,
    report: Callable[[Progress], None] = lambda progress: None,
    announce: Callable[[list[Match]], float | None] = lambda waiting: None,
) -> None:
    """Play an experiment to its end, going on from whatever is there already.

    Broken off at any moment, it loses only the pieces that were being played.

    Args:
        experiment: what to play.
        workers: who plays; setting `workers.stop` breaks the run off.
        folder: where its page lies, and its games, unless it is `data/results`.
        report: called with what is there already, and when a match gets on.
        announce: called first, with the matches that are not over; it may return the
            seconds of one processor that they will take, for the page.

    Raises:
        foxkit.lab.match.Stopped: the run was broken off.
        ValueError: another run plays a match, or what is there cannot be believed.
        ConnectionError: workers were lost.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tasks, places = {}, dict[str, Task]()
    for each in experiment.matches:
        task = Task(place(each, folder), experiment.rule(each))
        tasks[each.condition] = places.setdefault(task.shelf.name, task)
    told = _Told(tasks, report)
    waiting = [x for x in experiment.matches if tasks[x.condition].enough is None]
    predicted = announce(waiting)
    told.show()
    desk = Desk(seconds=inf, keep=folder == store.FOLDER, checks=True, raises=True)
    complete([*places.values()], desk, workers, told)
    _write_page(experiment, folder, tasks, predicted)


def _write_page(
    experiment: Experiment,
    folder: Path,
    tasks: dict[str, Task],
    predicted: float | None,
) -> None:
    """Write the rows of matches and computations, each as soon as it is there."""
    name = experiment.name
    page = {**store.page(name, folder)} if store.has_page(name, folder) else {}
    kept: dict[str, list[Row]] = {}
    for row in page.get("conditions", []):
        if not store.is_stale(row, folder):
            kept.setdefault(row["key"], []).append(row)
    rows = [
        _of_match(experiment, each, tasks[each.condition], kept)
        for each in experiment.matches
    ]
    if any(row not in kept.get(row["key"], []) for row in rows) or not page:
        page = page | {
            "command": experiment.command or store.command(name, folder),
            "stop": describe(experiment.stop),
            "games": store.digest_of(each.games for each in tasks.values()),
        }
        if predicted:
            page["predicted_seconds"] = round(predicted, 1)
    page |= {
        "form": store.FORM,
        "experiment": name,
        "title": experiment.title,
        "seed": experiment.seed,
        "chunk": experiment.chunk,
        "reads": {key: list(value) for key, value in experiment.reads.items()},
    }
    for each in (None, *experiment.computed):
        if each is not None:
            rows += kept.get(each.key) or _of_computed(each, experiment, folder)
        if page.get("conditions") != rows:
            page["conditions"] = [*rows]
            store.write_page(name, folder, page)


def _of_match(
    experiment: Experiment, match: Match, task: Task, kept: dict[str, list[Row]]
) -> Row:
    """Return the row of a match: its factors, who won, and what is derived.

    A row that is kept stays as it is if it says what the games say; only the factors
    are those of today, as rules and agents may have younger ones.
    """
    games = task.games.first(task.enough or task.games.blocks)
    key = experiment.key(match)
    row, names = found(games, task.players), [agent.name for agent in match.agents]
    for there in kept.get(key, []):
        if store.is_same(row, there["found"]):
            return there | {"factors": factors(match)}
    if experiment.derive:
        row |= experiment.derive(match, store.named(match.condition, names, games))
    return {
        "condition": match.condition,
        "key": key,
        "place": task.shelf.name,
        "agents": names,
        "factors": factors(match),
        "found": row,
        "seconds": round(games.seconds, 1),
        "made_with": list(games.made_with),
    }


def _of_computed(one: Computed, experiment: Experiment, folder: Path) -> list[Row]:
    """Compute the rows of a condition; the first of them bears the cost."""
    print(f"computing {one.condition}", file=sys.stderr)
    inputs = {
        name: store.checksum(name, folder)
        for name in (experiment.after if one.reads else ())
    }
    began, worked = time.perf_counter(), time.process_time()
    rows = one.rows(folder)
    times = {
        "elapsed": round(time.perf_counter() - began, 3),
        "processor_seconds": round(time.process_time() - worked, 3),
        "peak_mib": peak_mib(),
    }
    return [
        {
            "condition": row.pop("condition"),
            "key": one.key,
            "factors": {name: row.pop(name) for name in one.factors},
            "found": row if i else row | times,
            "seconds": 0.0 if i else times["processor_seconds"],
            "inputs": inputs,
            "made_with": [made_with(caching.digest()[:16])],
        }
        for i, row in enumerate(map(dict, rows))
    ]
