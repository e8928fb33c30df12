"""Cells of the notebooks, run by name: all that they lack is played to its end."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """A cell that can be run: what comes first in its notebook, and itself."""

    path: Path
    name: str
    first: str
    source: str


def cells(name: str) -> list[Cell]:
    """Return the cell of a name, or all cells of a chapter by its number, as `01`."""
    from foxkit.site.chapters import NOTEBOOKS, read

    found: list[Cell] = []
    for chapter in read(NOTEBOOKS):
        code = [c for c in chapter.notebook.cells if c.cell_type == "code"]
        whole = name in (chapter.path.stem, chapter.path.stem.partition("_")[0])
        found += [
            Cell(chapter.path, each.id, code[0].source, each.source)
            for each in code[1:]
            if whole or each.id == name
        ]
    return found


def run_cells(
    chosen: list[Cell], executor: str, workers: int | None, keep: bool
) -> int:
    """Run cells as a notebook would, each after its notebook's first alone.

    Returns:
        1 if one of them failed, else 0; what each raised is told.
    """
    from foxkit.lab.desk import Desk, desk

    failed = 0
    for each in chosen:
        here = Desk(
            seconds=float("inf"),
            executor=executor,
            workers=workers,
            keep=keep,
            checks=True,
            raises=True,
            name=each.name,
        )
        print(each.name, file=sys.stderr)
        token = desk.set(here)
        try:
            with _folder(each.path.parent):
                found = _run([each.first, each.source])
            failed += not found.success
            if hasattr(found.result, "save"):
                print(_saved(found.result, each.name))
        finally:
            desk.reset(token)
    return int(failed > 0)


@contextmanager
def _folder(path: Path) -> Iterator[None]:
    """Work in a notebook's folder, whose modules it may import."""
    before = Path.cwd()
    os.chdir(path)
    sys.path.insert(0, str(path))
    try:
        yield
    finally:
        sys.path.remove(str(path))
        os.chdir(before)


def _saved(figure: Any, name: str) -> Path:
    """Write what a cell has drawn to the pages' figures; return the file."""
    from foxkit.site.build import SITE

    path = SITE / "figures" / f"{name}.svg"
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.save(path)
    return path


def _run(sources: list[str]) -> Any:
    """Run sources in a fresh namespace; return what the last one that ran came to."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    quiet = Config({"HistoryManager": {"enabled": False}})
    shell: Any = InteractiveShell.instance(config=quiet, user_ns={})
    shell.reset(new_session=False)
    shell.displayhook.write_output_prompt = lambda: None
    for source in sources:
        found = shell.run_cell(source)
        if isinstance(found.error_in_exec, KeyboardInterrupt):
            raise found.error_in_exec
        if not found.success:
            break
    return found
