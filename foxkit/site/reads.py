"""Record what a notebook reads while it is executed: modules, files, folders.

`start_recording` is called in the kernel before the first cell, `files_read` after the
last. Only files in the workbook's folder and in the notebook's own count: a change in
any other file cannot change the notebook's outputs.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_NOT_READ = ("site", "foxkit/site", "data/tables", "data/yours")
"""Folders that do not influence outputs: pages, tables that are made from code, and the
reader's games, which count with the matches of a cell."""
_IGNORED_SUFFIXES = {".js", ".css", ".pyc"}
"""Files that pages add to outputs, or that are made from other files."""
SPLIT_BY_DOCUMENT = {"data/ledger.json", "data/cells.json"}
"""Files that have a part for each document."""
_opened: set[str] = set()
_listed: set[str] = set()


def start_recording() -> None:
    """Begin to record what this process opens and lists."""
    seen = {"open": _opened, "os.scandir": _listed, "os.listdir": _listed}

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event not in seen or not isinstance(arguments[0], str | os.PathLike):
            return
        if event == "open" and arguments[2] & (os.O_WRONLY | os.O_RDWR):
            return
        seen[event].add(os.path.abspath(os.fspath(arguments[0])))  # noqa: PTH100

    sys.addaudithook(note)


def files_read() -> list[str]:
    """The files and folders that were read, by their paths in the workbook's folder.

    Files beside a notebook in another folder have their whole paths.
    """
    modules = (getattr(each, "__file__", None) for each in [*sys.modules.values()])
    # Python lists the folders in which it looks for modules. And whoever compiles looks
    # at all sources (`foxkit.core.caching`), of which those count that are imported.
    listed = _listed - {os.path.abspath(x) for x in sys.path_importer_cache}  # noqa: PTH100
    read = {*_names_in_workbook(_opened | listed)}
    read -= {x for x in read if x.startswith("foxkit/") and not Path(x).suffix}
    read -= {x for x in read if x.startswith("foxkit/") and x.endswith(".py")}
    return sorted(
        _parts_of_files({*_names_in_workbook({*filter(None, modules)}), *read})
    )


def _parts_of_files(names: set[str]) -> set[str]:
    """Names, with parts in place of files of which only parts count.

    Of published rows and of claims only those of the documents that were read count,
    such as `data/ledger.json#fox_game`.
    """
    claims = sys.modules.get("foxkit.lab.claims")
    used = claims.claims().used if claims else set()
    if not used:
        return names
    published = {f"data/published/{name}.csv" for name in used}
    names = {x for x in names if not x.startswith("data/published/") or x in published}
    for whole in SPLIT_BY_DOCUMENT & names:
        names = names - {whole} | {f"{whole}#{name}" for name in used}
    return names


def _names_in_workbook(names: set[str]) -> Iterator[str]:
    """Yield the names of paths that can influence outputs, within their folder."""
    for path in map(Path, names):
        folder = next(filter(path.is_relative_to, (ROOT, Path.cwd())), None)
        if folder is None or path.suffix in _IGNORED_SUFFIXES or not path.exists():
            continue
        inside = path.relative_to(folder)
        if any(x.startswith(".") or x == "__pycache__" for x in inside.parts):
            continue  # packages, compiled code, and what programs remember
        if not inside.as_posix().startswith(tuple(f"{x}/" for x in _NOT_READ)):
            yield (inside if folder == ROOT else path).as_posix()
