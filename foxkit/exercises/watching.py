"""What is done with a function that a reader writes: watched, and stopped.

It gets positions that write down what is played on from them. One that does not come
to its end is stopped between two of its lines, so never in compiled code.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import thread_time
from types import CodeType
from typing import Any, Self

from foxkit.exercises.played import place_of, returned
from foxkit.exercises.table import Empty, Wrong, require
from foxkit.rules.position import Position

SECONDS = 5.0
"""How long a reader's function may think about one question."""


class TooLong(BaseException):
    """A reader's function has not come to its end; no `except Exception` catches it."""


@dataclass(frozen=True)
class Watched(Position):
    """A position that writes down the moves that are played on from it."""

    played: list[str] = field(default_factory=list, compare=False, repr=False)

    def play(self, move: str) -> Self:
        """Return the position after a move, and write it down."""
        after = super().play(move)
        self.played.append(move)
        return type(self)(after.game, after.state, self.played)


def asked(function: Any, *arguments: Any) -> Any:
    """Return what a reader's function returns.

    Raises:
        Empty: there are still three dots in it.
        Wrong: it fails, returns nothing or does not come to an end.
    """
    if has_dots(getattr(function, "__code__", None)):
        raise Empty
    with _limited(function):
        return returned(function, *arguments)


def has_dots(code: CodeType | None) -> bool:
    """Return whether three dots still stand for something in a function's code."""
    inner = code.co_consts if code else ()
    return any(x is ... or (isinstance(x, CodeType) and has_dots(x)) for x in inner)


@contextmanager
def _limited(function: Any) -> Iterator[None]:
    """Stop a function, and others of its notebook, after SECONDS of processor time."""
    until, before = thread_time() + SECONDS, sys.gettrace()
    own = getattr(function, "__globals__", None)

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_globals is not own:
            return None
        if thread_time() > until:
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
    """Return what was returned if it is a dictionary with just these keys."""
    words = f"`{name}` is to return a dictionary with {of}, and returns a"
    require(isinstance(found, dict), f"{words} {type(found).__name__}.")
    require(
        {*found} == {*keys},
        f"{words} dictionary with other keys: are they left from a call before?",
    )
    return dict(found)
