"""Execute a chapter in a kernel of its own; its file is not changed."""

import os
import threading
from ast import literal_eval
from collections.abc import Callable
from contextlib import ExitStack
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, CellExecutionError, DeadKernelError

from foxkit.lab.cell_outputs import remove_play_calls
from foxkit.lab.syntax import parse
from foxkit.site.chapters import ROOT, WIDGET, Chapter
from foxkit.view.balance_lab import RUN_CELL_HINT
from foxkit.view.live_elements import without_scripts

KERNELS = Path(__file__).with_name("kernels")


class WorkbookKernels(KernelSpecManager):
    """The available kernels: only ours, whatever kernel a notebook names.

    It finds modules beside a notebook after all others, so that none of them replaces a
    package.
    """

    def _kernel_dirs_default(self) -> list[str]:
        return [str(KERNELS)]


_RECORDER = "__import__('foxkit.site.reads', fromlist=['start_recording'])"
"""Python for the kernel that records what a notebook reads; it binds no name."""
_clients: set[NotebookClient] = set()
_set_up = threading.Lock()
"""Held by a thread that makes a kernel: the first object of a class of Jupyter's looks
up the classes of its attributes, and fails if another thread does so at that moment."""


def execute_chapter(
    chapter: Chapter, on_cell: Callable[..., None] | None = None
) -> Chapter:
    """The chapter with new outputs, up to its first error, and the files it read.

    Args:
        chapter: what to execute, in a new kernel and in its own folder.
        on_cell: called after every cell, with keyword arguments.
    """
    notebook = deepcopy(chapter.notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    with _set_up:
        client = NotebookClient(
            notebook,
            timeout=None,
            kernel_name="python3",
            on_cell_executed=on_cell,
            record_timing=False,  # each execution would change a committed file
            store_widget_state=True,  # nbclient needs it for what `interact` prints
        )
        manager: Any = client.create_kernel_manager()
        manager.kernel_spec_manager = WorkbookKernels()
    error, reads = "", list[str]()
    paths = filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
    variables = {"PYTHONPATH": os.pathsep.join(paths), "FOXKIT_PLAYS": "0"}
    try:
        env = os.environ | variables
        reads = _execute_cells(client, cwd=str(chapter.path.parent), env=env)
    except CellExecutionError as raised:
        error = f"{raised.ename}: {raised.evalue}"
    except (CellControlSignal, DeadKernelError) as raised:
        error = f"{type(raised).__name__}: {raised}"
    played = tuple(remove_play_calls(notebook.cells))
    # Widgets' models went with the kernel that ran them: JupyterLab would show an error
    # in place of each until its cell has run again.
    notebook.metadata.pop("widgets", None)
    for cell in (each for each in notebook.cells if each.cell_type == "code"):
        # Progress, such as that of tables made for the first time, names this machine's
        # folders, and would be shown for ever.
        cell.outputs = _join_texts(
            [o for o in cell.outputs if o.get("name") != "stderr"]
        )
        for output in cell.outputs:
            shown = output.get("data", {})
            if shown.pop(WIDGET, None) and shown.keys() == {"text/plain"}:
                shown["text/html"] = RUN_CELL_HINT  # its text names Python's objects
            if "text/html" in shown:
                shown["text/html"] = without_scripts(shown["text/html"])
    return replace(
        chapter,
        notebook=notebook,
        error=error,
        play_calls=played,
        files_read=tuple(reads),
    )


def _join_texts(outputs: list[Any]) -> list[Any]:
    """Outputs, with consecutive printed texts joined; how they are split is chance."""
    joined: list[Any] = []
    for output in outputs:
        last_and_this = [*joined[-1:], output]
        if len(last_and_this) == 2 and all(
            each.output_type == "stream" for each in last_and_this
        ):
            joined[-1].text += output.text
        else:
            joined.append(output)
    return joined


def end_all_kernels() -> None:
    """End every kernel that executes a chapter: who waits for it can go on."""
    for client in [*_clients]:
        provisioner: Any = client.km and client.km.provisioner
        if provisioner and provisioner.process:
            provisioner.process.kill()


def _execute_cells(client: NotebookClient, **options: Any) -> list[str]:
    """Execute every cell in a kernel of its own; one that is interrupted ends at once.

    The kernel is told the cell's id and tags, as JupyterLab tells its own.

    `client.execute` would catch Ctrl-C itself and report a kernel that has died.
    """
    with ExitStack() as opened:
        with _set_up:
            opened.enter_context(client.setup_kernel(**options))
        _clients.add(client)
        try:
            _write_kernel_metadata(client)
            _evaluate_in_kernel(client, f"{_RECORDER}.start_recording()")
            for index, cell in enumerate(client.nb.cells):
                metadata = {"cellId": cell.id, "tags": cell.metadata.get("tags", [])}
                client.kc.session.metadata = metadata  # type: ignore[union-attr]
                count = client.code_cells_executed + 1
                client.execute_cell(cell, index, execution_count=count)
            return list(_evaluate_in_kernel(client, f"{_RECORDER}.files_read()"))
        except KeyboardInterrupt:
            client.shutdown_kernel = "immediate"
            raise
        finally:
            _clients.discard(client)


def _evaluate_in_kernel(client: Any, expression: str) -> Any:
    """The kernel's value of an expression; the notebook and its names stay."""
    expressions = {"answer": expression}
    sent = client.kc.execute("", silent=True, user_expressions=expressions)
    answer = client.wait_for_reply(sent)["content"]["user_expressions"]["answer"]
    if answer["status"] != "ok":
        raise RuntimeError(f"the kernel could not tell what is read: {answer}")
    return literal_eval(parse(answer["data"]["text/plain"], "eval"))


def _write_kernel_metadata(client: Any) -> None:
    """Write the kernel's names as JupyterLab does: opening would change them."""
    spec, metadata = client.km.kernel_spec, client.nb.metadata
    metadata.kernelspec = {
        "display_name": spec.display_name,
        "language": spec.language,
        "name": client.kernel_name,
    }
    content = client.wait_for_reply(client.kc.kernel_info())["content"]
    metadata.language_info = content["language_info"]
