"""Answers to the Wolves Eat Sheep report's claims that are more than a look-up."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab import store
from foxkit.lab.answer import Found, in_pairs
from foxkit.lab.stats import Estimate, difference, mean_score

_TWO = "two wolves "


def _own_rounds(condition: str) -> Estimate:
    """Return the rounds in the games that the first of a match's players won as wolves.

    Of copies of one player each may be the wolves; otherwise agent A is in rotation 0.
    """
    there = "wolves-players" if condition.startswith(_TWO) else "wolves-q2"
    games = store.games(there, condition.removeprefix(_TWO))
    won = games[games["winner"] == "wolves"]
    own = won[won["rotation"] == 0] if " - " in condition else won
    return mean_score(own["turns"] / 2)


def more_rounds(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """How many rounds more the first of a pair of conditions takes than the second."""
    return {
        f"{three} minus {two}": difference(_own_rounds(three), _own_rounds(two))
        for three, two in in_pairs(named)
        if {three, two} <= {*rows.index}
    }
