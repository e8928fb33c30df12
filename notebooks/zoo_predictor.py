"""The move predictor of the Frank's Zoo report: section 6, equations 4 to 6.

A prediction is the move b of the largest l * p: l is how often b answers what lies on
the table (equation 4), p the chance of holding just its cards (equation 5). An honest
predictor considers every move; one that peeks those that the true hand can play.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit import FranksZoo
from foxkit.core import compiled_inline, entry
from foxkit.core.game import legal_moves
from foxkit.core.generic import compared_by_class
from foxkit.core.rng import mix
from foxkit.games.franks_zoo.cards import (
    CARDS_BY_DECK,
    JOKER,
    MOSQUITO,
    PASS,
    count_of,
    number_of_cards,
)
from foxkit.games.franks_zoo.rules import ZooState
from foxkit.games.franks_zoo.training import (
    count_moves,
    imitating_policy,
    observe_turn,
    play_one_against_copies,
)

_CHOOSE = np.array([[float(comb(n, k)) for k in range(61)] for n in range(61)])


@compiled_inline
def chance(unplayed: int, held: int, move: int) -> float:
    """Return p, equation (5): of `held` random cards, just those of the move.

    They are drawn from `unplayed`, a multiset; a pass is always possible.
    """
    if move == PASS:
        return 1.0
    kind, m, y, z = move >> 4 & 15, move & 15, move >> 8 & 1, move >> 9 & 1
    d, n, w = (
        number_of_cards(unplayed),
        count_of(unplayed, kind),
        count_of(unplayed, JOKER),
    )
    x = 0 if kind == MOSQUITO else count_of(unplayed, MOSQUITO)
    rest = held - m - y - z
    if rest < 0 or d - n - x - w < rest:
        return 0.0
    ways = _CHOOSE[n, m] * _CHOOSE[x, y] * _CHOOSE[w, z] * _CHOOSE[d - n - x - w, rest]
    return float(ways / _CHOOSE[d, held])


@compared_by_class
class Predictions(NamedTuple):
    """Predictions of the decisions in some games, an entry a game."""

    moves_right: NDArray[np.int64]  # cards predicted to be played, and they were
    moves: NDArray[np.int64]  # decisions to play cards
    passes_right: NDArray[np.int64]  # passes that were predicted
    passes: NDArray[np.int64]  # decisions to pass, those without a choice too
    likelihood: NDArray[np.float64]  # l, by situation and move
    options: NDArray[np.int64]  # the moves to consider or, if it peeks, room for them
    peeks: bool


@observe_turn.register
def _predict(
    own: Predictions, game: FranksZoo, state: ZooState, number: int, move: int
) -> None:
    n, unplayed = len(own.options), int(CARDS_BY_DECK[game.deck]) - state.played
    if own.peeks:
        n = legal_moves(game, state, own.options)
        n -= n > 1 and own.options[n - 1] == PASS
    row, held, best, most = (
        own.likelihood[state.table],
        number_of_cards(state[state.mover]),
        -1,
        0.0,
    )
    for option in own.options[:n]:  # the first of the largest l * p
        if row[option] > 0.0:
            p = row[option] * chance(unplayed, held, option)
            if p > most:
                best, most = int(option), p
    if move == PASS:
        own.passes_right[number] += move == best
        own.passes[number] += 1
    else:
        own.moves_right[number] += move == best
        own.moves[number] += 1


def predictions(
    game: FranksZoo, policy: Any, games: int, seed: int, peeks: bool
) -> Predictions:
    """Train the predictor on games of copies of a policy; test it on as many others.

    One that peeks considers only the moves that the true hand can play.
    """
    seen = count_moves(game, policy, games, mix(seed, 1))
    every = np.flatnonzero(seen.plays.any(axis=0))
    tallies, options = np.zeros((4, games), np.int64), entry.move_buffer(game)
    own = Predictions(
        *tallies, imitating_policy(seen).weights, options if peeks else every, peeks
    )
    play_one_against_copies(game, (policy, policy), own, games, mix(seed, 2))
    return own
