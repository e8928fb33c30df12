"""Running an experiment: pieces in any order, results that do not depend on it."""

import os
import platform
import sys
import time
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Future,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from foxkit import __version__
from foxkit.core.caching import digest as code_digest
from foxkit.lab import store
from foxkit.lab.describe import describe, factors
from foxkit.lab.experiment import Computed, Experiment
from foxkit.lab.journal import Journal, open_journal
from foxkit.lab.match import Match, Played, dealt, play_blocks, replay, winner
from foxkit.lab.stats import Estimate, Row, summary
from foxkit.lab.workers import Workers
from foxkit.solvers.store import peak_mib

_SAMPLE = 20  # stored games whose moves are played again after an edit


class Count(NamedTuple):
    """Games of a match: found on disk, used so far, and still to play at most."""

    found: int
    used: int
    left: int


@dataclass(frozen=True)
class Progress:
    """Where a run stands, told whenever a piece is finished.

    Attributes:
        condition: the match that has just got on.
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
        """Those of them that this run has played; some found ones may still wait."""
        return max(0, self.games - sum(count.found for count in self.counts.values()))


def made_with() -> dict[str, Any]:
    """Return the versions and the machine that a result is made with."""
    return {
        "foxkit": __version__,
        "code": code_digest()[:16],
        "python": platform.python_version(),
        "numba": version("numba"),
        "machine": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
    }


@dataclass
class _Progressing:
    """A match on its way.

    Pieces may be finished in any order; only those without a gap before them count,
    and only up to where the stopping rule is first fulfilled. So the games that are
    used do not depend on who finished first.
    """

    experiment: Experiment
    match: Match
    journal: Journal
    used: Played
    early: dict[int, Played] = field(default_factory=dict)
    next: int = 0  # the first block that nobody plays yet
    found: int = 0  # games found on disk
    kept: int = 0  # games that the result holds
    done: bool = False

    def __post_init__(self) -> None:
        self.key = self.experiment.key(self.match)
        self.next, self.kept = self.blocks, len(self.used.games)
        self.done = self.experiment.stop.reached(self.used.games)
        self.take_up()
        self.found = len(self.used.games)
        if self.found and not self.done:
            _check_unchanged(self.experiment, self.match, self.used)

    @property
    def blocks(self) -> int:
        """Return the number of blocks used."""
        return len(self.used.games) // len(self.match.agents)

    def add(self, start: int, played: Played) -> None:
        """Take a finished piece in, and all that waited for it."""
        self.early[start] = played
        while not self.done and self.blocks in self.early:
            self.used = self.used.followed_by(self.early.pop(self.blocks))
            self.done = self.experiment.stop.reached(self.used.games)

    def take_up(self) -> None:
        """Take in what the journal holds."""
        while not self.done and (played := self.read(self.next)):
            self.add(self.next, played)
            self.next += self.experiment.chunk

    def read(self, start: int) -> Played | None:
        """Return a piece of the journal, None for none or a damaged one (told)."""
        try:
            piece = self.journal.get(self.key, start)
        except ValueError as error:
            print(f"playing some games again: {error}", file=sys.stderr)
            return None
        if piece is None:
            return None
        games = pd.DataFrame(piece["games"])
        games["moves"] = games["moves"].map(bytes.fromhex)
        return Played(games, piece["seconds"], tuple(piece["made_with"]))

    def keep(self, start: int, played: Played) -> None:
        """Write a piece to the journal."""
        games = played.games.assign(moves=played.games["moves"].map(bytes.hex))
        piece = played._replace(games=games.to_dict("records"))
        self.journal.put(self.key, start, piece._asdict())

    def wants_more(self, ahead: int) -> bool:
        """Tell whether to start another piece, at most `ahead` before the used ones."""
        left = self.next < self.experiment.stop.most
        near = self.next < self.blocks + ahead * self.experiment.chunk
        return left and near and not self.done

    def tally(self) -> Count:
        """Count this match's games."""
        used, most = len(self.used.games), self.experiment.blocks()
        left = 0 if self.done else max(0, len(self.match.agents) * most - used)
        return Count(self.found, used, left)


