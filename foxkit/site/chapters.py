"""Chapters: notebooks with their titles and cells, read without Jupyter."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import shorten
from typing import Any

from foxkit import data

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
STUDIES = "studies"
"""The folder of the studies, which go beyond the documents."""
STUDIES_OF = {
    "01_fox_game": "fox_claims fox_choice fox_learned fox_endings",
    "02_balance_lab": "openings fox_budgets fox_fair",
    "03_fox_and_hounds": "hounds_large",
    "04_wolves_eat_sheep": "wolves_depth wolves_words",
    "05_battle_sheep": "sheep_best sheep_strength sheep_exact sheep_maps",
    "06_franks_zoo": "zoo_samplers zoo_decks zoo_ran",
    "00_index": "open_questions your_own_study",
}
"""The chapter that each study goes on from, and the order to read them in."""
_STUDIES_IN_ORDER = [name for names in STUDIES_OF.values() for name in names.split()]
CHECKSUMS = ROOT / "data" / "notebooks.sha256"
"""The checksums of the workbook's own notebooks, in the form of `sha256sum`."""
TEXTS = (
    *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG")),
    *(ROOT / "LICENSE", ROOT / "CITATION.cff", ROOT / "data" / "README.md"),
    *(ROOT / "docs" / f"{name}.md" for name in ("API", "RESEARCH", "TEACHING")),
)
"""Texts beside the chapters that have pages, too."""
WIDGET = "application/vnd.jupyter.widget-view+json"


