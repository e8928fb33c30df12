"""Work in the background of a page: one job at a time, which can be stopped."""

from collections.abc import Callable, Generator
from threading import Event, RLock, Thread
from time import monotonic, sleep
from typing import Any, ClassVar

from foxkit.core.stopping import StopSignal

_MAX_SILENT_SECONDS = 120.0  # seconds; browsers let a hidden page speak once a minute


def _run_later_in_thread(run: Callable[[], None], name: str, seconds: float) -> Thread:
    """Call a function in a new thread after some seconds."""

    def begin() -> None:
        sleep(seconds)
        run()

    thread = Thread(target=begin, daemon=True, name=name)
    thread.start()
    return thread


class Job:
    """Runs one piece of work at a time in a thread; a new one replaces the last.

    The thread is a daemon, which never keeps a kernel alive. Work stops when the page
    that shows its results has been silent for too long. `done` is called with `lock`
    held. Work may be a generator: then it is done in parts, and its return value is the
    result.

    Attributes:
        run_later: starts work after so many seconds; pages, which have no threads,
            replace it.
        in_parts: whether each part is started separately, so that a page can send
            messages in between.
    """

    run_later: ClassVar[Callable[[Callable[[], None], str, float], Any]] = (
        _run_later_in_thread
    )
    in_parts: ClassVar[bool] = False

    def __init__(self, name: str = "foxkit board") -> None:
        self.lock, self.closed = RLock(), False
        self._name, self._ended = name, Event()
        self._page_seen_at: float | None = None

    def start(
        self,
        work: Callable[[StopSignal], Any],
        done: Callable[[Any], None],
        seconds: float = 0,
    ) -> Any:
        """Forget the present work, and start another.

        Args:
            work: called with a function that says whether to stop.
            done: called with the result, or with the exception that the work raised.
            seconds: how long to wait before the start.

        Returns:
            The thread. After `close` it ends at once.
        """
        ended = self.cancel()

        def halted() -> bool:
            return ended.is_set() or self.page_is_gone

        parts: Any = None

        def run() -> None:
            """Do the work, and pass its result on unless it was forgotten."""
            nonlocal parts
            if self.closed:
                return
            try:
                parts = result = parts or work(halted)
                while isinstance(parts, Generator):
                    next(parts)
                    if type(self).in_parts:
                        return type(self).run_later(run, self._name, 0)
            except StopIteration as end:
                result = end.value
            except Exception as error:
                result = error
            with self.lock:
                if self._ended is ended and not self.closed:
                    done(result)

        return type(self).run_later(run, self._name, seconds)

    def stop(self) -> None:
        """Ask the present work to end now; its result still counts."""
        self._ended.set()

    def cancel(self) -> Event:
        """End the present work and ignore its result; the event that ends the next."""
        with self.lock:
            self._ended.set()
            self._ended = Event()
            return self._ended

    def close(self) -> None:
        """End the present work, and never start another."""
        self.closed = True
        self.cancel()

    def note_page(self) -> None:
        """Note that the page that shows the results is still there."""
        self._page_seen_at = monotonic()

    @property
    def page_is_gone(self) -> bool:
        """Whether there was a page, which has been silent for too long."""
        return (
            self._page_seen_at is not None
            and monotonic() - self._page_seen_at > _MAX_SILENT_SECONDS
        )
