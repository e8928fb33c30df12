"""The ledger as a table to sort and filter, and as one picture of all verdicts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from foxkit.lab.ledger import VERDICTS, Entry, ours_text, verdict_counts
from foxkit.view import theme
from foxkit.view.drawing import Drawing

SIGNS = dict(zip(VERDICTS, "=~x!?-", strict=True))
"""The sign of each verdict, so that none is told by colour alone."""
ROLES = dict(
    zip(
        VERDICTS,
        ("series-3", "series-1", "series-2", "series-4", "series-5", "line"),
        strict=True,
    )
)
"""The colour role of each verdict."""
_FOLDER = Path(__file__).parent
_DETAILS = ("statement", "kind", "audit", "tolerance", "note", "command", "cost", "id")
_STEP, _ACROSS, _LEFT, _SIZE = 26, 24, 120, 22


@dataclass(frozen=True)
class LedgerTable:
    """Rows of the ledger as HTML that sorts and filters itself, with no kernel."""

    rows: Sequence[Entry]

    def _repr_html_(self) -> str:
        css = theme.css(".fk-ledger") + (_FOLDER / "ledger.css").read_text("utf-8")
        script = (_FOLDER / "ledger.js").read_text("utf-8")
        heads = "".join(
            f'<th scope="col" aria-sort="none"><button>{name}</button></th>'
            for name in ("Place", "Printed", "Ours", "Verdict")
        )
        body = "".join(map(_table_row, self.rows))
        return (
            f'<div class="fk-ledger"><style>{css}</style>{self._filters()}'
            f'<div class="fk-scroll" tabindex="0" role="region" aria-label="Ledger">'
            f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
            f"<script>{script}</script></div>"
        )

    def _filters(self) -> str:
        selects = "".join(
            _select(name, sorted({getattr(row, name) for row in self.rows}))
            for name in ("verdict", "kind", "document")
        )
        text = '<label>text <input name="text" type="search"></label>'
        return f'<div class="fk-filters" hidden>{selects}{text}<output></output></div>'


def _select(name: str, values: Sequence[str]) -> str:
    options = "".join(f"<option>{escape(value)}</option>" for value in values)
    return (
        f'<label>{name} <select name="{name}"><option value="">all</option>'
        f"{options}</select></label>"
    )


def _table_row(row: Entry) -> str:
    data = "".join(
        f' data-{name}="{escape(getattr(row, name))}"'
        for name in ("verdict", "kind", "document")
    )
    keys = (row.place, row.quoted, ours_text(row), str(VERDICTS.index(row.verdict)))
    shown = (
        escape(row.place),
        f"{escape(row.quoted)}{_details(row)}",
        escape(ours_text(row)),
        f"{_badge(row.verdict)}{row.verdict}",
    )
    cells = "".join(
        f'<td data-key="{escape(key)}">{cell}</td>'
        for key, cell in zip(keys, shown, strict=True)
    )
    return f"<tr{data}>{cells}</tr>"


def _details(row: Entry) -> str:
    filled = ((name, getattr(row, name)) for name in _DETAILS)
    items = "".join(f"<dt>{n}</dt><dd>{escape(v)}</dd>" for n, v in filled if v)
    return (
        f"<details><summary>{escape(row.statement)}</summary><dl>{items}</dl></details>"
    )


def _badge(verdict: str) -> str:
    colours = theme.style(f"color:{{page}};background:{{{ROLES[verdict]}}}")
    return f'<b style="{colours}" aria-hidden="true">{SIGNS[verdict]}</b>'


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
    body += _legend(below, counts)
    words = ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n)
    rules = theme.style("fill:{ink};font:13px sans-serif")
    return Drawing(
        "".join(body),
        _LEFT + _ACROSS * _STEP,
        below + 3 * _STEP,
        f"Verdicts on {len(rows)} numbers and claims",
        words,
        f".fk text{{{rules}}}.fk .fk-sign{{fill:#fff;fill:var(--fk-page)}}",
        scale=1,
    )


def _section(row: Entry) -> tuple[str, str]:
    """Return the document's number and the section, table or figure of a row."""
    first = re.split(r"[,;(]| and ", row.place)[0].strip()
    return row.document[:3], first.replace("Sections", "Section")


def _lines(rows: Sequence[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """Yield the rows of each section in the documents' order, broken to fit."""
    several = len({row.document for row in rows}) > 1
    groups: dict[tuple[str, str], list[Entry]] = {}
    for row in rows:
        groups.setdefault(_section(row), []).append(row)
    for (document, section), part in groups.items():
        label = f"{document} {section}" if several else section
        for begin in range(0, len(part), _ACROSS):
            yield ("" if begin else label), part[begin : begin + _ACROSS]


def _line(y: float, label: str, part: list[Entry]) -> str:
    squares = (_square(_LEFT + i * _STEP, y, row) for i, row in enumerate(part))
    return f'<text x="0" y="{y + 16}">{escape(label)}</text>{"".join(squares)}'


def _square(x: float, y: float, row: Entry) -> str:
    tip = escape(f"{row.place}: {row.quoted} ({row.verdict})")
    return f"<g><title>{tip}</title>{_signed(x, y, row.verdict)}</g>"


def _signed(x: float, y: float, verdict: str) -> str:
    fill = theme.style(f"fill:{{{ROLES[verdict]}}}")
    return (
        f'<rect x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" rx="3" '
        f'style="{fill}"/><text class="fk-sign" x="{x + _SIZE / 2}" y="{y + 16}" '
        f'text-anchor="middle">{SIGNS[verdict]}</text>'
    )


def _legend(y: float, counts: dict[str, int]) -> Iterator[str]:
    for i, (verdict, n) in enumerate(counts.items()):
        x, down = i % 3 * 240, y + i // 3 * _STEP
        yield f'{_signed(x, down, verdict)}<text x="{x + 30}" y="{down + 16}">'
        yield f"{n} {verdict}</text>"
