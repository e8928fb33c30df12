"""Answers to published claims that are more than a look-up: the steps they share.

An answer is a function of an experiment's rows, and of the conditions and the column
that a published row names; it returns what we found, by reading, the first one first.
Those that a single document needs stand in `foxkit/documents/*_answers.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from foxkit.lab.stats import Estimate, difference

Measured = Estimate | str | int | float
Found = Mapping[str, Measured]
"""What we found, by reading; a reading that is not played is left out."""
_ENDS = ("low", "high")


def estimate(rows: pd.DataFrame, condition: str, column: str) -> Estimate:
    """Return a condition's number with its interval; without one, as a bare number."""
    value = rows.at[condition, column]
    names = (f"{column}_{end}" for end in _ENDS)
    low, high = (rows.at[condition, x] if x in rows else value for x in names)
    games = rows.at[condition, "games"] if "games" in rows else 1
    return Estimate(float(value), float(low), float(high), int(games))


def from_half(e: Estimate) -> Estimate:
    """Fold an estimate of a rate into one of its distance from one half."""
    ends = abs(e.low - 0.5), abs(e.high - 0.5)
    low = 0.0 if e.low < 0.5 < e.high else min(ends)
    return Estimate(abs(e.estimate - 0.5), low, max(ends), e.n)


def differences(
    rows: pd.DataFrame,
    column: str,
    pairs: Iterable[tuple[str, str]],
    of: Callable[[Estimate], Estimate] = lambda each: each,
) -> Found:
    """Return a column of the first of each pair of conditions less that of the second.

    The two are independent. If `of` is given, this of each number is compared.
    """
    found = {}
    for one, other in pairs:
        if {one, other} <= {*rows.index}:
            both = (estimate(rows, each, column) for each in (one, other))
            found[f"{one} minus {other}"] = difference(*map(of, both))
    return found


def in_pairs(named: Sequence[str]) -> list[tuple[str, str]]:
    """Return the first condition with the second, the third with the fourth, ..."""
    return list(zip(named[::2], named[1::2], strict=True))


def less(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """Return the first condition less the second, the third less the fourth, ..."""
    return differences(rows, column, in_pairs(named))


def less_from_half(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """Return the same for their distances from one half."""
    return differences(rows, column, in_pairs(named), from_half)
