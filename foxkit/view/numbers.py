"""Numbers for people: rates in percent, intervals in words, tables with headings."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape, unescape
from math import isnan
from typing import Any

import pandas as pd
from pandas.io.formats.style import Styler

from foxkit.view.words import words_of

_SPACE = "\N{NO-BREAK SPACE}"


def percent(rate: float, digits: int = 1) -> str:
    """Return a rate in percent, e.g. `64.5 %`; it is rounded as the ledger's 0.645."""
    return f"{_hundred(rate, digits)}{_SPACE}%"


def _hundred(rate: float, digits: int) -> str:
    return f"{100 * round(round(float(rate), 12), digits + 2):.{digits}f}"


def interval(row: Any, column: str, digits: int = 1, rate: bool = True) -> str:
    """Return a number of a row with its interval, e.g. `64.5 % (63.4 to 65.5)`.

    Args:
        row: a row of `results`.
        column: the number; its interval stands in `_low` and `_high`.
        digits: decimals.
        rate: whether it is shown in percent.
    """
    value, low, high = (float(row[f"{column}{end}"]) for end in ("", "_low", "_high"))
    return between(value, low, high, digits, rate)


def between(
    value: float, low: float, high: float, digits: int = 1, rate: bool = True
) -> str:
    """Return a number with its interval, or nothing where one of them is missing."""
    ends = value, low, high
    if any(map(isnan, ends)):
        return ""
    written = [_hundred(x, digits) if rate else f"{x:,.{digits}f}" for x in ends]
    return f"{written[0]}{_SPACE + '%' if rate else ''} ({' to '.join(written[1:])})"


def plainly(number: float) -> str:
    """Return a number without an exponent where it is whole, e.g. `10,000,000`."""
    if isinstance(number, int):  # all digits, however many
        return f"{number:,}"
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,g}"


class Table(Styler):
    """A table that is the same each time it is made, and has a form as plain text."""

    def __init__(self, shown: pd.DataFrame) -> None:
        mark = sha256(shown.to_csv().encode()).hexdigest()[:8]
        super().__init__(shown, uuid=mark, cell_ids=False)

    def __repr__(self) -> str:
        return unescape(self.to_string(delimiter="  "))


def table(
    frame: pd.DataFrame,
    columns: Mapping[str, str] | Iterable[str],
    *,
    rates: str = "",
    means: str = "",
    digits: int = 1,
    caption: str = "",
) -> Table:
    """Return a table for people: chosen columns under headings, without the index.

    A column with an interval (`x_low`, `x_high`) is shown with it, in percent if its
    words say that it is a rate.

    Args:
        frame: rows, such as those of `play`.
        columns: column -> heading, in the order wanted, or columns that have words of
            their own (`data/columns.csv`); `condition` is the index.
        rates: columns, divided by spaces, to be shown in percent with their interval.
        means: columns, likewise, to be shown with their interval as they are.
        digits: decimals of both.
        caption: what the table shows.
    """
    rows = frame.rename_axis("condition").reset_index()
    headed = isinstance(columns, Mapping)
    shown = pd.DataFrame(index=rows.index)
    for column in columns:
        said = words_of(column)
        heading = columns[column] if headed else said.words  # type: ignore[index]
        rate = column in rates.split() or (said.is_rate and column not in means.split())
        if column in (rates + " " + means).split() or (
            not headed and f"{column}_low" in rows
        ):
            shown[heading] = [
                interval(row, column, digits, rate) for row in rows.to_dict("records")
            ]
        else:
            shown[heading] = rows[column]
    style = Table(shown)
    style.hide(axis="index").format(lambda value: _text(_plain(value)))
    style.format_index(_text, axis="columns")
    if caption:
        style.set_caption(_text(caption))
    return style


def _text(words: str) -> str:
    return escape(words, quote=False)


def _plain(value: Any) -> str:
    """Return a value of a table; a number that is missing leaves its place empty."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if value == round(value) else f"{value:,.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def in_words(groups: Mapping[str, pd.DataFrame], x: str, rates: bool = True) -> str:
    """Return the numbers of a plot in words, for those who do not see it."""
    said = {
        label: "; ".join(in_place(row, x, rates) for row in rows.to_dict("records"))
        for label, rows in groups.items()
        if len(rows)
    }
    return " ".join(f"{label}: {words}." for label, words in said.items())


def in_place(row: dict[Any, Any], x: str, rates: bool) -> str:
    """Return a row's place and its estimate, e.g. `1,000: 50.5 % (48.5 to 52.5)`."""
    place = plainly(row[x]) if isinstance(row[x], int | float) else str(row[x])
    if "low" in row:
        said = between(row["estimate"], row["low"], row["high"], rate=rates)
        return f"{place}: {said}"
    value = row["estimate"]
    return f"{place}: {percent(value) if rates else f'{value:,.4g}'}"
