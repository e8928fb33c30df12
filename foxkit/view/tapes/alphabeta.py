"""Alpha-beta as a tape, killers, table and all, with plain minimax beside it.

Below a node that is done its children are no longer shown. A value outside of its
node's window is a bound, and written with a sign: `≤ 3`.
"""

from math import inf, isfinite
from typing import Any

from foxkit.agents.defaults import default_evaluation
from foxkit.rules.position import Position
from foxkit.search.alphabeta_trace import Step, trace
from foxkit.search.deepening import AlphaBeta
from foxkit.search.reference import minimax
from foxkit.view.diagram import called
from foxkit.view.tapes.tape import Line, Question, Row, Tape, counted, listed, signed

PHASES = ("open", "value", "prune", "close")
COLUMNS = ("Move", "Window α to β", "Value", "Plain minimax")


class _Node:
    """What is known of a node: its moves, its window now and at first, its value."""

    def __init__(self, tag: str = "") -> None:
        self.tag, self.value, self.cut, self.open = tag, "", False, False
        self.order: Line = ()
        self.window = self.given = (-inf, inf)


class _Tracer(Tape):
    def __init__(
        self, title: str, start: Position, search: AlphaBeta, depth: int, unit: float
    ) -> None:
        super().__init__(title, start, PHASES, COLUMNS)
        self.search, self.depth, self.unit = search, depth, unit
        self.counters = {"positions": 0, "pruned moves": 0, "table hits": 0}
        self.counters["plain minimax"] = search.minimax_nodes(depth)
        self._nodes: dict[Line, _Node] = {(): _Node()}

    def run(self) -> Tape:
        for step in trace(self.search, self.depth):
            self.counters["positions"] += step.event != "closed"
            self.counters["table hits"] += step.event == "table"
            (self._open if step.event == "opened" else self._value)(step)
        return self

    def _number(self, value: float) -> str:
        if not isfinite(value):
            return "∞" if value > 0 else "−∞"
        if self.unit == 1:
            return signed(value, 2)
        return f"{value * self.unit:,.0f}".replace("-", "−")

    def _window(self, alpha: float, beta: float) -> str:
        return f"{self._number(alpha)} to {self._number(beta)}"

    # -- steps -------------------------------------------------------------------------

    def _open(self, step: Step) -> None:
        node = self._nodes[step.line]
        node.open, node.order = True, step.order
        node.window = node.given = step.alpha, step.beta
        for move in step.order:
            self._nodes[*step.line, move] = _Node(step.hints.get(move, ""))
        who, moves = self.after(step.line).mover, counted(len(step.order), "move")
        goal = "largest" if who == self.start.mover else "smallest"
        name = listed(step.line) or "the root"
        words = f"Open {name}: {called(who)} to move, {moves}; the {goal} value counts."
        first = [f"{move} ({why})" for move, why in step.hints.items()]
        words += f" Tried first: {listed(first)}." if first else ""
        self._say("open", words, step)

    def _value(self, step: Step) -> None:
        """Tell a value, and what becomes of the other moves beside it."""
        node = self._nodes[step.line]
        node.value = self._bounded(step.value or 0.0, *node.given)
        if step.event == "closed":
            node.open = False
            for move in node.order:
                del self._nodes[*step.line, move]
        asked = self._ask(step)
        phase = "close" if step.event == "closed" else "value"
        self._say(phase, self._told(step), step, asked)
        if step.line:
            self._nodes[step.line[:-1]].window = step.alpha, step.beta
        if step.pruned or asked:
            self._go_on(step)

    def _go_on(self, step: Step) -> None:
        """Tell whether the window is shut."""
        parent, window = step.line[:-1], self._window(step.alpha, step.beta)
        for move in step.pruned:
            self._nodes[*parent, move].cut = True
        self.counters["pruned moves"] += len(step.pruned)
        if step.pruned:
            words = f"The window is {window}: shut. Pruned: {listed(step.pruned)}."
            return self._say("prune", words, step)
        words = f"The window is {window}, open: {self._left(step.line)[0]} comes next."
        return self._say("value", words, step)

    def _left(self, line: Line) -> Line:
        """Return the moves beside a node that were not yet entered."""
        order = self._nodes[line[:-1]].order
        return order[order.index(line[-1]) + 1 :]

    def _ask(self, step: Step) -> Question | None:
        """Ask what becomes of the moves beside, where they may be pruned."""
        window = self._nodes[step.line[:-1]].window
        if len(step.line) < 2 or not any(map(isfinite, window)):
            return None
        left = self._left(step.line)
        if not left:
            return None
        others = counted(len(left), "other move") if len(left) > 1 else "other move"
        hint = f"The window was {self._window(*window)}. Which end does the new value "
        hint += "move, and do the two ends meet?"
        answer = "pruned" if step.pruned else "searched"
        ask = f"What becomes of the {others} here?"
        return Question(ask, ["searched", "pruned"], answer, hint)

    # -- words and rows ----------------------------------------------------------------

    def _bounded(self, value: float, alpha: float, beta: float) -> str:
        sign = "≤ " if value <= alpha else "≥ " if value >= beta else ""
        return sign + self._number(value)

    def _told(self, step: Step) -> str:
        name, value = listed(step.line) or "the root", self._nodes[step.line].value
        return {
            "leaf": f"The evaluation says {value} after {name}.",
            "finished": f"The game is over after {name}: {value}.",
            "table": f"The table knows the position after {name}: {value}.",
            "closed": f"Nothing below {name} matters any more: {value}.",
        }[step.event]

    def _say(
        self, phase: str, words: str, step: Step, question: Question | None = None
    ) -> None:
        self.rows = {each: self._row(each, step.line) for each in self._nodes}
        self.step(phase, words, step.line, question=question)

    def _row(self, line: Line, now: Line) -> Row:
        node, plain = self._nodes[line], ""
        window = self._window(*node.window) if node.open else ""
        if node.value or node.cut:
            left, judge = self.depth - len(line), self.search.evaluation
            found = minimax(self.after(line), judge, self.start.mover, left)
            plain = self._number(found)
        mark = "cut" if node.cut else "on" if line == now[: len(line)] else ""
        value = "pruned" if node.cut else node.value
        return Row([window, value, plain], mark, node.tag)


def alphabeta(
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
    game, judge = position.game, evaluation or default_evaluation(position.game)
    search = AlphaBeta(game, position.state, judge, table=table, killers=killers)
    if table:
        list(search.deepen(depth - 1))
    means = [*["killers"] * killers, *["a table"] * table]
    title = f"Alpha-beta, {counted(depth, 'ply', 'plies')} deep"
    title += f", with {listed(means)}" if means else ""
    return _Tracer(title, position, search, depth, unit).run()
