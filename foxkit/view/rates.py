"""Rows of rates, taken apart and compared, for the pictures of the chapters."""

from typing import Any

import pandas as pd

from foxkit.lab import results
from foxkit.lab.measured import measure
from foxkit.lab.published import claims
from foxkit.lab.stats import Estimate
from foxkit.rules.fox_game import FoxGame
from foxkit.view.percent import percent

_ENDS = {"": "estimate", "_low": "low", "_high": "high"}


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


def by_limit(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows on sideways limits alone, with the limit as a column."""
    usual = {"recommended": f"limit-{FoxGame().sideways_limit}"}
    frame = frame.assign(cell=frame["cell"].replace(usual))
    return parts(frame, r"limit-(?P<limit>\d+)", limit=int)


def turns(name: str) -> pd.DataFrame:
    """Return the mean turns of an experiment's games in the shape of rates."""
    columns = {f"turns{end}": to for end, to in _ENDS.items()}
    found = results.table(name)[list(columns)].rename(columns=columns)
    return found.rename_axis("cell").reset_index()


def measured(id: str) -> dict[str, Estimate]:
    """Return the readings of a published row that are played and have intervals."""
    claim = claims()[id]
    table = results.table(claim.experiment)
    found = measure(table, claim.cell, claim.quantity)
    return {cell: one for cell, one in found.items() if isinstance(one, Estimate)}


def printed(id: str) -> tuple[float, ...]:
    """Return the printed numbers of a published row."""
    return tuple(map(float, claims()[id].value.split()))


def lengths(frame: pd.DataFrame, by: str) -> dict[str, str]:
    """Return the rows of `turns` with their intervals as text, by a column."""
    return {
        row[by]: f"{row['estimate']:.0f} turns ({row['low']:.0f} to {row['high']:.0f})"
        for _, row in frame.iterrows()
    }


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
