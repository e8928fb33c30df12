"""The usual slips of each search: `python -m foxkit.exercises.mistakes` tells of them.

`mistakes.csv` has, for each search of `blackboard`, pieces of its source, what somebody
writes instead, and what to say to that. A row without words goes on from the one above
it; one whose words are `right` is another way to be right. From what the searches with
these slips answer the command makes `known.json`, all that a check knows.
"""

import json
from functools import cache
from inspect import getsource
from typing import Any, NamedTuple

from foxkit.exercises import building, small_games
from foxkit.exercises import solutions as blackboard
from foxkit.exercises.asking import FILE, RIGHT, Ask, digest, plain
from foxkit.exercises.table import TABLES, rows_of
from foxkit.solvers.exact import regrets

ASKED = building.ASKED | small_games.ASKED


class Slip(NamedTuple):
    """Pieces of a search's source with what stands in their places."""

    changes: tuple[tuple[str, str], ...] = ()
    words: str = RIGHT


def _slips() -> dict[str, list[Slip]]:
    found: dict[str, list[Slip]] = {}
    for row in rows_of("mistakes.csv"):
        own = found.setdefault(row["search"], [Slip()])
        above = Slip(words=row["words"]) if row["words"] else own.pop()
        own.append(Slip((*above.changes, (row["ours"], row["theirs"])), above.words))
    return found


SLIPS = _slips()
"""By search, or what else is asked of it, in the order in which they are looked for."""


@cache
def program(search: str, *slips: Slip) -> Any:
    """A search of `blackboard` with some slips; None where one has no place."""
    source = getsource(vars(blackboard)[search.split(",")[0]])
    for ours, theirs in (piece for each in slips for piece in each.changes):
        if ours not in source:
            return None
        source = source.replace(ours, theirs)
    scope = {**vars(blackboard)}
    exec(source, scope)
    return scope[search.split(",")[0]]


def answers(ask: Ask, search: Any) -> list[Any] | None:
    """A search's answers to some questions, or None where it fails."""
    try:
        return search and [*ask(search)]
    except (ArithmeticError, LookupError, RecursionError, TypeError, ValueError):
        return None


def said(search: str, ask: Ask) -> dict[str, list[str]]:
    """What is said of which answers: words, and the digests of the answers.

    Where two slips, in any of the right ways, give the same answers, the first counts.
    """
    ways = [each for each in SLIPS[search] if each.words == RIGHT]
    found: dict[str, str] = {}
    for slip in SLIPS[search]:
        for way in ways:
            given = answers(ask, program(search, slip, way))
            if given is not None:
                found.setdefault(digest(given), slip.words)
    words = dict.fromkeys(found.values())
    return {each: [key for key in found if found[key] == each] for each in words}


def everything() -> dict[str, Any]:
    """What `known.json` holds; see `foxkit.exercises.asking.known`."""
    searches = {
        search: {"right": plain([*ask(program(search))]), "said": said(search, ask)}
        for search, ask in ASKED.items()
    }
    decisions = {place.text: regrets(place) for place in building.decisions(12)}
    hints = {name: TABLES[name].hint for name in TABLES if name.startswith("build-")}
    return {**searches, "decisions": decisions, "hints": hints}


if __name__ == "__main__":
    rows = (f'"{name}": {json.dumps(each)}' for name, each in everything().items())
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
