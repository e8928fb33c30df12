"""Every number in prose stands in an output of its section, or in the data it names.

A section runs from one heading to the next. Its numbers may come from the outputs of
its code cells, from experiments that are named in it (`results("fig8")`, or `fig8` in
backticks), from the rows of the document that a chapter quotes, or from its own code.
Years, references, numbers up to twelve and what stands in code, links and formulas do
not count.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest

from foxkit.documents import CATALOGUE
from foxkit.lab import store
from foxkit.lab.claims import claims
from foxkit.lab.ledger import entries

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
_NUMBER = re.compile(r"(?<![\w.])[-+−]?\d[\d,]*(?:\.\d+)?(?![\w])")
_LEFT_OUT = re.compile(
    r"`[^`]*`|\$[^$]*\$|\]\([^)]*\)|<[^>]*>|\[\d+\]|https?://\S+|^\s*\d+\.\s"
    r"|[Ss]ections? [\d.]+|\([\d.]+\)|(?:Table|Figure|Matrix|Question|Chapter|chapter|"
    r"equation|Equation|document)s? \(?[\d.]+\)?",
    re.MULTILINE,
)


def numbers(text: str) -> list[str]:
    """Return the numbers of a text that must be found somewhere."""
    plain = _LEFT_OUT.sub(" ", text.replace("\N{NO-BREAK SPACE}", " "))
    return [each.replace(",", "").lstrip("+") for each in _NUMBER.findall(plain)]


def needs_source(number: str) -> bool:
    """Tell whether a number must be found: not those that everyone counts up to."""
    value = abs(float(number.replace("−", "-")))
    return "." in number or not (value <= 12 or 1900 <= value <= 2100)


@cache
def of_experiment(name: str) -> frozenset[float]:
    """Return every number of an experiment's rows."""
    return frozenset(_values(json.loads(json.dumps(store.page(name)))))


def _values(value: Any) -> list[float]:
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, int | float):
        return [float(value)]
    if isinstance(value, str):
        return [float(n.replace("−", "-")) for n in numbers(value)]
    inner = value.values() if isinstance(value, dict) else value
    return [number for each in inner for number in _values(each)]


@cache
def of_ledger() -> frozenset[float]:
    """Return the numbers that the documents print, and ours beside them."""
    found = [
        x for each in claims().values() for x in _values(each.quoted + " " + each.value)
    ]
    rows = [[row.ours, list(row.interval or ()), row.audit] for row in entries()]
    return frozenset(found + _values(rows))


def stands_in(number: str, pool: set[float]) -> bool:
    """Tell whether a number is one of a pool, as printed, as a share or in points."""
    digits = len(number.partition(".")[2])
    value, slack = abs(float(number.replace("−", "-"))), 0.5 * 10.0**-digits + 1e-9
    return any(
        abs(abs(each) * factor - value) <= slack for each in pool for factor in (1, 100)
    )


def outputs(cell: Any) -> str:
    """Return what a cell shows, as text."""
    found = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        found += [str(output.get("text", "")), *map(str, data.values())]
    return re.sub(
        r"<style.*?</style>| (?:d|points|transform)=\"[^\"]*\"",
        " ",
        " ".join(found),
        flags=re.S,
    )


def sections(path: Path) -> list[list[Any]]:
    """Return the cells of a chapter, from heading to heading."""
    found: list[list[Any]] = [[]]
    for cell in nbformat.read(path, 4).cells:
        if cell.cell_type == "markdown" and cell.source.startswith("#"):
            found.append([])
        found[-1].append(cell)
    return [section for section in found if section]


def unknown(path: Path) -> list[str]:
    """Return the numbers of a chapter's prose that are found nowhere."""
    missing = []
    for section in sections(path):
        code = [cell for cell in section if cell.cell_type == "code"]
        prose = [cell.source for cell in section if cell.cell_type == "markdown"]
        named = " ".join([*prose, *(cell.source for cell in code)])
        pool = set(of_ledger())
        for name in CATALOGUE:
            if re.search(rf"[\"'`]{re.escape(name)}[\"'`]", named):
                pool |= of_experiment(name)
        shown = " ".join([*(cell.source for cell in code), *map(outputs, code)])
        pool |= {abs(float(n.replace("−", "-"))) for n in numbers(shown)}
        asked = [n for text in prose for n in numbers(text) if needs_source(n)]
        heading = prose[0].splitlines()[0] if prose else "the first cells"
        missing += [f"{heading}: {n}" for n in asked if not stands_in(n, pool)]
    return missing


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_number_of_a_chapter_has_a_source(path: Path) -> None:
    assert unknown(path) == []


def test_a_wrong_number_is_found() -> None:
    pool = {0.463, 20.0}
    assert stands_in("46.3", pool)
    assert not stands_in("46.4", pool)
    assert [
        n for n in numbers("46.4 % of `99.9` with [1], C = 0.4") if needs_source(n)
    ] == ["46.4", "0.4"]


def test_every_number_of_the_readme_has_a_source() -> None:
    missing = []
    for part in (ROOT / "README.md").read_text(encoding="utf-8").split("\n* "):
        part = re.split(r"\n## ", part)[0]
        pool = set(of_ledger())
        for name in CATALOGUE:
            if f"`{name}`" in part:
                pool |= of_experiment(name)
        asked = [n for n in numbers(part) if "." in n]
        missing += [n for n in asked if not stands_in(n, pool)]
    assert missing == []
