"""What is used of a game where nothing is said: its evaluation, and its player.

A game's own modules are imported once that game is asked for.
"""

from typing import Any

from foxkit.core import is_readers
from foxkit.players.budget import Budget
from foxkit.players.evaluations import CurrentPayoffs, ZeroEvaluation, judge
from foxkit.players.standard import MctsPlayer

OPENING_SIMULATIONS = 300
"""Of the search that draws the moves of an opening."""


def _is_of(game: Any, module: str, name: str) -> bool:
    """Whether a game is of a class of `foxkit.rules`, which is not imported for it."""
    kind = f"foxkit.rules.{module}", name
    return any((x.__module__, x.__qualname__) == kind for x in type(game).__mro__)


def default_evaluation(game: Any) -> Any:
    """Return the evaluation of a game's document; ValueError where it has none."""
    if _is_of(game, "fox_game", "FoxGame"):
        from foxkit.games.fox_game.evaluation import UNKNOWN, FoxHeuristic, is_known

        if not is_known(game):
            raise ValueError(UNKNOWN)
        return FoxHeuristic()
    if _is_of(game, "wolves", "Wolves"):
        from foxkit.games.wolves.evaluation import BoundedHeuristic, heuristic
        from foxkit.games.wolves.rules import WOLVES

        # The report scores a won game far above all else; a tree search with values in
        # [-1, 1] would not see the difference between other scores.
        return BoundedHeuristic(heuristic(game.start(), WOLVES, scale=6_000))
    if _is_of(game, "battle_sheep", "BattleSheep"):
        return CurrentPayoffs()
    if _is_of(game, "franks_zoo", "FranksZoo"):
        from foxkit.games.franks_zoo.players import FewerCards

        return FewerCards()
    raise ValueError(f"{game.NAME} has no evaluation: play to the end, cutoff -1")


def learned_evaluation(game: Any) -> Any:
    """Return the evaluation that was learned for a game; ValueError where none was."""
    if _is_of(game, "fox_game", "FoxGame"):
        from foxkit.games.fox_game.evaluation import is_known
        from foxkit.games.fox_game.learned import learned

        if is_known(game):
            return learned()
    raise ValueError(f"no evaluation was learned for these rules of {game.NAME}")


EVALUATIONS = {"usual": default_evaluation, "learned": learned_evaluation}
"""By which a search may judge, by name; each refuses games that it does not know."""


def default_cutoff(game: Any) -> int:
    """Return how many random moves come before the evaluation; -1: to the end."""
    try:
        default_evaluation(game)
    except ValueError:
        return -1
    return 0


def usual_player(game: Any) -> MctsPlayer:
    """The search that plays the openings of a game where no player is named.

    It judges by the evaluation of the game's document, and plays out to the end where
    there is none; what is hidden it imagines.

    Raises:
        ValueError: the game is none of the workbook's.
    """
    budget = Budget(OPENING_SIMULATIONS)
    if is_readers(type(game)):
        raise ValueError(
            f"{game.NAME} has no usual player to play its openings: name one, such as "
            "opening=Opening(8, player=RandomPlayer())"
        )
    if _is_of(game, "battle_sheep", "BattleSheep"):
        from foxkit.games.battle_sheep.players import SheepMcts

        return SheepMcts(budget)
    if _is_of(game, "franks_zoo", "FranksZoo"):
        from foxkit.games.franks_zoo.players import ZooMcts
        from foxkit.search.belief import ANY_DEAL

        return ZooMcts(budget, belief=ANY_DEAL)
    if default_cutoff(game) < 0:
        return MctsPlayer(budget, ZeroEvaluation(), cutoff=-1)
    return MctsPlayer(budget, default_evaluation(game))


def terms(game: Any, state: Any) -> dict[str, float]:
    """Return what `foxkit moves` adds to a position, by name."""
    if _is_of(game, "battle_sheep", "BattleSheep"):
        from foxkit.games.battle_sheep.state import scores

        names = (f"score {player}" for player in game.PLAYERS)
        return dict(zip(names, scores(state), strict=True))
    if _is_of(game, "fox_game", "FoxGame"):
        from foxkit.games.fox_game.evaluation import FoxHeuristic, is_known

        if is_known(game):
            return {"H": judge(FoxHeuristic(), game, state)[1]}
    return {}
