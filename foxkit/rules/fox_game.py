"""The Scandinavian Fox Game (Rävspel): twenty sheep against two foxes on a cross.

Source: Janshagen & Mattsson, FDG 2022, section 2; where the paper is silent, the
reading is named in `FoxGame`. A board is an int64 of 7 rows by 8 bits, the last bit
of a row always empty, so that a step sideways can never wrap into the next row:

        column 0 1 2 3 4 5 6         point "rc" = bit 8 * r + c
    row 0      . . o o o . .         o  board, 33 points
    row 1      . . o o o . .         #  pasture, rows 4 to 6, columns 2 to 4
    row 2      o o o o o o o         sheep walk down: + 8, or sideways: + 1, - 1
    row 3      o o o o o o o
    row 4      o o # # # o o         diagonal lines join the points whose
    row 5      . . # # # . .         row + column is even
    row 6      . . # # # . .
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from foxkit.core import compiled
from foxkit.core.bits import ctz, popcount
from foxkit.core.game import legal_moves, mover, payoffs, play
from foxkit.rules import fox_game_text as text_form
from foxkit.rules.fox_game_text import BOARD, POINTS, index, name

SHEEP, FOXES = 0, 1
UNDECIDED = -1
ALTERNATE, NONE, EVERYWHERE = 0, 1, 2
"""Where diagonal lines are: at points of even row + column, nowhere, at all points."""

CAPTURE = 1 << 12  # a step is `from | to << 6`; a capture carries this flag too
CHAIN = 1 << 62  # a whole chain: flag | path << 1 | which fox, see `_path_of_chain`
STOP = 0  # ends an optional chain; no step has this code, point 00 being off board

PASTURE = text_form.bits(f"{row}{column}" for row in (4, 5, 6) for column in (2, 3, 4))
FLOCK = text_form.bits(POINTS[:20])
_ABSENT = ((), ("03",), ("02", "04"), ("02", "03", "04"))  # the paper's Figure 9
_ABSENT_SIDE = ((), ("02",), ("02", "03"), ("02", "03", "04"))
_DIRECTIONS = np.array([-9, -8, -7, -1, 1, 7, 8, 9], np.int64)
_DIGIT = np.zeros(19, np.int64)  # _DIGIT[direction + 9] is its index in _DIRECTIONS
_DIGIT[_DIRECTIONS + 9] = np.arange(8)


def _neighbours(point: str, diagonals: int) -> int:
    """Return the points joined to `point` by a line, as a set."""
    row, column = int(point[0]), int(point[1])
    slanted = diagonals == EVERYWHERE or (
        diagonals == ALTERNATE and (row + column) % 2 == 0
    )
    steps = _DIRECTIONS if slanted else (-8, -1, 1, 8)
    around = (index(point) + int(step) for step in steps)
    return sum(1 << target for target in around if target >= 0) & BOARD


LINES = np.zeros((3, 64), np.int64)
"""`LINES[diagonals, point]` is the set of points joined to a point."""
for _point in POINTS:
    LINES[:, index(_point)] = [_neighbours(_point, kind) for kind in range(3)]


class _Rules(NamedTuple):
    sheep: int = 20
    from_side: int = 0
    sideways_limit: int = 10
    first: int = SHEEP
    must_continue: int = 1
    must_capture: int = 1
    catchable: int = 1
    diagonals: int = ALTERNATE
    fox_start: int = text_form.bits(("62", "64"))
    target: int = 9
    whole_chains: int = 0


class FoxState(NamedTuple):
    """Sheep and foxes as sets of points, and what the next move must know.

    Attributes:
        sheep: the sheep, a set of points.
        foxes: the foxes, a set of points.
        mover: the side to move, SHEEP (0) or FOXES (1).
        sideways: sheep turns in a row without a forward step.
        chain: point of the fox in the middle of a chain of captures, or -1.
    """

    sheep: int
    foxes: int
    mover: int
    sideways: int
    chain: int


class FoxGame(_Rules):
    """The rules as a value; the defaults are the paper's, or the usual reading.

    Attributes:
        sheep: sheep at the start, 17 to 20 (section 5.5).
        from_side: 0 takes sheep away as in Figure 9 (03; 02 and 04; all of row 0),
            1 takes away 02, 03, 04 in this order.
        sideways_limit: sheep turns in a row without a forward step that lose, 1 up.
        first: who begins, SHEEP (0) or FOXES (1).
        must_continue: 1 if a chain of captures must go on while it can.
        must_capture: 1 if a capture must be taken when there is one.
        catchable: 1 if a fox that cannot move on its turn is removed.
        diagonals: ALTERNATE (0), NONE (1) or EVERYWHERE (2).
        fox_start: the foxes' start points, a set of points.
        target: sheep needed in the pasture, 1 to 9.
        whole_chains: 1 if a chain of captures is one move instead of several.
    """

    __slots__ = ()
    NAME = "fox-game"
    PLAYERS = ("sheep", "foxes")
    VARIANTS: Mapping[str, Mapping[str, int]] = MappingProxyType(
        {
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
    )

    @property
    def MAX_MOVES(self) -> int:
        """Return the room that a list of moves needs: chains can branch often."""
        return 1 << 14 if self.whole_chains else 128

    def start(self) -> FoxState:
        """Return the state in which play begins (Figure 2; Figure 9 with fewer)."""
        if not 17 <= self.sheep <= 20:
            raise ValueError(f"{self.sheep} sheep at the start instead of 17 to 20")
        absent = (_ABSENT_SIDE if self.from_side else _ABSENT)[20 - self.sheep]
        flock = FLOCK & ~text_form.bits(absent)
        return FoxState(flock, self.fox_start, self.first, 0, -1)

    def problems(self, text: str) -> list[str]:
        """Return everything wrong with a position's text; empty when it is sound."""
        found = text_form.problems(text, self.sideways_limit)
        if found or text.split()[3] == "-":
            return found
        state = FoxState(*text_form.read(text))
        if _targets(self, state, state.chain):
            return []
        return [f"the fox at the chain point {name(state.chain)} cannot capture"]

    def parse(self, text: str) -> tuple["FoxGame", FoxState]:
        """Return this game and the state of a text without problems."""
        return self, FoxState(*text_form.read(text))

    def format(self, state: FoxState) -> str:
        """Return the one-line text of a state."""
        return text_form.write(*state)

    def format_move(self, state: FoxState, move: int) -> str:
        """Return `rc-rc` for a step, `rcxrc` for a capture, `rcxrcx…` for a chain."""
        if move == STOP:
            return "stop"
        if move & CHAIN:
            return "x".join(name(point) for point in _points_of_chain(state, move))
        joint = "x" if move & CAPTURE else "-"
        return f"{name(move & 63)}{joint}{name(move >> 6 & 63)}"


