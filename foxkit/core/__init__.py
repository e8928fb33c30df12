"""The ground floor: compiling, dispatch, bits and randomness; it knows no game.

Two decorators compile everything:

* `compiled` for what Python calls: kept on disk, runs without the GIL;
* `inlined` for the small functions that it is made of: always copied into the caller.

Both switch numba's reference counting off (`_nrt`), because counting the arrays of a
search tree, atomically and at every call, took most of a simulation's time. The price:
compiled code allocates nothing; its arrays are made outside and passed in.
"""

from typing import Any

from numba import njit

from foxkit.core import caching

caching.install()

OPTIONS: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
INLINED: dict[str, Any] = {**OPTIONS, "forceinline": True}

compiled = njit(cache=True, **OPTIONS)
"""Compile a function that Python calls; keep it on disk."""
inlined = njit(**INLINED)
"""Compile a function that only compiled code calls, into its caller."""
