"""The Scandinavian Fox Game (Rävspel): twenty sheep against two foxes on a cross.

Source: Janshagen & Mattsson, FDG 2022, section 2. Where the paper is silent, the
reading taken is the default of a field of `FoxGame`; pieces, places and pasture are
fields too.
"""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import ClassVar, NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.bits import ctz, popcount
from foxkit.core.fields import Fields, checked, point_set_rule, rule
from foxkit.core.game import MoveBuffer, is_over, legal_moves, payoffs, play
from foxkit.core.grid import BoardText, UnsoundPosition, read_side_to_move, split_words
from foxkit.core.quoting import quoted

# -- Points, sets of points, and text --------------------------------------------------
#
# The Fox Game's one-line text: seven rows, the side to move, two counters.
#
# `--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -` is the start: rows
# from the sheep's edge, then who moves (`s` or `f`), the sheep turns in a row without a
# forward step, and the point of a fox in the middle of a chain (`-` for none).


_FORM_OF_TEXT = (
    "seven rows, who moves, the sideways turns, and the point of a fox within a chain"
    " or -, as in '--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -'"
)
Point: TypeAlias = int
"""A point of the board by its bit number, 8 * row + column."""
PointSet: TypeAlias = int
"""A set of points as the bits of an int64."""
POINTS = tuple(
    f"{row}{column}"
    for row, column in product(range(7), range(7))
    if 2 <= row <= 4 or 2 <= column <= 4
)
"""The names of the 33 points, row and column, in reading order."""


def point_index(point: str) -> Point:
    """The bit number of a point that is named by its row and column."""
    return 8 * int(point[0]) + int(point[1])


def point_name(point: Point) -> str:
    """The name of the point with a bit number, its row and column."""
    return f"{point // 8}{point % 8}"


def point_set(points: Iterable[str]) -> PointSet:
    """The set of some points as an int64."""
    return sum(1 << point_index(point) for point in points)


BOARD = point_set(POINTS)


def point_names(points: PointSet) -> list[str]:
    """The names of the points of a set, in reading order."""
    return [point for point in POINTS if points >> point_index(point) & 1]


BOARD_TEXT = BoardText(
    tuple(
        tuple(at if BOARD >> at & 1 else ~at for at in range(8 * row, 8 * row + 7))
        for row in range(7)
    ),
    {".": "empty", "s": "sheep", "f": "fox"},
    point_name,
)


def _read_sideways_counter(word: str, limit: int) -> int:
    """The number of sideways turns that a word says; ValueError for another word."""
    if not (word.isascii() and word.isdecimal() and len(word) < 10):
        fault = f"sideways counter {quoted(word)} is no number of up to 9 digits"
        raise ValueError(fault)
    if int(word) > limit:
        raise ValueError(f"sideways counter {word} above the limit {limit}")
    return int(word)


# -- The board, and what stands on it --------------------------------------------------
#
# The Fox Game's board and what stands on it: points, lines, states, captures.
#
# A board is an int64 of 7 rows by 8 bits, the last bit of a row always empty, so that a
# step sideways can never wrap into the next row:
#
#         column 0 1 2 3 4 5 6         point "rc" = bit 8 * r + c
#     row 0      . . o o o . .         o  board, 33 points
#     row 1      . . o o o . .         #  pasture, rows 4 to 6, columns 2 to 4
#     row 2      o o o o o o o         sheep walk down: + 8, or sideways: + 1, - 1
#     row 3      o o o o o o o
#     row 4      o o # # # o o         diagonal lines join the points whose
#     row 5      . . # # # . .         row + column is even
#     row 6      . . # # # . .


SHEEP, FOXES = 0, 1
ALTERNATE, NONE, EVERYWHERE = 0, 1, 2
"""Where diagonal lines are: at points of even row + column, nowhere, at all points."""

PASTURE = point_set(f"{row}{column}" for row in (4, 5, 6) for column in (2, 3, 4))
DIRECTIONS = np.array([-9, -8, -7, -1, 1, 7, 8, 9], np.int64)


