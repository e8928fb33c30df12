"""Rates as people write them, rounded in one place."""

from collections.abc import Mapping
from typing import Any

import pandas as pd


def in_hundred(rate: float) -> float:
    """Return a rate in percent, rounded once, so that it is the ledger's 0.463."""
    return round(100 * round(float(rate), 3), 1)


def percent(rate: float, *interval: float) -> str:
    """Return a rate in [0, 1], and its interval if there is one, in percent."""
    shown, *ends = (f"{in_hundred(x):.1f}" for x in (rate, *interval))
    return f"{shown} %" + (f" ({' to '.join(ends)})" if ends else "")


def points(difference: float, *interval: float) -> str:
    """Return a difference of rates, and its interval, in percentage points."""
    return percent(difference, *interval).replace("%", "points")


def _said(row: dict[str, Any], x: str) -> str:
    value = f"{row[x]:,g}" if isinstance(row[x], int | float) else str(row[x])
    ends = (row["low"], row["high"]) if "low" in row else ()
    return f"{value}: {percent(row['estimate'], *ends)}"


def in_words(groups: Mapping[str, pd.DataFrame], x: str) -> str:
    """Return a sentence a group: column `x`, and the estimate with its interval."""
    said = {
        label: "; ".join(_said(row, x) for row in rows.to_dict("records"))
        for label, rows in groups.items()
    }
    return " ".join(f"{label}: {words}." for label, words in said.items())
