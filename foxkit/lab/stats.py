"""Intervals and tests for matches between game-playing agents.

The unit of data is the *block*: games from one seed, in every rotation of the agents;
with two seats a *pair*. Each pair gives agent A's result as the first player and as
the second (1 won, 0 lost, 1/2 drawn), so the *score* of A, the mean of its two side
rates, is free of the advantage of a side, and the correlation inside a pair is seen,
not assumed.

Which interval when: one rate from independent games is `proportion` (Wilson, good
for any n and near 0 or 1); paired games are `paired_score` and `first_player_rate`
(Wilson limits squared and added, good from 30 pairs on); the mean of anything else that
lies within known bounds (scores with draws, ranks, payoffs, shares of a block) is
`mean_score` (Wilson's interval with the number of independent games that blocks are
worth); what has no bounds (turns, seconds, points) is `mean_value` (Student's t).
Of these `mean_value` alone can have no width. `benchmarks/intervals.py` measures how
often they cover the truth.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import erfc, hypot, inf, nan, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from foxkit.core.arguments import real_number, whole_number
from foxkit.core.former import refuses_former_names
from foxkit.core.quoting import unknown_name

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "by_rotation": "values_by_rotation",
            "from_half": "distance_from_half",
        },
    )

if TYPE_CHECKING:  # SciPy and pandas take a second each: they come with their first use
    import pandas as pd

Floats = NDArray[np.float64]
Row = dict[str, Any]
_UPPER_TAIL = 0.975  # of a two-sided interval of 95 %
_Z95 = 1.959963984540054  # below it lies _UPPER_TAIL of a normal distribution


class Estimate(NamedTuple):
    """An estimate with its 95 % confidence limits.

    Attributes:
        estimate: the value.
        low, high: the ends of the interval.
        n: the number of independent units behind it: blocks of a match (with two seats
            pairs of games), or games, searches or positions that do not come in blocks.
            Of two samples it is that of the smaller one. None where it is not known.
    """

    estimate: float
    low: float
    high: float
    n: int | None


class Difference(Estimate):
    """The difference of two rates: 0.02 are two points, not 2 %."""

    __slots__ = ()


Measured = Estimate | str | int | float
"""A result: with an interval or, where no chance is involved, without."""


def half_width(interval: Estimate) -> float:
    """Half the length of an interval, the ± at which a stopping rule looks."""
    return (interval.high - interval.low) / 2


def proportion(successes: float, n: int) -> Estimate:
    """Wilson interval of a rate seen as `successes` of `n` independent games.

    Draws may count as half a success each, which makes it rather too wide.

    Wilson (1927), J. Am. Stat. Assoc. 22, 209-212; recommended for small n by
    Brown, Cai & DasGupta (2001), Stat. Sci. 16, 101-133.
    """
    successes, n = real_number("successes", successes), whole_number("n", n, 1)
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} of {n} is no proportion: need 0 <= k <= n > 0")
    return Estimate(successes / n, *_wilson(successes / n, n), n)


def _wilson(rate: float, n: float) -> tuple[float, float]:
    """The ends of Wilson's 95 % interval of a rate in `n` independent games."""
    twice = 2 * (n + _Z95**2)
    centre = (2 * n * rate + _Z95**2) / twice
    reach = _Z95 / twice * sqrt(4 * n * rate * (1 - rate) + _Z95**2)
    low = 0.0 if rate == 0 else max(0.0, centre - reach)
    high = 1.0 if rate == 1 else min(1.0, centre + reach)
    return low, high


def _weighted_sum_of_rates(
    a: Estimate, b: Estimate, weights: tuple[float, float], correlation: float = 0
) -> Estimate:
    """Interval of a weighted sum of two rates from their own intervals.

    Newcombe (1998), Stat. Med. 17, 873-890 (independent, method 10) and 2635-2650
    (correlated); for any weights Zou & Donner (2008), Stat. Med. 27, 1693-1702.
    """

    rates = a, b
    ends = [  # of each rate, that which lowers the sum before that which raises it
        (rate.low, rate.high) if weight > 0 else (rate.high, rate.low)
        for weight, rate in zip(weights, rates, strict=True)
    ]

    def reach(ends: Iterable[float]) -> float:
        """How far the sum moves if the rates are at these ends of their intervals.

        Where one weight is negative so is the product, as in a difference's interval.
        """
        x, y = (
            weight * abs(rate.estimate - end)
            for weight, rate, end in zip(weights, rates, ends, strict=True)
        )
        return sqrt(max(x * x + y * y + 2 * correlation * x * y, 0))

    centre = weights[0] * a.estimate + weights[1] * b.estimate
    lowering, raising = zip(*ends, strict=True)
    low, high = centre - reach(lowering), centre + reach(raising)
    known = [rate.n for rate in rates if rate.n is not None]
    return Estimate(centre, low, high, min(known) if len(known) == 2 else None)