def _points_one_step_from(point: str, diagonals: int) -> PointSet:
    """The points one step from a point along the lines of the board."""
    even = (int(point[0]) + int(point[1])) % 2 == 0
    slanted = diagonals == EVERYWHERE or (diagonals == ALTERNATE and even)
    steps = DIRECTIONS if slanted else (-8, -1, 1, 8)
    around = (point_index(point) + int(step) for step in steps)
    return sum(1 << target for target in around if target >= 0) & BOARD


_JOINED_POINTS = np.zeros((3, 64), np.int64)
"""`_JOINED_POINTS[diagonals, point]` is the set of points joined to a point."""
for _point in POINTS:
    _JOINED_POINTS[:, point_index(_point)] = [
        _points_one_step_from(_point, kind) for kind in range(3)
    ]


def _starting_sheep_set(count: int, from_side: int) -> PointSet:
    """Sheep on rows 0 to 3 less those taken away, row 0 first (Figure 9).

    In the last row they go evenly, an odd number with the middle one, or from one side.
    """
    gone = [*POINTS[: 20 - count]]
    if gone and not from_side:
        row = [point for point in POINTS if point[0] == gone[-1][0]]
        inner = sorted(row, key=lambda point: abs(int(point[1]) - 3))
        number = len({*gone} & {*row})
        gone[-number:] = inner[1 - number % 2 :][:number]
    return point_set(POINTS[:20]) & ~point_set(gone)


STARTING_SHEEP = np.array(
    [[_starting_sheep_set(n, side) for n in range(21)] for side in (0, 1)]
)
"""`STARTING_SHEEP[from_side, sheep]` is where so many start, a set of points."""


class FoxState(NamedTuple):
    """Sheep and foxes as sets of points, and what the next move must know.

    Attributes:
        mover: the side to move, SHEEP (0) or FOXES (1).
        sideways: sheep turns in a row without a forward step.
        chain: point of the fox in the middle of a chain of captures, or -1.
    """

    sheep: PointSet
    foxes: PointSet
    mover: int
    sideways: int
    chain: Point


@compiled_inline
def joined_points(diagonals: int, point: Point) -> PointSet:
    """The set of points that lines join to a point; see `FoxGame.diagonals`."""
    return int(_JOINED_POINTS[diagonals, point])


@compiled_inline
def landing_points(
    diagonals: int, sheep: PointSet, foxes: PointSet, point: Point
) -> PointSet:
    """The landing points of the captures of the fox at `point`, as a set."""
    empty = BOARD & ~(sheep | foxes)
    over = joined_points(diagonals, point) & sheep
    landings = 0
    while over:
        # Off the board the number may leave 0..63; & 63 maps it to an empty margin.
        landings |= empty & (1 << ((2 * ctz(over) - point) & 63))
        over &= over - 1
    return landings


@compiled_inline
def mobile_foxes(
    diagonals: int, one_by_one: int, sheep: PointSet, foxes: PointSet
) -> PointSet:
    """The foxes that can step or capture, all judged on the same board.

    Or one after the other, those found immobile being gone for the next.
    """
    mobile, rest = foxes, foxes
    while rest:
        point = ctz(rest)
        others = mobile if one_by_one else foxes
        steps = joined_points(diagonals, point) & BOARD & ~(sheep | others)
        if not steps and not landing_points(diagonals, sheep, others, point):
            mobile ^= 1 << point
        rest &= rest - 1
    return mobile


# -- Whole chains of captures as single moves ------------------------------------------
#
# A chain's code is `CHAIN | path << 2 | which`: `which` counts the up to four foxes
# from the lowest point; `path` is a leading 1 and then three bits for each capture, an
# index into `DIRECTIONS`. Nineteen captures, all that the board allows, need 58 bits.


Chain: TypeAlias = int
"""The code of a chain of captures, one move."""
CHAIN = 1 << 62  # the flag of such codes
_DIRECTION_INDEX = np.zeros(19, np.int64)
"""`_DIRECTION_INDEX[direction + 9]` is its index in `DIRECTIONS`."""
for _i in range(8):
    _DIRECTION_INDEX[DIRECTIONS[_i] + 9] = _i


