"""Tables for people: headings in words, numbers to the right, intervals beside them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from foxkit.core.quoting import quoted
from foxkit.lab.numbers import Unit, estimate_in_words, plain_number, words_of_column
from foxkit.lab.rows import require_columns, require_numbers

if TYPE_CHECKING:
    import pandas as pd

    from foxkit.view.styled import StyledTable


def table(
    frame: "pd.DataFrame",
    columns: Mapping[str, str] | Iterable[str] | str,
    *,
    rates: str = "",
    points: str = "",
    means: str = "",
    digits: int = 1,
    caption: str = "",
) -> "StyledTable":
    """A table for people: chosen columns under headings, without the index.

    Args:
        frame: rows, such as those of `play`.
        columns: headings by column, in the order wanted; or columns alone, which get
            the headings and units of `data/columns.csv` and are shown with their
            intervals (`x_low`, `x_high`) if they have any. `condition` is the index.
        rates: columns to be shown in percent with their intervals, with spaces between
            the names.
        points: the same for differences of rates, in points.
        means: the same for numbers that are shown as they are.
        digits: decimals of all these.
        caption: what the table shows.

    Raises:
        ValueError: there is no such column.

    Examples:
        >>> rows = play(match(HareHounds(), RandomPlayer()), max_blocks=200)
        >>> print(table(rows, ["games", "hounds_rate"]))
        games ...
    """
    import pandas as pd

    from foxkit.view.styled import StyledTable

    rows = require_columns(frame)
    if "condition" not in rows:
        rows = rows.rename_axis("condition").reset_index()
    if not isinstance(columns, Mapping):
        columns = [columns] if isinstance(columns, str) else [*columns]
    for name, value in (("rates", rates), ("points", points), ("means", means)):
        if not isinstance(value, str):
            words = "names of columns with spaces between them"
            raise ValueError(f"{name} is a text, {words}, not {quoted(value)}")
    every = " ".join((rates, points, means)).split()
    rows = require_columns(rows, *columns, *every)
    kinds: Mapping[Unit, str] = {"": means, "rate": rates, "points": points}
    units = {column: unit for unit, each in kinds.items() for column in each.split()}
    headings: Mapping[str, str] = columns if isinstance(columns, Mapping) else {}
    if not headings:
        units = {
            x: words_of_column(x).unit for x in columns if f"{x}_low" in rows
        } | units
    for column in units:
        require_numbers(rows, column)
    records, texts = rows.to_dict("records"), dict[str, list[str]]()
    for column in columns:
        heading = headings.get(column, words_of_column(column).words)
        if heading in texts:
            raise ValueError(f"two columns have the heading {quoted(heading)}")
        texts[heading] = [
            estimate_in_words(row, column, digits, units[column])
            if column in units
            else _plain(row[column])
            for row in records
        ]
    shown = StyledTable(pd.DataFrame(texts), caption)
    return shown.hide(axis="index")


def _plain(value: Any) -> str:
    """A value of a table; a number that is missing leaves its place empty."""
    if value is None or (isinstance(value, float) and value != value):
        return ""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return plain_number(value, 4) if is_number else str(value)


@dataclass(frozen=True)
class Folded:
    """A table or picture that is folded behind one line, until somebody opens it.

    Attributes:
        shown: anything that a notebook shows as HTML or SVG, such as a `table`.
        summary: the line.

    Examples:
        >>> rows = play(match(HareHounds(), RandomPlayer()), max_blocks=200)
        >>> Folded(table(rows, ["games", "score"]), "All results")
        All results
    """

    shown: Any
    summary: str  # the line

    def __repr__(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        line = f"<summary>{escape(self.summary)}</summary>"
        drawn = hasattr(self.shown, "_repr_svg_")
        inside = self.shown._repr_svg_() if drawn else self.shown._repr_html_()
        return f"<details>{line}{inside}</details>"
