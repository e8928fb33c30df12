"""What cells claim: our value for a published row, collected from executed chapters.

    claim, beside in a cell  -->  data among its outputs  --page build-->  ledger.json

The ledger takes what was found from here.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from foxkit.core import data
from foxkit.core.data import faults, write_whole
from foxkit.lab.stats import Estimate, Measured

MIME = "application/vnd.foxkit.claims+json"
"""The kind of output that carries claims; no front end shows it."""
LEDGER = data.WORKBOOK / "ledger.json"
Readings = Mapping[str, Measured | None]
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
    if isinstance(value, Estimate):
        return [float(x) for x in value[:3]] + [int(value.n)]
    return value.item() if hasattr(value, "item") else value


def _measured(value: Any) -> Measured | None:
    return Estimate(*value) if isinstance(value, list) else value


def of_cells(notebook: str, cells: Iterable[Any]) -> Iterator[dict[str, Any]]:
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
    own = {each["id"]: each for each in of_cells(notebook, cells)}
    others = {x["id"]: x for x in there if x["notebook"] != notebook}
    if twice := sorted({*own} & {*others}):
        raise ValueError(f"{twice[0]} is claimed in {others[twice[0]]['notebook']} too")
    found = sorted(
        [*others.values(), *own.values()], key=lambda x: (x["notebook"], x["id"])
    )
    if found != there:
        lines = ",\n".join(json.dumps(each, ensure_ascii=False) for each in found)
        write_whole(LEDGER, f"[\n{lines}\n]\n".encode())
        claimed.cache_clear()


def _entries() -> list[dict[str, Any]]:
    if not LEDGER.exists():
        return []
    entries = json.loads(LEDGER.read_text(encoding="utf-8"))
    if wrong := faults(entries, _FORM):
        raise ValueError(f"{LEDGER.name}: {wrong[0]}")
    return list(entries)


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
