"""An alpha-beta search taken apart, step by step, for teaching."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from foxkit.core.entry import mover, play
from foxkit.rules.position import Position
from foxkit.search.alphabeta import (
    Machine,
    count_pruned,
    look,
    narrowed,
    ordered_moves,
)
from foxkit.search.deepening import AlphaBeta
from foxkit.search.transposition import fingerprint, keep

TABLE, KILLER = "table", "killer"
"""Why a move is tried first: it was best before, or it has pruned beside."""
Line = tuple[str, ...]
"""The moves from the root to a node."""


@dataclass(frozen=True)
class Step:
    """One step of a search: what happened to the node at the end of `line`."""

    event: str
    """Its value was a payoff ("finished"), an evaluation ("leaf") or in the table
    ("table"); or it was "opened", or all that matters below it was seen ("closed")."""
    line: Line
    value: float | None  # for the root's player, None where it was opened
    alpha: float  # the window of the node that the search is at after the step
    beta: float
    pruned: tuple[str, ...] = ()  # the moves of that node which the step made needless
    order: tuple[str, ...] = ()  # of a node that was opened, as they will be tried
    hints: Mapping[str, str] = field(default_factory=dict)  # TABLE, KILLER: come first


def trace(search: AlphaBeta, depth: int) -> Iterator[Step]:
    """Search from the root, by the search's own means; yield each step.

    The nodes are those of `search.search(state, depth)`, in the same order.
    """
    machine, root = search.machine(depth), search.state
    known, value, first = look(machine, root, depth, -inf, inf)
    event = _why(machine, root, depth) if known else "closed"
    if not known:
        value = yield from _visit(machine, root, (), -inf, inf, first)
    yield Step(event, (), float(value), -inf, inf)


def _visit(
    machine: Machine, state: Any, line: Line, alpha: float, beta: float, first: int
) -> Generator[Step, None, float]:
    """Yield the steps of `alphabeta` below a node; return its value."""
    game, left = machine.game, len(machine.moves) - 1 - len(line)
    larger = mover(game, state) == machine.player
    best, choice, low, high = (-inf if larger else inf), -1, alpha, beta
    tried = _ordered(machine, state, left, first)
    order, hints = (*tried,), {move: why for move, why in tried.items() if why}
    yield Step("opened", line, None, alpha, beta, order=order, hints=hints)
    for i, text in enumerate(order):
        move, below = int(machine.moves[left, i]), (*line, text)
        after = play(game, state, move)
        known, value, good = look(machine, after, left - 1, low, high)
        event = _why(machine, after, left - 1) if known else "closed"
        if not known:
            value = yield from _visit(machine, after, below, low, high, good)
        if value > best if larger else value < best:
            best, choice = value, move
            low, high = narrowed(machine, larger, best, low, high)
        pruned = order[i + 1 :] if low >= high else ()
        yield Step(event, below, value, low, high, pruned)
        if low >= high:
            count_pruned(machine, left, choice, len(pruned))
            break
    if machine.remember:
        keep(machine.table, fingerprint(state), left, alpha, beta, best, choice)
    return best


def _ordered(machine: Machine, state: Any, left: int, first: int) -> dict[str, str]:
    """Return a node's moves as they will be tried, and why some of them come first."""
    killers = machine.moves[left, -2:].tolist() if machine.killers else []
    n = ordered_moves(machine, state, left, first)
    return {
        machine.game.format_move(state, move): (
            TABLE if move == first else KILLER if move in killers else ""
        )
        for move in machine.moves[left, :n].tolist()
    }


def _why(machine: Machine, state: Any, left: int) -> str:
    """Return why the value of a node is known at once."""
    if not Position(machine.game, state).moves:
        return "finished"
    return "leaf" if left == 0 else "table"
