"""Write the workbook's pages; execute the notebooks of which something has changed.

    1  the pages of all notebooks as they were executed last, the index first
    2  what has changed is executed, two notebooks at a time, and its page drawn again

A notebook is executed only if its stamp says so (`foxkit.site.stamps`): on a fresh
clone nothing is. What is executed here is kept beside the pages.
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
from foxkit.lab.cell_outputs import LEDGER, store_claims, write_calls
from foxkit.site.chapters import (
    NOTEBOOKS,
    ROOT,
    Chapter,
    chapter_at,
    chapters_in,
    checksums,
    left_out,
    name_of,
    of_prose,
    texts,
)
from foxkit.site.stamps import COMMITTED, Stamps, forget_contents

SITE = ROOT / "site"
_AT_ONCE = min(2, os.cpu_count() or 1)
"""Notebooks that are executed, and pages that are drawn, at the same time."""
_DRAWN_FROM = ("glossary.csv", "ledger.json", "columns.csv", "cells.json", "kept")


class Kept:
    """A folder of files, each known by a digest of all that it was made from."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._book = folder, folder / "stamps.json"
        self.stamps: dict[str, str] = {}
        with suppress(FileNotFoundError, ValueError):  # unreadable: make all anew
            self.stamps.update(read_json(self._book, dict))

    def holds(self, name: str, stamp: str) -> bool:
        """Whether a file is there and was made from just this."""
        return self.stamps.get(name) == stamp and (self.folder / name).exists()

    def write(self, name: str, text: str, stamp: str) -> None:
        """Write a file whole, and then what it was made from."""
        write_whole(self.folder / name, text.encode())
        self.stamps[name] = stamp
        write_whole(self._book, json.dumps(self.stamps, indent=1).encode())