@compiled_inline
def _chain_directions(chain: Chain) -> int:
    """The directions of a chain, three bits each after a leading 1."""
    return (chain & ~CHAIN) >> 2


@compiled_inline
def _fox_point_of_chain(foxes: PointSet, chain: Chain) -> Point:
    """The point from which the fox of a chain starts."""
    for _ in range(chain & 3):
        foxes &= foxes - 1
    return ctz(foxes)


@compiled_inline
def _pieces_after_chain(
    state: FoxState, chain: Chain
) -> tuple[PointSet, PointSet, Point]:
    """Sheep, the other foxes, and the point of the chain's fox, after a chain."""
    point, sheep = _fox_point_of_chain(state.foxes, chain), state.sheep
    other_foxes, captures = state.foxes & ~(1 << point), 0
    while _chain_directions(chain) >> 3 * captures > 1:
        captures += 1
    for i in range(captures - 1, -1, -1):
        direction = int(DIRECTIONS[_chain_directions(chain) >> 3 * i & 7])
        sheep &= ~(1 << (point + direction))
        point += 2 * direction
    return sheep, other_foxes, point


_SPARE_ENTRIES = 48
"""Entries of a list of moves that chains leave free: for the eight that lengthen one,
and for the plain moves of four foxes, which may follow."""


@compiled_inline
def write_whole_chains(
    diagonals: int,
    must_continue: int,
    state: FoxState,
    foxes: PointSet,
    moves: MoveBuffer,
) -> int:
    """Write the chains of some foxes that may end where they do; return how many.

    `moves` is a queue of chains to lengthen, shortest first; the finished ones are
    written over those already taken out of it.
    """
    n, head, tail = 0, 0, 0
    for which in range(popcount(state.foxes)):
        if 1 << _fox_point_of_chain(state.foxes, which) & foxes:
            moves[tail] = CHAIN | 4 | which
            tail += 1
    while head < tail:
        chain = int(moves[head])
        head += 1
        sheep, other_foxes, point = _pieces_after_chain(state, chain)
        targets = landing_points(diagonals, sheep, other_foxes | 1 << point, point)
        if _chain_directions(chain) > 1 and (targets == 0 or not must_continue):
            moves[n] = chain
            n += 1
        if tail + _SPARE_ENTRIES > len(moves):
            raise ValueError("more chains of captures than a list of moves can hold")
        while targets:
            digit = int(_DIRECTION_INDEX[((ctz(targets) - point) >> 1) + 9])
            moves[tail] = (
                CHAIN | (_chain_directions(chain) << 3 | digit) << 2 | chain & 3
            )
            tail += 1
            targets &= targets - 1
    return n


@compiled_inline
def state_after_chain(state: FoxState, chain: Chain) -> FoxState:
    """The state after a whole chain of captures."""
    sheep, other_foxes, point = _pieces_after_chain(state, chain)
    return FoxState(sheep, other_foxes | 1 << point, SHEEP, state.sideways, -1)


def chain_points(state: FoxState, chain: Chain) -> list[Point]:
    """The points that the fox visits, its start included."""
    points = [_fox_point_of_chain(state.foxes, chain)]
    for digit in f"{_chain_directions(chain):o}"[1:]:
        points.append(points[-1] + 2 * int(DIRECTIONS[int(digit)]))
    return points


# -- The rules -------------------------------------------------------------------------


_UNDECIDED = -1
CAPTURE = 1 << 12  # a step's code is `from | to << 6`; a capture carries this flag too
STOP_CHAIN = 0  # ends an optional chain; point 00, being off the board, has no step
_FOX_STARTS = [
    ["62", "64"],
    *(["42", "44"], ["52", "54"], ["42", "52"], ["43", "53"], ["40", "46"]),
    *(["63"], ["62", "63", "64"], ["52", "54", "62", "64"]),
]
_SETS_BY_POINT = {point: point_set([point]) for point in POINTS}


