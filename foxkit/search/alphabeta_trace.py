"""An alpha-beta search taken apart, step by step, for teaching."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from foxkit.core.entry import play
from foxkit.search.alphabeta import CLOSED, EVENT, LEVEL, OPENED
from foxkit.search.deepening import AlphaBeta

EVENTS = ("finished", "leaf", "table", "opened", "closed")


@dataclass(frozen=True)
class Step:
    """One step of a search.

    Attributes:
        event: what happened to the node at the end of `line`: its value was a payoff
            ("finished"), an evaluation ("leaf") or known already ("table"); or it was
            "opened", or all that matters below it was seen and it was "closed".
        line: the moves from the root to that node.
        value: its value for the root's player, None where it was opened.
        alpha, beta: the window of the node that the search is at after the step.
        pruned: the moves of that node which the step made superfluous.
    """

    event: str
    line: tuple[str, ...]
    value: float | None
    alpha: float
    beta: float
    pruned: tuple[str, ...]


def trace(search: AlphaBeta, depth: int) -> Iterator[Step]:
    """Run a search from its root, one step at a time."""
    more = search.begin(search.state, depth)
    counters = search.machine.stack.counters
    yield _step(search, 0)
    while more:
        open_level = int(counters[LEVEL])
        more = search.run(1)
        entered = counters[EVENT] != CLOSED
        yield _step(search, open_level + entered)


def _walk(search: AlphaBeta, plies: int) -> tuple[tuple[str, ...], Any]:
    """Return the moves last entered on the first levels, and the state after them."""
    stack, game, state = search.machine.stack, search.game, search.state
    line = []
    for level in range(plies):
        move = int(stack.moves[level, stack.cursor[level] - 1])
        line.append(game.format_move(state, move))
        state = play(game, state, move)
    return tuple(line), state


def _step(search: AlphaBeta, plies: int) -> Step:
    stack, line = search.machine.stack, _walk(search, plies)[0]
    event, level = int(stack.counters[EVENT]), int(stack.counters[LEVEL])
    value = None if event == OPENED else float(stack.value[0])
    alpha, beta = map(float, stack.windows[max(level, 0), :2])
    return Step(EVENTS[event], line, value, alpha, beta, _pruned(search, level))


def _pruned(search: AlphaBeta, level: int) -> tuple[str, ...]:
    """Return the moves that the deepest open node need not enter any more."""
    stack = search.machine.stack
    if level < 0 or stack.windows[level, 0] < stack.windows[level, 1]:
        return ()
    state = _walk(search, level)[1]
    first, end = int(stack.cursor[level]), len(search.moves(state))
    rest = stack.moves[level, first:end]
    return tuple(search.game.format_move(state, int(move)) for move in rest)
