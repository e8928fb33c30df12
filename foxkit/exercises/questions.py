"""How a check judges a search that a reader writes: by its answers to questions.

The reader's function is called with the arguments of some questions. `known.json` has
the right answers and, for usual mistakes, digests of the answers that searches with
that mistake give, with what to say. So a check needs no worked answer, and a page that
checks contains none. `foxkit.exercises.mistakes` makes the file.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from foxkit.core.rng import advance, below, mix
from foxkit.exercises.verdict import Wrong

AskQuestions = Callable[[Any], Iterable[Any]]
"""A function from a search to its answers to some questions."""
DrawBelow = Callable[[int], int]
"""A function of n that returns a random number from 0 to n - 1."""
KNOWN_ANSWERS_FILE = Path(__file__).with_name("known.json")
RIGHT_KEY = "right"


def random_draws(seed: int) -> DrawBelow:
    """A function that returns random numbers from a seed, see `DrawBelow`."""
    stream = mix(seed, 0)

    def draw(n: int) -> int:
        nonlocal stream
        stream = advance(stream)
        return int(below(stream, n))

    return draw


def ask_with_arguments(questions: Iterable[tuple[Any, ...]]) -> AskQuestions:
    """The questions with these arguments, each those of one call of a search."""
    return lambda search: (search(*each) for each in questions)


@cache
def answer_key() -> dict[str, Any]:
    """The content of `known.json`: entries for searches, and two of positions.

    The entry of a search has its `right` answers and, under `said`, the words for wrong
    ones, each with the digests of the answers that they are for. `decisions` has the
    positions by which a tree search is measured: how much of the result each move gives
    away. `longest win` has the positions of best play from a puzzle of the wolves: the
    winner and the plies after each move.
    """
    content: dict[str, Any] = json.loads(KNOWN_ANSWERS_FILE.read_text(encoding="utf-8"))
    return content


def require_right_answers(
    search: str, given: list[Any], otherwise: Callable[[int, Any, Any], str]
) -> None:
    """Raise `Wrong` unless answers are right, with the words for a usual mistake.

    Args:
        search: its name in `known.json`.
        given: the answers, in the order of the questions.
        otherwise: gives the words for an unusual mistake, from the number of the first
            question with another answer than ours, that answer, and ours (see
            `answer_as_json_data`); "" if that answer is right, too.
    """
    right, digests_by_words = (answer_key()[search][each] for each in ("right", "said"))
    key = digest_of_answers(given)
    words = next(
        (words for words, keys in digests_by_words.items() if key in keys), None
    )
    if words is None:
        at = next(
            i for i, each in enumerate(given) if answer_as_json_data(each) != right[i]
        )
        words = otherwise(at, given[at], right[at])
    if words not in ("", RIGHT_KEY):
        raise Wrong(words)


def digest_of_answers(answers: list[Any]) -> str:
    """A digest of answers, 12 hexadecimal digits; numbers count to nine decimals."""
    return sha256(json.dumps(answer_as_json_data(answers)).encode()).hexdigest()[:12]


def answer_as_json_data(answer: Any) -> Any:
    """An answer as JSON data: numbers are rounded, positions become their texts."""
    if isinstance(answer, dict):
        texts = {
            str(getattr(k, "text", k)): answer_as_json_data(x)
            for k, x in answer.items()
        }
        return dict(sorted(texts.items()))
    if isinstance(answer, tuple | list):
        return [*map(answer_as_json_data, answer)]
    if hasattr(answer, "__float__"):
        rounded = round(float(answer), 9)
        return int(rounded) if rounded.is_integer() else rounded
    return str(answer)
