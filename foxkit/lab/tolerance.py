"""Tolerance rules: when our value agrees with what a document says.

The rule stands in the published row, written before anything was played or marked as
`revised`. Whatever has an interval is tested at 5 %: a claim such as `above 0.5`
must be proven, a printed rate or range must not be disproven. Rows of one `family`,
a printed table or figure, are tested together: their p-values are corrected for their
number by Holm's method.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import hypot, inf
from typing import NamedTuple

from scipy.special import ndtri

from foxkit.lab.claims import Claim, published_interval
from foxkit.lab.stats import Estimate, Measured, difference_test, half_width, holm

LEVEL = 0.05
_LARGE = 0.1
_POWER = float((ndtri(0.975) + ndtri(0.8)) / ndtri(0.975))
NUMBER = re.compile(r"-?\d+(\.\d+)?")


class Rule(NamedTuple):
    """A tolerance rule.

    Attributes:
        sentence: for people.
        ends: the range in which a value agrees, from the numbers of the rule; for
            `meets`, which compares with the document's counts, what a rate can be.
        proven: whether being in the range must be proven, or else being outside.
    """

    sentence: str
    ends: Callable[..., tuple[float, float]]
    proven: bool = False


RULES = {
    "meets": Rule("ours is not proven to differ from the counts", lambda: (0, 1)),
    "above": Rule("ours is proven to be above {}", lambda x: (x, inf), True),
    "below": Rule("ours is proven to be below {}", lambda x: (-inf, x), True),
    "not above": Rule("ours is not proven to be above {}", lambda x: (-inf, x)),
    "not below": Rule("ours is not proven to be below {}", lambda x: (x, inf)),
    "at most": Rule("our value is {} or less", lambda x: (-inf, x)),
    "between": Rule("ours is not proven to be outside {} to {}", lambda x, y: (x, y)),
}
SENTENCES = {
    "": "",
    "equal": "our value equals the printed one",
    "audit": "the printed number follows from the document's own counts",
    "machine": "none: it depends on the machine and the program",
}


def _split(rule: str) -> tuple[str, list[float]]:
    """Split a rule of a published row, `between 200 250`, into name and limits."""
    words = rule.split()
    limits = [word for word in words if NUMBER.fullmatch(word)]
    return " ".join(words[: len(words) - len(limits)]), [float(x) for x in limits]


def sentence(rule: str) -> str:
    """Return the sentence of a rule; raise ValueError for one that does not exist."""
    name, limits = _split(rule)
    if name in SENTENCES:
        return SENTENCES[name]
    if name not in RULES:
        raise ValueError(f"no rule {rule!r}; there are {', '.join(RULES)}")
    return RULES[name].sentence.format(*(f"{x:g}" for x in limits))


def must_be_proven(rule: str) -> bool:
    """Tell whether a rule asks for a proof, not only that nothing speaks against it."""
    name, _ = _split(rule)
    return name in RULES and RULES[name].proven


def _exactly(x: float) -> Estimate:
    return Estimate(x, x, x, 1)


def _estimate(ours: Measured) -> Estimate:
    return ours if isinstance(ours, Estimate) else _exactly(float(ours))


def _theirs(claim: Claim, ours: Estimate) -> tuple[Estimate, bool]:
    """Return what ours is tested against, and whether ours is in the claim's range."""
    name, limits = _split(claim.rule)
    if name == "meets":
        theirs = published_interval(claim) or _exactly(float("nan"))
        return theirs, ours.estimate == theirs.estimate
    low, high = RULES[name].ends(*limits)
    nearest = min(low, high, key=lambda end: abs(ours.estimate - end))
    return _exactly(nearest), low <= ours.estimate <= high


def p_value(claim: Claim, ours: Measured) -> float | None:
    """Return the two-sided p-value of our value against the claim's, if it has one.

    It is 1 where a range that must not be disproven holds our value.
    """
    name, _ = _split(claim.rule)
    if not isinstance(ours, Estimate) or ours.low == ours.high or name not in RULES:
        return None
    theirs, inside = _theirs(claim, ours)
    return 1.0 if inside and not RULES[name].proven else difference_test(ours, theirs)


def holds(claim: Claim, ours: Measured, p: float | None) -> bool:
    """Tell whether our value passes the claim's rule, p being its corrected p-value."""
    name, _ = _split(claim.rule)
    if name == "equal":
        return claim.value == as_printed(claim, ours)
    _, inside = _theirs(claim, _estimate(ours))
    significant = p is None or p < LEVEL
    return inside and significant if RULES[name].proven else inside or not significant


def as_printed(claim: Claim, ours: Measured) -> str:
    """Return our value with as many decimals as the document prints."""
    if isinstance(ours, Estimate):
        return f"{ours.estimate:g}"
    if not isinstance(ours, float):
        return str(ours)
    digits = len(claim.value.partition(".")[2])
    return f"{ours:.{digits}f}"


class Test(NamedTuple):
    """A p-value, corrected among all the tests of its table, and how many these are."""

    p: float
    corrected: float
    among: int


def tests(
    found: Iterable[tuple[Claim, Mapping[str, Measured | None]]],
) -> dict[tuple[str, str], Test]:
    """Return the tests of all rows, by their ids and readings.

    Rows that compare the same printed counts are one test; a reading that waits for
    games, None, counts as one, so that a family's correction stays as it is.
    """
    families: dict[tuple[str, int], dict[frozenset[str], float]] = defaultdict(dict)
    members = {}
    for claim, readings in found:
        if _split(claim.rule)[0] not in RULES:
            continue
        for number, (reading, ours) in enumerate(readings.items()):
            p = 1.0 if ours is None else p_value(claim, ours)
            if p is not None:
                family = claim.document + claim.family if claim.family else claim.id
                key, compared = (family, number), _compared(claim)
                families[key][compared] = p
                members[claim.id, reading] = key, compared
    corrected = {
        family: dict(zip(ps, holm([*ps.values()]), strict=True))
        for family, ps in families.items()
    }
    return {
        row: Test(families[f][c], float(corrected[f][c]), len(families[f]))
        for row, (f, c) in members.items()
    }


def could_have_told(claim: Claim, ours: Measured) -> float | None:
    """Return the smallest difference from the document's value that would have shown.

    It is found with 80 % power by a two-sided test at 5 %, our interval and that of the
    document's counts being as wide as they are. None where there is no interval.
    """
    if p_value(claim, ours) is None or not isinstance(ours, Estimate):
        return None
    theirs, _ = _theirs(claim, ours)
    return hypot(half_width(ours), half_width(theirs)) * _POWER


def is_vague(claim: Claim, ours: Measured) -> bool:
    """Tell whether agreement says little, asked only where nothing must be proven.

    Either ours lies outside the claim's range, and only its interval reaches in; or a
    large difference need not have shown, one of more than ten points of a rate or of a
    difference of rates, or of a tenth of any other number.
    """
    found = could_have_told(claim, ours)
    if found is None or must_be_proven(claim.rule) or not isinstance(ours, Estimate):
        return False
    if _split(claim.rule)[0] != "meets" and not _theirs(claim, ours)[1]:
        return True
    return found > _LARGE * max(1.0, abs(ours.estimate))


def _compared(claim: Claim) -> frozenset[str]:
    """Return the printed counts that a row is about, or the row itself."""
    words = frozenset(claim.counts.replace(";", " ").split()) - {"+", "-", "/"}
    return words or frozenset([claim.id])