@compiled
def winner(game: FoxGame, state: FoxState) -> int:
    """Return who has won by the board alone: SHEEP, FOXES or UNDECIDED (-1).

    A side without a move loses too, which only `legal_moves` finds out.
    """
    if popcount(state.sheep & PASTURE) >= game.target:
        return SHEEP
    if state.sideways >= game.sideways_limit:
        return FOXES
    if state.foxes == 0:
        return SHEEP
    return FOXES if popcount(state.sheep) < game.target else UNDECIDED


@compiled
def _targets(game: FoxGame, state: FoxState, point: int) -> int:
    """Return the landing points of the captures of the fox at `point`, as a set."""
    empty = BOARD & ~(state.sheep | state.foxes)
    over = LINES[game.diagonals, point] & state.sheep
    landings = 0
    while over:
        # Off the board the number may leave 0..63; & 63 maps it to an empty margin.
        landing = (2 * ctz(over) - point) & 63
        landings |= empty & (1 << landing)
        over &= over - 1
    return landings


@compiled
def _mobile(game: FoxGame, state: FoxState, point: int) -> bool:
    """Tell whether the fox at `point` can step or capture."""
    empty = BOARD & ~(state.sheep | state.foxes)
    steps = LINES[game.diagonals, point] & empty
    return steps != 0 or _targets(game, state, point) != 0


@compiled
def _mobile_foxes(game: FoxGame, state: FoxState) -> int:
    """Return the foxes that can move, all judged on the same board."""
    kept, rest = 0, state.foxes
    while rest:
        point = ctz(rest)
        if _mobile(game, state, point):
            kept |= 1 << point
        rest &= rest - 1
    return kept


@compiled
def _append(moves: np.ndarray, n: int, targets: int, source: int, delta: int) -> int:
    """Append a move for each target; the source is fixed (delta 0) or target - delta."""
    while targets:
        target = ctz(targets)
        start = target - delta if delta else source
        moves[n] = start | target << 6
        n += 1
        targets &= targets - 1
    return n


@compiled
def _sheep_moves(state: FoxState, moves: np.ndarray) -> int:
    empty = BOARD & ~(state.sheep | state.foxes)
    n = _append(moves, 0, (state.sheep << 8) & empty, 0, 8)
    n = _append(moves, n, (state.sheep >> 1) & empty, 0, -1)
    return _append(moves, n, (state.sheep << 1) & empty, 0, 1)


@compiled
def _captures(game: FoxGame, state: FoxState, foxes: int, moves: np.ndarray) -> int:
    n = 0
    while foxes:
        point = ctz(foxes)
        n = _append(moves, n, _targets(game, state, point), point | CAPTURE, 0)
        foxes &= foxes - 1
    return n


@compiled
def _fox_steps(game: FoxGame, state: FoxState, moves: np.ndarray, n: int) -> int:
    empty = BOARD & ~(state.sheep | state.foxes)
    foxes = state.foxes
    while foxes:
        point = ctz(foxes)
        n = _append(moves, n, LINES[game.diagonals, point] & empty, point, 0)
        foxes &= foxes - 1
    return n


@compiled
def _fox_moves(game: FoxGame, state: FoxState, moves: np.ndarray) -> int:
    if state.chain >= 0:
        n = _captures(game, state, 1 << state.chain, moves)
        if not game.must_continue:
            moves[n] = STOP
            n += 1
        return n
    if game.whole_chains:
        n = _whole_chains(game, state, moves)
    else:
        n = _captures(game, state, state.foxes, moves)
    return n if n and game.must_capture else _fox_steps(game, state, moves, n)


