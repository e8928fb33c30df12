"""The ledger as a table to sort and filter, and as one picture of all verdicts."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from foxkit.lab.ledger import VERDICTS, Entry, ours_text, verdict_counts
from foxkit.lab.published import titles
from foxkit.view import theme
from foxkit.view.drawing import Drawing

SIGNS = dict(zip(VERDICTS, "=~x!?-", strict=True))
"""The sign of each verdict, so that none is told by colour alone."""
ROLES = ("series-3", "series-1", "series-2", "series-4", "series-5", "line")
"""The colour role of each verdict, in the order of `VERDICTS`."""
_FOLDER = Path(__file__).parent
_STEP, _ACROSS, _LEFT, _SIZE = 26, 28, 190, 22
_LABEL = 27  # letters that fit beside the squares


@dataclass(frozen=True)
class LedgerTable:
    """Rows of the ledger as HTML that sorts and filters itself, with no kernel."""

    rows: Sequence[Entry]

    def _repr_html_(self) -> str:
        page = Environment(loader=FileSystemLoader(_FOLDER), autoescape=True)
        css = theme.css(".fk-ledger") + (_FOLDER / "ledger.css").read_text("utf-8")
        for i, role in enumerate(ROLES):
            css += f".fk-ledger .v{i}{{{theme.style(f'background:{{{role}}}')}}}"
        return page.get_template("ledger.html.j2").render(
            rows=self.rows,
            css=Markup(css),
            script=Markup((_FOLDER / "ledger.js").read_text("utf-8")),
            ours=ours_text,
            signs=SIGNS,
            verdicts=VERDICTS,
            titles=titles(),
        )


def verdict_picture(rows: Sequence[Entry]) -> Drawing:
    """Draw one square per row, by document and section, signed by its verdict.

    A square tells its row when pointed at; the legend counts the verdicts.
    """
    if not rows:
        raise ValueError("a picture of verdicts needs at least one row")
    counts = verdict_counts(rows)
    lines = list(_lines(rows))
    body = [_line(y * _STEP, label, part) for y, (label, part) in enumerate(lines)]
    below = (len(lines) + 0.5) * _STEP
    for i, (verdict, n) in enumerate(counts.items()):
        x, y = i % 3 * 240, below + i // 3 * _STEP
        body.append(_square(x, y, verdict) + _text(x + 30, y, f"{n} {verdict}"))
    rules = theme.style("fill:{ink};font:13px sans-serif")
    return Drawing(
        f'<g class="fk-verdicts">{"".join(body)}</g>',
        _LEFT + _ACROSS * _STEP,
        below + 3 * _STEP,
        f"Verdicts on {len(rows)} numbers and claims",
        ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n),
        f".fk-verdicts text{{{rules}}}"
        f".fk-verdicts .fk-sign{{{theme.style('fill:{page}')}}}"
        ".fk-verdicts .fk-title{font-weight:600;font-size:15px}",
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


def _line(y: float, label: str, part: list[Entry]) -> str:
    squares = (
        f"<g><title>{escape(f'{row.place}: {row.quoted} ({row.verdict})')}</title>"
        f"{_square(_LEFT + i * _STEP, y, row.verdict)}</g>"
        for i, row in enumerate(part)
    )
    return _text(0, y, label, "" if part else "fk-title") + "".join(squares)


def _text(x: float, y: float, words: str, name: str = "") -> str:
    return f'<text class="{name}" x="{x}" y="{y + 16}">{escape(words)}</text>'


def _square(x: float, y: float, verdict: str) -> str:
    fill = theme.style(f"fill:{{{ROLES[VERDICTS.index(verdict)]}}}")
    return (
        f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" rx="3" '
        f'style="{fill}"/><text class="fk-sign" x="{x + _SIZE / 2}" y="{y + 16}" '
        f'text-anchor="middle">{SIGNS[verdict]}</text>'
    )
