"""The ground floor: compiling, dispatch, bits and randomness; it knows no game.

Two decorators compile everything:

* `compiled` for what Python calls: kept on disk, runs without the GIL;
* `inlined` for the small functions that it is made of: always copied into the caller.

Both switch numba's reference counting off (`_nrt`), because counting the arrays of a
search tree, atomically and at every call, took most of a simulation's time. The price:
compiled code allocates nothing; its arrays are made outside and passed in.

numba takes seconds to import, so it comes in when something compiled is first called,
and is told then what waited for it (`with_numba`). Where it cannot be imported, and
with NUMBA_DISABLE_JIT=1, the same source runs as plain Python.
"""

from collections.abc import Callable
from functools import cached_property, update_wrapper
from threading import RLock
from typing import Any

from foxkit.core import caching

OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
INLINED: dict[str, Any] = {**OPTIONS, "forceinline": True}

_lock = RLock()
_waiting: list[Callable[[], Any]] = []
_numba_is_here = False


def with_numba(tell: Callable[[], Any]) -> None:
    """Call a function that imports numba and tells it something, once it is needed."""
    with _lock:
        if _numba_is_here:
            tell()
        else:
            _waiting.append(tell)


def _let_numba_in() -> bool:
    """Import numba, tell it all that waited for it; return whether it compiles."""
    global _numba_is_here
    try:
        from numba import config
    except ImportError:
        return False
    _numba_is_here = True
    while _waiting:
        _waiting.pop(0)()
    return not config.DISABLE_JIT


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a function into compiled callers; Python calls it as it stands."""

    @with_numba
    def tell() -> None:
        from numba.extending import register_jitable

        register_jitable(**INLINED)(function)

    return function


class compiled:
    """Compile a function that Python calls, at its first call; keep it on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *arguments: Any) -> Any:
        return self._made(*arguments)

    @cached_property
    def _made(self) -> Any:
        with _lock:
            compiles = _let_numba_in()
            return caching.jit(self.py_func, OPTIONS) if compiles else self.py_func

    @property
    def _numba_type_(self) -> Any:
        """What numba asks for where one compiled function calls another, or itself."""
        return self._made._numba_type_
