"""What a search takes for true where something is hidden.

A belief is a NamedTuple of its parameters; each simulation or episode begins in a state
that it imagines. One that is certain takes the state as it is.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from foxkit.core.game import redeal
from foxkit.core.generic import generic


@generic
def determinize(
    belief: Any, game: Any, state: Any, player: int, moves: Any, seed: int
) -> Any:
    """Return a state that a player may hold for true; `observe` is equal for both.

    Dispatched on the class of `belief`; `moves` is room for a list of moves.
    """


class Certain(NamedTuple):
    """The state is what it is: nothing is hidden, or the player peeks."""

    unused: int = 0


class AnyDeal(NamedTuple):
    """Every state that looks the same is as likely: `redeal`."""

    unused: int = 0


CERTAIN, ANY_DEAL = Certain(), AnyDeal()


@determinize.register
def _as_it_is(
    belief: Certain, game: Any, state: Any, player: int, moves: np.ndarray, seed: int
) -> Any:
    return state


@determinize.register
def _any_deal(
    belief: AnyDeal, game: Any, state: Any, player: int, moves: np.ndarray, seed: int
) -> Any:
    return redeal(game, state, player, seed)


@partial(generic, usable=True)
def is_certain(belief: Any) -> bool:
    """Return whether there is nothing to imagine."""
    return False


@is_certain.register
def _knows(belief: Certain) -> bool:
    return True
