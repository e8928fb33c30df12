"""How a chapter is executed, in a kernel of its own, without being changed on disk."""

import json
import os
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError

from foxkit.site.chapters import ROOT, WIDGET, Chapter

KERNELS = Path(__file__).with_name("kernels")


class Kernels(KernelSpecManager):
    """The kernels that there are: one, whatever a notebook or the machine names.

    It finds modules beside a notebook, behind all others: none takes the place of a
    package.
    """

    def _kernel_dirs_default(self) -> list[str]:
        return [str(KERNELS)]


def execute(chapter: Chapter, on_cell: Callable[..., None] | None = None) -> Chapter:
    """Return the chapter with fresh outputs alone, up to its first error.

    Args:
        chapter: what to execute, in a new kernel and in its own folder.
        on_cell: called after every cell, with keyword arguments.
    """
    notebook = deepcopy(chapter.notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    client = NotebookClient(
        notebook,
        timeout=None,
        kernel_name="python3",
        on_cell_executed=on_cell,
        record_timing=False,  # each execution would change a committed file
        store_widget_state=False,  # pages show what a widget leaves without a kernel
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    manager: Any = client.create_kernel_manager()
    manager.kernel_spec_manager = Kernels()
    error = ""
    paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
    own = {"PYTHONPATH": os.pathsep.join(paths), "FOXKIT_PLAYS": "0"}
    with TemporaryDirectory() as folder:
        calls = Path(folder) / "calls"
        env = os.environ | own | {"FOXKIT_CELLS": str(calls)}
        try:
            _execute_cells(client, cwd=str(chapter.path.parent), env=env)
        except CellExecutionError as raised:
            error = f"{raised.ename}: {raised.evalue}"
        except (CellControlSignal, DeadKernelError) as raised:
            error = f"{type(raised).__name__}: {raised}"
        lines = calls.read_text("utf-8").splitlines() if calls.exists() else []
    # Widgets' models went with the kernel that ran them: JupyterLab would show an error
    # in place of each until its cell has run again.
    notebook.metadata.pop("widgets", None)
    for output in (each for c in notebook.cells for each in c.get("outputs", [])):
        output.get("data", {}).pop(WIDGET, None)
    played = tuple(map(json.loads, lines))
    return replace(chapter, notebook=notebook, error=error, played=played)


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
