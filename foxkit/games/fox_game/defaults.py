"""The Fox Game's default evaluations, and the terms that boards show."""

from typing import Any

from foxkit.core.entry import evaluate
from foxkit.games.fox_game.evaluation import UNSUPPORTED, FoxHeuristic, supports
from foxkit.games.fox_game.learned import learned
from foxkit.players.defaults import GameDefaults


def _evaluation(game: Any) -> FoxHeuristic:
    """The paper's evaluation; ValueError where it does not support the rules."""
    if not supports(game):
        raise ValueError(UNSUPPORTED)
    return FoxHeuristic()


def _learned(game: Any) -> Any:
    """The learned evaluation; ValueError for rules that `supports` excludes."""
    if not supports(game):
        raise ValueError(f"no evaluation was learned for these rules of {game.NAME}")
    return learned()


def _terms(game: Any, state: Any) -> dict[str, float]:
    """H, the paper's evaluation for the foxes, by this name."""
    return {"H": evaluate(FoxHeuristic(), game, state)[1]} if supports(game) else {}


DEFAULTS = GameDefaults(_evaluation, _learned, terms=_terms)
