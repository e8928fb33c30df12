"""Rows of matches: which columns there are, and which of them are shown.

A row has every parameter of its game and players. Most of them are the usual ones and
the same in all rows: these stand last, and a notebook does not show them.
"""

from typing import TYPE_CHECKING

from foxkit.core.quoting import unknown

if TYPE_CHECKING:
    import pandas as pd

HIDDEN = "hidden"
"""In `attrs`: the columns that are not shown."""


def with_columns(rows: "pd.DataFrame", *names: str) -> "pd.DataFrame":
    """Rows that have these columns.

    Where nothing was computed yet, as in rows of `kept` without results, what is asked
    for is not known, and stands there empty.

    Raises:
        ValueError: there is no such column; it names those that there are.
    """
    missing = [name for name in names if name not in rows]
    if not missing:
        return rows
    waits = "finished" in rows and "games" not in rows and not rows["finished"].any()
    if waits or not len(rows.columns):
        return rows.assign(**dict.fromkeys(missing, float("nan")))
    raise ValueError(unknown("column", missing[0], map(str, rows.columns)))
