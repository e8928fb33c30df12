"""Numbers for people: rates in percent, differences in points, intervals in words."""

from collections.abc import Mapping
from math import isnan, nan
from typing import Any

from foxkit.view.words import Unit

SPACE = "\N{NO-BREAK SPACE}"
_SAID: Mapping[Unit, str] = {"": "", "rate": f"{SPACE}%", "points": f"{SPACE}points"}


def between(
    value: float,
    low: float = nan,
    high: float = nan,
    digits: int = 1,
    unit: Unit = "rate",
) -> str:
    """Return a number with its interval if that is known; a missing one is empty.

    >>> between(0.645, 0.634, 0.655).replace(SPACE, " ")
    '64.5 % (63.4 to 65.5)'
    """
    if isnan(value):
        return ""
    exact = isnan(low) or isnan(high)
    if exact and not unit:
        return f"{value:,.4g}"
    shown, *ends = (_written(x, digits, unit) for x in (value, low, high))
    return shown + _SAID[unit] + ("" if exact else f" ({' to '.join(ends)})")


def _written(number: float, digits: int, unit: Unit) -> str:
    """Return a number, one with a unit in hundredths, rounded as the ledger's 0.645."""
    if not unit:
        return f"{number:z,.{digits}f}"
    return f"{100 * round(round(float(number), 12), digits + 2):z.{digits}f}"


def percent(rate: float, digits: int = 1) -> str:
    """Return a rate in percent, e.g. `64.5 %`."""
    return between(rate, digits=digits)


def interval(row: Any, column: str, digits: int = 1, unit: Unit = "rate") -> str:
    """Return a number of a row with its interval, if `_low` and `_high` are there."""
    low, high = (float(row.get(f"{column}_{end}", nan)) for end in ("low", "high"))
    return between(float(row[column]), low, high, digits, unit)


def within(value: float, half: float, unit: Unit) -> str:
    """Return a number and how well it is known in few letters, e.g. `64 ±1 %`."""
    if not unit:
        return f"{value:.3g} ±{half:.2g}"
    return f"{100 * value:z.0f}{SPACE}±{100 * half:.0f}{_SAID[unit]}"


def plainly(number: float) -> str:
    """Return a number without an exponent where it is whole, e.g. `10,000,000`."""
    if isinstance(number, int):  # all digits, however many
        return f"{number:,}"
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,g}"


def in_place(row: Mapping[Any, Any], x: str, unit: Unit) -> str:
    """Return a row's place and its estimate, e.g. `1,000: 50.5 % (48.5 to 52.5)`."""
    place = plainly(row[x]) if isinstance(row[x], int | float) else str(row[x])
    return f"{place}: {between(row['estimate'], row['low'], row['high'], unit=unit)}"
