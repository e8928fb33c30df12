"""`games(match)` is a table of stored games; here are also the games' folders.

Each game has a folder, whose files have the same names:

    fox_game/rules.py          the rules as a value, states, moves and text
             evaluation.py     who stands better, for a search that stops early
             players.py        players of its own
             defaults.py       what is used where nothing is said
             solver.py         exact answers
             board.py          how it is drawn and played on

A game has what it needs of these. No other folder imports a game: what is generic asks
here for a game by its name, or for a part of a game by its class.
"""

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from foxkit.core.quoting import unknown_name

if TYPE_CHECKING:
    import pandas as pd

    from foxkit.lab.match import Match


class _Games(ModuleType):
    """The module of this folder, which cells call: `games(match)`."""

    def __call__(self, match: "Match") -> "pd.DataFrame":
        """The games of a match that are on disk, see `foxkit.lab.play.games`.

        Examples:
            >>> len(games(match(HareHounds(), RandomPlayer())))
            0
        """
        return import_module("foxkit.lab.play").games(match)


sys.modules[__name__].__class__ = _Games

_PLACES_BY_GAME_NAME = {
    "fox-game": ("foxkit.games.fox_game.rules", "FoxGame"),
    "wolves": ("foxkit.games.wolves.rules", "Wolves"),
    "fox-hounds": ("foxkit.games.fox_hounds.rules", "FoxHounds"),
    "franks-zoo": ("foxkit.games.franks_zoo.rules", "FranksZoo"),
    "battle-sheep": ("foxkit.games.battle_sheep.rules", "BattleSheep"),
    "hare-hounds": ("foxkit.games.hare_hounds.rules", "HareHounds"),
}
_PLACE_OF_CORNER = "foxkit.games.wolves.rules", "WolvesCorner"
NAMES = tuple(_PLACES_BY_GAME_NAME)  # those that the commands know


def game_named(name: str, variant: str | None = None) -> Any:
    """The rules of a game by its name, as the commands have it, or one of its variants.

    Args:
        name: `fox-game`, `wolves`, `fox-hounds`, `franks-zoo`, `battle-sheep` or
            `hare-hounds`.
        variant: a key of the game's `VARIANTS`; by default the usual rules.

    Raises:
        ValueError: there is no such game or variant; the message names those that
            there are.

    Examples:
        >>> game_named("fox-game", "18-sheep")
        FoxGame(sheep=18)
    """
    if not isinstance(name, str) or name not in _PLACES_BY_GAME_NAME:
        raise ValueError(unknown_name("game", name, NAMES))
    module, game_class = _PLACES_BY_GAME_NAME[name]
    game = getattr(import_module(module), game_class)()
    if variant is None:
        return game
    if not isinstance(variant, str) or variant not in game.VARIANTS:
        raise ValueError(
            f"{name} has {unknown_name('variant', variant, game.VARIANTS)}"
        )
    return game._replace(**game.VARIANTS[variant])


def part_of(game: Any, part: str) -> ModuleType | None:
    """The module with a part of a game, such as its `board`; None if it has none.

    Args:
        game: the rules, of one of our classes or of one that is derived from it.
        part: the name of a file that stands beside the rules.
    """
    game_class: Any = type(game)
    return _part_of(game_class, part)


@cache
def _part_of(game_class: Any, part: str) -> ModuleType | None:
    """The same for a class of games, remembered."""
    for each in game_class.__mro__:
        folder, _, file = each.__module__.rpartition(".")
        if folder.startswith(f"{__name__}.") and file != part:
            return _module(f"{folder}.{part}")
    return None


def all_parts(part: str) -> list[ModuleType]:
    """The modules with a part, of all games that have it."""
    folders = (module.rpartition(".")[0] for module, _ in _PLACES_BY_GAME_NAME.values())
    modules = (_module(f"{folder}.{part}") for folder in folders)
    return [module for module in modules if module]


def _module(name: str) -> ModuleType | None:
    """A module by its name; None if there is no such module."""
    return import_module(name) if find_spec(name) else None


_PLACES_BY_LINK_NAME = {
    "foxkit.rules.fox_game:FoxGame": _PLACES_BY_GAME_NAME["fox-game"],
    "foxkit.rules.wolves:Wolves": _PLACES_BY_GAME_NAME["wolves"],
    "foxkit.rules.fox_hounds:FoxHounds": _PLACES_BY_GAME_NAME["fox-hounds"],
    "foxkit.rules.franks_zoo:FranksZoo": _PLACES_BY_GAME_NAME["franks-zoo"],
    "foxkit.rules.battle_sheep:BattleSheep": _PLACES_BY_GAME_NAME["battle-sheep"],
    "foxkit.rules.hare_hounds:HareHounds": _PLACES_BY_GAME_NAME["hare-hounds"],
    "foxkit.rules.wolves_corner:WolvesCorner": _PLACE_OF_CORNER,
    "foxkit.view.wolves:report_score": (
        "foxkit.games.wolves.board",
        "report_evaluation",
    ),
}
"""What a link may name, and where it is. Links keep their names, wherever a thing has
moved, and whatever it is called today."""
LINKED_GAMES = tuple(name for name in _PLACES_BY_LINK_NAME if ".rules." in name)
LINKED_EVALUATIONS = tuple(
    name for name in _PLACES_BY_LINK_NAME if name not in LINKED_GAMES
)


def class_for_link(name: str) -> Any:
    """The class of a game or the evaluation that a link names, one of those above."""
    module, attribute = _PLACES_BY_LINK_NAME[name]
    return getattr(import_module(module), attribute)
