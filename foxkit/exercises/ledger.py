"""The exercises of chapter 8: verdicts, intervals, what a table could have told."""

from itertools import pairwise
from math import sqrt
from typing import Any, Never

import numpy as np

from foxkit.core.quoting import quoted
from foxkit.exercises.answers import Wrong, called, expect, one_of, parts, require
from foxkit.lab.stats import holm, proportion

VERDICTS = ("reproduced", "contradicted", "undecided", "contradicts itself")
CASES = (
    ("undecided", "A: ours agrees, but 30 games would agree with nearly anything."),
    (
        "reproduced",
        "B: ours agrees, and a thousand games each could have told a difference.",
    ),
    (
        "contradicted",
        "C: six points apart, and neither interval comes near the other number.",
    ),
    (
        "contradicts itself",
        "D: before comparing, divide: 31 of 50 is not what is printed beside it.",
    ),
)


def verdicts(answer: Any) -> str:
    """Check the verdicts of four made-up rows."""
    given = parts(answer, "A", "B", "C", "D")
    for name, word, (right, why) in zip("ABCD", given, CASES, strict=True):
        chosen = one_of(word, VERDICTS, f"The verdict of {name}")
        require(chosen == right, why)
    return "Agreement of few games is no agreement, and arithmetic comes first."


def ends(answer: Any) -> str:
    """Check the 95 % interval of 31 wins in 60 games."""
    low, high = parts(answer, "the lower end", "the upper end")
    p, n = 31 / 60, 60
    right, sd = proportion(31, n), sqrt(p * (1 - p) / n)
    mistakes = {
        p: "The number itself is the middle; the interval reaches to both sides.",
        p - sd: "One standard deviation covers two of three; 95 % take 1.96 of them.",
        p + sd: "One standard deviation covers two of three; 95 % take 1.96 of them.",
        p - 1.96 * p * (1 - p): "That divides by no games at all.",
        31: "Those are games; give rates, from 0 to 1.",
    }
    for value, end, what in (
        (low, right.low, "The lower end"),
        (high, right.high, "The upper end"),
    ):
        expect(
            value,
            end,
            *mistakes.items(),
            within=0.01,
            otherwise=f"{what}: 1.96 times the root of p (1 - p) / n from p.",
            what=what,
        )
    return "Twelve points to each side, and sixty games are more than many papers have."


def could_tell(answer: Any) -> str:
    """Check the smallest difference that 30 games show four times in five."""
    sd = 0.5 / sqrt(30)
    expect(
        answer,
        2.8 * sd,
        (sd, "That is one standard deviation: it happens by chance all the time."),
        (
            1.96 * sd,
            "A true difference of that size shows only every second time: it is"
            " as likely to come out smaller as larger.",
        ),
        (0.84 * sd, "That is the part for four in five; 1.96 comes on top."),
        (100 * 2.8 * sd, "Give a rate, from 0 to 1, not points."),
        within=0.006,
        otherwise="2.8 times 0.5 over the root of 30.",
    )
    return "A fair game and one of three to one look alike in a table of thirty games."


SAMPLES = (
    (0.01, 0.02, 0.03),
    (0.04, 0.01, 0.03, 0.005),
    (0.5, 0.9, 0.001),
    (0.2,),
    (0.02, 0.02, 0.9),
    (0.7, 0.8),
)


def correction(answer: Any) -> str:
    """Check a function that corrects p-values by Holm's method."""
    for sample in SAMPLES:
        given = called(answer, [*sample])
        words = f"Of {len(sample)} p-values it returns {quoted(given)}."
        require(np.shape(given) == (len(sample),), f"{words} One for each is needed.")
        found, right = np.array(given, float), holm(sample)
        if not np.allclose(found, right):
            rounded = found.round(4).tolist()
            _tell(np.array(sample), found, f"For {[*sample]} it returns {rounded}.")
    return "And none of them is smaller than before: asking often has its price."


def _tell(p: np.ndarray, found: np.ndarray, said: str) -> Never:
    """Raise `Wrong` with what is the matter with p-values that are not Holm's."""
    n, order = len(p), np.argsort(p)
    require(not np.allclose(found, p), f"{said} Nothing is corrected yet.")
    require((found <= 1).all(), f"{said} A p-value is at most 1.")
    all_times = np.allclose(np.minimum(found, 1), np.minimum(n * p, 1))
    words = "That is Bonferroni's method: n times each. Holm asks less of the larger."
    require(not all_times, f"{said} {words}")
    in_order = np.allclose(found, holm(sorted(p)))
    words = "These are right but sorted; return them in the order in which they came."
    require(not in_order, f"{said} {words}")
    falls = any(b < a for a, b in pairwise(found[order]))
    words = "A larger p-value must not become smaller than one before it."
    require(not falls, f"{said} {words}")
    raise Wrong(f"{said} The smallest counts n times, the next n - 1 times.")


EXERCISES = (verdicts, ends, could_tell, correction)
