"""Games of Frank's Zoo between policies, compiled from end to end and looked on.

    first_deal --> playout_move --> play --> ... --> the end
                        |                               |
                    see_turn                         see_end

What is counted is an observer's, a NamedTuple of arrays to write into. `moves` is room
for a list of moves.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.core.game import legal_moves, play
from foxkit.core.generic import generic
from foxkit.core.rng import mix, salt
from foxkit.rules.franks_zoo import FranksZoo, ZooState, first_deal
from foxkit.search.playout import playout_move

_PLAY = salt("play")  # dealing takes numbers of the same seed


@partial(generic, usable=True)
def see_turn(observer: Any, game: Any, state: Any, number: int, move: int) -> None:
    """Note a move of a game, before it is made; by default nothing is noted.

    Games are numbered from 0; dispatched on the class of `observer`.
    """


@partial(generic, usable=True)
def see_end(observer: Any, game: Any, state: Any, number: int) -> None:
    """Note how a game has ended; by default nothing is noted."""


class Seated(NamedTuple):
    """One policy on a seat among copies of another."""

    seat: int
    one: Any
    others: Any


@playout_move.register
def _seated_move(
    policy: Seated, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> tuple[int, int]:
    if state.mover == policy.seat:
        return playout_move(policy.one, game, state, moves, seed)
    return playout_move(policy.others, game, state, moves, seed)


@inlined
def _play_out(
    game: FranksZoo,
    policy: Any,
    observer: Any,
    number: int,
    state: ZooState,
    moves: np.ndarray,
    seed: int,
) -> None:
    n = legal_moves(game, state, moves)
    while n:
        move, seed = playout_move(policy, game, state, moves[:n], seed)
        see_turn(observer, game, state, number, move)
        state = play(game, state, move)
        n = legal_moves(game, state, moves)
    see_end(observer, game, state, number)


@compiled
def play_alike(
    game: FranksZoo,
    policy: Any,
    observer: Any,
    first: int,
    games: int,
    seed: int,
    moves: np.ndarray,
) -> None:
    """Let copies of a policy play games, from the seed's game number `first` on."""
    for number in range(games):
        here = mix(seed, first + number)
        state = first_deal(game, here)
        _play_out(game, policy, observer, number, state, moves, here)


@compiled
def play_rotations(
    game: FranksZoo,
    one: Any,
    others: Any,
    observer: Any,
    blocks: int,
    seed: int,
    moves: np.ndarray,
) -> None:
    """Let a policy play against copies of another: each deal once from every seat.

    A game's number is its block times the number of players, and the seat.
    """
    for block in range(blocks):
        deal = mix(seed, block)
        for seat in range(game.players):
            policy, here = Seated(seat, one, others), mix(mix(deal, _PLAY), seat)
            number, state = block * game.players + seat, first_deal(game, deal)
            _play_out(game, policy, observer, number, state, moves, here)
