"""Answers to the Fox & Hounds article's claims that are more than a look-up, by row."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found


def games_power(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The power of ten of the number of games, as first declared."""
    return {name: len(str(int(rows.loc[name, "games"]))) - 1 for name in named}


def same_length(rows: pd.DataFrame, *_: Any) -> Found:
    """The share of the three commonest lengths among wins of the hounds on 8 x 8.

    By whose games they are; as first declared it was all possible games.
    """
    shares = rows[(rows["width"] == 8) & (rows["height"] == 8)].groupby("games")[
        "share"
    ]
    kinds = "possible", "document", "random"
    return {kind: float(shares.get_group(kind).nlargest(3).sum()) for kind in kinds}


def max_b_initial(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The largest B of the initial position."""
    return {name: int(rows.loc[name, "max_B"][0]) for name in named}
