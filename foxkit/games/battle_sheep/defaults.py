"""Battle Sheep's default evaluation and player, and the terms that boards show."""

from typing import Any

from foxkit.games.battle_sheep.players import SheepMcts
from foxkit.games.battle_sheep.rules import scores
from foxkit.players.budget import Budget
from foxkit.players.defaults import GameDefaults
from foxkit.players.evaluations import CurrentPayoffs


def _evaluation(game: Any) -> CurrentPayoffs:
    return CurrentPayoffs()


def _player(game: Any, budget: Budget) -> SheepMcts:
    return SheepMcts(budget)


def _terms(game: Any, state: Any) -> dict[str, float]:
    names = (f"score {player}" for player in game.PLAYERS)
    return dict(zip(names, scores(state), strict=True))


DEFAULTS = GameDefaults(_evaluation, player=_player, terms=_terms)
