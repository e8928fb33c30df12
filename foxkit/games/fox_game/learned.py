"""The learned player of the Fox Game: the last table of the study `fox_learned`."""

from functools import cache
from pathlib import Path

from foxkit.games.fox_game.tables import FoxTables, unpacked


@cache
def learned() -> FoxTables:
    """Return the evaluation that the study's training ended with."""
    return unpacked(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))
