"""What a search takes for true where something is hidden.

A belief is a NamedTuple of its parameters; each simulation or episode begins in a state
that it imagines. One that is certain takes the state as it is.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from foxkit.core.game import resample_hidden
from foxkit.core.generic import generic


@generic
def determinize(
    belief: Any, game: Any, state: Any, player: int, moves: Any, seed: int
) -> Any:
    """Return a state that a player may hold for true; `observe` is equal for both.

    Dispatched on the class of `belief`; `moves` is room for a list of moves.
    """


class PerfectInformation(NamedTuple):
    """The state is what it is: nothing is hidden, or the player peeks."""

    unused: int = 0


class UniformDeals(NamedTuple):
    """Every state that looks the same is as likely: `resample_hidden`."""

    unused: int = 0


PERFECT_INFORMATION, UNIFORM_DEALS = PerfectInformation(), UniformDeals()


@determinize.register
def _as_it_is(
    belief: PerfectInformation,
    game: Any,
    state: Any,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> Any:
    return state


@determinize.register
def _any_deal(
    belief: UniformDeals,
    game: Any,
    state: Any,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> Any:
    return resample_hidden(game, state, player, seed)


@partial(generic, has_default=True)
def is_certain(belief: Any) -> bool:
    """Return whether there is nothing to imagine."""
    return False


@is_certain.register
def _knows(belief: PerfectInformation) -> bool:
    return True