class _Rules(NamedTuple):
    """The fields of `FoxGame`, each declared with its words and values."""

    sheep: int = rule(
        20,
        "sheep",
        range(1, 21),
        "At the start; section 5.5 of the paper has 17 to 20. There must be as many as "
        "the target at least.",
    )
    from_side: int = rule(
        0,
        "taken away",
        {0: "middle; outer two; all three", 1: "from one side"},
        "Which points are empty where a game begins with fewer than 20 sheep: 0 takes "
        "away 03; 02 and 04; all of row 0 (our text copy lacks Figure 9), 1 takes away "
        "02, 03, 04 in this order; rows 1 to 3 likewise.",
    )
    sideways_limit: int = rule(
        10,
        "sideways limit",
        range(1, 1001),
        "After so many turns of the sheep in a row without a forward step they lose.",
    )
    first: int = rule(
        SHEEP, "the first to move are", {SHEEP: "the sheep", FOXES: "the foxes"}
    )
    must_continue: int = rule(
        1,
        "chains",
        {1: "compulsory", 0: "optional"},
        "Whether a fox that has captured must capture on if it can.",
    )
    must_capture: int = rule(
        1,
        "captures",
        {1: "compulsory", 0: "optional"},
        "Whether foxes that can capture must.",
    )
    catchable: int = rule(
        1,
        "foxes",
        {1: "can be caught", 0: "are safe"},
        "1 removes a fox that cannot move on its turn.",
    )
    diagonals: int = rule(
        ALTERNATE,
        "diagonals",
        {ALTERNATE: "alternate points", NONE: "none", EVERYWHERE: "everywhere"},
        "From which points there are diagonal lines.",
    )
    fox_start: int = point_set_rule(
        point_set(_FOX_STARTS[0]),
        "fox start (row, column)",
        _SETS_BY_POINT,
        range(1, 5),
        _FOX_STARTS,
    )
    target: int = rule(
        9,
        "sheep in the pasture",
        range(1, 21),
        "With so many of them there the sheep win.",
    )
    whole_chains: int = rule(
        0,
        "a chain is",
        {0: "several moves", 1: "one move"},
        "How a player chooses the captures of a chain: one by one, or all at once.",
    )
    last_sheep: int = rule(
        0,
        "sheep lose with",
        {0: "too few", 1: "none left"},
        "1 lets them play on when they are fewer than the target, so that foxes win by "
        "capturing every one of them or by leaving them without a move.",
    )
    one_by_one: int = rule(
        0,
        "blocked foxes go",
        {0: "together", 1: "one by one"},
        "With 1, taking the first off may free the second; with 0 all are judged on "
        "the same board.",
    )
    removal_is_turn: int = rule(
        0,
        "then move",
        {0: "the foxes left", 1: "the sheep again"},
        "Whether taking a fox off is the foxes' turn.",
    )
    sheep_start: int = point_set_rule(
        0,
        "sheep start (empty: rows 0 to 3)",
        _SETS_BY_POINT,
        range(21),
        help="As many points as there are sheep, or none.",
    )
    pasture: int = point_set_rule(
        PASTURE, "pasture (row, column)", _SETS_BY_POINT, range(1, 34)
    )


