"""Verdicts on answers, and how a check says what is wrong with an answer."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from math import isnan
from typing import Any

from foxkit.core.quoting import quoted

_STATE_WORDS = {"right": "✓ Right.", "wrong": "✗ Not yet.", "empty": "No answer yet."}
_HOW_TO_ANSWER = (
    "Write yours in place of the three dots, and run the cell again (Shift+Enter). In "
    "a new session, run the cell that imports `check` before it."
)
_wrong_in_a_row: Counter[str] = Counter()
"""How many answers in a row were wrong, by exercise."""


class Wrong(Exception):
    """An answer is not right; the message says what is wrong with it."""


class Unanswered(Exception):
    """There is no answer yet."""


def require(condition: object, otherwise: str) -> None:
    """Raise `Wrong(otherwise)` unless the condition holds."""
    if not condition:
        raise Wrong(otherwise)


def require_number(answer: Any, what: str = "The answer") -> float:
    """An answer as a number; raise `Wrong` where it is none."""
    try:
        value = float("nan" if isinstance(answer, str | bool) else answer)
    except (OverflowError, TypeError, ValueError):
        value = float("nan")
    words = f"{what} is to be a number, and this is `{quoted(answer)}`."
    require(not isnan(value), words)
    return value


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer, as text and as HTML."""

    exercise: str  # its name
    state: str  # right, wrong or empty
    words: str = _HOW_TO_ANSWER  # why; code stands between backticks
    hint: str = ""  # after a second wrong answer

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.state == "right"

    def __repr__(self) -> str:
        hint = f"\nA stronger hint: {self.hint}" if self.hint else ""
        return f"{self.exercise}: {_STATE_WORDS[self.state]} {self.words}{hint}"

    @property
    def paragraphs(self) -> dict[str, str]:
        """The paragraphs of the verdict, by the words that lead them."""
        text_by_heading = {
            _STATE_WORDS[self.state]: self.words,
            "A stronger hint:": self.hint,
        }
        return {head: words for head, words in text_by_heading.items() if words}

    def _repr_html_(self) -> str:
        """Paragraphs that a screen reader reads out when they appear."""
        plain = (
            f"<strong>{head}</strong> "
            + re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(words))
            for head, words in self.paragraphs.items()
        )
        return "".join(f'<p role="status">{each}</p>' for each in plain)


def verdict_on(
    exercise: str, answer: Any, examine: Callable[[Any], str], hint: str
) -> Verdict:
    """The verdict of a check on an answer.

    Args:
        exercise: its name.
        answer: a number, a word, a function, or several.
        examine: returns the words for a right answer; else it raises `Wrong` or
            `Unanswered`.
        hint: a stronger hint, for the second wrong answer in a row.
    """
    given = answer if isinstance(answer, tuple | list) else (answer,)
    if any(part is ... or part is None for part in given):
        return Verdict(exercise, "empty")
    try:
        words = examine(answer)
    except Unanswered:
        return Verdict(exercise, "empty")
    except Wrong as wrong:
        _wrong_in_a_row[exercise] += 1
        again = _wrong_in_a_row[exercise] > 1
        return Verdict(exercise, "wrong", str(wrong), hint if again else "")
    _wrong_in_a_row.pop(exercise, None)
    return Verdict(exercise, "right", words)
