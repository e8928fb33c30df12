"""Max^n as a tape, for any number of players; beside it, paranoid search.

By max^n everybody wants the most of their own; a paranoid player expects that all
others want the least for the one at the root.
"""

from typing import Any, NamedTuple

from foxkit.agents.defaults import default_evaluation
from foxkit.rules.position import Position
from foxkit.search.reference import Line, results
from foxkit.view.diagram import called
from foxkit.view.tapes.tape import Question, Tape, TreeRow, counted, in_words, signed


class _Values(NamedTuple):
    """What a node is worth to each by max^n, and to the root's player if paranoid."""

    each: dict[str, float]
    paranoid: float


class _MaxNTape(Tape):
    def __init__(self, title: str, start: Position, judge: Any, depth: int) -> None:
        self.judge, self.depth, self.me = judge, depth, start.mover
        self.players = start.game.PLAYERS
        names = [called(who).capitalize() for who in self.players]
        phases = ("open", "value", "choose")
        super().__init__(title, start, phases, ["Move", *names, "Paranoid"])
        self.counters = {"positions": 0, "choices": 0}
        self._empty = TreeRow([""] * (len(self.players) + 1))
        self._nodes: dict[Line, TreeRow] = {(): self._empty}

    def visit(self, line: Line = ()) -> _Values:
        """Write down what happens below a node; return its values."""
        self.counters["positions"] += 1
        at = self.after(line)
        if len(line) == self.depth or not at.moves:
            each = results(at, self.judge)
            values = _Values(each, each[self.me])
            self._note(line, values)
            why = "the game is over" if at.outcome else "the evaluation judges"
            self._say("value", f"After {in_words(line)} {why}.", line)
            return values
        self._nodes |= {(*line, move): self._empty for move in at.moves}
        name = in_words(line) or "the root"
        self._say("open", f"Open {name}: {called(at.mover)} to move.", line)
        below = {move: self.visit((*line, move)) for move in at.moves}
        return self._choose(line, at.mover, below)

    def _choose(self, line: Line, who: str, below: dict[str, _Values]) -> _Values:
        prefer = max if who == self.me else min
        best = max(below, key=lambda move: below[move].each[who])
        feared = prefer(below, key=lambda move: below[move].paranoid)
        values = _Values(below[best].each, below[feared].paranoid)
        if len(below) > 1:
            hint = f"The numbers for {called(who)} decide, and no others."
            ask = f"Which move does {called(who)} choose by max^n?"
            question = Question(ask, [*below], best, hint)
            name = in_words(line) or "The root"
            words = f"{name}: {called(who)} knows what each move leads to."
            self._say("value", words, line, question)
        self.counters["choices"] += 1
        for move in below:
            tag = "paranoid" if move == feared != best else ""
            row = self._nodes[*line, move]
            row = row._replace(mark="good" if move == best else "", tag=tag)
            self._nodes[*line, move] = row
            self._forget((*line, move))
        self._note(line, values)
        self._say("choose", self._told(who, best, feared, below), line)
        return values

    def _told(self, who: str, best: str, feared: str, below: dict[str, _Values]) -> str:
        most = signed(below[best].each[who], 2)
        words = f"{called(who).capitalize()} chooses {best}: {most} is the most."
        if below[feared].paranoid == below[best].paranoid:
            return words
        if who == self.me:
            return f"{words} Who thinks that all are against them plays {feared}."
        return f"{words} Against {called(self.me)} it would be {feared}."

    def _forget(self, line: Line) -> None:
        """Show no more what is below a node."""
        for deeper in [k for k in self._nodes if k[: len(line)] == line != k]:
            del self._nodes[deeper]

    def _note(self, line: Line, values: _Values) -> None:
        own = [values.each[who] for who in self.players]
        cells = [signed(value, 2) for value in (*own, values.paranoid)]
        self._nodes[line] = self._nodes[line]._replace(cells=cells)

    def _say(
        self, phase: str, words: str, line: Line, question: Question | None = None
    ) -> None:
        self.rows = {
            each: row._replace(mark="on")
            if each == line[: len(each)] and not row.mark
            else row
            for each, row in self._nodes.items()
        }
        self.step(phase, words, line, question=question)


def max_n_tape(position: Position, evaluation: Any = None, *, depth: int = 3) -> Tape:
    """Return the tape of max^n, with paranoid values beside it."""
    judge = evaluation or default_evaluation(position.game)
    title = f"Max^n and paranoid, {counted(depth, 'ply', 'plies')} deep"
    tracer = _MaxNTape(title, position, judge, depth)
    tracer.visit()
    return tracer
