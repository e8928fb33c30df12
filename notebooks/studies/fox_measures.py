"""Measures of the study `fox_claims` that more than one of its cells needs."""

from math import sqrt

import pandas as pd
from scipy.stats import norm

from foxkit.lab.stats import Estimate, difference, half_width

ALTERED = {
    "C=0.5": {"c": 0.5},
    "C=0.3": {"c": 0.3},
    "q=14": {"q": 14},
    "q=10": {"q": 10},
    "k=0.9": {"k": 0.9},
    "k=0.7": {"k": 0.7},
    "b=1.2": {"b": 1.2},
    "b=0.8": {"b": 0.8},
}
"""The eight alterations of Table 1, in its order."""
KEYS = tuple(name.lower().replace("=", "").replace(".", "") for name in ALTERED)
"""What the ids of published rows call them."""
_NORMAL, _POWER = map(float, norm.ppf([0.975, 0.8]))


def effect(score: Estimate) -> Estimate:
    """Return how far a score is from one half, in standard deviations of a pair.

    These are those by which the interval of the mean is as wide as it is.
    """
    pairs = score.n / 2
    d = abs(score.estimate - 0.5) / (half_width(score) / _NORMAL * sqrt(pairs))
    reach = _NORMAL * sqrt(1 / pairs + d * d / (2 * pairs))
    return Estimate(d, d - reach, d + reach, score.n)


def games_to_show(score: Estimate) -> float:
    """Return the games that show a score like this to be none of one half, with 80 %.

    That is the power of a two-sided test at 5 %.
    """
    return 2 * ((_NORMAL + _POWER) / effect(score).estimate) ** 2


def foxes_gain_more(changed: pd.Series, usual: pd.Series) -> Estimate:
    """Return what a change gains agent A as foxes less what it gains A as sheep.

    Args:
        changed: a row of `play`, of a match of the changed agent.
        usual: likewise, of the usual agent.
    """
    foxes, sheep = (
        difference(_rate(changed, side), _rate(usual, side))
        for side in ("a_as_foxes", "a_as_sheep")
    )
    return difference(foxes, sheep)


def _rate(row: pd.Series, column: str) -> Estimate:
    ends = (float(row[f"{column}{end}"]) for end in ("", "_low", "_high"))
    return Estimate(*ends, int(row["games"]))
