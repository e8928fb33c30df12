"""The games by name."""

from importlib import import_module
from typing import Any

from foxkit.core.quoting import unknown

_CLASSES = {
    "fox-game": ("foxkit.games.fox_game.rules", "FoxGame"),
    "wolves": ("foxkit.games.wolves.rules", "Wolves"),
    "fox-hounds": ("foxkit.games.fox_hounds.rules", "FoxHounds"),
    "franks-zoo": ("foxkit.games.franks_zoo.rules", "FranksZoo"),
    "battle-sheep": ("foxkit.games.battle_sheep.rules", "BattleSheep"),
    "hare-hounds": ("foxkit.games.hare_hounds.rules", "HareHounds"),
}
NAMES = tuple(_CLASSES)  # those that the commands know


def game_named(name: str, variant: str | None = None) -> Any:
    """Return a game, or one of its variants; ValueError names those that there are."""
    if not isinstance(name, str) or name not in _CLASSES:
        raise ValueError(unknown("game", name, NAMES))
    module, kind = _CLASSES[name]
    game = getattr(import_module(module), kind)()
    if variant is None:
        return game
    if not isinstance(variant, str) or variant not in game.VARIANTS:
        raise ValueError(f"{name} has {unknown('variant', variant, game.VARIANTS)}")
    return game._replace(**game.VARIANTS[variant])
