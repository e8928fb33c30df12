"""What a notebook reads while it is executed: this folder's modules, files, listings.

`start` is called in the kernel before the first cell, `found` after the last. A change
in anything else cannot change the notebook's outputs.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_NOT_READ = ("site", "foxkit/site", ".venv", "data/tables", "data/yours", ".git")
"""Folders whose content decides no output: pages, packages, tables that are made from
code, and a reader's own games, which count with the matches that a cell asks for."""
_SCRIPTS = {".js", ".pyc"}
"""Files that pages add to outputs, or that are made from other files."""
_opened: set[str] = set()
_listed: set[str] = set()


def start() -> None:
    """Begin to take down what this process opens and lists."""

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        seen = {"open": _opened, "os.scandir": _listed, "os.listdir": _listed}
        if event in seen and isinstance(arguments[0], str | os.PathLike):
            if (
                event == "open"
                and isinstance(arguments[1], str)
                and arguments[1] != "r"
            ):
                return  # `w`, `x` or `a`: what is written
            seen[event].add(os.path.abspath(os.fspath(arguments[0])))  # noqa: PTH100

    sys.addaudithook(note)


def found() -> list[str]:
    """The files and folders that were read, by their names in the workbook's folder."""
    modules = (getattr(each, "__file__", None) for each in [*sys.modules.values()])
    names = {*filter(None, modules), *_opened, *_listed}
    return sorted({*_ours(names)})


def _ours(names: set[str]) -> Iterator[str]:
    for path in map(Path, names):
        if path.suffix in _SCRIPTS or not path.is_relative_to(ROOT):
            continue
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(tuple(f"{x}/" for x in _NOT_READ)) and path.exists():
            yield name
