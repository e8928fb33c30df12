"""Write the workbook's pages; execute the notebooks that have changed.

    1  draw the pages of all notebooks as they were executed last, the index first
    2  execute what has changed, two notebooks at a time, and draw their pages again

A notebook is executed only if its stamp is not current (`foxkit.site.stamps`); on a
fresh clone all are. Notebooks that are executed here are kept beside the pages.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from foxkit.core.quoting import printable
from foxkit.data import WORKBOOK, read_file, read_json, write_whole
from foxkit.lab.cell_outputs import LEDGER_FILE, store_claims, store_play_calls
from foxkit.site.chapters import (
    NOTEBOOKS,
    ROOT,
    Chapter,
    chapter_at,
    chapters_in,
    checksums,
    prose_chapter,
    skipped_notebooks,
    text_chapters,
    workbook_name,
)
from foxkit.site.stamps import COMMITTED_STAMPS, Stamps, forget_contents

SITE = ROOT / "site"
_MAX_PARALLEL_EXECUTIONS = min(2, os.cpu_count() or 1)
"""The number of notebooks that are executed, or of pages drawn, at the same time."""
_DATA_OF_ALL_PAGES = (
    "glossary.csv",
    "ledger.json",
    "columns.csv",
    "cells.json",
    "kept",
)


class PageFolder:
    """The folder of pages, each with a stamp: a digest of all that it was made from."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._book = folder, folder / "stamps.json"
        self.stamps: dict[str, str] = {}
        with suppress(
            FileNotFoundError, ValueError
        ):  # unreadable: draw all pages again
            self.stamps.update(read_json(self._book, dict))

    def is_current(self, name: str, stamp: str) -> bool:
        """Whether a page is there, and was made from what the stamp stands for."""
        return self.stamps.get(name) == stamp and (self.folder / name).exists()

    def write(self, name: str, text: str, stamp: str) -> None:
        """Write a page whole, and then its stamp."""
        write_whole(self.folder / name, text.encode())
        self.stamps[name] = stamp
        write_whole(self._book, json.dumps(self.stamps, indent=1).encode())


