"""Alpha-beta search, for any game and any order of turns.

Source: the Wolves Eats Sheep report, section 2.1; Knuth & Moore (1975). All values are
those of one player: at a node where that player moves the best move has the largest,
elsewhere the smallest (exact for two players, and prudent for more). A node's window
(alpha, beta) is what still matters: once alpha >= beta its other moves are pruned.

The search is a machine on a stack, so that it can be stopped, resumed and watched:

    step   enter the next move of the deepest open node; what it leads to is
           FINISHED (a payoff), a LEAF (an evaluation), a HIT in the table, or OPENED
    step   or close that node, when no move is left or the window is shut: CLOSED
"""

from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.game import evaluate, is_over, legal_moves, mover, payoffs, play
from foxkit.core.rows import fingerprint, restored, store
from foxkit.search.transposition import Table, keep, probe

FINISHED, LEAF, HIT, OPENED, CLOSED = range(5)
"""What a step did."""
LEVEL, EVENT, NODES, PRUNED, HITS = range(5)
"""The numbers of `Stack.counters`."""


class Options(NamedTuple):
    """What is searched, and by which means.

    Attributes:
        player: whose values are meant.
        depth: plies to look ahead.
        prune: 0 visits every node, as plain minimax does.
        table: 0 does without the table of positions seen.
        killers: 0 does without trying first what has pruned beside.
    """

    player: int
    depth: int
    prune: int = 1
    table: int = 1
    killers: int = 1


class Stack(NamedTuple):
    """The open nodes, by level; 0 is the root.

    Attributes:
        states: their fields.
        moves: their legal moves, in the order of the search.
        ends: how many moves they have.
        cursor: how many of them have been entered.
        best: the best value so far.
        choice: the move that has it.
        windows: [alpha, beta] now, [alpha, beta] when the node was opened.
        larger: whether the player wants large values here.
        keys: the states' fingerprints.
        killers: the last two moves that pruned at this level.
        counters: level of the deepest open node (-1: done), last event, nodes visited,
            moves pruned, table hits.
        value: of the last event.
    """

    states: NDArray[np.int64]
    moves: NDArray[np.int64]
    ends: NDArray[np.int64]
    cursor: NDArray[np.int64]
    best: NDArray[np.float64]
    choice: NDArray[np.int64]
    windows: NDArray[np.float64]
    larger: NDArray[np.int64]
    keys: NDArray[np.int64]
    killers: NDArray[np.int64]
    counters: NDArray[np.int64]
    value: NDArray[np.float64]


class Machine(NamedTuple):
    """A search: what is wanted, the nodes that are open, and the positions seen."""

    options: Options
    stack: Stack
    table: Table


def new_stack(game: Any, state: Any, depth: int) -> Stack:
    """Return a stack for searches of a game to some depth."""
    levels = depth + 1
    ends, cursor, choice, larger, keys = np.zeros((5, levels), np.int64)
    return Stack(
        states=np.zeros((levels, len(state)), np.int64),
        moves=np.zeros((levels + 1, game.MAX_MOVES), np.int64),
        ends=ends,
        cursor=cursor,
        best=np.zeros(levels),
        choice=choice,
        windows=np.zeros((levels, 4)),
        larger=larger,
        keys=keys,
        killers=np.full((levels, 2), -1, np.int64),
        counters=np.zeros(5, np.int64),
        value=np.zeros(1),
    )


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
def _open(
    machine: Machine, game: Any, state: Any, level: int, alpha: float, beta: float
) -> None:
    """Make a node at a level; its key is there already, and a move to try first."""
    options, stack = machine.options, machine.stack
    moves = stack.moves[level]
    end = legal_moves(game, state, moves)
    first = _to_front(moves, end, 0, int(stack.choice[level]))
    if options.killers:
        first = _to_front(moves, end, first, int(stack.killers[level, 0]))
        _to_front(moves, end, first, int(stack.killers[level, 1]))
    store(state, stack.states[level])
    larger = mover(game, state) == options.player
    stack.larger[level] = larger
    stack.best[level] = -inf if larger else inf
    stack.choice[level] = -1
    stack.cursor[level], stack.ends[level] = 0, end
    stack.windows[level, 0], stack.windows[level, 1] = alpha, beta
    stack.windows[level, 2], stack.windows[level, 3] = alpha, beta


