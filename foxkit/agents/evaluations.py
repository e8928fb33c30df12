"""A reader's own evaluation: a plain function, compiled into the search."""

from collections import namedtuple
from collections.abc import Callable
from typing import Any

from numba import njit

from foxkit.core import INLINED, OPTIONS, entry
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
    # numba wants a NamedTuple of one field at least, though this one has no use.
    kind: Any = namedtuple(function.__name__, ["unused"])  # type: ignore[misc]
    inner = njit(**INLINED)(function)

    @evaluate.register(kind)
    def _evaluate(own: Any, game: Any, state: Any) -> tuple[float, float]:
        value = float(inner(game, state))
        return value, -value

    return kind._make([0])


_fresh_engine = njit(**OPTIONS)(getattr(search, "py_func", search))


def _kept_on_disk(own: Any) -> bool:
    # A function of a notebook changes under the same name: never keep what uses it.
    return type(own).__module__.startswith("foxkit.")


def engine_for(own: Any) -> Any:
    """Return the search to use: the one on disk, or a fresh one for a reader's own."""
    return search if _kept_on_disk(own) else _fresh_engine


def judge(own: Any, game: Any, state: Any) -> tuple[float, ...]:
    """Return what an evaluation thinks of an unfinished state, one value a player."""
    call = entry.evaluate if _kept_on_disk(own) else evaluate
    return tuple(map(float, call(own, game, state)))
