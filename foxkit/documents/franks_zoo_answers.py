"""Answers to the Frank's Zoo report's claims that are more than a look-up."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, estimate, less
from foxkit.lab.stats import difference, pooled


def average(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The mean over all test decks, in each reading."""
    return {
        reading: pooled([estimate(own, deck, column) for deck in own.index])
        for reading, own in _readings(rows, named)
    }


def average_less(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The mean over all test decks in the first reading, less that in each other."""
    means: dict[str, Any] = {**average(rows, named, column)}
    readings = [*means]
    return {
        f"{readings[0]} minus {other}": difference(means[readings[0]], means[other])
        for other in readings[1:]
    }


def least(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The smallest of the differences of pairs: is each of them above a number?"""
    found: dict[str, Any] = {**less(rows, named, column)}
    lowest = sorted(found, key=lambda pair: found[pair].estimate)[:1]
    return {pair: found[pair] for pair in lowest}


def best(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the largest share, in each reading."""
    return {
        reading: int(own.loc[own[column].idxmax(), "deck"])
        for reading, own in _readings(rows, named)
    }


def worst(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the smallest share, in each reading."""
    return {
        reading: int(own.loc[own[column].idxmin(), "deck"])
        for reading, own in _readings(rows, named)
    }


def more_types(rows: pd.DataFrame, *_: Any) -> Found:
    """Does the standard deck have more types of cards than every test deck?"""
    kinds = rows.groupby("deck")["kind"].nunique()
    return {"": "yes" if kinds[0] > kinds[kinds.index > 0].max() else "no"}


def _readings(
    rows: pd.DataFrame, named: Sequence[str]
) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the rows of each reading, once all conditions are played."""
    if {*named} <= {*rows.index}:
        own = rows.loc[[*named]]
        yield from own.groupby(own.get("reading", pd.Series("", own.index)), sort=False)
