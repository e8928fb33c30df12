"""The move predictor of the Frank's Zoo report: section 6, equations 4 to 6.

A prediction is the move b of the largest l * p: l is how often b answers what lies on
the table (equation 4), p the chance of holding just its cards (equation 5). An honest
predictor considers every move; one that peeks those that the true hand can play.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np

from foxkit.agents.franks_zoo_training import counts
from foxkit.core import compiled, inlined
from foxkit.core.game import legal_moves, play
from foxkit.core.rng import mix
from foxkit.rules.franks_zoo import SEATS, FranksZoo, ZooState, first_deal
from foxkit.rules.franks_zoo_cards import JOKER, MOSQUITO, count, size
from foxkit.rules.franks_zoo_moves import PASS
from foxkit.search.playout import playout_move

_CHOOSE = np.array([[float(comb(n, k)) for k in range(61)] for n in range(61)])


@inlined
def chance(unplayed: int, held: int, move: int) -> float:
    """Return p, equation (5): of `held` random cards, just those of the move.

    Args:
        unplayed: all cards that have not been played, a multiset.
        held: cards in the hand.
        move: of one type with its special cards; a pass is always possible.
    """
    if move == PASS:
        return 1.0
    kind, m, y, z = move >> 4 & 15, move & 15, move >> 8 & 1, move >> 9 & 1
    d, n, w = size(unplayed), count(unplayed, kind), count(unplayed, JOKER)
    x = 0 if kind == MOSQUITO else count(unplayed, MOSQUITO)
    rest = held - m - y - z
    if rest < 0 or d - n - x - w < rest:
        return 0.0
    ways = _CHOOSE[n, m] * _CHOOSE[x, y] * _CHOOSE[w, z] * _CHOOSE[d - n - x - w, rest]
    return float(ways / _CHOOSE[d, held])


@inlined
def _best(row: np.ndarray, unplayed: int, held: int, moves: np.ndarray, n: int) -> int:
    """Return the first of `n` moves with the largest l * p, -1 if all have none."""
    best, most = -1, 0.0
    for i in range(n):
        move = moves[i]
        if row[move] > 0.0:
            p = row[move] * chance(unplayed, held, move)
            if p > most:
                best, most = int(move), p
    return best


@inlined
def _unplayed(state: ZooState) -> int:
    cards = 0
    for seat in range(SEATS):
        cards += state[seat]
    return cards


@compiled
def _predict(
    game: FranksZoo,
    policy: Any,
    likelihood: np.ndarray,
    seed: int,
    peeks: bool,
    tally: np.ndarray,
    moves: np.ndarray,
    every: np.ndarray,
) -> None:
    """Count, game by game: moves predicted rightly, moves, and the same of passes."""
    for number in range(len(tally)):
        here = mix(seed, number)
        state = first_deal(game, here)
        n = legal_moves(game, state, moves)
        while n:
            row, held = likelihood[state.table], size(state[state.mover])
            unplayed = _unplayed(state)
            if not peeks:
                found = _best(row, unplayed, held, every, len(every))
            else:
                others = n - 1 if n > 1 and moves[n - 1] == PASS else n
                found = _best(row, unplayed, held, moves, others)
            move, here = playout_move(policy, game, state, moves[:n], here)
            at = 2 if move == PASS else 0
            tally[number, at] += move == found
            tally[number, at + 1] += 1
            state = play(game, state, move)
            n = legal_moves(game, state, moves)


class Predicted(NamedTuple):
    """Predictions of the decisions in some games, an entry a game.

    Attributes:
        moves_right: cards that were predicted to be played, and were.
        moves: decisions to play cards.
        passes_right: passes that were predicted.
        passes: decisions to pass, those without a choice too.
    """

    moves_right: Any
    moves: Any
    passes_right: Any
    passes: Any


def predictions(
    game: FranksZoo, policy: Any, games: int, seed: int, peeks: bool
) -> Predicted:
    """Train the predictor on games between copies of a policy; test it on others.

    Args:
        game: the rules.
        policy: who plays.
        games: for training, and as many for the test.
        seed: the randomness.
        peeks: whether only moves that the true hand can play are considered.
    """
    plays = counts(game, policy, games, mix(seed, 1)).plays
    likelihood = plays / np.maximum(plays.sum(axis=1, keepdims=True), 1)
    every = np.flatnonzero(plays.any(axis=0))
    tally, moves = np.zeros((games, 4), np.int64), np.empty(game.MAX_MOVES, np.int64)
    _predict(game, policy, likelihood, mix(seed, 2), peeks, tally, moves, every)
    return Predicted(*tally.T)