@compiled
def _whole_chains(game: FoxGame, state: FoxState, moves: np.ndarray) -> int:
    n, which, foxes = 0, 0, state.foxes
    while foxes:
        point = ctz(foxes)
        if _targets(game, state, point):
            others = state.foxes & ~(1 << point)
            n = _extend(game, state.sheep, others, point, 1, which, moves, n)
        which += 1
        foxes &= foxes - 1
    return n


@compiled
def _extend(
    game: FoxGame,
    sheep: int,
    others: int,
    point: int,
    path: int,
    which: int,
    moves: np.ndarray,
    n: int,
) -> int:
    """Append every chain that goes on from `point` after `path`, depth first.

    `path` is a leading 1 and then three bits for the direction of each capture.
    """
    targets = _targets(game, FoxState(sheep, others, FOXES, 0, point), point)
    if path > 1 and (targets == 0 or not game.must_continue):
        if n >= len(moves):
            raise ValueError("more chains of captures than a list of moves can hold")
        moves[n] = CHAIN | path << 1 | which
        n += 1
    while targets:
        target = ctz(targets)
        over = (point + target) >> 1
        digit = _DIGIT[((target - point) >> 1) + 9]
        rest = sheep & ~(1 << over)
        n = _extend(game, rest, others, target, path << 3 | digit, which, moves, n)
        targets &= targets - 1
    return n


def _points_of_chain(state: FoxState, move: int) -> list[int]:
    """Return the points that a fox visits in a whole chain, its start included."""
    path = (move & ~CHAIN) >> 1
    length = (path.bit_length() - 1) // 3
    points = [_chain_start(state, move)]
    for i in reversed(range(length)):
        points.append(points[-1] + 2 * int(_DIRECTIONS[path >> 3 * i & 7]))
    return points


@compiled
def _chain_start(state: FoxState, move: int) -> int:
    return ctz(state.foxes & (state.foxes - 1) if move & 1 else state.foxes)


@compiled
def _play_chain(state: FoxState, move: int) -> FoxState:
    path = (move & ~CHAIN) >> 1
    length = 0
    while path >> 3 * length > 1:
        length += 1
    point, sheep = _chain_start(state, move), state.sheep
    foxes = state.foxes & ~(1 << point)
    for i in range(length - 1, -1, -1):
        direction = _DIRECTIONS[path >> 3 * i & 7]
        sheep &= ~(1 << (point + direction))
        point += 2 * direction
    return FoxState(sheep, foxes | 1 << point, SHEEP, state.sideways, -1)


@compiled
def _play_sheep(game: FoxGame, state: FoxState, source: int, target: int) -> FoxState:
    sheep = state.sheep ^ (1 << source) ^ (1 << target)
    sideways = 0 if target == source + 8 else state.sideways + 1
    after = FoxState(sheep, state.foxes, FOXES, sideways, -1)
    if not game.catchable or winner(game, after) != UNDECIDED:
        return after
    return FoxState(sheep, _mobile_foxes(game, after), FOXES, sideways, -1)


@compiled
def _play_fox(state: FoxState, source: int, target: int) -> FoxState:
    foxes = state.foxes ^ (1 << source) ^ (1 << target)
    return FoxState(state.sheep, foxes, SHEEP, state.sideways, -1)


@compiled
def _play_capture(game: FoxGame, state: FoxState, source: int, target: int) -> FoxState:
    foxes = state.foxes ^ (1 << source) ^ (1 << target)
    sheep = state.sheep & ~(1 << ((source + target) >> 1))
    after = FoxState(sheep, foxes, FOXES, state.sideways, target)
    if _targets(game, after, target):
        return after
    return FoxState(sheep, foxes, SHEEP, state.sideways, -1)


@mover.register
def _mover(game: FoxGame, state: FoxState) -> int:
    return state.mover


@legal_moves.register
def _legal_moves(game: FoxGame, state: FoxState, moves: np.ndarray) -> int:
    if winner(game, state) != UNDECIDED:
        return 0
    if state.mover == SHEEP:
        return _sheep_moves(state, moves)
    return _fox_moves(game, state, moves)


@play.register
def _play(game: FoxGame, state: FoxState, move: int) -> FoxState:
    source, target = move & 63, move >> 6 & 63
    if state.mover == SHEEP:
        return _play_sheep(game, state, source, target)
    if move & CHAIN:
        return _play_chain(state, move)
    if move & CAPTURE:
        return _play_capture(game, state, source, target)
    if move == STOP:
        return FoxState(state.sheep, state.foxes, SHEEP, state.sideways, -1)
    return _play_fox(state, source, target)


@payoffs.register
def _payoffs(game: FoxGame, state: FoxState) -> tuple[float, float]:
    who = winner(game, state)
    if who == UNDECIDED:  # the side to move is stuck
        who = FOXES if state.mover == SHEEP else SHEEP
    return (1.0, -1.0) if who == SHEEP else (-1.0, 1.0)
