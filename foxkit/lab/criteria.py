"""Tolerance: when our value agrees with what a document says.

The rule stands in the published row, written before anything was played or marked as
`revised`. Whatever has an interval is tested at 5 %: a claim such as `above 0.5`
must be proven, a printed rate or range must not be disproven. Rows of one `family`,
a printed table or figure, are tested together: their p-values are corrected for their
number by Holm's method.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import hypot, inf, nan
from typing import Any, NamedTuple

from foxkit.lab.claims import NUMBER, Claim, published_interval
from foxkit.lab.stats import Estimate, Measured, difference_test, half_width, holm

REPRODUCED, CONTRADICTED, UNDECIDED = "reproduced", "contradicted", "undecided"
"""What a rule alone can say of a value."""

_LEVEL = 0.05
_LARGE = 0.1
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
"""By name: the sentence, and the range from the limits."""
_PROVEN = ("above", "below")


class Tolerance(NamedTuple):
    """A rule of a published row.

    Attributes:
        name: without its limits.
        sentence: for people.
        ends: the range in which a value agrees, where there is one.
        proven: whether being in the range must be proven, or else being outside.
    """

    name: str
    sentence: str
    ends: tuple[float, float] | None
    proven: bool


def tolerance(rule: str) -> Tolerance:
    """What a published row calls `between 200 250`; ValueError if no rule is."""
    words = rule.split()
    limits = [float(word) for word in words if NUMBER.fullmatch(word)]
    name = " ".join(words[: len(words) - len(limits)])
    if name not in _RULES:
        known = ", ".join(filter(None, _RULES))
        raise ValueError(f"no rule {rule!r}; there are {known}")
    sentence, ends = _RULES[name]
    said = sentence.format(*(f"{x:g}" for x in limits))
    return Tolerance(name, said, ends and ends(*limits), name in _PROVEN)


def _exactly(x: float) -> Estimate:
    return Estimate(x, x, x, 1)


@dataclass
class Comparison:
    """A value of ours against what a row says; None where it waits for games.

    Attributes:
        reading, number: what it was played by, and its place among those of its row.
        inside: whether ours lies where the rule wants it.
        p: the two-sided p-value of our value against theirs, if it has one. It is 1
            where a range that must not be disproven holds our value, and for what
            waits, so that the correction of its family stays as it is.
        could_have_told: the smallest difference from the document's value that would
            have shown, with 80 % power by a two-sided test at 5 %, our interval and
            that of the document's counts being as wide as they are.
        test: the p-value that counts and the corrected one, see `correct`.
    """

    claim: Claim
    ours: Measured | None
    reading: str = ""
    number: int = 0
    test: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        self.rule, ours = tolerance(self.claim.rule), self.ours
        ends = self.rule.ends
        tests = self.rule.name == "meets" or ends is not None
        here = ours if isinstance(ours, Estimate) else _exactly(nan)
        if tests and not isinstance(ours, Estimate):
            here = _exactly(float(ours or 0))
        self._at = here.estimate
        if ends is None:  # the document's counts, or the end that is nearest
            theirs = published_interval(self.claim) or _exactly(nan)
        else:
            theirs = _exactly(min(ends, key=lambda end: abs(self._at - end)))
        low, high = ends or theirs[:1] * 2
        self.inside, self.p = low <= self._at <= high, None
        if tests and (ours is None or here.low < here.high):
            sure = ours is None or (self.inside and not self.rule.proven)
            self.p = 1.0 if sure else difference_test(here, theirs)
        reach = hypot(half_width(here), half_width(theirs))
        self.could_have_told = None if self.p is None else reach * _POWER

    @property
    def verdict(self) -> str:
        """The verdict by the rule alone.

        Where nothing must be proven, agreement says little if ours lies outside the
        claim's range, and only its interval reaches in; or if a large difference need
        not have shown: one of more than ten points of a rate or of a difference of
        rates, or of a tenth of any other number.
        """
        if self.rule.name == "equal":
            same = self.claim.value == self.as_printed
            return REPRODUCED if same else CONTRADICTED
        significant = self.test is None or self.test[1] < _LEVEL
        if self.rule.proven and not significant:
            return UNDECIDED
        if significant and not self.inside:
            return CONTRADICTED
        told = self.could_have_told
        if told is None or self.rule.proven:
            return REPRODUCED
        outside = self.rule.ends is not None and not self.inside
        vague = outside or told > _LARGE * max(1.0, abs(self._at))
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


def correct(values: Iterable[Comparison]) -> None:
    """Test values, each family as a whole and each place of its readings alone.

    Rows that compare the same printed counts are one test.
    """
    families: dict[Any, dict[frozenset[str], list[Comparison]]] = {}
    for each in values:
        if each.p is not None:
            claim = each.claim
            family = claim.document + claim.family if claim.family else claim.id
            words = frozenset(claim.counts.replace(";", " ").split()) - {"+", "-", "/"}
            same = families.setdefault((family, each.number), {})
            same.setdefault(words or frozenset([claim.id]), []).append(each)
    for same in families.values():
        ps = [group[-1].p or 0.0 for group in same.values()]
        for group, p, corrected in zip(same.values(), ps, holm(ps), strict=True):
            for each in group:
                each.test = p, float(corrected)
