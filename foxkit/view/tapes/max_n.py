"""Max^n as a tape, for any number of players; beside it, paranoid search.

By max^n everybody wants the most of their own; a paranoid player expects that all
others want the least for the one at the root.
"""

from functools import reduce
from typing import Any, NamedTuple

from foxkit.agents.defaults import default_evaluation
from foxkit.rules.position import Position
from foxkit.search.reference import judged
from foxkit.view.tapes.tape import (
    Line,
    Question,
    Row,
    Tape,
    counted,
    listed,
    named,
    path_to,
    signed,
)

PHASES = ("open", "value", "choose")


class _Values(NamedTuple):
    """What a node is worth to each by max^n, and to the root's player if paranoid."""

    each: dict[str, float]
    paranoid: float


class _Tracer:
    def __init__(self, position: Position, judge: Any, depth: int, title: str) -> None:
        self.position, self.judge, self.depth = position, judge, depth
        self.me, self.players = position.mover, position.game.PLAYERS
        columns = [named(who).capitalize() for who in self.players]
        columns = ["Move", *columns, "Paranoid"]
        self.tape = Tape(title, PHASES, columns)
        self._costs = {"positions": 0, "choices": 0}
        self._rows: dict[Line, Row] = {(): Row()}

    def visit(self, line: Line, at: Position) -> _Values:
        """Write down what happens below a node; return its values."""
        self._costs["positions"] += 1
        if len(line) == self.depth or not at.moves:
            each = judged(at, self.judge)
            values = _Values(each, each[self.me])
            self._note(line, values)
            why = "the game is over" if at.outcome else "the evaluation judges"
            self._say("value", f"After {listed(line)} {why}.", line, at)
            return values
        self._rows |= {(*line, move): Row() for move in at.moves}
        name = listed(line) or "the root"
        self._say("open", f"Open {name}: {named(at.mover)} to move.", line, at)
        below = {move: self.visit((*line, move), at.play(move)) for move in at.moves}
        return self._choose(line, at, below)

    def _choose(self, line: Line, at: Position, below: dict[str, _Values]) -> _Values:
        who, prefer = at.mover, max if at.mover == self.me else min
        best = max(below, key=lambda move: below[move].each[who])
        feared = prefer(below, key=lambda move: below[move].paranoid)
        values = _Values(below[best].each, below[feared].paranoid)
        if len(below) > 1:
            hint = f"The numbers for {named(who)} decide, and no others."
            ask = f"Which move does {named(who)} choose by max^n?"
            question = Question(ask, [*below], best, hint)
            name = listed(line) or "The root"
            words = f"{name}: {named(who)} knows what each move leads to."
            self._say("value", words, line, at, question)
        self._costs["choices"] += 1
        for move in below:
            tag = "paranoid" if move == feared != best else ""
            row = self._rows[*line, move]
            row = row._replace(mark="good" if move == best else "", tag=tag)
            self._rows[*line, move] = row
            self._forget((*line, move))
        self._note(line, values)
        self._say("choose", self._told(who, best, feared, below), line, at)
        return values

    def _told(self, who: str, best: str, feared: str, below: dict[str, _Values]) -> str:
        most = signed(below[best].each[who], 2)
        words = f"{named(who).capitalize()} chooses {best}: {most} is the most."
        if below[feared].paranoid == below[best].paranoid:
            return words
        if who == self.me:
            return f"{words} Who thinks that all are against them plays {feared}."
        return f"{words} Against {named(self.me)} it would be {feared}."

    def _forget(self, line: Line) -> None:
        """Show no more what is below a node."""
        for deeper in [k for k in self._rows if k[: len(line)] == line != k]:
            del self._rows[deeper]

    def _note(self, line: Line, values: _Values) -> None:
        own = [values.each[who] for who in self.players]
        cells = [signed(value, 2) for value in (*own, values.paranoid)]
        self._rows[line] = self._rows[line]._replace(cells=cells)

    def _say(
        self,
        phase: str,
        words: str,
        line: Line,
        at: Position,
        question: Question | None = None,
    ) -> None:
        empty = [""] * (len(self.players) + 1)
        self.tape.rows = {
            k: row._replace(
                mark=row.mark or ("on" if k == line[: len(k)] else ""),
                cells=row.cells or empty,
            )
            for k, row in self._rows.items()
        }
        before = reduce(Position.play, line[:-1], self.position)
        last = path_to(before, line[-1]) if line else ()
        costs = self._costs
        self.tape.step(phase, words, at, costs, last=last, question=question)


def max_n(position: Position, evaluation: Any = None, *, depth: int = 3) -> Tape:
    """Return the tape of max^n, with paranoid values beside it."""
    judge = evaluation or default_evaluation(position.game)
    title = f"Max^n and paranoid, {counted(depth, 'ply', 'plies')} deep"
    tracer = _Tracer(position, judge, depth, title)
    tracer.visit((), position)
    return tracer.tape
