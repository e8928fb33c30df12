"""Every number in prose stands in what its section shows, or in the data it names.

A section runs from one heading to the next. A number of its prose must be readable in
an output of its code cells (a table, a plot's words), in its code, or in the chapter's
document, as quoted in `data/published`; the README's must stand in the experiments that
a paragraph names. Years, references, numbers up to twelve and what stands in
quotation marks, code, links and formulas do not count.
"""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
import pytest

from foxkit.lab.claims import claims
from foxkit.lab.ledger import findings, ledger_rows, verdict_counts

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
DOCUMENTS = {
    "01": "fox_game",
    "02": "fox_game",
    "03": "fox_hounds",
    "04": "wolves",
    "05": "battle_sheep",
    "06": "franks_zoo",
}
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w])")
_LEFT_OUT = re.compile(
    r"`[^`]*`|“[^”]*”|\$[^$]*\$|\]\([^)]*\)|<[^>]*>|\[\d+\]|https?://\S+|^\s*\d+\.\s"
    r"|(?:Section|section|Table|Figure|Matrix|Question|Chapter|chapter|equation|"
    r"Equation|document|Exercise|exercise)s? \(?[\d.]+\)?(?: (?:and|to) [\d.]+)?",
    re.MULTILINE,
)
_WORKED = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_DRAWN = re.compile(
    r"<style.*?</style>|<script.*?</script>"
    r'| (?:d|points|transform|x|y|x1|x2|y1|y2|width|height|viewBox|style)="[^"]*"',
    re.DOTALL,
)


def numbers(text: str) -> list[str]:
    """Return the numbers of a text, without their thousands' commas."""
    return [each.rstrip(",").replace(",", "") for each in _NUMBER.findall(text)]


def told(text: str) -> list[str]:
    """Return the numbers of prose that must be found somewhere."""
    plain = _LEFT_OUT.sub(" ", text.replace("\N{NO-BREAK SPACE}", " "))
    return [each for each in numbers(plain) if not _is_common(each)]


def _is_common(number: str) -> bool:
    value = float(number)
    return "." not in number and (value <= 12 or 1900 <= value <= 2100)


def stands_in(number: str, pool: set[float]) -> bool:
    """Tell whether a number, rounded as it is printed, is one of a pool."""
    digits = len(number.partition(".")[2])
    slack = 0.5 * 10.0**-digits + 1e-9
    return any(abs(each - float(number)) <= slack for each in pool)


@cache
def of_document(file: str) -> frozenset[float]:
    """Return the numbers that a document prints."""
    rows = [each for each in claims().values() if each.file == file]
    texts = (f"{row.quoted} {row.value} {row.statement}" for row in rows)
    return frozenset(float(n) for text in texts for n in numbers(text))


def of_cell(cell: Any) -> set[float]:
    """Return the numbers in a code cell, and in what it shows."""
    texts = [cell.source]
    for output in cell.get("outputs", []):
        texts += [str(output.get("text", ""))]
        texts += map(str, output.get("data", {}).values())
    shown = _DRAWN.sub(" ", " ".join(texts).replace("\N{NO-BREAK SPACE}", " "))
    return {float(n.replace("_", "")) for n in numbers(shown)}


def of_worked_answers(source: str) -> set[float]:
    """Return the numbers in worked answers, which `test_exercises.py` runs."""
    codes = re.sub(r"(?<=\d)_(?=\d)", "", " ".join(_WORKED.findall(source)))
    return set(map(float, numbers(codes)))


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
    document = DOCUMENTS.get(path.stem[:2], "")
    for section in sections(path):
        pool = set(of_document(document)) if document else set()
        for cell in section:
            code = cell.cell_type == "code"
            pool |= of_cell(cell) if code else of_worked_answers(cell.source)
        prose = [cell.source for cell in section if cell.cell_type == "markdown"]
        heading = prose[0].splitlines()[0] if prose else "the first cells"
        asked = [number for text in prose for number in told(text)]
        missing += [f"{heading}: {n}" for n in asked if not stands_in(n, pool)]
    return missing


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_number_of_a_chapter_has_a_source(path: Path) -> None:
    assert unknown(path) == []


def test_a_wrong_number_is_found() -> None:
    assert stands_in("46.3", {46.27})
    assert not stands_in("46.4", {46.27})
    assert told("46.4 % of `99.9` with [1], in Table 3 and 2022") == ["46.4"]


@cache
def of_cells() -> dict[str, set[float]]:
    """Return the numbers of every code cell of the workbook, by its name."""
    books = sorted((ROOT / "notebooks").rglob("*.ipynb"))
    cells = (cell for path in books for cell in nbformat.read(path, 4).cells)
    return {cell.id: of_cell(cell) for cell in cells if cell.cell_type == "code"}


def test_every_number_of_the_readme_has_a_source() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    findings = readme.partition("## What came out")[2].partition("\n## ")[0]
    missing = []
    for part in findings.split("\n* ")[1:]:
        names = re.findall(r"`([\w-]+)`", part)
        pools = [of_cells()[name] for name in names if name in of_cells()]
        assert pools, part
        pool = set().union(*pools)
        missing += [n for n in told(part) if not stands_in(n, pool)]
    assert missing == []


def test_the_readme_is_as_fast_as_was_measured() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.partition("## How fast")[2].partition("\n## ")[0]
    page = json.loads((ROOT / "benchmarks" / "measured.json").read_text())
    kinds = (page[kind].values() for kind in ("speed", "ratio", "peers"))
    found = {value for values in kinds for value in values}
    pool = {x / unit for x in found for unit in (1, 1e3, 1e6)}
    asked = [n for n in told(section) if n != "10000"]
    assert [n for n in asked if not stands_in(n, pool)] == []


def test_the_readme_counts_the_findings_as_the_ledger_does() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    counts = verdict_counts(found := findings(ledger_rows()))
    words = "are reproduced", "are contradicted", "depend on the reading"
    words += (
        "are contradicted by the document itself",
        "are undecided",
        "are not judged",
    )
    said = [f"{n} {word}" for n, word in zip(counts.values(), words, strict=True)]
    asked = [f"Of {len(found)} findings", *said]
    assert [each for each in asked if each not in text] == []
