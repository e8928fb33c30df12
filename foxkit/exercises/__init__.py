"""Exercises that answer back: `check("fox-3", answer)` says what is wrong.

A chapter asks in Markdown; the hint and a worked answer are folded away below the
question, and the answer is written in the code cell after it, whose last statement is
the call of `check`. A check is a plain function of the answer in the module of its
chapter: it returns what to say of a right answer, and raises `Wrong` with what is the
matter with another one. A module's `EXERCISES` are numbered in their order. `versions`
makes the chapters for students and for teachers.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from foxkit.core.quoting import quoted
from foxkit.exercises.answers import Check, Empty, Wrong, no_answer
from foxkit.exercises.verdict import Verdict

CHAPTERS = {
    "start": "index",
    "fox": "fox_game",
    "balance": "balance_lab",
    "hounds": "fox_hounds",
    "wolves": "wolves",
    "sheep": "battle_sheep",
    "zoo": "franks_zoo",
    "ledger": "ledger",
}
"""The first word of an exercise's name, and the module here that knows its chapter."""


def check(exercise: str, answer: Any) -> Verdict:
    """Tell whether an answer is right, and if it is not, what is wrong.

    Args:
        exercise: its name, such as `fox-3`.
        answer: a number, a word or a function, as the exercise asks.

    Raises:
        ValueError: there is no such exercise; the message names those that there are.
    """
    chapter = str(exercise).partition("-")[0]
    known = exercises(chapter) if chapter in CHAPTERS else {}
    if exercise not in known:
        others = ", ".join(known or names())
        raise ValueError(f"there is no exercise {quoted(exercise)}; there are {others}")
    try:
        if no_answer(answer):
            raise Empty
        return Verdict(exercise, "right", known[exercise](answer))
    except Empty:
        return Verdict(exercise, "empty", "")
    except Wrong as wrong:
        return Verdict(exercise, "wrong", str(wrong))


def names() -> list[str]:
    """Return the names of all exercises, chapter by chapter."""
    return [name for chapter in CHAPTERS for name in exercises(chapter)]


def exercises(chapter: str) -> Mapping[str, Check]:
    """Return the checks of a chapter by the names of its exercises."""
    module = import_module(f"foxkit.exercises.{CHAPTERS[chapter]}")
    return {f"{chapter}-{n}": check for n, check in enumerate(module.EXERCISES, 1)}
