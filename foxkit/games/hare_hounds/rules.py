"""Hare and Hounds: three hounds against a hare on eleven points; a game in one file.

        b1 - c1 - d1
      / | \\  | /  | \\
    a2 - b2 - c2 - d2 - e2      the hounds begin on a2, b1 and b3, the hare on e2
      \\ | /  | \\  | /
        b3 - c3 - d3

A step leads along a line to an empty point; hounds never go back. Nothing is captured.
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.fields import Fields, checked, rule
from foxkit.core.game import MoveBuffer, legal_moves, payoffs, play
from foxkit.core.grid import BoardText, UnsoundPosition, read_side_to_move, split_words
from foxkit.core.quoting import quoted

PointSet: TypeAlias = int
"""A set of points as bits, by their indices in `POINTS`."""
HOUNDS, HARE = 0, 1
POINTS = ("a2", "b1", "b2", "b3", "c1", "c2", "c3", "d1", "d2", "d3", "e2")
_NUM_POINTS = len(POINTS)
_LINES_AS_TEXT = (
    "a2b1 a2b2 a2b3 b1b2 b2b3 b1c1 b1c2 b2c2 b3c2 b3c3 c1c2 c2c3 "
    "c1d1 c2d1 c2d2 c2d3 c3d3 d1d2 d2d3 d1e2 d2e2 d3e2"
)
LINES = tuple(
    (POINTS.index(x[:2]), POINTS.index(x[2:])) for x in _LINES_AS_TEXT.split()
)
_COLUMN_OF_POINT = np.array([ord(name[0]) - ord("a") for name in POINTS], np.int64)
_POINTS_IN_EARLIER_COLUMNS = np.array(
    [
        sum(1 << a for a in range(_NUM_POINTS) if _COLUMN_OF_POINT[a] < c)
        for c in _COLUMN_OF_POINT
    ],
    np.int64,
)
# [player, point]: the points to which a step may lead
_STEP_TARGETS = np.zeros((2, _NUM_POINTS), np.int64)
for a, b in LINES:  # as they are listed, b is never before a
    _STEP_TARGETS[HOUNDS, a] |= 1 << b
    _STEP_TARGETS[HARE, a] |= 1 << b
    _STEP_TARGETS[HARE, b] |= 1 << a
    if _COLUMN_OF_POINT[a] == _COLUMN_OF_POINT[b]:
        _STEP_TARGETS[HOUNDS, b] |= 1 << a
_BOARD_TEXT = BoardText(
    (tuple(range(_NUM_POINTS)),),
    {".": "empty", "h": "a hound", "r": "the hare"},
    lambda point: POINTS[point],
)
_FORM_OF_TEXT = (
    "eleven points, who moves and the moves stalled, as in 'hh.h......r h 0'"
)


class HareHoundsState(NamedTuple):
    """The hounds as a set of points, the hare's point, and the moves stalled."""

    hounds: PointSet
    hare: int
    mover: int
    stalled: int


class _Rules(NamedTuple):
    """The fields of `HareHounds`, each declared with its words and values."""

    stall_limit: int = rule(
        10,
        "stall limit",
        range(2, 61),
        "After so many moves of the hounds in a row up or down, none of them forward, "
        "they lose.",
    )
    first: int = rule(
        HOUNDS, "the first to move are", {HOUNDS: "the hounds", HARE: "the hare"}
    )


