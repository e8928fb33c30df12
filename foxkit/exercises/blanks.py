"""Cells that wait for an answer: is one as it came, or has somebody written in it?

A blank cell gives three dots for each part of the answer, and calls `check` with them.
JupyterLab saves a chapter by itself, so what a teacher has tried stands in the file.
"""

import ast
import re
from collections.abc import Iterator

from nbformat import NotebookNode

CHECK = re.compile(r"""^check\(\s*["']([\w-]+)["']""", re.MULTILINE)
"""The call that ends a reader's cell, with the name of the exercise."""
_REMARK = re.compile(r"^\s*#", re.MULTILINE)  # alone in its line: an answer put away
_QUESTION = re.compile(r"<summary>\s*(?:Hint|Worked answer)\s*</summary>")
_NUMBERED = re.compile(r"([a-z]+)-ex-(\d+)$")


def is_blank(source: str) -> bool:
    """Return whether an answer's cell holds nothing but dots, names and the check."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return False
    own = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    dots = any(_is_dots(node) for node in ast.walk(ast.Module(body, [])))
    blank = all(_is_blank_statement(statement, own) for statement in body)
    return dots and blank and not _REMARK.search(source)


def _is_dots(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _is_blank_statement(statement: ast.stmt, own: set[str]) -> bool:
    match statement:
        case ast.Assign(value=value):
            return _is_blank_value(value, own)
        case ast.FunctionDef(
            body=[ast.Return(value)]
            | [ast.Expr(ast.Constant(str())), ast.Return(value)]
        ):
            return _is_dots(value)
        case ast.Expr(ast.Call(ast.Name("check"), [_, ast.Name()], [])):
            return True
    return False


def _is_blank_value(value: ast.expr, own: set[str]) -> bool:
    """Return whether a value, or each part of it, is dots or a function of the cell."""
    match value:
        case ast.Tuple(parts) | ast.List(parts) | ast.Dict(values=parts):
            return all(_is_blank_value(part, own) for part in parts)
        case ast.Name(name):
            return name in own
    return _is_dots(value)


def written(notebook: NotebookNode) -> Iterator[str]:
    """Yield, in words, where somebody's answer may stand in a chapter."""
    for cell in notebook.cells:
        found = cell.cell_type == "code" and CHECK.search(cell.source)
        if found and not is_blank(cell.source):
            yield f"the cell of {found[1]} holds more, or less, than its three dots"
    yield from _strangers(notebook)


def _strangers(notebook: NotebookNode) -> Iterator[str]:
    """Yield where a cell with code stands among exercises that did not come with it."""
    inside, after = False, "the heading"
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            if cell.source.startswith("## "):
                inside = cell.source.startswith("## Exercises")
            after = _name(cell) if _is_question(cell) else after
        elif inside and cell.source.strip() and "-ex-" not in cell.get("id", ""):
            yield f"a cell after {after} is not the chapter's own"


def lost(notebook: NotebookNode) -> Iterator[str]:
    """Yield, in words, which questions have no cell with a check behind them."""
    marks = [c for c in notebook.cells if c.cell_type == "code" or _is_question(c)]
    for cell, after in zip(marks, [*marks[1:], None], strict=True):
        if not _is_question(cell):
            continue
        if after is None or _is_question(after) or not CHECK.search(after.source):
            name = _name(cell)
            yield f'the cell after {name} has lost its check("{name}", ...)'


def _is_question(cell: NotebookNode) -> bool:
    return cell.cell_type == "markdown" and bool(_QUESTION.search(cell.source))


def _name(cell: NotebookNode) -> str:
    """Return the name of a question's exercise; its first line where it has none."""
    found = _NUMBERED.match(cell.get("id", ""))
    return f"{found[1]}-{found[2]}" if found else str(cell.source).split("\n")[0]
