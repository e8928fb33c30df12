"""Where the workbook's data lies, and what the reader adds to it."""

import json
import os
from pathlib import Path
from typing import Any

WORKBOOK = Path(__file__).resolve().parents[1] / "data"
"""What the workbook brings along: published numbers, results, examples."""


def folder() -> Path:
    """Return the folder that `FOXKIT_DATA` names now, the workbook's own without it."""
    return Path(os.environ.get("FOXKIT_DATA", WORKBOOK))


def roots() -> tuple[Path, Path]:
    """Return the folders in which to look: the named one, then the workbook's own."""
    return folder(), WORKBOOK


def yours() -> Path:
    """Return the folder of a reader's own games; it is never committed."""
    return folder() / "yours"


def table(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file; ValueError if one has too many or few cells."""
    import csv  # the Python of pages does without it

    with path.open(encoding="utf-8", newline="") as file:
        rows: list[Any] = [*csv.DictReader(file)]
    for row in rows:
        if None in row or None in row.values():
            raise ValueError(f"{path.name}: too many or few cells in {row}")
    return rows


def can_be_read(path: Path) -> bool:
    """Whether there is a file that this user may read."""
    return os.access(path, os.R_OK)


def require_readable(path: Path) -> None:
    """Raise OSError where a file is there that cannot be read, so must not be replaced.

    It is somebody else's, and what is in it is not known here.
    """
    if os.path.lexists(path) and not can_be_read(path):
        raise PermissionError(13, "a file there cannot be read", str(path))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it: it is whole or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def not_kept(error: OSError) -> str:
    """What to say where something was computed, but could not be written."""
    place = f" ({error.filename})" if error.filename else ""
    return (
        f"nothing more is kept here: {error.strerror or error}{place}. To keep it, let "
        "the environment variable FOXKIT_DATA name a folder that can be written"
    )


def write_json(path: Path, content: Any) -> None:
    """Write JSON data, whole, with its letters as they are."""
    text = json.dumps(content, indent=1, ensure_ascii=False)
    write_whole(path, f"{text}\n".encode())


def plain(value: Any) -> Any:
    """Return JSON data of NumPy's numbers, too; what is not finite becomes None."""
    text = json.dumps(value, default=lambda each: each.item())
    return json.loads(text, parse_constant=lambda name: None)


def faults(value: Any, form: Any, name: str = "it") -> list[str]:
    """Return what JSON data lack of a form, or have of another type.

    A form is a type, a dict of entries with their forms, or a list of one form.
    """
    kind: Any = form if isinstance(form, type) else type(form)
    if not isinstance(value, kind):
        return [f"{name} is missing or no {kind.__name__}"]
    parts = []
    if isinstance(form, dict):
        parts = [(value.get(key), each, f"{key!r}") for key, each in form.items()]
    elif isinstance(form, list):
        parts = [(each, form[0], f"an entry of {name}") for each in value]
    return [fault for part in parts for fault in faults(*part)]
