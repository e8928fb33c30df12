"""Answers to the Fox Game paper's claims that are more than a look-up, by row."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf, sqrt
from statistics import median
from typing import Any

import pandas as pd
from scipy.stats import norm

from foxkit.lab.answer import Found, differences, estimate, from_half, in_pairs
from foxkit.lab.claims import claims
from foxkit.lab.stats import Estimate, difference, half_width, pooled

_FLOCKS = (
    ("20 sheep", "19 sheep", "18 sheep", "17 sheep"),
    ("20 sheep", "19 sheep side", "18 sheep side", "17 sheep"),
    ("20 sheep", "19 sheep", "18 sheep side", "17 sheep"),
    ("20 sheep", "19 sheep side", "18 sheep", "17 sheep"),
)
_STRENGTHS = (3_000, 1_000, 10_000)
_NORMAL, _POWER = map(float, norm.ppf([0.975, 0.8]))


def s52_more(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The smallest step of the score from a number of simulations to the next."""
    steps = differences(rows, column, [(b, a) for a, b in pairwise(named)])
    complete = len(steps) == len(named) - 1
    return {"; ".join(named): min(steps.values())} if complete else {}


def s52_diminishes(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The gain from 30 to 300 simulations less that from 3,000 to 30,000."""
    if not {*named} <= {*rows.index}:
        return {}
    a, b, c, d = (estimate(rows, name, column) for name in named)
    minus_d = Estimate(-d.estimate, -d.high, -d.low, d.n)
    gain = difference(difference(difference(a, b), c), minus_d)
    return {"{} minus {} minus {} plus {}".format(*named): gain}


def best_cutoff(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The cutoff that wins most against 0, each reading a series that begins with 0."""
    cutoffs = rows["rival_cutoff"].replace(-1, inf)
    readings: list[list[str]] = []
    for name in named:
        if not readings or cutoffs.get(name) == 0:
            readings.append([])
        readings[-1].append(name)
    return {
        "; ".join(names): f"{cutoffs[rows.loc[names, column].idxmax()]:g}"
        for names in readings
        if {*names} <= {*rows.index}
    }


def _by_strength(
    rows: pd.DataFrame, column: str
) -> Iterator[tuple[int, list[Estimate]]]:
    """Yield numbers of simulations, and a column of their conditions in Table 1."""
    for n in _STRENGTHS:
        own = rows[rows["simulations"] == n]
        yield n, [estimate(own, name, column) for name in own.index]


def _printed(id: str) -> float:
    """Return the first number of a published row."""
    return claims()[id].number


def s53_playout(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The playouts' share of the time: here, and by the paper's counts in 1.5 s."""
    here = {name: float(rows.loc[name, column]) for name in named}
    fewer, most = (_printed(f"fox-s53-speed-{cutoff}-15") for cutoff in (5, 0))
    return here | {"by the paper's counts": 1 - fewer / most}


def s54_cutoff(*_: Any) -> Found:
    """Of the cutoffs that the paper times, the nearest to 10,000 in three seconds."""
    speeds = {
        0: _printed("fox-s53-speed-0-15") / 1.5,
        2: _printed("fox-s53-speed-2-10"),
        5: _printed("fox-s53-speed-5-15") / 1.5,
    }
    wanted = _printed("fox-s55-simulations") / _printed("fox-s54-seconds")
    best = min(speeds, key=lambda cutoff: abs(speeds[cutoff] - wanted))
    return {"by the paper's counts": str(best)}


def foxes_gain_more(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """What another C gains the foxes less what it gains the sheep, by pairs of rows."""

    def gain(changed: str, usual: str, side: str) -> Estimate:
        one, other = (estimate(rows, x, f"a_as_{side}") for x in (changed, usual))
        return difference(one, other)

    return {
        f"{a} minus {b}": difference(gain(a, b, "foxes"), gain(a, b, "sheep"))
        for a, b in in_pairs(named)
        if {a, b} <= {*rows.index}
    }


def _effect(e: Estimate) -> Estimate:
    """Return how far a score is from one half, in standard deviations of a pair.

    These are those by which the interval of the mean is as wide as it is.
    """
    pairs = e.n / 2
    d = abs(e.estimate - 0.5) / (half_width(e) / _NORMAL * sqrt(pairs))
    reach = _NORMAL * sqrt(1 / pairs + d * d / (2 * pairs))
    return Estimate(d, d - reach, d + reach, e.n)


def s62_easier(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """The effect per pair in the first of two rows less that in the second."""
    return differences(rows, column, in_pairs(named), _effect)


def s7_data(rows: pd.DataFrame, *_: Any) -> Found:
    """The games that show an alteration of Table 1 with 80 % power: the median of 8."""
    found = {}
    for n, scores in _by_strength(rows, "score"):
        effects = (_effect(score).estimate for score in scores)
        found[f"* n={n}"] = int(
            median(2 * ((_NORMAL + _POWER) / e) ** 2 for e in effects)
        )
    return found


def s64_variations(rows: pd.DataFrame, named: Sequence[str], column: str) -> Found:
    """How far the most even changed rule is from one half, less the usual rules."""
    usual = named[0]
    off = {name: from_half(estimate(rows, name, column)) for name in rows.index}
    best = min(off, key=lambda name: off[name].estimate)
    return {f"{best} minus {usual}": difference(off[best], off[usual])}


def s55_nearest(rows: pd.DataFrame, *_: Any) -> Found:
    """The number of sheep whose rate is nearest to one half, by which sheep go."""
    found: dict[str, int] = {}
    for names in _FLOCKS:
        if {*names} <= {*rows.index}:
            rates = {x: from_half(estimate(rows, x, "sheep_rate")) for x in names}
            found["; ".join(names)] = int(
                rows.loc[min(rates, key=lambda x: rates[x]), "sheep"]
            )
    return found


def s62_little(rows: pd.DataFrame, *_: Any) -> Found:
    """How many of eight alterations move the score by more than five points."""
    found = {}
    for n, scores in _by_strength(rows, "score"):
        rates = [*map(from_half, scores)]
        found[f"n={n}"] = sum(rate.estimate > 0.05 for rate in rates)
        found[f"n={n} for certain"] = sum(rate.low > 0.05 for rate in rates)
    return found


def s62_best_c(rows: pd.DataFrame, *_: Any) -> Found:
    """The C that wins most for the foxes less that for the sheep."""
    foxes, sheep = (
        rows.loc[rows[f"a_as_{x}"].idxmax(), "c"] for x in ("foxes", "sheep")
    )
    return {"best of eight": float(foxes - sheep)}


def sheep_share(rows: pd.DataFrame, named: Sequence[str], *_: Any) -> Found:
    """The share of all our games of Table 1 that the sheep won, by simulations."""
    rates = {f"* n={n}": parts for n, parts in _by_strength(rows, "sheep_rate")}
    return {reading: pooled(rates[reading]) for reading in named}
