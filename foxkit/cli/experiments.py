"""foxkit run, list and ledger: experiments from the command line."""

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from foxkit.cli.cells import cells, run_cells
from foxkit.cli.lines import Json


def run(
    name: str,
    *,
    executor: str = "threads",
    workers: int | None = None,
    pairs: int | None = None,
    half_width: float | None = None,
    to: Path | None = None,
    keep: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Run a cell of a notebook, or an experiment, going on from whatever is there.

    A cell is run after the first of its notebook, and plays all that it lacks. With
    `pairs`, `half_width` or `to` the name is that of an experiment.

    Prints the files that hold its results and, unless they go to a folder of your own,
    its figure in `site/figures`.

    Args:
        name: of a cell, or a chapter's number; of an experiment, as `foxkit list`
            shows it, or FILE.json of your own variants.
        executor: threads, processes, or a dask scheduler, tcp://HOST:PORT.
        workers: pieces at once; by default, as many as there are processors.
        pairs: play this many pairs (blocks) a match instead of what is declared.
        half_width: stop earlier, once the 95 % interval is ± this or narrower, though
            not before the least pairs that are declared: 200 a match mostly, 50 in
            a file of your own.
        to: the folder for the results; data/results by default.
        keep: put a cell's games with those that come with the workbook.
    """
    other_rule = (pairs, half_width, to) != (None, None, None)
    if not other_rule and (chosen_cells := cells(name)):
        return run_cells(chosen_cells, executor, workers, keep)
    from foxkit.lab import store

    chosen = _chosen(name, pairs, half_width, to or store.FOLDER)
    _run(chosen, executor, workers, to or store.FOLDER)
    _tell(chosen.name, to)
    return 0


def _chosen(
    name: str, pairs: int | None, half_width: float | None, folder: Path
) -> Any:
    """Return an experiment with its command, and the stopping rule that is asked for.

    Raises:
        ValueError: its results would go over the file that declares it.
    """
    from foxkit.documents import CATALOGUE, experiment
    from foxkit.lab import store

    chosen = _shortened(experiment(name), pairs, half_width)
    page = (folder / f"{chosen.name}.json").resolve()
    if chosen.name not in CATALOGUE and Path(name).resolve() == page:
        raise ValueError(f"{name} would be overwritten: give --to another folder")
    typed = store.command(name, folder) + _options(pairs, half_width)
    return replace(chosen, command=typed)


def _run(chosen: Any, executor: str, workers: int | None, folder: Path) -> None:
    from foxkit.documents import in_order
    from foxkit.lab.report import show
    from foxkit.lab.workers import open_workers

    try:
        with open_workers(executor, workers) as staff:
            for needed in in_order(chosen.after):
                show(needed, staff, folder, sys.stderr)
            show(chosen, staff, folder, sys.stderr)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        raise


def _shortened(chosen: Any, pairs: int | None, half_width: float | None) -> Any:
    """Return an experiment with another stopping rule, if one is asked for."""
    if (pairs, half_width) == (None, None):
        return chosen
    if not chosen.matches:
        name = chosen.name
        raise ValueError(f"{name} plays no games: no --pairs and no --half-width")
    most = chosen.stop.most if pairs is None else pairs
    stop = replace(chosen.stop, most=most, half_width=half_width)
    return replace(chosen, stop=stop)


def _tell(name: str, to: Path | None) -> None:
    """Print where the results are, and the figure drawn from them."""
    from foxkit.lab import store
    from foxkit.site.build import SITE
    from foxkit.view.figures import write_figure

    print((to or store.FOLDER) / f"{name}.json")
    for path in [] if to else write_figure(name, SITE / "figures"):
        print(path)


def _options(pairs: int | None, half_width: float | None) -> str:
    """Return the options as typed, so far as they decide which games are played."""
    options = {"--pairs": pairs, "--half-width": half_width}
    return "".join(f" {k} {value}" for k, value in options.items() if value is not None)


def listing() -> None:
    """List the games, their variants, the cells that play, and the experiments."""
    from foxkit.documents import CATALOGUE
    from foxkit.lab.desk import CELLS
    from foxkit.rules.games import NAMES, game_named

    for game in NAMES:
        print(f"game        {game}: {', '.join(game_named(game).VARIANTS)}")
    known = json.loads(CELLS.read_text(encoding="utf-8")) if CELLS.exists() else {}
    for name, cell in known.items():
        rules = {each["rule"]: len(each["matches"]) for each in cell["calls"]}
        said = "; ".join(f"{n} matches, {rule}" for rule, n in rules.items())
        print(f"cell        {name} ({cell['notebook']}): {said}")
    for name, entry in CATALOGUE.items():
        print(f"experiment  {name}: {entry.title}")


def ledger(document: str = "", /, *, as_json: Json = False) -> None:
    """Print what the documents say, what we found, and whether the two agree.

    Args:
        document: only documents whose file name begins so, such as `000`.
        as_json: print one array of all rows with all fields.
    """
    from foxkit.documents.ledger import entries
    from foxkit.lab.ledger import as_text

    rows = entries(document)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1))
    else:
        print(as_text(rows))
