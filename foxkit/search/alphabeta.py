"""Alpha-beta search, for any game and any order of turns.

Source: the Wolves Eats Sheep report, section 2.1; Knuth & Moore, Artificial
Intelligence 6 (1975), 293-326. All values are those of one player: at a node where that
player moves the best move has the largest, elsewhere the smallest. That is exact for
two players, and prudent for more: everybody else is an opponent (paranoid search).

The contract. A node is searched with a window (alpha, beta), the values that still
matter: below alpha the player has something better elsewhere, above beta an opponent
has. The answer is fail-soft, a bound that may lie outside of the window:

    alpha < answer < beta      it is the value, as plain minimax finds it
    answer <= alpha            the value is at most the answer
    answer >= beta             the value is at least the answer

The plain version, which tells each step, stands in `foxkit.search.reference`. A table
of positions seen and killer moves, both optional, find good moves first.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline
from foxkit.core.game import evaluate, is_over, legal_moves, mover, payoffs, play
from foxkit.search.transposition import (
    TranspositionTable,
    fingerprint,
    probe,
    store,
)

VISITED, PRUNED, HITS, LIMIT = range(4)
"""`Workspace.counters`: nodes visited, moves pruned, table hits; and the nodes at which
the search is given up."""


class Workspace(NamedTuple):
    """What one search is asked, and the memory in which it works."""

    game: Any
    evaluation: Any  # judges the states at the full depth
    player: int  # whose values are meant
    prune: int  # 0 visits every node, as plain minimax does
    try_killers: int  # 0 does without killer moves
    remember: int  # 0 does without the table
    table: TranspositionTable  # the positions seen
    # Both have a row for each number of plies left below a node:
    moves: NDArray[np.int64]  # (depth + 1, MAX_MOVES): legal moves as they are searched
    killers: NDArray[np.int64]  # (depth + 1, 2): the last two that pruned, or -1
    counters: NDArray[np.int64]  # four numbers, see above


@compiled_inline
def _to_front(moves: np.ndarray, end: int, place: int, move: int) -> int:
    """Bring a move to a place if it is among those behind; return the next place."""
    if move < 0:
        return place
    for i in range(place, end):
        if moves[i] == move:
            moves[i], moves[place] = moves[place], moves[i]
            return place + 1
    return place


@compiled_inline
def _ordered_moves(work: Workspace, state: Any, depth: int, hash_move: int) -> int:
    """List a node's moves, the most promising ones first; return how many."""
    moves = work.moves[depth]
    n = int(legal_moves(work.game, state, moves))
    place = _to_front(moves, n, 0, hash_move)
    if work.try_killers:
        place = _to_front(moves, n, place, int(work.killers[depth, 0]))
        _to_front(moves, n, place, int(work.killers[depth, 1]))
    return n


@compiled_inline
def _count_pruned(work: Workspace, depth: int, killer: int, pruned: int) -> None:
    """Count the moves that a shut window makes needless; remember what shut it."""
    work.counters[PRUNED] += pruned
    killers = work.killers[depth]
    if killers[0] != killer:
        killers[1], killers[0] = killers[0], killer


@compiled_inline
def _visit(
    work: Workspace, state: Any, depth: int, alpha: float, beta: float
) -> tuple[bool, float, int]:
    """Visit a node; return whether its value is known, the value, the hash move."""
    game, player = work.game, work.player
    work.counters[VISITED] += 1
    if is_over(game, state, work.moves[depth]):
        return True, payoffs(game, state)[player], -1
    if depth == 0:
        return True, evaluate(work.evaluation, game, state)[player], -1
    if not work.remember:
        return False, 0.0, -1
    found = probe(work.table, fingerprint(state), depth, alpha, beta)
    work.counters[HITS] += found[0]
    return found


@compiled
def alphabeta(
    work: Workspace, state: Any, depth: int, alpha: float, beta: float, hash_move: int
) -> float:
    """Return the answer for a node that goes on `depth` plies.

    The hash move, -1 for none, is tried first. After `counters[LIMIT]` nodes the answer
    means nothing.
    """
    game, maximizing = work.game, mover(work.game, state) == work.player
    best, choice, low, high = (-inf if maximizing else inf), -1, alpha, beta
    n = _ordered_moves(work, state, depth, hash_move)
    for i in range(n):
        move = int(work.moves[depth, i])
        after = play(game, state, move)
        # Most nodes are leaves: to look at them here saves calls, a sixth of the time.
        known, value, hint = _visit(work, after, depth - 1, low, high)
        if not known:
            value = alphabeta(work, after, depth - 1, low, high, hint)
        if work.counters[VISITED] >= work.counters[LIMIT]:
            return best
        if value > best if maximizing else value < best:
            best, choice = value, move
            if work.prune and maximizing:
                low = max(low, best)
            elif work.prune:
                high = min(high, best)
        if low >= high:
            _count_pruned(work, depth, choice, n - i - 1)
            break
    if work.remember:
        store(work.table, fingerprint(state), depth, alpha, beta, best, choice)
    return best


@compiled
def search_root(
    work: Workspace, state: Any, depth: int, alpha: float, beta: float
) -> float:
    """Return the answer for a root."""
    known, value, hint = _visit(work, state, depth, alpha, beta)
    return value if known else alphabeta(work, state, depth, alpha, beta, hint)
