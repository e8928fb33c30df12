"""Games of Frank's Zoo between policies, compiled from end to end and looked on.

    first_deal --> playout_move --> play --> ... --> the end
                        |                               |
                    see_turn                         see_end

What is counted is an observer's, a NamedTuple of arrays to write into.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from foxkit.core import compiled, entry
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


@partial(generic, usable=True)
def seated(policy: Any, seat: int) -> Any:
    """Return a policy with its first player on a seat; copies are alike everywhere."""
    return policy


class OneAmong(NamedTuple):
    """One policy among copies of another."""

    one: Any
    others: Any
    seat: int = 0


@seated.register
def _turned(policy: OneAmong, seat: int) -> OneAmong:
    return OneAmong(policy.one, policy.others, seat)


@playout_move.register
def _seated_move(
    policy: OneAmong, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> tuple[int, int]:
    if state.mover == policy.seat:
        return playout_move(policy.one, game, state, moves, seed)
    return playout_move(policy.others, game, state, moves, seed)


@compiled
def _play_games(
    game: FranksZoo,
    policy: Any,
    observer: Any,
    games: int,
    seed: int,
    rotations: int,
    moves: np.ndarray,
) -> None:
    for number in range(games):
        block, seat = number // rotations, number % rotations
        deal = here = mix(seed, block)
        if rotations > 1:
            here = mix(mix(deal, _PLAY), seat)
        own, state = seated(policy, seat), first_deal(game, deal)
        n = legal_moves(game, state, moves)
        while n:
            move, here = playout_move(own, game, state, moves[:n], here)
            see_turn(observer, game, state, number, move)
            state = play(game, state, move)
            n = legal_moves(game, state, moves)
        see_end(observer, game, state, number)


def play_games(
    game: FranksZoo,
    policy: Any,
    observer: Any,
    games: int,
    seed: int,
    rotations: int = 1,
) -> None:
    """Let a policy play games, each deal so many times with it turned by a seat."""
    room = entry.room(game)
    _play_games(game, policy, observer, games, seed, rotations, room)
