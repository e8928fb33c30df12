"""Playouts: moves by a policy, cut off after some and then evaluated."""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from foxkit.core import compiled, compiled_inline
from foxkit.core.game import (
    MoveBuffer,
    evaluate,
    is_over,
    legal_moves,
    payoffs,
    play,
)
from foxkit.core.generic import compared_by_class, generic
from foxkit.core.rng import Seed, advance, below


def _checked_playout_move(implementation: Any, limits: Any) -> Any:
    """`playout_move` with a check that it returns one of the moves."""

    def playout_move(policy: Any, game: Any, state: Any, moves: Any, seed: int) -> Any:
        move, seed = implementation(policy, game, state, moves, seed)
        for i in range(len(moves)):
            if moves[i] == move:
                return move, seed
        raise ValueError("playout_move returned none of the moves")

    return playout_move


@partial(generic, checked=_checked_playout_move)
def playout_move(
    policy: Any, game: Any, state: Any, moves: Any, seed: Seed
) -> tuple[int, Seed]:
    """The move that a policy makes, one of `moves`, and the next seed.

    Dispatched on the class of `policy`, a NamedTuple of its parameters. `moves` are
    the codes of all legal moves, at least one; a policy may overwrite them.
    """
    raise NotImplementedError


@compared_by_class
class Uniform(NamedTuple):
    """A policy: every legal move is equally likely."""

    unused: int = 0


UNIFORM = Uniform()


@playout_move.register
def _uniform_move(
    policy: Uniform, game: Any, state: Any, moves: np.ndarray, seed: Seed
) -> tuple[int, Seed]:
    """Any of the moves, each equally likely."""
    seed = advance(seed)
    return int(moves[below(seed, len(moves))]), seed


@compiled
def policy_move(policy: Any, game: Any, state: Any, moves: Any, seed: int) -> int:
    """The move that a policy makes, for Python callers."""
    return playout_move(policy, game, state, moves, seed)[0]


@compiled_inline
def playout(
    game: Any,
    state: Any,
    evaluation: Any,
    policy: Any,
    cutoff: int,
    scratch: MoveBuffer,
    seed: Seed,
) -> tuple[tuple[float, ...], Seed]:
    """Play at most `cutoff` moves of a policy, or with -1 to the end.

    The state may be finished already; one that the cutoff leaves unfinished is
    evaluated. `scratch` is a buffer for a list of moves, int64 of length `MAX_MOVES`.

    Returns:
        The result for each player, and the next seed.
    """
    over = False
    while cutoff and not over:
        n = legal_moves(game, state, scratch)
        over = n == 0
        if not over:
            move, seed = playout_move(policy, game, state, scratch[:n], seed)
            state = play(game, state, move)
            cutoff -= 1
    if over or is_over(game, state, scratch):
        return payoffs(game, state), seed
    return evaluate(evaluation, game, state), seed
