"""foxkit run and list: play the cells of notebooks to the end, by their names."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from foxkit.cli.json_lines import Flag
from foxkit.core.quoting import quoted

if TYPE_CHECKING:
    from foxkit.lab.settings import PlaySettings


def run(
    name: str,
    *,
    executor: str = "threads",
    workers: int | None = None,
    keep: Flag = False,
    notebook: Path | None = None,
) -> int:
    """Run a cell of a notebook, after the first cell, and play all missing games.

    A run that is stopped goes on from there. A figure is written to `site/figures`.

    Args:
        name: of a cell, as `foxkit list` shows it, or a chapter's number: all its
            cells.
        executor: threads, processes, or a dask scheduler, tcp://HOST:PORT or
            tls://HOST:PORT.
        workers: pieces at once; by default, as many as there are processors.
        keep: put the games with those that come with the workbook.
        notebook: which has the cell, if it is not one of the workbook's own.
    """
    from foxkit.lab.settings import PlaySettings
    from foxkit.lab.workers import open_workers

    if not (chosen := [*cells_named(name, notebook)]):
        where = (
            f" in {notebook}"
            if notebook
            else "; see foxkit list, or name the notebook that has it: --notebook PATH"
        )
        raise ValueError(f"no cell or chapter {name!r}{where}")
    with open_workers(executor, workers):
        pass  # workers that cannot be had are told before anything runs
    settings = PlaySettings(
        True,
        float("inf"),
        executor,
        workers,
        keep,
        checks_changed_code=True,
        raises_interruptions=True,
    )
    done = [run_cell(*each, settings) for each in chosen]
    return int(not all(done))


def list_games_and_cells() -> None:
    """List the games, their variants, and the cells that play."""
    from foxkit import data
    from foxkit.lab.cell_outputs import play_calls_by_cell

    games = (data.WORKBOOK / "variants.json").read_text(encoding="utf-8")
    for game, variants in json.loads(games).items():
        print(f"game        {game}: {', '.join(variants)}")
    for name, cell in play_calls_by_cell().items():
        rules = Counter[str]()
        for each in cell["calls"]:
            rules[each["rule"]] += len(each["matches"])
        rules_in_words = "; ".join(f"{n} matches, {rule}" for rule, n in rules.items())
        print(f"cell        {name} ({cell['notebook']}): {rules_in_words}")


def cells_named(
    name: str, notebook: Path | None = None
) -> Iterator[tuple[Path, str, list[str]]]:
    """Yield the cell of a name, or all cells of a chapter by its number, as `01`.

    Each is its notebook, its name, and what to run: the first cell, and itself. Only
    the workbook's own notebooks are looked through, or the one that is named: others
    may have cells of the same names, and come from anybody.
    """
    from foxkit.site.chapters import NOTEBOOKS, chapter_at, chapters_in

    for chapter in [chapter_at(notebook)] if notebook else chapters_in(NOTEBOOKS):
        path, (first_cell, *other_cells) = chapter.path, chapter.code or [None]
        is_chapter_number = name in (path.stem, path.stem.partition("_")[0])
        for each in other_cells:
            if is_chapter_number or each.get("id") == name:
                sources = ["".join(cell["source"]) for cell in (first_cell, each)]
                yield path, each.get("id"), sources


def run_cell(
    notebook: Path, name: str, sources: list[str], settings: "PlaySettings"
) -> bool:
    """Run a cell as a notebook would; whether it raised nothing."""
    from foxkit import data
    from foxkit.lab.settings import CELL_ID, active_settings, path_if_readers_notebook
    from foxkit.site.build import SITE

    path = SITE / "figures" / f"{name}.svg"
    if not CELL_ID.fullmatch(name):
        allowed = "a cell's id is 1 to 64 letters, digits, - and _"
        raise ValueError(f"{notebook.name}: {allowed}, not {quoted(name)}")
    print(name, file=sys.stderr)
    cell_settings = replace(
        settings, name=name, notebook=path_if_readers_notebook(notebook)
    )
    folder, token = notebook.parent.resolve(), active_settings.set(cell_settings)
    before = [*sys.path]
    # A cell may import the modules beside its notebook; last, since a file there must
    # not take the place of a package.
    sys.path.append(str(folder))
    try:
        with chdir(folder):
            result = _run_sources(sources)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        raise
    finally:
        sys.path[:] = before
        active_settings.reset(token)
    if hasattr(result.result, "save"):
        if path.parent.is_symlink():
            raise ValueError(f"{path.parent} is a link, which is not followed")
        data.require_plain_file(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            result.result.save(path)
            print(path)
        except OSError as error:  # the games are kept all the same
            print(f"the figure is not written: {error}", file=sys.stderr)
    return bool(result.success)


def _run_sources(sources: list[str]) -> Any:
    """Run sources in a fresh namespace; the result of the last one that ran."""
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
