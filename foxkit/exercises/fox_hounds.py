"""Fox & Hounds: hounds of one's own."""

from typing import Any

from foxkit.agents.players import BySide, RandomPlayer
from foxkit.exercises.played import PAIRS, looks, player, prove
from foxkit.rules.fox_hounds import FoxHounds


def own_hounds(answer: Any) -> str:
    """Check hounds that are to win most games against a fox without a plan."""
    sides = BySide((RandomPlayer(), player(answer)))
    less = "Even a fox that moves at random slips through most of the time."
    won = prove(looks(FoxHounds(), sides, pairs=PAIRS), "hounds_rate", less)
    return f"Your hounds win {won} against a fox that moves at random."
