"""A corner of Wolves Eat Sheep, three squares wide: small enough to be solved by hand.

One wolf and some sheep live on squares 00 to 22 by the usual rules; nobody leaves the
corner. Whoever is to move and cannot has lost.
"""

import numpy as np

from foxkit.core.bits import popcount
from foxkit.core.game import is_over, legal_moves, payoffs
from foxkit.rules.wolves import (
    ENOUGH,
    WOLVES,
    Wolves,
    WolvesState,
    legal_sheep_moves,
    legal_wolf_moves,
)

CORNER = 0b00111_00111_00111


class WolvesCorner(Wolves):
    """The rules as a value, as those of the whole board."""

    __slots__ = ()
    NAME = "wolves-corner"

    def reason(self, state: WolvesState) -> str:
        """Return how a finished game ended, in a few words."""
        if state.sheep.bit_count() <= ENOUGH:
            return "two sheep left"
        return "wolves trapped" if state.mover == WOLVES else "sheep stuck"


@legal_moves.register
def _legal_moves(game: WolvesCorner, state: WolvesState, moves: np.ndarray) -> int:
    if popcount(state.sheep) <= ENOUGH:
        return 0
    if state.mover == WOLVES:
        n = legal_wolf_moves(game, state, moves)
    else:
        n = legal_sheep_moves(state, moves)
    kept = 0
    for i in range(n):
        if CORNER >> (moves[i] >> 5) & 1:
            moves[kept] = moves[i]
            kept += 1
    return kept


@is_over.register
def _is_over(game: WolvesCorner, state: WolvesState, moves: np.ndarray) -> bool:
    return bool(legal_moves(game, state, moves) == 0)


@payoffs.register
def _payoffs(game: WolvesCorner, state: WolvesState) -> tuple[float, float]:
    wolves = popcount(state.sheep) <= ENOUGH or state.mover != WOLVES
    return (1.0, -1.0) if wolves else (-1.0, 1.0)
