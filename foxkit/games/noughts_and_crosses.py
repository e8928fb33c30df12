"""Noughts and crosses: a small game to try a solver on.

Squares are numbered 0 to 8 in reading order; crosses begin.
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.game import MoveBuffer, legal_moves, payoffs, play
from foxkit.core.generic import compared_by_class
from foxkit.core.grid import BoardText

_ROWS, _COLUMNS = (0o7, 0o70, 0o700), (0o111, 0o222, 0o444)
_LINES = np.array([*_ROWS, *_COLUMNS, 0o421, 0o124], np.int64)  # a row is a digit
_LETTERS = {".": "empty", "X": "a cross", "O": "a nought"}
_BOARD_TEXT = BoardText(((0, 1, 2), (3, 4, 5), (6, 7, 8)), _LETTERS, str)


SquareSet: TypeAlias = int
"""A set of squares as bits."""


class NoughtsState(NamedTuple):
    """The squares of the player to move and of the other, as sets."""

    own: SquareSet
    other: SquareSet
    mover: int


class _Rules(NamedTuple):
    """The fields of `NoughtsAndCrosses`."""

    size: int = 3


@compared_by_class
class NoughtsAndCrosses(_Rules):
    """The rules of noughts and crosses, on three by three squares."""

    __slots__ = ()
    NAME = "noughts-and-crosses"
    PLAYERS = ("crosses", "noughts")
    MAX_MOVES = 9

    def start(self) -> NoughtsState:
        """The empty board."""
        return NoughtsState(0, 0, 0)

    def format(self, state: NoughtsState) -> str:
        """The one-line text of a state."""
        movers, other = map(int, state[:2])
        return _BOARD_TEXT.format(
            *((other, movers) if state.mover else (movers, other))
        )

    def format_move(self, state: NoughtsState, move: int) -> str:
        """The number of the square."""
        return str(move)


@compiled_inline
def _has_line(squares: SquareSet) -> bool:
    """Whether three of some squares are in a line."""
    has_line = False
    for line in _LINES:
        has_line = has_line or squares & line == line
    return has_line


@legal_moves.register
def _legal_moves(
    game: NoughtsAndCrosses, state: NoughtsState, moves: MoveBuffer
) -> int:
    """Write the empty squares; return how many."""
    n, taken = 0, state.own | state.other
    for square in range(0 if _has_line(state.other) else 9):
        if not taken >> square & 1:
            moves[n] = square
            n += 1
    return n


@play.register
def _play(game: NoughtsAndCrosses, state: NoughtsState, move: int) -> NoughtsState:
    """The state after a move."""
    return NoughtsState(state.other, state.own | 1 << move, 1 - state.mover)


@payoffs.register
def _payoffs(game: NoughtsAndCrosses, state: NoughtsState) -> tuple[float, float]:
    """-1 for the player to move if the other has a line; else 0 for both."""
    if not _has_line(state.other):
        return 0.0, 0.0
    return (1.0, -1.0) if state.mover else (-1.0, 1.0)
