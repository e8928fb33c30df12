"""Rows of rates, taken apart and compared, for the pictures of the chapters."""

from typing import Any

import pandas as pd

from foxkit.view.prose import percent


def parts(frame: pd.DataFrame, pattern: str, **names: Any) -> pd.DataFrame:
    """Return the rows whose cell matches a pattern, with its named groups as columns.

    Args:
        frame: rows with a column `cell`.
        pattern: of the whole cell.
        names: group -> what its texts are called: a mapping, or a function of them.
    """
    groups = frame["cell"].str.extract(f"^{pattern}$")
    found = frame.join(groups).dropna(subset=list(groups))
    return found.assign(
        **{group: found[group].map(name) for group, name in names.items()}
    )


def simulations(number: str) -> str:
    """Return a number of simulations as people write it."""
    return f"{int(number):,} simulations"


def in_percent(frame: pd.DataFrame) -> dict[str, str]:
    """Return each row's rate with its interval as text, by its cell."""
    rows = frame.set_index("cell")[["estimate", "low", "high"]].iterrows()
    return {str(cell): percent(*row) for cell, row in rows}


def meets(frame: pd.DataFrame, low: Any, high: Any) -> pd.Series:
    """Tell which intervals of rows have a point in common with low to high."""
    return (frame["low"] <= high) & (frame["high"] >= low)
