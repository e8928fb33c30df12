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
and killer moves, both optional, find good moves first, and a log tells what happened.
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.game import evaluate, is_over, legal_moves, mover, payoffs, play
from foxkit.core.generic import generic
from foxkit.core.rows import fingerprint
from foxkit.search.transposition import Table, keep, probe

NODES, PRUNED, HITS, LIMIT = range(4)
"""The numbers of `Machine.counters`."""
FINISHED, LEAF, HIT, OPENED, CLOSED, CUT = range(6)
"""What may happen to a node: its value was a payoff, an evaluation, or known already;
it was opened, or closed; or it was pruned, never to be visited."""


class Options(NamedTuple):
    """What is searched, and by which means.

    Attributes:
        player: whose values are meant.
        prune: 0 visits every node, as plain minimax does.
        table: 0 does without the table of positions seen.
        killers: 0 does without trying first what has pruned beside.
    """

    player: int
    prune: int = 1
    table: int = 1
    killers: int = 1


class Silent(NamedTuple):
    """No log."""

    unused: int = 0


class Log(NamedTuple):
    """What happened, one row an event.

    Attributes:
        size: [rows in use]; there is always room for one more.
        events: [event, plies left below the node, the move that leads to it].
        values: [value, alpha, beta]; the window is the parent's, as it is afterwards,
            but that of the node itself where it was opened.
    """

    size: NDArray[np.int64]
    events: NDArray[np.int64]
    values: NDArray[np.float64]


@generic
def note(log: Any, event: Any, values: Any) -> None:
    """Write down an event, as `Log` has it; dispatched on the kind of log."""
    raise NotImplementedError


@note.register
def _ignore(log: Silent, event: Any, values: Any) -> None:
    pass


@note.register
def _write(log: Log, event: Any, values: Any) -> None:
    row = log.size[0]
    log.events[row, 0], log.events[row, 1], log.events[row, 2] = event
    log.values[row, 0], log.values[row, 1], log.values[row, 2] = values
    log.size[0] = min(row + 1, len(log.events) - 1)


def new_log(events: int) -> Log:
    """Return a log with room for so many events."""
    rows = events + 1
    return Log(
        np.zeros(1, np.int64), np.zeros((rows, 3), np.int64), np.zeros((rows, 3))
    )


class Machine(NamedTuple):
    """A search: what is wanted, and what it works with.

    Attributes:
        options: what is searched.
        moves: a row for each number of plies left below a node: legal moves in the
            order of the search; and at the end the killers, the last two that pruned.
        counters: nodes visited, moves pruned, table hits; and the nodes at which the
            search is given up.
        table: the positions seen.
        log: what happened.
    """

    options: Options
    moves: NDArray[np.int64]
    counters: NDArray[np.int64]
    table: Table
    log: Any


def new_machine(
    options: Options, game: Any, depth: int, table: Table, log: Any
) -> Machine:
    """Return a search to some depth."""
    moves = np.full((depth + 1, game.MAX_MOVES + 2), -1, np.int64)
    counters = np.array([0, 0, 0, np.iinfo(np.int64).max])
    return Machine(options, moves, counters, table, log)


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
def _ordered_moves(
    machine: Machine, game: Any, state: Any, left: int, first: int
) -> int:
    """List a node's moves, the most promising ones first; return how many."""
    moves = machine.moves[left]
    n = int(legal_moves(game, state, moves))
    place = _to_front(moves, n, 0, first)
    if machine.options.killers:
        place = _to_front(moves, n, place, int(moves[-2]))
        _to_front(moves, n, place, int(moves[-1]))
    return n


@inlined
def _prune(machine: Machine, left: int, choice: int, first: int, end: int) -> None:
    """Remember what has shut a node's window, and the moves that it makes needless."""
    moves = machine.moves[left]
    machine.counters[PRUNED] += end - first
    if moves[-2] != choice:
        moves[-1], moves[-2] = moves[-2], choice
    for i in range(first, end):
        note(machine.log, (CUT, left - 1, int(moves[i])), (0.0, 0.0, 0.0))


@inlined
def look(
    machine: Machine,
    game: Any,
    state: Any,
    evaluation: Any,
    left: int,
    alpha: float,
    beta: float,
) -> tuple[int, float, int]:
    """Visit a node; return what it is, its value if it has one, and a move to try."""
    machine.counters[NODES] += 1
    if is_over(game, state, machine.moves[left]):
        return FINISHED, payoffs(game, state)[machine.options.player], -1
    if left == 0:
        return LEAF, evaluate(evaluation, game, state)[machine.options.player], -1
    if not machine.options.table:
        return OPENED, 0.0, -1
    key = fingerprint(state)
    settled, value, move = probe(machine.table, key, left, alpha, beta)
    machine.counters[HITS] += settled
    return (HIT if settled else OPENED), value, move


@compiled
def alphabeta(
    machine: Machine,
    game: Any,
    state: Any,
    evaluation: Any,
    left: int,
    alpha: float,
    beta: float,
    first: int,
) -> tuple[float, int]:
    """Return the answer for a node that goes on `left` plies, and its best move.

    The move `first` is tried first; none if it is -1. Once `counters[LIMIT]` nodes were
    visited the answer means nothing.
    """
    larger = mover(game, state) == machine.options.player
    best, choice = (-inf if larger else inf), -1
    low, high = alpha, beta
    n = _ordered_moves(machine, game, state, left, first)
    for i in range(n):
        move = int(machine.moves[left, i])
        after = play(game, state, move)
        event, value, answer = look(
            machine, game, after, evaluation, left - 1, low, high
        )
        if event == OPENED:
            note(machine.log, (OPENED, left - 1, move), (0.0, low, high))
            value, _ = alphabeta(
                machine, game, after, evaluation, left - 1, low, high, answer
            )
            event = CLOSED
        if machine.counters[NODES] >= machine.counters[LIMIT]:
            return best, choice
        if value > best if larger else value < best:
            best, choice = value, move
            if machine.options.prune and larger:
                low = max(low, value)
            elif machine.options.prune:
                high = min(high, value)
        note(machine.log, (event, left - 1, move), (value, low, high))
        if low >= high:
            _prune(machine, left, choice, i + 1, n)
            break
    if machine.options.table:
        keep(machine.table, fingerprint(state), left, alpha, beta, best, choice)
    return best, choice


@compiled
def search(
    machine: Machine,
    game: Any,
    state: Any,
    evaluation: Any,
    depth: int,
    alpha: float,
    beta: float,
) -> tuple[float, int]:
    """Return the answer for a root, and its best move, -1 where there is no search."""
    event, value, move = look(machine, game, state, evaluation, depth, alpha, beta)
    if event == OPENED:
        note(machine.log, (OPENED, depth, -1), (0.0, alpha, beta))
        value, move = alphabeta(
            machine, game, state, evaluation, depth, alpha, beta, move
        )
        event = CLOSED
    note(machine.log, (event, depth, -1), (value, alpha, beta))
    return value, move
