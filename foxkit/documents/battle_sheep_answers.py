"""Answers to the Battle Sheep report's claims that are more than a look-up."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, differences, estimate
from foxkit.lab.stats import Estimate, difference

FAMILIES = ("845", "grow4")


def _last_less_first(rows: pd.DataFrame, conditions: Sequence[str], what: str) -> Found:
    return {
        name: difference(
            estimate(rows, name, f"{what}_4"), estimate(rows, name, f"{what}_1")
        )
        for name in conditions
        if name in rows.index
    }


def last_less_first(rows: pd.DataFrame, conditions: Sequence[str], *_: Any) -> Found:
    """Player 4's mean rank less player 1's."""
    return _last_less_first(rows, conditions, "place")


def freedom_falls(rows: pd.DataFrame, conditions: Sequence[str], *_: Any) -> Found:
    """L2 of player 4's cell less that of player 1's, when each chooses."""
    return _last_less_first(rows, conditions, "freedom")


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


def _total(rows: pd.DataFrame, condition: str) -> Estimate:
    """Return the sum of all mean scores, its interval no narrower than it is."""
    seats = [estimate(rows, condition, f"score_{seat}") for seat in (1, 2, 3, 4)]
    low, high = sum(e.low for e in seats), sum(e.high for e in seats)
    return Estimate(sum(e.estimate for e in seats), low, high, seats[0].n)


def _factors(rows: pd.DataFrame, one: int, other: int) -> Found:
    found = {}
    for family in FAMILIES:
        names = f"{family} all DIS {one}", f"{family} all DIS {other}"
        if {*names} <= {*rows.index}:
            a, b = (_total(rows, name) for name in names)
            found[f"{names[0]} minus {names[1]}"] = difference(a, b)
    return found


def factor_5_15(rows: pd.DataFrame, *_: Any) -> Found:
    """The players score more in all with factor 5 than with 15."""
    return _factors(rows, 5, 15)


def factor_15_10(rows: pd.DataFrame, *_: Any) -> Found:
    """The players score more in all with factor 15 than with 10."""
    return _factors(rows, 15, 10)
