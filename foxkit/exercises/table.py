"""The tables of answers: what is right, and what each usual mistake comes to.

`answers.csv` has a row an answer: the exercise, what is asked for, the answer, whether
it `is` right or wrong, and the words for it. The row `otherwise` has those for another
number, the row `said` those for a right answer. `within` is how far from a number still
counts as that number, 0.001 where it is empty.
"""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from foxkit.core.quoting import quoted


class Wrong(Exception):
    """An answer is not right; the message says what is wrong with it."""


class Empty(Exception):
    """There is no answer yet."""


def require(condition: object, otherwise: str) -> None:
    """Raise `Wrong(otherwise)` unless the condition holds."""
    if not condition:
        raise Wrong(otherwise)


def number(answer: Any, what: str = "The answer") -> float:
    """Return an answer as a number; raise `Wrong` where it is none."""
    try:
        value = float("nan" if isinstance(answer, str | bool) else answer)
    except (OverflowError, TypeError, ValueError):
        value = float("nan")
    words = f"{what} is to be a number, and this is `{quoted(answer)}`."
    require(isfinite(value), words)
    return value


def parts(answer: Any, *names: str) -> tuple[Any, ...]:
    """Return the parts of an answer in order; raise `Wrong` where some are missing."""
    wanted = f"The answer has {len(names)} parts in round brackets: {', '.join(names)}."
    require(isinstance(answer, tuple | list) and len(answer) == len(names), wanted)
    return tuple(answer)


@dataclass
class Part:
    """A number, or a word, that is asked for."""

    what: str
    right: list[float | str] = field(default_factory=list)
    wrong: dict[float | str, str] = field(default_factory=dict)
    otherwise: str = ""
    within: float = 0.001

    def add(self, row: Mapping[str, str]) -> None:
        """Take over a row of the file."""
        if row["is"] == "otherwise":
            self.otherwise = row["words"]
        elif row["is"] == "right":
            self.right.append(_read(row["answer"]))
            self.within = float(row["within"] or self.within)
        else:
            self.wrong[_read(row["answer"])] = row["words"]

    def hold(self, answer: Any) -> None:
        """Raise `Wrong` unless an answer is right."""
        word = isinstance(self.right[0], str)
        given = self._word(answer) if word else number(answer, self.what)
        if any(self._same(given, each) for each in self.right):
            return
        for mistake, words in self.wrong.items():
            require(not self._same(given, mistake), words)
        raise Wrong(self.otherwise)

    def _word(self, answer: Any) -> str:
        allowed = sorted(map(str, [*self.right, *self.wrong]))
        listed = ", ".join(f"`{word!r}`" for word in allowed)
        words = f"{self.what} is to be one of {listed}, and this is `{quoted(answer)}`."
        require(isinstance(answer, str) and answer.strip() in allowed, words)
        return str(answer).strip()

    def _same(self, a: Any, b: Any) -> bool:
        return bool(a == b if isinstance(a, str) else abs(a - b) <= self.within)


@dataclass
class Table:
    """An exercise that is all table: its parts, and what to say of a right answer."""

    parts: list[Part] = field(default_factory=list)
    said: str = ""

    def add(self, row: Mapping[str, str]) -> None:
        """Take over a row of the file."""
        if row["is"] == "said":
            self.said = row["words"]
            return
        if row["asked"] not in [part.what for part in self.parts]:
            self.parts.append(Part(row["asked"]))
        self.parts[-1].add(row)

    def __call__(self, answer: Any) -> str:
        """Return what to say of a right answer; raise `Wrong` of another."""
        names = [part.what[0].lower() + part.what[1:] for part in self.parts]
        given = parts(answer, *names) if len(names) > 1 else (answer,)
        for part, value in zip(self.parts, given, strict=True):
            part.hold(value)
        return self.said


def _read(answer: str) -> float | str:
    try:
        return float(answer)
    except ValueError:
        return answer


def _tables() -> dict[str, Table]:
    found: dict[str, Table] = {}
    text = Path(__file__).with_name("answers.csv").read_text(encoding="utf-8")
    for row in csv.DictReader(text.splitlines()):
        found.setdefault(row["exercise"], Table()).add(row)
    return found


TABLES = _tables()
