"""Exact values on a page: it stands there in the place of Hare and Hounds' solver.

A page solves nothing. It carries a byte for each position of Hare and Hounds, half a
megabyte that packs into 22 KB: 0 where there is no position, and else its value.
"""

from pathlib import Path
from typing import Any

from foxkit.games.hare_hounds.rules import POINTS, HareHounds
from foxkit.solvers.exact import Value

FILE = "hare-hounds.bin"
_NUM_HARE_POINTS, _NUM_HOUND_SETS = len(POINTS), 1 << len(POINTS)


def _index_of(state: Any) -> int:
    """The place of a position's byte."""
    turn = 2 * int(state.stalled) + int(state.mover)
    return (turn * _NUM_HARE_POINTS + int(state.hare)) * _NUM_HOUND_SETS + int(
        state.hounds
    )


def _to_byte(value: Value) -> int:
    """A value as one byte."""
    if value.winner is None:
        return 1
    return 2 + 2 * (value.plies or 0) + value.winner


def values_as_bytes(values: dict[Any, Value]) -> bytes:
    """The bytes of positions with their values."""
    table = bytearray(1 + max(map(_index_of, values)))
    for state, value in values.items():
        table[_index_of(state)] = _to_byte(value)
    return bytes(table)


def _stored_byte(game: Any, state: Any) -> int:
    """A position's byte; whoever begins by the rules, its value is the same."""
    if not isinstance(game, HareHounds) or game._replace(first=0) != HareHounds():
        return 0
    index = _index_of(state)
    return _value_bytes[index] if index < len(_value_bytes) else 0


def is_quick(game: Any, state: Any) -> bool:
    """Whether the page carries the value of a state."""
    return _stored_byte(game, state) > 0


def value_of(game: Any, state: Any) -> Value:
    """The value of a state; ValueError where the page does not carry it."""
    code = _stored_byte(game, state)
    if not code:
        raise ValueError("a page knows no exact value here: the notebook does")
    if code == 1:
        return Value(None, None)
    plies, winner = divmod(code - 2, 2)
    return Value(winner, plies)


_file = Path(__file__).with_name(FILE)
_value_bytes = _file.read_bytes() if _file.exists() else b""
