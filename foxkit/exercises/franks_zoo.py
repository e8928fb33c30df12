"""Frank's Zoo: answers that are hands, and a chance."""

from functools import partial
from typing import Any

from foxkit.exercises.answers_that_play import position_of_answer
from foxkit.exercises.questions import (
    AskQuestions,
    ask_with_arguments,
    require_right_answers,
)
from foxkit.exercises.sandbox import number_returned
from foxkit.exercises.verdict import require
from foxkit.games.franks_zoo.fusion import EXAMPLE, strategy_fusion
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.lab.numbers import percent


def check_nothing_to_fuse(answer: Any) -> str:
    """Check hands in which averaging over the deals and the truth agree."""
    text = position_of_answer(FranksZoo(), answer).text
    require(answer != EXAMPLE, "That is the example itself; change its hands.")
    result = strategy_fusion(text)
    words = "There is only one move: give player 1 a choice."
    require(len(result.averaged) > 1, words)
    words = "There is only one deal: the others' hands are known, and nothing is fused."
    require(len(result.deals) > 1, words)
    gaps = {m: result.averaged[m] - result.in_truth[m] for m in result.averaged}
    worst = max(gaps, key=lambda move: abs(gaps[move]))
    a, b = percent(result.averaged[worst]), percent(result.in_truth[worst])
    require(
        abs(gaps[worst]) < 1e-9,
        f"{worst}: {a} by the mean over the deals, {b} in truth. Where is a choice left"
        " after it?",
    )
    return "They agree on every move: no choice is left that the deals could advise."


AT_LEAST_ARGUMENTS = [
    (m, n, hand, unseen)
    for unseen, hand in ((4, 1), (4, 2), (10, 3), (10, 4), (45, 15))
    for n in (1, 2, 4)
    for m in (1, 2, 4)
    if m <= n
]
"""Questions: at least so many, of so many, in a hand, drawn from the unseen cards."""
QUESTIONS: dict[str, AskQuestions] = {
    "at_least": ask_with_arguments(AT_LEAST_ARGUMENTS),
}
"""The questions, by the names of their entries in `known.json`."""


def check_at_least(answer: Any) -> str:
    """Check a function of (m, n, hand, unseen)."""
    reader = partial(number_returned, answer)

    def otherwise(at: int, found: float, right: float) -> str:
        asked = f"`at_least{AT_LEAST_ARGUMENTS[at]}`"
        return f"{asked} is {right:.4f}, and yours is {found:.4f}."

    require_right_answers("at_least", [*QUESTIONS["at_least"](reader)], otherwise)
    four, three = (percent(reader(2, 2, hand, 10)) for hand in (4, 3))
    return (
        f"In the late round a hand of four has both whales with chance {four}, and a"
        f" hand of three with chance {three}."
    )
