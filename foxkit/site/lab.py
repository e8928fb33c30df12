"""JupyterLab on the workbook: chapters are trusted, their pictures drawn in place.

Its root is the workbook's folder, so that links from a chapter to the README and the
data lead somewhere, and so that folders beside `notebooks` can be opened.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from platform import python_version
from tempfile import mkdtemp
from typing import Any
from urllib.parse import quote

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from jupyterlab.labapp import LabApp
from nbformat.sign import NotebookNotary

from foxkit.site.chapters import NOTEBOOKS, ROOT, read_chapters

INDEX = NOTEBOOKS / "00_index.ipynb"
SIGNED = Path(sys.prefix, "share", "foxkit")
EXTENSIONS = Path(__file__).with_name("labextensions")


class Files(AsyncLargeFileManager):
    """Files as they are, but for the version of Python that a notebook names.

    JupyterLab would write ours there, and call the notebook changed on opening it.
    """

    async def get(self, *place: Any, **options: Any) -> Any:
        """Return a file or a folder."""
        model = await super().get(*place, **options)
        if model["type"] == "notebook" and model["content"]:
            told = model["content"]["metadata"].get("language_info", {})
            told.update({"version": python_version()} if told else {})
        return model


def _signed() -> Path:
    """The environment's folder; where it cannot be written, one of this process."""
    with suppress(OSError):
        SIGNED.mkdir(parents=True, exist_ok=True)
    return SIGNED if os.access(SIGNED, os.W_OK) else _temporary()


@cache
def _temporary() -> Path:
    return Path(mkdtemp(prefix="foxkit-"))


def _signatures() -> dict[str, str]:
    """Say where signatures are kept: in the environment's folder, not the reader's."""
    files = {"db_file": "signatures.db", "secret_file": "secret"}
    return {name: str(_signed() / file) for name, file in files.items()}


def options() -> list[str]:
    """Return what JupyterLab is started with."""
    return [
        f"--LabApp.extra_labextensions_path={EXTENSIONS}",
        "--ServerApp.contents_manager_class=foxkit.site.lab.Files",
        *(f"--NotebookNotary.{name}={path}" for name, path in _signatures().items()),
    ]


def trust(folder: Path = NOTEBOOKS) -> None:
    """Sign a folder's notebooks: what they hold is shown before they run."""
    notary = NotebookNotary(**_signatures())
    for chapter in read_chapters(folder):
        notary.sign(chapter.notebook)


def command(arguments: Sequence[str]) -> list[str]:
    """Return what JupyterLab is started with, beside the options of `options`.

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
        said = f"{path} is not in {root}: only what is in there can be opened"
        raise ValueError(said)
    at = "/".join(["/lab/tree", *map(quote, whole.relative_to(root).parts)])
    here = [f"--ServerApp.root_dir={ROOT}", f"--LabApp.default_url={at}"]
    return [*here, *arguments[named:]]


def main() -> None:
    """Open JupyterLab on the index chapter, or on what the first argument names."""
    try:
        given = command(sys.argv[1:])
    except ValueError as error:
        print(f"workbook.py: {error}", file=sys.stderr)
        sys.exit(2)
    os.chdir(ROOT)  # where the settings of a JupyterLab of this folder would be
    trust()
    LabApp.launch_instance([*options(), *given])


if __name__ == "__main__":
    main()
