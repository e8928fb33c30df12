"""Elo ratings of several agents from paired games, with a term for the side."""

from math import log
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import optimize, special
from scipy import stats as scipy_stats

from foxkit.lab.stats import Estimate, Floats, results

ELO = 400 / log(10)


class Ratings(NamedTuple):
    """Elo of each agent relative to the anchor, and of playing one of the sides."""

    agents: dict[str, Estimate]
    side: Estimate


def _design(games: pd.DataFrame, anchor: str, first: str) -> tuple[list[str], Floats]:
    """Rated agents and the matrix of a Bradley-Terry fit; its last column is the side.

    Per game: +1 for agent A, -1 for agent B (nothing for the anchor, whose Elo is 0),
    and +1 or -1 as A plays `first` or not.
    """
    a, b = games["agent_a"].to_numpy(), games["agent_b"].to_numpy()
    known = set(a) | set(b)
    if anchor not in known:
        raise ValueError(f"no games of anchor {anchor!r}: choose from {sorted(known)}")
    agents = sorted(known - {anchor})
    columns = [(a == agent) * 1.0 - (b == agent) for agent in agents]
    columns.append(np.where(games["side_a"] == first, 1.0, -1.0))
    return agents, np.column_stack(columns)


def _fit_logistic(x: Floats, y: Floats, weight: Floats) -> Floats:
    """Coefficients of the weighted logistic regression of `y` on the columns of x."""

    def loss(beta: Floats) -> tuple[float, Floats]:
        eta = x @ beta
        value = float(weight @ (np.logaddexp(0, eta) - y * eta))
        return value, x.T @ (weight * (special.expit(eta) - y))

    return optimize.minimize(loss, np.zeros(x.shape[1]), jac=True, method="BFGS").x


def _deviations(
    x: Floats, y: Floats, weight: Floats, beta: Floats, clusters: NDArray[np.intp]
) -> Floats:
    """Standard errors: the larger of Fisher's and those with correlated clusters."""
    p = special.expit(x @ beta)
    inverse = np.linalg.inv(x.T @ (x * (weight * p * (1 - p))[:, None]))
    gradients = pd.DataFrame(x * (weight * (y - p))[:, None])
    sums = gradients.groupby(clusters).sum().to_numpy() @ inverse
    return np.sqrt(np.maximum(np.diag(inverse), (sums**2).sum(axis=0)))


def ratings(
    games: pd.DataFrame, anchor: str, first: str, confidence: float = 0.95
) -> Ratings:
    """Elo of every agent against `anchor`, and of playing the side `first`.

    Logistic model of Bradley & Terry (1952), Biometrika 39, 324-345, with a term for
    the side; half a game won and half a game lost are added per match-up and side,
    which keeps agents that won everything finite. The games of a pair may correlate.
    """
    agents, played = _design(games, anchor, first)
    match_ups = games.groupby(["agent_a", "agent_b", "side_a"]).indices.values()
    prior = np.repeat(played[[rows[0] for rows in match_ups]], 2, axis=0)
    x = np.vstack([played, prior])
    y = np.concatenate([results(games), np.tile([1.0, 0.0], len(match_ups))])
    weight = np.repeat([1.0, 0.5], [len(played), len(prior)])
    pair = games.groupby(["cell", "pair"]).ngroup().to_numpy()
    pairs = int(pair.max()) + 1
    beta = _fit_logistic(x, y, weight)
    clusters = np.concatenate([pair, pairs + np.arange(len(prior))])
    reach = _deviations(x, y, weight, beta, clusters) * scipy_stats.norm.ppf(
        (1 + confidence) / 2
    )
    limits = zip(beta, beta - reach, beta + reach, strict=True)
    estimates = [Estimate(b * ELO, lo * ELO, hi * ELO, pairs) for b, lo, hi in limits]
    return Ratings(dict(zip(agents, estimates, strict=False)), estimates[-1])
