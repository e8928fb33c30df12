"""Exercises that answer back: `check("fox-2", answer)` says what is wrong.

A chapter asks in Markdown; the hint and a worked answer are folded away below the
question, and the answer is written in the code cell after it, whose last statement is
the call of `check`. `answers.csv` has what is right and what usual mistakes come to; a
function does so where an answer is to play. `versions` makes the chapters for students
and for teachers.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from importlib import import_module
from typing import Any

from foxkit.core.quoting import quoted
from foxkit.exercises.table import TABLES, Empty, Wrong

PLAYED = {
    "start-1": "fox_game:shepherd",
    "fox-3": "fox_game:own_evaluation",
    "balance-1": "fox_game:fair_for_both",
    "balance-3": "fox_game:honest_winner",
    "hounds-3": "fox_hounds:own_hounds",
    "wolves-2": "wolves:nothing_pruned",
    "wolves-3": "wolves:longest_win",
    "sheep-2": "battle_sheep:team",
    "zoo-3": "franks_zoo:nothing_to_fuse",
    "build-1": "building:ucb1",
    "build-2": "building:mcts",
    "build-3": "building:alphabeta",
    "build-4": "building:retrograde",
    "build-5": "building:max_n",
    "build-6": "building:determinised",
}
"""The exercises whose answers are checked by code, and the function that does it."""
_SAID = {"right": "✓ Right.", "wrong": "✗ Not yet.", "empty": "No answer yet."}
_HOW = (
    "Write yours in place of the three dots, and run the cell again with Shift+Enter."
)


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer, as text and as HTML."""

    exercise: str  # its name
    state: str  # right, wrong or empty
    words: str = _HOW  # why; code stands between backticks

    @property
    def right(self) -> bool:
        """Tell whether the answer is right."""
        return self.state == "right"

    def __repr__(self) -> str:
        return f"{self.exercise}: {_SAID[self.state]} {self.words}"

    def _repr_html_(self) -> str:
        """Return a paragraph that a screen reader reads out when it appears."""
        plain = re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(self.words))
        return f'<p role="status"><strong>{_SAID[self.state]}</strong> {plain}</p>'


def check(exercise: str, answer: Any) -> Verdict:
    """Tell whether an answer is right, and if it is not, what is wrong.

    Args:
        exercise: its name, such as `fox-2`.
        answer: a number, a word or a function, as the exercise asks.

    Raises:
        ValueError: there is no such exercise; the message names those that there are.
    """
    if exercise not in exercise_names():
        others = ", ".join(exercise_names())
        raise ValueError(f"there is no exercise {quoted(exercise)}; there are {others}")
    given = answer if isinstance(answer, tuple | list) else (answer,)
    if any(part is ... or part is None for part in given):
        return Verdict(exercise, "empty")
    try:
        return Verdict(exercise, "right", _check_of(exercise)(answer))
    except Empty:
        return Verdict(exercise, "empty")
    except Wrong as wrong:
        return Verdict(exercise, "wrong", str(wrong))


def exercise_names() -> list[str]:
    """Return the names of all exercises."""
    return sorted({*TABLES, *PLAYED})


def _check_of(exercise: str) -> Callable[[Any], str]:
    """Return what says something of a right answer, and raises `Wrong` of another."""
    if exercise not in PLAYED:
        return TABLES[exercise]
    module, _, name = PLAYED[exercise].partition(":")
    found: Callable[[Any], str] = vars(import_module(f"{__name__}.{module}"))[name]
    return found
