"""Where the workbook's data lies, and what the reader adds to it."""

import os
from pathlib import Path

WORKBOOK = Path(__file__).resolve().parents[2] / "data"
"""What the workbook brings along: published numbers, results, examples."""


def folder() -> Path:
    """Return the folder that `FOXKIT_DATA` names now, the workbook's own without it."""
    return Path(os.environ.get("FOXKIT_DATA", WORKBOOK))


def roots() -> tuple[Path, Path]:
    """Return the folders in which to look: the named one, then the workbook's own."""
    return folder(), WORKBOOK


def cache() -> Path:
    """Return the folder of what belongs to this reader alone; it is never committed."""
    return folder() / "cache"
