"""Tables for people: headings in words, numbers to the right, intervals beside them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape, unescape
from typing import Any

import pandas as pd
from pandas.io.formats.style import Styler

from foxkit.lab.rows import with_columns
from foxkit.view.numbers import Unit, interval, words_of

_NUMBER = re.compile(
    r"(?:[\s\d.,%()±~<=>→/^+-]|[exsmh!?]|[MG]b|to|of|points|so far|waits for games)+"
)
"""What a number consists of: `64.5 % (63.4 to 65.5)`, `6 of 31 =`, `41Gb -`."""


class StyledTable(Styler):
    """A table of texts that is the same each time, and has a form as plain text.

    A cell of several texts has a line for each; texts that are not ours are no markup.
    """

    def __init__(self, texts: pd.DataFrame, caption: str = "") -> None:
        mark = sha256(texts.to_csv().encode()).hexdigest()[:8]
        super().__init__(texts, uuid=mark, cell_ids=False)
        self.format(_cell, na_rep="")
        self.format_index(_cell, axis="index").format_index(_cell, axis="columns")
        every = (texts.iloc[:, i].dropna() for i in range(texts.shape[1]))
        columns = [[*filter(None, column)] for column in every]
        right: Any = [
            {"selector": f".col{i}", "props": "text-align: right"}
            for i, cells in enumerate(columns)
            if 2 * sum(map(_is_number, cells)) >= len(cells)  # with words among them
        ]
        self.set_table_styles(right)
        if caption:
            self.set_caption(_cell(caption))

    def __repr__(self) -> str:
        lines = unescape(self.to_string(delimiter="  "))
        return lines.replace("<wbr>", "").replace("<br>", "; ")


def _is_number(text: Any) -> bool:
    return _NUMBER.fullmatch(str(text)) is not None


def _cell(value: Any) -> str:
    """Return the HTML of a text, or of several; long names may break."""
    parts = value if isinstance(value, list) else [str(value)]
    said = "<br>".join(escape(each, quote=False) for each in parts)
    return said.replace("_", "_<wbr>").replace("&gt;", "&gt;<wbr>")


def table(
    frame: pd.DataFrame,
    columns: Mapping[str, str] | Iterable[str],
    *,
    rates: str = "",
    points: str = "",
    means: str = "",
    digits: int = 1,
    caption: str = "",
) -> StyledTable:
    """Return a table for people: chosen columns under headings, without the index.

    Args:
        frame: rows, such as those of `play`.
        columns: column -> heading, in the order wanted, or columns that have words of
            their own (`data/columns.csv`), shown with their intervals (`x_low`,
            `x_high`) if they have any; `condition` is the index.
        rates: columns, divided by spaces, to be shown in percent with their interval.
        points: likewise, differences of rates, in points.
        means: likewise, as they are.
        digits: decimals of all these.
        caption: what the table shows.

    Raises:
        ValueError: there is no such column.
    """
    rows = frame.rename_axis("condition").reset_index()
    columns = columns if isinstance(columns, Mapping) else [*columns]
    every = " ".join((rates, points, means)).split()
    rows = with_columns(rows, *columns, *every)
    kinds: Mapping[Unit, str] = {"": means, "rate": rates, "points": points}
    asked = {column: unit for unit, each in kinds.items() for column in each.split()}
    headings: Mapping[str, str] = columns if isinstance(columns, Mapping) else {}
    if not headings:
        asked = {x: words_of(x).unit for x in columns if f"{x}_low" in rows} | asked
    records = rows.to_dict("records")
    texts = {
        headings.get(column, words_of(column).words): [
            interval(row, column, digits, asked[column])
            if column in asked
            else _plain(row[column])
            for row in records
        ]
        for column in columns
    }
    shown = StyledTable(pd.DataFrame(texts), caption)
    return shown.hide(axis="index")


def _plain(value: Any) -> str:
    """Return a value of a table; a number that is missing leaves its place empty."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    if isinstance(value, float):
        return f"{value:,.0f}" if value == round(value) else f"{value:,.4g}"
    whole = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if whole else str(value)


@dataclass(frozen=True)
class Folded:
    """Anything that a notebook shows as HTML or SVG, such as a table, behind a line."""

    shown: Any
    summary: str  # the line

    def __repr__(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        line = f"<summary>{escape(self.summary)}</summary>"
        drawn = hasattr(self.shown, "_repr_svg_")
        inside = self.shown._repr_svg_() if drawn else self.shown._repr_html_()
        return f"<details>{line}{inside}</details>"
