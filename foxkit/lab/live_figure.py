"""The figure of a cell, drawn again while the games of the cell are played.

    rows = play([...])          <- plays for a minute; meanwhile, every two seconds,
    curve(rows, "simulations")  <- this is evaluated with the rows that there are

Nothing else of the cell is run twice: only a last line that calls a plot or a table of
foxkit, and only with names that are defined before `play` is called.
"""

import ast
import builtins
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeGuard

from foxkit.lab.syntax import parse

_PAUSE_SECONDS = 2.0  # seconds between two drawings
_MAX_PAUSE_SECONDS = 8.0  # the first drawing loads libraries, which says nothing
_ROWS_NAME = "__rows_so_far__"


@contextmanager
def live_figure(
    rows_so_far: Callable[[], Any], builds_page: bool = False
) -> Iterator[Callable[[], None]]:
    """Draw the figure of the present cell while its games are played.

    Args:
        rows_so_far: the rows of what has been played so far.
        builds_page: whether the cell is executed for a page, which shows its end alone.

    Yields:
        A function that draws the figure again, if it is time to; it does nothing
        outside notebooks, and for cells that end in something else.
    """
    ipython = sys.modules.get("IPython")
    shell: Any = ipython and ipython.get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None or builds_page:
        yield lambda: None
        return
    request = kernel.get_parent() or {}
    source = request.get("content", {}).get("code", "")
    expression = code_of_last_figure(source, shell.user_ns)
    handle, drawn, pause = None, monotonic(), _PAUSE_SECONDS

    def draw() -> None:
        nonlocal handle, drawn, pause, expression
        if expression is None or monotonic() - drawn < pause:
            return
        begun = monotonic()
        try:
            figure = eval(expression, {**shell.user_ns, _ROWS_NAME: rows_so_far()})
            data, metadata = shell.display_formatter.format(figure)
        except Exception:  # it will be raised, or not, when the cell itself comes to it
            expression = None
            return
        if handle is None:
            from IPython.display import display

            handle = display(data, metadata=metadata, raw=True, display_id=True)
        else:
            handle.update(data, metadata=metadata, raw=True)
        drawn = monotonic()
        pause = min(max(_PAUSE_SECONDS, 4 * (drawn - begun)), _MAX_PAUSE_SECONDS)

    try:
        yield draw
    finally:
        if handle is not None:  # the cell shows the same next, and whole
            handle.update({"text/html": ""}, raw=True)


def code_of_last_figure(source: str, names: Mapping[str, Any]) -> Any:
    """The last line of a cell as code that draws the rows of its one call of `play`.

    >>> from foxkit import curve, play
    >>> names = {"play": play, "curve": curve, "n": 3}
    >>> cell = "rows = play([n])\\ncurve(rows, 'sheep', 'score')"
    >>> code_of_last_figure(cell, names) is None
    False
    >>> code_of_last_figure("rows = play([n])\\nprint(rows)", names) is None
    True

    Args:
        source: of the cell.
        names: what is defined while `play` is running.

    Returns:
        Code to be evaluated with the rows by the name `__rows_so_far__`; None if the
        last line is no call of a plot or a table of foxkit, needs what the cell defines
        after `play`, or is not the only place where rows are made.
    """
    try:
        cell = parse(source)
    except SyntaxError:  # a line such as %time is no Python
        return None
    calls = [each for each in ast.walk(cell) if _is_play(each)]
    if len(calls) != 1 or not cell.body or not isinstance(cell.body[-1], ast.Expr):
        return None
    figure = cell.body[-1].value
    if not isinstance(figure, ast.Call) or not isinstance(figure.func, ast.Name):
        return None
    drawing = names.get(figure.func.id)
    if getattr(drawing, "__module__", "").split(".")[:2] != ["foxkit", "view"]:
        return None
    target, later = _rows_variable(cell, calls[0])
    used = {x.id for x in ast.walk(figure) if isinstance(x, ast.Name)} - {target}
    if used & later or used - names.keys() - vars(builtins).keys():
        return None
    whole = ast.Expression(_ReplacePlayByRows(calls[0], target).visit(figure))
    return compile(ast.fix_missing_locations(whole), "<figure of the cell>", "eval")


def _is_play(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a node of the syntax is a call of `play` by that name."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Name) and called.id == "play"


def _rows_variable(cell: ast.Module, call: ast.Call) -> tuple[str, set[str]]:
    """The name that a call's rows get, and the names that the cell defines after it."""
    target, later, after = "", set[str](), False
    for statement in cell.body:
        if after:
            stored = (x for x in ast.walk(statement) if isinstance(x, ast.Name))
            later |= {x.id for x in stored if isinstance(x.ctx, ast.Store)}
        if call in ast.walk(statement):
            after = True
            if isinstance(statement, ast.Assign) and statement.value is call:
                (first, *_) = statement.targets
                target = first.id if isinstance(first, ast.Name) else ""
    return target, later


class _ReplacePlayByRows(ast.NodeTransformer):
    """Puts the rows so far in the place of a call of `play`, and of its target."""

    def __init__(self, call: ast.Call, target: str) -> None:
        self._call, self._rows_variable = call, target

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if node is self._call:
            return ast.Name(_ROWS_NAME, ast.Load())
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        is_rows = node.id == self._rows_variable and isinstance(node.ctx, ast.Load)
        return ast.Name(_ROWS_NAME, ast.Load()) if is_rows else node
