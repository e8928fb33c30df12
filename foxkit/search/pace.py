"""How many simulations to run between two looks at the clock and the stop signal."""

from math import inf
from time import perf_counter

_SLICE = 0.02  # seconds between two looks
_MOST = 100_000  # simulations between two looks where no clock tells how long they take


class Pace:
    """How many simulations to run next, so that they take some milliseconds.

    A clock may be coarse (that of a page moves in steps of up to 16.7 ms), stand still
    or jump back. Where it has not moved, the next part is twice as large; a jump back
    counts as no time at all.

    Attributes:
        part: simulations to run next.
        seconds: the time since the beginning.
    """

    def __init__(self, first: int) -> None:
        self.part, self.seconds = first, 0.0
        self._done, self._looked = 0, perf_counter()

    def count(self, done: int, seconds: float = inf) -> None:
        """Note that so many were run; `seconds` is the time limit of the search."""
        now = perf_counter()
        self.seconds += max(0.0, now - self._looked)
        self._done, self._looked = self._done + done, now
        if self.seconds > 0.0:
            wanted = max(0.0, min(_SLICE, seconds - self.seconds))
            self.part = max(1, int(wanted * self._done / self.seconds))
        else:
            self.part = min(2 * self.part, _MOST)
