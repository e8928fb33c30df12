"""foxkit site and exercises: the chapters as pages to read, and to hand out."""

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


def site(
    *,
    notebooks: Path | None = None,
    to: Path | None = None,
    full: Annotated[bool, Parameter(env_var="FOXKIT_FULL")] = False,
) -> int:
    """Execute the chapters that have changed and write the pages of the workbook.

    A chapter is executed again once its cells, foxkit or the data have changed; to
    have all of them executed, delete the folder that is written to.

    Args:
        notebooks: the folder of the chapters; the workbook's own by default.
        to: the folder to write to; `site` in the workbook's folder by default.
        full: compute every experiment anew, which takes hours, instead of seconds.
    """
    from foxkit.documents.ledger import entries
    from foxkit.lab.ledger import verdict_counts
    from foxkit.site.build import SITE, build
    from foxkit.site.chapters import NOTEBOOKS

    folder = to or SITE
    try:
        chapters = build(notebooks or NOTEBOOKS, folder, full)
    except KeyboardInterrupt:
        print("stopped; finished chapters are kept, for the next time", file=sys.stderr)
        raise
    failed = [chapter for chapter in chapters if chapter.error]
    for chapter in failed:
        print(f"{chapter.path.name} failed: {chapter.error}", file=sys.stderr)
    counts = verdict_counts(entries())
    print(f"The ledger: {sum(counts.values())} published statements, of them")
    print("\n".join(f"{count:6} {verdict}" for verdict, count in counts.items()))
    print("`python3 workbook.py ledger` lists them.")
    print(f"The workbook is at {(folder / 'index.html').resolve().as_uri()}")
    return 1 if failed else 0


def exercises(
    *,
    to: Path,
    solutions: Annotated[bool, Parameter(negative="")] = False,
    notebooks: Path | None = None,
) -> None:
    """Write the chapters for students, or with every exercise answered.

    Students get the questions and hints, teachers the worked answers in their cells as
    well; these cells still have to be run. Links between a chapter and the README work
    if the folder is beside the folder `notebooks`.

    Args:
        to: the folder to write to.
        solutions: write the chapters with the answers.
        notebooks: the folder of the chapters; the workbook's own by default.
    """
    import nbformat

    from foxkit.exercises.versions import exercises_of, for_students, for_teachers
    from foxkit.site.chapters import NOTEBOOKS, read

    source = notebooks or NOTEBOOKS
    chapters = read(source)
    if not chapters:
        raise ValueError(f"there are no notebooks in {source}")
    if to.resolve() == source.resolve():
        raise ValueError(f"{to} holds the chapters themselves; name another folder")
    to.mkdir(parents=True, exist_ok=True)
    version = for_teachers if solutions else for_students
    for chapter in chapters:
        path = to / chapter.path.name
        nbformat.write(version(chapter.notebook), path)
        print(f"{path}: {len(exercises_of(chapter.notebook))} exercises")
