"""The documents' experiments, by name: which module declares each, and its title.

`catalogue.csv` is data, so that it can be listed without loading a game. A module makes
an experiment with the function that stands there, from its name and title.
"""

import csv
from collections.abc import Iterable
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from foxkit.lab.experiment import Experiment


class Entry(NamedTuple):
    """A line of the catalogue: a module here, a function in it, and a title."""

    module: str
    function: str
    title: str


def _catalogue() -> dict[str, Entry]:
    path = Path(__file__).with_name("catalogue.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return {row.pop("name"): Entry(**row) for row in csv.DictReader(file)}


CATALOGUE = _catalogue()
"""Every experiment by name."""


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
    return make(name, entry.title)


def in_order(names: Iterable[str]) -> "list[Experiment]":
    """Return experiments and all that they come after, each after what it needs."""
    found: dict[str, Experiment] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = experiment(name)
            waiting += found[name].after
    needs = {name: each.after for name, each in found.items()}
    return [found[name] for name in TopologicalSorter(needs).static_order()]
