"""What is done with a function that a reader writes: watched, and stopped.

It gets positions that write down what is played on from them. One that does not come
to its end is stopped between two of its lines, so never in compiled code.
"""

import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from time import process_time
from types import CodeType
from typing import Any, Self

from foxkit.core.position import Position
from foxkit.core.quoting import quoted, shortened
from foxkit.exercises.verdict import Empty, Wrong, require

SECONDS = 5.0
"""How long a reader's function may think about one question."""


class TooLong(BaseException):
    """A reader's function has not come to its end; no `except Exception` catches it."""


_met = lru_cache(100_000)(Position)
"""The positions that readers' functions have met: a search comes back to many."""


@dataclass(frozen=True)
class Watched(Position):
    """A position that writes down the moves that are played on from it."""

    played: list[str] = field(default_factory=list, compare=False, repr=False)

    @cached_property
    def codes(self) -> Any:
        """The codes of the legal moves, found once for each state."""
        return _met(self.game, self.state).codes

    def play(self, move: str) -> Self:
        """The position after a move, and write it down."""
        after = super().play(move)
        self.played.append(move)
        return type(self)(after.game, after.state, self.played)


def asked(function: Any, *arguments: Any) -> Any:
    """What a reader's function returns.

    Raises:
        Empty: there are still three dots in it.
        Wrong: it fails, returns nothing or does not come to an end.
    """
    if has_dots(getattr(function, "__code__", None)):
        raise Empty
    with _limited(function):
        return returned(function, *arguments)


def returned(function: Any, *arguments: Any) -> Any:
    """What a reader's function returns.

    Raises:
        Wrong: it is no function, it fails, or it returns nothing.
        Empty: it returns the three dots.
    """
    words = f"A function is asked for, and this is `{quoted(function)}`."
    require(callable(function), words)
    name = getattr(function, "__name__", "your function")
    try:
        result = function(*arguments)
    except Exception as error:
        told = f"{type(error).__name__}, {last_line(error)}"
        raise Wrong(f"`{name}` fails{place_of(function, error)}: {told}") from error
    if result is ...:
        raise Empty
    require(result is not None, f"`{name}` returns nothing; is a `return` missing?")
    return result


def last_line(error: Exception) -> str:
    """The end of an error's message, as far as it can be read."""
    lines = str(error).strip().splitlines()
    return shortened(lines[-1].strip(), 200) if lines else "without a message"


def place_of(function: Any, error: BaseException) -> str:
    """Where in a reader's function an error came from, as far as is known."""
    code = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if code and frame.filename == code.co_filename]
    return f" at `{own[-1].line}`" if own and own[-1].line else ""


def has_dots(code: CodeType | None) -> bool:
    """Whether three dots still stand for something in a function's code."""
    inner = code.co_consts if code else ()
    return any(x is ... or (isinstance(x, CodeType) and has_dots(x)) for x in inner)


@contextmanager
def _limited(function: Any) -> Iterator[None]:
    """Stop a function, and others of its notebook, after SECONDS of processor time."""
    until, before = process_time() + SECONDS, sys.gettrace()
    own = getattr(function, "__globals__", None)

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_globals is not own:
            return None
        if process_time() > until:
            raise TooLong
        return trace

    sys.settrace(trace)
    try:
        yield
    except TooLong as error:
        name, place = getattr(function, "__name__", "it"), place_of(function, error)
        words = f"`{name}` was stopped{place} after {SECONDS:g} seconds: does every"
        raise Wrong(f"{words} loop end, and every call of itself?") from None
    finally:
        sys.settrace(before)


def dictionary(found: Any, keys: Iterable[Any], name: str, of: str) -> dict[Any, Any]:
    """What was returned if it is a dictionary with just these keys."""
    words = f"`{name}` is to return a dictionary with {of}, and returns a"
    require(isinstance(found, dict), f"{words} {type(found).__name__}.")
    require(
        {*found} == {*keys},
        f"{words} dictionary with other keys: are they left from a call before?",
    )
    return dict(found)
