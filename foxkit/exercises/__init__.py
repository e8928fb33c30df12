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


def _check_in_module(module: str, name: str) -> Callable[[Any], str]:
    """A check in a module here, which is imported when an answer is checked."""

    def checked(answer: Any) -> str:
        words: str = getattr(import_module(f"foxkit.exercises.{module}"), name)(answer)
        return words

    return checked


CODE_CHECKS: dict[str, Callable[[Any], str]] = {
    "start-1": _check_in_module("fox_game", "check_shepherd"),
    "fox-3": _check_in_module("fox_game", "check_own_evaluation"),
    "balance-1": _check_in_module("fox_game", "check_fair_for_both"),
    "balance-3": _check_in_module("fox_game", "check_honest_winner"),
    "hounds-3": _check_in_module("other_games", "check_own_hounds"),
    "hounds-4": _check_in_module("other_games", "check_chance"),
    "wolves-2": _check_in_module("wolves", "check_nothing_pruned"),
    "wolves-3": _check_in_module("wolves", "check_longest_win"),
    "wolves-4": _check_in_module("wolves", "check_max_and_min"),
    "sheep-2": _check_in_module("other_games", "check_team_belief"),
    "sheep-4": _check_in_module("small_games", "check_paranoid"),
    "zoo-3": _check_in_module("franks_zoo", "check_nothing_to_fuse"),
    "zoo-4": _check_in_module("franks_zoo", "check_at_least"),
    "own-3": _check_in_module("other_games", "check_jumps"),
    "build-1": _check_in_module("building", "check_ucb1"),
    "build-2": _check_in_module("building", "check_mcts"),
    "build-3": _check_in_module("building", "check_alphabeta"),
    "build-4": _check_in_module("building", "check_retrograde"),
    "build-5": _check_in_module("small_games", "check_max_n"),
    "build-6": _check_in_module("small_games", "check_determinised"),
    "ledger-3": _check_in_module("other_games", "check_holm"),
}
"""Checks of answers by code, by exercise. A check returns the words for a right answer,
and raises `Wrong` for any other."""


NEEDS_NOTEBOOK = {
    "fox-3": "The check has to compile your evaluation before it can play with it.",
}
"""Why the check of an exercise does not run on a page, by exercise; most checks do."""
CHECKED_ON_PAGES = TABLES.keys() - NEEDS_NOTEBOOK.keys()
WORK_IN_NOTEBOOK = {
    "balance-2": "The stored games that you need are in JupyterLab. Your answer can be"
    " checked here.",
    "own-4": "The solver that you need is in JupyterLab. Your answer can be checked"
    " here.",
}
"""What an exercise needs that a page does not have although it checks the answer."""


def answer_fields(exercise: str) -> list[tuple[str, str]]:
    """What a short answer consists of, such as `("The move", "words")`, or "number".

    A field also says what an answer looks like, where the table has an example. Empty
    where the answer is a function, a position or a game, or takes a program.
    """
    parts = [] if exercise in {*CODE_CHECKS, "fox-2"} else TABLES[exercise].parts
    return [(part.label, "words" if part.words else "number") for part in parts]


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
    return verdict_on(exercise, answer, CODE_CHECKS.get(exercise, table), table.hint)
