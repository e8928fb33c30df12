"""A numba disk cache that never answers from an older version of the package.

numba stamps a cached function with the digest of its *own* file. A search that calls
a rule in another file would then keep answering from the old rule. Here every entry is
stamped with one digest of all files that hold compiled code.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from numba.core import caching as numba_caching

PACKAGE = Path(__file__).parents[1]
ROOMS = ("core", "rules", "search", "solvers", "agents")


@cache
def digest() -> str:
    """Return one SHA-256 digest of every source file that holds compiled code."""
    total = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
            total.update(path.read_bytes() + b"\0")
    return total.hexdigest()


def _stamped(base: Any) -> type:
    """Return numba's locator `base`, for this package's files and with its digest."""

    class Stamped(base):
        @classmethod
        def from_function(cls, py_func: Callable[..., Any], py_file: str) -> Any:
            ours = Path(py_file).resolve().is_relative_to(PACKAGE.resolve())
            return super().from_function(py_func, py_file) if ours else None

        def get_source_stamp(self) -> str:
            return digest()

    Stamped.__name__ = f"Stamped{base.__name__}"
    return Stamped


@cache
def install() -> None:
    """Let numba ask our locators first. Calling it again changes nothing.

    `_locator_classes` is private to numba, so its minor version is pinned and
    `tests/test_caching.py` edits a copied rule and expects the new answer.
    """
    bases = (
        numba_caching.UserProvidedCacheLocator,
        numba_caching.InTreeCacheLocator,
        numba_caching.UserWideCacheLocator,
    )
    digest()
    numba_caching.CacheImpl._locator_classes[:0] = [_stamped(base) for base in bases]
