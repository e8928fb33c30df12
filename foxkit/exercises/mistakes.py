"""The usual mistakes in each search: `python -m foxkit.exercises.mistakes`.

`mistakes.csv` has, for each search of `foxkit.exercises.solutions`, a piece of its
source, what a reader may write instead, and what to say about it. A row without words
continues the one above it; a row whose words are `right` is another right way. The
command computes the answers of the searches with these mistakes, and writes
`known.json`, from which checks judge.
"""

import json
from functools import cache
from inspect import getsource
from typing import Any, NamedTuple

from foxkit.exercises import building, franks_zoo, small_games, solutions, wolves
from foxkit.exercises.questions import (
    KNOWN_ANSWERS_FILE,
    RIGHT_KEY,
    AskQuestions,
    answer_as_json_data,
    digest_of_answers,
)
from foxkit.exercises.table import rows_of_table
from foxkit.solvers.exact import regrets

QUESTIONS = building.QUESTIONS | small_games.QUESTIONS | franks_zoo.QUESTIONS


class Mistake(NamedTuple):
    """Pieces of a search's source, each with what replaces it, and what to say."""

    changes: tuple[tuple[str, str], ...] = ()
    words: str = RIGHT_KEY


def _mistakes() -> dict[str, list[Mistake]]:
    """The rows of `mistakes.csv`, by search."""
    mistakes: dict[str, list[Mistake]] = {}
    for row in rows_of_table("mistakes.csv"):
        mistakes_of_search = mistakes.setdefault(row["search"], [Mistake()])
        above = (
            Mistake(words=row["words"]) if row["words"] else mistakes_of_search.pop()
        )
        mistakes_of_search.append(
            Mistake((*above.changes, (row["ours"], row["theirs"])), above.words)
        )
    return mistakes


MISTAKES = _mistakes()
"""By entry of `known.json`, in the order in which they are tried."""


@cache
def search_with_mistakes(search: str, *mistakes: Mistake) -> Any:
    """A search of `solutions` with some mistakes; None where one does not fit."""
    source = getsource(vars(solutions)[search.split(",")[0]])
    for ours, theirs in (piece for each in mistakes for piece in each.changes):
        if ours not in source:
            return None
        source = source.replace(ours, theirs)
    scope = {**vars(solutions)}
    exec(source, scope)
    return scope[search.split(",")[0]]


def answers_or_none(ask: AskQuestions, search: Any) -> list[Any] | None:
    """A search's answers to some questions, or None where it fails."""
    try:
        return search and [*ask(search)]
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return None


def words_by_answers(search: str, ask: AskQuestions) -> dict[str, list[str]]:
    """The words for wrong answers, each with the digests of those answers.

    Where two mistakes, in any of the right ways, give the same answers, the first one
    counts.
    """
    other_right_ways = [each for each in MISTAKES[search] if each.words == RIGHT_KEY]
    words_by_key: dict[str, str] = {}
    for mistake in MISTAKES[search]:
        for other_way in other_right_ways:
            given = answers_or_none(
                ask, search_with_mistakes(search, mistake, other_way)
            )
            if given is not None:
                words_by_key.setdefault(digest_of_answers(given), mistake.words)
    words = dict.fromkeys(words_by_key.values())
    return {
        each: [key for key in words_by_key if words_by_key[key] == each]
        for each in words
    }


def computed_answer_key() -> dict[str, Any]:
    """The content of `known.json`, see `foxkit.exercises.questions.answer_key`."""
    searches = {
        search: {
            "right": answer_as_json_data([*ask(search_with_mistakes(search))]),
            "said": words_by_answers(search, ask),
        }
        for search, ask in QUESTIONS.items()
    }
    decisions = {
        position.text: regrets(position) for position in building.critical_positions(12)
    }
    return {
        **searches,
        "decisions": decisions,
        "longest win": wolves.outcomes_along_best_play(),
    }


if __name__ == "__main__":
    rows = (
        f'"{name}": {json.dumps(each)}' for name, each in computed_answer_key().items()
    )
    KNOWN_ANSWERS_FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
