"""The Scandinavian Fox Game (Rävspel): twenty sheep against two foxes on a cross.

Source: Janshagen & Mattsson, FDG 2022, section 2. Where the paper is silent, the
reading taken is the default of a field of `FoxGame`; pieces, places and pasture are
fields too.
"""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

import numpy as np

from foxkit.core import inlined
from foxkit.core.bits import ctz, popcount
from foxkit.core.fields import checked, points, rule
from foxkit.core.game import legal_moves, payoffs, play
from foxkit.games.fox_game.chains import CHAIN, after_chain, visited, whole_chains
from foxkit.games.fox_game.geometry import (
    ALTERNATE,
    EVERYWHERE,
    FLOCKS,
    FOXES,
    NONE,
    PASTURE,
    SHEEP,
    FoxState,
    landings,
    linked,
    mobile_foxes,
)
from foxkit.games.fox_game.text import (
    BOARD,
    GRID,
    POINTS,
    bits,
    index,
    members,
    name,
    word_problems,
)

_UNDECIDED = -1
CAPTURE = 1 << 12  # a step's code is `from | to << 6`; a capture carries this flag too
STOP = 0  # ends an optional chain; no step has this code, point 00 being off the board
_STARTS = [
    ["62", "64"],
    *(["42", "44"], ["52", "54"], ["42", "52"], ["43", "53"], ["40", "46"]),
    *(["63"], ["62", "63", "64"], ["52", "54", "62", "64"]),
]
_PLACES = {point: bits([point]) for point in POINTS}


class _Rules(NamedTuple):
    sheep: int = rule(20, "sheep", range(1, 21))
    """At the start, from the target up; section 5.5 has 17 to 20."""
    from_side: int = rule(
        0, "taken away", {0: "middle; outer two; all three", 1: "from one side"}
    )
    """0 takes away 03; 02 and 04; all of row 0 (our text copy lacks Figure 9), 1 takes
    away 02, 03, 04 in this order; rows 1 to 3 likewise."""
    sideways_limit: int = rule(10, "sideways limit", range(1, 1001))
    """Sheep turns in a row without a forward step that lose."""
    first: int = rule(
        SHEEP, "the first to move are", {SHEEP: "the sheep", FOXES: "the foxes"}
    )
    must_continue: int = rule(1, "chains", {1: "compulsory", 0: "optional"})
    must_capture: int = rule(1, "captures", {1: "compulsory", 0: "optional"})
    catchable: int = rule(1, "foxes", {1: "can be caught", 0: "are safe"})
    """1 removes a fox that cannot move on its turn."""
    diagonals: int = rule(
        ALTERNATE,
        "diagonals",
        {ALTERNATE: "alternate points", NONE: "none", EVERYWHERE: "everywhere"},
    )
    fox_start: int = points(
        bits(_STARTS[0]), "fox start (row, column)", _PLACES, range(1, 5), _STARTS
    )
    target: int = rule(9, "sheep in the pasture", range(1, 21))
    """So many win."""
    whole_chains: int = rule(0, "a chain is", {0: "several moves", 1: "one move"})
    last_sheep: int = rule(0, "sheep lose with", {0: "too few", 1: "none left"})
    """1 lets them play on when they are fewer than the target, so that foxes capture
    every one of them or leave them without a move."""
    one_by_one: int = rule(0, "blocked foxes go", {0: "together", 1: "one by one"})
    """With 1, taking the first off may free the second; with 0 all are judged on the
    same board."""
    removal_is_turn: int = rule(
        0, "then move", {0: "the foxes left", 1: "the sheep again"}
    )
    """Whether taking a fox off is the foxes' turn."""
    sheep_start: int = points(0, "sheep start (empty: rows 0 to 3)", _PLACES, range(21))
    """As many points as `sheep`."""
    pasture: int = points(PASTURE, "pasture (row, column)", _PLACES, range(1, 34))


