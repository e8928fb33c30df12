"""Criteria: when our value agrees with what a document says.

The criterion is named in the published row. It was written before anything was played,
or the row is marked as `revised`. A value with an interval is tested at 5 %: a claim
such as `above 0.5` must be proven, a printed rate or range must not be disproven. Rows
of one `family`, a printed table or figure, are tested together: their p-values are
corrected for their number by Holm's method.
"""

from collections.abc import Callable, Iterable
from math import hypot, inf, nan
from typing import Any, NamedTuple

from foxkit.lab.claims import NUMBER, Claim, published_interval
from foxkit.lab.stats import Estimate, Measured, difference_test, half_width, holm

REPRODUCED, CONTRADICTED, UNDECIDED = "reproduced", "contradicted", "undecided"
"""The verdicts that a criterion alone can give."""

_SIGNIFICANCE_LEVEL = 0.05
_LARGE_DIFFERENCE = 0.1
_QUANTILE_OF_TEST = 1.959963984540054  # normal quantile of 97.5 %: two-sided, at 5 %
_QUANTILE_OF_POWER = 0.8416212335729143  # normal quantile of 80 %
_POWER_FACTOR = (_QUANTILE_OF_TEST + _QUANTILE_OF_POWER) / _QUANTILE_OF_TEST

_CRITERIA: dict[str, tuple[str, Callable[..., tuple[float, float]] | None]] = {
    "meets": ("ours is not proven to differ from the counts", None),
    "above": ("ours is proven to be above {}", lambda x: (x, inf)),
    "below": ("ours is proven to be below {}", lambda x: (-inf, x)),
    "not above": ("ours is not proven to be above {}", lambda x: (-inf, x)),
    "not below": ("ours is not proven to be below {}", lambda x: (x, inf)),
    "at most": ("our value is {} or less", lambda x: (-inf, x)),
    "between": ("ours is not proven to be outside {} to {}", lambda x, y: (x, y)),
    "equal": ("our value equals the printed one", None),
    "audit": ("the printed number follows from the document's own counts", None),
    "machine": ("none: it depends on the machine and the program", None),
    "": ("", None),
}
"""Name -> a sentence, and the function that makes a range of the printed limits."""
_MUST_BE_PROVEN = ("above", "below")


class Criterion(NamedTuple):
    """When our value agrees with a published row.

    Attributes:
        name: the name, without limits.
        sentence: the criterion in words.
        limits: the range in which a value agrees; None if there is no range.
        must_be_proven: whether being inside the range must be proven; else a value
            agrees unless being outside is proven.
    """

    name: str
    sentence: str
    limits: tuple[float, float] | None
    must_be_proven: bool


def criterion(rule: str) -> Criterion:
    """The criterion that a published row names, such as `between 200 250`.

    Raises:
        ValueError: there is no criterion of this name.
    """
    words = rule.split()
    limits = [float(word) for word in words if NUMBER.fullmatch(word)]
    name = " ".join(words[: len(words) - len(limits)])
    if name not in _CRITERIA:
        known = ", ".join(filter(None, _CRITERIA))
        raise ValueError(f"no rule {rule!r}; there are {known}")
    sentence, make_range = _CRITERIA[name]
    filled_sentence = sentence.format(*(f"{x:g}" for x in limits))
    range_of_agreement = make_range(*limits) if make_range else None
    must_be_proven = name in _MUST_BE_PROVEN
    return Criterion(name, filled_sentence, range_of_agreement, must_be_proven)


def _without_interval(x: float) -> Estimate:
    """A number as an estimate without any uncertainty."""
    return Estimate(x, x, x, None)


def _is_tested(claim: Claim) -> bool:
    """Whether a row's criterion compares numbers, and not only words."""
    rule = criterion(claim.rule)
    return rule.name == "meets" or rule.limits is not None


def _as_estimate(claim: Claim, ours: Measured | None) -> Estimate:
    """Our value as an estimate; not a number where none is compared."""
    if isinstance(ours, Estimate):
        return ours
    return _without_interval(float(ours or 0) if _is_tested(claim) else nan)


def _value_to_test_against(claim: Claim, value: float) -> Estimate:
    """The value that ours is tested against: by the counts, or the nearest limit."""
    limits = criterion(claim.rule).limits
    if limits is None:
        return published_interval(claim) or _without_interval(nan)
    return _without_interval(min(limits, key=lambda x: abs(value - x)))


