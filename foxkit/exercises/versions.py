"""Two versions of a chapter: one to work in, and one with the answers filled in.

The committed chapter is the source of both. In it an exercise is a Markdown cell with
the question, a hint and a worked answer, each folded away, and after it a code cell
that begins with the reader's answer and ends with a call of `check`.
"""

import re
from copy import deepcopy
from dataclasses import dataclass

from nbformat import NotebookNode

_CHECK = re.compile(r'^check\("([\w-]+)", .*\)$', re.MULTILINE)
_FOLDED = re.compile(
    r"\n*<details><summary>Worked answer</summary>\n(.*?)\n</details>", re.DOTALL
)
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
        call = next(iter(_CHECK.finditer(self.cell.source)))
        gap = "\n\n\n" if "\n    " in self.worked else "\n\n"
        return self.worked + gap + self.cell.source[call.start() :]


def exercises_of(notebook: NotebookNode) -> list[Exercise]:
    """Return the exercises of a chapter, in their order."""
    cells = notebook.cells
    return [
        Exercise(found[1], cells[index - 1], cell)
        for index, cell in enumerate(cells)
        if cell.cell_type == "code" and (found := _CHECK.search(cell.source))
    ]


def for_students(notebook: NotebookNode) -> NotebookNode:
    """Return a copy without the worked answers; hints stay."""
    copied = deepcopy(notebook)
    for exercise in exercises_of(copied):
        exercise.asked.source = _FOLDED.sub("", exercise.asked.source)
    return copied


def for_teachers(notebook: NotebookNode) -> NotebookNode:
    """Return a copy in which every exercise is answered, to be run."""
    copied = deepcopy(notebook)
    for exercise in exercises_of(copied):
        exercise.cell.source = exercise.solved
        exercise.cell.outputs, exercise.cell.execution_count = [], None
    return copied
