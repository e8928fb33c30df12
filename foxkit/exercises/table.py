"""The table of answers: right ones, and those of usual mistakes.

`answers.csv` has a row for each answer: the exercise, what is asked for, the answer,
whether it `is` right or wrong, and the words for it. `within` is how far from a number
still counts as that number, 0.001 where it is empty. Other rows are

    otherwise   the words for another answer
    example     what an answer looks like, which is not the right one
    said        the words for a right answer
    hint        what helps somebody whose second answer was wrong
    cell        the digest of the cell in which the reader answers, as it came
"""

import csv
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from foxkit.core.quoting import quoted
from foxkit.exercises.verdict import require, require_number


def answer_parts(answer: Any, *names: str) -> tuple[Any, ...]:
    """The parts of an answer in order; raise `Wrong` where some are missing."""
    wanted = f"The answer has {len(names)} parts in round brackets: {', '.join(names)}."
    require(isinstance(answer, tuple | list) and len(answer) == len(names), wanted)
    return tuple(answer)


@dataclass(frozen=True)
class AnswerPart:
    """A number or a word of an answer, with what to say about wrong ones."""

    what: str
    answers: dict[float | str, str]  # with the words for each; none for a right one
    otherwise: str
    tolerance: float
    example: str = ""

    @property
    def label(self) -> str:
        """What is asked for, with what an answer looks like."""
        return f"{self.what}, such as {self.example}" if self.example else self.what

    @property
    def words(self) -> list[str]:
        """The answers that are words; none where a number is asked for."""
        return sorted(each for each in self.answers if isinstance(each, str))

    def require_right(self, answer: Any) -> None:
        """Raise `Wrong` unless an answer is right."""
        if self.words:
            listed = ", ".join(f"`{word!r}`" for word in self.words)
            given: Any = answer.strip() if isinstance(answer, str) else None
            wanted = f"{self.what} is to be one of {listed}, and this is"
            require(given in self.words, f"{wanted} `{quoted(answer)}`.")
            words = self.answers[given]
        else:
            given = require_number(answer, self.what)
            known = {
                x: words for x, words in self.answers.items() if isinstance(x, float)
            }
            near = [
                words for x, words in known.items() if abs(given - x) <= self.tolerance
            ]
            words = (near or [self.otherwise])[0]
        require(not words, words)


@dataclass(frozen=True)
class AnswerTable:
    """The rows of an exercise: the parts of its answer, and the words."""

    parts: list[AnswerPart]
    words_when_right: str = ""
    hint: str = ""
    cell: str = ""

    def __call__(self, answer: Any) -> str:
        """The words for a right answer; raise `Wrong` for any other."""
        names = [part.what[0].lower() + part.what[1:] for part in self.parts]
        given = answer_parts(answer, *names) if len(names) > 1 else (answer,)
        for part, value in zip(self.parts, given, strict=True):
            part.require_right(value)
        return self.words_when_right


def rows_of_table(name: str) -> list[dict[str, str]]:
    """The rows of a table beside this file."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [*csv.DictReader(text.splitlines(keepends=True))]


def _answer_part(what: str, rows: list[dict[str, str]]) -> AnswerPart:
    """The part of an answer that some rows of the table describe."""
    example = "".join(row["answer"] for row in rows if row["is"] == "example")
    told = [row for row in rows if row["is"] != "example"]
    answers = {_number_or_word(row["answer"]): row["words"] for row in told}
    otherwise, within = str(answers.pop("", "")), float(told[0]["within"] or 0.001)
    return AnswerPart(what, answers, otherwise, within, example)


def _number_or_word(answer: str) -> float | str:
    """An answer of the table as a number, or as it stands."""
    try:
        return float(answer)
    except ValueError:
        return answer


def _read_tables() -> dict[str, AnswerTable]:
    """The rows of `answers.csv`, by exercise."""
    tables = {}
    for name, own_rows in groupby(rows_of_table("answers.csv"), itemgetter("exercise")):
        rows = {
            asked: [*each] for asked, each in groupby(own_rows, itemgetter("asked"))
        }
        others = {row["is"]: row["words"] for row in rows.pop("")}
        parts = [_answer_part(*each) for each in rows.items()]
        words_when_right = others.pop("said", "")
        tables[name] = AnswerTable(parts, words_when_right, **others)
    return tables


TABLES = _read_tables()
