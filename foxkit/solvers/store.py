"""Solved tables on disk: arrays of one length in a Parquet file, with checksums.

Each page carries its own checksum, and the file's metadata the SHA-256 digest of all
arrays, by which tables made on different machines can be compared.
"""

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]


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


def digest(arrays: Mapping[str, NDArray[Any]]) -> str:
    """Return the SHA-256 digest of arrays and their names."""
    total = hashlib.sha256()
    for name, array in arrays.items():
        total.update(f"{name} {array.dtype.str}\0".encode())
        total.update(np.ascontiguousarray(array).view(np.uint8).data)
    return total.hexdigest()


def write(
    path: Path, arrays: Mapping[str, NDArray[Any]], note: Mapping[str, Any]
) -> None:
    """Write flat arrays of one length, whole or not at all; `note` may be any JSON."""
    told = {"note": json.dumps(dict(note)), "sha256": digest(arrays)}
    table = pa.table(dict(arrays)).replace_schema_metadata(told)
    with whole(path) as part:
        pq.write_table(table, part, compression="zstd", write_page_checksum=True)


def read(path: Path) -> tuple[Arrays, dict[str, Any]]:
    """Return the arrays of a file and its note.

    Raises:
        ValueError: the file is damaged.
    """
    try:
        table = pq.read_table(path, page_checksum_verification=True)
        told = table.schema.metadata
        arrays = {name: table[name].to_numpy() for name in table.column_names}
        sound = told[b"sha256"].decode() == digest(arrays)
    except (OSError, pa.ArrowException, KeyError, TypeError) as error:
        raise ValueError(f"{path} is damaged: {error}") from None
    if not sound:
        raise ValueError(f"{path} is damaged: its digest differs")
    return arrays, json.loads(told[b"note"])
