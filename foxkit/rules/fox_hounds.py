"""Fox & Hounds: one fox against a rank of hounds on the light squares of a board.

Source: J. Leslie-Hurd, "Fox & Hounds". The hounds only move up. The fox wins when it
has escaped into an area of two or more squares that no hound can ever reach, or when no
hound can move; the hounds win when the fox cannot move. Play has no cycles, because
every move of a hound adds one to the sum of the hounds' ranks.
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

import numpy as np

from foxkit.core import entry, inlined
from foxkit.core.bits import ctz
from foxkit.core.game import legal_moves, payoffs, play
from foxkit.rules import fox_hounds_text as text_form
from foxkit.rules.fields import checked, rule
from foxkit.rules.fox_hounds_board import (
    MOST_SQUARES,
    FoxHoundsState,
    bit_of,
    column,
    haven,
    reach,
    square_of,
    step,
    walk,
)

FOX, HOUNDS = 0, 1
TARGET = 7  # a move's code is `from | to << TARGET`


class _Rules(NamedTuple):
    width: int = rule(8, "files", range(2, text_form.MOST_FILES + 1, 2))
    height: int = rule(8, "ranks", range(2, 2 * MOST_SQUARES + 1))
    safe_squares: int = rule(
        2,
        "the fox escapes",
        {2: "to two squares out of reach", 1: "to one square", 0: "never"},
    )
    """With 1 it has escaped even where hounds shut it in, which they cannot in play."""


@checked
class FoxHounds(_Rules):
    """The rules as a value; the defaults are the document's."""

    __slots__ = ()
    NAME = "fox-hounds"
    PLAYERS = ("fox", "hounds")
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "one-safe-square": {"safe_squares": 1},
        "no-escape": {"safe_squares": 0},
    }

    @property
    def k(self) -> int:
        """Return the light squares to a rank, which is the number of hounds."""
        return self.width // 2

    @property
    def MAX_MOVES(self) -> int:
        """Return the room that a list of moves needs, twice the hounds included."""
        return 2 * self.width

    def conflicts(self) -> list[str]:
        """Return what is wrong with the board's size."""
        return text_form.size_problems(self.width, self.height)

    def start(self) -> FoxHoundsState:
        """Return the state in which play begins: the hounds fill the lowest rank."""
        fox = self.k * (self.height - 1) + self.k // 2
        return FoxHoundsState(fox, (1 << self.k) - 1, 0, FOX)

    def problems(self, text: str) -> list[str]:
        """Return everything wrong with a position's text; empty when it is sound."""
        return text_form.problems(text)

    def parse(self, text: str) -> tuple["FoxHounds", FoxHoundsState]:
        """Return the game on a sound text's board, and its state."""
        width, height, state = text_form.read(text)
        return self._replace(width=width, height=height), state

    def format(self, state: FoxHoundsState) -> str:
        """Return the one-line text of a state."""
        return text_form.write(self.k, self.height, state)

    def format_move(self, state: FoxHoundsState, move: int) -> str:
        """Return a move as two squares, such as `e8-f7`."""
        source, target = move & (1 << TARGET) - 1, move >> TARGET
        return f"{text_form.name(self.k, source)}-{text_form.name(self.k, target)}"

    def reason(self, state: FoxHoundsState) -> str:
        """Say in a few words why the game is over; empty while it goes on."""
        if escaped(self, state):
            return "the fox has escaped"
        if entry.legal_moves(self, state, np.empty(self.MAX_MOVES, np.int64)):
            return ""
        return "no hound can move" if state.mover else "the fox cannot move"