@checked
class FoxGame(_Rules):
    """The rules of the Fox Game (Rävspel): twenty sheep against two foxes on a cross.

    The sheep win if nine of them reach the pasture; the foxes, by capturing too many.
    The defaults are the paper's rules, or their most likely reading.

    Examples:
        >>> game = FoxGame(sheep=18, must_capture=0)
        >>> start = Position.start(game)
        >>> start.mover, len(start.moves)
        ('sheep', 9)
        >>> FoxGame(sheep=30)
        Traceback (most recent call last):
        ValueError: sheep is a whole number from 1 to 20, not 30
    """

    __slots__ = ()
    NAME = "fox-game"
    PLAYERS = ("sheep", "foxes")
    FIELDS: ClassVar[Fields]  # made by `checked`
    VARIANTS: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "19-sheep": {"sheep": 19},
        "18-sheep": {"sheep": 18},
        "17-sheep": {"sheep": 17},
        "19-sheep-side": {"sheep": 19, "from_side": 1},
        "18-sheep-side": {"sheep": 18, "from_side": 1},
        "whole-chains": {"whole_chains": 1},
        "optional-chains": {"must_continue": 0},
        "optional-captures": {"must_capture": 0},
        "foxes-first": {"first": FOXES},
        "foxes-safe": {"catchable": 0},
        "no-diagonals": {"diagonals": NONE},
        "all-diagonals": {"diagonals": EVERYWHERE},
    }

    def rule_columns(self) -> dict[str, int | str]:
        """The rules for columns of a table, sets of points by their names."""
        sets = ("fox_start", "sheep_start", "pasture")
        return self._asdict() | {
            n: " ".join(point_names(getattr(self, n))) for n in sets
        }

    @property
    def MAX_MOVES(self) -> int:
        """The room that a list of moves needs: chains can branch often."""
        return 1 << 14 if self.whole_chains else 128

    def conflicts(self) -> list[str]:
        """What does not go together in these rules, in words."""
        target = self.target
        points, placed = self.pasture.bit_count(), self.sheep_start.bit_count()
        sheep, foxes = starting_sheep(self), self.fox_start
        in_pasture = (sheep & self.pasture).bit_count()
        occupied_twice = point_names(sheep & foxes)
        stuck = foxes & ~mobile_foxes(self.diagonals, self.one_by_one, sheep, foxes)
        wrong = {
            f"target {target} is above the {self.sheep} sheep": target > self.sheep,
            f"target {target} is above the pasture's {points} points": target > points,
            f"sheep_start has {placed} points for sheep {self.sheep}": (
                placed not in (0, self.sheep)
            ),
            f"a sheep and a fox both start on {', '.join(occupied_twice)}": (
                occupied_twice
            ),
            f"{in_pasture} sheep start in the pasture, target {target}": in_pasture
            >= target,
            f"foxes begin, and cannot move on {', '.join(point_names(stuck))}": (
                stuck and self.first == FOXES
            ),
        }
        return [fault for fault, is_wrong in wrong.items() if is_wrong]

    def start(self) -> FoxState:
        """The starting position."""
        return FoxState(starting_sheep(self), self.fox_start, self.first, 0, -1)

    def parse(self, text: str) -> tuple["FoxGame", FoxState]:
        """The game and the state of a text; ValueError names its first fault."""
        drawn, side, counter, chain = split_words(text, 4, _FORM_OF_TEXT)
        sheep, foxes = BOARD_TEXT.parse(drawn)
        mover = read_side_to_move(side, "sf")
        sideways = _read_sideways_counter(counter, self.sideways_limit)
        if chain not in (*POINTS, "-"):
            raise ValueError(f"chain point {quoted(chain)} is not on the board")
        point = -1 if chain == "-" else point_index(chain)
        state = FoxState(sheep, foxes, mover, sideways, point)
        if fault := self._why_unsound(state):
            raise UnsoundPosition(fault, self, state)
        return self, state

    def _why_unsound(self, state: FoxState) -> str:
        """Why a state is no position of this game; empty if it is one."""
        number, max_foxes = state.foxes.bit_count(), self.fox_start.bit_count()
        if number > max_foxes:
            return f"{number} foxes instead of at most {max_foxes}"
        if (chain := state.chain) < 0:
            return ""
        if state.mover == SHEEP:
            return "a chain is under way, but the sheep are to move"
        if not state.foxes >> chain & 1:
            return f"no fox at the chain point {point_name(chain)}"
        captures = landing_points(self.diagonals, state.sheep, state.foxes, chain)
        fault = f"the fox at the chain point {point_name(chain)} cannot capture"
        return "" if captures else fault

    def format(self, state: FoxState) -> str:
        """The one-line text of a state."""
        sheep, foxes, mover, sideways, chain = map(int, state)
        point = point_name(chain) if chain >= 0 else "-"
        return f"{BOARD_TEXT.format(sheep, foxes)} {'sf'[mover]} {sideways} {point}"

    def reason(self, state: FoxState) -> str:
        """How a finished game ended, in a few words."""
        if (state.sheep & self.pasture).bit_count() >= self.target:
            return "pasture filled"
        if state.sideways >= self.sideways_limit:
            return "sideways limit"
        if state.foxes == 0:
            return "foxes caught"
        few = state.sheep.bit_count() < fewest_sheep_to_play_on(self)
        return "too few sheep" if few else "no move left"

    def format_move(self, state: FoxState, move: int) -> str:
        """`rc-rc` for a step, `rcxrc` for a capture, `rcxrcx…` for a chain."""
        if move == STOP_CHAIN:
            return "stop"
        if move & CHAIN:
            return "x".join(map(point_name, chain_points(state, move)))
        joint = "x" if move & CAPTURE else "-"
        return f"{point_name(move & 63)}{joint}{point_name(move >> 6 & 63)}"


