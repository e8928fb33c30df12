"""The rules of any game, as a few functions that are dispatched on the game's class.

A game is a NamedTuple of ints, its rules as a value, and its class is
`compared_by_class`; a state is a NamedTuple of int64s, as many as the game needs; a
move is one int64. Players are numbered from 0; there may be any number of them. Nothing
assumes that they alternate.
"""

from functools import partial
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core.generic import generic

MoveBuffer = NDArray[np.int64]
"""An array of `MAX_MOVES` entries, into which a function writes codes of moves."""
LARGEST_MOVE_LIMIT = 1 << 16
"""`MAX_MOVES` at most: a stored game keeps the number of each move in two bytes."""


class GameLimits(NamedTuple):
    """How many moves a state of a game can have, and how many players it has."""

    moves: int  # legal moves of one position, at most
    players: int


def is_game(value: Any) -> bool:
    """Whether a value, or a class, is a game, which has `MAX_MOVES` and `PLAYERS`."""
    return hasattr(value, "MAX_MOVES") and hasattr(value, "PLAYERS")


def limits_of(game: Any) -> GameLimits:
    """The limits of a game; ValueError where they are no sizes of a game."""
    name, max_moves, players = type(game).__name__, game.MAX_MOVES, game.PLAYERS
    try:
        moves = 0 if isinstance(max_moves, bool) else index(max_moves)
    except TypeError:
        moves = 0
    if not 1 <= moves <= LARGEST_MOVE_LIMIT:
        raise ValueError(
            f"MAX_MOVES of {name} is {max_moves!r} instead of a whole number from 1 to "
            f"{LARGEST_MOVE_LIMIT:,}"
        )
    several = isinstance(players, tuple | list)
    if not several or not players or not all(isinstance(x, str) for x in players):
        raise ValueError(
            f"PLAYERS of {name} is {players!r} instead of a tuple of one or more names"
        )
    return GameLimits(moves, len(players))


def _only_for_games(add_check: Any) -> Any:
    """Let `add_check` change implementations for games, which alone have limits."""
    return lambda implementation, limits: (
        add_check(implementation, limits) if limits else implementation
    )


@_only_for_games
def _checked_mover(implementation: Any, limits: GameLimits) -> Any:
    """`mover` with a check that it returns a player's number."""
    players = limits.players

    def mover(game: Any, state: Any) -> Any:
        who = implementation(game, state)
        if who < 0 or who >= players:
            raise ValueError("mover returned no player's number")
        return who

    return mover


@_only_for_games
def _checked_legal_moves(implementation: Any, limits: GameLimits) -> Any:
    """`legal_moves` with a check that the moves fit, and are 0 or more."""
    max_moves = limits.moves

    def legal_moves(game: Any, state: Any, moves: Any) -> Any:
        count = implementation(game, state, moves[:max_moves])
        n = int(count)
        if n != count or n < 0 or n > max_moves:
            raise ValueError("legal_moves returned no number of moves")
        for i in range(n):
            if moves[i] < 0:
                raise ValueError("legal_moves lists a number below 0")
        return n

    return legal_moves


@_only_for_games
def _checked_payoffs(implementation: Any, limits: GameLimits) -> Any:
    """`payoffs` with a check that each player has one, in [-1, 1]."""
    from numba import literal_unroll  # the numbers may be of several types

    players = limits.players

    def payoffs(game: Any, state: Any) -> Any:
        paid = implementation(game, state)
        if len(paid) < players:
            raise ValueError("payoffs returned too few numbers")
        for each in literal_unroll(paid):
            if not -1 <= each <= 1:
                raise ValueError("payoffs returned a number outside of -1 to 1")
        return paid

    return payoffs


@partial(generic, has_default=True, checked=_checked_mover)
def mover(game: Any, state: Any) -> int:
    """The number of the player to move; by default it is `state.mover`."""
    return state.mover


@partial(generic, checked=_checked_legal_moves)
def legal_moves(game: Any, state: Any, moves: MoveBuffer) -> int:
    """Write the codes of the legal moves into `moves`; return how many they are.

    `moves` is an array of int64 with `MAX_MOVES` entries. A code is 0 or more. There
    are no legal moves exactly when the game is over.
    """
    raise NotImplementedError


@partial(generic, has_default=True)
def is_over(game: Any, state: Any, moves: MoveBuffer) -> bool:
    """Whether there are no legal moves; a game may have a faster way to see that.

    `moves` is a buffer for a list of moves.
    """
    return bool(legal_moves(game, state, moves) == 0)


@generic
def play(game: Any, state: Any, move: int) -> Any:
    """The state after a legal `move`."""


@partial(generic, checked=_checked_payoffs)
def payoffs(game: Any, state: Any) -> tuple[float, ...]:
    """A finished state's payoff in [-1, 1] for each player, as a tuple."""
    raise NotImplementedError


@generic
def evaluate(evaluation: Any, game: Any, state: Any) -> tuple[float, ...]:
    """An estimate of `payoffs` for an unfinished state, inside (-1, 1).

    Dispatched on the class of `evaluation`, a NamedTuple of its parameters.
    """
    raise NotImplementedError


@partial(generic, has_default=True)
def observe(game: Any, state: Any, player: int) -> Any:
    """The state as a player sees it, with one fixed value for all that is hidden.

    So it is equal for states between which the player cannot distinguish. By default
    nothing is hidden.
    """
    return state


@partial(generic, has_default=True)
def resample_hidden(game: Any, state: Any, player: int, seed: int) -> Any:
    """A random state that looks the same to a player: `observe` is equal for both.

    It depends on what the player sees and on `seed` alone, never on what is hidden, so
    that a search over such states cannot cheat. By default nothing is hidden, and it is
    the state itself.
    """
    return state
