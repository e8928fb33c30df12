"""Columns of rows: which there are, and which of them are shown.

A row has every parameter of its game and players. Most of them have their usual values,
the same in all rows: these columns come last, and a notebook does not show them.
"""

from collections.abc import Hashable
from numbers import Real
from typing import TYPE_CHECKING, Any

from foxkit.core.quoting import quoted, unknown_name

if TYPE_CHECKING:
    import pandas as pd

HIDDEN_KEY = "hidden"
"""The key in `attrs` of the list of columns that are not shown."""

MATCH_COLUMN = "match"
"""The column with the match of a row, from which plots take one of its games."""

CALL_KEY = "call"
"""The key in `attrs` of the keyword arguments of the call of `play` that made rows."""


def require_columns(rows: Any, *names: str) -> "pd.DataFrame":
    """Rows that have these columns.

    Where nothing was computed yet, as in rows of `computed` without results, missing
    columns are added, empty.

    Raises:
        ValueError: there is no such column; the message lists those that there are. Or
            several are called so, what is given is no data frame, or a name is no text.
    """
    if not hasattr(rows, "columns"):
        raise ValueError(f"rows are a DataFrame, as play returns, not {quoted(rows)}")
    for name in names:
        if not isinstance(name, Hashable):
            raise ValueError(f"a column is named by a text, not by {quoted(name)}")
    for name in names:
        if (times := list(rows.columns).count(name)) > 1:
            raise ValueError(f"{times} columns are called {quoted(name)}: rename them")
    missing = [name for name in names if name not in rows]
    if not missing:
        return rows
    is_empty = "finished" in rows and "games" not in rows and not rows["finished"].any()
    if is_empty or not len(rows.columns):
        return rows.assign(**dict.fromkeys(missing, float("nan")))
    raise ValueError(unknown_name("column", missing[0], map(str, rows.columns)))


def require_numbers(rows: "pd.DataFrame", column: str) -> None:
    """Raise ValueError unless all values of a column are numbers, or missing."""
    for value in rows[column]:
        if value is not None and not isinstance(value, Real):
            raise ValueError(f"column {column!r} has no numbers, but {quoted(value)}")
