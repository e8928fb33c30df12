"""Work beside the page: one job at a time, to be ended early, forgotten, or closed."""

from collections.abc import Callable, Generator
from threading import Event, RLock, Thread
from time import monotonic, sleep
from typing import Any, ClassVar

Halted = Callable[[], bool]
_SILENCE = 120.0  # seconds; browsers let a hidden page speak once a minute


def _in_a_thread(run: Callable[[], None], name: str, seconds: float) -> Thread:
    def begin() -> None:
        sleep(seconds)
        run()

    thread = Thread(target=begin, daemon=True, name=name)
    thread.start()
    return thread


class Job:
    """Runs work in a thread, the last one only; a page that falls silent ends it.

    The thread is a daemon: it never keeps a kernel alive. `lock` guards what the work's
    results change; `done` is called with it.

    Work that is a generator is done in parts, a result at its end.

    Attributes:
        beside: how work is begun, in so many seconds; a page has no threads.
        apart: whether each part is begun so, for a page to be heard in between.
    """

    beside: ClassVar[Callable[[Callable[[], None], str, float], Any]] = _in_a_thread
    apart: ClassVar[bool] = False

    def __init__(self, name: str = "foxkit board") -> None:
        self.lock, self.closed = RLock(), False
        self._name, self._ended = name, Event()
        self._heard: float | None = None

    def start(
        self,
        work: Callable[[Halted], Any],
        done: Callable[[Any], None],
        seconds: float = 0,
    ) -> Any:
        """Forget the present work, do another soon, and hand its result to `done`.

        An exception that the work raises is the result. After `close` nothing is done:
        the thread that is returned ends at once.
        """
        ended = self.forget()

        def halted() -> bool:
            return ended.is_set() or self.deserted

        parts: Any = None

        def run() -> None:
            """Do the work, and hand its result on if it is still wanted."""
            nonlocal parts
            if self.closed:
                return
            try:
                parts = result = parts or work(halted)
                while isinstance(parts, Generator):
                    next(parts)
                    if type(self).apart:
                        return type(self).beside(run, self._name, 0)
            except StopIteration as end:
                result = end.value
            except Exception as error:
                result = error
            with self.lock:
                if self._ended is ended and not self.closed:
                    done(result)

        return type(self).beside(run, self._name, seconds)

    def stop(self) -> None:
        """Ask the present work to end now; what it has found still counts."""
        self._ended.set()

    def forget(self) -> Event:
        """End the present work and ignore its result; return what ends the next."""
        with self.lock:
            self._ended.set()
            self._ended = Event()
            return self._ended

    def close(self) -> None:
        """End the present work, and never start another."""
        self.closed = True
        self.forget()

    def hear(self) -> None:
        """Note that a page that shows the results is still there."""
        self._heard = monotonic()

    @property
    def deserted(self) -> bool:
        """Whether a page was there and has been silent for too long."""
        return self._heard is not None and monotonic() - self._heard > _SILENCE
