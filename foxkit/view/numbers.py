"""Numbers and columns for people: rates in percent, intervals and columns in words."""

import re
from collections.abc import Mapping
from functools import cache
from math import isnan, nan
from typing import Any, Literal, NamedTuple, cast

from foxkit import data

Unit = Literal["", "rate", "points"]
"""What a number is: no share, a share shown in percent, a difference of two shares."""


SPACE = "\N{NO-BREAK SPACE}"
_MORE = 6  # decimals at most, beyond those asked for
_SAID: Mapping[Unit, str] = {"": "", "rate": f"{SPACE}%", "points": f"{SPACE}points"}


def between(
    value: float,
    low: float = nan,
    high: float = nan,
    digits: int = 1,
    unit: Unit = "rate",
) -> str:
    """A number with its interval if that is known; a missing one is empty.

    It has more than `digits` decimals where the ends of the interval look alike else.

    >>> between(0.645, 0.634, 0.655).replace(SPACE, " ")
    '64.5 % (63.4 to 65.5)'
    """
    if isnan(value):
        return ""
    exact = isnan(low) or isnan(high)
    if exact and not unit:
        return f"{value:,.4g}"
    for decimals in range(digits, digits + _MORE):
        numbers = [float(x) for x in (value, low, high)]
        if unit:  # in hundredths, rounded as the ledger's 0.645
            numbers = [100 * round(round(x, 12), decimals + 2) for x in numbers]
        said = f"z,.{decimals}f" if not unit else f"z.{decimals}f"
        shown, *ends = (f"{x:{said}}" for x in numbers)
        if exact or low == high or ends[0] != ends[1]:
            break
    return shown + _SAID[unit] + ("" if exact else f" ({' to '.join(ends)})")


def percent(rate: float, digits: int = 1) -> str:
    """A rate as a text in percent.

    Args:
        rate: from 0 to 1.
        digits: decimals.

    Examples:
        >>> print(percent(0.6449), percent(0.5, digits=0))
        64.5 % 50 %
    """
    return between(rate, digits=digits)


def interval(row: Any, column: str, digits: int = 1, unit: Unit = "rate") -> str:
    """A number of a row as a text, with its 95 % interval if the row has one.

    Args:
        row: a row of `play`, or a dict.
        column: the number; `column_low` and `column_high` are the ends.
        digits: decimals.
        unit: `rate` shows percent, `points` a difference of rates in points, and "" the
            number as it is.

    Examples:
        >>> row = {"score": 0.645, "score_low": 0.634, "score_high": 0.655}
        >>> print(interval(row, "score"))
        64.5 % (63.4 to 65.5)
    """
    low, high = (float(row.get(f"{column}_{end}", nan)) for end in ("low", "high"))
    return between(float(row[column]), low, high, digits, unit)


def within(value: float, half: float, unit: Unit) -> str:
    """A number and how well it is known in few letters, e.g. `64 ±1 %`."""
    if not unit:
        return f"{value:.3g} ±{half:.2g}"
    many = (x for x in range(_MORE) if half == 0 or float(f"{100 * half:.{x}f}"))
    digits = next(many, _MORE)
    return f"{100 * value:z.{digits}f}{SPACE}±{100 * half:.{digits}f}{_SAID[unit]}"


def plainly(number: float) -> str:
    """A number without an exponent where it is whole, e.g. `10,000,000`."""
    if isinstance(number, int):  # all digits, however many
        return f"{number:,}"
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,g}"


class Label(NamedTuple):
    """A column's words, and what its numbers are."""

    words: str
    unit: Unit = ""


@cache
def _known() -> dict[str, Label]:
    rows = data.table(data.WORKBOOK / "columns.csv")
    return {x["column"]: Label(x["words"], cast("Unit", x["is"])) for x in rows}


def words_of(column: Any) -> Label:
    """The words of a column; its own name where none are declared.

    >>> words_of("sheep_rate")
    Label(words='games won by the sheep', unit='rate')
    """
    column = str(column)
    if column in _known():
        return _known()[column]
    for name, said in _known().items():
        pattern = re.escape(name).replace("PLAYER", "([a-z]+)")
        if "PLAYER" in name and (found := re.fullmatch(pattern, column)):
            return said._replace(words=said.words.replace("PLAYER", found[1]))
    return Label(column)
