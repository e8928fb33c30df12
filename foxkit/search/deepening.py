"""Alpha-beta searches of one position: its value, its best moves, deeper and deeper."""

import sys
from collections.abc import Iterator, Sequence
from math import inf, nextafter
from threading import current_thread, main_thread
from typing import Any

import numpy as np

from foxkit.core import is_user_code
from foxkit.core.arguments import is_infinite, whole_number
from foxkit.core.entry import legal_move_codes, move_buffer, mover, play
from foxkit.core.position import require_state
from foxkit.core.stopping import calls_when_stopped, raise_if_stopped
from foxkit.core.versions import current_versions, require_unedited
from foxkit.search.alphabeta import HITS, LIMIT, PRUNED, VISITED, Workspace, search_root
from foxkit.search.evaluating import (
    ALLOWED_VALUES_IN_WORDS,
    check_evaluation,
    evaluation_name,
    require_evaluation,
)
from foxkit.search.perft import MAX_DEPTH, perft
from foxkit.search.transposition import new_table

_MOST_TABLE_BITS = 26  # bits: two gigabytes
_NODES_OF_SHORT_SEARCH = 10**8  # at the very worst: typically some milliseconds


class AlphaBeta:
    """An alpha-beta search over one position, for the player to move there.

    Args:
        game: the rules.
        state: the root.
        evaluation: estimates the values of the states at the full depth.
        prune: False, without a table, visits every node, as plain minimax does.
        table: False does without the transposition table.
        killers: False does without killer moves.
        bits: the table has 2**bits entries.

    Attributes:
        nodes: positions that the searches have visited so far.
        pruned: moves that were never searched.
        hits: positions whose value the table gave.

    Raises:
        ValueError: an argument is not in its range, or a reader's evaluation gives
            values that are not inside (-1, 1).
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
        """Make an empty table; nothing is searched yet."""
        require_state(game, state)
        require_evaluation(evaluation)
        for name, flag in (("prune", prune), ("table", table), ("killers", killers)):
            whole_number(name, int(flag) if isinstance(flag, bool) else flag, 0, 1)
        bits = whole_number("bits", bits, 0, _MOST_TABLE_BITS)
        check_evaluation(evaluation, game, state)
        self.game, self.state, self.evaluation = game, state, evaluation
        self.player = int(mover(game, state))
        self.nodes = self.pruned = self.hits = 0
        positions = new_table(bits if table else 0)
        options = self.player, int(prune), int(killers), int(table), positions
        self._options = game, evaluation, *options
        self._limit = inf
        self._versions = current_versions(game, evaluation)

    def search(
        self, state: Any, depth: int, alpha: float = -inf, beta: float = inf
    ) -> float:
        """The value of a state for the player, exact between `alpha` and `beta`.

        At or outside of them it is a bound, see `foxkit.search.alphabeta`.

        Raises:
            ValueError: the depth is not 0 to 1000; or a reader's rules or evaluation
                were edited since the search began, whose table holds older values, or
                the evaluation gave values that are not inside (-1, 1).
        """
        depth = whole_number("depth", depth, 0, MAX_DEPTH)
        require_unedited(self._versions, self.game, self.evaluation)
        moves = move_buffer(self.game, depth + 1)
        killers = np.full((depth + 1, 2), -1, np.int64)
        limit = min(self._limit - self.nodes, np.iinfo(np.int64).max)
        counters = np.array([0, 0, 0, limit], np.int64)
        work = Workspace(*self._options, moves, killers, counters)
        value = _search_interruptibly(work, state, depth, alpha, beta)
        given_up = counters[VISITED] >= counters[LIMIT]
        if not given_up and is_user_code(type(self.evaluation)) and not abs(value) <= 1:
            name = evaluation_name(self.evaluation)
            raise ValueError(
                f"evaluation {name} gave others than {ALLOWED_VALUES_IN_WORDS}"
            )
        self.nodes += int(counters[VISITED])
        self.pruned += int(counters[PRUNED])
        self.hits += int(counters[HITS])
        return float(value)

    def minimax_nodes(self, depth: int) -> int:
        """How many positions plain minimax visits, the root included."""
        return 1 + sum(perft(self.game, self.state, depth))

    def iterate_depths(self, depth: int) -> Iterator[float]:
        """Search to 1, 2, ... `depth` plies; yield the root's value each time.

        It ends early with the first depth at which the game is decided.
        """
        for plies in range(1, whole_number("depth", depth, 0, MAX_DEPTH) + 1):
            value = self.search(self.state, plies)
            yield value
            if abs(value) >= 1.0:
                return

    def scores(self, depth: int) -> dict[str, float]:
        """The exact value of every move of the root, searched `depth` plies deep.

        They are the values of plain minimax, whatever is pruned on the way.
        """
        after, below = self._states_after(), _positive_depth(depth) - 1
        return {move: self.search(after[move], below) for move in after}

    def best(
        self, depth: int, try_first: Sequence[str] = ()
    ) -> tuple[float, list[str]]:
        """The best value of a move, and all moves that have it.

        The moves `try_first` are searched first; a good guess makes it faster.
        """
        after, best, moves = self._states_after(), -inf, list[str]()
        below = _positive_depth(depth) - 1
        for move in sorted(after, key=lambda move: move not in try_first):
            value = self.search(after[move], below, nextafter(best, -inf), inf)
            if value > best:
                best, moves = value, [move]
            elif value == best:
                moves.append(move)
        return best, moves

    def iterative_deepening(
        self, depth: int, nodes: float = inf
    ) -> tuple[float, list[str]]:
        """The best value and its moves, searched 1, 2, ... `depth` plies deep.

        Unlike `best`, it wins in the fewest plies and loses in the most. After so many
        nodes it stops, with the answer of the last depth that was finished; one ply is
        always searched.
        """
        if not is_infinite(nodes):
            nodes = whole_number("nodes", nodes, 1)
        value, moves = self.best(1)
        for plies in range(2, whole_number("depth", depth, 0, MAX_DEPTH) + 1):
            if abs(value) >= 1.0 or self.nodes >= nodes:
                break
            self._limit = nodes
            deeper, best = self.best(plies, moves)
            self._limit = inf
            if self.nodes >= nodes:
                break
            if deeper <= -1.0:
                return -1.0, moves
            value, moves = deeper, best
        return value, moves

    def moves_ending_soonest(self, moves: list[str], depth: int) -> list[str]:
        """The moves, of those given, after which the game ends in the fewest plies.

        All of them where none is decided within `depth` plies.
        """
        after = self._states_after()
        for plies in range(depth):
            decided = [m for m in moves if abs(self.search(after[m], plies)) >= 1.0]
            if decided:
                return decided
        return moves

    def _states_after(self) -> dict[str, Any]:
        """The state after each legal move of the root, by the move's text."""
        game, state = self.game, self.state
        moves = legal_move_codes(game, state).tolist()
        return {game.format_move(state, m): play(game, state, m) for m in moves}


