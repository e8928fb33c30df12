"""Answers to the Fox & Hounds article's claims that are more than a look-up, by row."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found


def games_power(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The power of ten of the number of games, as first declared."""
    return {name: len(str(int(rows.loc[name, "games"]))) - 1 for name in named}


def same_length(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The share of the three commonest lengths among games that the hounds win.

    As first declared it was that of all possible games.
    """
    board = rows["width"].astype(str) + " " + rows["height"].astype(str)
    games = (board + " " + rows["games"]).rename("of")
    by = rows["share"].groupby(games)
    return {
        name: float(by.get_group(name).nlargest(3).sum())
        for name in named or ["8 8 possible"]
    }


def max_b_initial(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The largest B of the initial position."""
    return {name: int(rows.loc[name, "max_B"][0]) for name in named}