@checked
class HareHounds(_Rules):
    """The rules of Hare and Hounds: three hounds try to trap a hare.

    It is small enough to be solved, so that the tutorial's examples are quick.

    Examples:
        >>> start = Position.start(HareHounds(first=1))
        >>> start.mover
        'hare'
    """

    __slots__ = ()
    NAME = "hare-hounds"
    PLAYERS = ("hounds", "hare")
    MAX_MOVES = 9
    FIELDS: ClassVar[Fields]  # made by `checked`
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = {"hare-first": {"first": 1}}

    def start(self) -> HareHoundsState:
        """The starting position."""
        return HareHoundsState(0b1011, POINTS.index("e2"), self.first, 0)

    def format(self, state: HareHoundsState) -> str:
        """The one-line text of a state."""
        hounds, hare, mover, stalled = map(int, state)
        return f"{_BOARD_TEXT.format(hounds, 1 << hare)} {'hr'[mover]} {stalled}"

    def parse(self, text: str) -> tuple["HareHounds", HareHoundsState]:
        """The game and the state of a text; ValueError names its first fault."""
        drawn, side, stalled = split_words(text, 3, _FORM_OF_TEXT)
        if len(drawn) != _NUM_POINTS:
            raise ValueError(f"{len(drawn)} points instead of {_NUM_POINTS}")
        hounds, hare = _BOARD_TEXT.parse(drawn)
        if not hare:
            raise ValueError("0 hares instead of 1")
        mover = read_side_to_move(side, "hr")
        if stalled not in map(str, range(self.stall_limit + 1)):
            allowed = f"0 to {self.stall_limit}"
            raise ValueError(f"{quoted(stalled)} moves stalled instead of {allowed}")
        state = HareHoundsState(hounds, hare.bit_length() - 1, mover, int(stalled))
        for number, max_pieces, pieces in ((hounds, 3, "hounds"), (hare, 1, "hares")):
            if number.bit_count() != max_pieces:
                fault = f"{number.bit_count()} {pieces} instead of {max_pieces}"
                raise UnsoundPosition(fault, self, state)
        return self, state

    def reason(self, state: HareHoundsState) -> str:
        """How a finished game ended, in a few words."""
        if _has_slipped(state):
            return "the hare has slipped past"
        if state.stalled >= self.stall_limit:
            return "stall limit"
        return "the hare is shut in" if state.mover == HARE else "no hound can move"

    def format_move(self, state: HareHoundsState, move: int) -> str:
        """A move as the points where it starts and ends."""
        return f"{POINTS[move // _NUM_POINTS]}-{POINTS[move % _NUM_POINTS]}"


@compiled_inline
def _has_slipped(state: HareHoundsState) -> bool:
    """Whether the hare has passed all hounds: none stands farther back."""
    return state.hounds & _POINTS_IN_EARLIER_COLUMNS[state.hare] == 0


@legal_moves.register
def _legal_moves(game: HareHounds, state: HareHoundsState, moves: MoveBuffer) -> int:
    """Write the steps of the side to move; return how many."""
    if _has_slipped(state) or state.stalled >= game.stall_limit:
        return 0
    hare, n = 1 << state.hare, 0
    movers = hare if state.mover == HARE else state.hounds
    for start in range(_NUM_POINTS):
        if movers >> start & 1:
            free = _STEP_TARGETS[state.mover, start] & ~(state.hounds | hare)
            for end in range(_NUM_POINTS):
                if free >> end & 1:
                    moves[n] = _NUM_POINTS * start + end
                    n += 1
    return n


@play.register
def _play(game: HareHounds, state: HareHoundsState, move: int) -> HareHoundsState:
    """The state after a step."""
    start, end = move // _NUM_POINTS, move % _NUM_POINTS
    if state.mover == HARE:
        return HareHoundsState(state.hounds, end, HOUNDS, state.stalled)
    stalled = (
        0 if _COLUMN_OF_POINT[end] > _COLUMN_OF_POINT[start] else state.stalled + 1
    )
    hounds = state.hounds ^ (1 << start | 1 << end)
    return HareHoundsState(hounds, state.hare, HARE, stalled)


@payoffs.register
def _payoffs(game: HareHounds, state: HareHoundsState) -> tuple[float, float]:
    """1 for the winner and -1 for the loser."""
    won = _has_slipped(state) or state.stalled >= game.stall_limit
    return (-1.0, 1.0) if won or state.mover == HOUNDS else (1.0, -1.0)
