"""The claims and the calls of `play` that executed notebooks leave behind.

    claim, compare in a cell -->  data among its outputs  -->  data/ledger.json
    play in a cell           -->  data among its outputs  -->  data/cells.json

The page build stores both; the ledger and `foxkit list` read them. A notebook keeps its
claims, but not its calls: they are left while pages are built, and taken out.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from foxkit import data
from foxkit.lab import lines_of_play

if TYPE_CHECKING:
    from foxkit.lab.stats import Measured

CLAIMS_MIME = "application/vnd.foxkit.claims+json"
"""The MIME type of outputs that carry claims; no front end shows them."""
PLAY_CALL_MIME = "application/vnd.foxkit.play+json"
"""The MIME type of outputs that carry a call of `play`: its rule and its matches."""
LEDGER_FILE = data.WORKBOOK / "ledger.json"
"""The file of all claims of cells, a row for each."""
CELLS_FILE = data.WORKBOOK / "cells.json"
"""The file of all cells that call `play`: the notebook, and for each call the stopping
rule, the matches, the number of games used, and the number of lines if they are few."""
Readings: TypeAlias = "Mapping[str, Measured | None]"
"""Our values, by reading, the first reading first; None where games are missing."""

_CALL_KEYS = ("rule", "matches", "games", "lines")
_READING_FORM = {"reading": str, "value": object}
_LEDGER_FORM = [{"id": str, "notebook": str, "cell": str, "readings": [_READING_FORM]}]


class ClaimedResult(NamedTuple):
    """What cells claim about a row of a document: our values, and what they cost.

    Attributes:
        readings: our values, by reading.
        command: what computes them.
        cost: the number of games of all matches that the command uses, in words.
        declared: whether the value is an input, such as a rule or a parameter.
        repeats: a warning where matches repeat themselves, or empty; see
            `foxkit.lab.lines_of_play`.
    """

    readings: Readings
    command: str = ""
    cost: str = ""
    declared: bool = False
    repeats: str = ""


def claims_as_json(claims: Mapping[str, Readings]) -> list[dict[str, Any]]:
    """Claims as JSON data, in lists, because notebooks sort the keys of mappings."""
    claimed: list[dict[str, Any]] = data.as_json_data(
        [
            {"id": id, "readings": [{"reading": k, "value": v} for k, v in x.items()]}
            for id, x in claims.items()
        ]
    )
    return claimed


def store_claims(notebook: str, cells: Iterable[Any]) -> None:
    """Store the claims of a notebook's cells in `LEDGER_FILE`, for its former ones."""
    before = _stored_claims()
    by_id = {claim["id"]: claim for claim in before if claim["notebook"] != notebook}
    for cell in cells:
        outputs = (output.get("data", {}) for output in cell.get("outputs", []))
        for content in (
            claim for output in outputs for claim in output.get(CLAIMS_MIME, [])
        ):
            claim = {"notebook": notebook, "cell": cell.id, **content}
            if (other := by_id.setdefault(claim["id"], claim)) is not claim:
                where = sorted({other["cell"], cell.id})
                raise ValueError(
                    f"{notebook}: {claim['id']} is claimed twice: {' and '.join(where)}"
                    if other["notebook"] == notebook
                    else f"{claim['id']} is claimed in {other['notebook']} too"
                )
    after = sorted(by_id.values(), key=lambda claim: (claim["notebook"], claim["id"]))
    if after != before:
        lines = ",\n".join(json.dumps(claim, ensure_ascii=False) for claim in after)
        data.write_whole(LEDGER_FILE, f"[\n{lines}\n]\n".encode())
        claimed_results.cache_clear()


def _stored_claims() -> list[dict[str, Any]]:
    """The claims in `LEDGER_FILE`; none if there is no file."""
    return (
        list(data.read_json(LEDGER_FILE, _LEDGER_FORM)) if LEDGER_FILE.exists() else []
    )


