"""Rules of tolerance: what agrees, at which p-value, corrected within its table."""

from dataclasses import replace

import numpy as np
import pytest
from test_ledger import CLAIM

from foxkit.lab import criteria
from foxkit.lab.claims import claims
from foxkit.lab.criteria import corrected_p_values, p_value, rounded_as_published
from foxkit.lab.stats import Estimate, difference, difference_test, proportion

CELLS = ("base-foxes", "base-sheep", "new-foxes", "new-sheep", "rate")
COLUMNS = ("c05", "c03", "q14", "q10", "k09", "k07", "b12", "b08")


YES, NO, OPEN = criteria.REPRODUCED, criteria.CONTRADICTED, criteria.UNDECIDED


def verdict(claim, ours):
    [ps] = corrected_p_values([(claim, 0, ours)])
    return criteria.criterion_verdict(claim, ours, ps and ps[1])


@pytest.mark.parametrize(
    ("rule", "interval", "said"),
    [
        ("above 0.5", (0.51, 0.6), YES),
        ("above 0.5", (0.49, 0.6), OPEN),
        ("above 0.5", (0.4, 0.49), NO),
        ("below 0.5", (0.4, 0.49), YES),
        ("below 0.5", (0.4, 0.51), OPEN),
        ("not below 0.5", (0.4, 0.51), OPEN),
        ("not below 0.5", (0.51, 0.6), YES),
        ("not below 0.5", (0.4, 0.49), NO),
        ("not above 0.5", (0.49, 0.6), OPEN),
        ("not above 0.5", (0.51, 0.6), NO),
        ("between 0.2 0.3", (0.25, 0.6), OPEN),
        ("between 0.2 0.3", (0.22, 0.28), YES),
        ("between 0.2 0.3", (0.31, 0.6), NO),
        ("between 0.2 0.3", (0.1, 0.19), NO),
        ("above -0.5", (-0.4, 0.1), YES),
    ],
)
def test_a_claim_is_proven_or_a_range_disproven_by_the_interval(rule, interval, said):
    low, high = interval
    ours = Estimate((low + high) / 2, low, high, 100)
    assert verdict(replace(CLAIM, rule=rule), ours) == said
    assert "{" not in criteria.criterion(rule).sentence


@pytest.mark.parametrize(("ours", "said"), [(3, YES), ("4", NO)])
def test_a_number_without_an_interval_is_only_compared(ours, said):
    claim = replace(CLAIM, rule="at most 3")
    assert p_value(claim, ours) is None
    assert verdict(claim, ours) == said


def test_a_correction_can_undo_a_proof_and_a_disproof():
    ours = Estimate(0.55, 0.51, 0.59, 100)
    for rule, alone in (("above 0.5", YES), ("not above 0.5", NO)):
        claim = replace(CLAIM, rule=rule)
        assert criteria.criterion_verdict(claim, ours, 0.014) == alone
        assert criteria.criterion_verdict(claim, ours, 0.14) == OPEN


@pytest.mark.parametrize("wins", range(0, 101, 5))
def test_a_difference_is_significant_just_where_its_interval_excludes_zero(wins):
    a, b = proportion(wins, 100), proportion(30, 60)
    gap = difference(a, b)
    excluded = not gap.low <= 0 <= gap.high
    assert (difference_test(a, b) < 0.05) == excluded
    assert difference_test(a, b) == difference_test(b, a)


def test_equal_rates_are_seldom_told_apart():
    rng = np.random.default_rng(5)
    wins = rng.binomial([1000, 60], 0.8, size=(1000, 2))
    ps = [difference_test(proportion(a, 1000), proportion(b, 60)) for a, b in wins]
    assert 0.03 < np.mean(np.array(ps) < 0.05) < 0.07


def table_1(rates):
    """Return the rows of Table 1 with the rate of each side of a column as ours."""
    found = []
    for column, rate in zip(COLUMNS, rates, strict=True):
        for cell in CELLS:
            claim = claims()[f"fox-t1-{column}-{cell}"]
            ours = proportion(round(1000 * rate), 1000) if rate else None
            found.append((claim, 0, ours))
    return corrected_p_values(found)


def test_a_table_is_corrected_for_its_different_comparisons():
    """Foxes won of one agent and sheep won of the other are one comparison."""
    found = table_1([0.5] * 8)
    assert len(found) == 40
    p, corrected = min(found)
    assert corrected == pytest.approx(24 * p)


def test_rows_that_wait_count_so_that_a_table_keeps_its_correction():
    some = table_1([0.5, 0, 0, 0, 0, 0, 0, 0])
    p, corrected = min(some)
    assert corrected == pytest.approx(min(1, 24 * p))


def test_what_is_compared_has_the_digits_that_are_printed():
    claim = replace(CLAIM, rule="equal", value="0.500")
    assert verdict(claim, 0.49996) == YES
    assert verdict(claim, 0.4994) == NO
    assert rounded_as_published(replace(claim, value="20"), 20) == "20"
