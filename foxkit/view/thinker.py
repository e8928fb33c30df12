"""One thought at a time beside the page: it can be ended early, or forgotten."""

from collections.abc import Callable
from threading import Event, RLock, Thread
from time import monotonic
from typing import Any

Stopped = Callable[[], bool]
_SILENCE = 120.0  # seconds; browsers let a hidden page speak once a minute


class Thinker:
    """Runs jobs in a thread, the last one only; a page that falls silent ends them.

    The thread is a daemon: it never keeps a kernel alive. `lock` guards what the jobs'
    results change; `done` is called with it.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        self._ended = Event()
        self._heard: float | None = None

    def hear(self) -> None:
        """Note that a page that shows the board is still there."""
        self._heard = monotonic()

    def start(self, job: Callable[[Stopped], Any], done: Callable[[Any], None]) -> None:
        """Forget the present job, run another, and hand its result to `done`.

        An exception that the job raises is the result.
        """
        self.forget()
        ended = self._ended = Event()

        def run() -> None:
            try:
                result = job(lambda: ended.is_set() or self.deserted)
            except Exception as error:
                result = error
            with self.lock:
                if self._ended is ended:
                    done(result)

        Thread(target=run, daemon=True, name="foxkit board").start()

    def stop(self) -> None:
        """Ask the present job to end now; what it has found still counts."""
        self._ended.set()

    def forget(self) -> None:
        """End the present job and ignore its result."""
        with self.lock:
            self._ended.set()
            self._ended = Event()

    @property
    def deserted(self) -> bool:
        """Tell whether a page had the board and has been silent for too long."""
        return self._heard is not None and monotonic() - self._heard > _SILENCE
