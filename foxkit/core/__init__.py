"""The ground floor: compiling, dispatch, bits and randomness; it knows no game.

Two decorators compile everything:

* `compiled` for what Python calls: kept on disk, runs without the GIL;
* `inlined` for the small functions that it is made of: always copied into the caller.

Both switch numba's reference counting off (`_nrt`), because counting the arrays of a
search tree, atomically and at every call, took most of a simulation's time. The price:
compiled code allocates nothing; its arrays are made outside and passed in.
"""

from collections.abc import Callable
from typing import Any

from numba import config, njit
from numba.extending import register_jitable

from foxkit.core import caching

OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
INLINED: dict[str, Any] = {**OPTIONS, "forceinline": True}

inlined = register_jitable(**INLINED)
"""Compile a function into compiled callers; Python calls it as it stands."""


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function that Python calls; keep it on disk."""
    dispatcher = njit(**OPTIONS)(function)
    return dispatcher if config.DISABLE_JIT else caching.keep(dispatcher)
