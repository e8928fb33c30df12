"""Solved tables on disk, believed only if they are whole and of the code at hand.

A table is one array in a `.npy` file. A note of the same name beside it, in JSON, says
what makes it one to be believed: its SHA-256 digest, its name, and the digest of the
source files that made it; it has a checksum of its own. Whatever has no such note is
solved again: what a broken-off run, an edited rule, a disk or a stranger has left.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit.core import data

PACKAGE = Path(__file__).parents[1]
SHARE = 0.9
"""How much of the machine's memory a solver may plan to fill."""


def memory() -> int | None:
    """Return the bytes of memory that this machine has; None on Windows."""
    if sys.platform == "win32":
        return None
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def peak_mib() -> int | None:
    """Return the most memory that this process has had so far; None on Windows."""
    if sys.platform == "win32":
        return None
    import resource

    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


def require(needed: int, what: str, instead: str) -> None:
    """Raise ValueError if `needed` bytes are more than this machine can spare.

    The sentence begins with `what` and ends with what to do `instead`.
    """
    there = memory()
    if there is not None and needed > SHARE * there:
        raise ValueError(
            f"{what} needs {needed / 2**30:.1f} GiB of memory, and this machine has "
            f"{there / 2**30:.1f}: {instead}"
        )


def code_of(stem: str, package: Path = PACKAGE) -> str:
    """Return a digest of the source that solves the game whose files begin so."""
    patterns = "core/*.py", f"rules/{stem}*.py", f"solvers/{stem}*.py"
    found = (path for pattern in patterns for path in package.glob(pattern))
    total = hashlib.sha256()
    for path in sorted([*found, package / "solvers" / "sweep.py"]):
        total.update(path.relative_to(package).as_posix().encode() + b"\0")
        total.update(path.read_bytes() + b"\0")
    return total.hexdigest()


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """Yield a name to write to; what is complete then gets its own, or nothing does.

    Another process may be doing the same: the names of unfinished files differ.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        yield part
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check(facts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


Made = tuple[NDArray[Any], dict[str, Any]]
"""A table, and facts for its note."""


class Store:
    """The tables of one game.

    Attributes:
        game: the folder's name.
        code: the digest of the source, taken when it was loaded: an edit while a
            session runs does not make its tables those of the new source.
        known: the tables read so far, by file, so that another folder has its own.
        lock: held while a table is made, so that no thread makes it as well.
    """

    def __init__(self, game: str, stem: str) -> None:
        self.game, self.code = game, code_of(stem)
        self.known: dict[Path, NDArray[Any]] = {}
        self.lock = RLock()

    def path(self, name: str) -> Path:
        """Return the file of a table; its note has the suffix `.json`."""
        return data.folder() / "tables" / self.game / f"{name}.npy"

    def note(self, name: str) -> dict[str, Any]:
        """Return what is noted of a table of this code.

        Raises:
            ValueError: there is no such note, or it is another's.
        """
        path = self.path(name)
        try:
            found = dict(json.loads(path.with_suffix(".json").read_text("utf-8")))
            check = found.pop("check", "")
        except (OSError, ValueError, TypeError, RecursionError):
            found, check = {}, ""
        if check != _check(found) or found["name"] != name:
            raise ValueError(f"{path} has no sound note")
        if found["code"] != self.code:
            raise ValueError(f"the table {path.name} was made by other code")
        return found

    def has(self, name: str) -> bool:
        """Return whether a table seems to be there; `read` makes sure."""
        try:
            return bool(self.note(name)) and self.path(name).exists()
        except ValueError:
            return False

    def write(self, name: str, table: NDArray[Any], **facts: Any) -> None:
        """Write a table, and then its note with some facts more."""
        path = self.path(name)
        with _whole(path) as part:
            with part.open("wb") as file:
                np.save(file, table)
            facts |= {"name": name, "code": self.code, "sha256": _digest(part)}
        with _whole(path.with_suffix(".json")) as part:
            text = json.dumps({**facts, "check": _check(facts)})
            part.write_text(text + "\n", encoding="utf-8")

    def read(self, name: str) -> NDArray[Any]:
        """Return a table, mapped into memory.

        Raises:
            ValueError: it is not there, damaged, or was made by other code.
        """
        path, noted = self.path(name), self.note(name)
        if not path.exists() or _digest(path) != noted["sha256"]:
            raise ValueError(f"{path} is damaged")
        table: NDArray[Any] = np.load(path, mmap_mode="c")
        return table

    def get(self, name: str, make: Callable[[], Made]) -> NDArray[Any]:
        """Return a table that was read or made before; else read it, or `make` it.

        Why a file is not believed goes to stderr.
        """
        path = self.path(name)
        if path not in self.known or not path.exists():
            with self.lock:
                self.known[path] = self._found_or_made(name, make)
        return self.known[path]

    def _found_or_made(self, name: str, make: Callable[[], Made]) -> NDArray[Any]:
        try:
            return self.read(name)
        except ValueError as error:
            if self.path(name).exists():
                print(f"{error}; solving it again", file=sys.stderr)
        table, facts = make()
        self.write(name, table, **facts)
        return self.read(name)

    def remove(self, name: str) -> None:
        """Delete a table and its note, if they are there."""
        for suffix in (".npy", ".json"):
            self.path(name).with_suffix(suffix).unlink(missing_ok=True)
