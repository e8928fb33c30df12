"""Frank's Zoo's default evaluation and player."""

from typing import Any

from foxkit.games.franks_zoo.players import FewerCardsEvaluation, ZooMcts
from foxkit.players.budget import Budget
from foxkit.players.defaults import GameDefaults
from foxkit.search.belief import UNIFORM_DEALS


def _evaluation(game: Any) -> FewerCardsEvaluation:
    """Fewer cards are better."""
    return FewerCardsEvaluation()


def _player(game: Any, budget: Budget) -> ZooMcts:
    """A search over deals that agree with what the player to move sees."""
    return ZooMcts(budget, belief=UNIFORM_DEALS)


DEFAULTS = GameDefaults(_evaluation, player=_player)
