"""An alpha-beta search taken apart, step by step, for teaching."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from foxkit.core.entry import play
from foxkit.search.alphabeta import CUT, OPENED
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
    pruned: tuple[str, ...] = ()


def trace(search: AlphaBeta, depth: int) -> Iterator[Step]:
    """Search from the root, with an empty table, and return the steps one by one."""
    step: Step | None = None
    for event, line, values in _events(search, depth):
        if event == CUT and step:
            step = replace(step, pruned=(*step.pruned, line[-1]))
            continue
        if step:
            yield step
        value = None if event == OPENED else values[0]
        step = Step(EVENTS[event], line, value, values[1], values[2])
    if step:
        yield step


def _events(
    search: AlphaBeta, depth: int
) -> Iterator[tuple[int, tuple[str, ...], list[float]]]:
    """Yield each event of a search's log, the line to its node, and its numbers."""
    log, game = search.logged(depth), search.game
    open_nodes: list[tuple[tuple[str, ...], Any]] = [((), search.state)]
    for row in range(int(log.size[0])):
        event, left, move = log.events[row].tolist()
        level, values = depth - left, log.values[row].tolist()
        line, state = open_nodes[max(level - 1, 0)]
        if level:
            line = (*line, game.format_move(state, move))
            open_nodes[level:] = [(line, play(game, state, move))]
        yield event, line, values
