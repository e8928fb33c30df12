"""Execute every chapter and write the workbook's pages."""

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_markdown_cell, new_notebook
from tqdm import tqdm

from foxkit.core.data import write_whole
from foxkit.lab.claimed import collect
from foxkit.lab.desk import CELLS
from foxkit.site.chapters import NOTEBOOKS, Chapter, execute, read, texts
from foxkit.site.kept import ROOT, Kept, digest, sources

SITE = ROOT / "site"


def build(notebooks: Path = NOTEBOOKS, site: Path = SITE) -> list[Chapter]:
    """Execute the chapters of a folder, write their pages, and return them.

    The executed chapters are kept beside the pages, and a chapter is executed again
    only once something that it reads has changed. One with an error is written as far
    as it came, and the others are executed all the same. Progress goes to stderr.

    Raises:
        ValueError: the folder holds no notebook, or a file that is none.
    """
    planned = read(notebooks)
    if not planned:
        raise ValueError(f"there are no notebooks in {notebooks}")
    kept, common = Kept(site), digest(sources(notebooks))
    planned = [replace(c, stamp=digest(common, c.sources)) for c in planned]
    chapters = with_index(list(_executed(planned, kept)))
    links = [(chapter.page, chapter.short, chapter.error) for chapter in chapters]
    for chapter in [*chapters, *texts()]:
        stamp = digest(common, chapter.stamp or chapter.sources, links)
        if not kept.holds(chapter.page, stamp):
            from foxkit.site.pages import page  # a second that an unchanged site saves

            kept.write(chapter.page, page(_shown(chapter, kept), chapters), stamp)
    return chapters


def _shown(chapter: Chapter, kept: Kept) -> Chapter:
    """Return a chapter as it was executed, read from where it is kept."""
    if not (chapter.stamp and kept.holds(chapter.path.name, chapter.stamp)):
        return chapter
    path = kept.folder / chapter.path.name
    return replace(chapter, notebook=nbformat.read(path, as_version=4))


def _executed(planned: list[Chapter], kept: Kept) -> Iterator[Chapter]:
    """Yield the chapters one by one, kept or executed, with a bar that counts cells."""
    old = [c for c in planned if kept.holds(c.path.name, c.stamp)]
    if old:
        names = ", ".join(chapter.path.stem for chapter in old)
        print(f"Unchanged, with all that they read: {names}", file=sys.stderr)
    cells = sum(chapter.code_cells for chapter in planned if chapter not in old)
    with tqdm(total=cells, unit="cell", leave=False, disable=not cells or None) as bar:
        for chapter in planned:
            if chapter in old:
                yield chapter
                continue
            bar.set_description(chapter.path.stem)
            start = time.perf_counter()
            done = execute(chapter, on_cell=lambda **_: bar.update())
            outcome = done.error or f"{time.perf_counter() - start:.1f} s"
            bar.write(f"{chapter.path.stem}: {outcome}", file=sys.stderr)
            missing = any(call["missing"] for call in done.played)
            if NOTEBOOKS in done.path.parents:
                write_cells(done)
            if not (done.error or missing):
                if NOTEBOOKS in done.path.parents:
                    collect(done.path.name, done.notebook.cells)
                text = nbformat.writes(done.notebook) + "\n"
                kept.write(chapter.path.name, text, chapter.stamp)
            yield done


def write_cells(chapter: Chapter) -> None:
    """Write what a chapter's cells asked `play` for into the list of all cells."""
    there = json.loads(CELLS.read_text(encoding="utf-8")) if CELLS.exists() else {}
    others = {x: y for x, y in there.items() if y["notebook"] != chapter.path.name}
    own: dict[str, Any] = {}
    for call in chapter.played:
        entry = own.setdefault(
            call["cell"], {"notebook": chapter.path.name, "calls": []}
        )
        entry["calls"].append({key: call[key] for key in ("rule", "matches")})
    if own or others != there:
        text = json.dumps(dict(sorted((others | own).items())), indent=1)
        write_whole(CELLS, f"{text}\n".encode())


def with_index(chapters: list[Chapter]) -> list[Chapter]:
    """Return the chapters, led by a list of them where no index chapter is there."""
    if any(chapter.page == "index.html" for chapter in chapters):
        return chapters
    links = "\n".join(f"- [{c.title}]({c.path.name})" for c in chapters)
    cells = [new_markdown_cell(f"# The workbook\n\n{links}")]
    index = chapters[0].path.with_name("00_index.ipynb")
    return [Chapter(index, new_notebook(cells=cells)), *chapters]
