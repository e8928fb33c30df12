"""What Frank's Zoo players learn from games between copies of a policy.

Sources: section 3.4 (cards left in the last hand), Definition 10 (weights of moves in
response to moves) and equation 4 (likelihoods) of the report.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.agents.franks_zoo_rounds import OneAmong, play_games, see_end, see_turn
from foxkit.agents.franks_zoo_sequences import winning_move
from foxkit.core import inlined
from foxkit.core.rng import advance, below, mix
from foxkit.rules.franks_zoo import FranksZoo, ZooState
from foxkit.rules.franks_zoo_cards import CARDS, TYPES, count, size
from foxkit.rules.franks_zoo_moves import PASS
from foxkit.search.playout import playout_move

SITUATIONS, MOVES = 128, 1024
"""What lies on the table (type + 16 * cards, 0 for an opening), and codes of moves."""
_LONGEST = 1024  # plies of a game: 60 moves with 5 passes each are far fewer


@inlined
def situation(game: FranksZoo, state: ZooState, phases: int) -> int:
    """Return the row of a table of weights: what lies there, and when.

    The phases of a game, if there are several, divide its cards evenly.
    """
    phase = size(state.played) * phases // size(int(CARDS[game.deck]))
    return state.table + SITUATIONS * phase


@inlined
def points_of(state: ZooState, seat: int) -> int:
    """Return a seat's score, equation (1)."""
    return state.points >> 4 * seat & 15


class MoveCounts(NamedTuple):
    """What was seen in some games."""

    plays: NDArray[np.int64]  # how often each move (column) in each situation (row)
    wins: NDArray[np.int64]  # how often by the player who went out first in the end
    left: NDArray[np.int64]  # cards of each type in the last hand, the joker last
    games: int


class _Counter(NamedTuple):
    """Counts in the making; `log` has the moves of one game, `plies` how many."""

    plays: NDArray[np.int64]
    wins: NDArray[np.int64]
    left: NDArray[np.int64]
    log: NDArray[np.int64]
    plies: NDArray[np.int64]


@see_turn.register
def _note_move(
    counter: _Counter, game: FranksZoo, state: ZooState, number: int, move: int
) -> None:
    row = situation(game, state, len(counter.plays) // SITUATIONS)
    counter.plays[row, move] += 1
    log, ply = counter.log, counter.plies[0]
    log[ply, 0], log[ply, 1], log[ply, 2] = row, move, state.mover
    counter.plies[0] += 1


@see_end.register
def _note_end(counter: _Counter, game: FranksZoo, state: ZooState, number: int) -> None:
    for i in range(counter.plies[0]):
        if points_of(state, counter.log[i, 2]) == game.players:
            counter.wins[counter.log[i, 0], counter.log[i, 1]] += 1
    for kind in range(TYPES + 1):
        counter.left[kind] += count(state[state.mover], kind)
    counter.plies[0] = 0


@lru_cache(32)
def counts(
    game: FranksZoo, policy: Any, games: int, seed: int, phases: int = 1
) -> MoveCounts:
    """Let copies of a policy play games, and count, in each phase by itself."""
    plays, wins = (np.zeros((phases * SITUATIONS, MOVES), np.int64) for _ in range(2))
    left, log = np.zeros(TYPES + 1, np.int64), np.empty((_LONGEST, 3), np.int64)
    counter = _Counter(plays, wins, left, log, np.zeros(1, np.int64))
    play_games(game, policy, counter, games, mix(seed, 0))
    return MoveCounts(plays, wins, left, games)


class WeightedPolicy(NamedTuple):
    """The policy of sections 4.2 and 4.3: moves by weights, in response to others."""

    weights: NDArray[np.float64]  # by situation, phase by phase, and move
    highest: int  # 0 draws a move in proportion to its weight, 1 takes the highest
    wins: int = 0  # whether a winning move is played at once (section 4.1)


@inlined
def _roulette(row: np.ndarray, moves: np.ndarray, seed: int) -> tuple[int, int]:
    """Draw a move in proportion to its weight, any if all have none."""
    total = 0.0
    for move in moves:
        total += row[move]
    seed = advance(seed)
    if total == 0.0:
        return int(moves[below(seed, len(moves))]), seed
    spun, i = below(seed, 1 << 30) / (1 << 30) * total, 0
    while i < len(moves) - 1 and spun >= row[moves[i]]:
        spun -= row[moves[i]]
        i += 1
    return int(moves[i]), seed


@inlined
def _highest(row: np.ndarray, moves: np.ndarray, seed: int) -> tuple[int, int]:
    """Take a move of the highest weight, ties at random."""
    chosen, ties = int(moves[0]), 1
    for move in moves[1:]:
        if row[move] > row[chosen]:
            chosen, ties = int(move), 1
        elif row[move] == row[chosen]:
            ties += 1
            seed = advance(seed)
            if below(seed, ties) == 0:
                chosen = int(move)
    return chosen, seed


@playout_move.register
def _weighted_move(
    policy: WeightedPolicy,
    game: FranksZoo,
    state: ZooState,
    moves: np.ndarray,
    seed: int,
) -> tuple[int, int]:
    row = policy.weights[situation(game, state, len(policy.weights) // SITUATIONS)]
    if policy.wins:
        won = winning_move(state[state.mover], moves)
        if won != PASS:
            return won, seed
    if policy.highest:
        return _highest(row, moves, seed)
    return _roulette(row, moves, seed)


def weighted(found: MoveCounts, highest: bool) -> WeightedPolicy:
    """Return the policy whose weights are the share of plays that led to a win."""
    return WeightedPolicy(found.wins / np.maximum(found.plays, 1), int(highest))


def likely(found: MoveCounts) -> WeightedPolicy:
    """Return the policy that moves as those who were seen: equation (4)."""
    total = np.maximum(found.plays.sum(axis=1, keepdims=True), 1)
    return WeightedPolicy(found.plays / total, 0)


def by_types(found: MoveCounts) -> MoveCounts:
    """Return counts in which moves of one main type are taken together.

    A row for each type on the table and one for an opening, a column for each main type
    and one for a pass: 13 times 13 numbers a phase, each copied to where it counts.
    """
    rows, moves = np.arange(len(found.plays)), np.arange(MOVES)
    lying = np.where(rows % SITUATIONS < 16, 15, rows % 16) + 16 * (rows // SITUATIONS)
    played = np.where(moves == PASS, 15, moves >> 4 & 15)
    left, right = np.eye(lying.max() + 1)[lying], np.eye(16)[played]
    plays, wins = (
        (left @ (left.T @ table @ right) @ right.T).astype(np.int64)
        for table in (found.plays, found.wins)
    )
    return found._replace(plays=plays, wins=wins)


class _Points(NamedTuple):
    points: NDArray[np.int64]


@see_end.register
def _note_points(
    observer: _Points, game: FranksZoo, state: ZooState, number: int
) -> None:
    block, seat = divmod(number, game.players)
    observer.points[block, seat] = points_of(state, seat)


def block_points(
    game: FranksZoo, a: Any, b: Any, blocks: int, seed: int
) -> NDArray[np.int64]:
    """Play a policy against copies of another; return A's points, blocks x rotations.

    A block is one deal, played with A on every seat.
    """
    points = np.zeros((blocks, game.players), np.int64)
    observer, games = _Points(points), points.size
    play_games(game, OneAmong(a, b), observer, games, mix(seed, 0), game.players)
    return points
