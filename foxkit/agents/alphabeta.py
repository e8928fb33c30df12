"""A player by alpha-beta."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from foxkit.core.rng import advance, below, mix
from foxkit.rules.position import Position
from foxkit.search.deepening import AlphaBeta


def any_of(moves: list[str], seed: int) -> str:
    """Return one of some moves at random."""
    return moves[below(advance(mix(seed, 0)), len(moves))]


@dataclass(frozen=True)
class AlphaBetaPlayer:
    """Alpha-beta to a fixed depth, all best moves being equally likely.

    Attributes:
        depth: plies to look ahead.
        evaluation: `evaluation(game, state)` returns what judges the last states of a
            search from `state`.
    """

    depth: int
    evaluation: Callable[[Any, Any], Any]

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        search = AlphaBeta(game, state, self.evaluation(game, state))
        _, moves = search.deepened(self.depth)
        return Position(game, state).moves[any_of(moves, seed)]
