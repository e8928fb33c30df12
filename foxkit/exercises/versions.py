"""Two versions of a chapter: one to work in, and one with the answers filled in.

The chapter as it came is the source of both. In it an exercise is a Markdown cell with
the question, a hint and a worked answer, each folded away, and after it a code cell
that begins with the reader's answer and ends with a call of `check`. Neither version
has outputs: students predict, then run.
"""

import re
from copy import deepcopy
from dataclasses import dataclass

from nbformat import NotebookNode

from foxkit.exercises.blanks import CHECK, lost, written

_SUMMARY = re.compile(r"<summary>\s*Worked answer\s*</summary>")
_FOLDED = re.compile(
    rf"\n*<details[^>]*>\s*{_SUMMARY.pattern}(.*?)</details>", re.DOTALL
)
_FOLDED_BOTH = (
    "A hint and a worked answer are folded away below each question; they open"
)
_FOLDED_HINT = "A hint is folded away below each question; it opens"
_CODE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Exercise:
    """An exercise as it stands in a chapter."""

    name: str  # such as `fox-3`
    asked: NotebookNode  # the cell of the question, the hint and the worked answer
    cell: NotebookNode  # the cell of the reader's answer

    @property
    def worked(self) -> str:
        """Return the code of the worked answer.

        Raises:
            ValueError: there is no worked answer with one piece of code.
        """
        folded = _FOLDED.search(self.asked.source)
        code = _CODE.findall(folded[1]) if folded else []
        if len(code) != 1:
            words = f"{len(code)} pieces of code in its worked answer, not one"
            raise ValueError(f"exercise {self.name} has {words}")
        return str(code[0]).rstrip("\n")

    @property
    def solved(self) -> str:
        """Return the source of the reader's cell with the worked answer in it."""
        call = next(CHECK.finditer(self.cell.source))
        gap = "\n\n\n" if "\n    " in self.worked else "\n\n"
        return self.worked + gap + self.cell.source[call.start() :]


def exercises_of(notebook: NotebookNode) -> list[Exercise]:
    """Return the exercises of a chapter, in their order."""
    cells = notebook.cells
    return [
        Exercise(found[1], cells[index - 1], cell)
        for index, cell in enumerate(cells)
        if cell.cell_type == "code" and (found := CHECK.search(cell.source))
    ]


def for_students(notebook: NotebookNode) -> NotebookNode:
    """Return a copy without answers and outputs; hints stay.

    Raises:
        ValueError: somebody's answer is in the chapter, or may be; the message says
            in which exercises.
    """
    _refuse([*lost(notebook), *written(notebook)])
    copied = _without_outputs(notebook)
    for cell in copied.cells:
        if cell.cell_type == "markdown":
            cell.source = _FOLDED.sub("", cell.source)
            cell.source = cell.source.replace(_FOLDED_BOTH, _FOLDED_HINT)
    open_ended = [cell for cell in copied.cells if _SUMMARY.search(cell.source)]
    _refuse([f"a worked answer has no end: {cell.source[:60]}" for cell in open_ended])
    return copied


def for_teachers(notebook: NotebookNode) -> NotebookNode:
    """Return a copy in which every exercise is answered, to be run.

    Raises:
        ValueError: an exercise has no cell for its answer, or no worked answer.
    """
    _refuse([*lost(notebook)])
    copied = _without_outputs(notebook)
    for exercise in exercises_of(copied):
        exercise.cell.source = exercise.solved
    return copied


def _refuse(faults: list[str]) -> None:
    """Raise ValueError where there are faults; it names all of them."""
    if faults:
        raise ValueError("; ".join(faults))


def _without_outputs(notebook: NotebookNode) -> NotebookNode:
    """Return a copy with nothing in it that an execution has left."""
    copied = deepcopy(notebook)
    copied.metadata.pop("widgets", None)  # what widgets have shown
    for cell in copied.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return copied
