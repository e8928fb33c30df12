"""Studies: results without chance, computed cell by cell, with their provenance.

A study is run by name like an experiment, `foxkit run NAME`, and leaves
`data/results/NAME.json`. Each finished cell is kept at once, so that a study that was
broken off goes on with the next one.
"""

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from foxkit.core.caching import digest
from foxkit.lab.results import (
    FOLDER,
    has_result,
    made_with,
    prepare,
    provenance,
    read_page,
    write_page,
)
from foxkit.solvers.store import peak_mib

Row = dict[str, Any]
_MODULES = ("foxkit.lab.fox_hounds", "foxkit.lab.wolves")


@dataclass(frozen=True)
class Study:
    """Cells to compute.

    Attributes:
        name: as `foxkit run NAME` knows it.
        title: one line for people.
        cells: the name of each cell, and what computes its row.
    """

    name: str
    title: str
    cells: Mapping[str, Callable[[], Row]]


def study_of(
    name: str, title: str, compute: Callable[..., Row], cases: Iterable[tuple[Any, ...]]
) -> Study:
    """Return a study with a cell for each case, named by its parts."""
    cells = {" ".join(map(str, case)): partial(compute, *case) for case in cases}
    return Study(name, title, cells)


def studies() -> dict[str, Study]:
    """Return all studies by name."""
    found = (study for m in _MODULES for study in import_module(m).STUDIES)
    return {study.name: study for study in found}


def run_study(study: Study, folder: Path = FOLDER) -> Path:
    """Compute every cell of a study and write its results; return the file."""
    part = folder / "chunks" / f"{study.name}.json"
    prepare(folder)
    rows = _left_over(part)
    for number, (cell, compute) in enumerate(study.cells.items(), 1):
        if cell not in rows:
            print(f"{number} of {len(study.cells)}: {cell}", file=sys.stderr)
            rows[cell] = _timed(cell, compute)
            write_page(part, {"code": digest(), "rows": rows})
    page = {
        "experiment": study.name,
        "title": study.title,
        "command": f"foxkit run {study.name}",
        "made_with": made_with(),
        "rows": list(rows.values()),
    }
    write_page(folder / f"{study.name}.json", page)
    part.unlink(missing_ok=True)
    return folder / f"{study.name}.json"


def _timed(cell: str, compute: Callable[[], Row]) -> Row:
    began, worked = time.perf_counter(), time.process_time()
    row = compute()
    elapsed, seconds = time.perf_counter() - began, time.process_time() - worked
    times = {"elapsed": round(elapsed, 3), "processor_seconds": round(seconds, 3)}
    return {"cell": cell, **row, **times, "peak_mib": peak_mib()}


def _left_over(part: Path) -> dict[str, Row]:
    """Return the cells that the same code has finished in a run that was broken off."""
    if not part.exists():
        return {}
    try:
        page = read_page(part)
    except ValueError as error:
        print(f"beginning again: {error}", file=sys.stderr)
        return {}
    return page["rows"] if page.get("code") == digest() else {}


def is_study(name: str, folder: Path = FOLDER) -> bool:
    """Tell whether there is a finished study of this name."""
    return has_result(name, folder) and "rows" in provenance(name, folder)


def study_rows(name: str, folder: Path = FOLDER) -> dict[str, Row]:
    """Return the rows of a finished study by cell.

    Raises:
        ValueError: it was not run so far; the command is named.
    """
    return {row["cell"]: row for row in provenance(name, folder)["rows"]}


def found_in(name: str, cell: str, quantity: str, folder: Path = FOLDER) -> str:
    """Return a number of a finished study as text.

    Args:
        name: the study.
        cell: the row.
        quantity: the column (`rows/0.015625/p`: a column, a row in it, and its column),
            `as`, and how to write it: a format such as `.3f`, or `e` for the power of
            ten.
        folder: where the results lie.
    """
    path, _, form = quantity.partition(" as ")
    value: Any = study_rows(name, folder)[cell]
    for key in path.split("/"):
        value = value[int(key)] if isinstance(value, list) else value[key]
    if form == "e":
        return str(len(str(value)) - 1)
    return format(value, form) if form else str(value)
