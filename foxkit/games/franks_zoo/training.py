"""Games of Frank's Zoo between policies, and what players learn from them.

Sources: section 3.4 (cards left in the last hand), Definition 10 (weights of moves in
response to moves) and equation 4 (likelihoods) of the report.

    dealt_state --> playout_move --> play --> ... --> the end
                        |                               |
                  observe_turn                     observe_end

The games are compiled from end to end. What is counted is an observer's, a NamedTuple
of arrays to write into.
"""

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline, entry
from foxkit.core.former import refuses_former_names
from foxkit.core.game import MoveBuffer, legal_moves, play
from foxkit.core.generic import compared_by_class, generic
from foxkit.core.rng import Seed, advance, below, mix, salt
from foxkit.core.stopping import raise_if_stopped
from foxkit.games.franks_zoo.cards import (
    CARDS_BY_DECK,
    NUM_TYPES,
    PASS,
    count_of,
    number_of_cards,
)
from foxkit.games.franks_zoo.rules import (
    FranksZoo,
    ZooState,
    dealt_state,
    hand_of,
    score_of,
)
from foxkit.games.franks_zoo.sequences import winning_move
from foxkit.search.playout import playout_move

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {"likely_policy": "imitating_policy", "play_games": "play_one_against_copies"},
    )

_GAMES_PER_BATCH = 1_000  # between two looks at whether to stop: some milliseconds
_PLAY_SALT = salt("play")  # dealing takes numbers of the same seed


@partial(generic, has_default=True)
def observe_turn(
    observer: Any, game: Any, state: Any, game_number: int, move: int
) -> None:
    """Note a move of a game, before it is made; by default nothing is noted.

    Games are numbered from 0; dispatched on the class of `observer`.
    """


@partial(generic, has_default=True)
def observe_end(observer: Any, game: Any, state: Any, game_number: int) -> None:
    """Note how a game has ended; by default nothing is noted."""


@compared_by_class
class OneAmongOthers(NamedTuple):
    """One policy on a seat among copies of another."""

    seat: int
    one: Any
    others: Any


@playout_move.register
def _move_of_seat_policy(
    policy: OneAmongOthers,
    game: FranksZoo,
    state: ZooState,
    moves: np.ndarray,
    seed: int,
) -> tuple[int, Seed]:
    """The move of the policy that plays the mover's seat."""
    if state.mover == policy.seat:
        return playout_move(policy.one, game, state, moves, seed)
    return playout_move(policy.others, game, state, moves, seed)


@compiled
def _play_one_against_copies_compiled(
    game: FranksZoo,
    one: Any,
    others: Any,
    observer: Any,
    first_game: int,
    end_game: int,
    seed: int,
    rotations: int,
    moves: MoveBuffer,
) -> None:
    """Play games `first_game` to `end_game`, one policy against copies of another."""
    for number in range(first_game, end_game):
        block, seat = number // rotations, number % rotations
        deal = here = mix(seed, block)
        if rotations > 1:
            here = mix(mix(deal, _PLAY_SALT), seat)
        policy, state = OneAmongOthers(seat, one, others), dealt_state(game, deal)
        n = legal_moves(game, state, moves)
        while n:
            move, here = playout_move(policy, game, state, moves[:n], here)
            observe_turn(observer, game, state, number, move)
            state = play(game, state, move)
            n = legal_moves(game, state, moves)
        observe_end(observer, game, state, number)


def play_one_against_copies(
    game: FranksZoo,
    policies: Any,
    observer: Any,
    games: int,
    seed: int,
    rotations: int = 1,
) -> None:
    """Play games between one policy and copies of another; an observer notes them.

    Each deal is played so many times, with the one on the next seat each time.
    """
    (one, others), moves = policies, entry.move_buffer(game)
    for first in range(0, games, _GAMES_PER_BATCH):
        end = min(games, first + _GAMES_PER_BATCH)
        _play_one_against_copies_compiled(
            game, one, others, observer, first, end, seed, rotations, moves
        )
        raise_if_stopped()


SITUATIONS, MOVES = 128, 1024
"""What lies on the table (type + 16 * cards, 0 for an opening), and codes of moves."""
_MAX_LOGGED_PLIES = 1024  # plies of a game: 60 moves with 5 passes each are far fewer


@compiled_inline
def situation_row(game: FranksZoo, state: ZooState, phases: int) -> int:
    """The row of a table of weights: what lies there, and when.

    The phases of a game, if there are several, divide its cards evenly.
    """
    phase = (
        number_of_cards(state.played)
        * phases
        // number_of_cards(int(CARDS_BY_DECK[game.deck]))
    )
    return state.table + SITUATIONS * phase


@compared_by_class
class MoveCounts(NamedTuple):
    """How often each move was made, and how often it led to a win, by situation."""

    plays: NDArray[np.int64]  # how often each move (column) in each situation (row)
    wins: NDArray[np.int64]  # how often by the player who went out first in the end
    left: NDArray[np.int64]  # cards of each type in the last hand, the joker last
    log: NDArray[np.int64]  # of one game: [plies, 0, 0], then situation, move and seat


