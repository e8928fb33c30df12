"""What a search may ask of any game: a few functions, dispatched on the game's class.

A game is a NamedTuple of ints, its rules as a value; a state is a NamedTuple of int64s,
as many as it takes; a move is one int64. Players are numbered from 0; there may be any
number of them. Nothing assumes that they alternate.
"""

from functools import partial
from typing import Any

from foxkit.core.generic import generic

SPARE = 256
"""Room behind a list of moves, so that one of more than `MAX_MOVES` is found out."""


@partial(generic, usable=True)
def mover(game: Any, state: Any) -> int:
    """Return the number of the player to move; by default the state has it."""
    return state.mover


@generic
def legal_moves(game: Any, state: Any, moves: Any) -> Any:
    """Write the legal moves into `moves` (`foxkit.core.entry.room`); return how many.

    A move is 0 or more. The answer is 0 exactly when the game is over.
    """


@partial(generic, usable=True)
def is_over(game: Any, state: Any, moves: Any) -> bool:
    """Return whether `legal_moves` would find none; a game may know a shorter way.

    `moves` is room for a list of moves.
    """
    return bool(legal_moves(game, state, moves) == 0)


@generic
def play(game: Any, state: Any, move: int) -> Any:
    """Return the state after a legal `move`."""


@generic
def payoffs(game: Any, state: Any) -> Any:
    """Return a finished state's payoff in [-1, 1] for each player, as a tuple."""


@generic
def evaluate(evaluation: Any, game: Any, state: Any) -> Any:
    """Return an estimate of `payoffs` for an unfinished state, inside (-1, 1).

    Dispatched on the class of `evaluation`, a NamedTuple of its parameters.
    """


@partial(generic, usable=True)
def observe(game: Any, state: Any, player: int) -> Any:
    """Return all that a player sees: the state without what is hidden from the player.

    States that a player cannot tell apart look the same: what is hidden is blanked in
    one way for all. By default nothing is hidden.
    """
    return state


@partial(generic, usable=True)
def redeal(game: Any, state: Any, player: int, seed: int) -> Any:
    """Return a random state that looks the same to a player: `observe` is equal.

    The answer depends on what the player sees and on `seed` alone, never on what is
    hidden, so that a search over redealt states cannot cheat. By default nothing is
    hidden, and the state is the answer.
    """
    return state
