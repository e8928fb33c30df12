"""`claim` and `compare`: our values beside those of a document, in the cell itself.

Each shows a table in the cell that computes the value, and puts the claims into the
cell's outputs, where the page build finds them for the ledger (`lab.cell_outputs`).
"""

import sys
from collections.abc import Mapping
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from foxkit.core.quoting import quoted
from foxkit.lab.cell_outputs import CLAIMS_MIME, ClaimedResult, claims_as_json
from foxkit.lab.claims import (
    Claim,
    claim_with_id,
    claims,
    counts_by_side,
    id_for_row,
)
from foxkit.lab.ledger import LedgerRow, judged_rows
from foxkit.lab.numbers import (
    NO_BREAK_SPACE,
    Unit,
    interval_in_words,
    number_with_half_width,
    plain_number,
    words_of_column,
)
from foxkit.lab.rows import require_columns
from foxkit.lab.stats import (
    Difference,
    Estimate,
    Measured,
    half_width,
    read_estimate,
)
from foxkit.view.ledger import VERDICT_SIGNS

if TYPE_CHECKING:
    import pandas as pd

    from foxkit.view.styled import StyledTable

_OURS_HEADING = "ours"
_HEADINGS = ("the document", "asked", "ours", "verdict")
_PRINTED_HEADING = "printed, verdict"
_MIN_SHORTENED_INTEGER = 10**9  # a narrow column has no room for its digits


class Provisional(NamedTuple):
    """A value from fewer games than its stopping rule asks for: shown, not claimed."""

    value: Measured | None


FoundValues = Mapping[str, Measured | Provisional | None]
"""Our values, by reading."""


def claim(
    ids: str,
    value: "pd.DataFrame | Measured | Mapping[str, Measured | None]",
    column: str = "",
    reading: str = "",
) -> None:
    """Show our number beside what a document says, with a verdict, and note the claim.

    The claims of a cell are shown as one table, and the page build collects them for
    the ledger. Rows of one family (a printed table or figure) are corrected together,
    and therefore claimed in one cell.

    Args:
        ids: the published rows that the number answers, ids of `data/published` with
            spaces between them.
        value: a number, with its interval or without; several numbers by reading; or a
            table of `play`, whose rows are readings of the document.
        column: the column of the table.
        reading: the column that distinguishes its rows; or the name of the reading.

    Raises:
        ValueError: no such row is published, or rows are not distinguished.

    Examples:
        >>> claim("fox-t1-c05-rate", 0.51)
        the document  asked  ours  verdict
        Table 1, C = 0.5, win rate: “0.50” ... 0.51 ...
    """
    import pandas as pd

    if not isinstance(ids, str) or not ids.split():
        raise ValueError(f"ids are published rows, divided by blanks, not {ids!r}")
    value_by_reading: dict[str, Any] = {reading or _OURS_HEADING: value}
    if isinstance(value, Mapping):
        value_by_reading = dict(value)
    elif isinstance(value, pd.DataFrame):
        rows = require_columns(value, column).to_dict("records")
        value_by_reading = {
            _reading_heading(row, reading): _measured_value(row, column) for row in rows
        }
        if len(value_by_reading) < len(rows) or not rows:
            several = "two rows of one name" if rows else "no row"
            raise ValueError(f"{several}: reading={reading!r} must tell rows apart")
    for each in value_by_reading.values():
        _require_measured(each)
    _CLAIMS_OF_CELL.add(
        {claim_with_id(id).id: value_by_reading for id in ids.split()},
        words_of_column(column).unit,
    )


def _require_measured(value: Any) -> None:
    """Raise ValueError for anything but a number, a text or an estimate."""
    if value is None or isinstance(value, str | Estimate | Provisional):
        return
    if not isinstance(value, Real) or value != value:
        allowed = "a number, a text or an estimate"
        raise ValueError(f"value is {allowed}, not {quoted(value)}")


def _reading_heading(row: Mapping[Any, Any], reading: str) -> str:
    """The heading of a reading: its name, or a number with its column's words."""
    value = row.get(reading, reading or _OURS_HEADING)
    if isinstance(value, str):
        return value
    words = words_of_column(reading).words.removesuffix(" a move")
    return f"{plain_number(value)} {words}"


