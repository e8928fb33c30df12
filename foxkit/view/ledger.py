"""The ledger as a table to sort and filter, and as one picture of all verdicts."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from foxkit.lab.claims import document_titles
from foxkit.lab.ledger import (
    DECIDED,
    GIVEN,
    VERDICTS,
    Finding,
    LedgerRow,
    findings,
    our_value_in_words,
    verdict_counts,
)
from foxkit.view import theme
from foxkit.view.assets import file_texts

VERDICT_SIGNS = dict(zip((*VERDICTS, GIVEN), "=x?!~-.", strict=True))
"""The sign of each verdict, so that none is told by colour alone."""
VERDICT_ROLES = (
    "series-3",
    "series-2",
    "series-5",
    "series-4",
    "series-1",
    "muted",
    "muted",
)
"""The colour role of each verdict, in the order of `VERDICT_SIGNS`."""
_LEDGER_NOTEBOOK = "09_ledger.ipynb"  # where each row of the ledger has an address
_MIN_FINDINGS_TO_SCROLL = 30  # from which on a table scrolls in a box of its own


_FACTS = (
    *("kind", "audit", "tolerance", "could_have_told", "note", "revised", "command"),
    *("cost", "id"),
)
"""What is told of each row beside its readings, in this order."""


def _shared_facts(rows: Sequence[LedgerRow]) -> list[str]:
    """The facts of several rows that are the same in all of them, and told once."""
    first = rows[0]
    return [
        name
        for name in _FACTS
        if getattr(first, name)
        and all(
            (getattr(each, name), each.threshold)
            == (getattr(first, name), first.threshold)
            for each in rows
        )
    ]


def _filled_template(name: str, **values: Any) -> str:
    """A template filled in with findings, and with how verdicts look."""
    folder = FileSystemLoader(Path(__file__).parent)
    templates = Environment(loader=folder, autoescape=True)
    colours = (
        theme.with_light_fallbacks(f"background:var(--fk-{role})")
        for role in VERDICT_ROLES
    )
    return templates.get_template(name).render(
        fills=dict(zip(VERDICT_SIGNS, colours, strict=True)),
        signs=VERDICT_SIGNS,
        verdicts=VERDICTS,
        decided=DECIDED,
        titles=document_titles(),
        css=Markup(theme.palette_css(".fk-ledger") + file_texts("ledger.css")),
        **values,
    )


@dataclass(frozen=True)
class LedgerTable:
    """A table of the ledger's findings that sorts and filters itself, without Python.

    The decided ones come first; the cells of a printed table are folded into one line.

    Args:
        rows: those of `ledger_rows`.

    Examples:
        >>> LedgerTable(ledger_rows("fox-t1-c05"))
        5 rows of the ledger: `foxkit ledger` prints them
    """

    rows: Sequence[LedgerRow]

    def __repr__(self) -> str:
        return f"{len(self.rows)} rows of the ledger: `foxkit ledger` prints them"

    def _repr_html_(self) -> str:
        decided_first = sorted(
            findings(self.rows), key=lambda x: x.verdict not in DECIDED
        )
        script, long = (
            Markup(file_texts("ledger.js")),
            len(decided_first) >= _MIN_FINDINGS_TO_SCROLL,
        )
        looks: Any = {"script": script, "long": long, "ours": our_value_in_words}
        looks |= {"facts": _FACTS, "shared_facts": _shared_facts}
        return _filled_template("ledger.html.j2", findings=decided_first, **looks)


@dataclass(frozen=True)
class VerdictPicture:
    """One square per finding, by document and section, signed by its verdict.

    A square leads to the finding's row, and tells it when pointed at; the legend counts
    the verdicts.
    """

    found: Sequence[Finding]
    names: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        counts = verdict_counts(self.found).items()
        return "Verdicts: " + ", ".join(f"{n} {verdict}" for verdict, n in counts if n)

    def _repr_html_(self) -> str:
        sections: dict[str, dict[str, list[Finding]]] = {}
        for each in self.found:
            first = re.split(r"[,;(]| and ", each.rows[0].place)[0].strip()
            section = first.replace("Sections", "Section")  # or a table, or a figure
            of_document = sections.setdefault(each.document, {})
            of_document.setdefault(self.names.get(section, section), []).append(each)
        counts = verdict_counts(self.found)
        where: Any = {"sections": sections, "counts": counts, "page": _LEDGER_NOTEBOOK}
        return _filled_template("verdicts.html.j2", **where)


def verdict_picture(
    rows: Sequence[LedgerRow], names: Mapping[str, str] | None = None
) -> VerdictPicture:
    """A picture of the ledger's findings: one square each, coloured by its verdict.

    Args:
        rows: those of `ledger_rows`.
        names: what to call sections that a document only numbers.

    Raises:
        ValueError: there is no row.

    Examples:
        >>> verdict_picture(ledger_rows("fox-t1-c05"))
        Verdicts: ...
    """
    if not rows:
        raise ValueError("a picture of verdicts needs at least one row")
    return VerdictPicture(findings(rows), names or {})
