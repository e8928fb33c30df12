"""Answers to the Fox & Hounds article's claims that are more than a look-up, by row."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found


def same_length(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The share of the three commonest lengths among games that the hounds win."""
    board = rows["width"].astype(str) + " " + rows["height"].astype(str)
    games = (board + " " + rows["games"]).rename("of")
    by = rows["share"].groupby(games)
    return {name: float(by.get_group(name).nlargest(3).sum()) for name in named}


def max_b_initial(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The largest B of the initial position."""
    return {name: int(rows.loc[name, "max_B"][0]) for name in named}
