"""The games by name."""

from importlib import import_module
from typing import Any

from foxkit.core.arguments import closest
from foxkit.core.quoting import quoted

_CLASSES = {
    "fox-game": ("foxkit.rules.fox_game", "FoxGame"),
    "wolves": ("foxkit.rules.wolves", "Wolves"),
    "fox-hounds": ("foxkit.rules.fox_hounds", "FoxHounds"),
    "franks-zoo": ("foxkit.rules.franks_zoo", "FranksZoo"),
    "battle-sheep": ("foxkit.rules.battle_sheep", "BattleSheep"),
    "hare-hounds": ("foxkit.rules.hare_hounds", "HareHounds"),
}
NAMES = tuple(_CLASSES)  # those that the commands know


def game_named(name: str, variant: str | None = None) -> Any:
    """Return a game, or one of its variants; ValueError names those that there are."""
    if not isinstance(name, str) or name not in _CLASSES:
        known = ", ".join(NAMES)
        close = closest(name, NAMES)
        raise ValueError(f"no game {quoted(name)}; there are {known}{close}")
    module, kind = _CLASSES[name]
    game = getattr(import_module(module), kind)()
    if variant is None:
        return game
    if not isinstance(variant, str) or variant not in game.VARIANTS:
        known = ", ".join(game.VARIANTS) or "none"
        close = closest(variant, game.VARIANTS)
        told = f"{name} has no variant {quoted(variant)}"
        raise ValueError(f"{told}; there are: {known}{close}")
    return game._replace(**game.VARIANTS[variant])
