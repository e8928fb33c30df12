"""Intervals and tests for matches between game-playing agents.

The unit of data is the *pair*: two games from one seed with the sides swapped.
Each pair gives agent A's result as the first player and as the second (1 won, 0
lost, 1/2 drawn), so the *score* of A, the mean of its two side rates, is free of
the advantage of a side, and the correlation inside a pair is seen, not assumed.

Which interval when: one rate from independent games is `proportion` (Wilson, good
for any n and near 0 or 1); paired games are `paired_score` and `first_player_rate`
(Wilson limits squared and added, good from 30 pairs on); anything that is
not won or lost is `mean_score` (Student t, for n of 30 or more away from the ends).
"""

from collections.abc import Sequence
from math import ceil, hypot, inf, sqrt
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy import stats as scipy_stats

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A value with its confidence limits and the units (games or pairs) behind it."""

    estimate: float
    low: float
    high: float
    n: int


def half_width(interval: Estimate) -> float:
    """Half the length of an interval: the ± that a run may be told to stop at."""
    return (interval.high - interval.low) / 2


def proportion(successes: int, n: int, confidence: float = 0.95) -> Estimate:
    """Wilson interval of a rate seen as `successes` of `n` independent games.

    Wilson (1927), J. Am. Stat. Assoc. 22, 209-212; recommended for small n by
    Brown, Cai & DasGupta (2001), Stat. Sci. 16, 101-133.
    """
    if not 0 <= successes <= n or n == 0:
        raise ValueError(f"{successes} of {n} is no proportion: need 0 <= k <= n > 0")
    test = scipy_stats.binomtest(int(successes), int(n))
    low, high = test.proportion_ci(confidence, method="wilson")
    return Estimate(successes / n, float(low), float(high), n)


def _square_and_add(
    a: Estimate, b: Estimate, weights: tuple[float, float], correlation: float
) -> Estimate:
    """Interval of a weighted sum of two rates from their own intervals.

    Newcombe (1998), Stat. Med. 17, 873-890 (independent, method 10) and 2635-2650
    (correlated); for any weights Zou & Donner (2008), Stat. Med. 27, 1693-1702.
    """

    def reach(down: bool) -> float:
        x, y = (
            w * (e.estimate - e.low if down == (w > 0) else e.high - e.estimate)
            for w, e in zip(weights, (a, b), strict=True)
        )
        return sqrt(max(x * x + y * y + 2 * correlation * x * y, 0))

    centre = weights[0] * a.estimate + weights[1] * b.estimate
    return Estimate(centre, centre - reach(True), centre + reach(False), min(a.n, b.n))


def stratified_score(a: Estimate, b: Estimate, correlation: float = 0) -> Estimate:
    """Mean of an agent's rates as the one and as the other side; n is per side."""
    return _square_and_add(a, b, (0.5, 0.5), correlation)


def difference(a: Estimate, b: Estimate, correlation: float = 0) -> Estimate:
    """Newcombe's interval of the rate `a` minus the rate `b`."""
    return _square_and_add(a, b, (1, -1), correlation)


def pooled(parts: Sequence[Estimate]) -> Estimate:
    """Rate over all the games of independent matches, each weighted by its n.

    The distances to the limits are squared and added: Zou & Donner (2008).
    """
    games = sum(e.n for e in parts)
    rate = sum(e.n * e.estimate for e in parts) / games
    below = hypot(*(e.n * (e.estimate - e.low) for e in parts)) / games
    above = hypot(*(e.n * (e.high - e.estimate) for e in parts)) / games
    return Estimate(rate, rate - below, rate + above, games)


def difference_test(a: Estimate, b: Estimate) -> float:
    """Two-sided p-value of `a` being `b`, independent of it, from their 95 % intervals.

    It is under 0.05 just where `difference` leaves 0 out; `b` may be a known number.
    """
    low, high = sorted((a, b), key=lambda e: e.estimate)
    gap = high.estimate - low.estimate
    reach = hypot(low.high - low.estimate, high.estimate - high.low)
    if gap == 0 or reach == 0:
        return float(gap == 0)
    return float(2 * scipy_stats.norm.sf(gap / reach * scipy_stats.norm.ppf(0.975)))


def mean_score(scores: ArrayLike, confidence: float = 0.95) -> Estimate:
    """Student's t interval of the mean of independent scores, e.g. of pairs.

    Right for any kind of score when n is 30 or more; when all scores are equal it
    has no width and says nothing, and near 0 or 1 it covers too little.
    """
    values = np.asarray(scores, dtype=float)
    n, mean = len(values), float(values.mean())
    quantile = scipy_stats.t.ppf((1 + confidence) / 2, n - 1)
    reach = float(quantile * scipy_stats.sem(values)) if n > 1 else inf
    return Estimate(mean, mean - reach, mean + reach, n)


def _paired(
    first: ArrayLike, second: ArrayLike, weights: tuple[float, float], confidence: float
) -> Estimate:
    """Weighted sum of A's rates as first and as second player, paired by seed."""
    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if x.shape != y.shape or x.ndim != 1 or not len(x):
        raise ValueError(f"need two equally long rows of results: {x.shape}, {y.shape}")
    if np.any((x % 1 != 0) | (y % 1 != 0)):
        return mean_score(weights[0] * x + weights[1] * y, confidence)
    rates = [proportion(int(r.sum()), len(r), confidence) for r in (x, y)]
    constant = x.std() == 0 or y.std() == 0
    correlation = 0.0 if constant else float(np.corrcoef(x, y)[0, 1])
    return _square_and_add(rates[0], rates[1], weights, correlation)


