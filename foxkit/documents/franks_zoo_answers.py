"""Answers to the Frank's Zoo report's claims that are more than a look-up."""

from collections.abc import Sequence

import pandas as pd

from foxkit.lab.answer import Found, differences, estimate
from foxkit.lab.stats import pooled


def _there(rows: pd.DataFrame, conditions: Sequence[str]) -> bool:
    return {*conditions} <= {*rows.index}


def _mean(rows: pd.DataFrame, conditions: Sequence[str], column: str) -> Found:
    if not _there(rows, conditions):
        return {}
    return {"": pooled([estimate(rows, each, column) for each in conditions])}


def _extreme(
    rows: pd.DataFrame, conditions: Sequence[str], column: str, sign: int
) -> Found:
    """Return for how many card types a share is largest, or smallest."""
    if not _there(rows, conditions):
        return {}
    best = max(conditions, key=lambda each: sign * rows.loc[each, column])
    return {"": int(best.split()[0])}


def average_first(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The share of games won, over all test decks."""
    return _mean(rows, conditions, "first")


def average_score(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The share of the highest score, over all test decks."""
    return _mean(rows, conditions, "score")


def best_by_first(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The number of card types with the most games won."""
    return _extreme(rows, conditions, "first", 1)


def worst_by_first(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The number of card types with the fewest games won."""
    return _extreme(rows, conditions, "first", -1)


def best_by_score(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The number of card types with the highest score."""
    return _extreme(rows, conditions, "score", 1)


def worst_by_score(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The number of card types with the lowest score."""
    return _extreme(rows, conditions, "score", -1)


def first_less(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The share of games won under the first condition less that under the second."""
    return differences(rows, "first", [(conditions[0], conditions[1])])


def score_rises(rows: pd.DataFrame, conditions: Sequence[str]) -> Found:
    """The score with most card types less that with fewest."""
    return differences(rows, "score", [(conditions[-1], conditions[0])])


def more_types(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """Does the standard deck have more types of cards than every test deck?"""
    kinds = rows.groupby("deck")["kind"].nunique()
    return {"": "yes" if kinds[0] > kinds[kinds.index > 0].max() else "no"}
