"""Exact values of positions, in one way for all games that can be solved.

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

_SOLVER_OF_ANY_GAME = "foxkit.solvers.retrograde"
_SINGULAR = ("fox", "hare")
_MORE_THAN_ANY_PLIES = 1_000_000  # than any number of plies


class Value(NamedTuple):
    """The result of perfect play: the winner, and the plies to the end.

    Attributes:
        winner: the number of the player who wins, from 0; None for a draw.
        plies: how many there are to the end if the winner hurries and the loser delays;
            None where play never ends, or where a solver does not know the number.
    """

    winner: int | None
    plies: int | None


class Solver(Protocol):
    """The functions of `solver.py` in the folder of a game that is solved.

    `value_of` and `is_quick` serve boards, players and chapters, and are the same for
    all games. `value` serves the command `foxkit value`, and its keys are the game's.
    """

    def value_of(self, game: Any, state: Any) -> Value:
        """The exact value of a state; tables that are missing are made first.

        Raises:
            ValueError: the value is out of reach.
        """

    def is_quick(self, game: Any, state: Any) -> bool:
        """Whether the value of a state is known already, or comes in a moment."""

    def value(self, position: Position) -> dict[str, Any]:
        """All that a solver knows of a position, as plain data, by these keys.

        - Any small game: `winner` is a player's name, `draw` (or `no winner` where a
          player is called so); `plies` is a number, or None in a draw.
        - Fox Game: `winner` is a player's name, or None outside of the solved endings.
        - Fox & Hounds: `winner` is a player's name and `plies` a number; `B` and
          `max_B` are the document's; `foxbox` is a bool; `keeping_moves`, `best_moves`
          and `ai_moves` are lists of moves.
        - Wolves Eat Sheep: `outcome` is `W`, `S` or `D` (a draw), and `plies` a number,
          or None in a draw.

        Raises:
            ValueError: the value is out of reach.
        """


def solver_of(game: Any) -> Solver:
    """The solver in a game's folder, or the one of any small game."""
    return cast(Solver, part_of(game, "solver") or import_module(_SOLVER_OF_ANY_GAME))


def value_of(position: Position) -> Value:
    """The exact value of a position; ValueError where it is out of reach."""
    return solver_of(position.game).value_of(position.game, position.state)


def has_solver(game: Any) -> bool:
    """Whether the solver of a game is here; a page without a kernel has few."""
    special = part_of(game, "solver")
    return special is not None or find_spec(_SOLVER_OF_ANY_GAME) is not None


def is_quick(position: Position) -> bool:
    """Whether a position can be solved here, and the answer will not take long."""
    game, state = position.game, position.state
    return has_solver(game) and bool(solver_of(game).is_quick(game, state))


def preference(value: Value, player: int) -> int:
    """A number by which a player, given by number, orders values: larger is better.

    It is positive for a win, the quickest first, 0 for a draw, and negative for a loss,
    the slowest first.
    """
    if value.winner is None:
        return 0
    plies = _MORE_THAN_ANY_PLIES // 2 if value.plies is None else value.plies
    return (
        _MORE_THAN_ANY_PLIES - plies
        if value.winner == player
        else plies - _MORE_THAN_ANY_PLIES
    )


def result_for(value: Value, player: int) -> float:
    """A player's share of a game with this value: 1 for a win, 1/2 for a draw, 0."""
    return 0.5 if value.winner is None else float(value.winner == player)


def values_after(position: Position) -> dict[str, Value]:
    """The value after each legal move, the best for the mover first."""
    player = mover(position.game, position.state)
    after = {move: value_of(position.play(move)) for move in position.moves}
    return dict(sorted(after.items(), key=lambda item: -preference(item[1], player)))


def best_moves(position: Position) -> list[str]:
    """The moves that win soonest, or else draw, or else lose latest."""
    after, player = values_after(position), mover(position.game, position.state)
    liked = {move: preference(value, player) for move, value in after.items()}
    return [move for move in position.moves if liked[move] == max(liked.values())]


def regrets(position: Position) -> dict[str, float]:
    """How much of the result each move gives away: 0, 1/2 or 1 of a game."""
    after, player = values_after(position), mover(position.game, position.state)
    shares = {move: result_for(value, player) for move, value in after.items()}
    return {move: max(shares.values()) - share for move, share in shares.items()}


def principal_variation(position: Position) -> list[str]:
    """The moves of best play by both sides to the end; none where play never ends."""
    line: list[str] = []
    if value_of(position).plies is None:
        return line
    while position.moves:
        line.append(next(iter(values_after(position))))
        position = position.play(line[-1])
    return line


def in_words(game: Any, value: Value) -> str:
    """A value in words, such as `sheep win in 54`."""
    if value.winner is None:
        return "draw"
    player = game.PLAYERS[value.winner]
    verb = "wins" if player in _SINGULAR else "win"
    soon = "" if value.plies is None else f" in {value.plies}"
    return f"{player} {verb}{soon}"


def payoffs(game: Any, value: Value) -> tuple[float, ...]:
    """Each player's payoff in [-1, 1] with best play."""
    return tuple(
        2 * result_for(value, player) - 1 for player in range(len(game.PLAYERS))
    )
