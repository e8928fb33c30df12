"""A state as a row of numbers, and one number that tells states apart.

Compiled code cannot keep values of any class in an array; a search that holds many
states at once keeps their fields, ints all of them.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload

from foxkit.core import INLINED, inlined
from foxkit.core.rng import advance


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
    # Written out field by field: numba's own ways copy through memory, in a loop.
    fields = ", ".join(f"row[{i}]" for i in range(len(like.instance_class._fields)))
    return eval(f"lambda like, row: kind({fields})", {"kind": like.instance_class})


@inlined
def fingerprint(state: Any) -> int:
    """Return 63 bits that are the same for equal states and hardly ever for others."""
    bits = 0
    for i in range(len(state)):
        bits = advance(bits ^ state[i])
        bits ^= bits >> 32  # the high bits of a product are the good ones
    return bits
