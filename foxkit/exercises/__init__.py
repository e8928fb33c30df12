"""Exercises that answer back: `check("fox-2", answer)` says what is wrong.

A chapter asks in Markdown; the hint and a worked answer are folded away below the
question, and the answer is written in the code cell after it, whose last statement is
the call of `check`. `answers.csv` has what is right and what usual mistakes come to; a
function does so where an answer is to play. `versions` makes the chapters for students
and for teachers.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any

from foxkit.core.quoting import quoted
from foxkit.exercises import building, fox_game, others, small_games
from foxkit.exercises.table import TABLES, Empty, Wrong

PLAYED: dict[str, Callable[[Any], str]] = {
    "start-1": fox_game.shepherd,
    "fox-3": fox_game.own_evaluation,
    "balance-1": fox_game.fair_for_both,
    "balance-3": fox_game.honest_winner,
    "hounds-3": others.own_hounds,
    "wolves-2": others.nothing_pruned,
    "wolves-3": others.longest_win,
    "sheep-2": others.team,
    "zoo-3": others.nothing_to_fuse,
    "build-1": building.ucb1,
    "build-2": building.mcts,
    "build-3": building.alphabeta,
    "build-4": building.retrograde,
    "build-5": small_games.max_n,
    "build-6": small_games.determinised,
}
"""The exercises whose answers are checked by code: what says something of a right one,
and raises `Wrong` of another."""
_SAID = {"right": "✓ Right.", "wrong": "✗ Not yet.", "empty": "No answer yet."}
_HOW = (
    "Write yours in place of the three dots, and run the cell again with Shift+Enter."
)
_wrong: Counter[str] = Counter()
"""How many answers in a row were wrong, by exercise."""


@dataclass(frozen=True)
class Verdict:
    """What is said of an answer, as text and as HTML."""

    exercise: str  # its name
    state: str  # right, wrong or empty
    words: str = _HOW  # why; code stands between backticks
    hint: str = ""  # after a second wrong answer

    @property
    def right(self) -> bool:
        """Tell whether the answer is right."""
        return self.state == "right"

    def __repr__(self) -> str:
        hint = f"\nA stronger hint: {self.hint}" if self.hint else ""
        return f"{self.exercise}: {_SAID[self.state]} {self.words}{hint}"

    def _repr_html_(self) -> str:
        """Return paragraphs that a screen reader reads out when they appear."""
        said = {_SAID[self.state]: self.words, "A stronger hint:": self.hint}
        plain = (
            f"<strong>{head}</strong> "
            + re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(words))
            for head, words in said.items()
            if words
        )
        return "".join(f'<p role="status">{each}</p>' for each in plain)


def check(exercise: str, answer: Any) -> Verdict:
    """Tell whether an answer is right, and if it is not, what is wrong.

    A second wrong answer gets a stronger hint, too.

    Args:
        exercise: its name, such as `fox-2`.
        answer: a number, a word or a function, as the exercise asks.

    Raises:
        ValueError: there is no such exercise; the message names those that there are.
    """
    if exercise not in TABLES:
        known = ", ".join(sorted(TABLES))
        raise ValueError(f"there is no exercise {quoted(exercise)}; there are {known}")
    given = answer if isinstance(answer, tuple | list) else (answer,)
    if any(part is ... or part is None for part in given):
        return Verdict(exercise, "empty")
    try:
        said = PLAYED.get(exercise, TABLES[exercise])(answer)
    except Empty:
        return Verdict(exercise, "empty")
    except Wrong as wrong:
        _wrong[exercise] += 1
        hint = TABLES[exercise].hint if _wrong[exercise] > 1 else ""
        return Verdict(exercise, "wrong", str(wrong), hint)
    _wrong.pop(exercise, None)
    return Verdict(exercise, "right", said)
