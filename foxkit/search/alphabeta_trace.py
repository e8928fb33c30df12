"""An alpha-beta search taken apart, step by step, for teaching."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from math import inf

from foxkit.rules.position import Position
from foxkit.search.deepening import AlphaBeta
from foxkit.search.reference import judged


@dataclass(frozen=True)
class Step:
    """One step of a search.

    Attributes:
        event: what happened to the node at the end of `line`: its value was a payoff
            ("finished") or an evaluation ("leaf"); or it was "opened", or all that
            matters below it was seen and it was "closed".
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
    """Search from the root, without table and killer moves; yield each step."""
    root, player = Position(search.game, search.state), search.player

    def visit(
        position: Position, line: tuple[str, ...], alpha: float, beta: float
    ) -> Generator[Step, None, tuple[str, float]]:
        """Yield the steps below a node; return what happened to it, and its value."""
        if len(line) == depth or not position.moves:
            value = [*judged(position, search.evaluation).values()][player]
            return "leaf" if position.moves else "finished", value
        yield Step("opened", line, None, alpha, beta)
        mine, moves = position.mover == position.game.PLAYERS[player], [*position.moves]
        best = -inf if mine else inf
        while moves and alpha < beta:
            after = (*line, moves.pop(0))
            event, value = yield from visit(
                position.play(after[-1]), after, alpha, beta
            )
            best = max(best, value) if mine else min(best, value)
            alpha, beta = (max(alpha, best), beta) if mine else (alpha, min(beta, best))
            pruned = tuple(moves) if alpha >= beta else ()
            yield Step(event, after, value, alpha, beta, pruned)
        return "closed", best

    event, value = yield from visit(root, (), -inf, inf)
    yield Step(event, (), value, -inf, inf)
