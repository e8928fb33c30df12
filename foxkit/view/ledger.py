"""The ledger as a table to sort and filter, and as one picture of all verdicts."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from foxkit.lab.ledger import (
    EVERY,
    NONE,
    SOME,
    UNDER_SPECIFIED,
    VERDICTS,
    Entry,
    ours_text,
    verdict_counts,
)
from foxkit.lab.published import titles
from foxkit.view import theme
from foxkit.view.assets import FOLDER, sheet, source
from foxkit.view.drawing import Drawing

SIGNS = dict(zip(VERDICTS, "=~x!?-", strict=True))
"""The sign of each verdict, so that none is told by colour alone."""
LEAN = {EVERY: "~", SOME: "", NONE: "x"}
"""What stands behind the sign where the text leaves open what was done."""
ROLES = ("series-3", "series-1", "series-2", "series-4", "muted", "line")
"""The colour role of each verdict, in the order of `VERDICTS`."""
_STEP, _ACROSS, _LEFT = 26, 28, 190  # units between squares, squares a line, margin
_LABEL = 27  # letters that fit beside the squares


def _filled(template: str, style: str, **values: Any) -> str:
    """Return a template filled in, with signs and colours (`style`) of verdicts."""
    page = Environment(loader=FileSystemLoader(FOLDER), autoescape=True)
    colours = (theme.plain(f"{style}:var(--fk-{role})") for role in ROLES)
    fills = dict(zip(VERDICTS, colours, strict=True))
    made = page.get_template(template)
    return made.render(fills=fills, signs=SIGNS, lean=LEAN, **values)


@dataclass(frozen=True)
class LedgerTable:
    """Rows of the ledger as HTML that sorts and filters itself, with no kernel."""

    rows: Sequence[Entry]

    def _repr_html_(self) -> str:
        return _filled(
            "ledger.html.j2",
            "background",
            rows=self.rows,
            css=Markup(theme.css(".fk-ledger") + source("ledger.css")),
            script=Markup(source("ledger.js")),
            ours=ours_text,
            verdicts=VERDICTS,
            titles=titles(),
        )


def verdict_picture(rows: Sequence[Entry]) -> Drawing:
    """Draw one square per row, by document and section, signed by its verdict.

    A square tells its row when pointed at; the legend counts the verdicts.
    """
    if not rows:
        raise ValueError("a picture of verdicts needs at least one row")
    counts, lines = verdict_counts(rows), list(_lines(rows))
    leanings = Counter(row.readings for row in rows if LEAN.get(row.readings))
    legend = {"counts": counts, "leanings": leanings, "open": UNDER_SPECIFIED}
    below = (len(lines) + 0.5) * _STEP
    places = {"step": _STEP, "left": _LEFT, "below": below}
    return Drawing(
        _filled("verdicts.svg.j2", "fill", lines=lines, **legend, **places),
        _LEFT + _ACROSS * _STEP,
        below + (4 + len(leanings)) * _STEP,
        f"Verdicts on {len(rows)} numbers and claims",
        ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n),
        sheet("verdicts.css"),
        scale=1,
    )


def _section(row: Entry) -> tuple[str, str]:
    """Return the document and the section, table or figure of a row."""
    first = re.split(r"[,;(]| and ", row.place)[0].strip()
    return row.document, first.replace("Sections", "Section")


def _lines(rows: Sequence[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """Yield the rows of each section in the documents' order, broken to fit.

    A line without rows is a document's title, where there are several documents.
    """
    groups: dict[tuple[str, str], list[Entry]] = {}
    for row in rows:
        groups.setdefault(_section(row), []).append(row)
    several, last = len({row.document for row in rows}) > 1, ""
    for (document, section), part in groups.items():
        if several and document != last:
            yield titles().get(document, document), []
        last = document
        for begin in range(0, len(part), _ACROSS):
            label = "" if begin else textwrap.shorten(section, _LABEL, placeholder=" …")
            yield label, part[begin : begin + _ACROSS]