def _digest_of(*parts: object) -> str:
    """A digest of some values, as a stamp."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def page_sources_digest() -> str:
    """A digest of all that pages are drawn from, except their notebooks.

    Stored games, which `play.js` knows by name, count with their names and sizes.
    """
    total = hashlib.sha256(sys.version.encode())
    files = {ROOT / "requirements.txt", *(ROOT / "foxkit").rglob("*")}
    files |= {WORKBOOK / name for name in _DATA_OF_ALL_PAGES}
    for path in sorted(files):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(repr(path).encode() + b"\0" + _content_or_state(path) + b"\0")
    for path in sorted((WORKBOOK / "games").rglob("*.parquet")):
        total.update(repr((path.name, path.stat().st_size)).encode())
    return total.hexdigest()


def _content_or_state(path: Path) -> bytes:
    """The content of a file; for a link, or a large file, its size and time."""
    try:
        return read_file(path)
    except ValueError:
        state = path.stat()
        return repr((state.st_size, state.st_mtime_ns)).encode()


@dataclass
class BuildPlan:
    """The notebooks of a build, and which of them are still to be executed.

    Attributes:
        chapters: those that other pages link to, in order.
        others: further notebooks, which no other page links to.
        stale: the paths of those that are still to be executed.
        site: the folder of the pages.
        common: a digest of what all pages are drawn from.
        keeps: whether executed notebooks replace the files that they were read from.
    """

    chapters: list[Chapter]
    extra_chapters: list[Chapter]
    stale: set[Path]
    site: Path
    common_digest: str
    keeps: bool = False
    texts: list[Chapter] = field(default_factory=text_chapters)

    @property
    def all(self) -> list[Chapter]:
        """All notebooks and texts that have a page."""
        return [*self.chapters, *self.extra_chapters, *self.texts]

    def stamp(self, chapter: Chapter) -> str:
        """A digest of all that a page is drawn from."""
        links = [(x.page_file_name, x.short_title, x.error) for x in self.chapters]
        return _digest_of(self.common_digest, links, chapter.error, chapter.notebook)

    def replace_chapter(self, chapter: Chapter) -> None:
        """Replace a chapter by its executed notebook; it is no longer stale."""
        for each in (self.chapters, self.extra_chapters):
            each[:] = [chapter if x.path == chapter.path else x for x in each]
        self.stale.discard(chapter.path)


def build(
    notebooks: Path = NOTEBOOKS,
    site: Path = SITE,
    extra: Sequence[Path] = (),
    execute_all: bool = False,
    keep: bool = False,
    on_index: Callable[[Path], None] = lambda path: None,
) -> list[Chapter]:
    """Write the pages of a folder's notebooks, and execute those that have changed.

    A notebook with an error keeps its former outputs, and its page says so; the others
    are executed all the same. Progress goes to stderr.

    Args:
        notebooks: the folder; in the workbook's own, only its notebooks count.
        site: the folder of the pages.
        extra: other notebooks, which are executed, and have pages, as well.
        execute_all: execute every notebook, and tell whose cells show something else.
        keep: put what is executed in the place of the workbook's own notebooks.
        on_index: called with the path of the first page as soon as it can be opened.

    Returns:
        The notebooks, as they are shown.

    Raises:
        ValueError: the folder holds no notebook, or a file that is none, or one that is
            named would take the page of another.
    """
    all_chapters = chapters_in(notebooks)
    others = _extra_chapters(extra, all_chapters)
    paths_of_others = {each.path.resolve() for each in others}
    if skipped := [
        p for p in skipped_notebooks(notebooks) if p.resolve() not in paths_of_others
    ]:
        message = "Left out, since they are not the workbook's own and are not named"
        names = ", ".join(map(str, skipped))
        print(printable(f"{message}: {names}"), file=sys.stderr)
    stale = {each.path for each in others}  # they may read files from anywhere
    shown, stamps = [], (Stamps(COMMITTED_STAMPS), Stamps(site / "executed.json"))
    for chapter in all_chapters:
        # What was executed here is no file of the workbook, so it is executed again.
        is_here = keep and not stamps[0].is_current(
            workbook_name(chapter.path), chapter
        )
        executed = None if execute_all or is_here else _as_executed(chapter, *stamps)
        if executed is None:
            stale.add(chapter.path)
        shown.append(executed or chapter)
    plan = BuildPlan(
        with_index(shown), others, stale, site, page_sources_digest(), keep
    )
    kept = PageFolder(site)
    _draw_pages(plan, kept, on_index)
    before = _ledger_bytes()
    while plan.stale:
        _execute_stale(plan, kept)
        _write_index(plan, kept)
        if (now := _ledger_bytes()) != before:
            plan.stale |= _stale_by_ledger(plan)
        before = now
    return [*plan.chapters, *plan.extra_chapters]


def _ledger_bytes() -> bytes:
    """The content of the ledger's file; empty if there is none."""
    return read_file(LEDGER_FILE) if LEDGER_FILE.exists() else b""


def _stale_by_ledger(plan: BuildPlan) -> set[Path]:
    """The paths of chapters that read the ledger before another one changed it."""
    forget_contents()
    here = Stamps(plan.site / "executed.json")
    return {
        each.path
        for each in plan.chapters
        if each.path.name in here.entries and not each.error
        if _as_executed(each, Stamps(COMMITTED_STAMPS), here) is None
    }


def _as_executed(chapter: Chapter, committed: Stamps, here: Stamps) -> Chapter | None:
    """A notebook with current outputs; None if it has to be executed."""
    name = workbook_name(chapter.path)
    if name and committed.is_current(name, chapter):
        return chapter
    copy = here.path.with_name(chapter.path.name)
    if here.is_current(copy.name, chapter):
        with suppress(ValueError):
            return chapter.with_outputs_of(chapter_at(copy))
    return None


