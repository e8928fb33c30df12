"""The intervals cover as often as they say; the tests err as seldom as they say."""

from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from foxkit.lab import stats
from foxkit.lab.match import FinishedGame, Played
from foxkit.lab.rule import row_of

SIMULATIONS = 400
# 95 % wanted: four standard errors of a coverage estimated from 400 simulations
# allow 0.906, and score intervals dip to about 0.93 at some rates by themselves.
LEAST_COVERAGE = 0.905
SIZES = (30, 1000)


@pytest.fixture(autouse=True)
def remembered_proportions(monkeypatch):
    # The simulations meet the same counts again and again.
    monkeypatch.setattr(stats, "proportion", cache(stats.proportion))


def correlated_pairs(rng, n, p, q, correlation):
    """Results with rates p and q; a pair copies one toss with a probability."""
    u = rng.random(n)
    v = np.where(rng.random(n) < correlation, u, rng.random(n))
    return (u < p) * 1.0, (v < q) * 1.0


def covered(interval, truth):
    return interval.low <= truth <= interval.high


def paired_games(first, second):
    """Paired games with these results of A as sheep and as foxes."""
    games = [
        FinishedGame(
            tuple([2 * result - 1, 1 - 2 * result][:: 1 - 2 * rotation]),
            *("", 100 + block, bytes([block, rotation])),
        )
        for block, results in enumerate(zip(first, second, strict=True))
        for rotation, result in enumerate(results)
    ]
    return Played(("sheep", "foxes"), finished=tuple(games))


@pytest.mark.parametrize("bad", [(3, 2), (-1, 5), (0, 0)])
def test_impossible_counts_are_refused(bad):
    with pytest.raises(ValueError, match=r"no proportion|n is a whole number from 1"):
        stats.proportion(*bad)


@pytest.mark.parametrize("correlation", [0, 0.4])
@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.85, 0.15), (0.97, 0.06)])
def test_paired_intervals_cover(rates, n, correlation):
    rng = np.random.default_rng([n, int(100 * rates[0]), int(10 * correlation)])
    p, q = rates
    scores = rates_first = 0
    for _ in range(SIMULATIONS):
        pair = correlated_pairs(rng, n, p, q, correlation)
        scores += covered(stats.paired_score(*pair), (p + q) / 2)
        rates_first += covered(stats.first_player_rate(*pair), (1 + p - q) / 2)
    assert scores / SIMULATIONS > LEAST_COVERAGE
    assert rates_first / SIMULATIONS > LEAST_COVERAGE


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("rates", [(0.5, 0.5), (0.85, 0.5), (0.97, 0.85)])
def test_difference_and_unpaired_score_cover(rates, n):
    rng = np.random.default_rng([n, int(100 * sum(rates))])
    hits = np.zeros(2)
    for wins in rng.binomial(n, rates, size=(SIMULATIONS, 2)):
        a, b = (stats.proportion(int(k), n) for k in wins)
        hits += (
            covered(stats.difference(a, b), rates[0] - rates[1]),
            covered(stats.stratified_score(a, b), sum(rates) / 2),
        )
    assert hits.min() / SIMULATIONS > LEAST_COVERAGE


@pytest.mark.parametrize("rates", [(0.85, 0.2), (0.5, 0.45)])
def test_stopping_at_a_half_width_keeps_the_coverage(rates):
    rng = np.random.default_rng(7)
    hits = 0
    for _ in range(SIMULATIONS):
        pair = correlated_pairs(rng, 2000, *rates, 0.2)
        n = 50
        while stats.half_width(got := stats.paired_score(pair[0][:n], pair[1][:n])) > (
            0.04
        ):
            n += 50
        hits += covered(got, sum(rates) / 2)
    assert hits / SIMULATIONS > LEAST_COVERAGE


@given(
    st.lists(st.tuples(st.sampled_from([0, 1]), st.sampled_from([0, 1])), min_size=1)
)
def test_a_paired_interval_holds_its_score_within_0_and_1(results):
    x, y = zip(*results, strict=True)
    got = stats.paired_score(x, y)
    assert 0 <= got.low <= got.estimate <= got.high <= 1
    assert got.estimate == pytest.approx((sum(x) + sum(y)) / 2 / len(x))
    swapped = stats.paired_score([1 - r for r in y], [1 - r for r in x])
    assert swapped[:3] == pytest.approx((1 - got.estimate, 1 - got.high, 1 - got.low))


