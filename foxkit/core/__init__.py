"""Compiling, dispatch, bits and randomness; nothing here knows a game.

Two decorators compile everything:

* `compiled` for functions that Python calls: kept on disk, run without the GIL;
* `compiled_inline` for the small functions that they are made of, which are always
  copied into their callers.

A reader's classes, and all that is compiled for them, are compiled by
`foxkit.core.versions`: with bounds checks, and again after each edit.

Both switch numba's reference counting off (`_nrt`), because counting the arrays of a
search tree, atomically and at every call, took most of a simulation's time. The price
is that compiled code allocates nothing; its arrays are made outside and passed in.

numba takes seconds to import. So it is imported when a compiled function is first
called, and functions that extend it wait until then (`when_numba_loads`). Where it
cannot be imported, and with NUMBA_DISABLE_JIT=1, the same source runs as plain Python.
"""

from collections.abc import Callable
from functools import cached_property, update_wrapper
from threading import RLock
from types import FunctionType
from typing import Any
from weakref import WeakSet

from foxkit.core import caching, parts

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "_nrt": False,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}
INLINED: dict[str, Any] = {**OPTIONS, "forceinline": True}
CHECKED: dict[str, Any] = {**OPTIONS, "boundscheck": True, "error_model": "python"}
CHECKED_INLINED: dict[str, Any] = {**CHECKED, "forceinline": True}
"""For a reader's code: an index out of range, or a division by zero, is an error."""

_lock = RLock()
_waiting: list[Callable[[], Any]] = []
_numba_is_here = False
_inline_functions: WeakSet[Any] = WeakSet()
_GAMES_PREFIX = f"{__name__.partition('.')[0]}.games."
_RULES_MODULES = ".rules", ".state", ".corner"
"""The files of a game that have the classes of its rules and states, and no players."""
_FREE_OF_USER_CLASSES: set[type] = {int, float, bool, str, type(None)}
"""Classes whose values hold none of a reader's class: foxkit's games, states, ..."""


def when_numba_loads(extend: Callable[[], Any]) -> None:
    """Call a function that imports numba and extends it, once numba is needed."""
    with _lock:
        if _numba_is_here:
            extend()
        else:
            _waiting.append(extend)


def load_numba() -> bool:
    """Import numba, with all extensions that waited; return whether it compiles."""
    global _numba_is_here
    with _lock:
        try:
            from numba import config
        except ImportError:
            return False
        compiler = parts.compiler_of_inlined_parts()
        INLINED["pipeline_class"] = CHECKED_INLINED["pipeline_class"] = compiler
        _numba_is_here = True
        while _waiting:
            _waiting.pop(0)()
        return not config.DISABLE_JIT


def compiled_inline(
    function: Callable[..., Any], *, optimized_apart: bool = False
) -> Any:
    """Compile a function into compiled callers; Python calls it as it stands.

    `optimized_apart` is for a large one that becomes faster if LLVM also optimizes it
    by itself, before it is copied into a caller; see `foxkit.core.parts`.
    """
    _inline_functions.add(function)

    @when_numba_loads
    def extend() -> None:
        from numba.extending import register_jitable

        options = {**OPTIONS, "forceinline": True} if optimized_apart else INLINED
        register_jitable(**options)(function)

    return function


def is_compiled_inline(function: Any) -> bool:
    """Whether a function is `compiled_inline`, so that compiled code may call it."""
    return isinstance(function, FunctionType) and function in _inline_functions


def is_user_code(code: Any) -> bool:
    """Whether a function or class is a reader's, not foxkit's."""
    return (code.__module__ or "").partition(".")[0] != __name__.partition(".")[0]


def _is_rules_module(module: str) -> bool:
    """Whether a module is a game's rules, whose values hold no reader's classes."""
    return module.startswith(_GAMES_PREFIX) and module.endswith(_RULES_MODULES)


def contains_user_class(values: Any) -> bool:
    """Whether one of some values, or a value in it, is of a reader's class."""
    some = False
    for value in values:
        cls = type(value)
        if cls in _FREE_OF_USER_CLASSES:
            continue
        if not isinstance(value, tuple) or _is_rules_module(cls.__module__):
            _FREE_OF_USER_CLASSES.add(cls)
        elif (cls is not tuple and is_user_code(cls)) or contains_user_class(value):
            some = True
        elif cls is not tuple and not any(isinstance(x, tuple) for x in value):
            _FREE_OF_USER_CLASSES.add(cls)  # a class whose values hold no tuples
    return some


class compiled:
    """A function for Python to call: compiled at its first call, and kept on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Compile nothing yet; `py_func` is the plain function."""
        update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *arguments: Any) -> Any:
        """Call the compiled function, compiled anew if a reader's code was edited."""
        if self._is_user_code or contains_user_class(arguments):
            from foxkit.core.versions import call_with_current_code

            return call_with_current_code(self, arguments)
        return self._dispatcher(*arguments)

    @cached_property
    def _is_user_code(self) -> bool:
        """Whether this function was written by a reader."""
        return is_user_code(self.py_func)

    @cached_property
    def _dispatcher(self) -> Any:
        """The numba dispatcher, or the plain function where nothing is compiled."""
        return caching.jit(self.py_func, OPTIONS) if load_numba() else self.py_func

    @property
    def _numba_type_(self) -> Any:
        """The type by which numba lets compiled functions call each other."""
        return self._dispatcher._numba_type_
