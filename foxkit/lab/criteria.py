"""Criteria: when our value agrees with what a document says.

The criterion is named in the published row. It was written before anything was played,
or the row is marked as `revised`. A value with an interval is tested at 5 %: a claim
such as `above 0.5` must be proven, a printed rate or range must not be disproven. Rows
of one `family`, a printed table or figure, are tested together: their p-values are
corrected for their number by Holm's method.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import hypot, inf, nan
from typing import Any, NamedTuple

from foxkit.lab.claims import NUMBER, Claim, published_interval
from foxkit.lab.stats import Estimate, Measured, difference_test, half_width, holm

REPRODUCED, CONTRADICTED, UNDECIDED = "reproduced", "contradicted", "undecided"
"""The verdicts that a criterion alone can give."""

_LEVEL = 0.05
_LARGE_DIFFERENCE = 0.1
_Z = 1.959963984540054, 0.8416212335729143  # normal quantiles of 97.5 and 80 %
_POWER = sum(_Z) / _Z[0]

_RULES: dict[str, tuple[str, Callable[..., tuple[float, float]] | None]] = {
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
"""By name: the sentence, and a function from the printed limits to the range."""
_PROVEN = ("above", "below")


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
    if name not in _RULES:
        known = ", ".join(filter(None, _RULES))
        raise ValueError(f"no rule {rule!r}; there are {known}")
    sentence, range_of = _RULES[name]
    filled = sentence.format(*(f"{x:g}" for x in limits))
    return Criterion(name, filled, range_of and range_of(*limits), name in _PROVEN)


def _without_interval(x: float) -> Estimate:
    return Estimate(x, x, x, 1)


@dataclass
class ClaimTest:
    """A test of our value against a row of a document.

    Attributes:
        claim: the row.
        ours: our value; None where games are missing.
        reading: the reading under which it was found.
        number: the place of the reading among those of its row, from 0.
        rule: the criterion of the row.
        is_inside: whether our value lies within the limits.
        p_value: two-sided, of our value against theirs; None if there is no test. It is
            1 where a range that must not be disproven contains our value, and where
            games are missing, so that the correction of its family stays the same.
        detectable_difference: the smallest true difference from the document's value
            that a two-sided test at 5 % would find with 80 % power, our interval and
            that of the document's counts being as wide as they are.
        p_values: the p-value that counts, and the corrected one, see
            `correct_p_values`; None before.
    """

    claim: Claim
    ours: Measured | None
    reading: str = ""
    number: int = 0
    p_values: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        self.rule, ours = criterion(self.claim.rule), self.ours
        limits = self.rule.limits
        is_tested = self.rule.name == "meets" or limits is not None
        estimate = ours if isinstance(ours, Estimate) else _without_interval(nan)
        if is_tested and not isinstance(ours, Estimate):
            estimate = _without_interval(float(ours or 0))
        self._value = estimate.estimate
        if limits is None:  # the document's counts, else the nearest limit
            theirs = published_interval(self.claim) or _without_interval(nan)
        else:
            theirs = _without_interval(min(limits, key=lambda x: abs(self._value - x)))
        low, high = limits or theirs[:1] * 2
        self.is_inside, self.p_value = low <= self._value <= high, None
        if is_tested and (ours is None or estimate.low < estimate.high):
            agrees = ours is None or (self.is_inside and not self.rule.must_be_proven)
            self.p_value = 1.0 if agrees else difference_test(estimate, theirs)
        reach = hypot(half_width(estimate), half_width(theirs))
        self.detectable_difference = None if self.p_value is None else reach * _POWER

    @property
    def verdict(self) -> str:
        """The verdict by the criterion alone.

        Where nothing must be proven, agreement says little in two cases: if our value
        lies outside the limits, and only its interval reaches in; or if even a large
        difference might not have been found. Large is more than ten points of a rate or
        of a difference of rates, or more than a tenth of any other number.
        """
        if self.rule.name == "equal":
            same = self.claim.value == self.as_printed
            return REPRODUCED if same else CONTRADICTED
        significant = self.p_values is None or self.p_values[1] < _LEVEL
        if self.rule.must_be_proven and not significant:
            return UNDECIDED
        if significant and not self.is_inside:
            return CONTRADICTED
        detectable = self.detectable_difference
        if detectable is None or self.rule.must_be_proven:
            return REPRODUCED
        outside = self.rule.limits is not None and not self.is_inside
        vague = outside or detectable > _LARGE_DIFFERENCE * max(1.0, abs(self._value))
        return UNDECIDED if vague else REPRODUCED

    @property
    def as_printed(self) -> str:
        """Our value with as many decimals as the document prints."""
        if isinstance(self.ours, Estimate):
            return f"{self.ours.estimate:g}"
        if not isinstance(self.ours, float):
            return str(self.ours)
        digits = len(self.claim.value.partition(".")[2])
        return f"{self.ours:.{digits}f}"


def correct_p_values(tests: Iterable[ClaimTest]) -> None:
    """Correct p-values for their number, for each family and each number of a reading.

    Rows that compare the same printed counts count as one test.
    """
    families: dict[Any, dict[frozenset[str], list[ClaimTest]]] = {}
    for test in tests:
        if test.p_value is not None:
            claim = test.claim
            family = claim.document + claim.family if claim.family else claim.id
            counts = frozenset(claim.counts.replace(";", " ").split()) - {"+", "-", "/"}
            by_counts = families.setdefault((family, test.number), {})
            by_counts.setdefault(counts or frozenset([claim.id]), []).append(test)
    for by_counts in families.values():
        ps = [group[-1].p_value or 0.0 for group in by_counts.values()]
        for group, p, corrected in zip(by_counts.values(), ps, holm(ps), strict=True):
            for test in group:
                test.p_values = p, float(corrected)
