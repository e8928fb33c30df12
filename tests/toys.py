"""A toy game of three players, dealt from a seed, for matches at more than two seats.

Each player in turn takes one, two or three of the counters; whoever took most wins.
The deal says which seat begins with a counter more.
"""

from typing import Any, NamedTuple

from foxkit.core.game import legal_moves, mover, payoffs, play
from foxkit.core.generic import compared_by_class


class CountersState(NamedTuple):
    """What each player has taken, and how many have moved."""

    first: int = 0
    second: int = 0
    third: int = 0
    moved: int = 0


class _Rules(NamedTuple):
    favoured: int = -1


@compared_by_class
class Counters(_Rules):
    """The rules: which seat the deal favours, -1 for none."""

    __slots__ = ()
    NAME, PLAYERS, MAX_MOVES = "counters", ("1", "2", "3"), 3

    def with_deal(self, seed: int) -> "Counters":
        return self._replace(favoured=seed % 3)

    def start(self) -> CountersState:
        return CountersState()

    def reason(self, state: CountersState) -> str:
        return "all have moved" if state.moved == 3 else ""

    def format(self, state: CountersState) -> str:
        return " ".join(map(str, state))

    def format_move(self, state: CountersState, move: int) -> str:
        return str(move)


@mover.register
def _(game: Counters, state: Any) -> int:
    return state.moved


@legal_moves.register
def _(game: Counters, state: Any, moves: Any) -> int:
    n = 0 if state.moved == 3 else 3
    for i in range(n):
        moves[i] = i + 1
    return n


@play.register
def _(game: Counters, state: Any, move: int) -> Any:
    a = state.first + move * (state.moved == 0)
    b = state.second + move * (state.moved == 1)
    return CountersState(a, b, state.third + move * (state.moved == 2), state.moved + 1)


@payoffs.register
def _(game: Counters, state: Any) -> Any:
    a = state.first + (game.favoured == 0)
    b = state.second + (game.favoured == 1)
    c = state.third + (game.favoured == 2)
    most = max(a, b, c)
    best = 2.0 / ((a == most) + (b == most) + (c == most))
    return best * (a == most) - 1, best * (b == most) - 1, best * (c == most) - 1
