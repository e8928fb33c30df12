"""Answers to the Frank's Zoo report's claims that are more than a look-up."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, estimate
from foxkit.lab.stats import pooled


def average(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The mean over all test decks."""
    if not {*named} <= {*rows.index}:
        return {}
    return {"": pooled([estimate(rows, each, column) for each in named])}


def best(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the largest share."""
    return _extreme(rows, named, column, 1)


def worst(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the smallest share."""
    return _extreme(rows, named, column, -1)


def _extreme(rows: pd.DataFrame, named: Sequence[str], column: str, sign: int) -> Found:
    if not {*named} <= {*rows.index}:
        return {}
    found = max(named, key=lambda each: sign * rows.loc[each, column])
    return {"": int(rows.loc[found, "deck"])}


def more_types(rows: pd.DataFrame, *_: Any) -> Found:
    """Does the standard deck have more types of cards than every test deck?"""
    kinds = rows.groupby("deck")["kind"].nunique()
    return {"": "yes" if kinds[0] > kinds[kinds.index > 0].max() else "no"}
