"""foxkit exercises: the chapters to hand out, without the answers or with them."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter


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
