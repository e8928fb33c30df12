"""Rows of matches: which columns there are, and which of them are shown.

A row has every parameter of its game and players. Most of them are the usual ones and
the same in all rows: these stand last, and a notebook does not show them.
"""

from typing import Any

import pandas as pd

from foxkit.core.quoting import unknown

HIDDEN = "hidden"
"""In `attrs`: the columns that are not shown."""


class Rows(pd.DataFrame):
    """A table that shows all its columns but those named in `attrs["hidden"]`."""

    @property
    def _constructor(self) -> Any:
        return Rows

    def _shown(self) -> pd.DataFrame:
        hidden = [x for x in self.attrs.get(HIDDEN, ()) if x in self.columns]
        return pd.DataFrame(self).drop(columns=hidden)

    def __repr__(self) -> str:
        return repr(self._shown())

    def _repr_html_(self) -> str | None:
        shown: Any = self._shown()
        found: str | None = shown._repr_html_()
        return found


def with_columns(rows: pd.DataFrame, *names: str) -> pd.DataFrame:
    """Return rows that have these columns.

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
