"""foxkit run and list: cells of the notebooks, played to their end by name."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter


def run(
    name: str,
    *,
    executor: str = "threads",
    workers: int | None = None,
    keep: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Run a cell of a notebook after its first; play all that it lacks.

    A run that is stopped goes on from there. A figure is written to `site/figures`.

    Args:
        name: of a cell, as `foxkit list` shows it, or a chapter's number: all its
            cells.
        executor: threads, processes, or a dask scheduler, tcp://HOST:PORT.
        workers: pieces at once; by default, as many as there are processors.
        keep: put the games with those that come with the workbook.
    """
    if not (chosen := cells(name)):
        raise ValueError(f"no cell or chapter {name!r}; see foxkit list")
    return run_cells(chosen, executor, workers, keep)


def listing() -> None:
    """List the games, their variants, and the cells that play."""
    from foxkit.lab.desk import CELLS
    from foxkit.rules.games import NAMES, game_named

    for game in NAMES:
        print(f"game        {game}: {', '.join(game_named(game).VARIANTS)}")
    known = json.loads(CELLS.read_text(encoding="utf-8")) if CELLS.exists() else {}
    for name, cell in known.items():
        rules = {each["rule"]: len(each["matches"]) for each in cell["calls"]}
        said = "; ".join(f"{n} matches, {rule}" for rule, n in rules.items())
        print(f"cell        {name} ({cell['notebook']}): {said}")


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
    from foxkit.lab.workers import open_workers

    with open_workers(executor, workers):
        pass  # workers that cannot be had are told before anything runs
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
        except KeyboardInterrupt:
            print("\nstopped; the same command goes on from here", file=sys.stderr)
            raise
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
