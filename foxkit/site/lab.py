"""JupyterLab on the workbook: its own chapters are trusted, pictures drawn in place.

Its root is the workbook's folder, so that links from a chapter to the README and the
data lead somewhere, and so that folders beside `notebooks` can be opened.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from platform import python_version
from typing import Any
from urllib.parse import quote

import nbformat
from jupyter_core.paths import jupyter_data_dir
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyterlab.labapp import LabApp
from nbformat.sign import NotebookNotary

from foxkit.data import read_file
from foxkit.site.chapters import NOTEBOOKS, ROOT, checksums
from foxkit.view.live_elements import with_current_scripts

INDEX = NOTEBOOKS / "00_index.ipynb"
EXTENSIONS = Path(__file__).with_name("labextensions")


class WorkbookContentsManager(AsyncLargeFileManager):
    """The contents manager of our JupyterLab: files, with three changes in notebooks.

    Stored games and searches get the scripts that show them. JupyterLab would write
    our version of Python into the metadata, and call the notebook changed on opening
    it. And it would restore stored widgets, whose scripts run at once, in notebooks
    that are not trusted as well.
    """

    def mark_trusted_cells(self, nb: Any, path: str = "") -> None:
        """Mark the cells that are trusted; without trust, leave stored widgets out."""
        super().mark_trusted_cells(nb, path)
        if not self.notary.check_signature(nb):
            nb["metadata"].pop("widgets", None)

    async def get(self, *place: Any, **options: Any) -> Any:
        """A file or a folder."""
        model = await super().get(*place, **options)
        if model["type"] == "notebook" and model["content"]:
            _bring_to_life(model["content"])
            told = model["content"]["metadata"].get("language_info", {})
            told.update({"version": python_version()} if told else {})
        return model


def _bring_to_life(notebook: Any) -> None:
    """Add to stored games and searches the scripts that show them.

    JupyterLab runs them where the reader trusts the notebook.
    """
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if isinstance(html := data.get("text/html"), str):
                data["text/html"] = with_current_scripts(html)


def jupyterlab_options() -> list[str]:
    """The options of JupyterLab here."""
    return [
        f"--LabApp.extra_labextensions_path={EXTENSIONS}",
        "--ServerApp.contents_manager_class=foxkit.site.lab.WorkbookContentsManager",
        "--ServerApp.kernel_spec_manager_class=foxkit.site.execution.WorkbookKernels",
    ]


def sign_committed_notebooks(folder: Path = NOTEBOOKS) -> None:
    """Sign the workbook's notebooks that are as they were committed, and no others.

    What they hold is shown before they run. Whatever else lies there is signed by
    JupyterLab once the reader has run it, or has said that it is to be trusted.
    """
    Path(jupyter_data_dir()).mkdir(parents=True, exist_ok=True)
    notary = NotebookNotary(data_dir=jupyter_data_dir())
    for name, digest in checksums().items():
        path = folder / name
        content = b""
        with suppress(ValueError, OSError):  # not as it was committed
            content = read_file(path)
        if sha256(content).hexdigest() == digest:
            notary.sign(nbformat.reads(content.decode(), as_version=4))


def jupyterlab_command(arguments: Sequence[str]) -> list[str]:
    """The command that starts JupyterLab, without the options of `jupyterlab_options`.

    Args:
        arguments: what to open, if anything, and then options of JupyterLab.

    Raises:
        ValueError: there is no such notebook or folder, or it is somewhere else.
    """
    named = bool(arguments) and not arguments[0].startswith("-")
    path, root = Path(arguments[0]) if named else INDEX, ROOT.resolve()
    if not path.exists():
        raise ValueError(f"there is no notebook or folder {path}")
    if not (whole := path.resolve()).is_relative_to(root):
        fault = f"{path} is not in {root}: only what is in there can be opened"
        raise ValueError(fault)
    at = "/".join(["/lab/tree", *map(quote, whole.relative_to(root).parts)])
    here = [f"--ServerApp.root_dir={ROOT}", f"--LabApp.default_url={at}"]
    return [*here, *arguments[named:]]


def main() -> None:
    """Open JupyterLab on the index chapter, or on what the first argument names."""
    try:
        given = jupyterlab_command(sys.argv[1:])
    except ValueError as error:
        print(f"workbook.py: {error}", file=sys.stderr)
        sys.exit(2)
    os.chdir(ROOT)  # where the settings of a JupyterLab of this folder would be
    sign_committed_notebooks()
    LabApp.launch_instance([*jupyterlab_options(), *given])


if __name__ == "__main__":
    main()
