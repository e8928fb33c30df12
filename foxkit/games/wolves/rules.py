"""Wolves Eat Sheep: two wolves against ten sheep on 5x5 squares.

Source: the Wolves Eats Sheep report, section 0 (the rules) and 1.10 (its own move
generator). A board is an int64, square "rc" being bit 5 * r + c:

    column 0 1 2 3 4      a step goes to an orthogonal neighbour, an empty one
    row 0  s s s s s
    row 1  s s s s s      w . s   a wolf eats by jumping onto a sheep two squares off
    row 2  . . . . .              in a straight line, the square between being empty
    row 3  . . . . .
    row 4  . w . w .      ws      a sheep beside a wolf cannot be eaten
"""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, NamedTuple, TypeAlias

from foxkit.core import compiled_inline
from foxkit.core.bits import ctz, popcount
from foxkit.core.fields import Fields, checked, point_set_rule, rule
from foxkit.core.game import MoveBuffer, is_over, legal_moves, payoffs, play
from foxkit.core.generic import generic
from foxkit.core.grid import BoardText, UnsoundPosition, read_side_to_move, split_words

SquareSet: TypeAlias = int
"""A set of squares as the bits of an int64, see above."""
WOLVES, SHEEP = 0, 1
UNDECIDED = -1
RULES, AUTHOR, FORCED = 0, 1, 2
"""Move generators: eating is optional (section 0.2); a plain step is dropped where the
wolf could eat in that direction (section 1.10); whoever can eat must (no source)."""

TOO_FEW_SHEEP = 2  # sheep: with so few left the wolves have won
BOARD = (1 << 25) - 1
_FIRST_COLUMN = 0b00001_00001_00001_00001_00001  # column 0
_ALL_BUT_FIRST_COLUMN, _ALL_BUT_LAST_COLUMN = (
    BOARD & ~_FIRST_COLUMN,
    BOARD & ~(_FIRST_COLUMN << 4),
)


def square_names(squares: SquareSet) -> list[str]:
    """The names of the squares of a set, in reading order."""
    return [f"{i // 5}{i % 5}" for i in range(25) if squares >> i & 1]


_SETS_BY_SQUARE = {name: 1 << i for i, name in enumerate(square_names(BOARD))}
_BOARD_TEXT = BoardText(
    tuple(tuple(range(5 * row, 5 * row + 5)) for row in range(5)),
    {"0": "empty", "1": "sheep", "2": "wolf"},
    [*_SETS_BY_SQUARE].__getitem__,
)
_FORM_OF_TEXT = (
    "five rows of five characters and a side, such as '11111/11111/00000/00000/02020 w'"
)
_STARTING_SHEEP, _STARTING_WOLVES = _BOARD_TEXT.parse("11111/11111/00000/00000/02020")
_FIFTEEN_SHEEP, _THREE_WOLVES = _BOARD_TEXT.parse("11111/11111/11111/00000/02220")


class WolvesState(NamedTuple):
    """The pieces as sets of squares, and who moves, WOLVES (0) or SHEEP (1)."""

    wolves: SquareSet
    sheep: SquareSet
    mover: int


class _Rules(NamedTuple):
    """The fields of `Wolves`, each declared with its words and values."""

    generator: int = rule(
        RULES,
        "eating is",
        {RULES: "optional", AUTHOR: "instead of a step that way", FORCED: "compulsory"},
        "0 follows section 0.2 of the report, 1 its move generator (section 1.10); 2 "
        "has no source.",
    )
    alternate: int = rule(
        1,
        "turns",
        {1: "alternate", 0: "are the wolves' after the first"},
        "0 is what the report's `makeMove` (section 1.2) does inside its search.",
    )
    wolves: int = point_set_rule(
        _STARTING_WOLVES, "wolf start (row, column)", _SETS_BY_SQUARE, range(1, 25)
    )
    sheep: int = point_set_rule(
        _STARTING_SHEEP, "sheep start (row, column)", _SETS_BY_SQUARE, range(25)
    )
    pair_ends: int = rule(
        0,
        "the sheep win when",
        {0: "all are trapped", 1: "the first and another are"},
        "Which wolves must be without a free neighbouring square; the first is that in "
        "reading order. 1 is what the report's `game_ends` (section 1.12) does inside "
        "its search; it takes three wolves to tell.",
    )