@compiled_inline
def starting_sheep(game: FoxGame) -> PointSet:
    """The set of points where the sheep begin."""
    return game.sheep_start or int(STARTING_SHEEP[game.from_side, game.sheep])


@compiled_inline
def fewest_sheep_to_play_on(game: FoxGame) -> int:
    """The fewest sheep with which the game goes on; with fewer the foxes have won."""
    return 1 if game.last_sheep else game.target


@compiled_inline
def winner(game: FoxGame, state: FoxState) -> int:
    """The winner by the board alone: SHEEP, FOXES or _UNDECIDED (-1).

    A side without a move loses too, which only `legal_moves` finds out.
    """
    if popcount(state.sheep & game.pasture) >= game.target:
        return SHEEP
    if state.sideways >= game.sideways_limit:
        return FOXES
    if state.foxes == 0:
        return SHEEP
    return (
        FOXES if popcount(state.sheep) < fewest_sheep_to_play_on(game) else _UNDECIDED
    )


@compiled_inline
def _append_steps_to_targets(
    moves: MoveBuffer, num_moves: int, targets: PointSet, offset: int
) -> int:
    """Append steps to targets from `offset` bits below; return the new number."""
    while targets:
        target = ctz(targets)
        moves[num_moves] = target - offset | target << 6
        num_moves += 1
        targets &= targets - 1
    return num_moves


@compiled_inline
def _write_sheep_moves(state: FoxState, moves: MoveBuffer) -> int:
    """Write the steps of the sheep, forwards first; return how many."""
    empty = BOARD & ~(state.sheep | state.foxes)
    n = _append_steps_to_targets(moves, 0, (state.sheep << 8) & empty, 8)
    n = _append_steps_to_targets(moves, n, (state.sheep >> 1) & empty, -1)
    return _append_steps_to_targets(moves, n, (state.sheep << 1) & empty, 1)


@compiled_inline
def _append_fox_moves(
    game: FoxGame,
    state: FoxState,
    foxes: PointSet,
    capture_flag: int,
    moves: MoveBuffer,
    num_moves: int,
) -> int:
    """Append captures (CAPTURE) or steps (0) of some foxes; return the new number."""
    empty = BOARD & ~(state.sheep | state.foxes)
    while foxes:
        point = ctz(foxes)
        if capture_flag == CAPTURE:
            targets = landing_points(game.diagonals, state.sheep, state.foxes, point)
        else:
            targets = joined_points(game.diagonals, point) & empty
        while targets:
            moves[num_moves] = capture_flag | point | ctz(targets) << 6
            num_moves += 1
            targets &= targets - 1
        foxes &= foxes - 1
    return num_moves


