"""A reader's own evaluation: a plain function, compiled into the search."""

from collections import namedtuple
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit

from foxkit.core import INLINED, OPTIONS
from foxkit.core.game import evaluate
from foxkit.search.mcts import search


def evaluation(function: Callable[[Any, Any], float]) -> Any:
    """Make an evaluation of `function(game, state)`, for games of two players.

    Args:
        function: returns a value in (-1, 1) for the first player (the sheep), from
            numbers and bits only, so that numba can compile it.

    Returns:
        What every search and player takes as its `evaluation`.

    >>> @evaluation
    ... def keep_the_flock(game, state):
    ...     return popcount(state.sheep) / 20 - 0.5
    """
    kind = namedtuple(function.__name__, ["weight"])  # numba wants one field at least
    judge = njit(**INLINED)(function)

    @evaluate.register(kind)
    def _evaluate(own: Any, game: Any, state: Any) -> tuple[float, float]:
        value = float(judge(game, state))
        return value, -value

    return kind(1.0)


@cache
def _fresh_engine(kind: type) -> Any:
    return njit(**OPTIONS)(search.py_func)


def engine_for(own: Any) -> Any:
    """Return the search to use: the one on disk, or a fresh one for a reader's own.

    A function of a notebook changes under the same name, so its searches must not be
    kept on disk.
    """
    return (
        search
        if type(own).__module__.startswith("foxkit.")
        else _fresh_engine(type(own))
    )
