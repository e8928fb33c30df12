"""What Frank's Zoo players learn from games between copies of a policy.

Sources: section 3.4 (cards left in the last hand), Definition 10 (weights of moves in
response to moves) and equation 4 (likelihoods) of the report.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.game import legal_moves, play
from foxkit.core.rng import advance, below, mix, salt
from foxkit.rules.franks_zoo import FranksZoo, ZooState, first_deal
from foxkit.rules.franks_zoo_cards import CARDS, TYPES, count, size
from foxkit.rules.franks_zoo_moves import PASS, cards_in
from foxkit.search.playout import playout_move

SITUATIONS, MOVES = 128, 1024
"""What lies on the table (type + 16 * cards, 0 for an opening), and codes of moves."""
_LONGEST = 1024  # plies of a game: 60 moves with 5 passes each are far fewer
_PLAY = salt("play")  # dealing takes numbers of the same seed


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


@compiled
def _count_pairs(
    game: FranksZoo,
    policy: Any,
    first: int,
    games: int,
    seed: int,
    plays: np.ndarray,
    wins: np.ndarray,
    left: np.ndarray,
    moves: np.ndarray,
    log: np.ndarray,
) -> None:
    """Play games; count pairs, those of winners, and cards left in the last hand."""
    phases = len(plays) // SITUATIONS
    for number in range(first, first + games):
        here = mix(seed, number)
        state = first_deal(game, here)
        n, ply = legal_moves(game, state, moves), 0
        while n:
            move, here = playout_move(policy, game, state, moves[:n], here)
            log[ply, 0] = situation(game, state, phases)
            log[ply, 1], log[ply, 2] = move, state.mover
            state = play(game, state, move)
            n = legal_moves(game, state, moves)
            ply += 1
        for i in range(ply):
            plays[log[i, 0], log[i, 1]] += 1
            if points_of(state, log[i, 2]) == game.players:
                wins[log[i, 0], log[i, 1]] += 1
        for kind in range(TYPES + 1):
            left[kind] += count(state[state.mover], kind)


class Counts(NamedTuple):
    """What was seen in some games.

    Attributes:
        plays: how often each move (column) was made in each situation (row).
        wins: how often by the player who went out first in the end.
        left: cards of each type in the last player's hand, the joker last.
        games: how many.
    """

    plays: NDArray[np.int64]
    wins: NDArray[np.int64]
    left: NDArray[np.int64]
    games: int


@lru_cache(32)
def counts(
    game: FranksZoo, policy: Any, games: int, seed: int, phases: int = 1, first: int = 0
) -> Counts:
    """Let copies of a policy play games, and count, in each phase by itself.

    The game of each number, from `first` on, is the same whatever others are played.
    """
    plays, wins = (np.zeros((phases * SITUATIONS, MOVES), np.int64) for _ in range(2))
    left, log = np.zeros(TYPES + 1, np.int64), np.empty((_LONGEST, 3), np.int64)
    moves = np.empty(game.MAX_MOVES, np.int64)
    tally = plays, wins, left, moves, log
    _count_pairs(game, policy, first, games, mix(seed, 0), *tally)
    return Counts(plays, wins, left, games)


class Weighted(NamedTuple):
    """The policy of sections 4.2 and 4.3: moves by their weight in response to others.

    Attributes:
        weights: w of each move (column) in each situation (row), phase by phase.
        highest: 0 draws a move in proportion to its weight, 1 takes the highest.
        wins: whether a winning move is played at once (section 4.1).
    """

    weights: NDArray[np.float64]
    highest: int
    wins: int = 0


@inlined
def _roulette(row: np.ndarray, moves: np.ndarray, seed: int) -> tuple[int, int]:
    """Draw a move in proportion to its weight, any if all have none."""
    total = 0.0
    for i in range(len(moves)):
        total += row[moves[i]]
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
    for i in range(1, len(moves)):
        if row[moves[i]] > row[chosen]:
            chosen, ties = int(moves[i]), 1
        elif row[moves[i]] == row[chosen]:
            ties += 1
            seed = advance(seed)
            if below(seed, ties) == 0:
                chosen = int(moves[i])
    return chosen, seed


@playout_move.register
def _weighted_move(
    policy: Weighted, game: FranksZoo, state: ZooState, moves: np.ndarray, seed: int
) -> tuple[int, int]:
    row = policy.weights[situation(game, state, len(policy.weights) // SITUATIONS)]
    if policy.wins:
        for move in moves:
            if cards_in(move) == state[state.mover]:
                return int(move), seed
    if policy.highest:
        return _highest(row, moves, seed)
    return _roulette(row, moves, seed)


def weighted(found: Counts, highest: bool) -> Weighted:
    """Return the policy whose weights are the share of plays that led to a win."""
    return Weighted(found.wins / np.maximum(found.plays, 1), int(highest))


def likely(found: Counts) -> Weighted:
    """Return the policy that moves as those who were seen: equation (4).

    Of moves that a hand can play each is as likely as the move predictor has it: p of
    equation (5) is 1 for them, and 0 for all others.
    """
    total = np.maximum(found.plays.sum(axis=1, keepdims=True), 1)
    return Weighted(found.plays / total, 0)


def by_types(found: Counts) -> Counts:
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


@compiled
def _play_blocks(
    game: FranksZoo, a: Any, b: Any, seed: int, points: np.ndarray, moves: np.ndarray
) -> None:
    """Write what A gets in each block (row) and rotation (column)."""
    for block in range(len(points)):
        deal = mix(seed, block)
        for rotation in range(game.players):
            state, here = first_deal(game, deal), mix(mix(deal, _PLAY), rotation)
            n = legal_moves(game, state, moves)
            while n:
                if state.mover == rotation:
                    move, here = playout_move(a, game, state, moves[:n], here)
                else:
                    move, here = playout_move(b, game, state, moves[:n], here)
                state = play(game, state, move)
                n = legal_moves(game, state, moves)
            points[block, rotation] = points_of(state, rotation)


def block_points(
    game: FranksZoo, a: Any, b: Any, blocks: int, seed: int
) -> NDArray[np.int64]:
    """Play a policy against copies of another; return A's points, blocks x rotations.

    A block is one deal, played with A on every seat.
    """
    points = np.zeros((blocks, game.players), np.int64)
    moves = np.empty(game.MAX_MOVES, np.int64)
    _play_blocks(game, a, b, mix(seed, 0), points, moves)
    return points
