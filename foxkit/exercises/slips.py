"""The usual slips of each search: another piece in the place of one of its own.

`slips.csv` has, for each search of `blackboard`, pieces of its source, what somebody
writes instead, and what to say to that. A row without words goes on from the one above
it; one whose words are `right` is another way to be right. So a check says of a
reader's function what it does: the same as ours with that slip.
"""

from collections.abc import Callable, Iterable
from functools import cache
from inspect import getsource
from math import isclose
from typing import Any, NamedTuple

from foxkit.exercises import blackboard
from foxkit.exercises.table import Wrong, rows_of

Ask = Callable[[Any], Iterable[Any]]
"""From a search to its answers to some questions."""


class Slip(NamedTuple):
    """Pieces of a search's source with what stands in their places."""

    changes: tuple[tuple[str, str], ...] = ()
    words: str = "right"


def _slips() -> dict[str, list[Slip]]:
    found: dict[str, list[Slip]] = {}
    for row in rows_of("slips.csv"):
        own = found.setdefault(row["search"], [Slip()])
        above = Slip(words=row["words"]) if row["words"] else own.pop()
        own.append(Slip((*above.changes, (row["ours"], row["theirs"])), above.words))
    return found


SLIPS = _slips()
"""By search, or what else is asked of it, in the order in which they are looked for."""


@cache
def program(search: str, *slips: Slip) -> Any:
    """Return a search of `blackboard` with some slips; None where one has no place."""
    source = getsource(vars(blackboard)[search.split(",")[0]])
    for ours, theirs in (piece for each in slips for piece in each.changes):
        if ours not in source:
            return None
        source = source.replace(ours, theirs)
    scope = {**vars(blackboard)}
    exec(source, scope)
    return scope[search.split(",")[0]]


def asks(questions: Iterable[tuple[Any, ...]]) -> Ask:
    """Return what puts questions to a search, each the arguments of a call."""
    return lambda search: (search(*each) for each in questions)


def require_same(
    search: str, ask: Ask, reader: Any, otherwise: Callable[[int, Any, Any], str]
) -> list[Any]:
    """Return a reader's answers if they are right; else raise `Wrong`, with the slip.

    Args:
        search: its name in SLIPS.
        ask: what puts the questions to a search.
        reader: the reader's search.
        otherwise: what to say without a slip, from the number of the first question
            that is answered otherwise, that answer and ours; "" where it is right, too.
    """
    right, given = [*ask(program(search))], [*ask(reader)]  # ours first: it compiles
    ways = [each for each in SLIPS[search] if each.words == "right"]
    for slip in SLIPS[search]:
        if any(_answers(ask, program(search, slip, way), given) for way in ways):
            if slip.words == "right":
                return given
            raise Wrong(slip.words)
    at = next(i for i, one in enumerate(right) if not same(one, given[i]))
    if words := otherwise(at, given[at], right[at]):
        raise Wrong(words)
    return given


def _answers(ask: Ask, search: Any, given: list[Any]) -> bool:
    """Return whether a search gives these answers; one that fails does not."""
    try:
        return search is not None and all(map(same, ask(search), given))
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return False


def same(one: Any, other: Any) -> bool:
    """Return whether two answers are equal, numbers to nine digits."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other or isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    return bool(one == other)
