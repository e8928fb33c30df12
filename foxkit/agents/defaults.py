"""What the commands use when nothing else is said: each game's own evaluation."""

from functools import singledispatch
from typing import Any

from foxkit.agents.evaluations import Standing, judge
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.wolves_heuristic import Bounded, heuristic
from foxkit.rules.battle_sheep import BattleSheep
from foxkit.rules.battle_sheep_state import scores
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.wolves import WOLVES, Wolves


@singledispatch
def default_evaluation(game: Any) -> Any:
    """Return the evaluation of a game's document."""
    raise ValueError(f"{game.NAME} has no evaluation: play to the end, cutoff -1")


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


@default_evaluation.register
def _(game: Wolves) -> Any:
    # The report scores a won game far above all else; a tree search with values in
    # [-1, 1] would not see the difference between other scores.
    return Bounded(heuristic(game.start(), WOLVES, scale=6_000))


@default_evaluation.register
def _(game: BattleSheep) -> Standing:
    return Standing()


@terms.register
def _(game: BattleSheep, state: Any) -> dict[str, float]:
    names = (f"score {player}" for player in game.PLAYERS)
    return dict(zip(names, scores(state), strict=True))
