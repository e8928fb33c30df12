"""The move predictor of the Frank's Zoo report: section 6, equations 4 to 6.

A prediction is the move b of the largest l * p: l is how often b answers what lies on
the table (equation 4), p the chance of holding just its cards (equation 5). An honest
predictor considers every move; one that peeks those that the true hand can play.

As a model of opponents (section 6) it serves in two ways, both without peeking: as the
policy of episodes (`likely`), and to weigh the deals that a search imagines, by what
those who have just passed were likely to do with them (`ConsistentDeals`).
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.agents.franks_zoo_rounds import play_alike, see_turn
from foxkit.agents.franks_zoo_training import counts, likely
from foxkit.core import entry, inlined
from foxkit.core.game import legal_moves, redeal
from foxkit.core.rng import mix, salt
from foxkit.rules.franks_zoo import FranksZoo, ZooState, turned_to
from foxkit.rules.franks_zoo_cards import CARDS, JOKER, MOSQUITO, count, size
from foxkit.rules.franks_zoo_moves import PASS
from foxkit.search.belief import determinize
from foxkit.search.playout import playout_move

_ASKED = salt("asked")
_CHOOSE = np.array([[float(comb(n, k)) for k in range(61)] for n in range(61)])


@inlined
def chance(unplayed: int, held: int, move: int) -> float:
    """Return p, equation (5): of `held` random cards, just those of the move.

    They are drawn from `unplayed`, a multiset; a pass is always possible.
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


class _Predictor(NamedTuple):
    """Predicts all moves of some games, and has a row for each, as `PredictionCounts`.

    `options` are the moves that it considers or, if it peeks, room for them.
    """

    likelihood: NDArray[np.float64]
    options: NDArray[np.int64]
    peeks: bool
    rows: NDArray[np.int64]


@see_turn.register
def _predict(
    own: _Predictor, game: FranksZoo, state: ZooState, number: int, move: int
) -> None:
    n, unplayed = len(own.options), int(CARDS[game.deck]) - state.played
    if own.peeks:
        n = legal_moves(game, state, own.options)
        n -= n > 1 and own.options[n - 1] == PASS
    row, held = own.likelihood[state.table], size(state[state.mover])
    found = _best(row, unplayed, held, own.options, n)
    at = 2 if move == PASS else 0
    own.rows[number, at] += move == found
    own.rows[number, at + 1] += 1


class ConsistentDeals(NamedTuple):
    """The belief in deals with which those who have just passed would pass again.

    A deal is drawn until each of them, asked by a policy, has passed: so deals are as
    likely as they are given these passes, if the policy is who plays. Only passes since
    the last move count, the hands being the same; a state knows of no others.

    Attributes:
        policy: predicts what a hand plays: the move predictor's `likely`, or any other.
        tries: deals at most; the last one is taken as it is.
    """

    policy: Any
    tries: int = 20


@inlined
def _would_pass(
    policy: Any, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> bool:
    """Ask all who have passed since the last move whether they would."""
    seat, passes = state.last, 0
    while True:
        seat = seat + 1 if seat + 1 < game.players else 0
        if seat == state.mover:
            return True
        if state[seat] != 0:
            asked = turned_to(state, seat, passes)
            n = legal_moves(game, asked, moves)
            move, seed = playout_move(policy, game, asked, moves[:n], seed)
            if move != PASS:
                return False
            passes += 1


@determinize.register
def _imagine_consistent(
    belief: ConsistentDeals,
    game: FranksZoo,
    state: ZooState,
    player: int,
    moves: np.ndarray,
    seed: int,
) -> ZooState:
    dealt, n = redeal(game, state, player, seed), 1
    while state.table and n < belief.tries:
        if _would_pass(belief.policy, game, dealt, moves, mix(seed, _ASKED)):
            break
        seed = mix(seed, n)
        dealt = redeal(game, state, player, seed)
        n += 1
    return dealt


class PredictionCounts(NamedTuple):
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
) -> PredictionCounts:
    """Train the predictor on games of copies of a policy; test it on as many others.

    One that peeks considers only the moves that the true hand can play.
    """
    seen = counts(game, policy, games, mix(seed, 1))
    every = np.flatnonzero(seen.plays.any(axis=0))
    moves, rows = entry.room(game), np.zeros((games, 4), np.int64)
    options = moves.copy() if peeks else every
    observer = _Predictor(likely(seen).weights, options, peeks, rows)
    play_alike(game, policy, observer, 0, games, mix(seed, 2), moves)
    return PredictionCounts(*rows.T)
