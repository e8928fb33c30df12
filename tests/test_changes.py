"""What the ledger said before it was rewritten, and what of it was changed since.

`data/golden/ledger_before.csv` has its 399 rows as they were, `changes.csv` each change
that was meant, with its reason.
"""

import csv
import json
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from foxkit.documents.ledger import entries

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
CALLED_NOW = {
    "matches exactly": {"reproduced", "as defined"},
    "consistent": {"reproduced"},
    "inconsistent": {"contradicted"},
    "source self-inconsistent": {"contradicts itself"},
    "under-specified": {"open"},
    "not attempted": {"not judged"},
}
"""The verdicts of then, and what each is called today."""


def read(name: str) -> list[dict[str, str]]:
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


BEFORE = {row["id"]: row for row in read("ledger_before.csv")}
CHANGES = {(row["id"], row["what"]): row for row in read("changes.csv")}


def same(one: Any, other: Any) -> bool:
    numbers = isinstance(one, int | float) and isinstance(other, int | float)
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-12) if numbers else one == other


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    return {row.id: row for row in entries()}


def differences(id: str, now: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    """Return what of a row is not as it was: what -> (then, now)."""
    then = BEFORE[id]
    ours = json.loads(then["ours"])
    if id not in now:
        return {"dropped": (ours, "")}
    row, found = now[id], {}
    if not same(ours, json.loads(json.dumps(row.ours))):
        found["value"] = ours, row.ours
    if then["unit"] != row.unit:
        found["unit"] = then["unit"], row.unit
    if row.verdict not in CALLED_NOW[then["verdict"]]:
        found["verdict"] = then["verdict"], row.verdict
    return found


@pytest.mark.parametrize("id", BEFORE)
def test_a_row_is_as_it_was_or_its_change_is_listed(id: str, now: Any) -> None:
    listed = {what for other, what in CHANGES if other == id}
    found = differences(id, now)
    assert found.keys() == listed
    for what, (then, today) in found.items():
        change = CHANGES[id, what]
        numeric = what in ("value", "dropped")
        first = json.loads(change["from"]) if numeric else change["from"]
        last = json.loads(change["to"]) if what == "value" else change["to"]
        assert same(first, then)
        assert same(last, today)
        assert change["why"]


def test_all_rows_of_then_are_looked_at() -> None:
    assert len(BEFORE) == 399
    assert {id for id, _ in CHANGES} <= BEFORE.keys()
