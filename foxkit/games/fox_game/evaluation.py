"""The Fox Game's evaluation, equation (3) of Janshagen & Mattsson, FDG 2022.

And their agent, which searches with it.
"""

from typing import Any, NamedTuple

from foxkit.core import compiled_inline
from foxkit.core.arguments import real_number
from foxkit.core.bits import popcount
from foxkit.core.elementary import tanh
from foxkit.core.game import evaluate
from foxkit.core.generic import compared_by_class
from foxkit.games.fox_game.rules import (
    BOARD,
    PASTURE,
    POINTS,
    FoxGame,
    FoxState,
    PointSet,
    point_set,
    starting_sheep,
)
from foxkit.players.budget import Budget
from foxkit.players.standard import MctsPlayer

UNSUPPORTED = (
    "equation (3) does not know what a pasture is worth that a step forward leaves: "
    "use an evaluation of your own, or play to the end (cutoff -1)"
)
_ROWS_WITH_BIT_0, _ROWS_WITH_BIT_1, _ROWS_WITH_BIT_2 = (
    point_set(point for point in POINTS if int(point[0]) & plane) for plane in (1, 2, 4)
)


class _Parameters(NamedTuple):
    """The fields of `FoxHeuristic`, the constants of equation (3)."""

    k: float = 0.8  # share of the material part, in [0, 1]
    q: float = 12.0  # sheep that one fox is worth
    b: float = 1.0  # magnitude before the hyperbolic tangent


@compared_by_class
class FoxHeuristic(_Parameters):
    """How well the foxes stand in the Fox Game, as a number inside (-1, 1).

    It weighs material and position, equations (3) and (4) of the paper. A sheep is
    worth its row, and one more in the pasture: matrix (2). Pieces count relative to
    those at the start of the game's rules.

    Attributes:
        k: share of the material part, in [0, 1].
        q: sheep that one fox is worth, 0 or more.
        b: magnitude before the hyperbolic tangent.

    Raises:
        ValueError: a parameter is out of its range; or, when it evaluates, a step
            forward leads out of the pasture of the rules.

    Examples:
        >>> MctsPlayer(Budget(simulations=300), FoxHeuristic(k=0.5))
        MctsPlayer(Budget(simulations=300), FoxHeuristic(k=0.5, q=12.0, b=1.0))
    """

    __slots__ = ()

    def __new__(cls, k: float = 0.8, q: float = 12.0, b: float = 1.0) -> "FoxHeuristic":
        """Check the parameters."""
        k, q = real_number("k", k, 0, 1), real_number("q", q, 0)
        return super().__new__(cls, k, q, real_number("b", b))


@compiled_inline
def sheep_value(sheep: PointSet, pasture: PointSet = PASTURE) -> int:
    """V, the sum of the piece-square table over a set of sheep."""
    # A row from 0 to 6 is three binary digits: count the sheep once for each digit.
    ones, twos = popcount(sheep & _ROWS_WITH_BIT_0), popcount(sheep & _ROWS_WITH_BIT_1)
    rows = ones + 2 * twos + 4 * popcount(sheep & _ROWS_WITH_BIT_2)
    return rows + popcount(sheep & pasture)


PST = {point: sheep_value(point_set([point])) for point in POINTS}
"""The piece-square table, matrix (2): the value of a sheep on each point."""


@compiled_inline
def supports(game: FoxGame) -> bool:
    """Whether equation (3) knows what it values: no step leaves the pasture."""
    return (game.pasture << 8) & BOARD & ~game.pasture == 0


@compiled_inline
def fox_score(heuristic: FoxHeuristic, game: FoxGame, state: FoxState) -> float:
    """H, equation (3): near 1 when the foxes are winning."""
    if not supports(game):
        raise ValueError(UNSUPPORTED)
    foxes = popcount(state.foxes) - popcount(game.fox_start)
    sheep = popcount(state.sheep) - game.sheep
    material = (heuristic.q * foxes - sheep) / (1.0 + heuristic.q)
    at_start = sheep_value(starting_sheep(game), game.pasture)
    position = -0.1 * (sheep_value(state.sheep, game.pasture) - at_start)
    k = heuristic.k
    return tanh(heuristic.b * (k * material + (1.0 - k) * position))


@evaluate.register
def _evaluate(
    heuristic: FoxHeuristic, game: FoxGame, state: FoxState
) -> tuple[float, float]:
    """H for the foxes, and -H for the sheep."""
    value = fox_score(heuristic, game, state)
    return -value, value


def paper(simulations: int, **changes: Any) -> MctsPlayer:
    """The player of the Fox Game's paper: tree search with its evaluation.

    Args:
        simulations: for each move.
        changes: other parameters than the paper's: fields of the player (`c`, `cutoff`,
            ...) or of the evaluation (`k`, `q`, `b`).

    Raises:
        ValueError: a parameter is not in its range, or there is no such parameter.

    Examples:
        >>> paper(1_000) == MctsPlayer(Budget(simulations=1_000), FoxHeuristic())
        True
        >>> paper(1_000, c=0.3, k=0.5).c
        0.3
    """
    heuristic = FoxHeuristic(
        **{key: changes.pop(key) for key in "kqb" if key in changes}
    )
    return MctsPlayer(Budget(simulations), heuristic, **changes)
