"""foxkit site, exercises and ledger: chapters as pages, as hand-outs, and their
findings."""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from foxkit.cli.json_lines import Flag, JsonFlag
from foxkit.core.former import refuses_former_names
from foxkit.core.quoting import printable

if TYPE_CHECKING:
    from foxkit.site.chapters import Chapter

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {"exercises": "write_chapters"},
    )


def site(
    *named: Path,
    notebooks: Path | None = None,
    to: Path | None = None,
    anew: Flag = False,
    keep: Flag = False,
    prove: Flag = False,
) -> int:
    """Write the pages of the workbook, and execute the chapters that have changed.

    A chapter is executed again once its cells, or anything that they read, have
    changed since it was executed, here or before it was committed. A notebook that is
    not one of the workbook's own is executed when it is named, and at no other time.

    Args:
        named: other notebooks, such as a copy of a chapter, that are executed as well.
        notebooks: the folder of the chapters; the workbook's own by default.
        to: the folder to write to; `site` in the workbook's folder by default.
        anew: execute every chapter, and tell which cells show something else now.
        keep: put what is executed in the place of the workbook's own notebooks, with
            its stamps and checksums.
        prove: play headline matches again once the pages are there, as `check
            --headlines` does, unless just this code has proved them here.
    """
    from foxkit.lab.ledger import findings, ledger_rows, verdict_counts
    from foxkit.site.build import SITE, build
    from foxkit.site.chapters import NOTEBOOKS, ROOT

    folder = to or SITE
    try:
        chapters = build(
            notebooks or NOTEBOOKS, folder, named, anew, keep, _print_index_address
        )
    except KeyboardInterrupt:
        print("stopped; finished chapters are kept, for the next time", file=sys.stderr)
        raise
    failed = [chapter for chapter in chapters if chapter.error]
    for chapter in failed:
        print(f"{chapter.path.name} failed: {chapter.error}", file=sys.stderr)
    calls = [call for chapter in chapters for call in chapter.play_calls]
    missing = [(call["cell"], match) for call in calls for match in call["missing"]]
    for cell, match in missing:
        print(f"{cell} lacks games of {match}: foxkit run {cell}", file=sys.stderr)
    counts = verdict_counts(all_findings := findings(ledger_rows()))
    print(
        f"The ledger: {len(all_findings)} findings on what the documents say, of them"
    )
    print("\n".join(f"{count:6} {verdict}" for verdict, count in counts.items()))
    print("`python3 workbook.py ledger` lists them.")
    for chapter in chapters:
        if chapter.path in named:
            page = folder / chapter.page_file_name
            print(f"{chapter.path} is at {page.resolve().as_uri()}")
    if keep:
        checksums = ROOT / "benchmarks" / "make_codecheck.py"
        subprocess.run([sys.executable, checksums], check=True)
    proved = not prove or _is_proved(folder)
    print(f"The workbook is at {(folder / 'index.html').resolve().as_uri()}")
    return 0 if proved and not failed and not missing else 1


def _is_proved(folder: Path) -> bool:
    """Whether headline matches play the committed games, once for a state of the code.

    A folder of pages remembers that they did.
    """
    from foxkit.cli.check import check
    from foxkit.data import write_whole
    from foxkit.site.build import page_sources_digest

    book, code = folder / "proved.txt", page_sources_digest()
    if book.exists() and book.read_text(encoding="utf-8") == code:
        print("Proved here before, by just this code and these games.")
        return True
    if check(headlines=True):
        return False
    write_whole(book, code.encode())
    return True


def _print_index_address(index: Path) -> None:
    """Say where the first page is, while the others are drawn."""
    address = index.resolve().as_uri()
    print(f"The workbook opens at {address}", file=sys.stderr, flush=True)


def ledger(document: str = "", /, *, as_json: JsonFlag = False) -> None:
    """Print what the documents say, what we found, and whether the two agree.

    Args:
        document: only a document, such as `000`, or rows whose id begins so.
        as_json: print one array of all rows with all fields.
    """
    from foxkit.lab.ledger import ledger_as_text, ledger_rows

    rows = ledger_rows(document)
    if as_json:
        print(json.dumps([asdict(row) for row in rows], ensure_ascii=False, indent=1))
    else:
        print(ledger_as_text(rows))


def write_chapters(
    *,
    to: Path,
    solutions: Flag = False,
    notebooks: Path | None = None,
) -> None:
    """Write the chapters for students, or with every exercise answered.

    Students get the questions and hints, teachers the worked answers in their cells as
    well; so it is with studies that have exercises. Neither has outputs: its cells
    still have to be run. Modules that chapters import go with them. Links between a
    chapter and the README work if the folder is beside the folder `notebooks`. A
    chapter in which somebody has answered is refused, and so is a file there that would
    be lost.

    Args:
        to: the folder to write to.
        solutions: write the chapters with the answers.
        notebooks: the folder of the chapters; the workbook's own by default.
    """
    from foxkit.data import read_file, write_whole
    from foxkit.exercises.handouts import exercises_of
    from foxkit.site.chapters import NOTEBOOKS, read_chapters, skipped_notebooks

    source = notebooks or NOTEBOOKS
    if to.resolve() == source.resolve():
        raise ValueError(f"{to} holds the chapters themselves; name another folder")
    chapters = {
        each.path.relative_to(source).as_posix(): each
        for each in read_chapters(source)
        if each.path.parent == source or exercises_of(each.notebook)
    }
    contents = _files_by_name(chapters, solutions)
    existing = [name for name in contents if os.path.lexists(to / name)]
    others = [name for name in existing if read_file(to / name) != contents[name]]
    if others:
        raise ValueError(
            f"{to} already holds {', '.join(others)}, and not as it would be"
            " written: somebody may have worked there. Choose another folder, or"
            " delete these files. Nothing was written."
        )
    for name, content in contents.items():
        write_whole(to / name, content)
    for path in skipped_notebooks(source):
        skipped_message = f"{path} is not the workbook's own: left out"
        print(printable(skipped_message), file=sys.stderr)
    for name, chapter in chapters.items():
        print(f"{to / name}: {len(exercises_of(chapter.notebook))} exercises")


def _files_by_name(chapters: "dict[str, Chapter]", solutions: bool) -> dict[str, bytes]:
    """The files of one version of the chapters, by their names."""
    import nbformat

    from foxkit.data import read_file
    from foxkit.exercises.handouts import copy_for_students, copy_for_teachers
    from foxkit.site.chapters import ROOT

    version = copy_for_teachers if solutions else copy_for_students
    contents, faults, root = {}, {}, ROOT.resolve()
    for name, chapter in chapters.items():
        folder = chapter.path.parent
        for module in (*folder.glob("*.py"), *folder.glob("studies/*.py")):
            beside = PurePosixPath(name).parent / module.relative_to(folder).as_posix()
            contents[str(beside)] = read_file(module)
        path = chapter.path.resolve()
        try:
            text = nbformat.writes(version(chapter.notebook))
            contents[name] = f"{text}\n".encode()
        except ValueError as error:
            typed = path.relative_to(root) if path.is_relative_to(root) else path
            faults[typed.as_posix()] = f"In {name}, {error}."
    if faults:
        raise ValueError(
            f"{' '.join(faults.values())} Get the chapters back as they came:"
            f" `git restore {' '.join(faults)}` (older: `git checkout -- ...`) in the"
            " workbook's folder, after a copy of what you want to keep. Nothing was"
            " written."
        )
    return contents
