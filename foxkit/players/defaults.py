"""What a game's folder gives as its default evaluation, player and terms.

They stand in the file `defaults.py` of the folder, which is imported when it is first
needed. A game without such a file, such as most games of readers, has no defaults.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from foxkit.core import is_user_code
from foxkit.games import part_of
from foxkit.players.budget import Budget
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import MctsPlayer

OPENING_SIMULATIONS = 300
"""Simulations of the search that draws a move of an opening."""


def _refuse_for_lack_of_evaluation(game: Any) -> Any:
    """Raise ValueError: the game has no default evaluation."""
    raise ValueError(f"{game.NAME} has no evaluation: play to the end, cutoff -1")


def _refuse_for_lack_of_learned_evaluation(game: Any) -> Any:
    """Raise ValueError: no evaluation was learned for the game."""
    raise ValueError(f"no evaluation was learned for these rules of {game.NAME}")


def _default_mcts(game: Any, budget: Budget) -> MctsPlayer:
    """Tree search with the game's default evaluation."""
    if default_cutoff(game) < 0:
        return MctsPlayer(budget, ZeroEvaluation(), cutoff=-1)
    return MctsPlayer(budget, default_evaluation(game))


def _no_terms(game: Any, state: Any) -> dict[str, float]:
    """No numbers."""
    return {}


@dataclass(frozen=True)
class GameDefaults:
    """The defaults of a game: the value of `DEFAULTS` in the file of its folder.

    Attributes:
        evaluation: from a game to the evaluation of its document; ValueError for rules
            that the document does not have.
        learned: from a game to an evaluation that was learned from games; ValueError
            likewise.
        player: from a game and a budget to a tree search, which must not see what is
            hidden from the player to move.
        terms: from a game and a state to numbers that `foxkit moves` adds, by name.
    """

    evaluation: Callable[[Any], Any] = _refuse_for_lack_of_evaluation
    learned: Callable[[Any], Any] = _refuse_for_lack_of_learned_evaluation
    player: Callable[[Any, Budget], MctsPlayer] = _default_mcts
    terms: Callable[[Any, Any], dict[str, float]] = _no_terms


def _game_defaults(game: Any) -> GameDefaults:
    """The defaults in a game's folder, or those of any game."""
    module = part_of(game, "defaults")
    defaults: GameDefaults = module.DEFAULTS if module else GameDefaults()
    return defaults


def default_evaluation(game: Any) -> Any:
    """The evaluation of a game's document; ValueError where it has none."""
    return _game_defaults(game).evaluation(game)


def learned_evaluation(game: Any) -> Any:
    """The evaluation that was learned for a game; ValueError where none was."""
    return _game_defaults(game).learned(game)


EVALUATIONS = {"usual": default_evaluation, "learned": learned_evaluation}
"""Evaluations of any game, by name; ValueError for games that have none."""


def default_cutoff(game: Any) -> int:
    """How many random moves a playout has before the evaluation; -1: to the end."""
    try:
        default_evaluation(game)
    except ValueError:
        return -1
    return 0


def default_player(game: Any) -> MctsPlayer:
    """The search that plays the openings of a game where no player is named.

    It has the evaluation of the game's document, or plays out to the end where there is
    none; where something is hidden it has a belief.

    Raises:
        ValueError: the game is a reader's.
    """
    if is_user_code(type(game)):
        raise ValueError(
            f"{game.NAME} has no default player for its openings: name one, such as "
            "opening=Opening(8, player=RandomPlayer())"
        )
    return _game_defaults(game).player(game, Budget(OPENING_SIMULATIONS))


def position_terms(game: Any, state: Any) -> dict[str, float]:
    """The numbers that `foxkit moves` adds to a position, by name."""
    return _game_defaults(game).terms(game, state)
