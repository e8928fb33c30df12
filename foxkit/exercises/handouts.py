"""Two versions of a chapter: one to work in, and one with the answers filled in.

The chapter as it came is the source of both. In it an exercise is a Markdown cell with
the question, a hint and a worked answer, each folded away, and after it a code cell
that begins with the reader's answer and ends with a call of `check`. Neither version
has outputs: students predict, then run.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

from nbformat import NotebookNode

from foxkit.exercises.table import TABLES
from foxkit.lab.code import digest

_CHECK_CALL = re.compile(r"""^check\(\s*["']([\w-]+)["']""", re.MULTILINE)
"""The call that ends a reader's cell, with the name of the exercise."""
_QUESTION_SUMMARY = re.compile(r"<summary>\s*(?:Hint|Worked answer)\s*</summary>")
_ANSWER_SUMMARY = re.compile(r"<summary>\s*Worked answer\s*</summary>")
_FOLDED_ANSWER = re.compile(
    rf"\n*<details[^>]*>\s*{_ANSWER_SUMMARY.pattern}(.*?)</details>", re.DOTALL
)
_NOTE_WITH_ANSWERS = "A hint and a worked answer are folded away below each question"
_NOTE_WITHOUT_ANSWERS = "A hint is folded away below each question"
_CODE_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Exercise:
    """An exercise of a chapter."""

    name: str  # such as `fox-3`
    question: NotebookNode  # the cell of the question, the hint and the worked answer
    cell: NotebookNode  # the cell of the reader's answer

    @property
    def worked_code(self) -> str:
        """The code of the worked answer.

        Raises:
            ValueError: there is no worked answer with one piece of code.
        """
        folded = _FOLDED_ANSWER.search(self.question.source)
        code = _CODE_BLOCK.findall(folded[1]) if folded else []
        if len(code) != 1:
            words = f"{len(code)} pieces of code in its worked answer, not one"
            raise ValueError(f"exercise {self.name} has {words}")
        return str(code[0]).rstrip("\n")

    @property
    def solved_source(self) -> str:
        """The source of the reader's cell with the worked answer in it."""
        call = next(_CHECK_CALL.finditer(self.cell.source))
        gap = "\n\n\n" if "\n    " in self.worked_code else "\n\n"
        return self.worked_code + gap + self.cell.source[call.start() :]

    @property
    def is_blank(self) -> bool:
        """Whether the reader's cell is unchanged."""
        known = TABLES.get(self.name)
        return known is not None and digest(self.cell.source) == known.cell


def exercises_of(notebook: NotebookNode) -> list[Exercise]:
    """The exercises of a chapter, in their order."""
    cells = notebook.cells
    return [
        Exercise(call[1], cells[index - 1], cell)
        for index, cell in enumerate(cells)
        if cell.cell_type == "code" and (call := _CHECK_CALL.search(cell.source))
    ]


def copy_for_students(notebook: NotebookNode) -> NotebookNode:
    """A copy without answers and outputs; hints stay.

    Raises:
        ValueError: somebody's answer is in the chapter, or may be; the message says
            in which exercises.
    """
    copied = _copy_without_outputs(
        notebook, [*_questions_without_check(notebook), *_cells_with_answers(notebook)]
    )
    for cell in copied.cells:
        if cell.cell_type == "markdown":
            cell.source = _FOLDED_ANSWER.sub("", cell.source).replace(
                _NOTE_WITH_ANSWERS, _NOTE_WITHOUT_ANSWERS
            )
            if _ANSWER_SUMMARY.search(cell.source):
                raise ValueError(f"a worked answer has no end: {cell.source[:60]}")
    return copied


def copy_for_teachers(notebook: NotebookNode) -> NotebookNode:
    """A copy in which every exercise is answered, to be run.

    Raises:
        ValueError: an exercise has no cell for its answer, or no worked answer.
    """
    copied = _copy_without_outputs(notebook, [*_questions_without_check(notebook)])
    for exercise in exercises_of(copied):
        exercise.cell.source = exercise.solved_source
    return copied


def _copy_without_outputs(notebook: NotebookNode, faults: list[str]) -> NotebookNode:
    """A copy without outputs; ValueError names the faults, where there are."""
    if faults:
        raise ValueError("; ".join(faults))
    copied = deepcopy(notebook)
    copied.metadata.pop("widgets", None)  # what widgets have shown
    for cell in copied.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return copied


def _questions_without_check(notebook: NotebookNode) -> Iterator[str]:
    """Yield, in words, which questions have no cell with a check behind them."""
    marks = [
        c for c in notebook.cells if c.cell_type == "code" or _exercise_or_first_line(c)
    ]
    for cell, after in zip(marks, [*marks[1:], None], strict=True):
        has_check = (
            after and after.cell_type == "code" and _CHECK_CALL.search(after.source)
        )
        if not has_check and (name := _exercise_or_first_line(cell)):
            yield f'the cell after {name} has lost its check("{name}", ...)'


def _cells_with_answers(notebook: NotebookNode) -> Iterator[str]:
    """Yield, in words, where somebody's answer may stand in a chapter."""
    for exercise in exercises_of(notebook):
        if not exercise.is_blank:
            name = exercise.name
            yield f"the cell of {name} holds more, or less, than its three dots"
    inside, after = False, "the heading"
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            if cell.source.startswith("## "):
                inside = cell.source.startswith("## Exercises")
            after = _exercise_or_first_line(cell) or after
        elif inside and cell.source.strip() and "-ex-" not in cell.get("id", ""):
            yield f"a cell after {after} is not the chapter's own"


def _exercise_or_first_line(cell: NotebookNode) -> str:
    """The exercise that a cell asks, or its first line; "" if it asks none."""
    if cell.cell_type != "markdown" or not _QUESTION_SUMMARY.search(cell.source):
        return ""
    named = re.fullmatch(r"([a-z]+)-ex-(\d+)", cell.get("id", ""))
    return "-".join(named.groups()) if named else str(cell.source).split("\n")[0]
