"""What the commands use when nothing else is said: each game's own evaluation."""

from functools import singledispatch
from typing import Any

from foxkit.agents.evaluations import judge
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.rules.fox_game import FoxGame


@singledispatch
def default_evaluation(game: Any) -> Any:
    """Return the evaluation of a game's document."""
    raise ValueError(f"{game.NAME} has no evaluation")


@singledispatch
def terms(game: Any, state: Any) -> dict[str, float]:
    """Return what `foxkit moves` adds to a position, by name."""
    return {}


@default_evaluation.register
def _(game: FoxGame) -> FoxHeuristic:
    return FoxHeuristic()


@terms.register
def _(game: FoxGame, state: Any) -> dict[str, float]:
    return {"H": judge(FoxHeuristic(), game, state)[1]}