def _measured_value(row: Mapping[Any, Any], column: str) -> Measured | Provisional:
    """The value of a row with its interval; `Provisional` if the row is unfinished."""
    value = row[column]
    if value is None or value != value:
        return Provisional(None)
    plain_value = value.item() if hasattr(value, "item") else value
    if f"{column}_low" in row:
        plain_value = read_estimate(row, column)
    return plain_value if row.get("finished", True) else Provisional(plain_value)


class _ClaimsTable:
    """Claims with their verdicts, and the output that has both."""

    def __init__(self, claimed_values: Mapping[str, FoundValues]) -> None:
        self.found = {
            id: readings for id, readings in claimed_values.items() if id in claims()
        }
        claimed = {  # None where games are missing
            id: {
                k: None if isinstance(v, Provisional) else v
                for k, v in readings.items()
            }
            for id, readings in self.found.items()
        }
        rows = (
            (claim_with_id(id), ClaimedResult(each)) for id, each in claimed.items()
        )
        self.entries: dict[str, LedgerRow] = {
            entry.id: entry for entry in judged_rows(rows)
        }
        self.data = claims_as_json(claimed)

    def show(self, table: "StyledTable", handle: Any = None) -> Any:
        """Show a table of the claims; the handle that can update it, or None."""
        html = table._repr_html_()
        bundle = {"text/plain": repr(table), "text/html": html, CLAIMS_MIME: self.data}
        if handle is not None:
            handle.update(bundle, raw=True)
            return handle
        if _shell() is None:
            print(bundle["text/plain"])
            return None
        from IPython.display import display

        return display(bundle, raw=True, display_id=True)


class _CellClaims:
    """The claims of the cell that runs, and the output that shows them."""

    run: Any = None
    handle: Any = None
    found: dict[str, FoundValues]
    units: dict[str, Unit]

    def add(self, claims: Mapping[str, FoundValues], unit: Unit) -> None:
        """Show some claims in one table with those before them in this cell."""
        import pandas as pd

        from foxkit.view.styled import StyledTable

        shell = _shell()
        run = shell and (shell, shell.execution_count)
        if shell is None or run != self.run:
            self.run, self.handle, self.found, self.units = run, None, {}, {}
        self.found |= claims
        self.units |= dict.fromkeys(claims, unit)
        claimed, lines = _ClaimsTable(self.found), []
        for id, entry in claimed.entries.items():
            cells = {
                k: _value_in_words(x, self.units[id]) for k, x in self.found[id].items()
            }
            ours = [f"{name}: {x}" for name, x in cells.items()]
            quoted = f"{entry.place}: “{entry.quoted}”"
            verdict = f"{VERDICT_SIGNS[entry.verdict]} {entry.verdict}"
            shown = ours if len(cells) > 1 else "".join(cells.values())
            lines.append((quoted, entry.statement, shown, verdict))
        table = StyledTable(pd.DataFrame(lines, columns=_HEADINGS)).hide(axis="index")
        self.handle = claimed.show(table, self.handle)


_CLAIMS_OF_CELL = _CellClaims()