def _check_unchanged(experiment: Experiment, match: Match, stored: Played) -> None:
    """Refuse to go on from games that today's rules, search or players would not play.

    Where no file of theirs was edited there is nothing to check. Else the first block
    is played again, and the moves of some games are; so an edit that changes nothing
    here throws no game away.
    """
    if {maker["code"] for maker in stored.made_with} == {made_with()["code"]}:
        return
    seed = experiment.match_seed(match)
    block = int(stored.games["block"].iloc[0])
    again = play_blocks(match, seed, range(block, block + 1)).games
    same = stored.games.iloc[: len(again)]["hash"].tolist() == again["hash"].tolist()
    sample = stored.games.iloc[:: max(1, len(stored.games) // _SAMPLE)]
    if not (same and all(_still_legal(match, game) for game in sample.itertuples())):
        raise ValueError(
            f"{experiment.name}, {match.condition}: the code has changed since its "
            "games were played, and plays them otherwise now. Move its files away, or "
            "give --to another folder, to begin anew"
        )


def _still_legal(match: Match, game: Any) -> bool:
    """Tell whether a stored game's moves lead to the stored end."""
    try:
        last = replay(dealt(match.game, game.seed), game.moves)[-1]
    except ValueError:
        return False
    payoffs = [*(last.outcome or dict.fromkeys(game.payoffs, 0.0)).values()]
    return winner(match.game.PLAYERS, payoffs or [0.0]) == game.winner


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
        found = _Run(experiment, journal, folder)
        predicted = announce([each.match for each in found.matches if not each.done])
        for each in found.matches:
            found.tell(each, report)
        if found.is_finished:
            return
        found.predicted = predicted
        _play(found, workers, report)
        found.compute()
        found.export()


class _Run:
    """An experiment under way: its matches, its computed rows, and where they go."""

    def __init__(self, experiment: Experiment, journal: Journal, folder: Path) -> None:
        self.experiment, self.journal, self.folder = experiment, journal, folder
        name = experiment.name
        self.page = store.page(name, folder) if store.has_page(name, folder) else {}
        self.rows = self._believed()
        self.predicted: float | None = None
        self.matches = self._take_up()

    def _believed(self) -> dict[str, Row]:
        """Return the rows of the page; not those on games that it does not belong to.

        A run that is broken off between the games and the page leaves an older page.
        """
        rows = {row["condition"]: row for row in self.page.get("conditions", [])}
        if store.belong_together(self.experiment.name, self.folder):
            return rows
        matches = {match.condition for match in self.experiment.matches}
        return {name: row for name, row in rows.items() if name not in matches}

    def _take_up(self) -> list[_Progressing]:
        """Return the matches with the games that the result holds."""
        path = self.folder / f"{self.experiment.name}.parquet"
        games, note = store.read_games(path) if path.exists() else (pd.DataFrame(), {})
        found, known = [], set()
        for match in self.experiment.matches:
            used = Played(pd.DataFrame())
            made = note.get(match.condition, {})
            if made.get("key") == self.experiment.key(match):
                own = games[games["condition"] == match.condition]
                makers = tuple(made["made_with"])
                used = Played(own.reset_index(drop=True), made["seconds"], makers)
                known.add(match.condition)
            found.append(_Progressing(self.experiment, match, self.journal, used))
        self._set_aside(path, {*note} - known)
        return found

    def _set_aside(self, path: Path, others: set[str]) -> None:
        """Keep a copy of a result with games that the experiment does not declare now.

        A run writes the result again without them.
        """
        if not others:
            return
        content = path.read_bytes()
        copy = path.with_name(
            f"{path.stem}-earlier-{store.sha256(content).hexdigest()[:8]}.parquet"
        )
        store.write_whole(copy, content)
        print(
            f"{path.name} has games of matches that are not declared, or were declared "
            f"otherwise: {', '.join(sorted(others))}. They are kept in {copy.name}",
            file=sys.stderr,
        )

    @property
    def is_finished(self) -> bool:
        """Tell whether the result holds all that is declared."""
        played = all(
            each.done and each.kept == each.found and each.match.condition in self.rows
            for each in self.matches
        )
        return bool(self.page) and played and not self._left()

    def _left(self) -> list[Computed]:
        """Return the computations whose rows are not there, or are of other games."""
        there = {
            row["key"]
            for row in self.rows.values()
            if not store.is_stale(row, self.folder)
        }
        return [
            each
            for each in self.experiment.conditions
            if isinstance(each, Computed) and self.experiment.key(each) not in there
        ]

    def tell(self, one: _Progressing, report: Callable[[Progress], None]) -> None:
        """Report where a match stands, once it has games."""
        if len(one.used.games):
            counts = {each.match.condition: each.tally() for each in self.matches}
            estimate = self.experiment.stop.estimate(one.used.games)
            report(Progress(one.match.condition, counts, estimate))

    def compute(self) -> None:
        """Compute what is left, each row kept as soon as it is there."""
        left, code = self._left(), made_with()
        for number, each in enumerate(left, 1):
            key = self.experiment.key(each)
            piece = self._kept(key, code)
            if piece is None:
                print(f"{number} of {len(left)}: {each.condition}", file=sys.stderr)
                piece = {"rows": self._timed(each), "made_with": code}
                self.journal.put(key, 0, piece)
            for row in piece["rows"]:
                self.rows[row["condition"]] = row | {"made_with": [code]}

    def _kept(self, key: str, code: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the same code has computed in a run that was broken off."""
        piece = self.journal.get(key, 0)
        return piece if piece and piece["made_with"]["code"] == code["code"] else None

    def _timed(self, one: Computed) -> list[Row]:
        """Compute the rows of a condition; the first of them bears the cost."""
        inputs = {
            name: store.checksum(name, self.folder)
            for name in (self.experiment.after if one.reads else ())
        }
        began, worked = time.perf_counter(), time.process_time()
        rows = one.rows(self.folder)
        times = {
            "elapsed": round(time.perf_counter() - began, 3),
            "processor_seconds": round(time.process_time() - worked, 3),
            "peak_mib": peak_mib(),
        }
        return [
            {
                "condition": row.pop("condition"),
                "key": self.experiment.key(one),
                "factors": {name: row.pop(name) for name in one.factors},
                "found": row if i else row | times,
                "seconds": 0.0 if i else times["processor_seconds"],
                "inputs": inputs,
            }
            for i, row in enumerate(map(dict, rows))
        ]

    def export(self) -> None:
        """Write the finished matches and rows as the result; forget their pieces.

        A match that was finished once and is now made longer stays in the result.
        """
        kept = [each for each in self.matches if each.done or each.kept]
        for each in kept:
            if (
                each.kept < len(each.used.games)
                or each.match.condition not in self.rows
            ):
                self.rows[each.match.condition] = self._row(each)
        note = {
            each.match.condition: {
                "key": each.key,
                "seconds": each.used.seconds,
                "made_with": each.used.made_with,
            }
            for each in kept
        }
        sum = ""
        if kept:
            path = self.folder / f"{self.experiment.name}.parquet"
            games = pd.concat([each.used.games for each in kept], ignore_index=True)
            sum = store.write_games(path, games, note)
        store.write_page(self.experiment.name, self.folder, self._page(kept, sum))
        for each in kept:
            each.kept = len(each.used.games)
            self.journal.forget(each.key, each.blocks)
        for each in self.experiment.conditions:
            if isinstance(each, Computed):
                self.journal.forget(self.experiment.key(each), 1)

    def _row(self, one: _Progressing) -> Row:
        """Return the row of a match: its factors, who won, and what is derived."""
        games, match = one.used.games, one.match
        found = summary(games, match.game.PLAYERS)
        if self.experiment.derive:
            found |= self.experiment.derive(match, games)
        return {
            "condition": match.condition,
            "key": one.key,
            "factors": factors(match),
            "found": found,
            "seconds": round(one.used.seconds, 1),
            "made_with": list(one.used.made_with),
        }

    def _page(self, kept: list[_Progressing], checksum: str) -> store.Page:
        """Return the page: how the result was made, and its rows in declared order."""
        experiment = self.experiment
        keys = {experiment.key(each) for each in experiment.conditions}
        order = [experiment.key(each) for each in experiment.conditions]
        rows = [row for row in self.rows.values() if row["key"] in keys]
        rows.sort(key=lambda row: order.index(row["key"]))
        new = any(each.kept < len(each.used.games) for each in kept) or not kept
        played = {
            "command": experiment.command or f"foxkit run {experiment.name}",
            "stop": describe(experiment.stop),
        }
        if self.page and not new:
            played = {key: self.page[key] for key in played}
        if self.predicted or "predicted_seconds" in self.page:
            seconds = self.predicted or self.page["predicted_seconds"]
            played["predicted_seconds"] = round(seconds, 1)
        return {
            "form": store.FORM,
            "experiment": experiment.name,
            "title": experiment.title,
            **played,
            "seed": experiment.seed,
            "chunk": experiment.chunk,
            "games": checksum,
            "reads": {key: list(value) for key, value in experiment.reads.items()},
            "conditions": rows,
        }


def _play(found: _Run, workers: Workers, report: Callable[[Progress], None]) -> None:
    """Hand pieces out and take them in until every match is over."""
    pending: dict[Future[Played], tuple[_Progressing, int]] = {}
    while True:
        _hand_out(found.matches, workers, pending)
        if not pending:
            return
        finished, _ = wait(pending, return_when=FIRST_COMPLETED)
        for future in finished:
            one, start = pending.pop(future)
            if one.done:  # it was handed out before that was known
                continue
            played = _result(future)._replace(made_with=(made_with(),))
            one.keep(start, played)
            one.add(start, played)
            found.tell(one, report)
            if one.done:
                found.export()
        for future in [f for f, (one, _) in pending.items() if one.done and f.cancel()]:
            del pending[future]


def _result(future: Future[Played]) -> Played:
    """Return what a worker has played; ConnectionError if the worker was lost."""
    try:
        return future.result()
    except (CancelledError, BrokenProcessPool) as error:
        raise ConnectionError(
            "workers were lost; what was finished is kept, and the same command goes on"
            f" from there ({type(error).__name__})"
        ) from None


def _hand_out(
    matches: list[_Progressing],
    workers: Workers,
    pending: dict[Future[Played], tuple[_Progressing, int]],
) -> None:
    """Keep every worker busy, and one piece more waiting for each."""
    ahead = 2 * workers.count
    while len(pending) < ahead:
        one = next((each for each in matches if each.wants_more(ahead)), None)
        if one is None:
            return
        experiment, start = one.experiment, one.next
        one.next += experiment.chunk
        kept = one.read(start)
        if kept is not None:
            one.add(start, kept)
            one.found += len(kept.games)
            continue
        blocks = range(start, start + experiment.chunk)
        seed = experiment.match_seed(one.match)
        pending[workers.play(one.match, seed, blocks)] = one, start