@dataclass(frozen=True)
class Chapter:
    """A notebook, with the results of its execution."""

    path: Path  # the file that it was read from
    notebook: Any  # the JSON of the file, or the same as a NotebookNode
    error: str = ""  # what ended its execution early, if anything
    is_stored: bool = False  # whether its outputs come from an earlier execution
    play_calls: tuple[dict[str, Any], ...] = ()  # the calls of `play` in its cells
    files_read: tuple[str, ...] = ()  # the files that it read: see foxkit.site.reads

    @property
    def title(self) -> str:
        """The first heading, or the file's name where there is none."""
        heading = re.search(r"^#+\s+(.+)$", self._prose, re.MULTILINE)
        return heading[1].strip() if heading else self.path.stem

    @property
    def summary(self) -> str:
        """The first paragraph without markup, for previews of the page."""
        parts = re.split(r"\n\s*\n", self._prose)
        paragraph = next((p for p in parts if not p.startswith(("#", "<", "!"))), "")
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)|[*_`]", r"\1", paragraph)
        return shorten(plain, 200, placeholder=" …")

    @property
    def headings(self) -> list[tuple[str, list[str]]]:
        """The headings of level two, each with the headings of level three below it."""
        headings: list[tuple[str, list[str]]] = []
        prose = self._prose.replace("`", "")
        for level, text in re.findall(r"^(###?) +(.+?) *$", prose, re.MULTILINE):
            if level == "##" or not headings:
                headings.append((text, []))
            else:
                headings[-1][1].append(text)
        return headings

    @property
    def _prose(self) -> str:
        """The text of all Markdown cells."""
        cells = self.notebook["cells"]
        prose = (c["source"] for c in cells if c["cell_type"] == "markdown")
        return "\n".join(map("".join, prose))

    @property
    def short_title(self) -> str:
        """The title up to its first colon, for lists of links."""
        return self.title.partition(":")[0]

    @property
    def page_file_name(self) -> str:
        """The file name of its page; that of the index chapter is `index.html`."""
        return page_file_name(self.path)

    @property
    def has_outputs(self) -> bool:
        """Whether any code cell has outputs."""
        return any(cell.get("outputs") for cell in self.code)

    def as_node(self) -> "Chapter":
        """The chapter with its notebook as a NotebookNode.

        Raises:
            ValueError: nbformat rejects it.
        """
        import nbformat

        if isinstance(self.notebook, nbformat.NotebookNode):
            return self
        try:
            node = nbformat.reads(json.dumps(self.notebook), 4)
        except (ValueError, AttributeError) as error:
            raise ValueError(f"{self.path.name} is not a Jupyter notebook") from error
        return replace(self, notebook=node)

    def with_outputs_of(self, executed: "Chapter") -> "Chapter":
        """The chapter with the outputs of an executed copy."""
        cells, shown = [], iter(executed.code)
        for cell in self.notebook["cells"]:
            if cell["cell_type"] == "code":
                copy = next(shown)
                output_parts = {
                    key: copy[key] for key in ("outputs", "execution_count")
                }
                cell = {**cell, **output_parts}
            cells.append(cell)
        return replace(self, notebook={**self.notebook, "cells": cells})

    @property
    def code(self) -> list[Any]:
        """The cells to execute."""
        return [c for c in self.notebook["cells"] if c["cell_type"] == "code"]


def prose_chapter(path: Path, text: str) -> Chapter:
    """A Markdown text as a chapter without code."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": text}
    form = {"metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return Chapter(path, {"cells": [cell], **form})


def page_file_name(path: Path) -> str:
    """The name of the page of a chapter, or of a text beside the chapters."""
    if path.name == "00_index.ipynb":
        return "index.html"
    above = {"data": "data-", STUDIES: "study-"}.get(path.parent.name, "")
    return f"{above}{path.stem}.html"


def text_chapters() -> list[Chapter]:
    """The texts of `TEXTS` as chapters without code."""
    chapters = []
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".md" and path.suffix:
            text = f"# How to cite foxkit\n\n```yaml\n{text}```\n"
        title = "" if text.startswith("# ") else f"# {path.stem.capitalize()}\n\n"
        chapters.append(prose_chapter(path, title + text))
    return chapters


_NOTEBOOK_FORM = {"cells": [{"cell_type": str}], "metadata": dict, "nbformat": int}


def checksums() -> dict[str, str]:
    """The workbook's own notebooks by their names in `notebooks`, with checksums.

    The checksums are those of the files as they were committed.
    """
    lines = CHECKSUMS.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(maxsplit=1) for line in lines)
    return {name.removeprefix("notebooks/"): digest for digest, name in pairs}


def workbook_name(path: Path) -> str:
    """The name of one of the workbook's own notebooks, such as `studies/x.ipynb`.

    It is empty for any other notebook.
    """
    if not path.is_relative_to(NOTEBOOKS):
        return ""
    name = path.relative_to(NOTEBOOKS).as_posix()
    return name if name in checksums() else ""


def _listed_and_skipped(folder: Path) -> tuple[list[Path], list[Path]]:
    """The notebooks of a folder by name, then its studies; and those that are skipped.

    In the workbook's folder, notebooks that are not the workbook's own may come from
    anywhere, so they are skipped. In other folders none is.
    """
    studies = sorted((folder / STUDIES).glob("*.ipynb"), key=_place_of_study)
    paths = [*sorted(folder.glob("*.ipynb")), *studies]
    if folder.resolve() != NOTEBOOKS.resolve():
        return paths, []
    known_sums = checksums()
    names = {path: path.relative_to(folder).as_posix() for path in paths}
    known = [path for path in paths if names[path] in known_sums]
    return known, [path for path in paths if names[path] not in known_sums]


def _place_of_study(study: Path) -> tuple[int, str]:
    """The place of a study among all, by its chapter; those without one come last."""
    known = study.stem in _STUDIES_IN_ORDER
    return _STUDIES_IN_ORDER.index(study.stem) if known else len(
        _STUDIES_IN_ORDER
    ), study.stem


def studies_by_chapter(chapters: list[Chapter]) -> list[tuple[Chapter, list[Chapter]]]:
    """The chapters that studies go on from, in order, each with its studies."""
    groups = []
    studies = {x.path.stem: x for x in chapters if x.path.parent.name == STUDIES}
    for chapter in chapters:
        names = STUDIES_OF.get(chapter.path.stem, "").split()
        if here := [studies.pop(name) for name in names if name in studies]:
            groups.append((chapter, here))
    if studies:  # a reader's own, which go on from none
        groups.append((chapters[0], [*studies.values()]))
    return groups


def skipped_notebooks(folder: Path) -> list[Path]:
    """The notebooks in the workbook's folder that are not the workbook's own."""
    return _listed_and_skipped(folder)[1]


def chapter_at(path: Path) -> Chapter:
    """A notebook as JSON.

    nbformat takes seconds to import: an unchanged chapter does not wait for it.

    Raises:
        ValueError: there is no such file, or it is no notebook.
    """
    content = None
    if not path.is_file():
        raise ValueError(f"there is no file {path}")
    text = data.read_file(path)
    with suppress(ValueError, RecursionError):
        content = json.loads(text)
    if data.form_faults(content, _NOTEBOOK_FORM):
        raise ValueError(f"{path.name} is not a Jupyter notebook")
    return Chapter(path, content)


def chapters_in(folder: Path) -> list[Chapter]:
    """The notebooks of a folder by name, and then its studies, as JSON.

    Of the workbook's folder these are the workbook's own notebooks alone.

    Raises:
        ValueError: there is none, or a file is no notebook, or a link leads elsewhere.
    """
    paths, root = _listed_and_skipped(folder)[0], folder.resolve()
    for path in paths:
        if not path.resolve().is_relative_to(root):
            raise ValueError(f"{path} is a link to another folder: put a copy there")
    if not paths:
        raise ValueError(f"there are no notebooks in {folder}")
    return [*map(chapter_at, paths)]


def read_chapters(folder: Path = NOTEBOOKS) -> list[Chapter]:
    """The notebooks of a folder, read by nbformat."""
    return [chapter.as_node() for chapter in chapters_in(folder)]
