"""A reader's own evaluation: a plain function, compiled into the search."""

from collections.abc import Callable
from typing import Any, NamedTuple

from foxkit.core import compiled_inline, entry
from foxkit.core.game import evaluate, payoffs
from foxkit.core.quoting import quoted
from foxkit.search.evaluating import ALLOWED


class _Own(NamedTuple):
    """The base of evaluations; compiled code knows no tuple without fields."""

    unused: int = 0


def evaluation(function: Callable[[Any, Any], float]) -> Any:
    """Make an evaluation of `function(game, state)`, for games of two players.

    Args:
        function: returns a value in (-1, 1) for the first player (the sheep), from
            numbers and bits only, so that numba can compile it.

    Returns:
        What every search and player takes as its `evaluation`. It raises a ValueError
        as soon as the function returns NaN or a value that is not inside (-1, 1).

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
    kind, inner = type(function.__name__, (_Own,), members), compiled_inline(function)
    fault = (
        f"evaluation {function.__name__} gave others than {ALLOWED}; "
        "check_game(game, evaluation) looks for a position where it does"
    )

    @evaluate.register(kind)
    def _evaluate(own: Any, game: Any, state: Any) -> tuple[float, float]:
        value = float(inner(game, state))
        if not -1.0 < value < 1.0:
            raise ValueError(fault)
        return value, -value

    return kind()


class ZeroEvaluation(NamedTuple):
    """No opinion on a game of two players, for playouts to the end, which need none."""

    unused: int = 0


@evaluate.register
def _even(own: ZeroEvaluation, game: Any, state: Any) -> tuple[float, float]:
    return 0.0, 0.0


class CurrentPayoffs(NamedTuple):
    """What the game would pay if it ended now, for games that keep a score."""

    unused: int = 0


@evaluate.register
def _standing(own: CurrentPayoffs, game: Any, state: Any) -> Any:
    return payoffs(game, state)


def judge(own: Any, game: Any, state: Any) -> tuple[float, ...]:
    """Return what an evaluation thinks of an unfinished state, one value a player."""
    return tuple(map(float, entry.evaluate(own, game, state)))
