"""The data frame that `play` returns: it shows the columns that tell rows apart.

It stands apart from what is imported before a game is played: pandas takes a second.
"""

from typing import Any

import pandas as pd

from foxkit.lab.rows import HIDDEN


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
