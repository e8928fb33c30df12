"""One way to ask for exact answers, whatever game has been solved.

A solver is a module with the three functions of `Solver`; all that a board, a player or
a chapter asks of it follows from the values of the positions after each move. Games of
which no module knows anything are solved whole, if they are small enough.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol

from foxkit.rules.position import Position

SOLVERS = {
    "fox-hounds": "foxkit.solvers.fox_hounds",
    "wolves": "foxkit.solvers.wolves",
    "hare-hounds": "foxkit.solvers.whole",
}
"""The modules of the solved games."""
_ANY = "foxkit.solvers.whole"
DRAW = "D"
_SINGULAR = ("fox", "hare")
_MORE = 1_000_000  # than any number of plies


class Value(NamedTuple):
    """What perfect play leads to."""

    outcome: str  # the winner, see `called`; `D` for a draw
    plies: int | None  # winner fastest, loser slowest; None for endless play

    def won_by(self, player: str) -> bool:
        """Return whether a player, by name, wins."""
        return self.outcome in (player, player[0].upper())


def called(game: Any, player: str) -> str:
    """Return what a value calls a winner: `W`, or `hare` where hounds play, too."""
    initials = [each[0] for each in game.PLAYERS]
    return player if initials.count(player[0]) > 1 else player[0].upper()


class Solver(Protocol):
    """What the module of a solved game has."""

    def value_of(self, game: Any, state: Any) -> Value:
        """Return the exact value of a state; tables are built when missing."""

    def is_at_hand(self, game: Any, state: Any) -> bool:
        """Return whether its value comes in a moment, or is on disk already."""

    def value(self, position: Position) -> dict[str, Any]:
        """Return everything about a position, by the keys of `foxkit value`."""


def solver_of(name: str) -> Solver:
    """Return the solver of the game of a name: its own, or that of any game."""
    solver: Any = import_module(SOLVERS.get(name, _ANY))
    return solver


def value_of(position: Position) -> Value:
    """Return the exact value of a position; ValueError where it is out of reach."""
    return solver_of(position.game.NAME).value_of(position.game, position.state)


def is_carried(name: str) -> bool:
    """Tell whether the solver of a game is here; a page without a kernel has none."""
    return find_spec(SOLVERS.get(name, _ANY)) is not None


def is_at_hand(position: Position) -> bool:
    """Return whether the game is solved and the answers will not take long."""
    game = position.game
    if not is_carried(game.NAME):
        return False
    return solver_of(game.NAME).is_at_hand(game, position.state)


def worth(value: Value, player: str) -> int:
    """Return a number that is larger the more a player, by name, likes a value.

    It is positive for a win, the quickest first, 0 for a draw, and negative for a loss,
    the slowest first.
    """
    if value.outcome == DRAW or value.plies is None:
        return 0
    return _MORE - value.plies if value.won_by(player) else value.plies - _MORE


def share(value: Value, player: str) -> float:
    """Return what a value is worth to a player: 1 a win, 1/2 a draw, 0 a loss."""
    return 0.5 if value.outcome == DRAW else float(value.won_by(player))


def values_after(position: Position) -> dict[str, Value]:
    """Return the value after each legal move, best for the mover first."""
    mover = position.mover
    after = {move: value_of(position.play(move)) for move in position.moves}
    return dict(sorted(after.items(), key=lambda item: -worth(item[1], mover)))


def best_moves(position: Position) -> list[str]:
    """Return the moves that win soonest, or else draw, or else lose latest."""
    after, mover = values_after(position), position.mover
    worths = {move: worth(value, mover) for move, value in after.items()}
    return [move for move in position.moves if worths[move] == max(worths.values())]


def regrets(position: Position) -> dict[str, float]:
    """Return how much of the result each move gives away: 0, 1/2 or 1 of a game."""
    after, mover = values_after(position), position.mover
    shares = {move: share(value, mover) for move, value in after.items()}
    return {move: max(shares.values()) - kept for move, kept in shares.items()}


def principal_variation(position: Position) -> list[str]:
    """Return best play of both sides to the end; nothing from a drawn position."""
    line: list[str] = []
    if value_of(position).outcome == DRAW:
        return line
    while position.moves:
        line.append(next(iter(values_after(position))))
        position = position.play(line[-1])
    return line


def words(game: Any, value: Value) -> str:
    """Return a value in words, such as `sheep win in 54`."""
    for player in game.PLAYERS:
        if value.won_by(player):
            verb = "wins" if player in _SINGULAR else "win"
            return f"{player} {verb} in {value.plies}"
    return "draw"


def payoffs(game: Any, value: Value) -> tuple[float, ...]:
    """Return each player's payoff in [-1, 1] with best play."""
    return tuple(2 * share(value, player) - 1 for player in game.PLAYERS)