def test_rows_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="equally long"):
        stats.paired_score([1, 0], [1])


def test_holm_steps_down_in_the_order_of_the_p_values():
    assert stats.holm([0.04, 0.01, 0.03, 0.005]) == pytest.approx(
        [0.06, 0.03, 0.06, 0.02]
    )
    assert stats.holm([0.9, 0.8]) == pytest.approx([1, 1])


def test_the_counts_of_a_row_add_up():
    row = row_of(paired_games([1, 1, 1, 0], [0, 1, 0, 0]))
    names = ("a_wins_as_sheep", "b_wins_as_foxes", "a_wins_as_foxes", "b_wins_as_sheep")
    assert [row[name] for name in names] == [3, 1, 1, 3]
    assert (row["games"], row["blocks"], row["distinct"]) == (8, 4, 8)
    assert row["score"] == row["rival_score"] == 0.5
    assert row["sheep_rate"] == (3 + 3) / 8 == 1 - row["foxes_rate"]
    assert (row["a_as_sheep"], row["b_as_sheep"]) == (0.75, 0.75)
    assert row["turns"] == 101.5
    assert row["score_low"] < 0.5 < row["score_high"]
    assert row["foxes_rate_low"] == 1 - row["sheep_rate_high"]


def test_a_row_counts_draws_as_halves():
    row = row_of(paired_games([1, 0.5, 0.5, 1], [0.5, 0, 0.5, 1]))
    assert row["score"] == pytest.approx(5 / 8)
    assert row["a_wins_as_sheep"] + row["b_wins_as_foxes"] == 2


@pytest.mark.parametrize("spoil", ["drop", "repeat", "same side"])
def test_incomplete_pairs_are_refused(spoil):
    frame = paired_games([1, 0], [0, 1]).games
    spoiled = {
        "drop": frame.iloc[:-1],
        "repeat": pd.concat([frame, frame.iloc[:1]]),
        "same side": frame.assign(rotation=0),
    }[spoil]
    with pytest.raises(ValueError, match="one game in each of 2 rotations"):
        stats.paired_results(spoiled)


def test_a_rate_is_folded_around_one_half():
    for (rate, low, high), folded in (
        ((0.35, 0.3, 0.4), (0.15, 0.1, 0.2)),
        ((0.5, 0.45, 0.55), (0, 0, 0.05)),
    ):
        found = stats.from_half(stats.Estimate(rate, low, high, 200))
        assert found[:3] == pytest.approx(folded)


def test_durations():
    texts = {0: "0 s", 0.24: "0.2 s", 3: "3 s", 90: "1.5 min", 5400: "1.5 h"}
    assert {seconds: stats.duration(seconds) for seconds in texts} == texts


@pytest.mark.parametrize(("k", "n"), [(0, 5), (5, 5), (29, 60), (1, 4000)])
def test_wilson_agrees_with_scipy(k, n):
    there = scipy_stats.binomtest(k, n).proportion_ci(method="wilson")
    assert stats.proportion(k, n)[1:3] == pytest.approx((there.low, there.high))


def test_the_t_interval_and_the_normal_test_agree_with_scipy():
    scores = [0.0, 0.5, 0.5, 1.0, 0.25]
    there = scipy_stats.ttest_1samp(scores, 0).confidence_interval(0.95)
    assert stats.mean_score(scores)[1:3] == pytest.approx(tuple(there))
    a, known = stats.Estimate(0.6, 0.5, 0.7, 9), stats.Estimate(0.45, 0.45, 0.45, 1)
    z = 1.5 * scipy_stats.norm.ppf(0.975)
    assert stats.difference_test(a, known) == pytest.approx(2 * scipy_stats.norm.sf(z))


def test_ranks_agree_with_scipy():
    for payoffs in ((1, 0, 0, -1), (0.5, 0.5, 0.5), (-1, 1), (0.0, -0.0, 1.0)):
        there = scipy_stats.rankdata([-x for x in payoffs])
        assert stats.ranks(np.array(payoffs)).tolist() == there.tolist()