def _shell() -> Any:
    """The shell of IPython in which this code runs; None outside of notebooks."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def _value_in_words(
    value: Measured | Provisional | None, unit: Unit, narrow: bool = False
) -> str:
    """A value with its interval, in words; if `narrow`, with half its width."""
    if isinstance(value, Provisional) and value.value is not None:
        return f"so far {_value_in_words(value.value, unit, narrow)}"
    if value is None or isinstance(value, Provisional):
        return "waits for games"
    if isinstance(value, Estimate):
        unit = "points" if unit and isinstance(value, Difference) else unit
        if narrow:
            return number_with_half_width(value.estimate, half_width(value), unit)
        return interval_in_words(*value[:3], digits=1 if unit else 2, unit=unit)
    if unit and isinstance(value, float):
        return interval_in_words(value, unit=unit)
    if narrow and isinstance(value, int) and value >= _MIN_SHORTENED_INTEGER:
        return f"{value:.2e}"
    return value if isinstance(value, str) else plain_number(value, digits=4)


def compare(
    rows: "pd.DataFrame",
    ids: str,
    lines: Mapping[str, str],
    reading: str = "",
    turned: bool = False,
) -> None:
    """Show a printed table with our number beside each of its numbers, and claim all.

    A published row says where its number stands (`place`): table, column, line. Where
    it names the table alone, columns and lines are called as in `rows`. What is not
    published, such as a reader's further columns, stands behind it.

    Args:
        rows: a table of `play`; its first column names the columns of the printed one.
        ids: the ids of the published rows, with columns of `rows` and `line` in braces,
            such as `fox-t1-{key}-{line}`.
        lines: the lines of the printed table: what stands for `line` in the ids, and
            the column of `rows` that holds our number.
        reading: the column that distinguishes several readings of one id.
        turned: whether the lines stand side by side, and the columns below each other.

    Raises:
        ValueError: no row by these names is published.

    Examples:
        >>> import pandas as pd
        >>> rows = pd.DataFrame({"key": ["c05", "c03"], "score": [0.51, 0.47]})
        >>> compare(rows, "fox-t1-{key}-{line}", {"rate": "score"})
        C = 0.5       C = 0.3
        ...
    """
    from foxkit.view.styled import StyledTable

    claimed_values: dict[str, dict[str, Measured | Provisional | None]] = {}
    row_and_column: dict[str, tuple[str, str]] = {}
    rows = require_columns(rows, *lines.values())
    for row in rows.to_dict("records"):
        for line, column in lines.items():
            id = id_for_row(ids, row, line=line)
            if id not in claims() and row[column] != row[column]:
                continue  # a line that is shorter than others, in print and in ours
            heading = _reading_heading(row, reading)
            claimed_values.setdefault(id, {})[heading] = _measured_value(row, column)
            row_and_column[id] = line, str(row[rows.columns[0]])
    claimed = _ClaimsTable(claimed_values)
    if not claimed.found:
        claim_with_id(next(iter(claimed_values), ids))
    shaped = _in_printed_shape(
        claimed_values, claimed.entries, row_and_column, lines, turned
    )
    legend = _legend(claimed_values, claimed.entries)
    claimed.show(StyledTable(shaped if turned else shaped.T, legend))


def _in_printed_shape(
    claims: Mapping[str, FoundValues],
    entries: Mapping[str, LedgerRow],
    row_and_column: Mapping[str, tuple[str, str]],
    lines: Mapping[str, str],
    turned: bool,
) -> "pd.DataFrame":
    """Claims in the shape of a printed table, our values beside each line."""
    import pandas as pd

    called, heads = {}, {}
    for id in entries:
        line, head = row_and_column[id]
        _, *across = claim_with_id(id).place.split(", ")
        called[line] = across[-1] if across[1:] else words_of_column(lines[line]).words
        heads[id] = ", ".join(across[:-1]) or head
    cells: dict[str, dict[str, dict[str, str]]] = {}
    for id, readings in claims.items():
        line, head = row_and_column[id]
        head = heads.get(id, head)
        under = cells.setdefault(called.get(line, line), {_PRINTED_HEADING: {}})
        if id in entries:
            printed = _printed_text(claim_with_id(id), turned)
            under[_PRINTED_HEADING][head] = (
                printed + NO_BREAK_SPACE + VERDICT_SIGNS[entries[id].verdict]
            )
        for name, value in readings.items():
            value_text = _value_in_words(
                value, words_of_column(lines[line]).unit, narrow=True
            )
            under.setdefault(name, {})[head] = value_text
    flat = {(line, x): row for line, under in cells.items() for x, row in under.items()}
    return pd.DataFrame(flat)


def _legend(claims: Mapping[str, FoundValues], entries: Mapping[str, LedgerRow]) -> str:
    """The signs of the verdicts that a table has, in words."""
    verdicts = dict.fromkeys(entry.verdict for entry in entries.values())
    legend = ", ".join(f"{VERDICT_SIGNS[verdict]} {verdict}" for verdict in verdicts)
    values = (x for readings in claims.values() for x in readings.values())
    if any(isinstance(x, Estimate | Provisional) for x in values):
        legend += "; ours with the 95 % interval's half-width"
    return legend


def _printed_text(row: Claim, may_break: bool) -> str:
    """The text that a document prints, with its number of games where that is given.

    Unless it may break, its spaces become `NO_BREAK_SPACE`: lines that stand side by
    side need room.
    """
    counted, text = counts_by_side(row), row.quoted
    if len(counted) == 1 and row.value == str(counted[0][0]):
        text = f"{row.quoted} of {counted[0][1]}"
    return text if may_break else text.replace(" ", NO_BREAK_SPACE)
