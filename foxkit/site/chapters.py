"""Chapters: notebooks, and how one is executed without being changed on disk."""

import json
import os
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook

from foxkit.site.kept import ROOT

NOTEBOOKS = ROOT / "notebooks"
STUDIES = "studies"
"""The folder beside the chapters of what goes past the documents."""
NAMES = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"),
    *("data/README.md", "docs/TEACHING.md"),
)
TEXTS = tuple(ROOT / name for name in NAMES)
"""Prose beside the chapters that has a page of its own."""
WIDGET = "application/vnd.jupyter.widget-view+json"


@dataclass(frozen=True)
class Chapter:
    """A notebook, and what is known of its execution."""

    path: Path  # the file that it was read from
    notebook: NotebookNode
    error: str = ""  # what ended its execution early, if anything
    stamp: str = ""  # a digest of all that its outputs depend on
    played: tuple[dict[str, Any], ...] = ()  # what its cells asked `play` for

    @property
    def title(self) -> str:
        """The first heading, or the file's name where there is none."""
        heading = re.search(r"^#+\s+(.+)$", self._prose, re.MULTILINE)
        return heading[1].strip() if heading else self.path.stem

    @property
    def sections(self) -> list[tuple[str, list[str]]]:
        """The headings of the second level, each with those of the third below it."""
        found: list[tuple[str, list[str]]] = []
        headings = re.findall(r"^(###?) +(.+?) *$", self._prose, re.MULTILINE)
        for level, heading in headings:
            if level == "##" or not found:
                found.append((heading, []))
            else:
                found[-1][1].append(heading)
        return found

    @property
    def _prose(self) -> str:
        cells = (c.source for c in self.notebook.cells if c.cell_type == "markdown")
        return "\n".join(cells)

    @property
    def short(self) -> str:
        """The title up to its first colon, for lists of links."""
        return self.title.partition(":")[0]

    @property
    def page(self) -> str:
        """The name of its page; the index chapter's is what servers look for."""
        return page_name(self.path)

    @property
    def sources(self) -> list[list[tuple[str, Any]]]:
        """The cells without what an execution has left in them."""
        made = {"execution_count", "id", "outputs"}
        cells = (sorted(cell.items()) for cell in self.notebook.cells)
        return [[item for item in cell if item[0] not in made] for cell in cells]

    @property
    def code_cells(self) -> int:
        """The number of cells to execute."""
        return sum(c.cell_type == "code" for c in self.notebook.cells)


def page_name(path: Path) -> str:
    """Return the name of the page of a chapter, or of a text beside the chapters."""
    if path.name == "00_index.ipynb":
        return "index.html"
    above = {"data": "data-", STUDIES: "study-"}.get(path.parent.name, "")
    return f"{above}{path.stem}.html"


def texts() -> list[Chapter]:
    """Return the texts that chapters point to, as chapters of prose."""
    found = []
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        titled = (
            text if text.startswith("# ") else f"# {path.stem.capitalize()}\n\n{text}"
        )
        cell = new_markdown_cell(titled)
        found.append(Chapter(path, new_notebook(cells=[cell])))
    return found


def read(folder: Path = NOTEBOOKS) -> list[Chapter]:
    """Return the notebooks of a folder by name, and then its studies.

    Raises:
        ValueError: a file is no notebook.
    """
    found = []
    studies = sorted((folder / STUDIES).glob("*.ipynb"))
    for path in [*sorted(folder.glob("*.ipynb")), *studies]:
        try:
            found.append(Chapter(path, nbformat.read(path, as_version=4)))
        except (ValueError, AttributeError) as error:
            raise ValueError(f"{path.name} is not a Jupyter notebook") from error
    return found


def execute(chapter: Chapter, on_cell: Callable[..., None] | None = None) -> Chapter:
    """Return the chapter with fresh outputs, up to its first error.

    Args:
        chapter: what to execute, in a new kernel and in its own folder.
        on_cell: called after every cell, with keyword arguments.
    """
    notebook = deepcopy(chapter.notebook)
    client = NotebookClient(
        notebook,
        timeout=None,
        kernel_name="python3",
        on_cell_executed=on_cell,
        record_timing=False,  # each execution would change a committed file
        store_widget_state=False,  # pages show what a widget leaves without a kernel
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    error = ""
    with TemporaryDirectory() as folder:
        calls = Path(folder) / "calls"
        env = _environment() | {"FOXKIT_PLAYS": "0", "FOXKIT_CELLS": str(calls)}
        try:
            _execute_cells(client, cwd=str(chapter.path.parent), env=env)
        except (CellControlSignal, DeadKernelError) as raised:
            error = _sentence(raised)
        lines = calls.read_text("utf-8").splitlines() if calls.exists() else []
    played = tuple(map(json.loads, lines))
    return replace(chapter, notebook=stilled(notebook), error=error, played=played)


def stilled(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook with its widgets as what they leave without a kernel.

    Their models went with the kernel that ran them: JupyterLab would show an error in
    place of each until its cell has run again.
    """
    notebook.metadata.pop("widgets", None)
    for output in (each for c in notebook.cells for each in c.get("outputs", [])):
        output.get("data", {}).pop(WIDGET, None)
    return notebook


def _execute_cells(client: NotebookClient, **options: Any) -> None:
    """Execute every cell in a kernel of its own; one that is interrupted ends at once.

    The kernel is told the cell's id and tags, as JupyterLab tells its own.

    `client.execute` would catch Ctrl-C itself and report a kernel that has died.
    """
    with client.setup_kernel(**options):
        try:
            _name_kernel(client)
            for index, cell in enumerate(client.nb.cells):
                told = {"cellId": cell.id, "tags": cell.metadata.get("tags", [])}
                client.kc.session.metadata = told  # type: ignore[union-attr]
                count = client.code_cells_executed + 1
                client.execute_cell(cell, index, execution_count=count)
        except KeyboardInterrupt:
            client.shutdown_kernel = "immediate"
            raise


def _name_kernel(client: Any) -> None:
    """Write the kernel's names as JupyterLab does: opening would change them."""
    spec, metadata = client.km.kernel_spec, client.nb.metadata
    metadata.kernelspec = {
        "display_name": spec.display_name,
        "language": spec.language,
        "name": client.kernel_name,
    }
    told = client.wait_for_reply(client.kc.kernel_info())["content"]
    metadata.language_info = told["language_info"]


def _environment() -> dict[str, str]:
    """Return the kernel's environment, in which `import foxkit` finds this one."""
    paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
    return os.environ | {"PYTHONPATH": os.pathsep.join(paths)}


def _sentence(error: Exception) -> str:
    if isinstance(error, CellExecutionError):
        return f"{error.ename}: {error.evalue}"
    return f"{type(error).__name__}: {error}"