@inlined
def escaped(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Return whether the fox is where the hounds can no longer trouble it."""
    k = game.width >> 1
    even, odd = reach(k, game.height, state.even, state.odd)
    parity = state.fox // k & 1
    safe = haven(k, game.height, even, odd, parity, game.safe_squares)
    return (safe >> bit_of(k, state.fox) & 1) == 1


@inlined
def _occupied(k: int, state: FoxHoundsState, square: int) -> bool:
    hounds = state.odd if square // k & 1 else state.even
    return square == state.fox or (hounds >> bit_of(k, square) & 1) == 1


@inlined
def _append(
    game: FoxHounds,
    state: FoxHoundsState,
    moves: np.ndarray,
    n: int,
    source: int,
    dy: int,
) -> int:
    """Append the steps from `source` to the left and right on the next rank."""
    k = game.width >> 1
    for dx in (-1, 1):
        target = step(k, game.height, source, dx, dy)
        if target >= 0 and not _occupied(k, state, target):
            moves[n] = source | target << TARGET
            n += 1
    return n


@inlined
def _hound_moves(game: FoxHounds, state: FoxHoundsState, moves: np.ndarray) -> int:
    """List the hounds' moves by file, then rank, then left before right."""
    k, n = game.width >> 1, 0
    for x in range(game.width):
        parity = 1 - (x & 1)
        file = (state.odd if parity else state.even) & column(k, x >> 1)
        while file:
            source = square_of(k, ctz(file), parity)
            n = _append(game, state, moves, n, source, 1)
            file &= file - 1
    return n


@legal_moves.register
def _legal_moves(game: FoxHounds, state: FoxHoundsState, moves: np.ndarray) -> int:
    if escaped(game, state):
        return 0
    if state.mover == HOUNDS:
        return _hound_moves(game, state, moves)
    n = _append(game, state, moves, 0, state.fox, -1)
    return _append(game, state, moves, n, state.fox, 1)


@inlined
def _toggled(k: int, state: FoxHoundsState, square: int) -> FoxHoundsState:
    """Return the state with a hound put on or taken off a square."""
    bit = 1 << bit_of(k, square)
    even, odd = state.even, state.odd
    if square // k & 1:
        odd ^= bit
    else:
        even ^= bit
    return FoxHoundsState(state.fox, even, odd, state.mover)


@play.register
def _play(game: FoxHounds, state: FoxHoundsState, move: int) -> FoxHoundsState:
    k = game.width >> 1
    source, target = move & ((1 << TARGET) - 1), move >> TARGET
    if state.mover == FOX:
        return FoxHoundsState(target, state.even, state.odd, HOUNDS)
    after = _toggled(k, _toggled(k, state, source), target)
    return FoxHoundsState(after.fox, after.even, after.odd, FOX)


@payoffs.register
def _payoffs(game: FoxHounds, state: FoxHoundsState) -> tuple[float, float]:
    if escaped(game, state) or state.mover == HOUNDS:
        return 1.0, -1.0
    return -1.0, 1.0


def areas(
    game: FoxHounds, state: FoxHoundsState
) -> tuple[int, int, int, int, int, int]:
    """Return three areas of the board, each as sets of even and of odd ranks.

    What the hounds could reach, whatever is in the way; where a fox counts as escaped;
    and what the fox could walk to if no hound moved.
    """
    k, height = game.width >> 1, game.height
    reached_even, reached_odd = reach(k, height, state.even, state.odd)
    needed = game.safe_squares
    safe_even = haven(k, height, reached_even, reached_odd, 0, needed)
    safe_odd = haven(k, height, reached_even, reached_odd, 1, needed)
    even, odd = walk(k, height, state.even, state.odd, state.fox)
    return reached_even, reached_odd, safe_even, safe_odd, even, odd


def is_foxbox(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Return whether the hounds contain the fox, whoever is to move.

    Source: "What Does the Fox Play?". All squares that the fox can walk to around the
    hounds are within their reach, or it cannot walk at all.
    """
    reached_even, reached_odd, _, _, even, odd = areas(game, state)
    outside = even & ~reached_even or odd & ~reached_odd
    return not outside or even.bit_count() + odd.bit_count() == 1
