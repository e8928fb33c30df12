"""The functions of `foxkit.core.game`, compiled and kept on disk, for Python callers.

A search calls the generic functions, which are compiled into it. Called from Python,
they would run a game's own source as plain Python; these entry points are compiled.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled
from foxkit.core import game as generic


@compiled
def mover(game: Any, state: Any) -> int:
    """Return the number of the player to move."""
    return generic.mover(game, state)


@compiled
def legal_moves(game: Any, state: Any, moves: NDArray[np.int64]) -> int:
    """Write the legal moves into `moves`; return how many, 0 when the game is over."""
    return generic.legal_moves(game, state, moves)


@compiled
def play(game: Any, state: Any, move: int) -> Any:
    """Return the state after a legal move."""
    return generic.play(game, state, move)


@compiled
def payoffs(game: Any, state: Any) -> Any:
    """Return a finished state's payoff for each player."""
    return generic.payoffs(game, state)


@compiled
def evaluate(evaluation: Any, game: Any, state: Any) -> Any:
    """Return an estimate of `payoffs` for an unfinished state."""
    return generic.evaluate(evaluation, game, state)
