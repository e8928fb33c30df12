"""Sentences of a chapter that take their numbers from the ledger and the results.

What is not played yet is said, with the command that plays it, and fills itself in
when the results are there.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from typing import Any

import pandas as pd

from foxkit.lab import ledger, results
from foxkit.lab.catalogue import experiment
from foxkit.lab.ledger import Entry, ours_text
from foxkit.lab.published import claims
from foxkit.view.cells import named
from foxkit.view.drawing import Drawing
from foxkit.view.percent import in_hundred, percent, points


@dataclass(frozen=True)
class Prose:
    """Markdown that a notebook shows as text."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return re.sub(r"(?<=\d) (?=%|points)", "\N{NO-BREAK SPACE}", self.text)


@dataclass(frozen=True)
class Told:
    """A row of the ledger within a sentence; its other fields are attributes."""

    row: Entry

    def __getattr__(self, name: str) -> Any:
        return getattr(self.row, name)

    def __format__(self, spec: str) -> str:
        """Return our value with its interval, in the format `%` or `points` as such."""
        row = self.row
        if row.ours is None:
            return f"(not played so far: `{row.command}`)"
        if not spec or isinstance(row.ours, str):
            return ours_text(row)
        written = percent if spec == "%" else points
        return written(row.ours, *(row.interval or ()))


class _Ledger(dict[str, Told]):
    def __missing__(self, id: str) -> Told:
        if id not in claims():
            raise ValueError(f"no published row {id!r}: see data/published")
        return Told(rows_by_id()[id])


def rows_by_id() -> dict[str, Entry]:
    """Return the ledger by id; its tables are tested as a whole, so all of it."""
    files = results.FOLDER.glob("*.json")
    return _read(max((file.stat().st_mtime_ns for file in files), default=0))


@lru_cache(maxsize=1)
def _read(_stamp: int) -> dict[str, Entry]:
    return {row.id: row for row in ledger.entries()}


def tell(text: str, **values: Any) -> Prose:
    """Fill in a text: `{id}` or `{id:%}` is our value of a row of the ledger.

    `{id.quoted}`, `{id.verdict}` and so on are its other fields, and `{name}` a value
    given by name. ValueError for an id that does not exist.
    """
    return Prose(text.format_map(_Ledger(values)))


def missing(name: str) -> list[str]:
    """Return the cells of an experiment that are not among the results yet."""
    declared = experiment(name)
    found = results.results(name)
    there = set() if found is None else set(found.table.index)
    cells = [*(match.cell for match in declared.matches), *declared.reads]
    return [cell for cell in cells if cell not in there]


def needs(
    name: str, aloud: bool = True
) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Let a function without arguments tell the command where its data is missing.

    With `aloud` false it says nothing then: another one says it just before.
    """

    def decorate(draw: Callable[[], Any]) -> Callable[[], Any]:
        @wraps(draw)
        def drawn() -> Drawing | Prose:
            if results.results(name) is not None:
                return draw()
            title = experiment(name).title
            text = f"*{title}: not played so far. `foxkit run {name}` makes it.*"
            return Prose(text if aloud else "")

        return drawn

    return decorate


@dataclass(frozen=True)
class Counts:
    """The games behind a figure, and what is still to be played."""

    frame: pd.DataFrame
    note: str

    def __repr__(self) -> str:
        return f"{self.frame}\n{self.note}"

    def _repr_html_(self) -> str:
        table = self.frame.to_html(border=0, index_names=False)
        return f"{table}<p>{self.note}</p>"


def _players(name: str) -> tuple[str, str]:
    """Return the two players of an experiment's game."""
    players: tuple[str, str] = experiment(name).matches[0].game.PLAYERS
    return players


def _wins_by_side(name: str, of: str) -> pd.DataFrame:
    """Return the games that A, or B for the rival's rate, won on each side."""
    found, who = results.table(name), {"score": "a", "rival": "b"}.get(of)
    seats = zip(_players(name), ("first", "second"), strict=True)
    columns = {
        f"as {side}": found[f"{who}_wins_{seat}"].map("{:.0f}".format)
        + found["pairs"].map(" of {:.0f}".format)
        for side, seat in seats
        if who
    }
    return pd.DataFrame(columns, found.index)


def _by_numbers(cells: list[str]) -> list[str]:
    """Sort cells that differ in numbers only by the last one, then the one before."""
    number = re.compile(r"\d+(?:\.\d+)?")
    kinds = list(dict.fromkeys(number.sub("", cell) for cell in cells))
    return sorted(
        cells,
        key=lambda cell: (
            kinds.index(number.sub("", cell)),
            [float(found) for found in number.findall(cell)][::-1],
        ),
    )


def counts(name: str, of: str = "score", who: str = "A") -> Counts | Prose:
    """Return an experiment's rates and games, to stand below its figure.

    Where nothing is played, the figure says so, and this says nothing.

    Args:
        name: the experiment.
        of: whose rate, as for `foxkit.lab.results.rates`.
        who: what to call that agent.
    """
    if results.results(name) is None:
        return Prose("")
    found = results.rates(name, of).set_index("cell")
    shown = found[["estimate", "low", "high"]].map(in_hundred)
    whose = f"{_players(name)[0]} win rate" if of == "first" else f"score of {who}"
    shown = shown.rename(columns={"estimate": whose}).add_suffix(" %")
    shown = shown.join(_wins_by_side(name, of))
    shown[["games", "distinct"]] = found[["games", "distinct"]].astype(int)
    shown["turns"] = found["turns"].round(0).astype(int)
    cells = [match.cell for match in experiment(name).matches]
    if reads := experiment(name).reads:
        cells = _by_numbers([*reads, *cells])
    shown = shown.loc[[cell for cell in cells if cell in shown.index]]
    shown = shown.rename(index=named)
    left = missing(name)
    note = f"{len(left)} still to be played: {', '.join(left)}. " if left else ""
    again = f"Again, or further: <code>foxkit run {name}</code>."
    return Counts(shown, f"{note}{again}")


def stop_rule(name: str) -> str:
    """Say when a match of an experiment was over."""
    stop = experiment(name).stop
    width = f"±{100 * (stop.half_width or 0):g} percentage points"
    which = " of each side's rate" if stop.of == "sides" else ""
    return (
        f"pairs of games until the 95 % interval{which} is {width} or narrower, "
        f"{stop.least} pairs at least and {stop.most:,} at most"
    )
