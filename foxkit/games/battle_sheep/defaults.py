"""Battle Sheep's default evaluation and player, and the terms that boards show."""

from typing import Any

from foxkit.games.battle_sheep.players import SheepMcts
from foxkit.games.battle_sheep.rules import scores
from foxkit.players.budget import Budget
from foxkit.players.defaults import GameDefaults
from foxkit.players.evaluations import CurrentPayoffs


def _evaluation(game: Any) -> CurrentPayoffs:
    """The payoffs if the game ended now."""
    return CurrentPayoffs()


def _player(game: Any, budget: Budget) -> SheepMcts:
    """The search of this game, which imagines what is hidden."""
    return SheepMcts(budget)


def _terms(game: Any, state: Any) -> dict[str, float]:
    """The score of each player, by name."""
    names = (f"score {player}" for player in game.PLAYERS)
    return dict(zip(names, scores(state), strict=True))


DEFAULTS = GameDefaults(_evaluation, player=_player, terms=_terms)
