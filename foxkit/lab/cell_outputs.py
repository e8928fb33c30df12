"""What executed chapters leave behind: what their cells claim, and what they play.

    claim, beside in a cell  -->  data among its outputs  -->  data/ledger.json
    play in a cell           -->  a line on each call     -->  data/cells.json

The page build collects both; the ledger and `foxkit list` read them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from foxkit import data
from foxkit.lab import lines

if TYPE_CHECKING:
    from foxkit.lab.stats import Measured

MIME = "application/vnd.foxkit.claims+json"
"""The kind of output that carries claims; no front end shows it."""
LEDGER = data.WORKBOOK / "ledger.json"
"""What cells claim, a row each."""
CELLS = data.WORKBOOK / "cells.json"
"""What each cell asks `play` for: its notebook, and of each call the rule, the matches,
how many of their games it uses, and in how many lines these repeat themselves."""
Readings: TypeAlias = "Mapping[str, Measured | None]"
"""What we found, by reading, the first one first; None where it is not played."""

_CALL = ("rule", "matches", "games", "lines")
_READING = {"reading": str, "value": object}
_FORM = [{"id": str, "notebook": str, "cell": str, "readings": [_READING]}]


class Source(NamedTuple):
    """Where our value comes from: the readings, a command, and what it cost.

    The cost is that of the command: the games of all matches that it reads or plays.
    `declared` is a value that was put in, a rule or a parameter; `repeats` says which
    of the matches repeat themselves, see `lab.lines`.
    """

    readings: Readings
    command: str = ""
    cost: str = ""
    declared: bool = False
    repeats: str = ""


def as_data(claims: Mapping[str, Readings]) -> list[dict[str, Any]]:
    """Claims as JSON data: lists, since notebooks sort the keys of mappings."""
    found: list[dict[str, Any]] = data.plain(
        [
            {"id": id, "readings": [{"reading": k, "value": v} for k, v in x.items()]}
            for id, x in claims.items()
        ]
    )
    return found


def collect(notebook: str, cells: Iterable[Any]) -> None:
    """Put what a notebook's cells claim into `LEDGER`, for what it claimed before."""
    there = _entries()
    found = {each["id"]: each for each in there if each["notebook"] != notebook}
    for cell in cells:
        outputs = (output.get("data", {}) for output in cell.get("outputs", []))
        for each in (claim for shown in outputs for claim in shown.get(MIME, [])):
            own = {"notebook": notebook, "cell": cell.id, **each}
            if (other := found.setdefault(own["id"], own)) is not own:
                where = sorted({other["cell"], cell.id})
                raise ValueError(
                    f"{notebook}: {own['id']} is claimed twice: {' and '.join(where)}"
                    if other["notebook"] == notebook
                    else f"{own['id']} is claimed in {other['notebook']} too"
                )
    entries = sorted(found.values(), key=lambda each: (each["notebook"], each["id"]))
    if entries != there:
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in entries)
        data.write_whole(LEDGER, f"[\n{lines}\n]\n".encode())
        claimed.cache_clear()


def _entries() -> list[dict[str, Any]]:
    return list(data.read_json(LEDGER, _FORM)) if LEDGER.exists() else []


@cache
def claimed() -> dict[str, Source]:
    """What cells claim, by the rows' ids; ValueError if `LEDGER` is damaged."""
    from foxkit.lab.stats import Estimate

    found, played = {}, calls()
    for each in _entries():
        values = {x["reading"]: x["value"] for x in each["readings"]}
        readings = {
            name: Estimate(*value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        cell = played.get(each["cell"], {}).get("calls", [])
        cost = f"{games:,} games" if (games := games_of(cell)) else ""
        source = Source(readings, f"foxkit run {each['cell']}", cost)
        found[each["id"]] = source._replace(repeats=repeated(cell))
    return found


def calls() -> dict[str, dict[str, Any]]:
    """What each cell asks `play` for, by the cell's name."""
    found: dict[str, dict[str, Any]] = {}
    if CELLS.exists():
        found = data.read_json(CELLS, dict)
        call = {"rule": str, "matches": [str]}
        form = [{"notebook": str, "calls": [call]}]
        if wrong := data.faults([*found.values()], form):
            raise ValueError(f"{CELLS.name}: {wrong[0]}")
    return found


def games_of(cell: Iterable[Mapping[str, Any]]) -> int:
    """How many games the calls of a cell use, those of each match once."""
    used: dict[str, int] = {}
    for call in cell:
        for match, games in zip(call["matches"], call["games"], strict=True):
            used[match] = max(games, used.get(match, 0))
    return sum(used.values())


def repeated(cell: Iterable[Mapping[str, Any]]) -> str:
    """What is to be said of matches of a cell that repeat themselves."""
    used: dict[str, tuple[int, int | None]] = {}
    for call in cell:
        counted = call.get("lines", [None] * len(call["matches"]))
        told = zip(call["matches"], call["games"], counted, strict=True)
        used |= {match: (games, count) for match, games, count in told}
    found = [(games, count) for games, count in used.values() if count is not None]
    return lines.warning(found, len(used))


def write_calls(notebook: str, played: Sequence[Mapping[str, Any]]) -> None:
    """Write what a chapter's cells asked `play` for into the list of all cells."""
    there = calls()
    found = {x: y for x, y in there.items() if y["notebook"] != notebook}
    for cell in dict.fromkeys(call["cell"] for call in played):
        own = [{k: x[k] for k in _CALL} for x in played if x["cell"] == cell]
        found[cell] = {"notebook": notebook, "calls": own}
    _write_cells(found, there)


def write_lines(repeated: Mapping[tuple[str, int], int]) -> None:
    """Write into the list of all cells which of their matches repeat themselves.

    Args:
        repeated: a match and how many of its games a row is made of -> their lines.
    """
    there, found = calls(), calls()
    for cell in found.values():
        for call in cell["calls"]:
            pairs = zip(call["matches"], call["games"], strict=True)
            call["lines"] = [repeated.get(pair) for pair in pairs]
    _write_cells(found, there)


def _write_cells(found: Mapping[str, Any], there: Mapping[str, Any]) -> None:
    if found != there:
        text = json.dumps(dict(sorted(found.items())), indent=1)
        data.write_whole(CELLS, f"{text}\n".encode())
