"""Work that can be broken off: who begins it says when, and searches look at it.

with raises_stopped_when(event.is_set):     in the thread that plays
    player.choose(...)                      ... a search looks every few milliseconds,
                                                and raises Stopped
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, local
from typing import TYPE_CHECKING

from foxkit.core.former import refuses_former_names

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {"stops_when": "raises_stopped_when"},
    )

StopSignal = Callable[[], bool]
"""Says whether work is to end early; it is asked again and again."""
_POLL_SECONDS = 0.05  # seconds between two looks from beside
_thread = local()


class Stopped(Exception):
    """Raised where work ends early because its caller wants no more of it."""


@contextmanager
def raises_stopped_when(stopped: StopSignal) -> Iterator[None]:
    """In this `with`, raise `Stopped` in this thread soon after `stopped()` is true.

    A game within a game, as of a player that plays out, obeys both signals.
    """
    before: StopSignal | None = getattr(_thread, "stopped", None)
    both = stopped if before is None else lambda: before() or stopped()
    _thread.stopped = both
    try:
        yield
    finally:
        _thread.stopped = before


def raise_if_stopped() -> None:
    """Raise `Stopped` if this thread's work is to end: see `raises_stopped_when`."""
    stopped: StopSignal | None = getattr(_thread, "stopped", None)
    if stopped is not None and stopped():
        raise Stopped


@contextmanager
def calls_when_stopped(end: Callable[[], None]) -> Iterator[None]:
    """In this `with`, call `end` in another thread if this thread's work is to end.

    That is for compiled code that runs for long, and looks at something that `end`
    changes; afterwards this thread looks itself.
    """
    stopped: StopSignal | None = getattr(_thread, "stopped", None)
    if stopped is None:
        yield
        return
    over = Event()

    def watch() -> None:
        while not over.wait(_POLL_SECONDS):
            if stopped():
                return end()

    Thread(target=watch, daemon=True, name="foxkit stop").start()
    try:
        yield
    finally:
        over.set()
    raise_if_stopped()
