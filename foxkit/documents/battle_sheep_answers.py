"""Answers to the Battle Sheep report's claims that are more than a look-up."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, differences, estimate
from foxkit.lab.stats import Estimate, difference, half_width, proportion

FAMILIES = ("845", "grow4")


def freedom_falls(rows: pd.DataFrame, conditions: Sequence[str], *_: Any) -> Found:
    """L2 of player 4's cell less that of player 1's, when each chooses.

    Both are known as means over the same maps only; the two halves of their intervals
    are added, which is no narrower than the difference's, however they hang together.
    """
    found = {}
    for name in conditions:
        if name in rows.index:
            last, first = (estimate(rows, name, f"freedom_{seat}") for seat in (4, 1))
            gap = last.estimate - first.estimate
            reach = half_width(last) + half_width(first)
            found[name] = Estimate(gap, gap - reach, gap + reach, last.n)
    return found


def _dis(rows: pd.DataFrame, seat: int, place: str) -> Found:
    """Return a seat's score by DIS 5 less its score by DOF."""
    pairs = [(f"{f} DIS 5 {place}", f"{f} all DOF") for f in FAMILIES]
    return differences(rows, f"score_{seat}", pairs)


def dis_second(rows: pd.DataFrame, *_: Any) -> Found:
    """Player 2 scores more by DIS 5 than by DOF."""
    return _dis(rows, 2, "second")


def dis_third(rows: pd.DataFrame, *_: Any) -> Found:
    """Player 3 scores more by DIS 5 than by DOF."""
    return _dis(rows, 3, "third")


def _factors(rows: pd.DataFrame, one: int, other: int) -> Found:
    found = {}
    for family in FAMILIES:
        names = f"{family} all DIS {one}", f"{family} all DIS {other}"
        if {*names} <= {*rows.index}:
            a, b = (estimate(rows, name, "total") for name in names)
            found[f"{names[0]} minus {names[1]}"] = difference(a, b)
    return found


def factor_5_15(rows: pd.DataFrame, *_: Any) -> Found:
    """The players score more in all with factor 5 than with 15."""
    return _factors(rows, 5, 15)


def factor_15_10(rows: pd.DataFrame, *_: Any) -> Found:
    """The players score more in all with factor 15 than with 10."""
    return _factors(rows, 15, 10)


def thirtieth_share(rows: pd.DataFrame, conditions: Sequence[str], *_: Any) -> Found:
    """The share of a table's four rank averages that a mean of 30 games can be."""
    return {
        table: proportion(int(rows.loc[table, "thirtieths"]), 4)
        for table in conditions
        if table in rows.index
    }