@inlined
def _visit(
    machine: Machine,
    game: Any,
    state: Any,
    evaluation: Any,
    level: int,
    alpha: float,
    beta: float,
) -> tuple[int, float]:
    """Find a state's value at once or open it; return the event and the value."""
    options, stack = machine.options, machine.stack
    if is_over(game, state, stack.moves[level]):
        return FINISHED, payoffs(game, state)[options.player]
    left = options.depth - level
    if left == 0:
        return LEAF, evaluate(evaluation, game, state)[options.player]
    stack.choice[level] = -1
    if options.table:
        key = fingerprint(state)
        settled, value, move = probe(machine.table, key, left, alpha, beta)
        stack.keys[level], stack.choice[level] = key, move
        if settled:
            return HIT, value
    _open(machine, game, state, level, alpha, beta)
    return OPENED, 0.0


@inlined
def _offer(machine: Machine, level: int, value: float) -> int:
    """Tell a node what the last move is worth; return how many moves it prunes."""
    stack = machine.stack
    window = stack.windows[level]
    cursor = int(stack.cursor[level])
    larger = stack.larger[level] != 0
    if value > stack.best[level] if larger else value < stack.best[level]:
        stack.best[level] = value
        stack.choice[level] = stack.moves[level, cursor - 1]
        if machine.options.prune:
            end = 0 if larger else 1
            window[end] = max(window[0], value) if larger else min(window[1], value)
    if window[0] < window[1]:
        return 0
    pruned = int(stack.ends[level]) - cursor
    stack.ends[level] = cursor
    if stack.killers[level, 0] != stack.choice[level]:
        stack.killers[level, 1] = stack.killers[level, 0]
        stack.killers[level, 0] = stack.choice[level]
    return pruned


@inlined
def _close(machine: Machine, level: int) -> float:
    """Return a node's value, having put it into the table."""
    options, stack = machine.options, machine.stack
    value = float(stack.best[level])
    if options.table:
        alpha, beta = float(stack.windows[level, 2]), float(stack.windows[level, 3])
        key, move = int(stack.keys[level]), int(stack.choice[level])
        keep(machine.table, key, options.depth - level, alpha, beta, value, move)
    return value


@compiled
def begin(
    machine: Machine, game: Any, state: Any, evaluation: Any, alpha: float, beta: float
) -> bool:
    """Set a search up; return whether there is anything to `run`."""
    event, value = _visit(machine, game, state, evaluation, 0, alpha, beta)
    counters = machine.stack.counters
    counters[:] = 0
    counters[LEVEL] = 0 if event == OPENED else -1
    counters[EVENT], counters[NODES], counters[HITS] = event, 1, event == HIT
    machine.stack.value[0] = value
    return event == OPENED


@compiled
def run(machine: Machine, game: Any, state: Any, evaluation: Any, steps: int) -> bool:
    """Take up to so many steps; return whether there is more to do.

    Afterwards `stack.value[0]` is the root's value and `stack.choice[0]` its best
    move. `state` is any state of the game: it tells the class of those on the stack.
    """
    stack, counters = machine.stack, machine.stack.counters
    level, event = int(counters[LEVEL]), int(counters[EVENT])
    value, nodes, pruned, hits = float(stack.value[0]), 0, 0, 0
    while steps > 0 and level >= 0:
        steps -= 1
        cursor = int(stack.cursor[level])
        if cursor == stack.ends[level]:
            event, value = CLOSED, _close(machine, level)
            level -= 1
        else:
            stack.cursor[level] = cursor + 1
            before = restored(state, stack.states[level])
            after = play(game, before, int(stack.moves[level, cursor]))
            alpha, beta = float(stack.windows[level, 0]), float(stack.windows[level, 1])
            event, value = _visit(
                machine, game, after, evaluation, level + 1, alpha, beta
            )
            nodes += 1
            hits += event == HIT
        if event == OPENED:
            level += 1
        elif level >= 0:
            pruned += _offer(machine, level, value)
    counters[LEVEL], counters[EVENT] = level, event
    counters[NODES] += nodes
    counters[PRUNED] += pruned
    counters[HITS] += hits
    stack.value[0] = value
    return level >= 0
