"""Fox & Hounds: one fox against a rank of hounds on the light squares of a board.

Source: J. Leslie-Hurd, "Fox & Hounds". The hounds only move up. The fox wins when it
has escaped into an area of two or more squares that no hound can ever reach, or when no
hound can move; the hounds win when the fox cannot move. Play has no cycles, because
every move of a hound adds one to the sum of the hounds' ranks.
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled_inline, entry
from foxkit.core.bits import ctz
from foxkit.core.fields import Fields, checked, rule
from foxkit.core.game import MoveBuffer, legal_moves, payoffs, play
from foxkit.core.grid import BoardText, UnsoundPosition, read_side_to_move, split_words

# -- The board -------------------------------------------------------------------------
#
# `per_rank` is the number k of light squares to a rank, half the width of the board.
# Square number `k * y + j` is the j-th of rank y, both from 0 at the bottom left (b1).
# The file x of a square is 2 * j + 1 on the even ranks and 2 * j on the odd ones,
# because x + y is odd:
#
#     rank y = 3   12    13    14    15             every step leads from an even rank
#     rank y = 2      08    09    10    11          to an odd one or back, so a set of
#     rank y = 1   04    05    06    07             squares is two int64, one for each
#     rank y = 0      00    01    02    03          parity of y: bit k * (y // 2) + j
#
# Seen from an even rank the two squares above or below are j and j + 1, from an odd
# rank j - 1 and j. Boards of up to 62 squares of one parity fit, 14 x 14 among them.


Square: TypeAlias = int
"""The number of a square, see above."""
SquareSet: TypeAlias = int
"""A set of squares on the ranks of one parity, as the bits of an int64."""
MAX_SQUARES = 62
_FIRST_COLUMN = np.array(  # the squares j = 0 of all ranks, by `per_rank`
    [
        0,
        *(
            sum(1 << bit for bit in range(0, 63 - per_rank, per_rank))
            for per_rank in range(1, 63)
        ),
    ],
    np.int64,
)


class FoxHoundsState(NamedTuple):
    """The fox's square, the hounds on even and on odd ranks, sets, and who moves."""

    fox: Square
    even: SquareSet
    odd: SquareSet
    mover: int


@compiled_inline
def squares_of_column(per_rank: int, column: int) -> SquareSet:
    """The squares number `column` of all ranks of one parity, as a set."""
    return int(_FIRST_COLUMN[per_rank]) << column


@compiled_inline
def board_squares(per_rank: int, height: int, parity: int) -> SquareSet:
    """All squares on ranks of a parity, as a set."""
    return (1 << per_rank * ((height + 1 - parity) >> 1)) - 1


