"""Our side of the ledger: one number out of an experiment's table of results.

A table has one row per cell (match-up or setting). A published row names the
experiment, the cells and the quantity, in words that this module reads:

    cell       300                        one cell, by its name
               20 sheep minus 18 sheep    differences, the cells being independent
               0 - 5 time; 0 - 5 counts   several readings, the first one counts
               C=* n=3000                 all cells that match, for `pooled`
               0; 5 | 0 time; 5 time      several readings over all of their cells
    quantity   score A                    mean of agent A's rates on both sides
               A as sheep, sheep          A's rate on one side; the side's rate
               turns                      any column with its `_low` and `_high`
               sheep from half            how far that is from one half
               pooled sheep               over all the games of the cells
    over all   smallest step of score A   the smallest rise from a cell to the next
    readings   nearest to half of sheep   the first word of a cell's name
               largest of score A         likewise
               score A beyond 5 points    cells with intervals that far from one half
"""

import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from itertools import chain, pairwise

import pandas as pd

from foxkit.lab.stats import Estimate, difference, pooled, proportion

Measured = Estimate | str
_SIGNS = re.compile(r" (minus|plus) ")


def _column(row: pd.Series, name: str) -> Estimate:
    """Return a column with its limits, or as a bare number when it has none."""
    low, high = (float(row.get(f"{name}_{end}", row[name])) for end in ("low", "high"))
    return Estimate(float(row[name]), low, high, int(row["games"]))


def _complement(e: Estimate) -> Estimate:
    return Estimate(1 - e.estimate, 1 - e.high, 1 - e.low, e.n)


def _simple(row: pd.Series, name: str) -> Estimate:
    """Return a quantity of one cell."""
    if name in row:
        return _column(row, name)
    if name in ("score A", "score B"):
        score = _column(row, "score")
        return score if name[-1] == "A" else _complement(score)
    if name in (row["first"], row["second"]):
        rate = _column(row, "first_rate")
        return rate if name == row["first"] else _complement(rate)
    who, _, side = name.partition(" as ")
    if who not in ("A", "B") or side not in (row["first"], row["second"]):
        raise ValueError(f"no quantity {name!r}; there are {', '.join(row.index)}")
    seat = "first" if side == row["first"] else "second"
    return proportion(int(row[f"{who.lower()}_wins_{seat}"]), int(row["pairs"]))


def _from_half(e: Estimate) -> Estimate:
    """Fold an estimate of a rate into one of its distance from one half."""
    ends = abs(e.low - 0.5), abs(e.high - 0.5)
    low = 0.0 if e.low < 0.5 < e.high else min(ends)
    return Estimate(abs(e.estimate - 0.5), low, max(ends), e.n)


def _one(row: pd.Series, quantity: str) -> Estimate:
    name, folded, _ = quantity.partition(" from half")
    found = _simple(row, name)
    return _from_half(found) if folded else found


def _combination(table: pd.DataFrame, cell: str, quantity: str) -> Estimate:
    """Return a cell's quantity, less and plus those of others that are named."""
    first, *rest = _SIGNS.split(cell)
    found = _one(table.loc[first], quantity)
    for sign, name in zip(rest[::2], rest[1::2], strict=True):
        other = _one(table.loc[name], quantity)
        if sign == "plus":
            other = Estimate(-other.estimate, -other.high, -other.low, other.n)
        found = difference(found, other)
    return found


def _matching(table: pd.DataFrame, cell: str) -> list[str]:
    """Return the cells that are named, in that order; none if any is missing."""
    found = [
        [name for name in table.index if fnmatchcase(name, pattern)]
        for pattern in cell.split("; ")
    ]
    return list(chain.from_iterable(found)) if all(found) else []


def _pooled(table: pd.DataFrame, cells: list[str], quantity: str) -> Estimate:
    """Return a side's rate over all games of some cells."""
    return pooled([_simple(table.loc[cell], quantity) for cell in cells])


def _smallest_step(table: pd.DataFrame, cells: list[str], quantity: str) -> Estimate:
    return min(
        _combination(table, f"{b} minus {a}", quantity) for a, b in pairwise(cells)
    )


def _nearest(table: pd.DataFrame, cells: list[str], quantity: str) -> str:
    ranked = min(cells, key=lambda c: _from_half(_one(table.loc[c], quantity)))
    return ranked.split()[0]


def _largest(table: pd.DataFrame, cells: list[str], quantity: str) -> str:
    word = max(cells, key=lambda c: _one(table.loc[c], quantity)).split()[0]
    return word.replace("none", "inf")  # no cutoff is larger than any


def _beyond(table: pd.DataFrame, cells: list[str], quantity: str) -> str:
    name, points = quantity.split(" beyond ")
    limit = float(points.split()[0]) / 100
    far = [c for c in cells if _from_half(_one(table.loc[c], name)).low > limit]
    return str(len(far))


_OVER_CELLS: dict[str, Callable[[pd.DataFrame, list[str], str], Measured]] = {
    "pooled ": _pooled,
    "smallest step of ": _smallest_step,
    "nearest to half of ": _nearest,
    "largest of ": _largest,
    " beyond ": _beyond,
}


def readings_of(cell: str, quantity: str) -> list[str]:
    """Return the readings that a published row names, each a cell or several."""
    return cell.split(" | " if any(w in quantity for w in _OVER_CELLS) else "; ")


def first_cells(cell: str, quantity: str) -> list[str]:
    """Return the cells, or patterns of cells, of a published row's first reading."""
    return re.split(" minus | plus |; ", readings_of(cell, quantity)[0])


def measure(table: pd.DataFrame, cell: str, quantity: str) -> dict[str, Measured]:
    """Return what an experiment found, by the cell or cells that it was read from.

    Several entries are several readings of an unclear text, the first one first;
    what needs a cell that is not there is left out. Raises ValueError for a quantity
    that does not exist.
    """
    readings = readings_of(cell, quantity)
    for word, summarise in _OVER_CELLS.items():
        if word in quantity:
            name = quantity.removeprefix(word)
            found = {reading: _matching(table, reading) for reading in readings}
            return {
                r: summarise(table, cells, name) for r, cells in found.items() if cells
            }
    there = [r for r in readings if {*_SIGNS.split(r)[::2]} <= {*table.index}]
    return {reading: _combination(table, reading, quantity) for reading in there}
