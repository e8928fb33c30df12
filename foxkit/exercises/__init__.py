"""Exercises that answer back: `check("fox-2", answer)` says what is wrong.

A chapter asks in Markdown; the hint and a worked answer are folded away below the
question, and the answer is written in the code cell after it, whose last statement is
the call of `check`. `answers.csv` has the right answers and those of usual mistakes;
where an answer is to play, a function checks it. `versions` makes the chapters for
students and for teachers.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from foxkit.core.quoting import quoted
from foxkit.exercises.table import TABLES
from foxkit.exercises.verdict import Verdict, verdict_on
from foxkit.exercises.written import WRITTEN_SEARCHES


def _in(module: str, name: str) -> Callable[[Any], str]:
    """A check in a module here, which is imported when an answer is checked."""

    def checked(answer: Any) -> str:
        found: str = getattr(import_module(f"foxkit.exercises.{module}"), name)(answer)
        return found

    return checked


PLAYED: dict[str, Callable[[Any], str]] = {
    "start-1": _in("fox_game", "shepherd"),
    "fox-3": _in("fox_game", "own_evaluation"),
    "balance-1": _in("fox_game", "fair_for_both"),
    "balance-3": _in("fox_game", "honest_winner"),
    "hounds-3": _in("others", "own_hounds"),
    "wolves-2": _in("wolves", "nothing_pruned"),
    "wolves-3": _in("wolves", "longest_win"),
    "sheep-2": _in("others", "check_team_belief"),
    "zoo-3": _in("franks_zoo", "nothing_to_fuse"),
    **WRITTEN_SEARCHES,
}
"""Checks of answers by code, by exercise. A check returns the words for a right answer,
and raises `Wrong` for any other."""


def check(exercise: str, answer: Any) -> Verdict:
    """Say whether your answer to an exercise is right, and if it is not, what is wrong.

    A second wrong answer gets a stronger hint, too.

    Args:
        exercise: its name, such as `fox-2`.
        answer: a number, a word or a function, as the exercise asks.

    Returns:
        A verdict, which a notebook shows; `right` is True or False.

    Raises:
        ValueError: there is no such exercise; the message names those that there are.

    Examples:
        >>> check("fox-2", 3).right
        False
    """
    if exercise not in TABLES:
        known = ", ".join(sorted(TABLES))
        raise ValueError(f"there is no exercise {quoted(exercise)}; there are {known}")
    table = TABLES[exercise]
    return verdict_on(exercise, answer, PLAYED.get(exercise, table), table.hint)
