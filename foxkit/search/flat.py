"""Flat Monte Carlo: each move is judged by the mean of episodes that begin with it.

Source: section 4.1 of the Frank's Zoo report. What the player cannot see is dealt anew
for every episode, as a belief has it; all moves are tried on the same deals, which
tells them apart sooner.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, entry
from foxkit.core.game import mover, play
from foxkit.core.rng import mix
from foxkit.core.stopping import look
from foxkit.search.belief import UNIFORM_DEALS, determinize
from foxkit.search.pace import Pace
from foxkit.search.playout import playout

_FIRST = 100  # episodes before the first look at a clock and at the stop signal
SCORE, WINS = 0, 1
"""What counts: the player's payoff, or how often it is the most there is."""


@compiled
def _add_episodes(
    asked: Any, sums: np.ndarray, scratch: np.ndarray, first: int, end: int, seed: int
) -> None:
    """Add to `sums` what the mover gets after each move, in episodes up to an end.

    An episode's deal and its playouts begin with one seed: a belief mixes it once more,
    so no draw is shared.
    """
    game, state, moves, evaluation, policy, criterion, belief = asked
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
    criterion: int = SCORE,
    belief: Any = UNIFORM_DEALS,
) -> NDArray[np.float64]:
    """Return the mean result, by a criterion, of each move for the player to move.

    The policy makes the moves of all players in the episodes. The evaluation is never
    asked; it fixes the form of the results. `Stopped` is raised between two parts of
    some milliseconds where the work is to be broken off (`foxkit.core.stopping`).
    """
    sums, scratch = np.zeros(len(moves)), entry.move_buffer(game)
    asked = game, state, moves, evaluation, policy, criterion, belief
    seed, pace, done = mix(seed, 0), Pace(_FIRST), 0
    while done < episodes:
        end = min(episodes, done + pace.part)
        _add_episodes(asked, sums, scratch, done, end, seed)
        look()
        pace.count(end - done)
        done = end
    return sums / episodes
