"""Players: anything with `choose(game, state, seed) -> move`.

A reader's own player is a plain function of a `Position` and a seed that returns the
text of a move; `FunctionPlayer(function)` enters it in any match.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Protocol, TypeVar

from foxkit.agents.budget import Budget
from foxkit.agents.evaluations import judge
from foxkit.core.entry import mover, payoffs, play
from foxkit.core.quoting import quoted
from foxkit.core.rng import advance, below, mix
from foxkit.rules.position import Position
from foxkit.search.belief import CERTAIN
from foxkit.search.deepening import AlphaBeta
from foxkit.search.mcts import Settings
from foxkit.search.playout import policy_move
from foxkit.search.session import MOST_VISITED, Search

Move = TypeVar("Move")
_USUAL = Settings()


def any_of(moves: Sequence[Move], seed: int) -> Move:
    """Return one of some moves at random."""
    return moves[below(advance(mix(seed, 0)), len(moves))]


def best_of(moves: Sequence[Move], values: Sequence[float], seed: int) -> Move:
    """Return one of the moves of the largest value at random."""
    most = max(values)
    return any_of([m for m, v in zip(moves, values, strict=True) if v == most], seed)


class Player(Protocol):
    """Whoever can choose a move."""

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move; the same seed gives the same move."""


@dataclass(frozen=True)
class RandomPlayer:
    """Every legal move is equally likely."""

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        return any_of(Position(game, state).codes.tolist(), seed)


@dataclass(frozen=True)
class PolicyPlayer:
    """Play as a policy does in playouts, see `foxkit.search.playout`."""

    policy: Any

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        moves = Position(game, state).codes.copy()
        return int(policy_move(self.policy, game, state, moves, mix(seed, 0)))


@dataclass(frozen=True)
class GreedyPlayer:
    """Look one move ahead and take what `evaluation` likes best, ties at random."""

    evaluation: Any

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        codes, player = Position(game, state).codes.tolist(), mover(game, state)
        values = [self._worth(game, play(game, state, m))[player] for m in codes]
        return best_of(codes, values, seed)

    def _worth(self, game: Any, state: Any) -> Any:
        over = len(Position(game, state).codes) == 0
        return payoffs(game, state) if over else judge(self.evaluation, game, state)


@dataclass(frozen=True)
class MctsPlayer:
    """Monte-Carlo tree search; the defaults are the paper's, section 3 and (4).

    Attributes:
        budget: simulations or seconds for each move.
        evaluation: judges the states where playouts are cut off.
        c: weight of UCB1's exploration term.
        cutoff: moves of a playout before the evaluation, or -1 for none.
        expansion: LITERAL (0) or TEXTBOOK (1).
        choice: MOST_VISITED, HIGHEST_VALUE or HIGHEST_BOUND.
        policy: makes the moves of the playouts.
        order: of equals, ANY (0) or LISTED (1).
        parent: whose visits count as a parent's, its OWN (0) or CHILDREN's (1).
        belief: about what is hidden, see `foxkit.search.belief`; None is certain.
    """

    budget: Budget
    evaluation: Any
    c: float = _USUAL.c
    cutoff: int = _USUAL.cutoff
    expansion: int = _USUAL.expansion
    choice: str = MOST_VISITED
    policy: Any = _USUAL.policy
    order: int = _USUAL.order
    parent: int = _USUAL.parent
    belief: Any = None

    def __post_init__(self) -> None:
        self.settings.checked()

    @property
    def settings(self) -> Settings:
        """Return the parameters of the search."""
        return Settings(
            float(self.c),
            int(self.cutoff),
            int(self.expansion),
            self.policy,
            self.order,
            self.parent,
            CERTAIN if self.belief is None else self.belief,
        )

    def think(
        self,
        game: Any,
        state: Any,
        seed: int,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Search:
        """Return a finished search, or what there was of it when `stopped()`."""
        limit = self.budget
        search = self._search(game, state, seed)
        return search.run_until(limit.simulations or inf, limit.seconds or inf, stopped)

    def _search(self, game: Any, state: Any, seed: int) -> Search:
        room = self.budget.simulations or 1000
        return Search(game, state, self.evaluation, self.settings, seed, room)

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move, without simulations that cannot matter."""
        limit = self.budget
        if limit.simulations is None:
            search = self.think(game, state, seed)
        else:
            search = self._search(game, state, seed)
            search.run(limit.simulations, until_settled=self.choice == MOST_VISITED)
        move = search.best(self.choice)
        search.release()
        return move


@dataclass(frozen=True)
class SecondChoice:
    """Play the move that a search visits second most, if there is a choice."""

    player: MctsPlayer

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        search = self.player.think(game, state, seed)
        children = sorted(search.children(), key=lambda child: -child.visits)
        move = Position(game, state).moves[children[:2][-1].move]
        search.release()
        return move


@dataclass(frozen=True)
class MixedPlayer:
    """Play as one player, but with some chance a turn as another."""

    usual: Player
    other: Player
    chance: float

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        drawn = below(advance(mix(seed, 2)), 1_000_000)
        player = self.other if drawn < self.chance * 1_000_000 else self.usual
        return player.choose(game, state, seed)


@dataclass(frozen=True)
class JitteredPlayer:
    """Search with other simulations for each move: `spread` more or less at most."""

    player: MctsPlayer
    spread: float

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        simulations = self.player.budget.simulations or 1
        most = round(self.spread * simulations)
        drawn = simulations - most + below(advance(mix(seed, 2)), 2 * most + 1)
        return replace(self.player, budget=Budget(drawn)).choose(game, state, seed)


@dataclass(frozen=True)
class AlphaBetaPlayer:
    """Alpha-beta search, deeper and deeper; it wins at once and loses late.

    Attributes:
        evaluation: judges the states at the full depth.
        depth: plies to look ahead.
        nodes: positions after which it stops, content with the depth before.
    """

    evaluation: Any
    depth: int
    nodes: float = inf

    def __post_init__(self) -> None:
        if self.depth < 1 or self.nodes < 1:
            raise ValueError(f"depth {self.depth} and nodes {self.nodes}: 1 at least")

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move, any of those that it thinks best."""
        search = AlphaBeta(game, state, self.evaluation)
        _, moves = search.deepened(self.depth, self.nodes)
        return Position(game, state).moves[any_of(moves, seed)]


@dataclass(frozen=True)
class BySide:
    """A player of its own for each side, in the order of the game's players."""

    players: tuple[Player, ...]

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of the move that the side's own player chooses."""
        return self.players[mover(game, state)].choose(game, state, seed)


@dataclass(frozen=True)
class FunctionPlayer:
    """A reader's own player: `function(position, seed)` returns a move's text."""

    function: Callable[[Position, int], str]

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of the function's move; raise ValueError if illegal."""
        position = Position(game, state)
        move = self.function(position, seed)
        if move not in position.moves:
            name = getattr(self.function, "__name__", type(self.function).__name__)
            legal = ", ".join(position.moves)
            raise ValueError(f"{name} chose {quoted(move)}; legal moves are {legal}")
        return position.moves[move]
