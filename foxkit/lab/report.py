"""A run that tells a person what it will cost, how far it is, and what it finds."""

from pathlib import Path
from typing import TextIO

import pandas as pd
from tqdm import tqdm

from foxkit.lab import results
from foxkit.lab.cost import predict
from foxkit.lab.executors import Workers
from foxkit.lab.experiments import Experiment
from foxkit.lab.results import duration
from foxkit.lab.run import Progress, run
from foxkit.lab.stats import half_width

_BAR = "{percentage:3.0f}%|{bar}| {elapsed}<{remaining}{postfix}"


def prediction(experiment: Experiment, workers: int) -> str:
    """Return one sentence on what the experiment will cost at most."""
    return _sentence(experiment, workers, sum(predict(experiment).values()))


def _sentence(experiment: Experiment, workers: int, seconds: float) -> str:
    return (
        f"{experiment.name}: at most {_games(experiment):,} games, "
        f"about {duration(seconds / workers)} with {workers} workers"
    )


def _games(experiment: Experiment) -> int:
    return 2 * experiment.pairs() * len(experiment.matches)


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
    return (
        f"{progress.games}/{at_most} games, {rate:.3g} games/s, "
        f"{progress.cell}: {found.estimate:.3f} ± {half_width(found):.3f}"
    )


def show(
    experiment: Experiment, workers: Workers, folder: Path, screen: TextIO
) -> pd.DataFrame:
    """Run an experiment with its predicted cost and a progress bar on `screen`."""
    if not experiment.matches:
        return run(experiment, workers, folder)
    predicted = predict(experiment)
    seconds = round(sum(predicted.values()), 1)
    costs = {cell: s / (2 * experiment.pairs()) for cell, s in predicted.items()}
    print(_sentence(experiment, workers.count, seconds), file=screen)
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
