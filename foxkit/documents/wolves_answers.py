"""Answers to the Wolves Eat Sheep report's claims that are more than a look-up."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, estimate, in_pairs
from foxkit.lab.stats import Estimate, difference


def _own_rounds(rows: pd.DataFrame, condition: str) -> Estimate:
    """Return the rounds in which the first of a match's agents wins as wolves.

    Of two copies of one agent each may be the wolves.
    """
    alike = rows.loc[condition, "player"] == rows.loc[condition, "rival_player"]
    column = "rounds_to_win_as_wolves" if alike else "a_rounds_to_win_as_wolves"
    return estimate(rows, condition, column)


def more_rounds(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """How many rounds more the first of a pair of conditions takes than the second."""
    return {
        f"{three} minus {two}": difference(
            _own_rounds(rows, three), _own_rounds(rows, two)
        )
        for three, two in in_pairs(named)
        if {three, two} <= {*rows.index}
    }