def stratified_score(a: Estimate, b: Estimate) -> Estimate:
    """Mean of an agent's rates as the one and as the other side, independent ones."""
    return _weighted_sum_of_rates(a, b, (0.5, 0.5))


def difference(a: Estimate, b: Estimate) -> Difference:
    """Newcombe's interval of the rate `a` minus the rate `b`, independent of it."""
    return Difference(*_weighted_sum_of_rates(a, b, (1, -1)))


def pooled(
    parts: Sequence[Estimate], weights: Sequence[float] | None = None
) -> Estimate:
    """The weighted mean of independent rates; its `n` is the sum of theirs.

    The distances to the limits are squared and added: Zou & Donner (2008).

    Args:
        parts: the rates.
        weights: one for each; by default each rate's `n`.

    Raises:
        ValueError: there are no weights, because an `n` is not known.
    """
    sizes = [part.n for part in parts if part.n is not None]
    known = sum(sizes) if len(sizes) == len(parts) else None
    shares = weights or sizes
    if len(shares) != len(parts) or not sum(shares) > 0:
        raise ValueError("pooled rates need a weight each, where their n is not known")
    total, weighted_parts = sum(shares), [*zip(shares, parts, strict=True)]
    rate = sum(w * e.estimate for w, e in weighted_parts) / total
    below = hypot(*(w * (e.estimate - e.low) for w, e in weighted_parts)) / total
    above = hypot(*(w * (e.high - e.estimate) for w, e in weighted_parts)) / total
    return Estimate(rate, rate - below, rate + above, known)


def difference_test(a: Estimate, b: Estimate) -> float:
    """Two-sided p-value of `a` being `b`, independent of it, from their 95 % intervals.

    It is under 0.05 just where `difference` leaves 0 out; `b` may be a known number.
    """
    low, high = sorted((a, b), key=lambda e: e.estimate)
    gap = high.estimate - low.estimate
    reach = hypot(low.high - low.estimate, high.estimate - high.low)
    if gap == 0 or reach == 0:
        return float(gap == 0)
    return erfc(gap / reach * _Z95 / sqrt(2))


def mean_value(values: ArrayLike) -> Estimate:
    """Student's t interval of the mean of independent numbers without bounds.

    Right for n of 30 or more; it has no width where all values are equal, as the turns
    of a match are in which every game is the same.
    """
    numbers = np.asarray(values, dtype=float)
    n, mean = len(numbers), float(numbers.mean())
    if n == 1:
        return Estimate(mean, -inf, inf, n)
    reach = _student_quantile(n - 1) * float(numbers.std(ddof=1)) / sqrt(n)
    return Estimate(mean, mean - reach, mean + reach, n)


