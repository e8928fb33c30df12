"""A run that tells a person what it will cost, how far it is, and what it finds."""

from dataclasses import replace
from pathlib import Path
from time import thread_time
from typing import TextIO

import pandas as pd
from tqdm import tqdm

from foxkit.agents.players import RandomPlayer
from foxkit.core.entry import play
from foxkit.core.rng import mix
from foxkit.lab import results
from foxkit.lab.earlier import stored
from foxkit.lab.executors import Workers
from foxkit.lab.experiments import Experiment
from foxkit.lab.match import Entrant, Match
from foxkit.lab.results import duration
from foxkit.lab.run import Progress, run
from foxkit.lab.stats import half_width
from foxkit.rules.position import Position

_BAR = "{percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"
_PLIES = (0, 10, 20)  # when in a random game a move is timed


def _positions(match: Match) -> list[Position]:
    """Return unfinished positions of a random game, from the start on."""
    position, found = Position.start(match.game), []
    for ply in range(_PLIES[-1] + 1):
        if not len(position.codes):
            break
        if ply in _PLIES:
            found.append(position)
        move = RandomPlayer().choose(match.game, position.state, mix(1, ply))
        position = Position(match.game, play(match.game, position.state, move))
    return found


def seconds_a_move(match: Match, entrant: Entrant) -> float:
    """Return the mean processor time of a move, after one move to warm up."""
    positions = _positions(match)
    entrant.player.choose(match.game, positions[0].state, 0)
    begin = thread_time()
    for position in positions:
        entrant.player.choose(match.game, position.state, 0)
    return (thread_time() - begin) / len(positions)


def predict(experiment: Experiment) -> dict[str, float]:
    """Return the seconds of one processor that each match will take at most."""
    games = 2 * experiment.pairs()
    costs = {}
    for match in experiment.matches:
        move = sum(seconds_a_move(match, each) for each in (match.a, match.b)) / 2
        costs[match.cell] = games * experiment.plies * move
    return costs


def prediction(
    experiment: Experiment, workers: int, seconds: float | None = None
) -> str:
    """Return one sentence on what the experiment will cost at most."""
    if seconds is None:
        seconds = sum(predict(experiment).values())
    games = 2 * experiment.pairs() * len(experiment.matches)
    return (
        f"{experiment.name}: at most {games:,} games, "
        f"about {duration(seconds / workers)} with {workers} workers"
    )


def work(progress: Progress, costs: dict[str, float]) -> tuple[float, float, float]:
    """Return the work found on disk, done so far, and left, in predicted seconds.

    `costs` are the seconds of a game of each match: some cost more than others.
    """
    found, used, left = (
        sum(costs[cell] * games for cell, games in zip(costs, column, strict=True))
        for column in zip(*(progress.counts[cell] for cell in costs), strict=True)
    )
    return found, used, left


def words(progress: Progress, elapsed: float) -> str:
    """Return the games so far, their number a second, and the estimate ± interval."""
    at_most = sum(count.used + count.left for count in progress.counts.values())
    rate, found = progress.played / max(elapsed, 1e-9), progress.estimate
    speed = f", {rate:.3g} games/s" if rate else ""
    return (
        f"{progress.games}/{at_most} games{speed}, "
        f"{progress.cell}: {found.estimate:.3f} ± {half_width(found):.3f}"
    )


def _unfinished(experiment: Experiment, folder: Path) -> Experiment:
    """Return the experiment with the matches that are not among the results yet."""
    found = stored(experiment, folder)

    def done(match: Match) -> bool:
        there, first = found.get(match.cell), match.game.PLAYERS[0]
        return there is not None and experiment.stop.reached(there.games, first)

    left = (match for match in experiment.matches if not done(match))
    return replace(experiment, matches=tuple(left))


def show(
    experiment: Experiment, workers: Workers, folder: Path, screen: TextIO
) -> pd.DataFrame:
    """Run an experiment with its predicted cost and a progress bar on `screen`."""
    waiting = _unfinished(experiment, folder)
    if not waiting.matches:
        print(f"{experiment.name}: nothing is left to play", file=screen)
        return run(experiment, workers, folder)
    predicted = predict(waiting)
    seconds = round(sum(predicted.values()), 1)
    costs = {cell: s / (2 * experiment.pairs()) for cell, s in predicted.items()}
    print(prediction(waiting, workers.count, seconds), file=screen)
    for name in sorted({other for other, _ in experiment.reads.values()}):
        print(f"some of its cells are played by: foxkit run {name}", file=screen)
    with tqdm(total=seconds, bar_format=_BAR, file=screen, dynamic_ncols=True) as bar:

        def report(progress: Progress) -> None:
            bar.initial, bar.n, left = work(progress, costs)
            bar.total = bar.n + left
            bar.set_postfix_str(words(progress, bar.format_dict["elapsed"]))

        games = run(experiment, workers, folder, report)
    results.amend(experiment.name, folder, predicted_seconds=seconds)
    return games