@checked
class FoxGame(_Rules):
    """The rules as a value; the defaults are the paper's, or the usual reading."""

    __slots__ = ()
    NAME = "fox-game"
    PLAYERS = ("sheep", "foxes")
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

    def factors(self) -> dict[str, int | str]:
        sets = ("fox_start", "sheep_start", "pasture")
        return self._asdict() | {n: " ".join(members(getattr(self, n))) for n in sets}

    @property
    def MAX_MOVES(self) -> int:
        """Return the room that a list of moves needs: chains can branch often."""
        return 1 << 14 if self.whole_chains else 128

    def conflicts(self) -> list[str]:
        target = self.target
        points, placed = self.pasture.bit_count(), self.sheep_start.bit_count()
        sheep, foxes = flock(self), self.fox_start
        there, both = (sheep & self.pasture).bit_count(), members(sheep & foxes)
        stuck = foxes & ~mobile_foxes(self.diagonals, self.one_by_one, sheep, foxes)
        wrong = {
            f"target {target} is above the {self.sheep} sheep": target > self.sheep,
            f"target {target} is above the pasture's {points} points": target > points,
            f"sheep_start has {placed} points for sheep {self.sheep}": (
                placed not in (0, self.sheep)
            ),
            f"a sheep and a fox both start on {', '.join(both)}": both,
            f"{there} sheep start in the pasture, target {target}": there >= target,
            f"foxes begin, and cannot move on {', '.join(members(stuck))}": (
                stuck and self.first == FOXES
            ),
        }
        return [fault for fault, found in wrong.items() if found]

    def start(self) -> FoxState:
        return FoxState(flock(self), self.fox_start, self.first, 0, -1)

    def problems(self, text: str) -> list[str]:
        foxes = self.fox_start.bit_count()
        if found := word_problems(text, self.sideways_limit, foxes):
            return found
        _, (sheep, there, mover, _, chain) = self.parse(text)
        if chain < 0:
            return []
        if mover == SHEEP:
            return ["a chain is under way, but the sheep are to move"]
        if not there >> chain & 1:
            return [f"no fox at the chain point {name(chain)}"]
        captures = landings(self.diagonals, sheep, there, chain)
        fault = f"the fox at the chain point {name(chain)} cannot capture"
        return [] if captures else [fault]

    def parse(self, text: str) -> tuple["FoxGame", FoxState]:
        drawn, mover, sideways, chain = text.split()
        point = -1 if chain == "-" else index(chain)
        sheep, foxes = GRID.read(drawn)
        return self, FoxState(sheep, foxes, "sf".index(mover), int(sideways), point)

    def format(self, state: FoxState) -> str:
        sheep, foxes, mover, sideways, chain = map(int, state)
        point = name(chain) if chain >= 0 else "-"
        return f"{GRID.draw(sheep, foxes)} {'sf'[mover]} {sideways} {point}"

    def reason(self, state: FoxState) -> str:
        if (state.sheep & self.pasture).bit_count() >= self.target:
            return "pasture filled"
        if state.sideways >= self.sideways_limit:
            return "sideways limit"
        if state.foxes == 0:
            return "foxes caught"
        few = state.sheep.bit_count() < fewest(self)
        return "too few sheep" if few else "no move left"

    def format_move(self, state: FoxState, move: int) -> str:
        """Return `rc-rc` for a step, `rcxrc` for a capture, `rcxrcx…` for a chain."""
        if move == STOP:
            return "stop"
        if move & CHAIN:
            return "x".join(map(name, visited(state, move)))
        joint = "x" if move & CAPTURE else "-"
        return f"{name(move & 63)}{joint}{name(move >> 6 & 63)}"


@inlined
def flock(game: FoxGame) -> int:
    return game.sheep_start or int(FLOCKS[game.from_side, game.sheep])


@inlined
def fewest(game: FoxGame) -> int:
    return 1 if game.last_sheep else game.target


@inlined
def winner(game: FoxGame, state: FoxState) -> int:
    """Return who has won by the board alone: SHEEP, FOXES or _UNDECIDED (-1).

    A side without a move loses too, which only `legal_moves` finds out.
    """
    if popcount(state.sheep & game.pasture) >= game.target:
        return SHEEP
    if state.sideways >= game.sideways_limit:
        return FOXES
    if state.foxes == 0:
        return SHEEP
    return FOXES if popcount(state.sheep) < fewest(game) else _UNDECIDED


