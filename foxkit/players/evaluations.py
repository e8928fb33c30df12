"""Evaluations of any game: a reader's function, payoffs so far, and a constant."""

from collections.abc import Callable
from typing import Any, NamedTuple

from foxkit.core import compiled_inline
from foxkit.core.game import evaluate, payoffs
from foxkit.core.generic import compared_by_class
from foxkit.core.quoting import quoted
from foxkit.search.evaluating import ALLOWED_VALUES_IN_WORDS


@compared_by_class
class _FunctionEvaluation(NamedTuple):
    """The base of evaluations that are made of a function.

    Compiled code knows no NamedTuple without a field, hence `unused`, here and below.
    """

    unused: int = 0

    def __repr__(self) -> str:
        """The name of the function, by which a notebook knows the evaluation."""
        return type(self).__name__


def evaluation(function: Callable[[Any, Any], float]) -> Any:
    """Make an evaluation of `function(game, state)`, for games of two players.

    Args:
        function: gives a value in (-1, 1) for the first player (the sheep). It works
            on numbers and bits only, so that numba can compile it.

    Returns:
        A value that every search and player takes as its `evaluation`. It raises a
        ValueError as soon as the function returns NaN or a value outside of (-1, 1).

    >>> @evaluation
    ... def keep_the_flock(game, state):
    ...     return popcount(state.sheep) / 20 - 0.5
    """
    if not callable(function) or not hasattr(function, "__name__"):
        raise ValueError(f"an evaluation is made of a function, not {quoted(function)}")
    members = {
        "__module__": function.__module__,
        "__qualname__": function.__name__,
        "function": staticmethod(function),
    }
    own_class = type(function.__name__, (_FunctionEvaluation,), members)
    inner = compiled_inline(function)
    fault = (
        f"evaluation {function.__name__} gave others than {ALLOWED_VALUES_IN_WORDS}; "
        "check_game(game, evaluation) looks for a position where it does"
    )

    @evaluate.register(own_class)
    def _evaluate(evaluation: Any, game: Any, state: Any) -> tuple[float, float]:
        value = float(inner(game, state))
        if not -1.0 < value < 1.0:
            raise ValueError(fault)
        return value, -value

    return own_class()


@compared_by_class
class ZeroEvaluation(NamedTuple):
    """The value 0 for both players, for playouts to the end, which never ask for it."""

    unused: int = 0


@evaluate.register
def _zero(evaluation: ZeroEvaluation, game: Any, state: Any) -> tuple[float, float]:
    """Zero for both players."""
    return 0.0, 0.0


@compared_by_class
class CurrentPayoffs(NamedTuple):
    """The payoffs if the game ended now, for games that keep a score."""

    unused: int = 0


@evaluate.register
def _current_payoffs(evaluation: CurrentPayoffs, game: Any, state: Any) -> Any:
    """The payoffs of a state as if the game ended there."""
    return payoffs(game, state)
