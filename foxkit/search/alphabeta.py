"""Alpha-beta search, for any game and any order of turns.

Source: the Wolves Eats Sheep report, section 2.1; Knuth & Moore, Artificial
Intelligence 6 (1975), 293-326. All values are values for one player, who maximizes
them; at the nodes of all others they are minimized. That is exact for two players, and
cautious for more, since it takes everybody else for an opponent (paranoid search).

A node is searched with a window (alpha, beta) of values that still matter: below alpha
the player has a better move higher up, above beta an opponent has. The answer is
fail-soft, a bound that may lie outside of the window:

    alpha < answer < beta      it is the value, as plain minimax finds it
    answer <= alpha            the value is at most the answer
    answer >= beta             the value is at least the answer

The plain version in `foxkit.search.reference` yields each step. A transposition table
and killer moves, both optional, find good moves first.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline
from foxkit.core.game import evaluate, is_over, legal_moves, mover, payoffs, play
from foxkit.search.transposition import (
    HashMove,
    TranspositionTable,
    fingerprint,
    probe,
    store,
)

VISITED, PRUNED, HITS, LIMIT = range(4)
"""Indices into `Workspace.counters`: nodes visited, moves pruned, hits in the table,
and the number of nodes at which the search is given up."""


class Workspace(NamedTuple):
    """The arguments of one search, and the arrays in which it works."""

    game: Any
    evaluation: Any  # judges the states at the full depth
    player: int  # who maximizes
    prune: int  # 0 visits every node, as plain minimax does
    try_killers: int  # 0 does without killer moves
    remember: int  # 0 does without the table
    table: TranspositionTable
    # Two arrays with a row for each depth, the plies that are searched below a node:
    moves: NDArray[np.int64]  # (depth + 1, MAX_MOVES): legal moves as they are searched
    killers: NDArray[np.int64]  # (depth + 1, 2): the last two that pruned, or -1
    counters: NDArray[np.int64]  # four numbers, see above


@compiled_inline
def _swap_to_index(moves: np.ndarray, end: int, index: int, move: int) -> int:
    """Swap a move to an index if it stands from there on; return the next index."""
    if move < 0:
        return index
    for i in range(index, end):
        if moves[i] == move:
            moves[i], moves[index] = moves[index], moves[i]
            return index + 1
    return index


@compiled_inline
def _write_ordered_moves(
    work: Workspace, state: Any, depth: int, hash_move: HashMove
) -> int:
    """Write a node's moves into its row, the most promising first; return how many."""
    moves = work.moves[depth]
    n = int(legal_moves(work.game, state, moves))
    place = _swap_to_index(moves, n, 0, hash_move)
    if work.try_killers:
        place = _swap_to_index(moves, n, place, int(work.killers[depth, 0]))
        _swap_to_index(moves, n, place, int(work.killers[depth, 1]))
    return n


@compiled_inline
def _note_cutoff(work: Workspace, depth: int, killer: int, num_pruned: int) -> None:
    """Count the moves that a closed window prunes; remember the move that closed it."""
    work.counters[PRUNED] += num_pruned
    killers = work.killers[depth]
    if killers[0] != killer:
        killers[1], killers[0] = killers[0], killer


@compiled_inline
def _count_node_and_look_up_value(
    work: Workspace, state: Any, depth: int, alpha: float, beta: float
) -> tuple[bool, float, HashMove]:
    """Count a node; return whether its value is known, the value, and a hash move.

    It is known where the game or the depth ends, or from the transposition table.
    """
    game, player = work.game, work.player
    work.counters[VISITED] += 1
    if is_over(game, state, work.moves[depth]):
        return True, payoffs(game, state)[player], -1
    if depth == 0:
        return True, evaluate(work.evaluation, game, state)[player], -1
    if not work.remember:
        return False, 0.0, -1
    known, value, move = probe(work.table, fingerprint(state), depth, alpha, beta)
    work.counters[HITS] += known
    return known, value, move


@compiled
def alphabeta(
    work: Workspace,
    state: Any,
    depth: int,
    alpha: float,
    beta: float,
    hash_move: HashMove,
) -> float:
    """The answer for an unfinished node that is searched `depth` plies deep, 1 or more.

    The hash move, -1 for none, is tried first. Once `counters[LIMIT]` nodes were
    visited the search is given up, and its answer is of no use.
    """
    game, maximizing = work.game, mover(work.game, state) == work.player
    best, choice, low, high = (-inf if maximizing else inf), -1, alpha, beta
    n = _write_ordered_moves(work, state, depth, hash_move)
    for i in range(n):
        move = int(work.moves[depth, i])
        after = play(game, state, move)
        # Most nodes are leaves: to look at them here saves calls, a sixth of the time.
        known, value, hint = _count_node_and_look_up_value(
            work, after, depth - 1, low, high
        )
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
            _note_cutoff(work, depth, choice, n - i - 1)
            break
    if work.remember:
        store(work.table, fingerprint(state), depth, alpha, beta, best, choice)
    return best


@compiled
def search_root(
    work: Workspace, state: Any, depth: int, alpha: float, beta: float
) -> float:
    """The answer for a root, which may be finished, and `depth` may be 0."""
    known, value, hint = _count_node_and_look_up_value(work, state, depth, alpha, beta)
    return value if known else alphabeta(work, state, depth, alpha, beta, hint)
