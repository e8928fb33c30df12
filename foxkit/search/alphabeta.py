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

The plain version stands in `foxkit.search.reference`. Here a table of positions seen
and killer moves, both optional, find good moves first.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.game import evaluate, is_over, legal_moves, mover, payoffs, play
from foxkit.search.transposition import Table, fingerprint, keep, probe

NODES, PRUNED, HITS, LIMIT = range(4)
"""`Machine.counters`: nodes visited, moves pruned, table hits; and the nodes at which
the search is given up."""


class Machine(NamedTuple):
    """A search: what is wanted, and what it works with."""

    game: Any
    evaluation: Any  # judges the states at the full depth
    player: int  # whose values are meant
    prune: int  # 0 visits every node, as plain minimax does
    killers: int  # 0 does without trying first what has pruned beside
    remember: int  # 0 does without the table
    table: Table  # the positions seen
    # A row for each number of plies left below a node: legal moves in the order of the
    # search, and at the end the killers, the last two that pruned:
    moves: NDArray[np.int64]
    counters: NDArray[np.int64]  # see above


@inlined
def _to_front(moves: np.ndarray, end: int, place: int, move: int) -> int:
    """Bring a move to a place if it is among those behind; return the next place."""
    if move < 0:
        return place
    for i in range(place, end):
        if moves[i] == move:
            moves[i], moves[place] = moves[place], moves[i]
            return place + 1
    return place


@inlined
def ordered_moves(machine: Machine, state: Any, left: int, first: int) -> int:
    """List a node's moves, the most promising ones first; return how many."""
    moves = machine.moves[left]
    n = int(legal_moves(machine.game, state, moves))
    place = _to_front(moves, n, 0, first)
    if machine.killers:
        place = _to_front(moves, n, place, int(moves[-2]))
        _to_front(moves, n, place, int(moves[-1]))
    return n


@inlined
def narrowed(
    machine: Machine, larger: bool, best: float, low: float, high: float
) -> tuple[float, float]:
    """Return what is left of the window when the best value so far is known."""
    if not machine.prune:
        return low, high
    return (max(low, best), high) if larger else (low, min(high, best))


@inlined
def count_pruned(machine: Machine, left: int, killer: int, pruned: int) -> None:
    """Count the moves that a shut window makes needless; remember what shut it."""
    machine.counters[PRUNED] += pruned
    moves = machine.moves[left]
    if moves[-2] != killer:
        moves[-1], moves[-2] = moves[-2], killer


@inlined
def look(
    machine: Machine, state: Any, left: int, alpha: float, beta: float
) -> tuple[bool, float, int]:
    """Visit a node; return whether its value is known, the value, a move to try."""
    game, player = machine.game, machine.player
    machine.counters[NODES] += 1
    if is_over(game, state, machine.moves[left]):
        return True, payoffs(game, state)[player], -1
    if left == 0:
        return True, evaluate(machine.evaluation, game, state)[player], -1
    if not machine.remember:
        return False, 0.0, -1
    found = probe(machine.table, fingerprint(state), left, alpha, beta)
    machine.counters[HITS] += found[0]
    return found


@compiled
def alphabeta(
    machine: Machine, state: Any, left: int, alpha: float, beta: float, first: int
) -> float:
    """Return the answer for a node that goes on `left` plies.

    The move `first` is tried first; none if it is -1. Once `counters[LIMIT]` nodes were
    visited the answer means nothing.
    """
    game, larger = machine.game, mover(machine.game, state) == machine.player
    best, choice, low, high = (-inf if larger else inf), -1, alpha, beta
    n = ordered_moves(machine, state, left, first)
    for i in range(n):
        move = int(machine.moves[left, i])
        after = play(game, state, move)
        # Most nodes are leaves: to look at them here saves calls, a sixth of the time.
        known, value, good = look(machine, after, left - 1, low, high)
        if not known:
            value = alphabeta(machine, after, left - 1, low, high, good)
        if machine.counters[NODES] >= machine.counters[LIMIT]:
            return best
        if value > best if larger else value < best:
            best, choice = value, move
            low, high = narrowed(machine, larger, best, low, high)
        if low >= high:
            count_pruned(machine, left, choice, n - i - 1)
            break
    if machine.remember:
        keep(machine.table, fingerprint(state), left, alpha, beta, best, choice)
    return best


@compiled
def search(
    machine: Machine, state: Any, depth: int, alpha: float, beta: float
) -> float:
    """Return the answer for a root."""
    known, value, first = look(machine, state, depth, alpha, beta)
    return value if known else alphabeta(machine, state, depth, alpha, beta, first)
