"""The Fox Game's evaluation, equation (3) of Janshagen & Mattsson, FDG 2022."""

from typing import NamedTuple

from foxkit.core import inlined
from foxkit.core.bits import popcount
from foxkit.core.elementary import tanh
from foxkit.core.game import evaluate
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import FoxState
from foxkit.rules.fox_game_text import POINTS, bits

PST = dict(zip(POINTS, map(int, "000111222222233333334455544666777"), strict=True))
"""The piece-square table, matrix (2): the value of a sheep on each point."""
V_START = 38  # of the 20 sheep; those that Figure 9 takes away stand on points worth 0
_ONES, _TWOS, _FOURS = (
    bits(point for point, value in PST.items() if value & plane) for plane in (1, 2, 4)
)


class FoxHeuristic(NamedTuple):
    """Material and position, weighed and squashed into (-1, 1); equations (3), (4).

    Attributes:
        k: share of the material part, in [0, 1].
        q: sheep that one fox is worth.
        b: magnitude before the hyperbolic tangent.
    """

    k: float = 0.8
    q: float = 12.0
    b: float = 1.0


@inlined
def sheep_value(sheep: int) -> int:
    """Return V, the sum of the piece-square table over a set of sheep."""
    # A value from 0 to 7 is three binary digits: count the sheep once for each digit.
    ones, twos = popcount(sheep & _ONES), popcount(sheep & _TWOS)
    return ones + 2 * twos + 4 * popcount(sheep & _FOURS)


@inlined
def fox_view(heuristic: FoxHeuristic, game: FoxGame, state: FoxState) -> float:
    """Return H, equation (3): near 1 when the foxes are winning."""
    foxes = popcount(state.foxes) - 2
    sheep = popcount(state.sheep) - game.sheep
    material = (heuristic.q * foxes - sheep) / (1.0 + heuristic.q)
    position = -0.1 * (sheep_value(state.sheep) - V_START)
    k = heuristic.k
    return tanh(heuristic.b * (k * material + (1.0 - k) * position))


@evaluate.register
def _evaluate(
    heuristic: FoxHeuristic, game: FoxGame, state: FoxState
) -> tuple[float, float]:
    value = fox_view(heuristic, game, state)
    return -value, value
