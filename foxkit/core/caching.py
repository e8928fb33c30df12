"""A numba disk cache that never answers from an older version of the package.

numba stamps a cached function with the digest of its *own* file. A search that calls
a rule in another file would then keep answering from the old rule. Here every entry is
stamped with one digest of all files that hold compiled code; what depends on a reader's
own class, which no digest covers, is never kept, nor is anything by a process that has
outlived an edit; and a file that cannot be read counts as missing.

All this is private to numba, so its minor version is pinned, and
`tests/test_caching.py` edits a copied rule and expects the new answer.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from numba import types
from numba.core import caching as numba_caching
from numba.core import event
from numba.core.sigutils import normalize_signature

PACKAGE = Path(__file__).parents[1]
ROOMS = ("core", "rules", "search", "solvers", "agents")


def _digest_now() -> str:
    total = hashlib.sha256()
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            total.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
            total.update(path.read_bytes() + b"\0")
    return total.hexdigest()


@cache
def digest() -> str:
    """Return one SHA-256 digest of every source file that holds compiled code.

    It is of the files as this process found them when it began.
    """
    return _digest_now()


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
        _stamped(kind) for kind in numba_caching.CompileResultCacheImpl._locator_classes
    ]


def _covered(kind: Any) -> bool:
    """Tell whether the digest covers every class in the type of an argument."""
    if not isinstance(kind, types.BaseTuple):
        return True
    rooms = tuple(f"{PACKAGE.name}.{room}." for room in ROOMS)
    own = isinstance(kind, types.BaseNamedTuple)
    module = kind.instance_class.__module__ or "" if own else rooms[0]
    return module.startswith(rooms) and all(map(_covered, kind))


class _Cache(numba_caching.FunctionCache):
    _impl_class = _Files

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        if not all(map(_covered, normalize_signature(sig)[0])):
            return None
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # unpickling what is damaged may raise anything at all
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        covered = all(map(_covered, normalize_signature(sig)[0]))
        if covered and _digest_now() == digest():
            with suppress(OSError):  # a full disk, a folder in the file's place
                super().save_overload(sig, data)


def keep(dispatcher: Any) -> Any:
    """Let a function of this package be kept on disk, where there is a place for it."""
    with suppress(RuntimeError):  # another's function, or no folder to write to
        dispatcher._cache = _Cache(dispatcher.py_func)
    return dispatcher


class _Compiling(event.Listener):
    """Counts what numba compiles at this moment."""

    now = 0

    def on_start(self, event: Any) -> None:
        """Count one more."""
        self.now += 1

    def on_end(self, event: Any) -> None:
        """Count one less."""
        self.now -= 1


@contextmanager
def compiling() -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether something is being compiled right now."""
    counted = _Compiling()
    event.register("numba:compile", counted)
    try:
        yield lambda: counted.now > 0
    finally:
        event.unregister("numba:compile", counted)
