"""What executed chapters leave behind: what their cells claim, and what they play.

    claim, beside in a cell  -->  data among its outputs  -->  data/ledger.json
    play in a cell           -->  a line on each call     -->  data/cells.json

The page build collects both; the ledger and `foxkit list` read them.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from foxkit import data

if TYPE_CHECKING:
    from foxkit.lab.stats import Measured

MIME = "application/vnd.foxkit.claims+json"
"""The kind of output that carries claims; no front end shows it."""
LEDGER = data.WORKBOOK / "ledger.json"
"""What cells claim, a row each."""
CELLS = data.WORKBOOK / "cells.json"
"""What each cell asks `play` for: its notebook, and rule and matches of each call."""
Readings: TypeAlias = "Mapping[str, Measured | None]"
"""What we found, by reading, the first one first; None where it is not played."""

_READING = {"reading": str, "value": object}
_FORM = [{"id": str, "notebook": str, "cell": str, "readings": [_READING]}]


class Claimed(NamedTuple):
    """Where a row is claimed, and what was found."""

    notebook: str
    cell: str
    readings: Readings


def as_data(claims: Mapping[str, Readings]) -> list[dict[str, Any]]:
    """Return claims as JSON data: lists, since notebooks sort the keys of mappings."""
    return [
        {
            "id": id,
            "readings": [{"reading": k, "value": _plain(v)} for k, v in x.items()],
        }
        for id, x in claims.items()
    ]


def _plain(value: Any) -> Any:
    """Return a number or text, and an estimate as a list of its parts."""
    if isinstance(value, tuple):
        return [float(x) for x in value[:3]] + [int(value[3])]
    return value.item() if hasattr(value, "item") else value


def _claims(notebook: str, cells: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Yield the claims among the outputs of a notebook's cells, as `LEDGER` has them.

    Raises:
        ValueError: a row is claimed twice.
    """
    seen: dict[str, str] = {}
    for cell in cells:
        for output in cell.get("outputs", []):
            for each in output.get("data", {}).get(MIME, []):
                if each["id"] in seen:
                    where = " and ".join(sorted({seen[each["id"]], cell.id}))
                    raise ValueError(
                        f"{notebook}: {each['id']} is claimed twice: {where}"
                    )
                seen[each["id"]] = cell.id
                yield {"notebook": notebook, "cell": cell.id, **each}


def collect(notebook: str, cells: Iterable[Any]) -> None:
    """Put what a notebook's cells claim into `LEDGER`, for what it claimed before.

    Raises:
        ValueError: another notebook claims one of its rows.
    """
    there = _entries()
    own = {each["id"]: each for each in _claims(notebook, cells)}
    others = {x["id"]: x for x in there if x["notebook"] != notebook}
    if twice := sorted({*own} & {*others}):
        raise ValueError(f"{twice[0]} is claimed in {others[twice[0]]['notebook']} too")
    found = sorted(
        [*others.values(), *own.values()], key=lambda x: (x["notebook"], x["id"])
    )
    if found != there:
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in found)
        data.write_whole(LEDGER, f"[\n{lines}\n]\n".encode())
        claimed.cache_clear()


def _entries() -> list[dict[str, Any]]:
    entries = _read(LEDGER) or []
    if wrong := data.faults(entries, _FORM):
        raise ValueError(f"{LEDGER.name}: {wrong[0]}")
    return list(entries)


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


@cache
def claimed() -> dict[str, Claimed]:
    """Return the claims of the committed chapters, by the rows' ids.

    Raises:
        ValueError: `LEDGER` is damaged.
    """
    return {
        each["id"]: Claimed(
            each["notebook"],
            each["cell"],
            {x["reading"]: _measured(x["value"]) for x in each["readings"]},
        )
        for each in _entries()
    }


def _measured(value: Any) -> "Measured | None":
    from foxkit.lab.stats import Estimate

    return Estimate(*value) if isinstance(value, list) else value


def calls() -> dict[str, dict[str, Any]]:
    """Return what each cell asks `play` for, by the cell's name."""
    return _read(CELLS) or {}


def write_calls(notebook: str, played: Sequence[Mapping[str, Any]]) -> None:
    """Write what a chapter's cells asked `play` for into the list of all cells."""
    there = calls()
    others = {x: y for x, y in there.items() if y["notebook"] != notebook}
    own: dict[str, Any] = {}
    for call in played:
        entry = own.setdefault(call["cell"], {"notebook": notebook, "calls": []})
        entry["calls"].append({key: call[key] for key in ("rule", "matches")})
    if own or others != there:
        text = json.dumps(dict(sorted((others | own).items())), indent=1)
        data.write_whole(CELLS, f"{text}\n".encode())
