"""One alpha-beta search over one position: deepen it, score its moves, watch it."""

from collections.abc import Iterator, Sequence
from math import inf, nextafter
from typing import Any

import numpy as np

from foxkit.core.entry import legal_moves, mover, play
from foxkit.search.alphabeta import (
    HITS,
    NODES,
    PRUNED,
    Machine,
    Options,
    begin,
    new_stack,
    run,
)
from foxkit.search.perft import perft
from foxkit.search.transposition import new_table

_STEPS = 1 << 16  # some milliseconds: an interruption comes between two calls


class AlphaBeta:
    """An alpha-beta search over one position, for the player to move there.

    Args:
        game: the rules.
        state: the root.
        evaluation: judges the states at the full depth.
        prune: False, and no table, visits every node, as plain minimax does.
        table: False does without the table of positions seen.
        killers: False does without killer moves.
        bits: the table has 2**bits entries.

    Attributes:
        nodes: positions visited by the searches so far.
        pruned: moves that were never entered.
        hits: positions that the table settled.
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
    ) -> None:
        self.game, self.state, self.evaluation = game, state, evaluation
        self.player = int(mover(game, state))
        self.nodes = self.pruned = self.hits = 0
        self._means = (int(prune), int(table), int(killers))
        self._table = new_table(bits if table else 0)

    def begin(
        self, state: Any, depth: int, alpha: float = -inf, beta: float = inf
    ) -> bool:
        """Begin a search from a state; return whether there is anything to `run`.

        Raises:
            ValueError: the depth is below 0.
        """
        if depth < 0:
            raise ValueError(f"a depth of {depth} plies instead of 0 or more")
        options = Options(self.player, depth, *self._means)
        stack = new_stack(self.game, state, depth)
        self.machine = Machine(options, stack, self._table)
        self._root = (self.machine, self.game, state, self.evaluation)
        return bool(begin(*self._root, alpha, beta))

    def run(self, steps: int) -> bool:
        """Take up to so many steps; return whether there is more to do."""
        return bool(run(*self._root, steps))

    def search(
        self, state: Any, depth: int, alpha: float = -inf, beta: float = inf
    ) -> float:
        """Return a state's value, exact if it lies between `alpha` and `beta`."""
        more = self.begin(state, depth, alpha, beta)
        while more:
            more = self.run(_STEPS)
        stack = self.machine.stack
        self.nodes += int(stack.counters[NODES])
        self.pruned += int(stack.counters[PRUNED])
        self.hits += int(stack.counters[HITS])
        return float(stack.value[0])

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
