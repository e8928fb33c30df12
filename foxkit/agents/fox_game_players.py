"""The Fox Game paper's own agent."""

from typing import Any

from foxkit.agents.budget import Budget
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import MctsPlayer


def paper(simulations: int, **changes: Any) -> MctsPlayer:
    """Return the paper's base agent, equation (4), with cutoff 0; or change it.

    Args:
        simulations: for each move.
        changes: fields of the player (`c`, `cutoff`, ...) or of equation (3) (`k`, `q`,
            `b`) that are not the paper's.
    """
    heuristic = {key: changes.pop(key) for key in ("k", "q", "b") if key in changes}
    return MctsPlayer(Budget(simulations), FoxHeuristic(**heuristic), **changes)
