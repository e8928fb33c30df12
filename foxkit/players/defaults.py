"""What is used of a game where nothing is said: its evaluation, its player, its terms.

Each game has them in its folder, in `defaults.py`, which is imported once the game is
asked for. A game without such a file, as most of a reader's, has none.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from foxkit.core import is_readers
from foxkit.games import part_of
from foxkit.players.budget import Budget
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import MctsPlayer

OPENING_SIMULATIONS = 300
"""Of the search that draws the moves of an opening."""


def _no_evaluation(game: Any) -> Any:
    raise ValueError(f"{game.NAME} has no evaluation: play to the end, cutoff -1")


def _nothing_learned(game: Any) -> Any:
    raise ValueError(f"no evaluation was learned for these rules of {game.NAME}")


def _mcts(game: Any, budget: Budget) -> MctsPlayer:
    if default_cutoff(game) < 0:
        return MctsPlayer(budget, ZeroEvaluation(), cutoff=-1)
    return MctsPlayer(budget, default_evaluation(game))


def _no_terms(game: Any, state: Any) -> dict[str, float]:
    return {}


@dataclass(frozen=True)
class GameDefaults:
    """What the folder of a game says of it; it calls this `DEFAULTS`.

    Attributes:
        evaluation: of the game's document, for some rules; ValueError for others.
        learned: an evaluation that was learned from games; ValueError likewise.
        player: a tree search with some budget. Its own one imagines what is hidden.
        terms: what `foxkit moves` adds to a position, by name.
    """

    evaluation: Callable[[Any], Any] = _no_evaluation
    learned: Callable[[Any], Any] = _nothing_learned
    player: Callable[[Any, Budget], MctsPlayer] = _mcts
    terms: Callable[[Any, Any], dict[str, float]] = _no_terms


def _of(game: Any) -> GameDefaults:
    own = part_of(game, "defaults")
    found: GameDefaults = own.DEFAULTS if own else GameDefaults()
    return found


def default_evaluation(game: Any) -> Any:
    """Return the evaluation of a game's document; ValueError where it has none."""
    return _of(game).evaluation(game)


def learned_evaluation(game: Any) -> Any:
    """Return the evaluation that was learned for a game; ValueError where none was."""
    return _of(game).learned(game)


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
    if is_readers(type(game)):
        raise ValueError(
            f"{game.NAME} has no usual player to play its openings: name one, such as "
            "opening=Opening(8, player=RandomPlayer())"
        )
    return _of(game).player(game, Budget(OPENING_SIMULATIONS))


def terms(game: Any, state: Any) -> dict[str, float]:
    """Return what `foxkit moves` adds to a position, by name."""
    return _of(game).terms(game, state)