def _stamp(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def drawn_from() -> str:
    """A digest of all that pages are drawn from, but for their notebooks.

    Of stored games, which `play.js` knows by name, it has the names and sizes.
    """
    total = hashlib.sha256(sys.version.encode())
    files = {ROOT / "requirements.txt", *(ROOT / "foxkit").rglob("*")}
    files |= {WORKBOOK / name for name in _DRAWN_FROM}
    for path in sorted(files):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(repr(path).encode() + b"\0" + _content(path) + b"\0")
    for path in sorted((WORKBOOK / "games").rglob("*.parquet")):
        total.update(repr((path.name, path.stat().st_size)).encode())
    return total.hexdigest()


def _content(path: Path) -> bytes:
    """What a file holds; of a link, or a large file, its size and time."""
    try:
        return read_file(path)
    except ValueError:
        state = path.stat()
        return repr((state.st_size, state.st_mtime_ns)).encode()


@dataclass
class Plan:
    """What a build shows, executes, and has done so far.

    Attributes:
        chapters: those with a place among the pages' links, in order.
        others: notebooks that were named, and stand in no other page's links.
        stale: paths of those that are to be executed.
        site: the folder that is written to.
        common: the digest of what all pages are drawn from.
        keeps: whether what is executed goes back to where it was read.
    """

    chapters: list[Chapter]
    others: list[Chapter]
    stale: set[Path]
    site: Path
    common: str
    keeps: bool = False
    texts: list[Chapter] = field(default_factory=texts)

    @property
    def all(self) -> list[Chapter]:
        """Everything that has a page."""
        return [*self.chapters, *self.others, *self.texts]

    def stamp(self, chapter: Chapter) -> str:
        """A digest of all that a page is drawn from."""
        links = [(x.page, x.short, x.error) for x in self.chapters]
        return _stamp(self.common, links, chapter.error, chapter.notebook)

    def put(self, chapter: Chapter) -> None:
        """Put an executed notebook in the place of what was shown for it."""
        for each in (self.chapters, self.others):
            each[:] = [chapter if x.path == chapter.path else x for x in each]
        self.stale.discard(chapter.path)


def build(
    notebooks: Path = NOTEBOOKS,
    site: Path = SITE,
    named: Sequence[Path] = (),
    anew: bool = False,
    keep: bool = False,
    on_index: Callable[[Path], None] = lambda path: None,
) -> list[Chapter]:
    """Write the pages of a folder's notebooks, executing what has changed; return them.

    A notebook with an error keeps the outputs that it had, and its page says so; the
    others are executed all the same. Progress goes to stderr.

    Args:
        notebooks: the folder. Of the workbook's, only the workbook's own notebooks.
        site: where the pages are written.
        named: other notebooks, which are executed, and have pages, as well.
        anew: execute every notebook, and tell whose cells show something else.
        keep: put what is executed in the place of the workbook's own notebooks.
        on_index: is told where the first page is as soon as it can be opened.

    Raises:
        ValueError: the folder holds no notebook, or a file that is none, or one that is
            named would take the page of another.
    """
    found = chapters_in(notebooks)
    others = _named(named, found)
    there = {each.path.resolve() for each in others}
    if unnamed := [p for p in left_out(notebooks) if p.resolve() not in there]:
        said = "Left out, since they are not the workbook's own and are not named"
        names = ", ".join(map(str, unnamed))
        print(printable(f"{said}: {names}"), file=sys.stderr)
    stale = {each.path for each in others}  # what they read may lie anywhere
    shown, stamps = [], (Stamps(COMMITTED), Stamps(site / "executed.json"))
    for chapter in found:
        # What was executed here before is no file of the workbook's: it is made again.
        is_here = keep and not stamps[0].is_current(name_of(chapter.path), chapter)
        executed = None if anew or is_here else _as_executed(chapter, *stamps)
        if executed is None:
            stale.add(chapter.path)
        shown.append(executed or chapter)
    plan = Plan(with_index(shown), others, stale, site, drawn_from(), keep)
    kept = Kept(site)
    _draw(plan, kept, on_index)
    before = _ledger()
    while plan.stale:
        _execute(plan, kept)
        if (now := _ledger()) != before:
            plan.stale |= _outdated(plan)
        before = now
    return [*plan.chapters, *plan.others]


def _ledger() -> bytes:
    return read_file(LEDGER) if LEDGER.exists() else b""


def _outdated(plan: Plan) -> set[Path]:
    """Chapters that had read the ledger before another changed it."""
    forget_contents()
    here = Stamps(plan.site / "executed.json")
    return {
        each.path
        for each in plan.chapters
        if each.path.name in here.entries and not each.error
        if _as_executed(each, Stamps(COMMITTED), here) is None
    }


def _as_executed(chapter: Chapter, committed: Stamps, here: Stamps) -> Chapter | None:
    """A notebook with the outputs that it would have today; None if there are none."""
    name = name_of(chapter.path)
    if name and committed.is_current(name, chapter):
        return chapter
    copy = here.path.with_name(chapter.path.name)
    if here.is_current(copy.name, chapter):
        with suppress(ValueError):
            return chapter.with_outputs_of(chapter_at(copy))
    return None


def _named(named: Sequence[Path], found: list[Chapter]) -> list[Chapter]:
    """The notebooks that are named and are not among those found.

    Raises:
        ValueError: one is no notebook, or has the name of another's page.
    """
    there, others = {chapter.path.resolve() for chapter in found}, []
    taken = {"index.html"}
    for chapter in [*found, *texts()]:
        taken |= {chapter.page.casefold(), chapter.path.name.casefold()}
    for path in named:
        if path.resolve() in there:
            continue
        there.add(path.resolve())
        others.append(chapter := chapter_at(path))
        written = {chapter.page.casefold(), chapter.path.name.casefold()}
        if written & taken:
            raise ValueError(
                f"{path} would be written to {chapter.page}, in place of another: give"
                " the file another name"
            )
        taken |= written
    return others


# -- drawing ---------------------------------------------------------------------------


def _draw(plan: Plan, kept: Kept, on_index: Callable[[Path], None]) -> None:
    """Write all pages that are not there as they should be, the index first."""
    wanted = [
        chapter
        for chapter in plan.all
        if chapter.has_outputs or chapter.path not in plan.stale
        if not kept.holds(chapter.page, plan.stamp(chapter))
    ]
    wanted.sort(key=lambda chapter: chapter.page != "index.html")
    index = plan.site / "index.html"
    if not (wanted and wanted[0].page == "index.html"):
        on_index(index)
    elif wanted:
        first = wanted.pop(0)
        kept.write(first.page, _page(plan, first), plan.stamp(first))
        on_index(index)
    if not kept.holds("play.js", plan.common):
        from foxkit.site.play.bundle import play_script

        kept.write("play.js", play_script(), plan.common)
    with _drawing(plan, len(wanted)) as draw:
        for chapter, html in draw(wanted):
            kept.write(chapter.page, html, plan.stamp(chapter))


@contextmanager
def _drawing(plan: Plan, many: int) -> "Iterator[Any]":
    """Give what draws pages and yields them with their chapters, in two processes.

    On Linux they have all that this one has imported; elsewhere they import it again,
    which a few pages are not worth.
    """
    forks = sys.platform == "linux"
    if _AT_ONCE < 2 or many < (3 if forks else 12):
        yield lambda chapters: ((each, _page(plan, each)) for each in chapters)
        return
    context = get_context("fork" if forks else "spawn")
    with context.Pool(_AT_ONCE, _begin_drawing, (plan,)) as pool:

        def draw(chapters: list[Chapter]) -> Iterator[tuple[Chapter, str]]:
            numbers = [plan.all.index(each) for each in chapters]
            yield from zip(chapters, pool.imap(_draw_one, numbers), strict=True)

        yield draw


_plan: Plan


def _begin_drawing(plan: Plan) -> None:
    global _plan
    _plan = plan


def _draw_one(number: int) -> str:
    return _page(_plan, _plan.all[number])


def _page(plan: Plan, chapter: Chapter) -> str:
    from foxkit.site.pages import page  # seconds: not where nothing is to be drawn

    return page(chapter.as_node(), plan.chapters)


# -- executing -------------------------------------------------------------------------


def _execute(plan: Plan, kept: Kept) -> None:
    """Execute what is stale, two notebooks at a time, and draw each one's page."""
    from tqdm import tqdm

    stale = [x for x in [*plan.chapters, *plan.others] if x.path in plan.stale]
    cells = sum(len(chapter.code) for chapter in stale)
    own = {NOTEBOOKS / name for name in checksums()}
    with (
        tqdm(total=cells, unit="cell", leave=False, disable=None) as bar,
        ThreadPoolExecutor(_AT_ONCE) as pool,
    ):
        work = partial(_execute_one, on_cell=lambda **_: bar.update())
        begun = time.perf_counter()
        futures = [pool.submit(work, chapter) for chapter in stale]
        try:
            for future in as_completed(futures):
                done, seconds, edited = future.result()
                said = done.error or f"{seconds:.1f} s"
                bar.write(f"{done.path.stem}: {said}", file=sys.stderr)
                _take(done, plan, kept, done.path in own, edited)
                left = len(stale) - sum(each.done() for each in futures)
                pace = (time.perf_counter() - begun) / (len(stale) - left)
                bar.set_postfix_str(f"about {pace * left:.0f} s left")
        except BaseException:
            from foxkit.site.execution import end_all

            pool.shutdown(wait=False, cancel_futures=True)
            end_all()
            raise


def _execute_one(
    chapter: Chapter, on_cell: Callable[..., None]
) -> tuple[Chapter, float, bool]:
    """Execute a notebook; the seconds that it took; whether what it read changed."""
    from foxkit.site.execution import execute

    begun, since = time.perf_counter(), time.time()
    done = execute(chapter.as_node(), on_cell)
    read = (ROOT / name for name in done.reads)
    edited = any(x.is_file() and x.stat().st_mtime > since for x in read)
    return done, time.perf_counter() - begun, edited


def _take(done: Chapter, plan: Plan, kept: Kept, is_own: bool, edited: bool) -> None:
    """Keep an executed notebook that is sound, and draw its page."""
    import nbformat

    from foxkit.site.differences import differing

    here, name = Stamps(plan.site / "executed.json"), done.path.name
    before = next(x for x in [*plan.chapters, *plan.others] if x.path == done.path)
    missing = any(call["missing"] for call in done.played)
    if is_own:
        write_calls(name, done.played)
    if done.error:
        # What it showed before says more than half of it would.
        if before.has_outputs:
            done = replace(before, error=done.error, is_stored=True)
        here.forget(name)
    else:
        text = (nbformat.writes(done.notebook) + "\n").encode()
        write_whole(plan.site / name, text)
        forget_contents()  # its cells may have played
        if missing or edited:  # next time it may show something else
            here.forget(name)
        else:
            here.note(name, done)
        if is_own and not missing:
            store_claims(name, done.notebook.cells)
            if plan.keeps and not edited:
                write_whole(done.path, text)
                Stamps(COMMITTED).note(name_of(done.path), done)
        if before.has_outputs and (cells := differing(before, done)):
            said = f"{done.path.stem} shows something else in {', '.join(cells)}"
            print(printable(said), file=sys.stderr)
        # As it will be read next time, so that its page need not be drawn again.
        shown = before.with_outputs_of(chapter_at(plan.site / name)).notebook
        done = replace(done, notebook=shown)
    plan.put(done)
    kept.write(done.page, _page(plan, done), plan.stamp(done))


def with_index(chapters: list[Chapter]) -> list[Chapter]:
    """The chapters, led by a list of them where no index chapter is there."""
    if any(chapter.page == "index.html" for chapter in chapters):
        return chapters
    links = "\n".join(f"- [{c.title}]({c.path.name})" for c in chapters)
    index = chapters[0].path.with_name("00_index.ipynb")
    return [of_prose(index, f"# The workbook\n\n{links}"), *chapters]
