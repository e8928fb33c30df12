"""Every experiment by name: what is played, from which seed, and when it is over."""

from collections.abc import Callable
from pathlib import Path

from foxkit.lab import fox_balance, fox_paper, variants, wolves_matches
from foxkit.lab.experiments import Experiment
from foxkit.lab.fox_paper import paper_player

__all__ = ["experiment", "names", "paper_player"]

_MAKERS: dict[str, Callable[[], Experiment]] = {
    "fig8": fox_paper.figure_8,
    "fig10": fox_paper.figure_10,
    "table1": fox_paper.table_1,
    "table2": fox_paper.table_2,
    "cutoff": fox_paper.cutoff_curve,
    "final-choice": fox_paper.final_choice,
    "balance": fox_paper.balance,
    "c-by-side": fox_paper.c_by_side,
    "own-c": fox_balance.own_c,
    "lengths": fox_paper.lengths,
    "speed": fox_paper.speed,
    "surface": fox_balance.surface,
    "readings": fox_balance.readings,
    "single-change": fox_balance.single_change,
    "wolves-players": wolves_matches.players,
    "wolves-levels": wolves_matches.levels,
    "wolves-ablation": wolves_matches.ablation,
    "wolves-q2": wolves_matches.three_wolves,
    "wolves-resistance": wolves_matches.resistance,
}


def experiment(name: str) -> Experiment:
    """Return an experiment by its name, or of a reader's own file, `FILE.json`.

    Raises:
        ValueError: there is none of the name (all names are told), or a fault in the
            file.
    """
    if name.endswith(".json"):
        return variants.read(Path(name))
    if name not in _MAKERS:
        known = ", ".join(_MAKERS)
        raise ValueError(f"no experiment {name!r}; there are {known}; see foxkit list")
    return _MAKERS[name]()


def names() -> list[str]:
    """Return the names of all experiments."""
    return list(_MAKERS)
