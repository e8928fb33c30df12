"""HeuristicAI with weights that were learned online, from its own games.

Source: what the Frank's Zoo report proposes for future research, weights 'trained and
tuned by online learning'.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from foxkit.agents.franks_zoo_heuristic import Heuristic, heuristic
from foxkit.agents.franks_zoo_training import counts
from foxkit.agents.players import PolicyPlayer
from foxkit.rules.franks_zoo import ALWAYS, FranksZoo, ZooState
from foxkit.rules.franks_zoo_cards import TYPES


@cache
def learned(deck: int, games: int, seed: int) -> Heuristic:
    """Return HeuristicAI whose weights were learned online, from its own games.

    After each game they are the mean of the cards left in the last hands so far, on the
    scale of Table 3 (times 200); at first all are 40, which counts as 20 games.
    """
    own, left = heuristic(deck), np.full(TYPES, 20 * 40.0)
    for number in range(games + 1):
        own = own._replace(weights=tuple((left / (number + 20)).tolist()))
        found = counts(FranksZoo(deck=deck, passing=ALWAYS), own, 1, seed + number)
        left += 200 * found.left[:TYPES]
    return own


@dataclass(frozen=True)
class Learner:
    """HeuristicAI that has learned its weights online, before it sits down."""

    games: int
    seed: int

    def choose(self, game: FranksZoo, state: ZooState, seed: int) -> int:
        """Return the code of a legal move."""
        own = learned(game.deck, self.games, self.seed)
        return int(PolicyPlayer(own).choose(game, state, seed))