@cache
def claimed_results() -> dict[str, ClaimedResult]:
    """The answers that cells claim, by the rows' ids; ValueError if damaged."""
    from foxkit.lab.stats import Estimate

    answers, cells = {}, play_calls_by_cell()
    for claim in _stored_claims():
        values = {x["reading"]: x["value"] for x in claim["readings"]}
        readings = {
            name: Estimate(*value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        calls = cells.get(claim["cell"], {}).get("calls", [])
        cost = f"{games:,} games" if (games := count_games_used(calls)) else ""
        answer = ClaimedResult(readings, f"foxkit run {claim['cell']}", cost)
        answers[claim["id"]] = answer._replace(repeats=repetition_warning(calls))
    return answers


def remove_play_calls(cells: Iterable[Any]) -> list[dict[str, Any]]:
    """Remove the calls of `play` from the outputs of cells; return them.

    Returns:
        For each call its rule and matches, with the id of its cell.
    """
    calls = []
    for cell in cells:
        outputs = cell.get("outputs", [])
        with_calls = [x for x in outputs if PLAY_CALL_MIME in x.get("data", {})]
        calls += [{"cell": cell.id, **x["data"][PLAY_CALL_MIME]} for x in with_calls]
        if with_calls:
            cell.outputs = [x for x in outputs if x not in with_calls]
    return calls


def play_calls_by_cell() -> dict[str, dict[str, Any]]:
    """The calls of `play` in each cell, by the cell's id."""
    cells: dict[str, dict[str, Any]] = {}
    if CELLS_FILE.exists():
        cells = data.read_json(CELLS_FILE, dict)
        call = {"rule": str, "matches": [str]}
        form = [{"notebook": str, "calls": [call]}]
        if faults := data.form_faults([*cells.values()], form):
            raise ValueError(f"{CELLS_FILE.name}: {faults[0]}")
    return cells


def count_games_used(calls: Iterable[Mapping[str, Any]]) -> int:
    """The number of games that the calls of a cell use, those of each match once."""
    used: dict[str, int] = {}
    for call in calls:
        for match, games in zip(call["matches"], call["games"], strict=True):
            used[match] = max(games, used.get(match, 0))
    return sum(used.values())


def repetition_warning(calls: Iterable[Mapping[str, Any]]) -> str:
    """A warning about matches of a cell that repeat themselves; or empty."""
    used: dict[str, tuple[int, int | None]] = {}
    for call in calls:
        counted = call.get("lines", [None] * len(call["matches"]))
        matches = zip(call["matches"], call["games"], counted, strict=True)
        used |= {match: (games, count) for match, games, count in matches}
    repeating = [(games, count) for games, count in used.values() if count is not None]
    return lines_of_play.repetition_warning(repeating, len(used))


def store_play_calls(notebook: str, played: Sequence[Mapping[str, Any]]) -> None:
    """Store the calls of `play` of a notebook's cells in `CELLS_FILE`."""
    before = play_calls_by_cell()
    after = {x: y for x, y in before.items() if y["notebook"] != notebook}
    for cell in dict.fromkeys(call["cell"] for call in played):
        calls = [{k: x[k] for k in _CALL_KEYS} for x in played if x["cell"] == cell]
        after[cell] = {"notebook": notebook, "calls": calls}
    _write_cells(after, before)


def store_repeating_matches(lines_of: Mapping[tuple[str, int], int]) -> None:
    """Store in `CELLS_FILE` which matches of the cells repeat themselves.

    Args:
        lines_of: a match and the number of its games in a row -> the number of lines.
    """
    before, after = play_calls_by_cell(), play_calls_by_cell()
    for cell in after.values():
        for call in cell["calls"]:
            pairs = zip(call["matches"], call["games"], strict=True)
            call["lines"] = [lines_of.get(pair) for pair in pairs]
    _write_cells(after, before)


def _write_cells(after: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Write `CELLS_FILE` if its content has changed."""
    if after != before:
        text = json.dumps(dict(sorted(after.items())), indent=1)
        data.write_whole(CELLS_FILE, f"{text}\n".encode())
