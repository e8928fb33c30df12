"""What a search may ask of any game: a few functions, dispatched on the game's class.

A game is a NamedTuple of ints, its rules as a value; a state is a NamedTuple of ints.
Players are numbered from 0. Nothing assumes that the players alternate.
"""

from functools import partial
from typing import Any

from foxkit.core.generic import generic


def _missing(first: Any) -> NotImplementedError:
    return NotImplementedError(f"not defined for {type(first).__name__}")


@generic
def mover(game: Any, state: Any) -> int:
    """Return the number of the player to move."""
    raise _missing(game)


@generic
def legal_moves(game: Any, state: Any, moves: Any) -> int:
    """Write the legal moves into `moves` (int64, `game.MAX_MOVES`); return how many.

    The answer is 0 exactly when the game is over.
    """
    raise _missing(game)


@partial(generic, usable=True)
def is_over(game: Any, state: Any, moves: Any) -> bool:
    """Return whether `legal_moves` would find none; a game may know a shorter way.

    `moves` is room for a list of moves.
    """
    return bool(legal_moves(game, state, moves) == 0)


@generic
def play(game: Any, state: Any, move: int) -> Any:
    """Return the state after a legal `move`."""
    raise _missing(game)


@generic
def payoffs(game: Any, state: Any) -> Any:
    """Return a finished state's payoff in [-1, 1] for each player, as a tuple."""
    raise _missing(game)


@generic
def evaluate(evaluation: Any, game: Any, state: Any) -> Any:
    """Return an estimate of `payoffs` for an unfinished state.

    Dispatched on the class of `evaluation`, a NamedTuple of its parameters.
    """
    raise _missing(evaluation)
