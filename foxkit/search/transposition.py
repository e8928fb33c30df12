"""The table in which alpha-beta keeps what it knows of positions that it has seen."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import INLINED, compiled_inline, when_numba_loads
from foxkit.core.rng import advance

_EXACT, _AT_LEAST, _AT_MOST = 1, 2, 3


class TranspositionTable(NamedTuple):
    """Positions seen, each in the slot of its fingerprint; a newer one replaces it."""

    # [fingerprint, 4 * plies searched below it + kind of bound, best move, value]:
    entries: NDArray[np.int64]
    # Exact, at least, or at most the position's value; a view of `entries`, so that a
    # look-up touches memory once:
    values: NDArray[np.float64]


def new_table(bits: int) -> TranspositionTable:
    room = np.zeros((4 << bits) + 8, np.int64)
    line = -room.ctypes.data // 8 % 8  # begin at a cache line: no entry spans two
    line_up = room[line : line + (4 << bits)]
    return TranspositionTable(line_up.reshape(-1, 4), line_up.view(np.float64)[3::4])


def leaves(state: Any) -> tuple[int, ...]:
    if not isinstance(state, tuple):
        return (state,)
    return tuple(leaf for field in state for leaf in leaves(field))


@when_numba_loads
def _compiled_leaves() -> None:
    from numba import types
    from numba.extending import overload

    def paths(path: str, kind: Any) -> Iterator[str]:
        """Yield an expression for each leaf of a value of some type."""
        if not isinstance(kind, types.BaseTuple):
            yield path
            return
        for i, inner in enumerate(kind.types):
            yield from paths(f"{path}[{i}]", inner)

    @overload(leaves, strict=False, jit_options=INLINED)
    def choose(state: Any) -> Any:
        if not isinstance(state, types.BaseTuple):
            return None
        return eval(f"lambda state: ({', '.join(paths('state', state))},)")


@compiled_inline
def fingerprint(state: Any) -> int:
    """Return 63 bits that are the same for equal states and hardly ever for others."""
    bits, numbers = 0, leaves(state)
    for i in range(len(numbers)):
        bits = advance(bits ^ numbers[i])
        bits ^= bits >> 32  # the high bits of a product are the good ones
    return bits


@compiled_inline
def probe(
    table: TranspositionTable, key: int, left: int, alpha: float, beta: float
) -> tuple[bool, float, int]:
    """Return whether the table settles a position, its value, and a move to try first.

    Only what was searched to the same depth settles it, so that a search with a table
    returns what plain minimax returns.
    """
    slot = key & (len(table.values) - 1)
    note, value = table.entries[slot, 1], float(table.values[slot])
    if note == 0 or table.entries[slot, 0] != key:
        return False, 0.0, -1
    bound = note & 3
    settled = note >> 2 == left and (
        bound == _EXACT
        or (bound == _AT_LEAST and value >= beta)
        or (bound == _AT_MOST and value <= alpha)
    )
    return settled, value, int(table.entries[slot, 2])


@compiled_inline
def store(
    table: TranspositionTable,
    key: int,
    left: int,
    alpha: float,
    beta: float,
    value: float,
    move: int,
) -> None:
    """Enter a position that was searched `left` plies deep with a window."""
    bound = _EXACT
    if value <= alpha:
        bound = _AT_MOST
    elif value >= beta:
        bound = _AT_LEAST
    slot = key & (len(table.values) - 1)
    table.entries[slot, 0] = key
    table.entries[slot, 1] = left << 2 | bound
    table.entries[slot, 2] = move
    table.values[slot] = value
