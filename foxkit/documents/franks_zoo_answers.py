"""Answers to the Frank's Zoo report's claims that are more than a look-up."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, differences, estimate, in_pairs, less
from foxkit.lab.stats import Estimate, difference, pooled

MOST = (13, 11)
"""The highest number of card types: as section 5 and Table 4 have it, and as 5.1."""


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


def average_by_most(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The mean over the test decks of up to so many types, as `MOST` has them."""
    if not {*named} <= {*rows.index}:
        return {}
    return {
        f"2 to {most} types": pooled([estimate(rows, deck, column) for deck in decks])
        for most, decks in _by_most(rows, named)
    }


def less_best(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The first deck's share less the largest among the others: is it the best?"""
    return _less(rows, named, column, "idxmax")


def less_worst(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The first deck's share less the smallest among the others: is it the worst?"""
    return _less(rows, named, column, "idxmin")


def less_best_by_most(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The same as `less_best` among the decks of up to so many types."""
    if not {*named} <= {*rows.index}:
        return {}
    return {
        f"2 to {most} types: {pair}": gap
        for most, decks in _by_most(rows, named)
        for pair, gap in less_best(rows, decks, column).items()
    }


def rises(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The last of some conditions less the first, and the smallest step on the way."""
    pairs = [*zip(named[1:], named[:-1], strict=True)]
    steps = least(rows, [each for pair in pairs for each in pair], column)
    return {**less(rows, [named[-1], named[0]], column), **steps}


def middle(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """What the first of each pair is above the second on the decks of 7 to 9 types.

    Less the mean of the same on the other decks.
    """
    if not {*named} <= {*rows.index}:
        return {}
    gaps: tuple[list[Estimate], list[Estimate]] = [], []
    for one, other in in_pairs(named):
        both = (estimate(rows, each, column) for each in (one, other))
        gaps[rows.loc[one, "deck"] in (7, 8, 9)].append(difference(*both))
    rest, inner = (pooled([gap._replace(n=1) for gap in part]) for part in gaps)
    return {"7 to 9 types minus the others": difference(inner, rest)}


def approaches(rows: pd.DataFrame, *_: Any) -> Found:
    """Count the ways to choose moves in the episodes that section 4 describes."""
    return {"": int(rows["reading"].nunique())}


def predicted(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """Shares of all decisions, and of those to play cards, that are predicted."""
    counted = {"moves and passes": "right", "cards played": "right_of_moves"}
    found = [name for name in named if name in rows.index]
    return {
        reading: estimate(rows, name, column)
        for name in found
        for reading, column in counted.items()
    }


def best(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the largest share: what was asked at first."""
    own = rows.loc[[*named]]
    return {"": int(own.loc[own[column].idxmax(), "deck"])}


def worst(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The number of card types with the smallest share: what was asked at first."""
    own = rows.loc[[*named]]
    return {"": int(own.loc[own[column].idxmin(), "deck"])}


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


def _by_most(
    rows: pd.DataFrame, named: Sequence[str]
) -> Iterator[tuple[int, list[str]]]:
    """Yield each number of `MOST` with the conditions of no more types."""
    for most in MOST:
        yield most, [name for name in named if rows.loc[name, "deck"] <= most]


def _less(rows: pd.DataFrame, named: Sequence[str], column: str, which: str) -> Found:
    """Return the first condition less one of the others: `idxmax` or `idxmin`."""
    if not {*named} <= {*rows.index}:
        return {}
    other = getattr(rows.loc[[*named[1:]], column], which)()
    return differences(rows, column, [(named[0], other)])