@checked
class Wolves(_Rules):
    """The rules of Wolves Eat Sheep, on a board of five by five.

    Two wolves eat ten sheep, which win by shutting the wolves in. The defaults are
    those of the report's section 0.

    Examples:
        >>> start = Position.start(Wolves())
        >>> start.mover, start.text
        ('wolves', '11111/11111/00000/00000/02020 w')
    """

    __slots__ = ()
    NAME = "wolves"
    PLAYERS = ("wolves", "sheep")
    MAX_MOVES = 80  # 40 pairs of neighbours, 30 pairs of squares two apart
    GAME_LIMIT = 500  # of a match's game, then it is called endless and a draw
    FIELDS: ClassVar[Fields]  # made by `checked`
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "rules": {"generator": RULES},
        "author": {"generator": AUTHOR},
        "forced": {"generator": FORCED},
        "three-wolves": {"wolves": _THREE_WOLVES, "sheep": _FIFTEEN_SHEEP},
        "pair-ends": {"pair_ends": 1},
    }

    def rule_columns(self) -> dict[str, int]:
        """The rules for columns of a table, pieces by their numbers."""
        pieces = {name: getattr(self, name).bit_count() for name in self.PLAYERS}
        return self._asdict() | pieces

    def conflicts(self) -> list[str]:
        """What does not go together in these rules, in words."""
        occupied_twice = square_names(self.wolves & self.sheep)
        return (
            [f"a wolf and a sheep both start on {', '.join(occupied_twice)}"]
            if occupied_twice
            else []
        )

    def start(self) -> WolvesState:
        """The starting position."""
        return WolvesState(self.wolves, self.sheep, WOLVES)

    def parse(self, text: str) -> tuple["Wolves", WolvesState]:
        """The game and the state of a text; ValueError names its first fault."""
        drawn, side = split_words(text, 2, _FORM_OF_TEXT)
        sheep, wolves = _BOARD_TEXT.parse(drawn)
        state = WolvesState(wolves, sheep, read_side_to_move(side, "ws"))
        if not wolves:
            raise UnsoundPosition("no wolf on the board", self, state)
        return self, state

    def format(self, state: WolvesState) -> str:
        """The one-line text of a state."""
        wolves, sheep, side = map(int, state)
        return f"{_BOARD_TEXT.format(sheep, wolves)} {'ws'[side]}"

    def format_move(self, state: WolvesState, move: int) -> str:
        """`rc-rc` for a step, `rcxrc` where a wolf eats."""
        source, target = move & 31, move >> 5
        joint = "x" if int(state.sheep) >> target & 1 else "-"
        return f"{source // 5}{source % 5}{joint}{target // 5}{target % 5}"

    def reason(self, state: WolvesState) -> str:
        """How a finished game ended, in a few words; empty while it goes on."""
        if state.sheep.bit_count() <= TOO_FEW_SHEEP:
            return "two sheep left"
        if winner(self, state) == SHEEP:
            return "wolves trapped"
        return "sheep stuck" if is_over(self, state, None) else ""


@partial(generic, has_default=True)
def playable_squares(game: Wolves) -> SquareSet:
    """The squares of the board that is played on; the corner has fewer."""
    return BOARD


@compiled_inline
def neighbours(squares: SquareSet) -> SquareSet:
    """The squares beside those of a set."""
    down_up = (squares << 5) | (squares >> 5)
    return (down_up | step_right(squares) | step_left(squares)) & BOARD


@compiled_inline
def step_right(squares: SquareSet) -> SquareSet:
    """The squares one to the right of those in a set."""
    return (squares & _ALL_BUT_LAST_COLUMN) << 1


@compiled_inline
def step_left(squares: SquareSet) -> SquareSet:
    """The squares one to the left of those in a set."""
    return (squares & _ALL_BUT_FIRST_COLUMN) >> 1


@compiled_inline
def winner(game: Wolves, state: WolvesState) -> int:
    """The winner by the board alone: WOLVES, SHEEP or UNDECIDED (-1).

    The report tests after every move, by either side, and the wolves first.
    """
    wolves = state.wolves
    if popcount(state.sheep) <= TOO_FEW_SHEEP:
        return WOLVES
    trapped = wolves & ~neighbours(playable_squares(game) & ~(wolves | state.sheep))
    if trapped == wolves:
        return SHEEP
    first = trapped & wolves & -wolves
    return SHEEP if game.pair_ends and first and trapped != first else UNDECIDED


