"""What is done with a function that a reader writes: watched, stopped, told.

The function gets positions that write down what is played on from them. One that does
not come to its end is stopped: by the next position that it asks for something, since
an error that comes from outside while compiled code runs could end the process; from
outside where it asks none. What it needs has to be compiled before it is asked.
`slips.csv` has what to say of the usual slips of each search of `blackboard`.
"""

import csv
import ctypes
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from math import isclose
from operator import itemgetter
from pathlib import Path
from threading import Event, Lock, Timer, get_ident
from types import CodeType
from typing import Any

from foxkit.exercises.played import place_of, returned
from foxkit.exercises.table import Empty, Wrong, require
from foxkit.rules.position import Position

SECONDS = 5.0
"""How long a reader's function may think about one question."""
_GRACE = 0.3  # more, for a position to stop it
_late = Event()  # whether the function under way has had its time


class TooLong(BaseException):
    """A reader's function has not come to its end; no `except Exception` catches it."""


def _require_time() -> None:
    if _late.is_set():
        raise TooLong


@dataclass(frozen=True)
class Timed(Position):
    """A position that stops a function which asks it anything when its time is over."""

    def play(self, move: str) -> "Timed":
        """Return the position after a move."""
        _require_time()
        after = super().play(move)
        return Timed(after.game, after.state)

    @property
    def mover(self) -> str:
        """The player to move."""
        _require_time()
        return super().mover

    @property
    def outcome(self) -> dict[str, float] | None:
        """Each player's payoff, None while the game goes on."""
        _require_time()
        return super().outcome


@dataclass
class Watch:
    """What was done with the positions that a reader's function was given."""

    lines: list[tuple[str, ...]] = field(default_factory=list)

    def over(self, position: Position) -> "Watched":
        """Return a position to give away."""
        return Watched(position.game, position.state, self)


@dataclass(frozen=True)
class Watched(Timed):
    """A position that writes down the moves that lead on from it."""

    watch: Watch = field(compare=False, repr=False)
    line: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def play(self, move: str) -> "Watched":
        """Return the position after a move, and write it down."""
        after, line = super().play(move), (*self.line, move)
        self.watch.lines.append(line)
        return Watched(after.game, after.state, self.watch, line)


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
    """Stop what runs for longer than SECONDS, also in a loop that never ends."""
    caller, lock, finished = get_ident(), Lock(), Event()

    def stop() -> None:
        with lock:
            if not finished.is_set():
                _late.set()
        finished.wait(_GRACE)
        with lock:
            if not finished.is_set():
                thread, error = ctypes.c_ulong(caller), ctypes.py_object(TooLong)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, error)

    timer = Timer(SECONDS, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    except TooLong as error:
        name, place = getattr(function, "__name__", "it"), place_of(function, error)
        words = f"`{name}` was stopped{place} after {SECONDS:g} seconds"
        raise Wrong(f"{words}: does every loop come to an end?") from None
    finally:
        with lock:
            finished.set()
            _late.clear()
        timer.cancel()


def _slips() -> dict[str, dict[str, str]]:
    text = Path(__file__).with_name("slips.csv").read_text(encoding="utf-8")
    rows = groupby(csv.DictReader(text.splitlines()), itemgetter("search"))
    return {name: {row["slip"]: row["words"] for row in own} for name, own in rows}


SLIPS = _slips()
"""For each search, its slips and what to say of them."""


def slip(
    search: str,
    function: Callable[..., Any],
    questions: Iterable[tuple[Any, ...]],
    given: list[Any],
) -> str:
    """Return what to say of the slip by which one gets what was given, if any.

    Args:
        search: its name in SLIPS.
        function: that search, which takes a slip.
        questions: the arguments, for each answer.
        given: the answers.
    """
    both = [*zip(questions, given, strict=True)]
    for name, words in SLIPS[search].items():
        if all(same(function(*each, slip=name), answer) for each, answer in both):
            return words
    return ""


def same(one: Any, other: Any) -> bool:
    """Return whether two answers are equal, numbers to nine digits."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == other)


def dictionary(found: Any, keys: Iterable[Any], name: str, of: str) -> dict[Any, Any]:
    """Return what was returned if it is a dictionary with just these keys."""
    words = f"`{name}` is to return a dictionary with {of}, and returns a"
    require(isinstance(found, dict), f"{words} {type(found).__name__}.")
    require({*found} == {*keys}, f"{words} dictionary with other keys.")
    return dict(found)