def _student_quantile(degrees_of_freedom: int) -> float:
    """The quantile of Student's t for a two-sided 95 % interval."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees_of_freedom, _UPPER_TAIL))


ValueRange = tuple[float, float]
"""The smallest and the largest possible value."""


def mean_score(scores: ArrayLike, within: ValueRange = (0.0, 1.0)) -> Estimate:
    """Interval of the mean of independent scores `within` a range, e.g. of blocks.

    It is Wilson's for as many games, won or lost and independent, as have the variance
    of this mean: n divided by the *design effect*, which is the variance of the scores
    over that of games of this rate. As it is estimated, z is replaced by Student's t.
    At an end of the range nothing is known of it: each score counts as one game there.
    Nor can n scores show what happens in less than z^2 / (n + z^2) of them, Wilson's
    upper limit for what was never seen. The design effect is taken as no smaller than
    that, so that equal scores have an interval, too.

    Effective numbers: Korn & Graubard (1998), Surv. Methodol. 24, 193-201; in Wilson's
    interval recommended for clusters by Dean & Pagano (2015), J. Surv. Stat. Methodol.
    3, 484-503, and by Franco et al. (2019), same journal 7, 334-364.

    Raises:
        ValueError: there are no scores, or some lie outside of the range.
    """
    values, (low, high) = np.asarray(scores, dtype=float), within
    n, slack = len(values), 1e-9 * (high - low)  # what rounding may leave
    if not n or not (values.min() >= low - slack and values.max() <= high + slack):
        range_in_words = f"{values.min():g} to {values.max():g}" if n else "none"
        raise ValueError(
            f"scores from {low:g} to {high:g} are needed, not {range_in_words}"
        )
    mean = float(np.clip(values.mean(), low, high))
    return _wilson_of_effective_games(
        mean, float(values.var(ddof=min(n - 1, 1))), n, within
    )


def ratio(
    parts: ArrayLike, wholes: ArrayLike, within: ValueRange = (0.0, 1.0)
) -> Estimate:
    """Sum of the parts over the sum of the wholes, as in a share of all games' moves.

    One part and one whole for each independent game or block; the interval is that of
    `mean_score`, from the variance of the linearised ratio (Cochran 1977, Sampling
    Techniques, 3rd edition, section 6.3).

    Raises:
        ValueError: there is nothing to divide by, or the ratio is outside of the range.
    """
    part, whole = np.asarray(parts, dtype=float), np.asarray(wholes, dtype=float)
    if not whole.sum() > 0:
        raise ValueError("a ratio needs a whole above 0")
    value, n = float(part.sum() / whole.sum()), len(whole)
    if not within[0] <= value <= within[1]:
        raise ValueError(f"a ratio of {value:g} is not within {within}")
    off = (part - value * whole) / whole.mean()
    return _wilson_of_effective_games(
        value, float(off.var(ddof=min(n - 1, 1))), n, within
    )


def _wilson_of_effective_games(
    mean: float, variance: float, n: int, within: ValueRange
) -> Estimate:
    """The interval of `mean_score`, from the variance of one of `n` scores.

    Args:
        mean: of the scores.
        variance: of a single score.
        n: the number of scores.
        within: the range of possible scores.
    """
    low, high = within
    if n == 1 or low == high:
        return Estimate(mean, float(low), float(high), n)
    rate, games = (mean - low) / (high - low), float(n)
    if 0 < rate < 1:
        effect = variance / (high - low) ** 2 / (rate * (1 - rate))
        effect = max(effect, _Z95**2 / (n + _Z95**2))
        games = n / effect * (_Z95 / _student_quantile(n - 1)) ** 2
    below, above = (low + (high - low) * end for end in _wilson(rate, games))
    # Rounding may put an end on the wrong side of the mean.
    return Estimate(mean, min(below, mean), max(above, mean), n)


def _weighted_rate_of_pairs(
    first: ArrayLike, second: ArrayLike, weights: tuple[float, float]
) -> Estimate:
    """Weighted sum of A's rates as first and as second player, paired by seed.

    With draws it is the mean of the pairs' sums, and also where all of these are equal:
    then the two rates are opposite or alike, and squaring and adding leaves no width.
    """
    x, y = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if x.shape != y.shape or x.ndim != 1 or not len(x):
        raise ValueError(f"need two equally long rows of results: {x.shape}, {y.shape}")
    sums = weights[0] * x + weights[1] * y
    has_draws = bool(np.any((x % 1 != 0) | (y % 1 != 0)))
    if has_draws or sums.std() == 0:
        ends = sum(min(w, 0) for w in weights), sum(max(w, 0) for w in weights)
        return mean_score(sums, ends)
    rates = [proportion(int(r.sum()), len(r)) for r in (x, y)]
    constant = x.std() == 0 or y.std() == 0
    correlation = 0.0 if constant else float(np.corrcoef(x, y)[0, 1])
    return _weighted_sum_of_rates(rates[0], rates[1], weights, correlation)


def paired_score(first: ArrayLike, second: ArrayLike) -> Estimate:
    """Score of agent A in [0, 1] from its results as `first` and `second` player.

    The two rows hold 1, 0 or 1/2, one entry per pair in the same order. With draws
    the interval is that of `mean_score` for the scores of pairs.
    """
    return _weighted_rate_of_pairs(first, second, (0.5, 0.5))


def first_player_rate(first: ArrayLike, second: ArrayLike) -> Estimate:
    """Rate at which the first player wins, whichever agent it is.

    The arguments are those of `paired_score`. As agent A is the first player in one
    game of a pair and its opponent in the other, the rate is half of 1 plus A's rate as
    first player minus that as second.
    """
    advantage, low, high, n = _weighted_rate_of_pairs(first, second, (1, -1))
    return Estimate((1 + advantage) / 2, (1 + low) / 2, (1 + high) / 2, n)


def paired_sign_test(first: ArrayLike, second: ArrayLike) -> float:
    """Exact two-sided p-value of 'the score is 1/2', whatever the side's advantage.

    Under that hypothesis a pair is as often won as lost as a whole, so the decided
    pairs are tosses of a fair coin (the sign test).
    """
    pair_sums = np.asarray(first, dtype=float) + np.asarray(second, dtype=float)
    won, lost = int((pair_sums > 1).sum()), int((pair_sums < 1).sum())
    smaller, larger = sorted((won, lost))
    if larger - smaller <= 1:
        return 1.0
    from scipy.special import betainc  # `scipy.stats` would take another second

    # The lower tail of the binomial distribution, by the incomplete beta function.
    return min(1.0, 2 * float(betainc(larger, smaller + 1, 0.5)))


def holm(p_values: Sequence[float]) -> Floats:
    """Holm's adjusted p-values: rejecting those up to a keeps the family's error at a.

    Holm (1979), Scand. J. Stat. 6, 65-70. Same order as given.
    """
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1)
    return adjusted


def values_by_rotation(
    games: "pd.DataFrame", column: str = "payoffs", agent: int = 0
) -> Floats:
    """The values of one agent, an array of shape (blocks, rotations).

    Args:
        games: a table of games, such as of `games`.
        column: a column with one number for each seat, such as `payoffs` or `ranks`.
        agent: the number of the agent, from 0 for player A.

    Raises:
        ValueError: there is no such column, or a block lacks a game.
    """
    if column not in games:
        raise ValueError(unknown_name("column", column, map(str, games.columns)))
    by_seat = np.stack(games[column].to_numpy())
    block, rotation = games["block"].to_numpy(), games["rotation"].to_numpy()
    seats = by_seat.shape[1]
    of_agent = by_seat[np.arange(len(games)), (agent + rotation) % seats]
    number, first = block * seats + rotation, np.unique(block)[:, None] * seats
    order = np.argsort(number)
    if not np.array_equal(number[order], (first + np.arange(seats)).ravel()):
        raise ValueError(f"each block needs one game in each of {seats} rotations")
    return of_agent[order].reshape(-1, seats)


def results_as_first_and_second(games: "pd.DataFrame") -> tuple[Floats, Floats]:
    """A's results (1, 0 or 1/2) as first and as second player, one for each pair."""
    first, second = ((1 + column) / 2 for column in values_by_rotation(games).T)
    return first, second