def _positive_depth(depth: Any) -> int:
    """A depth that counts the root's moves, so that it is 1 or more."""
    return whole_number("depth", depth, 1, MAX_DEPTH)


def _search_interruptibly(work: Workspace, *root: Any) -> float:
    """Search; if it may be long, so that Ctrl-C or a stop signal ends it at once.

    Ctrl-C is heard by the main thread only, which has to be free for it. Another thread
    searches itself, so that its processor time is known, and is watched from beside.
    """
    depth = len(work.moves) - 1
    # At best the root of all positions is visited: Knuth & Moore.
    if (
        work.game.MAX_MOVES**depth < _NODES_OF_SHORT_SEARCH**2
        or sys.platform == "emscripten"
    ):
        raise_if_stopped()
        return search_root(work, *root)

    def end() -> None:
        work.counters[LIMIT] = 0

    if current_thread() is not main_thread():
        with calls_when_stopped(end):
            return search_root(work, *root)
    from concurrent.futures import ThreadPoolExecutor, wait  # a page has no threads

    with ThreadPoolExecutor(1) as pool:
        try:
            future = pool.submit(search_root, work, *root)
            while not future.done():
                wait([future], timeout=0.1)  # so that Python looks for Ctrl-C
                raise_if_stopped()
            return future.result()
        finally:
            end()  # it ends here, whether it is done or not
