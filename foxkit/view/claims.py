"""`claim` and `beside`: ours beside what a document says, where it is found.

Each shows a table in the cell that finds the number, and leaves the claims among the
cell's outputs, where the page build collects them for the ledger (`lab.claimed`).
"""

import sys
from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

import pandas as pd

from foxkit.lab.claimed import MIME, Readings, as_data
from foxkit.lab.claims import Claim, claims, strata
from foxkit.lab.ledger import Entry, Source, judged
from foxkit.lab.stats import Estimate, Measured, half_width
from foxkit.view.ledger import sign
from foxkit.view.numbers import Table, between, percent, plainly
from foxkit.view.words import Words, words_of

_OURS = "ours"
_LONG = 10**9
_SPACE = "\N{NO-BREAK SPACE}"
_HEADS = ("the document", "asked", "ours", "verdict")


class SoFar(NamedTuple):
    """A number from fewer games than its rule asks for: it is shown, not claimed."""

    value: Measured | None


Shown = Mapping[str, Measured | SoFar | None]
"""What is shown, by reading."""


def claim(
    ids: str,
    value: pd.DataFrame | Measured | Mapping[str, Measured | None],
    column: str = "",
    reading: str = "",
) -> None:
    """Show our value beside what a document says, and put it into the ledger.

    The claims of a cell are shown as one table; rows of one family (a printed table or
    figure) are corrected together, and so claimed in one cell.

    Args:
        ids: rows of `data/published`, divided by spaces, that the value answers.
        value: rows of `play`, each a reading of the document; a number, with its
            interval or without; or several, by reading.
        column: of the rows.
        reading: the column that tells several rows apart; or what one is called.

    Raises:
        ValueError: no such row is published, or rows are not told apart.
    """
    found = _readings(value, column, reading)
    _CELL.add({published(id).id: found for id in ids.split()}, column)


def published(id: str) -> Claim:
    """Return a published row; ValueError if there is none of this id."""
    if id not in claims():
        raise ValueError(f"no published row {id!r}: see data/published")
    return claims()[id]


def _readings(value: Any, column: str, reading: str) -> Shown:
    if isinstance(value, Mapping):
        return dict(value)
    if not isinstance(value, pd.DataFrame):
        return {reading or _OURS: value}
    names = [_named(row, reading) for row in value.to_dict("records")]
    if len({*names}) < len(names) or not names:
        several = "two rows of one name" if names else "no row"
        raise ValueError(f"{several}: reading={reading!r} must tell rows apart")
    rows = value.to_dict("records")
    return {n: _of(row, column) for n, row in zip(names, rows, strict=True)}


def _named(row: Mapping[Any, Any], reading: str) -> str:
    """Return what a row's reading is called."""
    value = row.get(reading, reading or _OURS)
    if isinstance(value, str):
        return value
    return f"{plainly(value)} {words_of(reading).words.removesuffix(' a move')}"


def _of(row: Mapping[Any, Any], column: str) -> Measured | SoFar:
    """Return a number of a row with its interval, and whether the row waits."""
    value = row[column]
    if value is None or value != value:
        return SoFar(None)
    found = value.item() if hasattr(value, "item") else value
    if f"{column}_low" in row:
        low, high = (float(row[f"{column}_{end}"]) for end in ("low", "high"))
        found = Estimate(float(value), low, high, int(row.get("games", 1)))
    return found if row.get("finished", True) else SoFar(found)


def _claimed(shown: Mapping[str, Shown]) -> dict[str, Readings]:
    """Return what is claimed of what is shown: None where games are missing."""
    return {
        id: {k: None if isinstance(v, SoFar) else v for k, v in readings.items()}
        for id, readings in shown.items()
    }


class _Cell:
    """The claims of the cell that runs, and the output that shows them."""

    def __init__(self) -> None:
        self.run: Any = None
        self.found: dict[str, Shown] = {}
        self.columns: dict[str, str] = {}
        self.handle: Any = None

    def add(self, found: Mapping[str, Shown], column: str) -> None:
        """Show some claims in one table with those before them in this cell."""
        shell = _shell()
        if shell is None or (run := (id(shell), shell.execution_count)) != self.run:
            self.found, self.columns, self.handle = {}, {}, None
            self.run = shell and run
        self.found |= found
        self.columns |= dict.fromkeys(found, column)
        bundle = _bundle(self.found, _listed(self.found, self.columns))
        if self.handle is None:
            self.handle = show(bundle)
        else:
            self.handle.update(bundle, raw=True)


_CELL = _Cell()


def _shell() -> Any:
    """Return the shell that this code runs in, None outside of notebooks."""
    return getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()


def show(bundle: dict[str, Any]) -> Any:
    """Show an output of several forms; return what updates it, if anything can."""
    if _shell() is None:
        print(bundle["text/plain"])
        return None
    from IPython.display import display

    return display(bundle, raw=True, display_id=True)


def _bundle(found: Mapping[str, Shown], shown: Table) -> dict[str, Any]:
    text, html = repr(shown).replace("<wbr>", ""), shown._repr_html_()
    return {"text/plain": text, "text/html": html, MIME: as_data(_claimed(found))}


def _judged(found: Mapping[str, Shown]) -> dict[str, Entry]:
    rows = _claimed(found).items()
    sources = ((published(id), Source(readings)) for id, readings in rows)
    return {entry.id: entry for entry in judged(sources)}


