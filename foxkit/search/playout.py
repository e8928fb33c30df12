"""Random playouts, cut off after some moves and then evaluated."""

from typing import Any

import numpy as np

from foxkit.core import inlined
from foxkit.core.game import evaluate, legal_moves, payoffs, play
from foxkit.core.rng import advance, below


@inlined
def playout(
    game: Any, state: Any, evaluation: Any, cutoff: int, moves: np.ndarray, seed: int
) -> tuple[Any, int]:
    """Play random moves from `state`.

    Args:
        game: the rules.
        state: where to begin; it may be finished already.
        evaluation: judges the state that the cutoff leaves unfinished.
        cutoff: largest number of moves, or -1 to play to the end.
        moves: room for a list of moves, int64.
        seed: the randomness.

    Returns:
        The result for each player, and the next seed.
    """
    n = legal_moves(game, state, moves)
    while n and cutoff:
        seed = advance(seed)
        state = play(game, state, int(moves[below(seed, n)]))
        n = legal_moves(game, state, moves)
        cutoff -= 1
    if n:
        return evaluate(evaluation, game, state), seed
    return payoffs(game, state), seed
