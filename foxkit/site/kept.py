"""What was made from what: files that are made again only when that has changed."""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from foxkit.core.data import write_whole

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data"
READ = ("published", "results", "games", "kept", "golden", "examples", "cache")
"""The folders of the data that chapters read; `tables` are made by the package."""
KINDS = {".csv", ".json", ".parquet", ".txt"}
"""The files there that are finished: a journal belongs to a run that is under way."""


class Kept:
    """A folder of files, each known by a digest of all that it was made from."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._book = folder, folder / "stamps.json"
        self.stamps: dict[str, str] = {}
        with suppress(FileNotFoundError, ValueError):  # unreadable: make all anew
            self.stamps.update(json.loads(self._book.read_text(encoding="utf-8")))

    def holds(self, name: str, stamp: str) -> bool:
        """Return whether a file is there and was made from just this."""
        return self.stamps.get(name) == stamp and (self.folder / name).exists()

    def write(self, name: str, text: str, stamp: str) -> None:
        """Write a file whole, and then what it was made from."""
        write_whole(self.folder / name, text.encode())
        self.stamps[name] = stamp
        write_whole(self._book, json.dumps(self.stamps, indent=1).encode())


def digest(*parts: object) -> str:
    """Return the SHA-256 digest of values that `repr` tells apart."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def sources(notebooks: Path) -> str:
    """Return a digest of all that the chapters of a folder may read but themselves.

    That is Python, the locked packages, foxkit, the data, the reader's own games, and
    whatever else lies beside the chapters.
    """
    total = hashlib.sha256(sys.version.encode())
    for path in sorted(set(_files(notebooks))):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(repr(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()


def _files(notebooks: Path) -> Iterator[Path]:
    yield ROOT / "requirements.txt"
    yield from (path for path in notebooks.rglob("*") if path.suffix != ".ipynb")
    yield from (ROOT / "foxkit").rglob("*")
    for data in (DATA, Path(os.environ.get("FOXKIT_DATA", DATA))):
        found = (path for name in READ for path in (data / name).rglob("*"))
        yield from (path for path in found if path.suffix in KINDS)
