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
from foxkit.search.belief import ANY_DEAL, determinize
from foxkit.search.playout import playout

SCORE, WINS = 0, 1
"""What counts: the player's payoff, or how often it is the most there is."""


@compiled
def _add_episodes(
    asked: Any, sums: np.ndarray, scratch: np.ndarray, episodes: int, seed: int
) -> None:
    """Add to `sums` what the mover gets in some episodes after each move asked for."""
    game, state, moves, evaluation, policy, criterion, belief = asked
    player = mover(game, state)
    for episode in range(episodes):
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
    belief: Any = ANY_DEAL,
) -> NDArray[np.float64]:
    """Return the mean result, by a criterion, of each move for the player to move.

    The policy makes the moves of all players in the episodes. The evaluation is never
    asked; it fixes the form of the results.
    """
    sums, scratch = np.zeros(len(moves)), entry.room(game)
    asked = game, state, moves, evaluation, policy, criterion, belief
    _add_episodes(asked, sums, scratch, episodes, mix(seed, 0))
    entry.require_room(game, scratch)
    return sums / episodes
