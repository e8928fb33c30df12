"""JupyterLab on the chapters: they are trusted, and their pictures drawn in place."""

import os
import sys
from pathlib import Path

import nbformat
from jupyterlab.labapp import LabApp
from nbformat.sign import NotebookNotary

from foxkit.site.chapters import NOTEBOOKS

EXTENSIONS = Path(__file__).with_name("labextensions")
OWN = Path(sys.prefix, "share", "foxkit")
"""Where signatures are kept: in the environment's folder, not the reader's."""


def _signatures() -> dict[str, str]:
    OWN.mkdir(parents=True, exist_ok=True)
    return {"db_file": str(OWN / "signatures.db"), "secret_file": str(OWN / "secret")}


def options() -> list[str]:
    """Return what JupyterLab is started with."""
    extensions = f"--LabApp.extra_labextensions_path={EXTENSIONS}"
    signed = _signatures().items()
    return [extensions, *(f"--NotebookNotary.{name}={path}" for name, path in signed)]


def trust(folder: Path = NOTEBOOKS) -> None:
    """Sign a folder's notebooks: what they hold is shown before they run."""
    notary = NotebookNotary(**_signatures())
    for path in sorted(folder.glob("*.ipynb")):
        notary.sign(nbformat.read(path, as_version=4))


def main() -> None:
    """Open JupyterLab on the index chapter; arguments go on to it."""
    trust()
    index = os.path.relpath(NOTEBOOKS / "00_index.ipynb")
    LabApp.launch_instance([index, *options(), *sys.argv[1:]])


if __name__ == "__main__":
    main()
