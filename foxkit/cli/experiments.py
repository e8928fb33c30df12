"""foxkit run and list: experiments from the command line."""

import shlex
import sys
from pathlib import Path


def run(
    name: str,
    *,
    executor: str = "threads",
    workers: int | None = None,
    pairs: int | None = None,
    half_width: float | None = None,
    to: Path | None = None,
) -> int:
    """Play an experiment or compute a study, going on from whatever is there already.

    Prints the files it has written: the results and, unless they go to a folder of
    your own, their figures in `site/figures`.

    Args:
        name: as `foxkit list` shows it, or FILE.json of your own variants. A study is
            computed anew, and knows no other option than `to`.
        executor: threads, processes, or a dask scheduler, tcp://HOST:PORT.
        workers: chunks at once; by default, as many as there are processors.
        pairs: play this many pairs a match, in whole chunks (25 mostly), instead of
            what is declared.
        half_width: stop earlier, once the 95 % interval is ± this or narrower, though
            not before the least pairs that are declared: 200 a match mostly, 50 in
            a file of your own.
        to: the folder for the results; data/results by default.
    """
    from dataclasses import replace

    from foxkit.lab import results
    from foxkit.lab.catalogue import experiment, names
    from foxkit.lab.executors import open_workers
    from foxkit.lab.report import show
    from foxkit.lab.studies import run_study, studies

    if name in studies():
        if pairs is not None or half_width is not None:
            raise ValueError(f"{name} is a study: it has no pairs and no half-width")
        run_study(studies()[name], to or results.FOLDER)
        _tell(name, to)
        return 0
    chosen = experiment(name)
    if chosen.name != name and chosen.name in {*names(), *studies()}:
        raise ValueError(f"{name}: the name {chosen.name!r} is taken, see foxkit list")
    if pairs is not None or half_width is not None:
        most = chosen.stop.most if pairs is None else pairs
        stop = replace(chosen.stop, most=most, half_width=half_width)
        chosen = replace(chosen, stop=stop)
    chosen = replace(chosen, command=_typed(name, pairs, half_width))
    try:
        with open_workers(executor, workers) as staff:
            show(chosen, staff, to or results.FOLDER, sys.stderr)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        raise
    _tell(chosen.name, to)
    return 0


def _tell(name: str, to: Path | None) -> None:
    """Print where the results are, and the figures drawn from them."""
    from foxkit.lab import results
    from foxkit.site.build import SITE
    from foxkit.view.figures import write_figures

    print((to or results.FOLDER) / f"{name}.json")
    for figure in [] if to else write_figures(name, SITE / "figures"):
        print(figure)


def _typed(name: str, pairs: int | None, half_width: float | None) -> str:
    """Return the command as typed, so far as it decides which games are played."""
    options = {"--pairs": pairs, "--half-width": half_width}
    words = [f" {key} {value}" for key, value in options.items() if value is not None]
    return f"foxkit run {shlex.quote(name)}" + "".join(words)


def listing() -> None:
    """List the games, their variants, the experiments and the studies."""
    from foxkit.lab.catalogue import experiment, names
    from foxkit.lab.studies import studies
    from foxkit.rules.games import NAMES, game_named

    for game in NAMES:
        print(f"game        {game}: {', '.join(game_named(game).VARIANTS)}")
    for name in names():
        print(f"experiment  {name}: {experiment(name).title}")
    for study in studies().values():
        print(f"study       {study.name}: {study.title}")
