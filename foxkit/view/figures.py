"""The picture that every experiment gets: its rates against the factors that vary."""

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
from pandas.api.types import is_numeric_dtype

from foxkit.lab import store
from foxkit.view.drawing import Drawing
from foxkit.view.plots import curve, dots

_SERIES = 5  # colours, markers and dashes that are told apart
_WIDE = 20  # a factor that spans this ratio stands on a logarithmic axis


def varying(rows: pd.DataFrame) -> list[str]:
    """Return the factors that differ between rows, those of the rivals last."""
    names = list(rows.loc[:, :"games"].columns[:-1])
    found = [name for name in names if rows[name].nunique(dropna=False) > 1]
    return sorted(found, key=lambda name: name.startswith("rival_"))


def _quantity(rows: pd.DataFrame) -> str:
    """Return what matches are about: a score, or between copies who moves first."""
    names = [
        x for x in rows if x != "agent" and f"rival_{x}" in rows and "score" not in x
    ]
    same = (rows[x].eq(rows[f"rival_{x}"]) | rows[x].isna() for x in names)
    copies = all(column.all() for column in same)
    rates = [column for column in rows if column.endswith("_rate")]
    return rates[0] if rates and copies else "score"


def figure(name: str, folder: Path = store.FOLDER) -> Drawing | None:
    """Draw the stored matches of an experiment; None where it has none.

    If numbers vary, the one with most values is the x axis and the next factor tells
    the curves apart; else there is a row of dots for each condition.
    """
    rows = store.results(name, folder)
    if "rival_score" not in rows:
        return None
    rows = rows.dropna(subset="rival_score")
    title, y = store.page(name, folder)["title"], _quantity(rows)
    for x, by in _axes(rows):
        log = rows[x].min() > 0 and rows[x].max() / rows[x].min() > _WIDE
        named = rows.sort_values(by) if by else rows
        if by:
            named = named.assign(**{by: f"{by} " + named[by].astype(str)})
        return curve(named, x, y, by=by, log=log, title=title)
    return dots(rows.reset_index(), y, "condition", title=title)


def _axes(rows: pd.DataFrame) -> Iterator[tuple[str, str | None]]:
    """Yield a number for the x axis and what tells curves apart, best ones first.

    No two rows may share a place, and every other factor must follow from either.
    """
    factors = [x for x in varying(rows) if x not in ("agent", "rival_agent")]
    numbers = [
        x for x in factors if is_numeric_dtype(rows[x]) and rows[x].notna().all()
    ]
    for x in sorted(numbers, key=lambda each: -rows[each].nunique()):
        for by in (None, *(each for each in factors if each != x)):
            keys = [x] if by is None else [x, by]
            told = by is None or rows[by].nunique() <= _SERIES
            follows = all(
                any(rows.groupby(key)[each].nunique().le(1).all() for key in keys)
                for each in factors
            )
            alone = not rows.duplicated(keys).any()
            if told and follows and alone and rows[x].nunique() > 2:
                yield x, by


def write_figure(name: str, folder: Path) -> list[Path]:
    """Write an experiment's figure as SVG into a folder; return the files."""
    drawing = figure(name)
    if drawing is None:
        return []
    path = folder / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    drawing.save(path)
    return [path]
