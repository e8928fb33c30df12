"""What is known of the answers of a search that a reader writes.

Some questions are put to the reader's function. `known.json` has the right answers, and
digests of those that searches with a usual slip give, with the words for each slip; so
a check needs no worked answer, and a page that checks holds none. `slips` makes it.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from foxkit.core.rng import advance, below, mix
from foxkit.exercises.verdict import Wrong

Ask = Callable[[Any], Iterable[Any]]
"""From a search to its answers to some questions."""
Draw = Callable[[int], int]
"""A function of n that returns a random number from 0 to n - 1."""
FILE = Path(__file__).with_name("known.json")
RIGHT = "right"


def draws(seed: int) -> Draw:
    """A stream of random numbers."""
    stream = mix(seed, 0)

    def draw(n: int) -> int:
        nonlocal stream
        stream = advance(stream)
        return int(below(stream, n))

    return draw


def asks(questions: Iterable[tuple[Any, ...]]) -> Ask:
    """What puts questions to a search, each the arguments of a call."""
    return lambda search: (search(*each) for each in questions)


@cache
def known() -> dict[str, Any]:
    """What is known of each search, some `decisions`, and the `hints`.

    Of a search there are the `right` answers, and `said`: words, each with the digests
    of answers that they are for. Decisions are positions, with what of the result each
    move gives away: on them a tree search is measured.
    """
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def require_right(
    search: str, given: list[Any], otherwise: Callable[[int, Any, Any], str]
) -> None:
    """Raise `Wrong` unless answers are right, with the slip if it is a usual one.

    Args:
        search: its name in `known.json`.
        given: the answers, in the order of the questions.
        otherwise: what to say without a slip, from the number of the first question
            that is answered otherwise, that answer and ours, as `plain` has it; ""
            where it is right, too.
    """
    right, said = (known()[search][each] for each in ("right", "said"))
    own = digest(given)
    words = next((words for words, those in said.items() if own in those), None)
    if words is None:
        at = next(i for i, each in enumerate(given) if plain(each) != right[i])
        words = otherwise(at, given[at], right[at])
    if words not in ("", RIGHT):
        raise Wrong(words)


def digest(answers: list[Any]) -> str:
    """12 digits that only equal answers share, numbers to nine digits."""
    return sha256(json.dumps(plain(answers)).encode()).hexdigest()[:12]


def plain(answer: Any) -> Any:
    """An answer as JSON has it, numbers rounded, positions as their texts."""
    if isinstance(answer, dict):
        texts = {str(getattr(k, "text", k)): plain(x) for k, x in answer.items()}
        return dict(sorted(texts.items()))
    if isinstance(answer, tuple | list):
        return [*map(plain, answer)]
    if hasattr(answer, "__float__"):
        rounded = round(float(answer), 9)
        return int(rounded) if rounded.is_integer() else rounded
    return str(answer)
