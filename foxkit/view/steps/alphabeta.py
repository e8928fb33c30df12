"""Alpha-beta as a walkthrough, killers, table and all, with plain minimax beside it.

Below a node that is done its children are no longer shown. A value outside of its
node's window is a bound, and written with a sign: `≤ 3`.
"""

from itertools import pairwise
from math import isfinite
from typing import Any

from foxkit.core.arguments import real_number, whole_number
from foxkit.core.position import Position
from foxkit.lab.numbers import count_in_words, signed_number
from foxkit.players.defaults import default_evaluation
from foxkit.search.perft import MAX_DEPTH, perft
from foxkit.search.reference import AlphaBetaSteps, Line, Step, minimax, root_value
from foxkit.view.diagram import player_name
from foxkit.view.steps.walkthrough import (
    Question,
    SearchWalkthrough,
    TreeRow,
    names_in_words,
)


class AlphaBetaWalkthrough(SearchWalkthrough):
    """The steps of an alpha-beta search.

    With a table, shallower searches come first, as they do in play. A value of 1 is
    written as `unit`.
    """

    def __init__(
        self,
        position: Position,
        evaluation: Any = None,
        *,
        depth: int = 2,
        unit: float = 1.0,
        table: bool = False,
        killers: bool = False,
    ) -> None:
        depth = whole_number("depth", depth, 1, MAX_DEPTH)
        unit, table, killers = real_number("unit", unit), bool(table), bool(killers)
        means = names_in_words([*["killers"] * killers, *["a table"] * table])
        title = f"Alpha-beta, {count_in_words(depth, 'ply', 'plies')} deep"
        title += f", with {means}" if means else ""
        phases = ("open", "value", "prune", "close")
        columns = ("Move", "Window α to β", "Value", "Plain minimax")
        super().__init__(title, position, phases, columns)
        self.depth, self.unit = depth, unit
        judge = evaluation or default_evaluation(position.game)
        self.search = search = AlphaBetaSteps(judge, position.mover)
        search.table, search.killers = {} if table else None, {} if killers else None
        for plies in range(1, depth if table else 1):
            if abs(root_value(search.search(position, plies))) >= 1.0:
                break
        self.counters = {"positions": 0, "pruned moves": 0, "table hits": 0}
        everything = sum(perft(position.game, position.state, depth))
        self.counters["plain minimax"] = 1 + everything
        self.rows = {(): TreeRow(["", "", ""])}
        self._windows: dict[Line, tuple[float, float]] = {}
        self._left: dict[Line, Line] = {}  # the moves that were not yet entered
        steps = [*search.search(position, depth)]
        for step, following in pairwise([*steps, steps[-1]]):
            if step.event == "opened":
                self._open_node(step)
            elif step.event != "window":
                self._tell_value(step, following)

    def _in_units(self, value: float) -> str:
        """A value as a text in the unit of the log, or ∞."""
        if not isfinite(value):
            return "∞" if value > 0 else "−∞"
        if self.unit == 1:
            return signed_number(value, 2)
        return f"{value * self.unit:,.0f}".replace("-", "−")

    def _minimax_value(self, line: Line) -> str:
        """The value of a node by plain minimax, as a text."""
        depth_left = self.depth - len(line)
        judge, me = self.search.evaluation, self.start.mover
        return self._in_units(minimax(self.position_after(line), judge, me, depth_left))

    def _open_node(self, step: Step) -> None:
        """Write down that a node is opened: its moves, and its window."""
        line, at = step.line, self.position_after(step.line)
        self.counters["positions"] += 1
        self._left[line] = step.moves
        self._note_window(line, step)
        for move in step.moves:
            self.set_row((*line, move), ["", "", ""], tag=step.hints.get(move, ""))
        goal = "largest" if at.mover == self.start.mover else "smallest"
        words = f"Open {names_in_words(line) or 'the root'}: "
        words += f"{player_name(at.mover)} to move, "
        words += f"{count_in_words(len(step.moves), 'move')}; "
        words += f"the {goal} value counts."
        first = [f"{move} ({why})" for move, why in step.hints.items()]
        words += f" Tried first: {names_in_words(first)}." if first else ""
        self.step("open", words, line)

    def _tell_value(self, step: Step, following: Step) -> None:
        """Tell a value, and then what it does to the window of its parent."""
        line, value, phase = step.line, self._in_units(step.value), "value"
        if step.event in ("closed", "table"):
            low, high = step.value <= step.alpha, step.value >= step.beta
            value = ("≤ " if low else "≥ " * high) + value
        self.set_row(line, ["", value, self._minimax_value(line)])
        if step.event == "closed":
            phase = "close"
            self.remove_rows_below(line)
        else:
            self.counters["positions"] += 1
            self.counters["table hits"] += step.event == "table"
        name = names_in_words(line) or "the root"
        words = {
            "leaf": f"The evaluation says {value} after {name}.",
            "finished": f"The game is over after {name}: {value}.",
            "table": f"The table knows the position after {name}: {value}.",
            "closed": f"Nothing below {name} matters any more: {value}.",
        }
        question = self._pruning_question(line, following)
        self.step(phase, words[step.event], line, question=question)
        if line:
            self._tell_window(line, following, question_asked=question is not None)

    def _note_window(self, line: Line, step: Step) -> str:
        """Write down the window of a node that is open; return it in words."""
        self._windows[line] = step.alpha, step.beta
        window = " to ".join(map(self._in_units, self._windows[line]))
        self.set_row(line, [window, "", ""])
        return window

    def _tell_window(self, line: Line, step: Step, question_asked: bool) -> None:
        """Change a window by the value of a child; tell of it where that matters."""
        words = f"The window is {self._note_window(step.line, step)}"
        for move in step.moves:
            child = (*step.line, move)
            self.set_row(child, ["", "pruned", self._minimax_value(child)], mark="cut")
        self.counters["pruned moves"] += len(step.moves)
        if step.moves:
            words += f": shut. Pruned: {names_in_words(step.moves)}."
            self.step("prune", words, line)
        elif question_asked:
            words += f", open: {self._left[step.line][0]} comes next."
            self.step("value", words, line)

    def _pruning_question(self, line: Line, following: Step) -> Question | None:
        """Ask what becomes of the moves beside, where they may be pruned."""
        if not line:
            return None
        parent = line[:-1]
        _, *moves_left = self._left[parent]
        self._left[parent] = tuple(moves_left)
        window = self._windows[parent]
        if not parent or not moves_left or not any(map(isfinite, window)):
            return None
        moves_in_words = (
            count_in_words(len(moves_left), "other move")
            if moves_left[1:]
            else "other move"
        )
        hint = f"The window was {self.rows[parent].cells[0]}. Which end does the new "
        hint += "value move, and do the two ends meet?"
        answer = "pruned" if following.moves else "searched"
        sides = self.start.game.PLAYERS
        rival = player_name(
            sides[1 - sides.index(self.position_after(parent).mover)], "the "
        )
        ask = f"What becomes of the {moves_in_words} here? Pruned means left out, "
        ask += f"because {rival} can get as much by a move further up."
        return Question(ask, ["searched", "pruned"], answer, hint)
