"""An alpha-beta search taken apart, step by step, for teaching."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from foxkit.core.entry import mover, play
from foxkit.rules.position import Position
from foxkit.search.alphabeta import count_pruned, look, ordered_moves
from foxkit.search.deepening import AlphaBeta
from foxkit.search.transposition import fingerprint, keep

TABLE, KILLER = "table", "killer"
"""Why a move is tried first: it was best before, or it has pruned beside."""


@dataclass(frozen=True)
class Step:
    """One step of a search.

    Attributes:
        event: what happened to the node at the end of `line`: its value was a payoff
            ("finished"), an evaluation ("leaf") or in the table ("table"); or it was
            "opened", or all that matters below it was seen and it was "closed".
        line: the moves from the root to that node.
        value: its value for the root's player, None where it was opened.
        alpha, beta: the window of the node that the search is at after the step.
        pruned: the moves of that node which the step made superfluous.
        order: the moves of a node that was opened, as they will be tried.
        hints: why some of them come first: TABLE or KILLER.
    """

    event: str
    line: tuple[str, ...]
    value: float | None
    alpha: float
    beta: float
    pruned: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    hints: Mapping[str, str] = field(default_factory=dict)


def trace(search: AlphaBeta, depth: int) -> Iterator[Step]:
    """Search from the root, by the search's own means; yield each step.

    The nodes are those of `search.search(state, depth)`, in the same order.
    """
    game, judge, machine = search.game, search.evaluation, search.machine(depth)

    def visit(
        state: Any, line: tuple[str, ...], alpha: float, beta: float, first: int
    ) -> Generator[Step, None, float]:
        """Yield the steps below a node; return its value."""
        left, larger = depth - len(line), mover(game, state) == machine.player
        best, choice, low, high = (-inf if larger else inf), -1, alpha, beta
        killers = machine.moves[left, -2:].tolist()
        n = ordered_moves(machine, game, state, left, first)
        codes = machine.moves[left, :n].tolist()
        order = tuple(game.format_move(state, code) for code in codes)
        hints = {
            name: TABLE if code == first else KILLER
            for name, code in zip(order, codes, strict=True)
            if code == first or (machine.killers and code in killers)
        }
        yield Step("opened", line, None, alpha, beta, order=order, hints=hints)
        for i, code in enumerate(codes):
            after, below = play(game, state, code), (*line, order[i])
            known, value, good = look(machine, game, after, judge, left - 1, low, high)
            event = _why(game, after, left - 1) if known else "closed"
            if not known:
                value = yield from visit(after, below, low, high, good)
            if value > best if larger else value < best:
                best, choice = value, code
                if machine.prune:
                    low, high = (
                        (max(low, best), high) if larger else (low, min(high, best))
                    )
            pruned = order[i + 1 :] if low >= high else ()
            yield Step(event, below, value, low, high, pruned)
            if low >= high:
                count_pruned(machine, left, choice, n - i - 1)
                break
        if machine.remember:
            keep(machine.table, fingerprint(state), left, alpha, beta, best, choice)
        return best

    root = search.state
    known, value, first = look(machine, game, root, judge, depth, -inf, inf)
    event = _why(game, root, depth) if known else "closed"
    if not known:
        value = yield from visit(root, (), -inf, inf, first)
    yield Step(event, (), float(value), -inf, inf)


def _why(game: Any, state: Any, left: int) -> str:
    """Return why the value of a node is known at once."""
    if not Position(game, state).moves:
        return "finished"
    return "leaf" if left == 0 else "table"
