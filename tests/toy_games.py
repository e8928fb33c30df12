"""Small games of a kind that the package does not have yet.

`Forest` has three players, hundreds of moves and moves beyond 32 bits; `Coin` punishes
who hopes to see a coin; `Endless` never ends by itself, and `NoCounter` need not.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.game import (
    evaluate,
    legal_moves,
    mover,
    observe,
    payoffs,
    play,
    resample_hidden,
)
from foxkit.core.generic import compared_by_class
from foxkit.core.rng import advance, below, mix
from foxkit.games.hare_hounds.rules import HareHounds, HareHoundsState

FAR = 1 << 60
"""Added to every move of `Forest`: a move may need all the bits of an int64."""


class ForestState(NamedTuple):
    """The moves so far as a number, and how many they are."""

    path: int
    ply: int


class _ForestRules(NamedTuple):
    seed: int = 0
    depth: int = 3
    width: int = 3
    order: int = 0o210210210210


@compared_by_class
class Forest(_ForestRules):
    """A tree of random payoffs; the octal digits of `order`, the last first, move."""

    __slots__ = ()
    NAME, PLAYERS, MAX_MOVES = "forest", ("ann", "bob", "cat"), 400

    def start(self) -> ForestState:
        return ForestState(0, 0)

    def format_move(self, state: ForestState, move: int) -> str:
        return f"m{move - FAR}"


@mover.register
def _forest_mover(game: Forest, state: ForestState) -> int:
    return game.order >> 3 * state.ply & 7


@legal_moves.register
def _forest_moves(game: Forest, state: ForestState, moves: np.ndarray) -> int:
    n = game.width if state.ply < game.depth else 0
    for i in range(n):
        moves[i] = FAR + i
    return n


@play.register
def _forest_play(game: Forest, state: ForestState, move: int) -> ForestState:
    return ForestState(state.path * game.width + move - FAR, state.ply + 1)


@compiled_inline
def _gain(game: Forest, state: ForestState, player: int) -> float:
    leaf = mix(mix(game.seed, state.path), 8 * state.ply + player)
    return below(leaf, 2001) / 1000 - 1


@payoffs.register
def _forest_payoffs(game: Forest, state: ForestState) -> tuple[float, float, float]:
    return _gain(game, state, 0), _gain(game, state, 1), _gain(game, state, 2)


@compared_by_class
class Guess(NamedTuple):
    """An evaluation of `Forest`: random numbers, too."""

    unused: int = 0


@evaluate.register
def _guess(own: Guess, game: Forest, state: ForestState) -> tuple[float, float, float]:
    return _gain(game, state, 0), _gain(game, state, 1), _gain(game, state, 2)


HIDDEN = 0
HEADS, TAILS, SAFE, DARE = 1, 2, 3, 4


class Toss(NamedTuple):
    """The coin, HIDDEN while it is not seen, and the player's two moves, 0 before."""

    coin: int
    first: int
    second: int


class _CoinRules(NamedTuple):
    coin: int = HEADS


@compared_by_class
class Coin(_CoinRules):
    """Alone with a covered coin: be content with a little, or dare to name it.

    On heads there is a third way, `leave`, which is worth as little as can be.
    """

    __slots__ = ()
    NAME, PLAYERS, MAX_MOVES = "coin", ("player", "nobody"), 3

    def start(self) -> Toss:
        return Toss(self.coin, 0, 0)

    def format_move(self, state: Toss, move: int) -> str:
        return ("leave", "heads", "tails", "safe", "dare")[move]


@mover.register
def _coin_mover(game: Coin, state: Toss) -> int:
    return 0


@legal_moves.register
def _coin_moves(game: Coin, state: Toss, moves: np.ndarray) -> int:
    if state.first == 0:
        moves[0], moves[1] = SAFE, DARE
        return 2
    moves[0], moves[1], moves[2] = HEADS, TAILS, 0
    return 2 + (state.coin == HEADS) if state.first == DARE and not state.second else 0


@play.register
def _coin_play(game: Coin, state: Toss, move: int) -> Toss:
    if state.first == 0:
        return Toss(state.coin, move, 0)
    return Toss(state.coin, state.first, move if move else 3)


@payoffs.register
def _coin_payoffs(game: Coin, state: Toss) -> tuple[float, float]:
    if state.first == SAFE:
        return 0.3, -0.3
    return (1.0, -1.0) if state.second == state.coin else (-1.0, 1.0)


@observe.register
def _coin_observe(game: Coin, state: Toss, player: int) -> Toss:
    return Toss(HIDDEN, state.first, state.second)


@resample_hidden.register
def _coin_redeal(game: Coin, state: Toss, player: int, seed: int) -> Toss:
    return Toss(1 + below(advance(mix(seed, 0)), 2), state.first, state.second)


class Steps(NamedTuple):
    """How far one has walked, and whose turn it is."""

    east: int
    mover: int


class _EndlessRules(NamedTuple):
    stride: int = 1


@compared_by_class
class Endless(_EndlessRules):
    """Two players walk east or west by turns and never arrive."""

    __slots__ = ()
    NAME, PLAYERS, MAX_MOVES, PLAYOUT_LIMIT = "endless", ("one", "two"), 2, 50

    def start(self) -> Steps:
        return Steps(0, 0)

    def format_move(self, state: Steps, move: int) -> str:
        return ("west", "east")[move]


@mover.register
def _endless_mover(game: Endless, state: Steps) -> int:
    return state.mover


@legal_moves.register
def _endless_moves(game: Endless, state: Steps, moves: np.ndarray) -> int:
    moves[0], moves[1] = 0, 1
    return 2


@play.register
def _endless_play(game: Endless, state: Steps, move: int) -> Steps:
    return Steps(state.east + game.stride * (2 * move - 1), 1 - state.mover)


@payoffs.register
def _endless_payoffs(game: Endless, state: Steps) -> tuple[float, float]:
    return 0.0, 0.0


@compared_by_class
class Far(NamedTuple):
    """Judges how far east one is, in units of so many steps."""

    unit: int = 1000


@evaluate.register
def _far(own: Far, game: Endless, state: Steps) -> tuple[float, float]:
    value = state.east / own.unit
    return value, -value


class NoCounter(HareHounds):
    """Hare and Hounds where no move counts as stalled: play may go on for ever."""

    __slots__ = ()
    NAME, PLAYOUT_LIMIT, GAME_LIMIT = "no-counter", 100, 100


_step = compiled_inline(play.dispatch(HareHounds))


@play.register
def _no_counter_play(
    game: NoCounter, state: HareHoundsState, move: int
) -> HareHoundsState:
    after = _step(game, state, move)
    return HareHoundsState(after.hounds, after.hare, after.mover, 0)
