"""Answers to the Fox Game paper's claims that are more than a look-up, by row."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pandas as pd

from foxkit.lab.answer import Found, differences, estimate, from_half
from foxkit.lab.stats import Estimate, difference, pooled

_FLOCKS = (
    ("20 sheep", "19 sheep", "18 sheep", "17 sheep"),
    ("20 sheep", "19 sheep side", "18 sheep side", "17 sheep"),
    ("20 sheep", "19 sheep", "18 sheep side", "17 sheep"),
    ("20 sheep", "19 sheep side", "18 sheep", "17 sheep"),
)
_STRENGTHS = (3_000, 1_000, 10_000)


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


def best_cutoff(rows: pd.DataFrame, *_: Any) -> Found:
    """The cutoff that wins most, at equal time and at equal simulations."""
    cutoffs = ("0", "1", "2", "3", "5", "10", "20", "none")
    found = {}
    for end in (" time", ""):
        names = {f"{cutoff}{end}": cutoff for cutoff in cutoffs}
        if {*names} <= {*rows.index}:
            best = rows.loc[[*names], "rival_score"].idxmax()
            found["; ".join(names)] = names[best].replace("none", "inf")
    return found


def sheep_share(rows: pd.DataFrame, *_: Any) -> Found:
    """The share of all games of Table 1 that the sheep won."""
    found = {}
    for n in _STRENGTHS:
        own = rows[rows["simulations"] == n]
        parts = [estimate(own, name, "sheep_rate") for name in own.index]
        found[f"* n={n}"] = pooled(parts)
    return found


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
    """How many alterations move the score by more than five points for certain."""
    found = {}
    for n in _STRENGTHS:
        own = rows[rows["simulations"] == n]
        rates = [from_half(estimate(own, name, "score")) for name in own.index]
        found["; ".join(own.index)] = sum(rate.low > 0.05 for rate in rates)
    return found
