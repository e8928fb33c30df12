"""Answers to the Frank's Zoo report's claims that are more than a look-up."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import pandas as pd

from foxkit.lab.answer import Found, differences, estimate
from foxkit.lab.stats import pooled


def _readings(
    rows: pd.DataFrame, conditions: Sequence[str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the conditions of each reading, the word behind the number of types."""
    for reading, group in groupby(conditions, lambda each: each.partition(" ")[2]):
        decks = [*group]
        if {*decks} <= {*rows.index}:
            yield reading, decks


def _mean(rows: pd.DataFrame, conditions: Sequence[str], column: str) -> Found:
    return {
        reading: pooled([estimate(rows, each, column) for each in decks])
        for reading, decks in _readings(rows, conditions)
    }


def _extreme(
    rows: pd.DataFrame, conditions: Sequence[str], column: str, sign: int
) -> Found:
    """Return for how many card types a share is largest, or smallest."""
    best = {
        reading: max(decks, key=lambda each: sign * rows.loc[each, column])
        for reading, decks in _readings(rows, conditions)
    }
    return {reading: int(each.split()[0]) for reading, each in best.items()}


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