def _extra_chapters(extra: Sequence[Path], chapters: list[Chapter]) -> list[Chapter]:
    """The notebooks that are named and are not among those found.

    Raises:
        ValueError: one is no notebook, or has the name of another's page.
    """
    known_paths, others = {chapter.path.resolve() for chapter in chapters}, []
    taken = {"index.html"}
    for chapter in [*chapters, *text_chapters()]:
        taken |= {chapter.page_file_name.casefold(), chapter.path.name.casefold()}
    for path in extra:
        if path.resolve() in known_paths:
            continue
        known_paths.add(path.resolve())
        others.append(chapter := chapter_at(path))
        written = {chapter.page_file_name.casefold(), chapter.path.name.casefold()}
        if written & taken:
            raise ValueError(
                f"{path} would be written to {chapter.page_file_name}, in place of"
                " another: give the file another name"
            )
        taken |= written
    return others


# -- drawing ---------------------------------------------------------------------------


def _draw_pages(
    plan: BuildPlan, pages: PageFolder, on_index: Callable[[Path], None]
) -> None:
    """Write all pages that are not current, the index first."""
    to_draw = [
        chapter
        for chapter in plan.all
        if chapter.has_outputs or chapter.path not in plan.stale
        if not pages.is_current(chapter.page_file_name, plan.stamp(chapter))
    ]
    to_draw.sort(key=lambda chapter: chapter.page_file_name != "index.html")
    index = plan.site / "index.html"
    if not (to_draw and to_draw[0].page_file_name == "index.html"):
        on_index(index)
    elif to_draw:
        first = to_draw.pop(0)
        pages.write(first.page_file_name, _page_html(plan, first), plan.stamp(first))
        on_index(index)
    if not pages.is_current("play.js", plan.common_digest):
        from foxkit.site.play.bundle import play_script

        pages.write("play.js", play_script(), plan.common_digest)
    with _page_drawer(plan, len(to_draw)) as draw:
        for chapter, html in draw(to_draw):
            pages.write(chapter.page_file_name, html, plan.stamp(chapter))
    _write_index(plan, pages)


def _write_index(plan: BuildPlan, pages: PageFolder) -> None:
    """Write the index of all pages, unless it is current."""
    stamp = _digest_of([plan.stamp(chapter) for chapter in plan.all])
    if not pages.is_current("find.js", stamp):
        from foxkit.site.search_index import find_js

        pages.write("find.js", find_js(plan.all), stamp)


@contextmanager
def _page_drawer(plan: BuildPlan, many: int) -> "Iterator[Any]":
    """Open two processes that draw pages.

    On Linux they have all modules that this process has imported. Elsewhere they import
    them again, which does not pay for a few pages.

    Yields:
        A function from chapters to pairs of a chapter and its page.
    """
    forks = sys.platform == "linux"
    if _MAX_PARALLEL_EXECUTIONS < 2 or many < (3 if forks else 12):
        yield lambda chapters: ((each, _page_html(plan, each)) for each in chapters)
        return
    context = get_context("fork" if forks else "spawn")
    with context.Pool(_MAX_PARALLEL_EXECUTIONS, _set_plan, (plan,)) as pool:

        def draw(chapters: list[Chapter]) -> Iterator[tuple[Chapter, str]]:
            numbers = [plan.all.index(each) for each in chapters]
            yield from zip(chapters, pool.imap(_draw_page_number, numbers), strict=True)

        yield draw


_plan: BuildPlan


def _set_plan(plan: BuildPlan) -> None:
    """Give a process that draws pages the plan, once."""
    global _plan
    _plan = plan


def _draw_page_number(number: int) -> str:
    """Draw the page of a number in the plan of this process."""
    return _page_html(_plan, _plan.all[number])


def _page_html(plan: BuildPlan, chapter: Chapter) -> str:
    """The page of a chapter as HTML."""
    from foxkit.site.pages import (
        page_html,  # takes seconds, so only where pages are drawn
    )

    return page_html(chapter.as_node(), plan.chapters)


# -- executing -------------------------------------------------------------------------


