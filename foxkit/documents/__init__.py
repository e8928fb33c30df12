"""The documents' experiments, by name: which module declares each, and its title.

This page is data, so that it can be listed without loading a game. A module makes
the experiment with a function; where one function makes several, it is given the name.
"""

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


def _entries(module: str, lines: dict[str, tuple[str, str]]) -> dict[str, Entry]:
    return {name: Entry(module, *line) for name, line in lines.items()}


_FOX = {
    "fig8": (
        "figure_8",
        "Win rate against 1,000 simulations, by simulations (Figure 8)",
    ),
    "fig10": (
        "figure_10",
        "Sheep win rate by starting sheep, 10,000 simulations (Figure 10)",
    ),
    "table1": ("table_1", "Altered constants against the base agent (Table 1)"),
    "table2": ("table_2", "Cutoffs at equal simulations and at equal time (Table 2)"),
    "cutoff": (
        "cutoff_curve",
        "Cutoff 0 against other cutoffs, 3,000 simulations or the same time",
    ),
    "final-choice": (
        "final_choice",
        "Highest value against most visited as the final choice",
    ),
    "balance": (
        "balance",
        "A stronger against a weaker agent, with 20 and with 18 sheep",
    ),
    "c-by-side": (
        "c_by_side",
        "C against 0.4 for each side, 18 sheep, 3,000 simulations",
    ),
    "lengths": (
        "lengths",
        "Games between agents and random playouts, replayed and counted",
    ),
    "speed": ("speed", "Speed of a search by cutoff, in processor time"),
}
_BALANCE = {
    "own-c": (
        "own_c",
        "Sheep win rate, each side with its own C or both with 0.4, 3,000 simulations",
    ),
    "surface": ("surface", "Sheep win rate by starting sheep and simulations"),
    "readings": (
        "readings",
        "Sheep win rate under other readings of the text, 10,000 simulations",
    ),
    "single-change": (
        "single_change",
        "Sheep win rate with 20 sheep and one rule changed, 10,000 simulations",
    ),
}
_HOUNDS = {
    "hounds-boards": "The document's table of boards",
    "noughts": "Noughts and crosses by brute force",
    "hounds-lengths": "Plies of the hounds' wins",
    "hounds-fuzz": "The fuzz table, read twice",
    "hounds-ablations": "What changes without each definition",
    "hounds-starts": "Every start square of the fox, either side first",
    "hounds-moves": "The first moves and the answers to them",
    "hounds-heat": "Boards of width 4 to 10, height 3 to 12",
    "hounds-fair": "The fairest fuzz factor of other boards",
    "hounds-players": "Players against each other, the hounds with some fuzz",
    "hounds-large": "12 x 12 with distances",
    "hounds-words": "Winners by the mask solver",
    "hounds-distances": "Plies by the mask solver",
}
_WOLVES_MATCHES = {
    "wolves-players": ("players", "Random, the report's and perfect players"),
    "wolves-levels": (
        "levels",
        "Equal players, by depth and by how often perfect ones err",
    ),
    "wolves-ablation": (
        "ablation",
        "The report's evaluations without one of their terms",
    ),
    "wolves-q2": ("three_wolves", "Three wolves against fifteen sheep"),
    "wolves-resistance": (
        "resistance",
        "Perfect players who resist or tempt when they are lost",
    ),
}
_WOLVES = {
    "wolves-report": (
        "The report's players as meant, with single deviations, and as printed"
    ),
    "wolves-slices": "What each solved slice holds",
    "wolves-solution": "The start and best play under each generator (Q1)",
    "wolves-trios": "Three wolves anywhere on the last row, 3 to 15 sheep (Q2)",
    "wolves-map": "One, two and three wolves against 3 to 15 sheep",
    "wolves-regret": "How often agents throw the exact value away",
}
_RULES = {"rules": ("rules", "What the rules, constants and searches here say")}
CATALOGUE: dict[str, Entry] = {
    **_entries("fox_game", _FOX),
    **_entries("fox_game_balance", _BALANCE),
    **_entries("wolves_matches", _WOLVES_MATCHES),
    **{
        name: Entry("fox_hounds", "experiment", title)
        for name, title in _HOUNDS.items()
    },
    **{name: Entry("wolves", "computed", title) for name, title in _WOLVES.items()},
    **_entries("facts", _RULES),
}
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
