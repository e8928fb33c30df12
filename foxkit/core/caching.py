"""A numba disk cache that never answers from an older version of the package.

numba stamps a cached function with the digest of its *own* file. A search that calls
a rule in another file would then keep answering from the old rule. Here every entry is
stamped with one digest of all files that hold compiled code; and what depends on a
reader's own class, which no digest covers, is never kept.

All this is private to numba, so its minor version is pinned, and
`tests/test_caching.py` edits a copied rule and expects the new answer.
"""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from numba import types
from numba.core import caching as numba_caching
from numba.core.sigutils import normalize_signature

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

    return Stamped


class _Files(numba_caching.CompileResultCacheImpl):
    _locator_classes: ClassVar = [
        _stamped(numba_caching.UserProvidedCacheLocator),
        _stamped(numba_caching.InTreeCacheLocator),
        _stamped(numba_caching.UserWideCacheLocator),
    ]


def _covered(signature: Any) -> bool:
    """Tell whether the digest covers the classes of all arguments."""
    rooms = tuple(f"{PACKAGE.name}.{room}." for room in ROOMS)
    arguments, _ = normalize_signature(signature)
    values = (kind for kind in arguments if isinstance(kind, types.BaseNamedTuple))
    modules = (kind.instance_class.__module__ or "" for kind in values)
    return all(module.startswith(rooms) for module in modules)


class _Cache(numba_caching.FunctionCache):
    _impl_class = _Files

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        return super().load_overload(sig, target_context) if _covered(sig) else None

    def save_overload(self, sig: Any, data: Any) -> None:
        if _covered(sig):
            super().save_overload(sig, data)


def keep(dispatcher: Any) -> Any:
    """Let a function of this package be kept on disk, where there is a place for it."""
    with suppress(RuntimeError):  # another's function, or no folder to write to
        dispatcher._cache = _Cache(dispatcher.py_func)
    return dispatcher