def _execute_stale(plan: BuildPlan, pages: PageFolder) -> None:
    """Execute the stale notebooks, two at a time, and draw their pages."""
    from tqdm import tqdm

    stale = [x for x in [*plan.chapters, *plan.extra_chapters] if x.path in plan.stale]
    cells = sum(len(chapter.code) for chapter in stale)
    workbook_notebooks = {NOTEBOOKS / name for name in checksums()}
    with (
        tqdm(total=cells, unit="cell", leave=False, disable=None) as bar,
        ThreadPoolExecutor(_MAX_PARALLEL_EXECUTIONS) as pool,
    ):
        work = partial(_execute_one, on_cell=lambda **_: bar.update())
        begun = time.perf_counter()
        futures = [pool.submit(work, chapter) for chapter in stale]
        try:
            for future in as_completed(futures):
                done, seconds, edited = future.result()
                outcome = done.error or f"{seconds:.1f} s"
                bar.write(f"{done.path.stem}: {outcome}", file=sys.stderr)
                _keep_executed(
                    done, plan, pages, done.path in workbook_notebooks, edited
                )
                left = len(stale) - sum(each.done() for each in futures)
                pace = (time.perf_counter() - begun) / (len(stale) - left)
                bar.set_postfix_str(f"about {pace * left:.0f} s left")
        except BaseException:
            from foxkit.site.execution import end_all_kernels

            pool.shutdown(wait=False, cancel_futures=True)
            end_all_kernels()
            raise


def _execute_one(
    chapter: Chapter, on_cell: Callable[..., None]
) -> tuple[Chapter, float, bool]:
    """An executed notebook, its seconds, and whether files that it read changed."""
    from foxkit.site.execution import execute_chapter

    begun, since = time.perf_counter(), time.time()
    done = execute_chapter(chapter.as_node(), on_cell)
    read = (ROOT / name for name in done.files_read)
    edited = any(x.is_file() and x.stat().st_mtime > since for x in read)
    return done, time.perf_counter() - begun, edited


def _keep_executed(
    done: Chapter, plan: BuildPlan, pages: PageFolder, is_own: bool, edited: bool
) -> None:
    """Keep an executed notebook, unless it had an error, and draw its page."""
    import nbformat

    from foxkit.site.differences import changed_cells

    here, name = Stamps(plan.site / "executed.json"), done.path.name
    before = next(
        x for x in [*plan.chapters, *plan.extra_chapters] if x.path == done.path
    )
    missing = any(call["missing"] for call in done.play_calls)
    if is_own:
        store_play_calls(name, done.play_calls)
    if done.error:
        # Its former outputs say more than half of the new ones.
        if before.has_outputs:
            done = replace(before, error=done.error, is_stored=True)
        here.forget(name)
    else:
        text = (nbformat.writes(done.notebook) + "\n").encode()
        write_whole(plan.site / name, text)
        forget_contents()  # its cells may have played
        if missing or edited:  # its outputs may soon be out of date
            here.forget(name)
        else:
            here.record(name, done)
        if is_own and not missing:
            store_claims(name, done.notebook.cells)
            if plan.keeps and not edited:
                write_whole(done.path, text)
                Stamps(COMMITTED_STAMPS).record(workbook_name(done.path), done)
        if before.has_outputs and (cells := changed_cells(before, done)):
            message = f"{done.path.stem} shows something else in {', '.join(cells)}"
            print(printable(message), file=sys.stderr)
        # As it will be read next time, so that its page need not be drawn again.
        shown = before.with_outputs_of(chapter_at(plan.site / name)).notebook
        done = replace(done, notebook=shown)
    plan.replace_chapter(done)
    pages.write(done.page_file_name, _page_html(plan, done), plan.stamp(done))


def with_index(chapters: list[Chapter]) -> list[Chapter]:
    """The chapters; if there is no index chapter, a list of them comes first."""
    if any(chapter.page_file_name == "index.html" for chapter in chapters):
        return chapters
    links = "\n".join(f"- [{c.title}]({c.path.name})" for c in chapters)
    index = chapters[0].path.with_name("00_index.ipynb")
    return [prose_chapter(index, f"# The workbook\n\n{links}"), *chapters]
