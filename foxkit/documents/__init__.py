"""The documents' experiments, by name: which module declares each, and its title.

`catalogue.csv` is data, so that it can be listed without loading a game. A module makes
an experiment with the function that stands there, from its name and title, or has a
table with what is computed, the names of its factors, and their values (`over`).
"""

import csv
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from foxkit.lab.experiment import Experiment


class Entry(NamedTuple):
    """A line of the catalogue: a module here, a function or table in it, a title."""

    module: str
    function: str
    title: str


def _catalogue() -> dict[str, Entry]:
    path = Path(__file__).with_name("catalogue.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return {row.pop("name"): Entry(**row) for row in csv.DictReader(file)}


CATALOGUE = _catalogue()
"""Every experiment by name."""
TITLES = {
    "fox_game": "The Fox Game",
    "fox_hounds": "Fox & Hounds",
    "battle_sheep": "Battle Sheep",
    "wolves": "Wolves Eat Sheep",
    "franks_zoo": "Frank's Zoo",
}
"""The documents' files in `data/published`, and what each is called."""


def titles() -> dict[str, str]:
    """Return what each document is called here, by its file name."""
    from foxkit.lab.claims import claims

    return {
        each.document: TITLES.get(each.file, each.file) for each in claims().values()
    }


def experiment(name: str) -> "Experiment":
    """Return an experiment by its name, or of a reader's own file, `FILE.json`.

    Raises:
        ValueError: there is none of the name (all names are told), or a fault in the
            file.
    """
    if name.endswith(".json"):
        own = import_module("foxkit.documents.variants").read(Path(name))
        if own.name in CATALOGUE:
            raise ValueError(f"{name}: the name {own.name!r} is taken, see foxkit list")
        return own
    if name not in CATALOGUE:
        known = ", ".join(CATALOGUE)
        raise ValueError(f"no experiment {name!r}; there are {known}; see foxkit list")
    entry = CATALOGUE[name]
    make = getattr(import_module(f"foxkit.documents.{entry.module}"), entry.function)
    if callable(make):
        return make(name, entry.title)
    lab = import_module("foxkit.lab.experiment")
    return lab.Experiment(name, entry.title, lab.over(*make[name]))


def in_order(names: Iterable[str]) -> "list[Experiment]":
    """Return experiments and all that they come after, each after what it needs.

    Raises:
        ValueError: some come after each other in a circle.
    """
    found: dict[str, Experiment] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = experiment(name)
            waiting += found[name].after
    needs = {name: each.after for name, each in found.items()}
    try:
        return [found[name] for name in TopologicalSorter(needs).static_order()]
    except CycleError as error:
        circle = " after ".join(error.args[1])
        raise ValueError(f"no experiment can be the first: {circle}") from None
