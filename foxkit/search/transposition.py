"""The transposition table of alpha-beta: bounds on the values of positions."""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core import INLINED, compiled_inline, when_numba_loads
from foxkit.core.rng import advance

HashMove: TypeAlias = int
"""The code of a move to try first, or -1 for none."""
_EXACT, _AT_LEAST, _AT_MOST = 1, 2, 3


class TranspositionTable(NamedTuple):
    """Positions that were searched, each in the slot of its fingerprint.

    A newer position replaces an older one in its slot.

    Attributes:
        entries: of shape (slots, 4); a row is [fingerprint, 4 * depth + bound, best
            move, value]. `depth` is the plies searched below the position, and `bound`
            1 to 3: the value is exact, a lower or an upper bound; 0 is an empty slot.
        values: the last column as floats, of shape (slots,). It is a view, so that a
            look-up touches memory once.
    """

    entries: NDArray[np.int64]
    values: NDArray[np.float64]


def new_table(bits: int) -> TranspositionTable:
    """An empty table of 2**bits slots."""
    numbers = np.zeros((4 << bits) + 8, np.int64)
    start = -numbers.ctypes.data // 8 % 8  # at a cache line, so that no row spans two
    aligned = numbers[start : start + (4 << bits)]
    return TranspositionTable(aligned.reshape(-1, 4), aligned.view(np.float64)[3::4])


def flat_numbers(state: Any) -> tuple[int, ...]:
    """All numbers of a state, whose fields may be tuples of numbers."""
    if not isinstance(state, tuple):
        return (state,)
    return tuple(leaf for field in state for leaf in flat_numbers(field))


@when_numba_loads
def _compile_flat_numbers() -> None:
    """Let numba compile `flat_numbers` for any state."""
    from numba import types
    from numba.extending import overload

    def paths(path: str, of_type: Any) -> Iterator[str]:
        """Yield an expression for each leaf of a value of some type."""
        if not isinstance(of_type, types.BaseTuple):
            yield path
            return
        for i, inner in enumerate(of_type.types):
            yield from paths(f"{path}[{i}]", inner)

    @overload(flat_numbers, strict=False, jit_options=INLINED)
    def choose(state: Any) -> Any:
        if not isinstance(state, types.BaseTuple):
            return None
        return eval(f"lambda state: ({', '.join(paths('state', state))},)")


@compiled_inline
def fingerprint(state: Any) -> int:
    """A hash of 63 bits: the same for equal states, and hardly ever for others."""
    bits, numbers = 0, flat_numbers(state)
    for i in range(len(numbers)):
        bits = advance(bits ^ numbers[i])
        bits ^= bits >> 32  # the high bits of a product are the good ones
    return bits


@compiled_inline
def probe(
    table: TranspositionTable, key: int, depth: int, alpha: float, beta: float
) -> tuple[bool, float, HashMove]:
    """Whether the table settles a position, the value, and a move to try first or -1.

    Only a search of the same depth settles it, so that a search with a table returns
    the value of plain minimax.
    """
    slot = key & (len(table.values) - 1)
    note, value = table.entries[slot, 1], float(table.values[slot])
    if note == 0 or table.entries[slot, 0] != key:
        return False, 0.0, -1
    bound = note & 3
    settled = note >> 2 == depth and (
        bound == _EXACT
        or (bound == _AT_LEAST and value >= beta)
        or (bound == _AT_MOST and value <= alpha)
    )
    return settled, value, int(table.entries[slot, 2])


@compiled_inline
def store(
    table: TranspositionTable,
    key: int,
    depth: int,
    alpha: float,
    beta: float,
    value: float,
    move: int,
) -> None:
    """Enter a position that was searched `depth` plies deep with a window."""
    bound = _EXACT
    if value <= alpha:
        bound = _AT_MOST
    elif value >= beta:
        bound = _AT_LEAST
    slot = key & (len(table.values) - 1)
    table.entries[slot, 0] = key
    table.entries[slot, 1] = depth << 2 | bound
    table.entries[slot, 2] = move
    table.values[slot] = value