def is_within_limits(claim: Claim, ours: Measured | None) -> bool:
    """Whether our value lies within the limits of a row, or equals its number."""
    value = _as_estimate(claim, ours).estimate
    theirs = _value_to_test_against(claim, value).estimate
    low, high = criterion(claim.rule).limits or (theirs, theirs)
    return low <= value <= high


def p_value(claim: Claim, ours: Measured | None) -> float | None:
    """The two-sided p-value of our value against a row of a document.

    It is 1 where a range that must not be disproven contains our value, and where games
    are missing, so that the correction of the row's family stays the same.

    Args:
        claim: the row.
        ours: our value; None where games are missing.

    Returns:
        None if there is no test: nothing is compared, or our value has no interval.
    """
    estimate = _as_estimate(claim, ours)
    if not _is_tested(claim) or (ours is not None and estimate.low >= estimate.high):
        return None
    must_be_proven = criterion(claim.rule).must_be_proven
    if ours is None or (is_within_limits(claim, ours) and not must_be_proven):
        return 1.0
    return difference_test(estimate, _value_to_test_against(claim, estimate.estimate))


def detectable_difference(claim: Claim, ours: Measured | None) -> float | None:
    """The smallest true difference from a document that would have been detected.

    A two-sided test at 5 % would find it with 80 % power, our interval and that of the
    document's counts being as wide as they are. None if there is no test.
    """
    if p_value(claim, ours) is None:
        return None
    estimate = _as_estimate(claim, ours)
    theirs = _value_to_test_against(claim, estimate.estimate)
    return hypot(half_width(estimate), half_width(theirs)) * _POWER_FACTOR


def criterion_verdict(
    claim: Claim, ours: Measured, p_corrected: float | None = None
) -> str:
    """The verdict of a row's criterion on our value.

    Where nothing must be proven, agreement says little in two cases: if our value lies
    outside the limits, and only its interval reaches in; or if even a large difference
    might not have been found. Large is more than ten points of a rate or of a
    difference of rates, or more than a tenth of any other number.

    Args:
        claim: the row.
        ours: our value.
        p_corrected: the corrected p-value, see `corrected_p_values`; None without a
            test.
    """
    rule, inside = criterion(claim.rule), is_within_limits(claim, ours)
    if rule.name == "equal":
        same = claim.value == rounded_as_published(claim, ours)
        return REPRODUCED if same else CONTRADICTED
    significant = p_corrected is None or p_corrected < _SIGNIFICANCE_LEVEL
    if rule.must_be_proven and not significant:
        return UNDECIDED
    if significant and not inside:
        return CONTRADICTED
    detectable = detectable_difference(claim, ours)
    if detectable is None or rule.must_be_proven:
        return REPRODUCED
    outside = rule.limits is not None and not inside
    size = max(1.0, abs(_as_estimate(claim, ours).estimate))
    says_little = outside or detectable > _LARGE_DIFFERENCE * size
    return UNDECIDED if says_little else REPRODUCED


def rounded_as_published(claim: Claim, ours: Measured) -> str:
    """Our value with as many decimals as the document prints."""
    if isinstance(ours, Estimate):
        return f"{ours.estimate:g}"
    if not isinstance(ours, float):
        return str(ours)
    digits = len(claim.value.partition(".")[2])
    return f"{ours:.{digits}f}"


def corrected_p_values(
    tests: Iterable[tuple[Claim, int, Measured | None]],
) -> list[tuple[float, float] | None]:
    """P-values, corrected for their number in each family and number of a reading.

    Rows that compare the same printed counts count as one test.

    Args:
        tests: for each test the row, the place of the reading among those of its row,
            from 0, and our value.

    Returns:
        For each test the p-value that counts, and the corrected one; None where there
        is no test.
    """
    tested = [(claim, n, p_value(claim, ours)) for claim, n, ours in tests]
    families: dict[Any, dict[frozenset[str], list[int]]] = {}
    for index, (claim, number, p) in enumerate(tested):
        if p is not None:
            family = claim.document + claim.family if claim.family else claim.id
            counts = frozenset(claim.counts.replace(";", " ").split()) - {"+", "-", "/"}
            by_counts = families.setdefault((family, number), {})
            by_counts.setdefault(counts or frozenset([claim.id]), []).append(index)
    results: list[tuple[float, float] | None] = [None] * len(tested)
    for by_counts in families.values():
        p_values_of_family = [
            tested[group[-1]][2] or 0.0 for group in by_counts.values()
        ]
        for group, p, corrected in zip(
            by_counts.values(),
            p_values_of_family,
            holm(p_values_of_family),
            strict=True,
        ):
            for index in group:
                results[index] = p, float(corrected)
    return results
