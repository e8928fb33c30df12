"""Rates and means with intervals of 95 %, for programs that check the studies."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import NamedTuple


class Found(NamedTuple):
    """A number and the limits of its interval."""

    middle: float
    low: float
    high: float

    def agrees(self, other: Found) -> bool:
        """Return whether the interval of the difference holds 0 (Newcombe)."""
        less, more = sorted((self, other))
        reach = hypot(less.high - less.middle, more.middle - more.low)
        return more.middle - less.middle <= reach + 1e-9


def rate(won: int, n: int) -> Found:
    """Return Wilson's interval of a rate."""
    z, p = 1.96, won / n
    middle, half = p + z * z / 2 / n, z * sqrt(p * (1 - p) / n + (z / 2 / n) ** 2)
    scale = 1 + z * z / n
    return Found(p, (middle - half) / scale, (middle + half) / scale)


def rate_of(won: Callable[[], bool], n: int) -> Found:
    """Ask so many times; return the rate, and say on the way how far it is."""
    found = 0
    for asked in range(1, n + 1):
        found += won()
        print(f"\r{found} of {asked}", end="", file=sys.stderr, flush=True)
    print("\r", end="", file=sys.stderr)
    return rate(found, n)


def half_of_each(one: Found, two: Found) -> Found:
    """Return the mean of two independent rates."""
    middle = (one.middle + two.middle) / 2
    low = hypot(one.middle - one.low, two.middle - two.low) / 2
    high = hypot(one.high - one.middle, two.high - two.middle) / 2
    return Found(middle, middle - low, middle + high)


def mean(values: list[float]) -> Found:
    """Return the mean of independent numbers, twice its error to either side."""
    middle, reach = fmean(values), 2 * stdev(values) / sqrt(len(values))
    return Found(middle, middle - reach, middle + reach)


def tell(what: str, found: Found, study: Found, form: str = ".1%") -> None:
    """Print what was found beside what the study has."""
    one, two = (
        f"{x.middle:{form}} ({x.low:{form}} to {x.high:{form}})" for x in (found, study)
    )
    verdict = "agrees" if found.agrees(study) else "DIFFERS"
    print(f"{what}: {one}; the study has {two}: {verdict}", flush=True)
