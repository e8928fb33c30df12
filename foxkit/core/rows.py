"""A state as a row of numbers, and one number that tells states apart.

Compiled code cannot keep values of any class in an array; a search that holds many
states at once keeps their fields, ints all of them.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload
from numba.np.unsafe.ndarray import to_fixed_tuple

from foxkit.core import INLINED, inlined
from foxkit.core.rng import mix


@inlined
def store(state: Any, row: np.ndarray) -> None:
    """Write the fields of a state into a row."""
    for i in range(len(state)):
        row[i] = state[i]


def restored(like: Any, row: np.ndarray) -> Any:
    """Return the state of a row, of the class of `like`."""
    return type(like)(*(int(field) for field in row))


@overload(restored, strict=False, jit_options=INLINED)
def _restored(like: Any, row: Any) -> Any:
    if not isinstance(like, types.BaseNamedTuple):
        return None
    kind, size = like.instance_class, len(like.instance_class._fields)
    return lambda like, row: kind(*to_fixed_tuple(row, size))


@inlined
def fingerprint(state: Any) -> int:
    """Return 63 bits that are the same for equal states and hardly ever for others."""
    bits = 0
    for i in range(len(state)):
        bits = mix(bits, state[i])
    return bits
