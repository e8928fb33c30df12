"""Solved tables on disk, believed only if they are whole and of the code at hand.

A table is one array in a file `NAME.CODE.DIGEST.npy`: the digests of the source files
that made it, and of its content with its name and that source. Whatever else lies there
is solved again: what an edited rule, a disk or a stranger has left.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit import data
from foxkit.core.caching import PACKAGE, source_files_digest

MEMORY_SHARE = 0.9
"""How much of the machine's memory a solver may plan to fill."""


def machine_memory_bytes() -> int | None:
    """The bytes of memory that this machine has; None on Windows."""
    if sys.platform == "win32":
        return None
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def require_memory(needed_bytes: int, what: str, instead: str) -> None:
    """Raise ValueError if this machine cannot spare so many bytes of memory.

    The sentence begins with `what` and ends with what to do `instead`.
    """
    available = machine_memory_bytes()
    if available is not None and needed_bytes > MEMORY_SHARE * available:
        raise ValueError(
            f"{what} needs {needed_bytes / 2**30:.1f} GiB of memory, and this machine "
            f"has {available / 2**30:.1f}: {instead}"
        )


def source_digest(game: str, package: Path = PACKAGE) -> str:
    """A digest of what solves the game of a folder: its solver and all it imports."""
    folder, waiting, seen = package / "games" / game, ["solver"], set[Path]()
    while waiting:
        path = folder / f"{waiting.pop()}.py"
        if path.is_file() and path not in seen:
            seen.add(path)
            source = path.read_text(encoding="utf-8")
            waiting += re.findall(rf"games\.{game}\.(\w+) import", source)
            waiting += re.findall(rf"games\.{game} import (\w+)", source)
    shared = [*(package / "core").glob("*.py"), package / "solvers" / "sweep.py"]
    return source_files_digest(sorted([*shared, *seen]), package)


class TableStore:
    """The solved tables of one game: files in a folder of the data, and in memory."""

    def __init__(self, game: str, folder: str) -> None:
        """Tables of a game, by its name and that of its folder in `foxkit.games`."""
        self.game = game  # the folder's name
        # Taken when loaded: an edit does not make its tables those of the new source.
        self.code = source_digest(folder)
        # Each folder of tables has its own; the settings may name another one.
        self.tables_in_memory: dict[Path, Any] = {}
        self.folders_not_written: set[Path] = set()  # stderr has said so
        self.lock = RLock()  # held while a table is made: no thread makes it as well

    def folder(self) -> Path:
        """The folder of the tables, as it is set now."""
        return data.folder() / "tables" / self.game

    def all_files(self, name: str) -> list[Path]:
        """Whatever stands in the place of a table, sound or not."""
        try:
            files = [*self.folder().glob(f"{name}.*")]
        except OSError:  # of another user, say: nothing there can be read
            return []
        return sorted(path for path in files if path.suffix != ".part")

    def path(self, name: str) -> Path | None:
        """A table's file, if there is one of this code; `read` makes sure."""
        ours = f"{name}.{self.code[:8]}."
        ours_only = (x for x in self.all_files(name) if x.name.startswith(ours))
        return min(ours_only, key=lambda x: not _is_regular_file(x), default=None)

    def has(self, name: str) -> bool:
        """Whether a table is at hand: in memory, or on disk."""
        return (
            self.folder() / name in self.tables_in_memory or self.path(name) is not None
        )

    def _file_name_for_content(self, name: str, path: Path) -> str:
        """The file name that a table's content and code call for."""
        with path.open("rb") as file:
            total = hashlib.file_digest(file, "sha256")
        total.update(f"{name} {self.code}".encode())
        return f"{name}.{self.code[:8]}.{total.hexdigest()[:24]}.npy"

    def write(self, name: str, table: NDArray[Any]) -> None:
        """Replace a table's file; it gets its name when it is complete.

        OSError where it cannot be written.
        """
        part = self.folder() / f"{name}.{os.getpid()}.part"
        data.require_plain_file(part.parent / name)  # no folder on the way is a link
        self.folder().mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)  # of a process that died; it may be a link
        try:
            with part.open("xb") as file:
                np.save(file, table)
            data.remove_abandoned_parts(part)
            path = part.with_name(self._file_name_for_content(name, part))
            part.replace(path)
            self.remove(name, path)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)

    def try_to_write(self, name: str, table: NDArray[Any]) -> bool:
        """Write a table if possible, and return whether; stderr says once why not.

        What was computed can be used all the same.
        """
        try:
            self.write(name, table)
        except (OSError, ValueError) as error:
            if self.folder() not in self.folders_not_written:
                self.folders_not_written.add(self.folder())
                message = (
                    data.cannot_write_message(error)
                    if isinstance(error, OSError)
                    else error
                )
                print(message, file=sys.stderr)
            return False
        return True

    def read(self, name: str) -> NDArray[Any]:
        """A table, mapped into memory.

        ValueError where it is not there, damaged, or was made by other code.
        """
        path, existing = self.path(name), self.all_files(name)
        if path is None:
            other = f"{existing[0]} was made by other code" if existing else ""
            raise ValueError(other or f"there is no table {name}")
        data.require_plain_file(path)
        if path.name != self._file_name_for_content(name, path):
            raise ValueError(f"{path} is damaged")
        table: NDArray[Any] = np.load(path, mmap_mode="c")
        return table

    def get(
        self, name: str, make: Callable[[], NDArray[Any]], shape: tuple[int, ...]
    ) -> NDArray[Any]:
        """A table that was read or made before; else read it, or `make` it.

        It is of bytes and has a shape: compiled code that looks something up in it
        looks at no bounds. Why a file is not believed goes to stderr.
        """
        place = self.folder() / name
        known = self.tables_in_memory.get(place)
        if known is None or not _is_still_readable(known):
            with self.lock:
                try:
                    known = self.read(name)
                    if known.dtype != np.uint8 or known.shape != shape:
                        raise ValueError(f"{self.path(name)} holds another table")
                except (ValueError, OSError) as error:
                    if self.all_files(name):
                        print(f"{error}; solving it again", file=sys.stderr)
                    known = make()
                    if self.try_to_write(name, known):
                        known = self.read(name)
                self.tables_in_memory[place] = known
        table: NDArray[Any] = known
        return table

    def remove(self, name: str, keep: Path | None = None) -> None:
        """Delete the files of a table, all but one to `keep`."""
        for path in self.all_files(name):
            if path != keep:
                with suppress(OSError):  # it is not believed anyhow
                    path.unlink(missing_ok=True)


def _is_regular_file(path: Path) -> bool:
    """Whether there is a file at a path, and no link, folder or pipe."""
    try:
        data.require_plain_file(path)
    except ValueError:
        return False
    return True


def _is_still_readable(table: NDArray[Any]) -> bool:
    """Whether a table can be read: it is in memory, or its file is still there."""
    return not isinstance(table, np.memmap) or Path(str(table.filename)).exists()
