"""Numbers in words: rates in percent, intervals, times; and the names of columns."""

import re
from collections.abc import Mapping
from functools import cache
from math import inf, isnan, nan
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from foxkit import data
from foxkit.core.former import refuses_former_names
from foxkit.core.quoting import quoted, unknown_name

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "interval": "estimate_in_words",
        },
    )

Unit = Literal["", "rate", "points"]
"""The unit of a number: none, a rate shown in percent, a difference of rates in
points."""


NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
_MORE_DECIMALS = 6  # more decimals than asked for, at most
_UNIT_WORDS: Mapping[Unit, str] = {
    "": "",
    "rate": f"{NO_BREAK_SPACE}%",
    "points": f"{NO_BREAK_SPACE}points",
}


def interval_in_words(
    value: float,
    low: float = nan,
    high: float = nan,
    digits: int = 1,
    unit: Unit = "rate",
) -> str:
    """A number with its interval if that is known; empty for NaN.

    It has more than `digits` decimals where the ends of the interval would look alike.

    >>> interval_in_words(0.645, 0.634, 0.655).replace(NO_BREAK_SPACE, " ")
    '64.5 % (63.4 to 65.5)'
    """
    if isnan(value):
        return ""
    exact = isnan(low) or isnan(high)
    if exact and not unit:
        return plain_number(value, 4)
    for decimals in range(digits, digits + _MORE_DECIMALS):
        numbers = [float(x) for x in (value, low, high)]
        if unit:  # in hundredths, rounded as the ledger's 0.645
            numbers = [100 * round(round(x, 12), decimals + 2) for x in numbers]
        form = f"z,.{decimals}f" if not unit else f"z.{decimals}f"
        shown, *ends = (f"{x:{form}}" for x in numbers)
        if exact or low == high or ends[0] != ends[1]:
            break
    return shown + _UNIT_WORDS[unit] + ("" if exact else f" ({' to '.join(ends)})")


def percent(rate: float, digits: int = 1) -> str:
    """A rate as a text in percent.

    Args:
        rate: from 0 to 1.
        digits: decimals.

    Examples:
        >>> print(percent(0.6449), percent(0.5, digits=0))
        64.5 % 50 %
    """
    return interval_in_words(rate, digits=digits)


def estimate_in_words(
    row: Any, column: str, digits: int = 1, unit: Unit = "rate"
) -> str:
    """A number of a row as a text, with its 95 % interval if the row has one.

    Args:
        row: a row of `play`, or a dict.
        column: the number; `column_low` and `column_high` are the ends.
        digits: decimals.
        unit: `rate` shows percent, `points` a difference of rates in points, and "" the
            number as it is.

    Raises:
        ValueError: it is no row, or has no such column.

    Examples:
        >>> row = {"score": 0.645, "score_low": 0.634, "score_high": 0.655}
        >>> print(estimate_in_words(row, "score"))
        64.5 % (63.4 to 65.5)
    """
    if not hasattr(row, "keys") or hasattr(row, "columns"):
        raise ValueError(f"a row is one of play's, or a dict, not {quoted(row)}")
    if column not in row:
        raise ValueError(unknown_name("column", column, map(str, row.keys())))
    low, high = (float(row.get(f"{column}_{end}", nan)) for end in ("low", "high"))
    return interval_in_words(float(row[column]), low, high, digits, unit)


def number_with_half_width(value: float, half: float, unit: Unit) -> str:
    """A number with half the width of its interval, in few letters: `64 ±1 %`."""
    if not unit:
        return f"{value:.3g} ±{half:.2g}"
    enough = (
        x for x in range(_MORE_DECIMALS) if half == 0 or float(f"{100 * half:.{x}f}")
    )
    digits = next(enough, _MORE_DECIMALS)
    number, reach = f"{100 * value:z.{digits}f}", f"±{100 * half:.{digits}f}"
    return f"{number}{NO_BREAK_SPACE}{reach}{_UNIT_WORDS[unit]}"


def plain_number(number: float, digits: int = 6) -> str:
    """A number, without an exponent if it is whole: `10,000,000`.

    One that is not whole has so many significant digits, or none behind the point.
    """
    if isinstance(number, int):  # all digits, however many
        return f"{number:,}"
    whole = float(number).is_integer() or 10**digits <= abs(number) < inf
    return f"{number:,.0f}" if whole else f"{number:,.{digits}g}"


def signed_number(value: float, digits: int = 3) -> str:
    """A number with its sign."""
    return f"{value:+.{digits}f}".replace("-", "\N{MINUS SIGN}")


def count_in_words(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 move`, `3 moves`, `no moves`."""
    noun = one if number == 1 else many or f"{one}s"
    return f"{plain_number(number) if number else 'no'} {noun}"


def duration_in_words(seconds: float) -> str:
    """A time in words, in the largest fitting unit, such as `3.2 min`."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 0.95 else f"{seconds:.1g} s"


class ColumnWords(NamedTuple):
    """The words for a column, and the unit of its numbers."""

    words: str
    unit: Unit = ""


@cache
def _declared_columns() -> dict[str, ColumnWords]:
    """The words and the unit of every column in `data/columns.csv`."""
    rows = data.csv_rows(data.WORKBOOK / "columns.csv")
    return {x["column"]: ColumnWords(x["words"], cast("Unit", x["is"])) for x in rows}


def words_of_column(column: Any) -> ColumnWords:
    """The words for a column (`data/columns.csv`); its own name if there are none.

    >>> words_of_column("sheep_rate")
    ColumnWords(words='games won by the sheep', unit='rate')
    """
    column = str(column)
    if column in _declared_columns():
        return _declared_columns()[column]
    for name, form in _declared_columns().items():
        pattern = re.escape(name).replace("PLAYER", "([a-z]+)")
        if "PLAYER" in name and (matched := re.fullmatch(pattern, column)):
            return form._replace(words=form.words.replace("PLAYER", matched[1]))
    return ColumnWords(column)
