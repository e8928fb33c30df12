"""Execute every chapter and write the workbook's pages."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from nbformat.v4 import new_markdown_cell, new_notebook
from tqdm import tqdm

from foxkit.site.chapters import NOTEBOOKS, ROOT, Chapter, execute, read
from foxkit.site.pages import page

SITE = ROOT / "site"


def build(
    notebooks: Path = NOTEBOOKS, site: Path = SITE, full: bool = False
) -> list[Chapter]:
    """Execute the chapters of a folder, write their pages, and return them.

    A chapter with an error is written as far as it came, and the others are executed
    all the same. Progress goes to stderr.

    Raises:
        ValueError: the folder holds no notebook, or a file that is none.
    """
    planned = read(notebooks)
    if not planned:
        raise ValueError(f"there are no notebooks in {notebooks}")
    chapters = with_index(list(_executed(planned, full)))
    site.mkdir(parents=True, exist_ok=True)
    for chapter in chapters:
        (site / chapter.page).write_text(page(chapter, chapters), encoding="utf-8")
    return chapters


def _executed(chapters: list[Chapter], full: bool) -> Iterator[Chapter]:
    """Yield the chapters one by one, executed, with a bar that counts cells."""
    cells = sum(chapter.code_cells for chapter in chapters)
    with tqdm(total=cells, unit="cell", leave=False, disable=None) as bar:
        for chapter in chapters:
            bar.set_description(chapter.path.stem)
            start = time.perf_counter()
            done = execute(chapter, full, on_cell=lambda **_: bar.update())
            seconds = time.perf_counter() - start
            outcome = done.error or f"{seconds:.1f} s"
            bar.write(f"{chapter.path.stem}: {outcome}", file=sys.stderr)
            yield done


def with_index(chapters: list[Chapter]) -> list[Chapter]:
    """Return the chapters, led by a list of them where no index chapter is there."""
    if any(chapter.page == "index.html" for chapter in chapters):
        return chapters
    links = "\n".join(f"- [{c.title}]({c.path.name})" for c in chapters)
    cells = [new_markdown_cell(f"# The workbook\n\n{links}")]
    index = chapters[0].path.with_name("00_index.ipynb")
    return [Chapter(index, new_notebook(cells=cells)), *chapters]