def paired_score(
    first: ArrayLike, second: ArrayLike, confidence: float = 0.95
) -> Estimate:
    """Score of agent A in [0, 1] from its results as `first` and `second` player.

    The two rows hold 1, 0 or 1/2, one entry per pair in the same order. With draws
    the interval is the t interval of the pair scores.
    """
    return _paired(first, second, (0.5, 0.5), confidence)


def first_player_rate(
    first: ArrayLike, second: ArrayLike, confidence: float = 0.95
) -> Estimate:
    """Rate at which the first player wins, whichever agent it is; same arguments."""
    advantage, low, high, n = _paired(first, second, (1, -1), confidence)
    return Estimate((1 + advantage) / 2, (1 + low) / 2, (1 + high) / 2, n)


def paired_test(first: ArrayLike, second: ArrayLike) -> float:
    """Exact two-sided p-value of 'the score is 1/2', whatever the side's advantage.

    Under that hypothesis a pair is as often won as lost as a whole, so the decided
    pairs are tosses of a fair coin (the sign test).
    """
    total = np.asarray(first, dtype=float) + np.asarray(second, dtype=float)
    won, lost = int((total > 1).sum()), int((total < 1).sum())
    return scipy_stats.binomtest(won, won + lost).pvalue if won + lost else 1.0


def holm(p_values: Sequence[float]) -> Floats:
    """p-values adjusted for their number, so that p <= a bounds any false alarm by a.

    Holm (1979), Scand. J. Stat. 6, 65-70. Same order as given.
    """
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1)
    return adjusted


def pairs_needed(
    half: float,
    rates: tuple[float, float],
    correlation: float = 0,
    confidence: float = 0.95,
) -> int:
    """Pairs for a score known to ± `half`, given A's rates on the two sides."""
    x, y = (sqrt(p * (1 - p)) for p in rates)
    variance = (x * x + y * y + 2 * correlation * x * y) / 4
    z = scipy_stats.norm.ppf((1 + confidence) / 2)
    return max(1, ceil(variance * (z / half) ** 2))


def results(games: pd.DataFrame) -> Floats:
    """Agent A's result of each game: 1 won, 0 lost, 1/2 drawn."""
    won = (games["winner"] == games["side_a"]).to_numpy(dtype=float)
    return np.where(games["winner"] == "draw", 0.5, won)


def paired_results(games: pd.DataFrame, first: str) -> tuple[Floats, Floats]:
    """A's results as the player `first` and as the other, pair by pair.

    Raises ValueError where a pair lacks one of its two games or has one twice.
    """
    as_first = games["side_a"] == first
    table = pd.Series(results(games)).groupby(
        [games["pair"].to_numpy(), as_first.to_numpy()]
    )
    wide = table.agg(["mean", "size"]).unstack()
    sizes = wide.get("size")
    if sizes is None or sizes.shape[1] != 2 or (sizes != 1).any(axis=None):
        raise ValueError("each pair needs one game on each side, with sides swapped")
    return wide["mean"][True].to_numpy(), wide["mean"][False].to_numpy()


def less_sure_side(as_first: Floats, as_second: Floats) -> Estimate:
    """Return that of an agent's win rates on the two sides which is known less well."""
    sides = (
        proportion(int((won == 1).sum()), len(won)) for won in (as_first, as_second)
    )
    return max(sides, key=half_width)


def _summary_row(games: pd.DataFrame, first: str) -> dict[str, object]:
    """One row of `summary`, for the games of one cell."""
    x, y = paired_results(games, first)
    score, rate = paired_score(x, y), first_player_rate(x, y)
    turns = mean_score(games.groupby("pair")["turns"].mean())
    return {
        "agent_a": games["agent_a"].iloc[0],
        "agent_b": games["agent_b"].iloc[0],
        "games": len(games),
        "pairs": len(x),
        "first": first,
        "second": games["side_a"][games["side_a"] != first].iloc[0],
        "a_wins_first": int((x == 1).sum()),
        "a_wins_second": int((y == 1).sum()),
        "b_wins_first": int((y == 0).sum()),
        "b_wins_second": int((x == 0).sum()),
        "score": score.estimate,
        "score_low": score.low,
        "score_high": score.high,
        "first_rate": rate.estimate,
        "first_rate_low": rate.low,
        "first_rate_high": rate.high,
        "p_value": paired_test(x, y),
        "distinct": games["hash"].nunique(),
        "turns": turns.estimate,
        "turns_low": turns.low,
        "turns_high": turns.high,
    }


def summary(games: pd.DataFrame, first: str | None = None) -> pd.DataFrame:
    """One row per match-up (`cell`) of a frame of games; `data/README.md` has both.

    `first` is the player whose win rate is wanted as `first_rate`; by default the
    side of agent A in the first row. Draws are the games that neither agent won.
    """
    first = first or games["side_a"].iloc[0]
    rows = {
        cell: _summary_row(part, first)
        for cell, part in games.groupby("cell", sort=False)
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("cell")