@compiled_inline
def _append_moves_both_ways(
    moves: MoveBuffer,
    num_moves: int,
    targets_ahead: SquareSet,
    targets_back: SquareSet,
    distance: int,
) -> int:
    """Append moves to targets ahead and back, over a distance; return the new number.

    Both sets in one loop: fewer loops are fewer ends that a processor guesses wrong.
    """
    targets = targets_ahead | targets_back << 25
    while targets:
        place = ctz(targets)
        behind = place >= 25
        target = place - 25 * behind
        moves[num_moves] = (target - distance + 2 * distance * behind) | target << 5
        num_moves += 1
        targets &= targets - 1
    return num_moves


@compiled_inline
def _write_sheep_moves(empty: SquareSet, sheep: SquareSet, moves: MoveBuffer) -> int:
    """Write the steps of the sheep; return how many."""
    n = _append_moves_both_ways(moves, 0, (sheep << 5) & empty, (sheep >> 5) & empty, 5)
    return _append_moves_both_ways(
        moves, n, step_right(sheep) & empty, step_left(sheep) & empty, 1
    )


@compiled_inline
def _write_wolf_moves(
    game: Wolves,
    empty: SquareSet,
    wolves: SquareSet,
    sheep: SquareSet,
    moves: MoveBuffer,
) -> int:
    """Write the wolves' jumps and steps by the move generator; return how many."""
    down, up = (wolves << 5) & empty, (wolves >> 5) & empty
    to_right, to_left = step_right(wolves) & empty, step_left(wolves) & empty
    eaten_down, eaten_up = (down << 5) & sheep, (up >> 5) & sheep
    eaten_right, eaten_left = step_right(to_right) & sheep, step_left(to_left) & sheep
    n = _append_moves_both_ways(moves, 0, eaten_down, eaten_up, 10)
    n = _append_moves_both_ways(moves, n, eaten_right, eaten_left, 2)
    if n and game.generator == FORCED:
        return n
    if game.generator == AUTHOR:
        down, up = down & ~(eaten_down >> 5), up & ~(eaten_up << 5)
        to_right = to_right & ~(eaten_right >> 1)
        to_left = to_left & ~(eaten_left << 1)
    n = _append_moves_both_ways(moves, n, down, up, 5)
    return _append_moves_both_ways(moves, n, to_right, to_left, 1)


@legal_moves.register
def _legal_moves(game: Wolves, state: WolvesState, moves: MoveBuffer) -> int:
    """Write the legal moves of the side to move; return how many."""
    if winner(game, state) != UNDECIDED:
        return 0
    empty = playable_squares(game) & ~(state.wolves | state.sheep)
    if state.mover == SHEEP:
        return _write_sheep_moves(empty, state.sheep, moves)
    return _write_wolf_moves(game, empty, state.wolves, state.sheep, moves)


@is_over.register
def _is_over(game: Wolves, state: WolvesState, moves: MoveBuffer) -> bool:
    """Whether the board decides the game, or the sheep are stuck."""
    if winner(game, state) != UNDECIDED:
        return True
    empty = playable_squares(game) & ~(state.wolves | state.sheep)
    return state.mover == SHEEP and neighbours(state.sheep) & empty == 0


@play.register
def _play(game: Wolves, state: WolvesState, move: int) -> WolvesState:
    """The state after a step or a jump."""
    source, target = 1 << (move & 31), 1 << (move >> 5)
    after = state.mover ^ 1 if game.alternate else WOLVES
    if state.mover == SHEEP:
        return WolvesState(state.wolves, state.sheep ^ source ^ target, after)
    return WolvesState(state.wolves ^ source ^ target, state.sheep & ~target, after)


@payoffs.register
def _payoffs(game: Wolves, state: WolvesState) -> tuple[float, float]:
    """1 for the winner and -1 for the loser; sheep that are stuck have lost."""
    who = winner(game, state)
    if who == UNDECIDED:  # the side to move is stuck: only sheep can be
        who = WOLVES
    return (1.0, -1.0) if who == WOLVES else (-1.0, 1.0)


# -- The corner ------------------------------------------------------------------------
#
# A corner of Wolves Eat Sheep, three squares wide: small enough to be solved by hand.
#
# One wolf or two and some sheep live on squares 00 to 22 by the same rules; they
# never leave the corner.


CORNER = 0b00111_00111_00111


class WolvesCorner(Wolves):
    """The rules of Wolves Eat Sheep on a corner of three by three squares."""

    __slots__ = ()
    NAME = "wolves-corner"


@playable_squares.register
def _corner_squares(game: WolvesCorner) -> SquareSet:
    """The squares of the corner."""
    return CORNER
