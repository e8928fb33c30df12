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
from foxkit.core.fields import checked, rule
from foxkit.core.game import legal_moves, payoffs, play
from foxkit.games.fox_hounds.geometry import (
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
from foxkit.games.fox_hounds.text import (
    MOST_FILES,
    drawing,
    name,
    problems,
    size_problems,
)

FOX, HOUNDS = 0, 1
TARGET = 7  # a move's code is `from | to << TARGET`


class _Rules(NamedTuple):
    width: int = rule(8, "files", range(2, MOST_FILES + 1, 2))
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
        return self.width // 2

    @property
    def MAX_MOVES(self) -> int:
        """Return the room that a list of moves needs, twice the hounds included."""
        return 2 * self.width

    def conflicts(self) -> list[str]:
        return size_problems(self.width, self.height)

    def start(self) -> FoxHoundsState:
        fox = self.k * (self.height - 1) + self.k // 2
        return FoxHoundsState(fox, (1 << self.k) - 1, 0, FOX)

    def problems(self, text: str) -> list[str]:
        return problems(text)

    def parse(self, text: str) -> tuple["FoxHounds", FoxHoundsState]:
        drawn, mover = text.split()
        game = self._replace(width=2 * drawn.index("/"), height=drawn.count("/") + 1)
        fox, hounds = drawing(game.k, game.height).read(drawn)
        parity, place = divmod(fox.bit_length() - 1, 64)
        odd, even = divmod(hounds, 1 << 64)
        square = square_of(game.k, place, parity)
        return game, FoxHoundsState(square, even, odd, "fh".index(mover))

    def format(self, state: FoxHoundsState) -> str:
        fox, even, odd, mover = map(int, state)
        place = bit_of(self.k, fox) + 64 * (fox // self.k % 2)
        drawn = drawing(self.k, self.height).draw(1 << place, even | odd << 64)
        return f"{drawn} {'fh'[mover]}"

    def format_move(self, state: FoxHoundsState, move: int) -> str:
        """Return a move as two squares, such as `e8-f7`."""
        source, target = move & (1 << TARGET) - 1, move >> TARGET
        return f"{name(self.k, source)}-{name(self.k, target)}"

    def reason(self, state: FoxHoundsState) -> str:
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
    game: FoxHounds, state: FoxHoundsState, moves: np.ndarray, n: int, at: int, dy: int
) -> int:
    """Append the steps from a square to the left and right on the next rank."""
    k = game.width >> 1
    for dx in (-1, 1):
        target = step(k, game.height, at, dx, dy)
        if target >= 0 and not _occupied(k, state, target):
            moves[n] = at | target << TARGET
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
            n = _append(game, state, moves, n, square_of(k, ctz(file), parity), 1)
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


@play.register
def _play(game: FoxHounds, state: FoxHoundsState, move: int) -> FoxHoundsState:
    k = game.width >> 1
    source, target = move & ((1 << TARGET) - 1), move >> TARGET
    if state.mover == FOX:
        return FoxHoundsState(target, state.even, state.odd, HOUNDS)
    left, entered = 1 << bit_of(k, source), 1 << bit_of(k, target)
    even, odd = (entered, left) if source // k & 1 else (left, entered)
    return FoxHoundsState(state.fox, state.even ^ even, state.odd ^ odd, FOX)


@payoffs.register
def _payoffs(game: FoxHounds, state: FoxHoundsState) -> tuple[float, float]:
    if escaped(game, state) or state.mover == HOUNDS:
        return 1.0, -1.0
    return -1.0, 1.0


def areas(game: FoxHounds, state: FoxHoundsState) -> tuple[int, ...]:
    """Return three areas of the board, each as sets of even and of odd ranks.

    What the hounds could reach, whatever is in the way; where a fox counts as escaped;
    and what the fox could walk to if no hound moved.
    """
    board, hounds = (game.width >> 1, game.height), (state.even, state.odd)
    reached = reach(*board, *hounds)
    safe = (haven(*board, *reached, parity, game.safe_squares) for parity in (0, 1))
    return *reached, *safe, *walk(*board, *hounds, state.fox)


def is_foxbox(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Return whether the hounds contain the fox, whoever is to move.

    Source: "What Does the Fox Play?". All squares that the fox can walk to around the
    hounds are within their reach, or it cannot walk at all.
    """
    even, odd, _, _, walked_even, walked_odd = areas(game, state)
    outside = walked_even & ~even or walked_odd & ~odd
    return not outside or walked_even.bit_count() + walked_odd.bit_count() == 1
