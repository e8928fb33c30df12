"""How many simulations to run between two looks at the clock and the stop signal."""

from math import inf
from time import perf_counter

_BATCH_SECONDS = 0.02  # seconds between two looks
_MAX_SIMULATIONS_WITHOUT_CLOCK = 100_000  # where no clock tells how long they take


class BatchPacer:
    """How many simulations to run next, so that a batch takes some milliseconds.

    A clock may be coarse (that of a page moves in steps of up to 16.7 ms), stand still
    or jump back. Where it has not moved, the next part is twice as large; a jump back
    counts as no time at all.

    Attributes:
        batch_size: simulations to run next.
        elapsed: seconds since the beginning.
    """

    def __init__(self, first_batch_size: int) -> None:
        """Start the clock."""
        self.batch_size, self.elapsed = first_batch_size, 0.0
        self._done, self._last_look = 0, perf_counter()

    def note_batch(self, simulations: int, time_limit: float = inf) -> None:
        """Note that so many were run, and choose the size of the next batch.

        `time_limit` is that of the whole search, in seconds.
        """
        now = perf_counter()
        self.elapsed += max(0.0, now - self._last_look)
        self._done, self._last_look = self._done + simulations, now
        if self.elapsed > 0.0:
            wanted = max(0.0, min(_BATCH_SECONDS, time_limit - self.elapsed))
            self.batch_size = max(1, int(wanted * self._done / self.elapsed))
        else:
            self.batch_size = min(2 * self.batch_size, _MAX_SIMULATIONS_WITHOUT_CLOCK)
