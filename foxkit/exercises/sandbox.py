"""Calls of a function that a reader writes, with a limit of time.

It gets positions that record which moves are played from them. A function that does not
end is stopped between two of its lines, so never within compiled code.
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
from foxkit.exercises.verdict import Unanswered, Wrong, require, require_number

TIME_LIMIT_SECONDS = 5.0
"""The processor time that a reader's function has for one question."""


class TimeLimitReached(BaseException):
    """A reader's function does not end; no `except Exception` catches this error."""


_cached_position = lru_cache(100_000)(Position)
"""Positions with remembered moves; a search returns to many."""


@dataclass(frozen=True)
class RecordedPosition(Position):
    """A position that records the moves that are played from it, in `played`."""

    played: list[str] = field(default_factory=list, compare=False, repr=False)

    @cached_property
    def codes(self) -> Any:
        """The codes of the legal moves, computed once for each state."""
        return _cached_position(self.game, self.state).codes

    def play(self, move: str) -> Self:
        """The position after a move, which is recorded."""
        after = super().play(move)
        self.played.append(move)
        return type(self)(after.game, after.state, self.played)


def call_with_time_limit(function: Any, *arguments: Any) -> Any:
    """What a reader's function returns.

    Raises:
        Unanswered: there are still three dots in the function.
        Wrong: the function fails, returns nothing, or does not end.
    """
    if has_dots(getattr(function, "__code__", None)):
        raise Unanswered
    with _with_time_limit(function):
        return call_readers_function(function, *arguments)


def number_returned(function: Any, *arguments: Any) -> float:
    """The number that a reader's function returns.

    Raises:
        Unanswered, Wrong: as for `call_with_time_limit`; `Wrong` also where the result
            is no number.
    """
    return require_number(call_with_time_limit(function, *arguments), "What it returns")


def call_readers_function(function: Any, *arguments: Any) -> Any:
    """What a reader's function returns.

    Raises:
        Wrong: the answer is no function, fails, or returns nothing.
        Unanswered: the function returns the three dots.
    """
    words = f"A function is asked for, and this is `{quoted(function)}`."
    require(callable(function), words)
    name = getattr(function, "__name__", "your function")
    try:
        result = function(*arguments)
    except Exception as error:
        error_in_words = f"{type(error).__name__}, {last_line_of_message(error)}"
        raise Wrong(
            f"`{name}` fails{failing_line_in_words(function, error)}: {error_in_words}"
        ) from error
    if result is ...:
        raise Unanswered
    require(result is not None, f"`{name}` returns nothing; is a `return` missing?")
    return result


def last_line_of_message(error: Exception) -> str:
    """The end of an error's message, as far as it can be read."""
    lines = str(error).strip().splitlines()
    return shortened(lines[-1].strip(), 200) if lines else "without a message"


def failing_line_in_words(function: Any, error: BaseException) -> str:
    """The line of a reader's function that raised an error, in words; or empty."""
    code = getattr(function, "__code__", None)
    frames = traceback.extract_tb(error.__traceback__)
    readers_frames = [
        frame for frame in frames if code and frame.filename == code.co_filename
    ]
    return (
        f" at `{readers_frames[-1].line}`"
        if readers_frames and readers_frames[-1].line
        else ""
    )


def has_dots(code: CodeType | None) -> bool:
    """Whether a function's code still contains three dots."""
    inner = code.co_consts if code else ()
    return any(x is ... or (isinstance(x, CodeType) and has_dots(x)) for x in inner)


@contextmanager
def _with_time_limit(function: Any) -> Iterator[None]:
    """Within this `with`, stop a function after `TIME_LIMIT_SECONDS` of processor time.

    Other functions of its notebook are stopped, too.
    """
    deadline, former_trace = process_time() + TIME_LIMIT_SECONDS, sys.gettrace()
    readers_globals = getattr(function, "__globals__", None)

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_globals is not readers_globals:
            return None
        if process_time() > deadline:
            raise TimeLimitReached
        return trace

    sys.settrace(trace)
    try:
        yield
    except TimeLimitReached as error:
        name = getattr(function, "__name__", "it")
        line_in_words = failing_line_in_words(function, error)
        raise Wrong(
            f"`{name}` was stopped{line_in_words} after {TIME_LIMIT_SECONDS:g} seconds:"
            " does every loop end, and every call of itself?"
        ) from None
    finally:
        sys.settrace(former_trace)


def require_dictionary(
    returned: Any, keys: Iterable[Any], name: str, content: str
) -> dict[Any, Any]:
    """A returned dictionary, checked to have exactly these keys."""
    words = f"`{name}` is to return a dictionary with {content}, and returns a"
    require(isinstance(returned, dict), f"{words} {type(returned).__name__}.")
    require(
        {*returned} == {*keys},
        f"{words} dictionary with other keys: are they left from a call before?",
    )
    return dict(returned)