def ranks(payoffs: Floats) -> Floats:
    """The rank of each seat along the last axis, 1 for the best; ties share a mean."""
    mine, other = payoffs[..., :, None], payoffs[..., None, :]
    return (other > mine).sum(-1) + (1 + (other == mine).sum(-1)) / 2


def put_estimate(row: Row, name: str, estimate: Estimate) -> None:
    """Write an estimate and the ends of its interval into a row, without its `n`."""
    row[name], row[f"{name}_low"], row[f"{name}_high"] = estimate[:3]


def read_estimate(row: Mapping[Any, Any], name: str) -> Estimate:
    """The estimate in a column of a row, with the ends that `put_estimate` wrote.

    Its `n` is the row's number of `blocks`, if the row has one. The ends of a number
    without an interval are the number itself.
    """
    columns = (row.get(f"{name}_{end}", row[name]) for end in ("low", "high"))
    value, low, high = (nan if x is None else float(x) for x in (row[name], *columns))
    blocks = row.get("blocks")
    if blocks is None or blocks != blocks:  # a gap in a table is NaN
        return Estimate(value, low, high, None)
    return Estimate(value, low, high, int(blocks))


def means(columns: Mapping[str, ArrayLike], within: ValueRange | None = None) -> Row:
    """The mean of each column of independent numbers, with its interval, as a row.

    `within` is the range of numbers that have bounds, see `mean_score`.
    """
    row: Row = {}
    for name, values in columns.items():
        put_estimate(
            row, name, mean_score(values, within) if within else mean_value(values)
        )
    return row


def complement(rate: Estimate) -> Estimate:
    """1 minus the estimate."""
    return Estimate(1 - rate.estimate, 1 - rate.high, 1 - rate.low, rate.n)


def distance_from_half(rate: Estimate) -> Estimate:
    """The distance of a rate from one half, as an estimate."""
    ends = abs(rate.low - 0.5), abs(rate.high - 0.5)
    low = 0.0 if rate.low < 0.5 < rate.high else min(ends)
    return Estimate(abs(rate.estimate - 0.5), low, max(ends), rate.n)
