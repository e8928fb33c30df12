"""The chapters: thin, committed with their outputs, and running in their quick form."""

import ast
import builtins
import json
import re
import symtable
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from chapters import CHAPTERS
from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode, v4

from foxkit import Folded
from foxkit.exercises.handouts import copy_for_teachers, exercises_of
from foxkit.lab.ledger import ledger_rows
from foxkit.site.chapters import NOTEBOOKS, Chapter, workbook_name
from foxkit.site.execution import execute_chapter
from foxkit.site.stamps import COMMITTED_STAMPS, Stamps
from foxkit.view.ledger import verdict_picture

each_chapter = pytest.mark.parametrize(
    "chapter", CHAPTERS, ids=[chapter.path.stem for chapter in CHAPTERS]
)


def code_cells(chapter: Chapter) -> list[NotebookNode]:
    return [cell for cell in chapter.notebook.cells if cell.cell_type == "code"]


def python(cell: NotebookNode) -> ast.Module:
    return ast.parse(TransformerManager().transform_cell(cell.source))


DO = """
import linecache

done = {{}}
for number, source in enumerate({!r}):
    name = f"<exercise {{number}}>"
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    exec(compile(source, name, "exec"), scope := {{}})
    done |= scope
"""
BEFORE_EACH = """
_first = {**get_ipython().user_ns}


def _anew(_):
    space = get_ipython().user_ns
    for name in {*space} - {*_first}:
        if alone and not name.startswith("_"):
            del space[name]
    space.update(_first)
    space.update(done)


get_ipython().events.register("pre_run_cell", _anew)
"""


def worked(book: NotebookNode) -> NotebookNode:
    """Return a chapter whose exercises are done in their places, and before each cell.

    A reader may go back to any cell after any exercise, and runs it, where cells claim,
    after the first alone: no other cell's names are there.
    """
    book = copy_for_teachers(book)
    first = next(cell for cell in book.cells if cell.cell_type == "code")
    setups = [c.source for c in book.cells if c.id.endswith("-ex-0-check")]
    sources = [f"{setups[0]}\n{each.worked_code}" for each in exercises_of(book)]
    alone = "claim" in first.source
    first.source = f"{DO.format(sources)}alone = {alone}\n{first.source}{BEFORE_EACH}"
    return book


@pytest.mark.slow
@pytest.mark.timeout(900)  # two minutes of processor time where much is played
@each_chapter
def test_its_cells_run_alone_and_whatever_exercises_are_done(chapter, request):
    """Tried where the chapter, or what it reads, is not as it was when committed."""
    committed, name = Stamps(COMMITTED_STAMPS), workbook_name(chapter.path)
    if not request.config.getoption("chapters") and committed.is_current(name, chapter):
        pytest.skip("it is as it was executed; `--chapters` tries it all the same")
    done = execute_chapter(replace(chapter, notebook=worked(chapter.notebook)))
    assert done.error == ""
    assert not [call["cell"] for call in done.play_calls if call["missing"]]
    for each in exercises_of(done.notebook):
        (said,) = (o for o in each.cell.outputs if o.output_type == "execute_result")
        assert "✓ Right." in said.data["text/plain"], each.name


GIVEN = {*dir(builtins), "display"}
WAITING = re.compile(r'(data-above )?data-play="([^"]*)" data-run="play[^"]*"')
"""A board to be played on once its cell has run."""


def bound_and_needed(cell: NotebookNode) -> tuple[set[str], set[str]]:
    """Names that a cell makes, and those that must be there before it runs."""
    top = symtable.symtable(
        TransformerManager().transform_cell(cell.source), "", "exec"
    )
    names = top.get_symbols()
    bound = {n.get_name() for n in names if n.is_assigned() or n.is_imported()}
    used = {n.get_name() for n in names if n.is_referenced()}
    below = [*top.get_children()]
    while below:
        table = below.pop()
        used |= {n.get_name() for n in table.get_symbols() if n.is_global()}
        below += table.get_children()
    return bound, used - bound - GIVEN


