"""Answers to the Fox Game paper's claims that are more than a look-up, by row."""

from collections.abc import Sequence
from itertools import pairwise

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


def abs_18(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """With 18 sheep the game is nearer to even than with 20, under each reading."""
    names = [name for name in rows.index if not name.endswith(" 18 sheep")]
    pairs = ((name, f"{name} 18 sheep") for name in names)
    return differences(rows, "sheep_rate", pairs, folded=True)


def s52_more(rows: pd.DataFrame, named: Sequence[str]) -> Found:
    """The smallest step of the score from a number of simulations to the next."""
    steps = differences(rows, "score", [(b, a) for a, b in pairwise(named)])
    complete = len(steps) == len(named) - 1
    return {"; ".join(named): min(steps.values())} if complete else {}


def s52_rapid(rows: pd.DataFrame, named: Sequence[str]) -> Found:
    """The score at 300 simulations less that at 30."""
    return differences(rows, "score", [(named[0], named[1])])


def s52_diminishes(rows: pd.DataFrame, named: Sequence[str]) -> Found:
    """The gain from 30 to 300 simulations less that from 3,000 to 30,000."""
    if not {*named} <= {*rows.index}:
        return {}
    a, b, c, d = (estimate(rows, name, "score") for name in named)
    minus_d = Estimate(-d.estimate, -d.high, -d.low, d.n)
    gain = difference(difference(difference(a, b), c), minus_d)
    return {"{} minus {} minus {} plus {}".format(*named): gain}


def best_cutoff(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """The cutoff that wins most, at equal time and at equal simulations."""
    cutoffs = ("0", "1", "2", "3", "5", "10", "20", "none")
    found = {}
    for end in (" time", ""):
        names = [f"{cutoff}{end}" for cutoff in cutoffs]
        if {*names} <= {*rows.index}:
            best = rows.loc[names, "rival_score"].idxmax().removesuffix(end)
            found["; ".join(names)] = best.replace("none", "inf")
    return found


def s53_too_high_20(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """The score against cutoff 0 of a lower cutoff less that of a higher one."""
    pairs = (("5", "20"), ("5", "10"), ("3", "20"))
    return differences(rows, "rival_score", pairs)


def sheep_share(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """The share of all games of Table 1 that the sheep won."""
    found = {}
    for n in _STRENGTHS:
        own = rows[rows["simulations"] == n]
        parts = [estimate(own, name, "sheep_rate") for name in own.index]
        found[f"* n={n}"] = pooled(parts)
    return found


def drop(rows: pd.DataFrame, named: Sequence[str]) -> Found:
    """The sheep's rate in the first condition less that in the second."""
    return differences(rows, "sheep_rate", [(named[0], named[1])])


def s55_nearest(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """The number of sheep whose rate is nearest to one half, by which sheep go."""
    found: dict[str, int] = {}
    for names in _FLOCKS:
        if {*names} <= {*rows.index}:
            rates = {x: from_half(estimate(rows, x, "sheep_rate")) for x in names}
            found["; ".join(names)] = int(
                rows.loc[min(rates, key=lambda x: rates[x]), "sheep"]
            )
    return found


def s55_skilled(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """With 18 sheep weak agents are further from even than strong ones."""
    pairs = [("18 sheep n=100", f"18 sheep n={n}") for n in (10_000, 30_000)]
    return differences(rows, "sheep_rate", pairs, folded=True)


def s55_novice(rows: pd.DataFrame, named: Sequence[str]) -> Found:
    """For weak agents 20 sheep are nearer to even than 18."""
    return differences(rows, "sheep_rate", [(named[0], named[1])], folded=True)


def s61_back(rows: pd.DataFrame, named: Sequence[str]) -> Found:
    """The mean row of strong foxes less that of weak ones."""
    return differences(rows, "fox_row", [(named[0], named[1])])


def s62_little(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """How many alterations move the score by more than five points for certain."""
    found = {}
    for n in _STRENGTHS:
        own = rows[rows["simulations"] == n]
        rates = [from_half(estimate(own, name, "score")) for name in own.index]
        found["; ".join(own.index)] = sum(rate.low > 0.05 for rate in rates)
    return found


def s62_easier(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """How far a score is from one half, with 18 sheep less with 20."""
    starts = ("", "C=0.5 ", "C=0.3 ")
    pairs = [(f"{start}18 sheep", f"{start}20 sheep") for start in starts]
    return differences(rows, "score", pairs, folded=True)


def s62_c_foxes(rows: pd.DataFrame, _: Sequence[str]) -> Found:
    """What the foxes gain by searching wider, with 18 sheep."""
    pairs = (("C=0.8", "C=0.4"), ("C=0.6", "C=0.4"), ("C=0.4", "C=0.1"))
    return differences(rows, "a_as_foxes", pairs)


def s62_sides(rows: pd.DataFrame, named: Sequence[str]) -> Found:
    """What the sheep gain by the C with which the foxes win most."""
    return differences(rows, "a_as_sheep", [(named[0], named[1])])
