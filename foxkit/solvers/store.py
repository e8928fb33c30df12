"""Solved tables on disk: arrays in a zip file (NumPy's npz), which has checksums."""

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray


def folder() -> Path:
    """Return where tables lie: `tables` in the workbook's data (or `FOXKIT_DATA`)."""
    default = Path(__file__).resolve().parents[2] / "data"
    return Path(os.environ.get("FOXKIT_DATA", default)) / "tables"


def peak_mib() -> int | None:
    """Return the most memory that this process has had so far; None on Windows."""
    if sys.platform == "win32":
        return None
    import resource

    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit


@contextmanager
def whole(path: Path) -> Iterator[Path]:
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


def write(path: Path, compressed: bool, **arrays: Any) -> None:
    """Write arrays, whole or not at all."""
    save = np.savez_compressed if compressed else np.savez
    with whole(path) as part, part.open("wb") as file:
        save(file, **arrays)


def read(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of a file.

    Raises:
        ValueError: there is no such file, or it is damaged.
    """
    try:
        with np.load(path) as found:
            return dict(found.items())
    except (OSError, EOFError, ValueError, BadZipFile, zlib.error) as error:
        raise ValueError(f"{path} is damaged: {error}") from None
