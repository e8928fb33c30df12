"""Answers to the Fox & Hounds article's claims that are more than a look-up, by row."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found


def games_power(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The power of ten of the number of games."""
    return {name: len(str(int(rows.loc[name, "games"]))) - 1 for name in named}


def same_length(rows: pd.DataFrame, *_: Any) -> Found:
    """The share of the three commonest lengths among the games that the hounds win."""
    own = rows[(rows["width"] == 8) & (rows["height"] == 8)]
    return {"8 8": float(own["share"].nlargest(3).sum())}


def max_b_initial(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The largest B of the initial position."""
    return {name: int(rows.loc[name, "max_B"][0]) for name in named}
