"""What a notebook reads while it is executed: modules, files and listings of folders.

`start` is called in the kernel before the first cell, `found` after the last. Of this
folder and the notebook's own everything counts: a change in anything else cannot change
the notebook's outputs.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_NOT_READ = ("site", "foxkit/site", "data/tables", "data/yours")
"""Folders whose content decides no output: pages, tables that are made from code, and a
reader's own games, which count with the matches that a cell asks for."""
_SCRIPTS = {".js", ".css", ".pyc"}
"""Files that pages bring to outputs anew, or that are made from other files."""
PARTED = {"data/ledger.json", "data/cells.json"}
"""Files of which each document has a part."""
_opened: set[str] = set()
_listed: set[str] = set()


def start() -> None:
    """Begin to take down what this process opens and lists."""
    seen = {"open": _opened, "os.scandir": _listed, "os.listdir": _listed}

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in seen or not isinstance(arguments[0], str | os.PathLike):
            return
        if event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR):
            return
        seen[event].add(os.path.abspath(os.fspath(arguments[0])))  # noqa: PTH100

    sys.addaudithook(note)


def found() -> list[str]:
    """The files and folders that were read, by their names in the workbook's folder.

    What lies beside a notebook in another folder has its whole path.
    """
    modules = (getattr(each, "__file__", None) for each in [*sys.modules.values()])
    # Python lists the folders in which it looks for modules. And whoever compiles looks
    # at all sources (`foxkit.core.caching`), of which those count that are imported.
    listed = _listed - {os.path.abspath(x) for x in sys.path_importer_cache}  # noqa: PTH100
    read = {*_ours(_opened | listed)}
    read -= {x for x in read if x.startswith("foxkit/") and not Path(x).suffix}
    read -= {x for x in read if x.startswith("foxkit/") and x.endswith(".py")}
    return sorted(_narrowed({*_ours({*filter(None, modules)}), *read}))


def _narrowed(names: set[str]) -> set[str]:
    """Names with parts of the files that are read whole, and of which parts count.

    Of what documents print, and of what cells claim of it, that is what belongs to the
    documents that were looked at: `data/ledger.json#fox_game`.
    """
    claims = sys.modules.get("foxkit.lab.claims")
    used = claims.claims().used if claims else set()
    if not used:
        return names
    published = {f"data/published/{name}.csv" for name in used}
    names = {x for x in names if not x.startswith("data/published/") or x in published}
    for whole in PARTED & names:
        names = names - {whole} | {f"{whole}#{name}" for name in used}
    return names


def _ours(names: set[str]) -> Iterator[str]:
    for path in map(Path, names):
        folder = next(filter(path.is_relative_to, (ROOT, Path.cwd())), None)
        if folder is None or path.suffix in _SCRIPTS or not path.exists():
            continue
        inside = path.relative_to(folder)
        if any(x.startswith(".") or x == "__pycache__" for x in inside.parts):
            continue  # packages, compiled code, and what programs remember
        if not inside.as_posix().startswith(tuple(f"{x}/" for x in _NOT_READ)):
            yield (inside if folder == ROOT else path).as_posix()
