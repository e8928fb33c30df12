"""Beliefs: the states that a player holds for possible where something is hidden.

A belief is a NamedTuple of its parameters. Each simulation of a tree search, and each
episode of flat Monte Carlo, begins in a state that is drawn from it.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from foxkit.core.game import MoveBuffer, resample_hidden
from foxkit.core.generic import compared_by_class, generic
from foxkit.core.rng import Seed


@generic
def determinize(
    belief: Any, game: Any, state: Any, player: int, moves: MoveBuffer, seed: Seed
) -> Any:
    """A random state that looks the same to a player: `observe` is equal for both.

    Dispatched on the class of `belief`. `moves` is a buffer for a list of moves, int64
    of length `MAX_MOVES`.
    """


@compared_by_class
class PerfectInformation(NamedTuple):
    """The state itself: nothing is hidden, or the player peeks."""

    unused: int = 0


@compared_by_class
class UniformDeals(NamedTuple):
    """Every state that looks the same is equally likely, by `resample_hidden`."""

    unused: int = 0


PERFECT_INFORMATION, UNIFORM_DEALS = PerfectInformation(), UniformDeals()


@determinize.register
def _determinize_as_given(
    belief: PerfectInformation,
    game: Any,
    state: Any,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> Any:
    """The state as it is."""
    return state


@determinize.register
def _determinize_uniformly(
    belief: UniformDeals,
    game: Any,
    state: Any,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> Any:
    """A state drawn by `resample_hidden`."""
    return resample_hidden(game, state, player, seed)


@partial(generic, has_default=True)
def is_certain(belief: Any) -> bool:
    """Whether a belief holds only the given state, so that nothing is drawn.

    A class that registers this registers `foxkit.search.simulation.descend` as well.
    """
    return False


@is_certain.register
def _is_certain(belief: PerfectInformation) -> bool:
    """Always true."""
    return True
