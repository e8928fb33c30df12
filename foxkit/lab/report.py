"""A run that tells a person what it will cost, how far it is, and what it finds."""

from pathlib import Path
from typing import TextIO

import pandas as pd
from tqdm import tqdm

from foxkit.lab import results
from foxkit.lab.cost import predict
from foxkit.lab.executors import Workers
from foxkit.lab.experiments import Experiment
from foxkit.lab.run import Progress, run
from foxkit.lab.stats import half_width


def duration(seconds: float) -> str:
    """Return a time in the largest fitting unit, e.g. `3.2 min`."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s"


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


def show(
    experiment: Experiment, workers: Workers, folder: Path, screen: TextIO
) -> pd.DataFrame:
    """Run an experiment with its predicted cost and a progress bar on `screen`."""
    seconds = round(sum(predict(experiment).values()), 1)
    print(_sentence(experiment, workers.count, seconds), file=screen)
    for name in sorted({other for other, _ in experiment.reads.values()}):
        print(f"some of its cells are played by: foxkit run {name}", file=screen)
    total = _games(experiment)
    with tqdm(total=total, unit="game", file=screen, dynamic_ncols=True) as bar:

        def report(progress: Progress) -> None:
            bar.initial = progress.games - progress.played  # no part of the rate
            bar.n = progress.games
            found = progress.estimate
            bar.set_postfix_str(
                f"{progress.cell}: {found.estimate:.3f} ± {half_width(found):.3f}"
            )

        games = run(experiment, workers, folder, report)
    results.amend(experiment.name, folder, predicted_seconds=seconds)
    return games
