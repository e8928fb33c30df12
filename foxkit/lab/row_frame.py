"""The data frame that `play` returns, which shows the columns that distinguish rows.

It has a module of its own, because pandas takes a second to load, and a game should
start before that.
"""

from typing import Any

import pandas as pd

from foxkit.lab.rows import HIDDEN


class Rows(pd.DataFrame):
    """A data frame that shows all columns except those listed in `attrs["hidden"]`."""

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
