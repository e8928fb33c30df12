"""Alpha-beta as a tape, killers, table and all, with plain minimax beside it.

Below a node that is done its children are no longer shown. A value outside of its
node's window is a bound, and written with a sign: `≤ 3`.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import inf, isfinite
from typing import Any

from foxkit.agents.defaults import default_evaluation
from foxkit.rules.position import Position
from foxkit.search.perft import perft
from foxkit.search.reference import AlphaBetaSteps, Line, Step, minimax, root_value
from foxkit.view.diagram import called
from foxkit.view.tapes.tape import Question, Tape, TreeRow, counted, in_words, signed

_Window = tuple[float, float]


@dataclass
class _NodeRow:
    """What is known of a node."""

    tag: str = ""
    window: _Window | None = None  # while it is open
    order: Line = ()
    value: str = ""
    plain: str = ""
    cut: bool = False


class _AlphaBetaTape(Tape):
    def __init__(
        self, title: str, start: Position, search: AlphaBetaSteps, unit: float
    ) -> None:
        phases = ("open", "value", "prune", "close")
        columns = ("Move", "Window α to β", "Value", "Plain minimax")
        super().__init__(title, start, phases, columns)
        self.search, self.unit = search, unit
        self.counters = {"positions": 0, "pruned moves": 0, "table hits": 0}
        self._nodes: dict[Line, _NodeRow] = {(): _NodeRow()}

    def run(self, depth: int) -> Tape:
        everything = sum(perft(self.start.game, self.start.state, depth))
        self.depth, self.counters["plain minimax"] = depth, 1 + everything
        steps = [*self.search.search(self.start, depth)]
        for step, following in pairwise([*steps, steps[-1]]):
            if step.event == "opened":
                self._open(step)
            elif step.event != "window":
                self._value(step, following)
        return self

    def _number(self, value: float) -> str:
        if not isfinite(value):
            return "∞" if value > 0 else "−∞"
        if self.unit == 1:
            return signed(value, 2)
        return f"{value * self.unit:,.0f}".replace("-", "−")

    def _between(self, window: _Window) -> str:
        return " to ".join(map(self._number, window))

    # -- steps -------------------------------------------------------------------------

    def _open(self, step: Step) -> None:
        node, at = self._nodes[step.line], self.after(step.line)
        self.counters["positions"] += 1
        node.order, node.window = step.moves, (step.alpha, step.beta)
        for move in step.moves:
            self._nodes[*step.line, move] = _NodeRow(step.hints.get(move, ""))
        goal = "largest" if at.mover == self.start.mover else "smallest"
        words = (
            f"Open {in_words(step.line) or 'the root'}: {called(at.mover)} to move, "
        )
        words += f"{counted(len(step.moves), 'move')}; the {goal} value counts."
        first = [f"{move} ({why})" for move, why in step.hints.items()]
        words += f" Tried first: {in_words(first)}." if first else ""
        self._say("open", words, step.line)

    def _value(self, step: Step, following: Step) -> None:
        """Tell a value, and then what it does to the window of its parent."""
        line, node, phase = step.line, self._nodes[step.line], "value"
        sign = "≤ " if step.value <= step.alpha else "≥ " * (step.value >= step.beta)
        exact = step.event in ("leaf", "finished")
        node.value = sign * (not exact) + self._number(step.value)
        node.window = None
        node.plain = self._minimax(line)
        if step.event == "closed":
            phase = "close"
            for move in node.order:
                del self._nodes[*line, move]
        else:
            self.counters["positions"] += 1
            self.counters["table hits"] += step.event == "table"
        name = in_words(line) or "the root"
        words = {
            "leaf": f"The evaluation says {node.value} after {name}.",
            "finished": f"The game is over after {name}: {node.value}.",
            "table": f"The table knows the position after {name}: {node.value}.",
            "closed": f"Nothing below {name} matters any more: {node.value}.",
        }
        asked = self._ask(line, following) if len(line) > 1 else None
        self._say(phase, words[step.event], line, asked)
        if line:
            self._narrow(line, following, asked is not None)

    def _narrow(self, line: Line, step: Step, was_asked: bool) -> None:
        """Change a window by the value of a child; tell of it where that matters."""
        node = self._nodes[step.line]
        node.window = step.alpha, step.beta
        words = f"The window is {self._between(node.window)}"
        for move in step.moves:
            pruned = self._nodes[*step.line, move]
            pruned.cut, pruned.plain = True, self._minimax((*step.line, move))
        self.counters["pruned moves"] += len(step.moves)
        if step.moves:
            words += f": shut. Pruned: {in_words(step.moves)}."
            self._say("prune", words, line)
        elif was_asked:
            words += f", open: {_beside(node, line)[0]} comes next."
            self._say("value", words, line)

    def _minimax(self, line: Line) -> str:
        at, judge = self.after(line), self.search.evaluation
        left = self.depth - len(line)
        return self._number(minimax(at, judge, self.start.mover, left))

    def _ask(self, line: Line, following: Step) -> Question | None:
        """Ask what becomes of the moves beside, where they may be pruned."""
        parent = self._nodes[line[:-1]]
        left, window = _beside(parent, line), parent.window or (-inf, inf)
        if not left or not any(map(isfinite, window)):
            return None
        others = counted(len(left), "other move") if left[1:] else "other move"
        hint = f"The window was {self._between(window)}. Which end does the new value "
        hint += "move, and do the two ends meet?"
        answer = "pruned" if following.moves else "searched"
        ask = f"What becomes of the {others} here?"
        return Question(ask, ["searched", "pruned"], answer, hint)

    def _say(
        self, phase: str, words: str, now: Line, question: Question | None = None
    ) -> None:
        self.rows = {line: self._row(line, now) for line in self._nodes}
        self.step(phase, words, now, question=question)

    def _row(self, line: Line, now: Line) -> TreeRow:
        node = self._nodes[line]
        window = self._between(node.window) if node.window else ""
        mark = "cut" if node.cut else "on" if line == now[: len(line)] else ""
        value = "pruned" if node.cut else node.value
        return TreeRow([window, value, node.plain], mark, node.tag)


def _beside(parent: _NodeRow, line: Line) -> Line:
    """Return the moves beside a node that were not yet entered."""
    return parent.order[parent.order.index(line[-1]) + 1 :]


def alphabeta_tape(
    position: Position,
    evaluation: Any = None,
    *,
    depth: int = 2,
    unit: float = 1.0,
    table: bool = False,
    killers: bool = False,
) -> Tape:
    """Return the tape of an alpha-beta search.

    With a table, shallower searches come first, as they do in play. A value of 1 is
    written as `unit`.
    """
    judge = evaluation or default_evaluation(position.game)
    search = AlphaBetaSteps(judge, position.mover)
    search.table, search.killers = {} if table else None, {} if killers else None
    for plies in range(1, depth if table else 1):
        if abs(root_value(search.search(position, plies))) >= 1.0:
            break
    means = [*["killers"] * killers, *["a table"] * table]
    title = f"Alpha-beta, {counted(depth, 'ply', 'plies')} deep"
    title += f", with {in_words(means)}" if means else ""
    return _AlphaBetaTape(title, position, search, unit).run(depth)
