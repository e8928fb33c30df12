"""Running an experiment: pieces in any order, results that do not depend on it."""

import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from foxkit.lab import store
from foxkit.lab.experiment import Experiment
from foxkit.lab.journal import open_journal
from foxkit.lab.match import Match, Played, made_with
from foxkit.lab.ongoing import Count, Ongoing
from foxkit.lab.outcome import Outcome
from foxkit.lab.stats import Estimate
from foxkit.lab.workers import Workers

_PATIENCE = 5  # seconds in which a piece comes, or it is asked who is there to play


class _Piece(NamedTuple):
    """Blocks that somebody plays since a moment."""

    one: Ongoing
    blocks: range
    since: float


_Pending = dict[Future[Played], _Piece]


@dataclass(frozen=True)
class Progress:
    """Where a run stands, told whenever a piece is finished.

    Attributes:
        condition: the match that has just got on.
        counts: the games of every match.
        estimate: what the stopping rule asks for, in all games of this match so far.
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
        """Those of them that this run has played; some found ones may still wait."""
        return max(0, self.games - sum(count.found for count in self.counts.values()))


def run(
    experiment: Experiment,
    workers: Workers,
    folder: Path = store.FOLDER,
    report: Callable[[Progress], None] = lambda progress: None,
    announce: Callable[[list[Match]], float | None] = lambda waiting: None,
) -> None:
    """Play an experiment to its end, going on from whatever is there already.

    Broken off at any moment, it loses only the pieces that were being played. What is
    finished is in `folder`, with its provenance, as soon as a condition is done.

    Args:
        experiment: what to play.
        workers: who plays; setting `workers.stop` breaks the run off.
        folder: where results and journal lie.
        report: called with what is there already, and when a piece is finished.
        announce: called first, with the matches that are not over; it may return the
            seconds of one processor that they will take, for the page.

    Raises:
        foxkit.lab.match.Stopped: the run was broken off.
        ValueError: another run of it is at work, or what is there cannot be believed.
        ConnectionError: workers were lost.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open_journal(folder, experiment.name) as journal:
        found = Outcome(experiment, journal, folder)
        predicted = announce([each.match for each in found.matches if not each.done])
        for each in found.matches:
            _tell(found, each, report)
        if found.has_rows_of_other_code:
            page = folder / f"{experiment.name}.json"
            print(
                f"rows of {experiment.name} were computed by other code; to have them "
                f"anew, move {page} away",
                file=sys.stderr,
            )
        if found.is_finished:
            return
        found.predicted = predicted
        _play(found, workers, report)
        found.compute()
        found.export()


def _tell(found: Outcome, one: Ongoing, report: Callable[[Progress], None]) -> None:
    """Report where a match stands, once it has games."""
    if one.there:
        counts = {each.match.condition: each.tally() for each in found.matches}
        estimate = found.experiment.stop.estimate(one.played.games)
        report(Progress(one.match.condition, counts, estimate))


def _play(found: Outcome, workers: Workers, report: Callable[[Progress], None]) -> None:
    """Hand pieces out and take them in until every match is over."""
    pending: _Pending = {}
    while True:
        _hand_out(found.matches, workers, pending)
        if not pending:
            return
        finished, _ = wait(pending, _PATIENCE, FIRST_COMPLETED)
        for future in sorted(finished, key=_is_lost):  # keep first what is there
            one, blocks, since = pending.pop(future)
            if one.done:  # it was handed out before that was known
                continue
            played = _result(future)
            one.keep(blocks.start, played)
            one.measure(blocks, monotonic() - since)
            one.add(blocks.start, played)
            _tell(found, one, report)
            if one.done:
                found.export()
        for future in [f for f, it in pending.items() if it.one.done and f.cancel()]:
            del pending[future]


def _is_lost(future: Future[Played]) -> bool:
    return future.cancelled() or future.exception() is not None


def _result(future: Future[Played]) -> Played:
    """Return what a worker has played.

    Raises:
        ConnectionError: the worker was lost.
        ValueError: it plays with other code, or does not say what it plays with.
    """
    try:
        played = future.result()
    except (CancelledError, BrokenProcessPool) as error:
        raise ConnectionError(
            "workers were lost; what was finished is kept, and the same command goes on"
            f" from there ({type(error).__name__})"
        ) from None
    here, makers = made_with(), played.made_with
    if [maker["code"] for maker in makers] != [here["code"]]:
        there = ", ".join(f"{k} {v}" for maker in makers for k, v in maker.items())
        raise ValueError(
            f"a worker plays with other code ({there or 'of an older version'}) than "
            f"code {here['code']}, which is here: install the same there, and start it "
            "again; what was finished is kept"
        )
    return played


def _hand_out(matches: list[Ongoing], workers: Workers, pending: _Pending) -> None:
    """Keep every worker busy, and one piece more waiting for each."""
    ahead = 2 * workers.count
    for one in matches:
        seed = one.experiment.match_seed(one.match)
        while len(pending) < ahead and (blocks := one.hand_out(ahead)):
            future = workers.play(one.match, seed, blocks)
            pending[future] = _Piece(one, blocks, monotonic())