@observe_turn.register
def _count_and_log_move(
    counts: MoveCounts, game: FranksZoo, state: ZooState, game_number: int, move: int
) -> None:
    """Count a play, and log who made it until the game has ended."""
    row = situation_row(game, state, len(counts.plays) // SITUATIONS)
    counts.plays[row, move] += 1
    counts.log[0, 0] += 1
    last = counts.log[counts.log[0, 0]]
    last[0], last[1], last[2] = row, move, state.mover


@observe_end.register
def _count_wins_and_leftovers(
    counts: MoveCounts, game: FranksZoo, state: ZooState, game_number: int
) -> None:
    """Count a win for each logged play of the winner, and the cards left over."""
    for ply in range(1, counts.log[0, 0] + 1):
        if score_of(state, counts.log[ply, 2]) == game.players:
            counts.wins[counts.log[ply, 0], counts.log[ply, 1]] += 1
    for card_type in range(NUM_TYPES + 1):
        counts.left[card_type] += count_of(hand_of(state, state.mover), card_type)
    counts.log[0, 0] = 0


@lru_cache(32)
def count_moves(
    game: FranksZoo, policy: Any, games: int, seed: int, phases: int = 1
) -> MoveCounts:
    """Play games between copies of a policy, and count its moves by phase."""
    plays, wins = np.zeros((2, phases * SITUATIONS, MOVES), np.int64)
    left = np.zeros(NUM_TYPES + 1, np.int64)
    log = np.zeros((_MAX_LOGGED_PLIES, 3), np.int64)
    seen = MoveCounts(plays, wins, left, log)
    play_one_against_copies(game, (policy, policy), seen, games, mix(seed, 0))
    return seen


@compared_by_class
class WeightedPolicy(NamedTuple):
    """The policy of sections 4.2 and 4.3: moves by weights, in response to others."""

    weights: NDArray[np.float64]  # by situation, phase by phase, and move
    highest: int  # 0 draws a move in proportion to its weight, 1 takes the highest
    wins: int = 0  # whether a winning move is played at once (section 4.1)


@compiled_inline
def _move_drawn_by_weight(
    weights: np.ndarray, moves: np.ndarray, seed: int
) -> tuple[int, Seed]:
    """A move drawn in proportion to its weight, any if all have none; the next seed."""
    total = 0.0
    for move in moves:
        total += weights[move]
    seed = advance(seed)
    if total == 0.0:
        return int(moves[below(seed, len(moves))]), seed
    threshold, i = below(seed, 1 << 30) / (1 << 30) * total, 0
    while i < len(moves) - 1 and threshold >= weights[moves[i]]:
        threshold -= weights[moves[i]]
        i += 1
    return int(moves[i]), seed


@compiled_inline
def _move_of_highest_weight(
    weights: np.ndarray, moves: np.ndarray, seed: int
) -> tuple[int, Seed]:
    """A move of the highest weight, ties at random; the next seed."""
    chosen, ties = int(moves[0]), 1
    for move in moves[1:]:
        if weights[move] > weights[chosen]:
            chosen, ties = int(move), 1
        elif weights[move] == weights[chosen]:
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
) -> tuple[int, Seed]:
    """A move by the weights of the situation, see `WeightedPolicy`."""
    row = policy.weights[situation_row(game, state, len(policy.weights) // SITUATIONS)]
    if policy.wins:
        won = winning_move(hand_of(state, state.mover), moves)
        if won != PASS:
            return won, seed
    if policy.highest:
        return _move_of_highest_weight(row, moves, seed)
    return _move_drawn_by_weight(row, moves, seed)


def weighted_policy(counted: MoveCounts, highest: bool) -> WeightedPolicy:
    """The policy whose weights are the share of plays that led to a win."""
    return WeightedPolicy(counted.wins / np.maximum(counted.plays, 1), int(highest))


def imitating_policy(counted: MoveCounts) -> WeightedPolicy:
    """The policy that moves as those who were seen: equation (4)."""
    total = np.maximum(counted.plays.sum(axis=1, keepdims=True), 1)
    return WeightedPolicy(counted.plays / total, 0)


def pooled_by_type(counted: MoveCounts) -> MoveCounts:
    """Counts in which moves of one main type are taken together.

    A row for each type on the table and one for an opening, a column for each main type
    and one for a pass: 13 times 13 numbers a phase, each copied to where it counts.
    """
    rows, moves = np.arange(len(counted.plays)), np.arange(MOVES)
    table_types = np.where(rows % SITUATIONS < 16, 15, rows % 16) + 16 * (
        rows // SITUATIONS
    )
    played = np.where(moves == PASS, 15, moves >> 4 & 15)
    rows_by_type, moves_by_type = (
        np.eye(table_types.max() + 1)[table_types],
        np.eye(16)[played],
    )
    plays, wins = (
        (
            rows_by_type @ (rows_by_type.T @ table @ moves_by_type) @ moves_by_type.T
        ).astype(np.int64)
        for table in (counted.plays, counted.wins)
    )
    return counted._replace(plays=plays, wins=wins)


@compared_by_class
class _PointsLog(NamedTuple):
    """An observer that notes the points of each game."""

    points: NDArray[np.int64]


@observe_end.register
def _note_points(
    observer: _PointsLog, game: FranksZoo, state: ZooState, game_number: int
) -> None:
    """Note the points of the seat that the policy had in this game."""
    block, seat = divmod(game_number, game.players)
    observer.points[block, seat] = score_of(state, seat)


def block_points(
    game: FranksZoo, policy: Any, others: Any, blocks: int, seed: int
) -> NDArray[np.int64]:
    """Play a policy against copies of another; return A's points, blocks x rotations.

    A block is one deal, played with A on every seat.
    """
    points = np.zeros((blocks, game.players), np.int64)
    observer, games = _PointsLog(points), points.size
    play_one_against_copies(
        game, (policy, others), observer, games, mix(seed, 0), game.players
    )
    return points
