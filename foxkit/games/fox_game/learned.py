"""The learned player of the Fox Game: the last table of the study `fox_learned`."""

from functools import cache
from pathlib import Path

from foxkit.games.fox_game.tables import FoxTables, from_text


@cache
def learned() -> FoxTables:
    """The evaluation that the study's training ended with."""
    return from_text(Path(__file__).with_suffix(".txt").read_text(encoding="utf-8"))
