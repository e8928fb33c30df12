"""Running an experiment: chunks in any order, results that do not depend on it."""

import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from foxkit.lab import earlier, results
from foxkit.lab.chunks import Chunks
from foxkit.lab.executors import Workers
from foxkit.lab.experiments import Experiment
from foxkit.lab.match import Match, TimedGames
from foxkit.lab.stats import Estimate


class Count(NamedTuple):
    """Games of a match: found on disk, used so far, and still to play at most."""

    found: int
    used: int
    left: int


@dataclass(frozen=True)
class Progress:
    """Where a run stands, told whenever a chunk is finished.

    Attributes:
        cell: the match that has just got on.
        counts: the games of every match.
        estimate: what the stopping rule asks for, for this match so far.
    """

    cell: str
    counts: dict[str, Count]
    estimate: Estimate

    @property
    def games(self) -> int:
        """The games of all matches so far."""
        return sum(count.used for count in self.counts.values())

    @property
    def played(self) -> int:
        """Those of them that this run has played; some found ones may still wait."""
        return max(0, self.games - sum(count.found for count in self.counts.values()))


class _Cell:
    """A match on its way.

    Chunks may be finished in any order; only those without a gap before them count,
    and only up to where the stopping rule is first fulfilled. So the games that are
    used do not depend on who finished first.
    """

    def __init__(self, experiment: Experiment, match: Match, folder: Path) -> None:
        self.experiment, self.match = experiment, match
        key = experiment.key(match)
        self.chunks = Chunks(folder / "chunks", key, experiment.chunk)
        self.used = TimedGames(pd.DataFrame(), 0.0)
        self.early: dict[int, TimedGames] = {}
        self.next = self.written = self.found = 0
        self.done = False

    @property
    def count(self) -> int:
        """Return the number of chunks used."""
        return len(self.used.games) // (2 * self.experiment.chunk)

    @property
    def first(self) -> str:
        return self.match.game.PLAYERS[0]

    def add(self, number: int, played: TimedGames) -> None:
        """Take a finished chunk in, and all that waited for it."""
        self.early[number] = played
        while not self.done and self.count in self.early:
            part = self.early.pop(self.count)
            self.used = self.used.followed_by(part)
            self.done = self.experiment.stop.reached(self.used.games, self.first)

    def resume(self, stored: TimedGames | None) -> None:
        """Take in what an earlier run has left: all of its result, then its chunks."""
        if stored is not None:
            self.used = stored
            self.written = self.count
            self.done = self.experiment.stop.reached(stored.games, self.first)
        self.next = self.count
        while not self.done and (played := self.chunks.read(self.next)):
            self.add(self.next, played)
            self.next += 1
        self.found = len(self.used.games)

    def wants_more(self, ahead: int) -> bool:
        """Tell whether to start another chunk, at most `ahead` before the used ones."""
        left = self.next * self.experiment.chunk < self.experiment.stop.most
        return not self.done and left and self.next < self.count + ahead

    def progress(self, cells: list["_Cell"]) -> Progress:
        estimate = self.experiment.stop.estimate(self.used.games, self.first)
        counts = {cell.match.cell: cell.tally() for cell in cells}
        return Progress(self.match.cell, counts, estimate)

    def tally(self) -> Count:
        """Count this match's games."""
        used = len(self.used.games)
        left = 0 if self.done else max(0, 2 * self.experiment.pairs() - used)
        return Count(self.found, used, left)


def run(
    experiment: Experiment,
    workers: Workers,
    folder: Path = results.FOLDER,
    report: Callable[[Progress], None] = lambda progress: None,
) -> pd.DataFrame:
    """Play an experiment to its end, going on from whatever is there already.

    Broken off at any moment, it loses only the chunks that were being played.

    Args:
        experiment: what to play.
        workers: who plays; setting `workers.stop` breaks the run off.
        folder: where results and chunks lie.
        report: called when a chunk is finished.

    Returns:
        All games; they are also in `folder`, with their provenance and whatever the
        experiment measures beside them.

    Raises:
        foxkit.lab.match.Stopped: the run was broken off.
    """
    page = folder / f"{experiment.name}.json"
    if experiment.once and page.exists():
        print(f"measured once; without {page} it is measured anew", file=sys.stderr)
        return pd.DataFrame()
    results.prepare(folder)
    found = earlier.take_up(experiment, folder)
    cells = [_Cell(experiment, match, folder) for match in experiment.matches]
    for cell in cells:
        cell.resume(found.get(cell.match.cell))
    for cell in cells:
        _report(cell, cells, report)
    _play(cells, workers, report, lambda: _keep(experiment, cells, folder))
    _keep(experiment, cells, folder)
    for cell in cells:
        cell.chunks.clear()
    if experiment.measure:
        results.measure(experiment.name, folder, experiment.measure)
    return pd.concat(
        [pd.DataFrame(), *(cell.used.games for cell in cells)], ignore_index=True
    )


def _keep(experiment: Experiment, cells: list[_Cell], folder: Path) -> None:
    """Write the finished matches as results.

    A match that was finished once and is now made longer stays among the results.
    """
    kept = [cell for cell in cells if cell.done or cell.written]
    played = {cell.match.cell: cell.used for cell in kept}
    fresh = not cells or any(cell.count > cell.written for cell in kept)
    results.write(experiment, played, folder, fresh)
    for cell in kept:
        cell.written = cell.count


def _play(
    cells: list[_Cell],
    workers: Workers,
    report: Callable[[Progress], None],
    keep: Callable[[], None],
) -> None:
    pending: dict[Future[TimedGames], tuple[_Cell, int]] = {}
    while True:
        _hand_out(cells, workers, pending)
        if not pending:
            return
        finished, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in finished:
            cell, number = pending.pop(future)
            if not future.cancelled():
                _take_in(cell, number, future.result(), cells, report)
                if cell.done and cell.count > cell.written:
                    keep()
        for future, (cell, _number) in pending.items():
            if cell.done:
                future.cancel()


def _hand_out(
    cells: list[_Cell],
    workers: Workers,
    pending: dict[Future[TimedGames], tuple[_Cell, int]],
) -> None:
    """Keep every worker busy, and one chunk more waiting for each."""
    ahead = 2 * workers.count
    while len(pending) < ahead:
        cell = next((cell for cell in cells if cell.wants_more(ahead)), None)
        if cell is None:
            return
        while (played := cell.chunks.read(cell.next)) is not None:
            cell.add(cell.next, played)
            cell.found += len(played.games)
            cell.next += 1
        if not cell.wants_more(ahead):
            continue
        pairs = cell.chunks.pairs(cell.next)
        seed = cell.experiment.match_seed(cell.match)
        pending[workers.play(cell.match, seed, pairs)] = cell, cell.next
        cell.next += 1


def _take_in(
    cell: _Cell,
    number: int,
    played: TimedGames,
    cells: list[_Cell],
    report: Callable[[Progress], None],
) -> None:
    if cell.done:  # it was handed out before that was known
        return
    made = played._replace(made_with=(results.made_with(),))
    cell.chunks.write(number, made)
    cell.add(number, made)
    _report(cell, cells, report)


def _report(
    cell: _Cell, cells: list[_Cell], report: Callable[[Progress], None]
) -> None:
    if len(cell.used.games):
        report(cell.progress(cells))
