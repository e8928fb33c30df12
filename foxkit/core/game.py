"""What a search may ask of any game: a few functions, dispatched on the game's class.

A game is a NamedTuple of ints, its rules as a value; a state is a NamedTuple of int64s,
as many as it takes; a move is one int64. Players are numbered from 0; there may be any
number of them. Nothing assumes that they alternate.
"""

from functools import partial
from operator import index
from typing import Any, NamedTuple

from foxkit.core.generic import generic

MOST_MOVES = 1 << 16
"""`MAX_MOVES` at most: a stored game keeps the number of each move in two bytes."""


class Limits(NamedTuple):
    """What a game says of its size."""

    moves: int  # of one position at most
    players: int


def is_game(value: Any) -> bool:
    """Whether a value, or a class, is a game: it says of what size."""
    return hasattr(value, "MAX_MOVES") and hasattr(value, "PLAYERS")


def limits_of(game: Any) -> Limits:
    """The limits of a game; ValueError where there can be no such game."""
    name, most, players = type(game).__name__, game.MAX_MOVES, game.PLAYERS
    try:
        moves = 0 if isinstance(most, bool) else index(most)
    except TypeError:
        moves = 0
    if not 1 <= moves <= MOST_MOVES:
        raise ValueError(
            f"MAX_MOVES of {name} is {most!r} instead of a whole number from 1 to "
            f"{MOST_MOVES:,}"
        )
    listed = isinstance(players, tuple | list)
    if not listed or not players or not all(isinstance(x, str) for x in players):
        raise ValueError(
            f"PLAYERS of {name} is {players!r} instead of a tuple of one or more names"
        )
    return Limits(moves, len(players))


def _where_limits_are_known(checked: Any) -> Any:
    """A check for games; what is no game has no limits, and is left alone."""
    return lambda implementation, limits: (
        checked(implementation, limits) if limits else implementation
    )


@_where_limits_are_known
def _mover_in_range(implementation: Any, limits: Limits) -> Any:
    players = limits.players

    def mover(game: Any, state: Any) -> Any:
        who = implementation(game, state)
        if who < 0 or who >= players:
            raise ValueError("mover returned no player's number")
        return who

    return mover


@_where_limits_are_known
def _moves_in_room(implementation: Any, limits: Limits) -> Any:
    most = limits.moves

    def legal_moves(game: Any, state: Any, moves: Any) -> Any:
        found = implementation(game, state, moves[:most])
        n = int(found)
        if n != found or n < 0 or n > most:
            raise ValueError("legal_moves returned no number of moves")
        for i in range(n):
            if moves[i] < 0:
                raise ValueError("legal_moves lists a number below 0")
        return n

    return legal_moves


@_where_limits_are_known
def _payoff_for_each(implementation: Any, limits: Limits) -> Any:
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


@partial(generic, has_default=True, checked=_mover_in_range)
def mover(game: Any, state: Any) -> int:
    """Return the number of the player to move; by default the state has it."""
    return state.mover


@partial(generic, checked=_moves_in_room)
def legal_moves(game: Any, state: Any, moves: Any) -> Any:
    """Write the legal moves into `moves`, a buffer for them; return how many.

    A move is 0 or more. The answer is 0 exactly when the game is over.
    """


@partial(generic, has_default=True)
def is_over(game: Any, state: Any, moves: Any) -> bool:
    """Return whether `legal_moves` would find none; a game may know a shorter way.

    `moves` is room for a list of moves.
    """
    return bool(legal_moves(game, state, moves) == 0)


@generic
def play(game: Any, state: Any, move: int) -> Any:
    """Return the state after a legal `move`."""


@partial(generic, checked=_payoff_for_each)
def payoffs(game: Any, state: Any) -> Any:
    """Return a finished state's payoff in [-1, 1] for each player, as a tuple."""


@generic
def evaluate(evaluation: Any, game: Any, state: Any) -> Any:
    """Return an estimate of `payoffs` for an unfinished state, inside (-1, 1).

    Dispatched on the class of `evaluation`, a NamedTuple of its parameters.
    """


@partial(generic, has_default=True)
def observe(game: Any, state: Any, player: int) -> Any:
    """Return all that a player sees: the state without what is hidden from the player.

    States that a player cannot tell apart look the same: what is hidden is blanked in
    one way for all. By default nothing is hidden.
    """
    return state


@partial(generic, has_default=True)
def resample_hidden(game: Any, state: Any, player: int, seed: int) -> Any:
    """Return a random state that looks the same to a player: `observe` is equal.

    The answer depends on what the player sees and on `seed` alone, never on what is
    hidden, so that a search over redealt states cannot cheat. By default nothing is
    hidden, and the state is the answer.
    """
    return state
