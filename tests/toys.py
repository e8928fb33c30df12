"""A toy game of three players, dealt from a seed, for matches at more than two seats.

Each player in turn takes one, two or three of the counters; whoever took most wins.
The deal says which seat begins with a counter more.
"""

from typing import Any, NamedTuple

from foxkit.core.game import legal_moves, mover, payoffs, play


class CountersState(NamedTuple):
    """What each player has taken, and how many have moved."""

    first: int = 0
    second: int = 0
    third: int = 0
    moved: int = 0


class Counters(NamedTuple):
    """The rules: which seat the deal favours, -1 for none."""

    favoured: int = -1

    @property
    def NAME(self) -> str:
        return "counters"

    @property
    def PLAYERS(self) -> tuple[str, ...]:
        return ("1", "2", "3")

    @property
    def MAX_MOVES(self) -> int:
        return 3

    def dealt(self, seed: int) -> "Counters":
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
    if state.moved == 3:
        return 0
    for i in range(3):
        moves[i] = i + 1
    return 3


@play.register
def _(game: Counters, state: Any, move: int) -> Any:
    return CountersState(
        state.first + (move if state.moved == 0 else 0),
        state.second + (move if state.moved == 1 else 0),
        state.third + (move if state.moved == 2 else 0),
        state.moved + 1,
    )


@payoffs.register
def _(game: Counters, state: Any) -> Any:
    a = state.first + (1 if game.favoured == 0 else 0)
    b = state.second + (1 if game.favoured == 1 else 0)
    c = state.third + (1 if game.favoured == 2 else 0)
    most = max(a, b, c)
    winners = (
        (1 if a == most else 0) + (1 if b == most else 0) + (1 if c == most else 0)
    )
    share = 2.0 / winners - 1.0
    return (
        share if a == most else -1.0,
        share if b == most else -1.0,
        share if c == most else -1.0,
    )
