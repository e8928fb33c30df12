"""The belief of a player who asks the move predictor what others would have done.

Source: section 6 of the Frank's Zoo report, where a predictor models the opponents. It
serves in two ways, both without peeking: as the policy of episodes (`likely`), and to
weigh the deals that a search imagines, by what those who have just passed were likely
to do with them.
"""

from typing import Any, NamedTuple

import numpy as np

from foxkit.core import inlined
from foxkit.core.game import legal_moves, redeal
from foxkit.core.rng import mix, salt
from foxkit.rules.franks_zoo import FranksZoo, ZooState, turned_to
from foxkit.rules.franks_zoo_moves import PASS
from foxkit.search.belief import determinize
from foxkit.search.playout import playout_move

_ASKED = salt("asked")


class ConsistentDeals(NamedTuple):
    """The belief in deals with which those who have just passed would pass again.

    A deal is drawn until each of them, asked by a policy, has passed: so deals are as
    likely as they are given these passes, if the policy is who plays. Only passes since
    the last move count, the hands being the same; a state knows of no others.
    """

    policy: Any  # predicts what a hand plays: the predictor's `likely`, or any other
    tries: int = 20  # deals at most; the last one is taken as it is


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
