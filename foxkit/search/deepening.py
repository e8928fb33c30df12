"""One alpha-beta search over one position: deepen it, score its moves, watch it."""

from collections.abc import Callable, Iterator, Sequence
from math import inf, nextafter
from typing import Any

import numpy as np

from foxkit.core.entry import legal_moves, mover, play
from foxkit.search.alphabeta import (
    HITS,
    NODES,
    PRUNED,
    Options,
    begin,
    new_stack,
    run,
)
from foxkit.search.perft import perft
from foxkit.search.transposition import new_table

_STEPS = 1 << 16  # between two looks at the stop signal, some milliseconds


class Stopped(Exception):
    """A search was broken off because somebody asked for it."""


class AlphaBeta:
    """An alpha-beta search over one position, for the player to move there.

    Args:
        game: the rules.
        state: the root.
        evaluation: judges the states at the full depth.
        prune: False visits every node, as plain minimax does.
        table: False does without the table of positions seen.
        killers: False does without killer moves.
        bits: the table has 2**bits entries.
        stopped: asked every few milliseconds; True breaks the search off.
    """

    def __init__(
        self,
        game: Any,
        state: Any,
        evaluation: Any,
        *,
        prune: bool = True,
        table: bool = True,
        killers: bool = True,
        bits: int = 13,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game, self.state, self.evaluation = game, state, evaluation
        self.player = int(mover(game, state))
        self._options = (int(prune), int(table), int(killers))
        self._stopped = stopped
        self.table = new_table(bits if table else 0)
        self.stack = new_stack(game, state, 1)
        self._counts = np.zeros(3, np.int64)

    @property
    def nodes(self) -> int:
        """Return the number of positions visited."""
        return int(self._counts[0])

    @property
    def pruned(self) -> int:
        """Return the number of moves that were never entered."""
        return int(self._counts[1])

    @property
    def hits(self) -> int:
        """Return the number of positions that the table settled."""
        return int(self._counts[2])

    def set_up(
        self, state: Any, depth: int, alpha: float = -inf, beta: float = inf
    ) -> tuple[Options, bool]:
        """Begin a search from a state; return its options and whether to go on.

        Raises:
            ValueError: the depth is below 0.
        """
        if depth < 0:
            raise ValueError(f"a depth of {depth} plies instead of 0 or more")
        options = Options(self.player, depth, *self._options)
        self.stack = new_stack(self.game, state, depth)
        root = (self.stack, self.table, self.game, state, self.evaluation)
        return options, bool(begin(*root, options, alpha, beta))

    def search(
        self, state: Any, depth: int, alpha: float = -inf, beta: float = inf
    ) -> float:
        """Return a state's value, exact if it lies between `alpha` and `beta`.

        Raises:
            Stopped: as soon as `stopped()`.
        """
        options, more = self.set_up(state, depth, alpha, beta)
        root = (self.stack, self.table, self.game, state, self.evaluation)
        while more:
            if self._stopped():
                raise Stopped
            more = run(*root, options, _STEPS)
        self._counts += self.stack.counters[[NODES, PRUNED, HITS]]
        return float(self.stack.value[0])

    def minimax_nodes(self, depth: int) -> int:
        """Return how many positions plain minimax visits, the root too."""
        return 1 + sum(perft(self.game, self.state, depth))

    def deepen(self, depth: int) -> Iterator[float]:
        """Search to 1, 2, ... `depth` plies; yield the root's value each time.

        It ends early with the first depth at which the game is decided.
        """
        for plies in range(1, depth + 1):
            value = self.search(self.state, plies)
            yield value
            if abs(value) >= 1.0:
                return

    def line(self, depth: int) -> list[str]:
        """Return the moves that both sides expect, after a search to this depth."""
        found, state = [], self.state
        for left in range(depth, 0, -1):
            if len(self.moves(state)) == 0:
                break
            self.search(state, left)
            move = int(self.stack.choice[0])
            found.append(self.game.format_move(state, move))
            state = play(self.game, state, move)
        return found

    def scores(self, depth: int) -> dict[str, float]:
        """Return the exact value of every move of the root, `depth` plies deep.

        They are the values of plain minimax, whatever is pruned on the way.
        """
        after = self._after()
        return {move: self.search(after[move], depth - 1) for move in after}

    def best(self, depth: int, before: Sequence[str] = ()) -> tuple[float, list[str]]:
        """Return the best value of a move and all moves that have it.

        The moves `before` are searched first; a good guess makes it faster.
        """
        after, value, moves = self._after(), -inf, list[str]()
        for move in sorted(after, key=lambda move: move not in before):
            found = self.search(after[move], depth - 1, nextafter(value, -inf), inf)
            if found > value:
                value, moves = found, [move]
            elif found == value:
                moves.append(move)
        return value, moves

    def deepened(self, depth: int) -> tuple[float, list[str]]:
        """Return what `best` does, but win at once and lose as late as possible."""
        value, moves = -inf, list[str]()
        for plies in range(1, depth + 1):
            found = self.best(plies, moves)
            if found[0] <= -1.0 and moves:
                return -1.0, moves
            value, moves = found
            if abs(value) >= 1.0:
                break
        return value, moves

    def soonest(self, moves: list[str], depth: int) -> list[str]:
        """Return those of some moves that are decided in the fewest plies."""
        after = self._after()
        for plies in range(depth):
            found = [m for m in moves if abs(self.search(after[m], plies)) >= 1.0]
            if found:
                return found
        return moves

    def moves(self, state: Any) -> np.ndarray:
        """Return the codes of the legal moves of a state."""
        buffer = np.empty(self.game.MAX_MOVES, np.int64)
        return buffer[: legal_moves(self.game, state, buffer)]

    def _after(self) -> dict[str, Any]:
        game, state = self.game, self.state
        moves = map(int, self.moves(state))
        return {game.format_move(state, m): play(game, state, m) for m in moves}
