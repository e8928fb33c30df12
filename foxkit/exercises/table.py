"""The tables of answers: what is right, and what each usual mistake comes to.

`answers.csv` has a row an answer: the exercise, what is asked for, the answer, whether
it `is` right or wrong, and the words for it. The row `otherwise` has those for another
number, the row `said` those for a right answer. `within` is how far from a number still
counts as that number, 0.001 where it is empty.
"""

import csv
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from operator import itemgetter
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


@dataclass(frozen=True)
class Part:
    """A number, or a word, that is asked for."""

    what: str
    right: list[float | str]
    wrong: dict[float | str, str]
    otherwise: str
    within: float

    def hold(self, answer: Any) -> None:
        """Raise `Wrong` unless an answer is right."""
        given: Any = answer.strip() if isinstance(answer, str) else answer
        if isinstance(self.right[0], str):
            allowed = sorted(map(str, [*self.right, *self.wrong]))
            listed = ", ".join(f"`{word!r}`" for word in allowed)
            words = f"{self.what} is to be one of {listed}, and this is"
            known = isinstance(given, str) and given in allowed
            require(known, f"{words} `{quoted(answer)}`.")
        else:
            given = number(answer, self.what)

        def meets(each: Any) -> bool:
            both = isinstance(each, str)
            return bool(given == each if both else abs(given - each) <= self.within)

        if not any(map(meets, self.right)):
            told = (words for mistake, words in self.wrong.items() if meets(mistake))
            raise Wrong(next(told, self.otherwise))


@dataclass(frozen=True)
class AnswerTable:
    """An exercise that is all table: its parts, and what to say of a right answer."""

    parts: list[Part]
    said: str

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


def _part(what: str, rows: list[dict[str, str]]) -> Part:
    right = [row for row in rows if row["is"] == "right"]
    wrong = {_read(row["answer"]): row["words"] for row in rows if row["is"] == "wrong"}
    otherwise = "".join(row["words"] for row in rows if row["is"] == "otherwise")
    within = float(right[0]["within"] or 0.001)
    return Part(what, [_read(row["answer"]) for row in right], wrong, otherwise, within)


def _tables() -> dict[str, AnswerTable]:
    text = Path(__file__).with_name("answers.csv").read_text(encoding="utf-8")
    found = {}
    for name, own in groupby(csv.DictReader(text.splitlines()), itemgetter("exercise")):
        rows = {asked: [*each] for asked, each in groupby(own, itemgetter("asked"))}
        said = rows.pop("", [{"words": ""}])
        wanted = [_part(*each) for each in rows.items()]
        found[name] = AnswerTable(wanted, said[0]["words"])
    return found


TABLES = _tables()