@inlined
def _append_steps(moves: np.ndarray, n: int, targets: int, step: int) -> int:
    """Append the moves to each target from `step` bits below it."""
    while targets:
        target = ctz(targets)
        moves[n] = target - step | target << 6
        n += 1
        targets &= targets - 1
    return n


@inlined
def _sheep_moves(state: FoxState, moves: np.ndarray) -> int:
    empty = BOARD & ~(state.sheep | state.foxes)
    n = _append_steps(moves, 0, (state.sheep << 8) & empty, 8)
    n = _append_steps(moves, n, (state.sheep >> 1) & empty, -1)
    return _append_steps(moves, n, (state.sheep << 1) & empty, 1)


@inlined
def _append_from(
    game: FoxGame, state: FoxState, foxes: int, kind: int, moves: np.ndarray, n: int
) -> int:
    """Append the moves of some foxes: captures if `kind` is CAPTURE, steps if 0."""
    empty = BOARD & ~(state.sheep | state.foxes)
    while foxes:
        point = ctz(foxes)
        if kind == CAPTURE:
            targets = landings(game.diagonals, state.sheep, state.foxes, point)
        else:
            targets = linked(game.diagonals, point) & empty
        while targets:
            moves[n] = kind | point | ctz(targets) << 6
            n += 1
            targets &= targets - 1
        foxes &= foxes - 1
    return n


@inlined
def _fox_moves(game: FoxGame, state: FoxState, moves: np.ndarray) -> int:
    in_chain = state.chain >= 0
    foxes = 1 << state.chain if in_chain else state.foxes
    if game.whole_chains:
        n = whole_chains(game.diagonals, game.must_continue, state, foxes, moves)
    else:
        n = _append_from(game, state, foxes, CAPTURE, moves, 0)
    if in_chain and not game.must_continue:
        moves[n] = STOP
        return n + 1
    if in_chain or (n and game.must_capture):
        return n
    return _append_from(game, state, foxes, 0, moves, n)


@inlined
def _play_sheep(game: FoxGame, state: FoxState, source: int, target: int) -> FoxState:
    sheep = state.sheep ^ (1 << source) ^ (1 << target)
    sideways = 0 if target == source + 8 else state.sideways + 1
    after = FoxState(sheep, state.foxes, FOXES, sideways, -1)
    if not game.catchable or winner(game, after) != _UNDECIDED:
        return after
    foxes = mobile_foxes(game.diagonals, game.one_by_one, sheep, state.foxes)
    passed = game.removal_is_turn == 1 and foxes != state.foxes and foxes != 0
    return FoxState(sheep, foxes, SHEEP if passed else FOXES, sideways, -1)


@inlined
def _play_capture(game: FoxGame, state: FoxState, source: int, target: int) -> FoxState:
    foxes = state.foxes ^ (1 << source) ^ (1 << target)
    sheep = state.sheep & ~(1 << ((source + target) >> 1))
    if landings(game.diagonals, sheep, foxes, target):
        return FoxState(sheep, foxes, FOXES, state.sideways, target)
    return FoxState(sheep, foxes, SHEEP, state.sideways, -1)


@legal_moves.register
def _legal_moves(game: FoxGame, state: FoxState, moves: np.ndarray) -> int:
    if winner(game, state) != _UNDECIDED:
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
        return after_chain(state, move)
    if move & CAPTURE:
        return _play_capture(game, state, source, target)
    foxes = state.foxes
    if move != STOP:
        foxes ^= (1 << source) ^ (1 << target)
    return FoxState(state.sheep, foxes, SHEEP, state.sideways, -1)


@payoffs.register
def _payoffs(game: FoxGame, state: FoxState) -> tuple[float, float]:
    who = winner(game, state)
    if who == _UNDECIDED:  # the side to move is stuck
        who = FOXES if state.mover == SHEEP else SHEEP
    return (1.0, -1.0) if who == SHEEP else (-1.0, 1.0)
