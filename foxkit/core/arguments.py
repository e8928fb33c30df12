"""Checks of what a caller passes: whole numbers, other numbers, and choices by name.

Every function that a reader calls uses these, so that one rule holds everywhere: whole
numbers of NumPy, and floats that are whole, become plain ints; truth values, text, NaN
and infinities are refused at once, with the name of the argument and what is allowed.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from math import inf, isfinite
from numbers import Integral, Real
from typing import Any, TypeVar

from foxkit.core.quoting import did_you_mean, quoted

Function = TypeVar("Function", bound=Callable[..., Any])
LARGEST_INT = 2**63 - 1
"""The largest number of compiled code, and so the largest seed."""


def as_whole(value: Any) -> int | None:
    """A number without a fraction as an int; None for anything else."""
    if type(value) is int:
        return value
    if not _is_real_number(value):
        return None
    try:
        number = int(value)
    except (ValueError, OverflowError):  # NaN, or infinite
        return None
    return number if number == value else None


def _is_real_number(value: Any) -> bool:
    """Whether a value is a number, of Python or NumPy, and no truth value."""
    return isinstance(value, Real) and not isinstance(value, bool)


def whole_number(name: str, value: Any, least: int, most: int = LARGEST_INT) -> int:
    """An argument as an int; ValueError unless it is whole and from `least` to `most`.

    >>> whole_number("depth", 3.0, 1, 1000)
    3
    """
    number = as_whole(value)
    if number is None or not least <= number <= most:
        allowed = f"a whole number from {least} to {most}"
        raise ValueError(f"{name} is {allowed}, not {quoted(value)}")
    return number


def is_infinite(value: Any) -> bool:
    """Whether an argument is positive infinity, which means that there is no limit."""
    return isinstance(value, Real) and value == inf


def seed_number(value: Any) -> int:
    """A seed as an int; ValueError unless it is whole and fits into 63 bits."""
    return whole_number("seed", value, 0)


def real_number(
    name: str, value: Any, least: float = -inf, most: float = inf, above: float = -inf
) -> float:
    """An argument as an int or a float; ValueError unless it is finite and in bounds.

    It must be `least` or more, `most` or less, and more than `above`.
    """
    number = value if type(value) is float else as_whole(value)
    if number is None and _is_real_number(value):
        number = float(value)
    inside = number is not None and least <= number <= most and number > above
    if number is None or not inside or not isfinite(number):
        limits = [f"above {above:g}"] if above > -inf else []
        limits += [f"from {least:g}"] if least > -inf else []
        limits += [f"to {most:g}"] if most < inf else ["up"] if least > -inf else []
        allowed = " ".join(["a number", *limits])
        raise ValueError(f"{name} is {allowed}, not {quoted(value)}")
    is_float = isinstance(value, Real) and not isinstance(value, Integral)
    return float(number) if is_float else number


def one_of(name: str, value: Any, choices: Iterable[str]) -> str:
    """An argument that is one of some texts; the ValueError suggests the closest.

    >>> one_of("choice", "mostvisited", ("most visited", "highest value"))
    Traceback (most recent call last):
        ...
    ValueError: choice is 'most visited' or 'highest value', not 'mostvisited': did \
you mean 'most visited'?
    """
    allowed_values = [*choices]
    if isinstance(value, str) and value in allowed_values:
        return value
    *others, last = map(repr, allowed_values)
    allowed = f"{', '.join(others)} or {last}" if others else last
    close = did_you_mean(value, allowed_values)
    raise ValueError(f"{name} is {allowed}, not {quoted(value)}{close}")


def set_frozen_fields(instance: Any, **values: Any) -> None:
    """Write checked values into the fields of a frozen dataclass that is being made."""
    for name, value in values.items():
        object.__setattr__(instance, name, value)


def refuse_former_keywords(**names: str) -> Callable[[Function], Function]:
    """Refuse arguments of a function by their former names, and name those of today.

    Args:
        names: what each argument is called today, by its former name.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def checked(*args: Any, **arguments: Any) -> Any:
            for former in names.keys() & arguments.keys():
                raise TypeError(f"{former}= is called {names[former]}= now")
            return function(*args, **arguments)

        return checked  # type: ignore[return-value]

    return decorate