@compiled_inline
def bit_index(per_rank: int, square: Square) -> int:
    """A square's bit in the set of its rank's parity."""
    return per_rank * (square // per_rank >> 1) + square % per_rank


@compiled_inline
def square_of(per_rank: int, bit: int, parity: int) -> Square:
    """The square of a bit in the set of ranks of a parity; undoes `bit_index`."""
    return per_rank * (2 * (bit // per_rank) + parity) + bit % per_rank


@compiled_inline
def square_after_step(
    per_rank: int, height: int, square: Square, dx: int, dy: int
) -> Square:
    """The diagonal neighbour of a square, -1 off the board."""
    y = square // per_rank
    x = 2 * (square % per_rank) + 1 - (y & 1) + dx
    y += dy
    return per_rank * y + (x >> 1) if 0 <= x < 2 * per_rank and 0 <= y < height else -1


@compiled_inline
def _columns_beside(per_rank: int, squares: SquareSet, parity: int) -> SquareSet:
    """Both numbers `j` that a diagonal step leads to, on the same pair of ranks."""
    if parity:
        return squares | (squares & ~squares_of_column(per_rank, 0)) >> 1
    return squares | (squares & ~squares_of_column(per_rank, per_rank - 1)) << 1


@compiled_inline
def squares_above(
    per_rank: int, height: int, squares: SquareSet, parity: int
) -> SquareSet:
    """The squares one step up from a set on ranks of a parity."""
    wide = _columns_beside(per_rank, squares, parity)
    return (wide << per_rank if parity else wide) & board_squares(
        per_rank, height, 1 - parity
    )


@compiled_inline
def diagonal_neighbours(
    per_rank: int, height: int, squares: SquareSet, parity: int
) -> SquareSet:
    """The squares one step from a set on ranks of a parity."""
    wide = _columns_beside(per_rank, squares, parity)
    return (wide | (wide << per_rank if parity else wide >> per_rank)) & board_squares(
        per_rank, height, 1 - parity
    )


@compiled_inline
def reachable_squares(
    per_rank: int, height: int, even_hounds: SquareSet, odd_hounds: SquareSet
) -> tuple[SquareSet, SquareSet]:
    """All squares that hounds could get to going up, whatever is in the way.

    Their own squares belong to it.
    """
    for _ in range((height + 1) >> 1):
        odd_hounds |= squares_above(per_rank, height, even_hounds, 0)
        even_hounds |= squares_above(per_rank, height, odd_hounds, 1)
    return even_hounds, odd_hounds


@compiled_inline
def escape_squares(
    per_rank: int,
    height: int,
    even_reach: SquareSet,
    odd_reach: SquareSet,
    parity: int,
    safe_squares: int,
) -> SquareSet:
    """The squares on ranks of a parity where a fox counts as escaped.

    The hounds' `reachable_squares` are `even_reach` and `odd_reach`; `safe_squares` is
    2 if a neighbouring square must be out of it as well, 1 if the fox's square is
    enough, 0 if there is no such rule.
    """
    if safe_squares == 0:
        return 0
    same, other = (odd_reach, even_reach) if parity else (even_reach, odd_reach)
    safe = board_squares(per_rank, height, parity) & ~same
    if safe_squares == 1:
        return safe
    beside = board_squares(per_rank, height, 1 - parity) & ~other
    return safe & diagonal_neighbours(per_rank, height, beside, 1 - parity)


@compiled_inline
def walkable_squares(
    per_rank: int,
    height: int,
    even_hounds: SquareSet,
    odd_hounds: SquareSet,
    fox: Square,
) -> tuple[SquareSet, SquareSet]:
    """The squares that a fox could walk to if no hound moved, its own too."""
    free_even = board_squares(per_rank, height, 0) & ~even_hounds
    free_odd = board_squares(per_rank, height, 1) & ~odd_hounds
    start = 1 << bit_index(per_rank, fox)
    found_even, found_odd = (0, start) if fox // per_rank & 1 else (start, 0)
    grown = True
    while grown:
        more_odd = (
            found_odd | diagonal_neighbours(per_rank, height, found_even, 0) & free_odd
        )
        more_even = (
            found_even | diagonal_neighbours(per_rank, height, more_odd, 1) & free_even
        )
        grown = more_even != found_even or more_odd != found_odd
        found_even, found_odd = more_even, more_odd
    return found_even, found_odd


# -- Text ------------------------------------------------------------------------------
#
# `..F./..../..../..../..../..../..../HHHH f` is the start on 8 x 8: the light squares
# of each rank from the top, then the side to move (`f` or `h`). The text fixes the
# board's size.


_FORM_OF_TEXT = (
    "the light squares of each rank and who moves, as in"
    " '..F./..../..../..../..../..../..../HHHH f'"
)
MAX_FILES = 26  # one letter each


def square_name(per_rank: int, square: Square) -> str:
    """A square's name, file letter and rank number."""
    y, j = divmod(square, per_rank)
    return f"{chr(ord('a') + 2 * j + 1 - y % 2)}{y + 1}"


def board_text_of(per_rank: int, height: int) -> BoardText:
    """How a board is written; odd ranks' bits follow 64 of the even ones."""
    ranks = [
        range(per_rank * y, per_rank * y + per_rank) for y in reversed(range(height))
    ]
    places = (
        [bit_index(per_rank, at) + 64 * (at // per_rank % 2) for at in rank]
        for rank in ranks
    )
    letters = {".": "empty", "F": "the fox", "H": "a hound"}
    return BoardText(
        tuple(map(tuple, places)),
        letters,
        lambda bit: square_name(per_rank, square_of(per_rank, bit % 64, bit // 64)),
    )


# -- The rules -------------------------------------------------------------------------


FOX, HOUNDS = 0, 1
TARGET_SHIFT = 7  # a move's code is `from | to << TARGET_SHIFT`


class _Rules(NamedTuple):
    """The fields of `FoxHounds`, each declared with its words and values."""

    width: int = rule(
        8, "files", range(2, MAX_FILES + 1, 2), "There are half as many hounds."
    )
    height: int = rule(8, "ranks", range(2, 2 * MAX_SQUARES + 1))
    safe_squares: int = rule(
        2,
        "the fox escapes",
        {2: "to two squares out of reach", 1: "to one square", 0: "never"},
        "How many adjacent squares the fox needs that no hound can ever reach. With 1 "
        "it has escaped even where hounds shut it in, which they cannot in play; with "
        "0 it wins only when no hound can move.",
    )


@checked
class FoxHounds(_Rules):
    """The rules of Fox & Hounds: one fox against a row of hounds on a draughtsboard.

    The fox moves in all four diagonal directions and wants to get past the hounds,
    which move forwards only and want to shut it in. The defaults are the document's.

    Examples:
        >>> game = FoxHounds(width=4, height=4)
        >>> solve(game).summary()["winner"]
        'hounds'
    """

    __slots__ = ()
    NAME = "fox-hounds"
    PLAYERS = ("fox", "hounds")
    FIELDS: ClassVar[Fields]  # made by `checked`
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "one-safe-square": {"safe_squares": 1},
        "no-escape": {"safe_squares": 0},
    }

    @property
    def per_rank(self) -> int:
        """The light squares of a rank, as many as there are hounds."""
        return self.width // 2

    @property
    def MAX_MOVES(self) -> int:
        """More than the two moves of each hound, or the four of the fox."""
        return 2 * self.width

    def conflicts(self) -> list[str]:
        """What does not go together in these rules, in words."""
        if self.per_rank * ((self.height + 1) // 2) <= MAX_SQUARES:
            return []
        return [
            f"a board of {self.width} x {self.height} is too large: at most "
            f"{MAX_SQUARES} light squares on every other rank"
        ]

    def start(self) -> FoxHoundsState:
        """The starting position."""
        fox = self.per_rank * (self.height - 1) + self.per_rank // 2
        return FoxHoundsState(fox, (1 << self.per_rank) - 1, 0, FOX)

    def parse(self, text: str) -> tuple["FoxHounds", FoxHoundsState]:
        """The game and the state of a text, which fixes the size; else ValueError."""
        drawn, side = split_words(text, 2, _FORM_OF_TEXT)
        lengths = [*map(len, drawn.split("/"))]
        shortest, longest = min(lengths), max(lengths)
        if shortest < longest:
            fault = f"ranks of {shortest} to {longest} squares instead of one length"
            raise ValueError(fault)
        per_rank, height = longest, len(lengths)
        game = self._replace(width=2 * per_rank, height=height)
        fox, hounds = board_text_of(per_rank, height).parse(drawn)
        mover = read_side_to_move(side, "fh")
        if not fox:
            raise ValueError("0 foxes instead of 1")
        parity, place = divmod(fox.bit_length() - 1, 64)
        odd, even = divmod(hounds, 1 << 64)
        state = FoxHoundsState(square_of(per_rank, place, parity), even, odd, mover)
        if fox.bit_count() > 1:
            fault = f"{fox.bit_count()} foxes instead of 1"
            raise UnsoundPosition(fault, game, state)
        if (number := hounds.bit_count()) != per_rank:
            rank = "as many as a rank has light squares"
            fault = f"{number} hounds instead of {per_rank}, {rank}"
            raise UnsoundPosition(fault, game, state)
        return game, state

    def format(self, state: FoxHoundsState) -> str:
        """The one-line text of a state."""
        fox, even, odd, mover = map(int, state)
        bit_of_fox = bit_index(self.per_rank, fox) + 64 * (fox // self.per_rank % 2)
        drawn = board_text_of(self.per_rank, self.height).format(
            1 << bit_of_fox, even | odd << 64
        )
        return f"{drawn} {'fh'[mover]}"

    def format_move(self, state: FoxHoundsState, move: int) -> str:
        """A move as two squares, such as `e8-f7`."""
        source, target = move & (1 << TARGET_SHIFT) - 1, move >> TARGET_SHIFT
        return (
            f"{square_name(self.per_rank, source)}-{square_name(self.per_rank, target)}"
        )

    def reason(self, state: FoxHoundsState) -> str:
        """How a finished game ended, in a few words; empty while it goes on."""
        if has_escaped(self, state):
            return "the fox has escaped"
        if entry.legal_moves(self, state, np.empty(self.MAX_MOVES, np.int64)):
            return ""
        return "no hound can move" if state.mover else "the fox cannot move"


@compiled_inline
def has_escaped(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Whether the fox is where the hounds can no longer trouble it."""
    per_rank = game.width >> 1
    even, odd = reachable_squares(per_rank, game.height, state.even, state.odd)
    parity = state.fox // per_rank & 1
    safe = escape_squares(per_rank, game.height, even, odd, parity, game.safe_squares)
    return (safe >> bit_index(per_rank, state.fox) & 1) == 1


@compiled_inline
def _is_occupied(per_rank: int, state: FoxHoundsState, square: Square) -> bool:
    """Whether the fox or a hound stands on a square."""
    hounds = state.odd if square // per_rank & 1 else state.even
    return square == state.fox or (hounds >> bit_index(per_rank, square) & 1) == 1


@compiled_inline
def _append_steps_to_left_and_right(
    game: FoxHounds,
    state: FoxHoundsState,
    moves: MoveBuffer,
    num_moves: int,
    square: Square,
    dy: int,
) -> int:
    """Append steps from a square to rank + `dy`; return the new number of moves."""
    per_rank = game.width >> 1
    for dx in (-1, 1):
        target = square_after_step(per_rank, game.height, square, dx, dy)
        if target >= 0 and not _is_occupied(per_rank, state, target):
            moves[num_moves] = square | target << TARGET_SHIFT
            num_moves += 1
    return num_moves


@compiled_inline
def _write_hound_moves(
    game: FoxHounds, state: FoxHoundsState, moves: MoveBuffer
) -> int:
    """Write the hounds' moves by file, rank, left before right; return how many."""
    per_rank, n = game.width >> 1, 0
    for x in range(game.width):
        parity = 1 - (x & 1)
        file = (state.odd if parity else state.even) & squares_of_column(
            per_rank, x >> 1
        )
        while file:
            n = _append_steps_to_left_and_right(
                game, state, moves, n, square_of(per_rank, ctz(file), parity), 1
            )
            file &= file - 1
    return n


@legal_moves.register
def _legal_moves(game: FoxHounds, state: FoxHoundsState, moves: MoveBuffer) -> int:
    """Write the legal moves, none once the fox has escaped; return how many."""
    if has_escaped(game, state):
        return 0
    if state.mover == HOUNDS:
        return _write_hound_moves(game, state, moves)
    n = _append_steps_to_left_and_right(game, state, moves, 0, state.fox, -1)
    return _append_steps_to_left_and_right(game, state, moves, n, state.fox, 1)


@play.register
def _play(game: FoxHounds, state: FoxHoundsState, move: int) -> FoxHoundsState:
    """The state after a step."""
    per_rank = game.width >> 1
    source, target = move & ((1 << TARGET_SHIFT) - 1), move >> TARGET_SHIFT
    if state.mover == FOX:
        return FoxHoundsState(target, state.even, state.odd, HOUNDS)
    left, entered = 1 << bit_index(per_rank, source), 1 << bit_index(per_rank, target)
    even, odd = (entered, left) if source // per_rank & 1 else (left, entered)
    return FoxHoundsState(state.fox, state.even ^ even, state.odd ^ odd, FOX)


@payoffs.register
def _payoffs(game: FoxHounds, state: FoxHoundsState) -> tuple[float, float]:
    """The fox wins if it has escaped or no hound can move, and loses if it cannot."""
    if has_escaped(game, state) or state.mover == HOUNDS:
        return 1.0, -1.0
    return -1.0, 1.0


def board_areas(game: FoxHounds, state: FoxHoundsState) -> tuple[SquareSet, ...]:
    """Three areas of the board, each as sets of even and of odd ranks.

    What the hounds could reach, whatever is in the way; where a fox counts as escaped;
    and what the fox could walk to if no hound moved.
    """
    size, hounds = (game.width >> 1, game.height), (state.even, state.odd)
    reached = reachable_squares(*size, *hounds)
    safe = (
        escape_squares(*size, *reached, parity, game.safe_squares) for parity in (0, 1)
    )
    return *reached, *safe, *walkable_squares(*size, *hounds, state.fox)


def is_foxbox(game: FoxHounds, state: FoxHoundsState) -> bool:
    """Whether the hounds contain the fox, whoever is to move.

    Source: "What Does the Fox Play?". All squares that the fox can walk to around the
    hounds are within their reach, or it cannot walk at all.
    """
    even, odd, _, _, walked_even, walked_odd = board_areas(game, state)
    outside = walked_even & ~even or walked_odd & ~odd
    return not outside or walked_even.bit_count() + walked_odd.bit_count() == 1