def _said(value: Measured | SoFar | None, rate: bool, digits: int = 1) -> str:
    """Return a number with its interval, a rate in percent."""
    if isinstance(value, SoFar) and value.value is not None:
        return f"so far {_said(value.value, rate, digits)}"
    if value is None or isinstance(value, SoFar):
        return "waits for games"
    if isinstance(value, Estimate):
        return between(*value[:3], digits if rate else 2, rate)
    if rate and isinstance(value, float):
        return percent(value, digits)
    return value if isinstance(value, str) else plainly(value)


def _listed(found: Mapping[str, Shown], columns: Mapping[str, str]) -> Table:
    """Return claims as a table, a line each."""
    lines = []
    for entry in _judged(found).values():
        rate = words_of(columns[entry.id]).is_rate
        readings = found[entry.id]
        said = [
            _said(value, rate)
            if len(readings) == 1
            else f"{name}: {_said(value, rate)}"
            for name, value in readings.items()
        ]
        verdict = f"{sign(entry.verdict)} {entry.verdict}"
        quoted = f"{entry.place}: “{entry.quoted}”"
        lines.append((quoted, entry.statement, said, verdict))
    shown = Table(pd.DataFrame(lines, columns=_HEADS))
    return shown.hide(axis="index").format(_cell)


def _cell(value: Any) -> str:
    """Return the HTML of a text, or of several, a line each; long names may break."""
    parts = [value] if isinstance(value, str) else value
    said = "<br>".join(escape(each, quote=False) for each in parts)
    return said.replace("_", "_<wbr>").replace("&gt;", "&gt;<wbr>")


def beside(
    rows: pd.DataFrame,
    ids: str,
    lines: Mapping[str, str],
    reading: str = "",
    turned: bool = False,
) -> None:
    """Show a printed table in its own shape with ours beside each number; claim all.

    A published row says where its number stands (`place`): table, column, line. Where
    it names the table alone, columns and lines are called as in `rows`.

    Args:
        rows: rows of `play`.
        ids: what the published rows are called, with columns of `rows` and `line` in
            braces, such as `fox-t1-{key}-{line}`.
        lines: the lines of the table: what ids call each -> the column of `rows`.
        reading: the column that tells several readings of one id apart.
        turned: whether the lines stand side by side, and the columns below each other.

    Raises:
        ValueError: no row by these names is published.
    """
    found: dict[str, dict[str, Measured | SoFar | None]] = {}
    places: dict[str, tuple[str, str, Words]] = {}
    for row in rows.to_dict("records"):
        for line, column in lines.items():
            id, head = ids.format(line=line, **row), str(row[rows.columns[0]])
            if id not in claims() and row[column] != row[column]:
                continue  # a line that is shorter than others, in print and in ours
            found.setdefault(id, {})[_named(row, reading)] = _of(row, column)
            places[id] = line, head, words_of(column)
    if not {*found} & {*claims()}:
        published(next(iter(found), ids))
    theirs = {id: readings for id, readings in found.items() if id in claims()}
    show(_bundle(theirs, _shaped(found, places, turned)))


def _shaped(
    found: Mapping[str, Shown],
    places: Mapping[str, tuple[str, str, Words]],
    turned: bool,
) -> Table:
    """Return claims in the shape of a printed table, ours below each line.

    What is not published, a reader's own columns, stands behind it.
    """
    judged = _judged({id: x for id, x in found.items() if id in claims()})
    rows = {id: published(id) for id in judged}
    parts = {id: row.place.split(", ")[1:] for id, row in rows.items()}
    lines = {
        places[id][0]: at[-1] if at[1:] else places[id][2].words
        for id, at in parts.items()
    }
    cells: dict[str, dict[str, dict[str, str]]] = {}
    for id, readings in found.items():
        line, head, said = places[id]
        under = cells.setdefault(lines.get(line, line), {"printed": {}})
        if id in judged:
            head = ", ".join(parts[id][:-1]) or head
            printed = _printed(rows[id])
            if not turned:  # side by side, lines need the room
                printed = printed.replace(" ", _SPACE)
            under["printed"][head] = printed + _SPACE + sign(judged[id].verdict)
        for name, value in readings.items():
            under.setdefault(name, {})[head] = _short(value, said.is_rate)
    flat = {(line, x): row for line, under in cells.items() for x, row in under.items()}
    frame = pd.DataFrame.from_dict(flat, orient="index")
    frame.index = pd.MultiIndex.from_tuples([*flat])
    signs = {sign(each.verdict): each.verdict for each in judged.values()}
    legend = ", ".join(f"{mark} {verdict}" for mark, verdict in signs.items())
    values = [x for readings in found.values() for x in readings.values()]
    if any(isinstance(x, Estimate | SoFar) for x in values):
        legend += "; ours with the 95 % interval's half-width"
    shown = frame.loc[[*flat]]
    style = Table(shown.T if turned else shown).format(_cell, na_rep="")
    return style.set_caption(escape(legend))


def _short(value: Measured | SoFar | None, rate: bool) -> str:
    """Return a number and how well it is known, in few letters."""
    if isinstance(value, SoFar) and value.value is not None:
        return f"so far {_short(value.value, rate)}"
    if isinstance(value, int) and value >= _LONG:
        return f"{value:.2e}"
    if not isinstance(value, Estimate):
        return _said(value, rate)
    if not rate:
        return f"{value.estimate:.3g} ±{half_width(value):.2g}"
    shown = f"{100 * value.estimate:.0f} ±{100 * half_width(value):.0f} %"
    return shown.replace(" ", _SPACE)


def _printed(row: Claim) -> str:
    """Return what is printed, and of how many games where that is told."""
    counted = strata(row)
    if len(counted) == 1 and row.value == str(counted[0][0]):
        return f"{row.quoted} of {counted[0][1]}"
    return row.quoted
