"""Answers to the Frank's Zoo report's claims that are more than a look-up."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, estimate
from foxkit.lab.stats import pooled


def average(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The mean over all test decks, in each reading."""
    return {
        reading: pooled([estimate(rows, each, column) for each in decks])
        for reading, decks in _readings(rows, named)
    }


def best(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the largest share, in each reading."""
    return _extreme(rows, named, column, 1)


def worst(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the smallest share, in each reading."""
    return _extreme(rows, named, column, -1)


def more_types(rows: pd.DataFrame, *_: Any) -> Found:
    """Does the standard deck have more types of cards than every test deck?"""
    kinds = rows.groupby("deck")["kind"].nunique()
    return {"": "yes" if kinds[0] > kinds[kinds.index > 0].max() else "no"}


def _readings(
    rows: pd.DataFrame, named: Sequence[str]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the conditions of each reading, the word behind the number of types."""
    for reading, group in groupby(named, lambda each: each.partition(" ")[2]):
        decks = [*group]
        if {*decks} <= {*rows.index}:
            yield reading, decks


def _extreme(rows: pd.DataFrame, named: Sequence[str], column: str, sign: int) -> Found:
    found = {
        reading: max(decks, key=lambda each: sign * rows.loc[each, column])
        for reading, decks in _readings(rows, named)
    }
    return {reading: int(each.split()[0]) for reading, each in found.items()}