def invited(cell: NotebookNode, cells: list[NotebookNode]) -> list[NotebookNode] | None:
    """Cells to run before this one, as its outputs say; None: they invite nobody."""
    first, above = cells[:1], cells[: cells.index(cell)]
    for output in cell.outputs:
        data = output.get("data", {})
        words, html = data.get("text/plain", ""), data.get("text/html", "")
        if "To use this, run the notebook" in html:
            return first if "run the notebook's first cell" in html else []
        if "No answer yet" in words:
            given = re.compile(r"import[^#]*\bcheck\b")
            imports = [each for each in cells if given.search(each.source)]
            return imports if "the cell that imports `check`" in words else []
        if waits := WAITING.search(html):
            return first if waits[2] and not waits[1] else above
    return None


@each_chapter
def test_a_cell_that_invites_runs_after_the_cells_that_it_names(chapter):
    cells = code_cells(chapter)
    for cell in cells:
        before = invited(cell, cells)
        if before is not None:
            there = set().union(*(bound_and_needed(each)[0] for each in before))
            assert bound_and_needed(cell)[1] <= there, cell.id


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lab-panel", "fox-play", "balance-ex-1-answer"])
def test_after_a_fresh_start_an_invitation_holds(name):
    chapter = next(c for c in CHAPTERS if name in {x.id for x in code_cells(c)})
    cells = code_cells(chapter)
    cell = next(each for each in cells if each.id == name)
    run = [*(invited(cell, cells) or ()), cell]
    assert (
        execute_chapter(replace(chapter, notebook=v4.new_notebook(cells=run))).error
        == ""
    )


@each_chapter
def test_it_was_executed_from_top_to_bottom(chapter):
    counts = [cell.execution_count for cell in code_cells(chapter)]
    assert counts == list(range(1, len(counts) + 1))


@each_chapter
def test_it_was_executed_without_errors(chapter):
    outputs = [output for cell in code_cells(chapter) for output in cell.outputs]
    assert outputs
    assert not [output for output in outputs if output.output_type == "error"]
    assert not [o for o in outputs if o.get("name") == "stderr"]


@each_chapter
def test_it_does_not_say_when_it_was_executed(chapter):
    assert not [c for c in chapter.notebook.cells if "execution" in c.metadata]


@pytest.fixture(scope="module")
def executed() -> NotebookNode:
    book = v4.new_notebook(cells=[v4.new_code_cell("6 * 7")])
    book.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {}}
    return execute_chapter(Chapter(Path("x.ipynb").resolve(), book)).notebook


def test_executing_a_chapter_leaves_no_times_and_no_widgets_in_it(executed):
    (cell,) = executed.cells
    assert (cell.metadata, cell.outputs[0].data["text/plain"]) == ({}, "42")
    assert executed.metadata.keys() == {"kernelspec", "language_info"}


@each_chapter
def test_opening_it_in_jupyterlab_changes_nothing(chapter, executed):
    """But for Python's version, which is the reader's own."""
    book = json.loads(chapter.path.read_text(encoding="utf-8"))
    shown, usual = book["metadata"], executed.metadata
    shown["language_info"]["version"] = usual.language_info.version
    assert shown == usual
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert len({cell["id"] for cell in book["cells"]}) == len(book["cells"])


@each_chapter
def test_it_uses_public_names(chapter):
    for cell in code_cells(chapter):
        for node in ast.walk(python(cell)):
            if isinstance(node, ast.ImportFrom):
                assert not [a.name for a in node.names if a.name.startswith("_")]
            if isinstance(node, ast.Attribute):
                assert not node.attr.removeprefix("_replace").startswith("_")


@each_chapter
def test_it_stays_light(chapter):
    assert chapter.path.stat().st_size < 3_000_000


def test_the_ledger_chapter_shows_the_verdicts_of_today():
    (chapter,) = (c for c in CHAPTERS if c.path.stem == "09_ledger")
    (cell,) = (c for c in code_cells(chapter) if "verdict_picture(rows)" in c.source)
    shown = cell.outputs[0].data
    today = Folded(verdict_picture(ledger_rows()), shown["text/plain"])
    assert shown["text/html"] == today._repr_html_()


def test_no_two_cells_of_the_workbook_have_one_name():
    names = Counter(cell.id for chapter in CHAPTERS for cell in chapter.notebook.cells)
    assert [name for name, times in names.items() if times > 1] == []


def test_chapters_are_numbered_in_their_order():
    own = [chapter for chapter in CHAPTERS if chapter.path.parent == NOTEBOOKS]
    numbers = [int(chapter.path.stem.partition("_")[0]) for chapter in own]
    assert numbers == sorted(set(numbers))