@compiled_inline
def _write_fox_moves(game: FoxGame, state: FoxState, moves: MoveBuffer) -> int:
    """Write captures and steps of the foxes, or of a chain's fox; return how many."""
    in_chain = state.chain >= 0
    foxes = 1 << state.chain if in_chain else state.foxes
    if game.whole_chains:
        n = write_whole_chains(game.diagonals, game.must_continue, state, foxes, moves)
    else:
        n = _append_fox_moves(game, state, foxes, CAPTURE, moves, 0)
    if in_chain and not game.must_continue:
        moves[n] = STOP_CHAIN
        return n + 1
    if in_chain or (n and game.must_capture):
        return n
    return _append_fox_moves(game, state, foxes, 0, moves, n)


@compiled_inline
def _play_sheep(
    game: FoxGame, state: FoxState, source: Point, target: Point
) -> FoxState:
    """The state after a step of a sheep, and after foxes without a move are removed."""
    sheep = state.sheep ^ (1 << source) ^ (1 << target)
    is_forward = target == source + 8  # the same column, one row on
    sideways_turns = 0 if is_forward else state.sideways + 1
    after = FoxState(sheep, state.foxes, FOXES, sideways_turns, -1)
    if not game.catchable or winner(game, after) != _UNDECIDED:
        return after
    foxes_left = mobile_foxes(game.diagonals, game.one_by_one, sheep, state.foxes)
    foxes_lose_turn = (
        game.removal_is_turn == 1 and foxes_left != state.foxes and foxes_left != 0
    )
    return FoxState(
        sheep, foxes_left, SHEEP if foxes_lose_turn else FOXES, sideways_turns, -1
    )


@compiled_inline
def _play_capture(
    game: FoxGame, state: FoxState, source: Point, target: Point
) -> FoxState:
    """The state after one capture; the chain goes on if there is another."""
    foxes = state.foxes ^ (1 << source) ^ (1 << target)
    sheep = state.sheep & ~(1 << ((source + target) >> 1))
    if landing_points(game.diagonals, sheep, foxes, target):
        return FoxState(sheep, foxes, FOXES, state.sideways, target)
    return FoxState(sheep, foxes, SHEEP, state.sideways, -1)


@legal_moves.register
def _legal_moves(game: FoxGame, state: FoxState, moves: MoveBuffer) -> int:
    """Write the legal moves of the side to move; return how many."""
    if winner(game, state) != _UNDECIDED:
        return 0
    if state.mover == SHEEP:
        return _write_sheep_moves(state, moves)
    return _write_fox_moves(game, state, moves)


@is_over.register
def _is_over(game: FoxGame, state: FoxState, moves: MoveBuffer) -> bool:
    """Whether the board decides the game, or the side to move has no move."""
    if winner(game, state) != _UNDECIDED:
        return True
    if state.mover == SHEEP:
        sheep, empty = state.sheep, BOARD & ~(state.sheep | state.foxes)
        return (sheep << 8 | sheep >> 1 | sheep << 1) & empty == 0
    if state.chain < 0:
        return mobile_foxes(game.diagonals, 0, state.sheep, state.foxes) == 0
    chain, sheep, foxes = state.chain, state.sheep, state.foxes
    may_stop = game.must_continue == 0
    return not may_stop and landing_points(game.diagonals, sheep, foxes, chain) == 0


@play.register
def _play(game: FoxGame, state: FoxState, move: int) -> FoxState:
    """The state after a step, a capture, a whole chain, or the end of a chain."""
    source, target = move & 63, move >> 6 & 63
    if state.mover == SHEEP:
        return _play_sheep(game, state, source, target)
    if move & CHAIN:
        return state_after_chain(state, move)
    if move & CAPTURE:
        return _play_capture(game, state, source, target)
    foxes = state.foxes
    if move != STOP_CHAIN:
        foxes ^= (1 << source) ^ (1 << target)
    return FoxState(state.sheep, foxes, SHEEP, state.sideways, -1)


@payoffs.register
def _payoffs(game: FoxGame, state: FoxState) -> tuple[float, float]:
    """1 for the winner and -1 for the loser; a side that is stuck has lost."""
    who = winner(game, state)
    if who == _UNDECIDED:  # the side to move is stuck
        who = FOXES if state.mover == SHEEP else SHEEP
    return (1.0, -1.0) if who == SHEEP else (-1.0, 1.0)
