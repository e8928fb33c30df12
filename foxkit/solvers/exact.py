"""One way to ask for exact answers, whatever game has been solved.

All that a board, a player or a chapter asks follows from the values of the positions
after each move. A game without a solver in its folder is solved whole, if it is small
enough.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol, cast

from foxkit.core.entry import mover
from foxkit.core.position import Position
from foxkit.games import part_of

_ANY_GAME = "foxkit.solvers.retrograde"
_SINGULAR = ("fox", "hare")
_MORE = 1_000_000  # than any number of plies


class Value(NamedTuple):
    """What perfect play leads to."""

    winner: int | None  # the player's number in `PLAYERS`; None: a draw
    plies: int | None  # winner fastest, loser slowest; None: endless, or not known


class Solver(Protocol):
    """What a module that solves a game has: `solver.py` in the folder of the game."""

    def value_of(self, game: Any, state: Any) -> Value:
        """The exact value of a state; tables that are missing are made first.

        Raises:
            ValueError: the value is out of reach.
        """

    def is_at_hand(self, game: Any, state: Any) -> bool:
        """Whether the value of a state is known already, or comes in a moment."""

    def value(self, position: Position) -> dict[str, Any]:
        """All there is to say of a position, by the keys of `foxkit value`."""


def solver_of(game: Any) -> Solver:
    """The solver in a game's folder, or the one of any small game."""
    own = part_of(game, "solver")
    return cast(Solver, own or import_module(_ANY_GAME))


def value_of(position: Position) -> Value:
    """Return the exact value of a position; ValueError where it is out of reach."""
    return solver_of(position.game).value_of(position.game, position.state)


def is_carried(game: Any) -> bool:
    """Tell whether the solver of a game is here; a page without a kernel has few."""
    own = part_of(game, "solver")
    return own is not None or find_spec(_ANY_GAME) is not None


def is_at_hand(position: Position) -> bool:
    """Return whether the game is solved and the answers will not take long."""
    game, state = position.game, position.state
    return is_carried(game) and bool(solver_of(game).is_at_hand(game, state))


def worth(value: Value, player: int) -> int:
    """Return a number that is larger the more a player, by number, likes a value.

    It is positive for a win, the quickest first, 0 for a draw, and negative for a loss,
    the slowest first.
    """
    if value.winner is None:
        return 0
    plies = _MORE // 2 if value.plies is None else value.plies
    return _MORE - plies if value.winner == player else plies - _MORE


def share(value: Value, player: int) -> float:
    """Return what a value is worth to a player: 1 a win, 1/2 a draw, 0 a loss."""
    return 0.5 if value.winner is None else float(value.winner == player)


def values_after(position: Position) -> dict[str, Value]:
    """Return the value after each legal move, best for the mover first."""
    player = mover(position.game, position.state)
    after = {move: value_of(position.play(move)) for move in position.moves}
    return dict(sorted(after.items(), key=lambda item: -worth(item[1], player)))


def best_moves(position: Position) -> list[str]:
    """Return the moves that win soonest, or else draw, or else lose latest."""
    after, player = values_after(position), mover(position.game, position.state)
    worths = {move: worth(value, player) for move, value in after.items()}
    return [move for move in position.moves if worths[move] == max(worths.values())]


def regrets(position: Position) -> dict[str, float]:
    """Return how much of the result each move gives away: 0, 1/2 or 1 of a game."""
    after, player = values_after(position), mover(position.game, position.state)
    shares = {move: share(value, player) for move, value in after.items()}
    return {move: max(shares.values()) - kept for move, kept in shares.items()}


def principal_variation(position: Position) -> list[str]:
    """Return best play of both sides to the end; nothing where none is known."""
    line: list[str] = []
    if value_of(position).plies is None:
        return line
    while position.moves:
        line.append(next(iter(values_after(position))))
        position = position.play(line[-1])
    return line


def words(game: Any, value: Value) -> str:
    """Return a value in words, such as `sheep win in 54`."""
    if value.winner is None:
        return "draw"
    player = game.PLAYERS[value.winner]
    verb = "wins" if player in _SINGULAR else "win"
    soon = "" if value.plies is None else f" in {value.plies}"
    return f"{player} {verb}{soon}"


def payoffs(game: Any, value: Value) -> tuple[float, ...]:
    """Return each player's payoff in [-1, 1] with best play."""
    return tuple(2 * share(value, player) - 1 for player in range(len(game.PLAYERS)))
