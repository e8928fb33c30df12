"""Flat Monte Carlo: the value of a move is the mean result of episodes after it.

Source: section 4.1 of the Frank's Zoo report. The hidden part of the state is drawn
anew for every episode, from a belief. All moves are tried on the same deals, so that
their differences have less noise (common random numbers).
"""

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, entry
from foxkit.core.game import MoveBuffer, mover, play
from foxkit.core.rng import mix
from foxkit.core.stopping import raise_if_stopped
from foxkit.search.belief import UNIFORM_DEALS, determinize
from foxkit.search.pace import BatchPacer
from foxkit.search.playout import playout

_FIRST_BATCH = 100  # episodes before the first look at a clock and at the stop signal
Criterion = Literal[0, 1]
SCORE: Criterion = 0
WINS: Criterion = 1
"""Criteria: the player's mean payoff, or how often it is the highest possible one."""


@compiled
def _add_episodes(
    search_args: Any,
    sums: np.ndarray,
    scratch: MoveBuffer,
    first: int,
    end: int,
    seed: int,
) -> None:
    """Add to `sums` the mover's results after each move, in episodes `first` to `end`.

    `search_args` are game, state, moves, evaluation, policy, criterion and belief;
    `sums` has one float for each move, and `scratch` is a buffer for a list of moves.
    A deal and the playouts of its episode begin with one seed: beliefs mix it once
    more, so that no draw is shared.
    """
    game, state, moves, evaluation, policy, criterion, belief = search_args
    player = mover(game, state)
    for episode in range(first, end):
        here = mix(seed, episode)
        dealt = determinize(belief, game, state, player, scratch, here)
        for i in range(len(moves)):
            after = play(game, dealt, int(moves[i]))
            results, _ = playout(game, after, evaluation, policy, -1, scratch, here)
            if criterion == SCORE:
                sums[i] += results[player]
            elif results[player] == 1.0:
                sums[i] += 1.0


def mean_results(
    game: Any,
    state: Any,
    moves: NDArray[np.int64],
    evaluation: Any,
    policy: Any,
    episodes: int,
    seed: int,
    criterion: Criterion = SCORE,
    belief: Any = UNIFORM_DEALS,
) -> NDArray[np.float64]:
    """The mean result of each move, by a criterion, for the player to move.

    Args:
        game: the rules.
        state: the position.
        moves: codes of legal moves.
        evaluation: never called, since episodes are played to the end; compiled code
            takes the type of results from it.
        policy: makes the moves of all players in the episodes.
        episodes: for each move.
        seed: the randomness.
        criterion: SCORE or WINS.
        belief: from which the state of each episode is drawn.

    Raises:
        Stopped: the work is to be broken off (`foxkit.core.stopping`).
    """
    sums, scratch = np.zeros(len(moves)), entry.move_buffer(game)
    search_args = game, state, moves, evaluation, policy, criterion, belief
    seed, pace, done = mix(seed, 0), BatchPacer(_FIRST_BATCH), 0
    while done < episodes:
        end = min(episodes, done + pace.batch_size)
        _add_episodes(search_args, sums, scratch, done, end, seed)
        raise_if_stopped()
        pace.note_batch(end - done)
        done = end
    return sums / episodes
