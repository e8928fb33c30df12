"""The ledger as a table to sort and filter, and as one picture of all verdicts."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from foxkit.lab.claims import titles
from foxkit.lab.ledger import (
    DEFINED,
    EVERY,
    NEITHER,
    NONE,
    SOME,
    VERDICTS,
    Entry,
    ours_text,
    verdict_counts,
)
from foxkit.view import theme
from foxkit.view.assets import sheet, source, template
from foxkit.view.drawing import Drawing

SIGNS = dict(zip(VERDICTS, "=x~!?-.", strict=True))
"""The sign of each verdict, so that none is told by colour alone."""
LEAN = {EVERY: "=", NONE: "x", NEITHER: "~"}
"""What stands behind the sign where the verdict alone says too little."""
SAID = {
    EVERY: "every reading agrees",
    SOME: "some readings are contradicted",
    NONE: "no reading agrees",
    NEITHER: "no reading is contradicted",
}
ROLES = (
    *("series-3", "series-2", "series-1", "series-4", "series-5"),
    *("line", "muted"),
)
"""The colour role of each verdict, in the order of `VERDICTS`."""
# Units between squares, squares a line, margin; on a phone all of it can be read.
_STEP, _ACROSS, _LEFT = 26, 12, 184
_LABEL = 26  # letters that fit beside the squares
_LONG = 30  # rows from which on a table scrolls in a box of its own


def _filled(name: str, style: str, **values: Any) -> str:
    """Return a template filled in, with signs and colours (`style`) of verdicts."""
    colours = (theme.plain(f"{style}:var(--fk-{role})") for role in ROLES)
    fills = dict(zip(VERDICTS, colours, strict=True))
    made = template(name)
    return made.render(fills=fills, sign=sign, said=SAID, **values)


def sign(verdict: str, leaning: str = "") -> str:
    """Return the sign of a verdict, and of which way it leans."""
    return SIGNS[verdict] + LEAN.get(leaning, "")


@dataclass(frozen=True)
class LedgerTable:
    """Rows of the ledger as HTML that sorts and filters itself, with no kernel."""

    rows: Sequence[Entry]

    def __repr__(self) -> str:
        return f"{len(self.rows)} rows of the ledger: `foxkit ledger` prints them"

    def _repr_html_(self) -> str:
        return _filled(
            "ledger.html.j2",
            "background",
            rows=self.rows,
            long=len(self.rows) >= _LONG,
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
    if not counts[DEFINED]:  # they are no results, and often left out on purpose
        del counts[DEFINED]
    leanings = Counter((row.verdict, row.readings) for row in rows)
    open_ = {key: n for key, n in leanings.items() if key[1] in LEAN}
    legend = {"counts": counts, "leanings": open_}
    below = (len(lines) + 0.5) * _STEP
    places = {"step": _STEP, "left": _LEFT, "below": below}
    return Drawing(
        _filled("verdicts.svg.j2", "fill", lines=lines, **legend, **places),
        _LEFT + _ACROSS * _STEP,
        below + (6 + len(open_)) * _STEP,
        f"Verdicts on {len(rows)} numbers and claims",
        ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n),
        sheet("verdicts.css"),
        scale=1,
        smallest=14,
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
