"""Frank's Zoo: answers that are hands."""

from typing import Any

from foxkit.exercises.played import position_of_answer
from foxkit.exercises.verdict import require
from foxkit.games.franks_zoo.fusion import EXAMPLE, fusion
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.lab.numbers import percent


def check_nothing_to_fuse(answer: Any) -> str:
    """Check hands in which averaging over the deals and the truth agree."""
    text = position_of_answer(FranksZoo(), answer).text
    require(answer != EXAMPLE, "That is the example itself; change its hands.")
    result = fusion(text)
    words = "There is only one move: give player 1 a choice."
    require(len(result.averaged) > 1, words)
    words = "There is only one deal: the others' hands are known, and nothing is fused."
    require(len(result.deals) > 1, words)
    gaps = {m: result.averaged[m] - result.in_truth[m] for m in result.averaged}
    worst = max(gaps, key=lambda move: abs(gaps[move]))
    a, b = percent(result.averaged[worst]), percent(result.in_truth[worst])
    words = f"{worst}: {a} by the mean over the deals, {b} in truth."
    require(abs(gaps[worst]) < 1e-9, f"{words} Where is a choice left after it?")
    return "They agree on every move: no choice is left that the deals could advise."
