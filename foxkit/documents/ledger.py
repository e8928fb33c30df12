"""The ledger of our documents: their claims, with the answers that only they have."""

import csv
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from foxkit.lab.claims import claims
from foxkit.lab.ledger import VERDICTS, Entry, rows_of

FIRST = Path(__file__).parents[2] / "data" / "first_declared.csv"


def answer_of(file: str, name: str) -> Callable[..., Any]:
    """Return the function of a document's own that a row names."""
    return getattr(import_module(f"foxkit.documents.{file}_answers"), name)


def entries(document: str = "", verdict: str = "") -> list[Entry]:
    """Return the ledger's rows.

    Args:
        document: only documents whose file name begins so.
        verdict: only rows with this verdict.

    Raises:
        ValueError: no document begins so, or there is no such verdict.
    """
    found = [c for c in claims().values() if c.document.startswith(document)]
    if not found:
        known = sorted({claim.document for claim in claims().values()})
        raise ValueError(f"no document {document!r}; there are {', '.join(known)}")
    if verdict not in ("", *VERDICTS):
        raise ValueError(f"no verdict {verdict!r}; there are {', '.join(VERDICTS)}")
    rows = rows_of(found, answer_of)
    return [row for row in rows if verdict in ("", row.verdict)]


def first_declared() -> list[tuple[Entry, Entry]]:
    """Return rows whose rule, kind or condition has changed, as first declared and now.

    `data/first_declared.csv` has them as they stood in the first version of the
    published rows; what was asked then is asked of the games of today.
    """
    with FIRST.open(encoding="utf-8", newline="") as file:
        changes = {row.pop("id"): row for row in csv.DictReader(file)}
    before = [replace(c, **changes.get(c.id, {})) for c in claims().values()]
    then, now = (
        {row.id: row for row in rows_of(asked, answer_of, looked_up=True)}
        for asked in (before, claims().values())
    )
    return [(then[id], now[id]) for id in changes]
