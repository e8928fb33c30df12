"""Execute the chapters that have changed, and write the workbook's pages.

Each file is stamped with a digest of all that it was made from, and is made again only
when that is another. Where nothing has changed, all is read and digested, and nothing
that executes chapters or draws pages is imported.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from foxkit.core.quoting import printable
from foxkit.data import WORKBOOK, read_file, read_json, write_whole
from foxkit.lab.collected import collect, write_calls
from foxkit.site.chapters import (
    NOTEBOOKS,
    ROOT,
    Chapter,
    chapter_at,
    chapters_in,
    checksums,
    left_out,
    of_prose,
    texts,
)

SITE = ROOT / "site"
_READ = ("published", "games", "kept", "golden", "examples")
"""The folders of the data that chapters read; `tables` are made by the package."""
_FINISHED = {".csv", ".json", ".parquet", ".txt"}
"""The files there that are finished: a journal belongs to a run that is under way."""


class Kept:
    """A folder of files, each known by a digest of all that it was made from."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._book = folder, folder / "stamps.json"
        self.stamps: dict[str, str] = {}
        with suppress(FileNotFoundError, ValueError):  # unreadable: make all anew
            self.stamps.update(read_json(self._book, dict))

    def holds(self, name: str, stamp: str) -> bool:
        """Return whether a file is there and was made from just this."""
        return self.stamps.get(name) == stamp and (self.folder / name).exists()

    def write(self, name: str, text: str, stamp: str) -> None:
        """Write a file whole, and then what it was made from."""
        write_whole(self.folder / name, text.encode())
        self.stamps[name] = stamp
        write_whole(self._book, json.dumps(self.stamps, indent=1).encode())


def _stamp(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def sources(notebooks: Path) -> str:
    """Return a digest of all that the chapters of a folder may read but themselves.

    That is Python, the locked packages, foxkit, the data, the reader's own games, and
    whatever else lies beside the chapters.
    """
    found = {ROOT / "requirements.txt", *(ROOT / "foxkit").rglob("*")}
    found |= {path for path in notebooks.rglob("*") if path.suffix != ".ipynb"}
    for data in (WORKBOOK, Path(os.environ.get("FOXKIT_DATA", WORKBOOK))):
        each = (path for name in _READ for path in (data / name).rglob("*"))
        found |= {path for path in each if path.suffix in _FINISHED}
    total = hashlib.sha256(sys.version.encode())
    for path in sorted(found):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(repr(path).encode() + b"\0" + _content(path) + b"\0")
    return total.hexdigest()


def _content(path: Path) -> bytes:
    """Return what a file holds; of a link, or a large file, its size and time."""
    try:
        return read_file(path)
    except ValueError:
        state = path.stat()
        return repr((state.st_size, state.st_mtime_ns)).encode()


def build(
    notebooks: Path = NOTEBOOKS, site: Path = SITE, named: Sequence[Path] = ()
) -> list[Chapter]:
    """Execute the chapters of a folder, write their pages, and return them.

    The executed chapters are kept beside the pages, and a chapter is executed again
    only once something that it reads has changed. One with an error is written as far
    as it came, and the others are executed all the same. Progress goes to stderr.

    Args:
        notebooks: the folder. Of the workbook's, only the workbook's own notebooks.
        site: where the pages are written.
        named: other notebooks, which are executed, and have pages, as well.

    Raises:
        ValueError: the folder holds no notebook, or a file that is none, or one that is
            named would take the page of another.
    """
    kept, common = Kept(site), sources(notebooks)
    found = chapters_in(notebooks)
    others = _named(named, found)
    there = {each.path.resolve() for each in others}
    if unnamed := [p for p in left_out(notebooks) if p.resolve() not in there]:
        said = "Left out, since they are not the workbook's own and are not named"
        names = ", ".join(map(str, unnamed))
        print(printable(f"{said}: {names}"), file=sys.stderr)
    planned = [replace(c, stamp=_stamp(common, c.sources)) for c in found]
    # What the others read may lie anywhere, so that they are executed every time.
    planned += [replace(c, stamp=_stamp(time.time_ns())) for c in others]
    old = [c.path for c in planned if kept.holds(c.path.name, c.stamp)]
    if old:
        names = ", ".join(path.stem for path in old)
        print(f"Unchanged, with all that they read: {names}", file=sys.stderr)
    new = [chapter for chapter in planned if chapter.path not in old]
    done = {c.path: c for c in _executed(new, kept)} if new else {}
    executed = [done.get(c.path, c) for c in planned]
    chapters, others = with_index(executed[: len(found)]), executed[len(found) :]
    if not kept.holds("play.js", common):
        from foxkit.site.play.bundle import play_script

        kept.write("play.js", play_script(), common)
    links = [(chapter.page, chapter.short, chapter.error) for chapter in chapters]
    for chapter in [*chapters, *others, *texts()]:
        stamp = _stamp(common, chapter.stamp or chapter.sources, links)
        if not kept.holds(chapter.page, stamp):
            from foxkit.site.pages import page

            as_executed = kept.folder / chapter.path.name
            shown = chapter.read(as_executed) if chapter.path in old else chapter
            kept.write(chapter.page, page(shown, chapters), stamp)
    return [*chapters, *others]


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


def _executed(planned: list[Chapter], kept: Kept) -> Iterator[Chapter]:
    """Execute chapters and keep those that are sound, with a bar that counts cells."""
    import nbformat
    from tqdm import tqdm

    from foxkit.site.execution import execute

    own = {NOTEBOOKS / name for name in checksums()}
    cells = sum(len(chapter.code) for chapter in planned)
    with tqdm(total=cells, unit="cell", leave=False, disable=None) as bar:
        for chapter in planned:
            bar.set_description(chapter.path.stem)
            start = time.perf_counter()
            done = execute(chapter.read(), on_cell=lambda **_: bar.update())
            outcome = done.error or f"{time.perf_counter() - start:.1f} s"
            bar.write(f"{chapter.path.stem}: {outcome}", file=sys.stderr)
            missing = any(call["missing"] for call in done.played)
            if done.path in own:
                write_calls(done.path.name, done.played)
            if not (done.error or missing):
                if done.path in own:
                    collect(done.path.name, done.notebook.cells)
                text = nbformat.writes(done.notebook) + "\n"
                kept.write(chapter.path.name, text, chapter.stamp)
            yield done


def with_index(chapters: list[Chapter]) -> list[Chapter]:
    """Return the chapters, led by a list of them where no index chapter is there."""
    if any(chapter.page == "index.html" for chapter in chapters):
        return chapters
    links = "\n".join(f"- [{c.title}]({c.path.name})" for c in chapters)
    index = chapters[0].path.with_name("00_index.ipynb")
    return [of_prose(index, f"# The workbook\n\n{links}"), *chapters]
