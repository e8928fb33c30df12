"""A state as a row of numbers, and one number that tells states apart.

Compiled code cannot keep values of any class in an array; a search that holds many
states at once keeps their fields, ints all of them.
"""

from collections.abc import Iterator
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


def leaves(state: Any) -> tuple[int, ...]:
    """Return all the ints of a state, those inside tuples of tuples, too."""
    if not isinstance(state, tuple):
        return (state,)
    return tuple(leaf for field in state for leaf in leaves(field))


@overload(leaves, strict=False, jit_options=INLINED)
def _leaves(state: Any) -> Any:
    if not isinstance(state, types.BaseTuple):
        return None
    return eval(f"lambda state: ({', '.join(_paths('state', state))},)")


def _paths(path: str, kind: Any) -> Iterator[str]:
    """Yield an expression for each leaf of a value of some type."""
    if not isinstance(kind, types.BaseTuple):
        yield path
        return
    for i, inner in enumerate(kind.types):
        yield from _paths(f"{path}[{i}]", inner)


@inlined
def fingerprint(state: Any) -> int:
    """Return 63 bits that are the same for equal states and hardly ever for others."""
    bits, numbers = 0, leaves(state)
    for i in range(len(numbers)):
        bits = advance(bits ^ numbers[i])
        bits ^= bits >> 32  # the high bits of a product are the good ones
    return bits
