"""The Monte Carlo players of the Frank's Zoo report, and what an episode may be.

Source: section 4. The report does not say what becomes of the hidden hands; here they
are dealt anew for every episode, unless a player peeks.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.agents.franks_zoo_heuristic import RANDOM_AI
from foxkit.agents.franks_zoo_training import counts, weighted
from foxkit.agents.players import any_of
from foxkit.core.game import evaluate
from foxkit.rules.franks_zoo import FranksZoo, ZooState
from foxkit.rules.franks_zoo_cards import ONE_JOKER, size
from foxkit.rules.franks_zoo_moves import PASS, cards_in
from foxkit.rules.position import Position
from foxkit.search.flat import SCORE, judged


class FewerCards(NamedTuple):
    """An evaluation: the fewer cards a player has, the better."""

    most: int = 60


@evaluate.register
def _fewer_cards(
    own: FewerCards, game: FranksZoo, state: ZooState
) -> tuple[float, float, float, float, float, float]:
    return (
        -abs(size(state.one)) / own.most,
        -abs(size(state.two)) / own.most,
        -abs(size(state.three)) / own.most,
        -abs(size(state.four)) / own.most,
        -abs(size(state.five)) / own.most,
        -abs(size(state.six)) / own.most,
    )


@dataclass(frozen=True)
class Trained:
    """How a table of weights is trained (section 4.2); the defaults are the report's.

    Attributes:
        highest: whether the move of the highest weight is played (section 4.3).
        games: between four RandomAIs.
        seed: their randomness.
    """

    highest: bool = True
    games: int = 1_000_000
    seed: int = 1

    def policy(self, game: FranksZoo) -> Any:
        """Return the policy for a game; it is trained at its first use."""
        usual = FranksZoo(players=game.players, deck=game.deck)
        found = counts(usual, RANDOM_AI, self.games, self.seed)
        return weighted(found, self.highest)


@dataclass(frozen=True)
class MonteCarlo:
    """Flat Monte Carlo over deals that agree with what is known.

    Attributes:
        policy: of the episodes: a playout policy, or `Trained`.
        episodes: for each move.
        criterion: SCORE (0) or WINS (1), see `foxkit.search.flat`.
        peeks: whether it sees all hands.
    """

    policy: Any = RANDOM_AI
    episodes: int = 100
    criterion: int = SCORE
    peeks: bool = False

    def __post_init__(self) -> None:
        if self.episodes < 1:
            raise ValueError(f"{self.episodes} episodes instead of 1 or more")

    def choose(self, game: FranksZoo, state: ZooState, seed: int) -> int:
        """Return the code of a move of the best mean result, ties at random."""
        moves = candidates(game, state)
        if len(moves) == 1:
            return int(moves[0])
        means = self.means(game, state, moves, seed)
        return int(any_of(moves[means == means.max()].tolist(), seed))

    def means(
        self, game: FranksZoo, state: ZooState, moves: NDArray[np.int64], seed: int
    ) -> NDArray[np.float64]:
        """Return the mean result of each of some moves."""
        policy = self.policy
        policy = policy.policy(game) if isinstance(policy, Trained) else policy
        asked = policy, self.episodes, seed, self.criterion, self.peeks
        return judged(game, state, moves, FewerCards(), *asked)


def candidates(game: FranksZoo, state: ZooState) -> NDArray[np.int64]:
    """Return the moves worth an episode: the winning one alone, else no losing one.

    Whoever opens does not think of passing.
    """
    moves, hand = Position(game, state).codes, int(state[state.mover])
    left = np.array([hand - cards_in(int(move)) for move in moves])
    if (left == 0).any():
        return moves[left == 0]
    kept = left != ONE_JOKER
    if not state.table and len(moves) > 1:
        kept &= moves != PASS
    return moves[kept] if kept.any() else moves
