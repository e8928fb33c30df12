"""Retrograde analysis as a tape: small games solved from their ends, round by round.

Of each round one position is looked at closely: what its moves lead to, what it is
worth, and which positions lead to it.
"""

from collections import Counter
from typing import Any

from foxkit.rules.position import Position
from foxkit.search.reference import Line
from foxkit.solvers import exact
from foxkit.solvers.brute_force import reachable, rounds, waves
from foxkit.solvers.exact import Value
from foxkit.view.diagram import called
from foxkit.view.game_view import view_of
from foxkit.view.tapes.tape import Question, Tape, TreeRow, counted, in_words

ROUNDS, WAVES = "rounds", "waves"
"""When a position is known: once all its next positions are; or as soon as one move
wins or all lose, which also works where play may come back to where it was."""
_SHOWN = 6  # positions before one that are shown
_CLOSELY = 6  # rounds that ask, and look back
_MOST = 10_000  # positions


class _RetrogradeTape(Tape):
    def __init__(self, start: Position, by: str) -> None:
        board = view_of(start.game).drawn(start.state)
        title = f"Retrograde analysis: {board.title}"
        phases = ("begin", "round", "known", "before it", "drawn")
        columns = ("Position", "What is known of it")
        super().__init__(title, start, phases, columns)
        self.by, self.all = by, reachable(start, _MOST)
        self.counters = {"round": 0, "known": 0, "positions": len(self.all)}
        self._known: dict[Position, Value] = {}
        self._eaten = False  # whether a capture was shown
        self._before: dict[Position, list[tuple[Position, str]]] = {}
        for each in self.all:
            for move in each.moves:
                self._before.setdefault(each.play(move), []).append((each, move))

    def run(self) -> Tape:
        words = f"Play can reach {len(self.all):,} positions. None has a value yet."
        self.rows = self._summary()
        self.step("begin", words)
        found = waves(self.start) if self.by == WAVES else rounds(self.start)
        for number, ready in enumerate(found):
            self.counters["round"] = number
            (self._round if number else self._ends)(ready)
        self._finish()
        return self

    # -- rounds ------------------------------------------------------------------------

    def _ends(self, found: dict[Position, Value]) -> None:
        """Tell of round 0, the finished positions."""
        self._learn(found)
        self.rows = self._summary()
        shown = self._example(found)
        words = f"Round 0: the {len(found):,} finished positions have their value. "
        self.step("round", f"{words}Here {self._told(shown)}.", at=shown)

    def _round(self, found: dict[Position, Value]) -> None:
        number, shown = self.counters["round"], self._example(found)
        if number <= _CLOSELY or shown == self.start:
            self.rows = self._moves(shown)
            words = f"Round {number}, {shown.mover} to move. What is known so far?"
            asked = self._ask(shown, found[shown])
            self.step("round", words, at=shown, question=asked)
        why = self._why(shown, found[shown])
        self._learn(found)
        self.rows = self._moves(shown)
        more = f"{counted(len(found), 'position')} became known in round {number}."
        self.step("known", f"{why} {more}", at=shown)
        earlier = self._before.get(shown, [])
        if number <= _CLOSELY and earlier:
            self.rows = self._earlier(earlier)
            told = counted(len(earlier), "position leads", "positions lead")
            self.step("before it", f"{told} here: next, look at these.", at=shown)

    def _example(self, found: dict[Position, Value]) -> Position:
        """Return a position of a round: once, one that a capture decides."""
        some, number = [*found], self.counters["round"]
        if self.start in found:
            return self.start
        eating = [p for p in some if number > 1 and self._best(p, found[p])[1]]
        if eating and not self._eaten:
            self._eaten = True
            return eating[0]
        wanted = [p for p in some if self._wins(p, found[p]) == (number % 2 == 1)]
        some = wanted or some
        return some[len(some) // 2]

    def _learn(self, found: dict[Position, Value]) -> None:
        self._known |= found
        self.counters["known"] = len(self._known)

    def _finish(self) -> None:
        """Tell of the start or, if some position was never reached, why it is drawn."""
        left = [each for each in self.all if each not in self._known]
        shown = self.start if self.start in left or not left else left[0]
        self.rows = self._moves(shown)
        if not left:
            words = f"Every position is known, the start too: {self._told(shown)}."
            return self.step("known", words, at=shown)
        out = [move for move in shown.moves if shown.play(move) in left]
        kinds = Counter(map(self._pieces, left)).items()
        each = [f"{n:,} with {counted(pieces, 'piece')}" for pieces, n in kinds]
        words = f"No round reaches the last {len(left):,} ({in_words(each)}). Here no "
        words += f"move wins, but {in_words(out)} leads to another of them: who would "
        words += "lose can always stay among them. They are drawn."
        return self.step("drawn", words, at=shown, arrows=dict.fromkeys(out, 0.5))

    # -- values ------------------------------------------------------------------------

    def _pieces(self, position: Position) -> int:
        return len(view_of(position.game).drawn(position.state).pieces)

    def _wins(self, position: Position, value: Value) -> bool:
        first = position.game.PLAYERS[0]
        return value.won_by(first) == (position.mover == first)

    def _best(self, position: Position, value: Value) -> tuple[str, bool]:
        """Return a move that keeps the value, and whether it takes pieces off."""
        plies = (value.plies or 0) - 1
        here, kept = self._pieces(position), value._replace(plies=plies)
        good = [
            (move, self._pieces(after) < here)
            for move in position.moves
            if self._known.get(after := position.play(move)) == kept
        ]
        return max(good, key=lambda each: each[1], default=("", False))

    # -- words and rows ----------------------------------------------------------------

    def _words(self, value: Value) -> str:
        return exact.words(self.start.game, value)

    def _winner(self, value: Value) -> str:
        return self._words(value).partition(" in ")[0]

    def _told(self, position: Position) -> str:
        known = self._known.get(position)
        return "not known yet" if known is None else self._words(known)

    def _why(self, position: Position, value: Value) -> str:
        move, captures = self._best(position, value)
        why = f"{move} wins, whatever the other moves lead to"
        if not self._wins(position, value):
            why = f"every move loses, and {move} loses latest"
        fewer = ", in a game with fewer pieces" if captures else ""
        return f"{self._words(value).capitalize()}: {why}{fewer}."

    def _ask(self, position: Position, value: Value) -> Question:
        plies, game = value.plies or 0, self.start.game
        each = [Value(exact.called(game, who), 1) for who in game.PLAYERS]
        near = [own._replace(plies=n) for own in each for n in (plies - 1 or 2, plies)]
        words, answer = [*map(self._words, near)], self._words(value)
        if self.by == WAVES:  # the number is that of the round
            words, answer = [*map(self._winner, each)], self._winner(value)
        who = called(position.mover, "the ")
        hint = f"It is for {who} to choose. If one move wins, that is it, the "
        hint += "quickest; only if every move loses, the position is lost, by the "
        hint += "slowest."
        choices = sorted(dict.fromkeys(words))
        return Question("What is this position worth?", choices, answer, hint)

    def _summary(self) -> dict[Line, TreeRow]:
        """Show how many positions are won by whom, so far."""
        won = Counter(map(self._winner, self._known.values()))
        won["not known yet"] = len(self.all) - len(self._known)
        rows: dict[Line, TreeRow] = {
            ("all positions",): TreeRow([f"{len(self.all):,}"])
        }
        return rows | {
            ("all positions", k): TreeRow([f"{n:,}"]) for k, n in won.items()
        }

    def _moves(self, position: Position) -> dict[Line, TreeRow]:
        """Show a position, and what is known after each of its moves."""
        name, known = f"{position.mover} to move", self._known.get(position)
        good = self._best(position, known)[0] if known else ""
        rows: dict[Line, TreeRow] = {(name,): TreeRow([self._told(position)], "on")}
        for move in position.moves:
            after = position.play(move)
            fewer = self._pieces(after) < self._pieces(position)
            mark, tag = "good" if move == good else "", "capture" if fewer else ""
            rows[name, move] = TreeRow([self._told(after)], mark, tag)
        return rows

    def _earlier(self, earlier: list[tuple[Position, str]]) -> dict[Line, TreeRow]:
        name = "leads here"
        rows: dict[Line, TreeRow] = {(name,): TreeRow([""])}
        for number, (each, move) in enumerate(earlier[:_SHOWN], 1):
            rows[name, f"{number}: by {move}"] = TreeRow([self._told(each)])
        return rows


def retrograde_tape(position: Position, _: Any = None, *, by: str = WAVES) -> Tape:
    """Return the tape of a game solved from its end, by ROUNDS or by WAVES.

    The game must be small: every position that play can reach is held in memory, and
    a ValueError tells where they are too many.
    """
    if by not in (ROUNDS, WAVES):
        raise ValueError(f"by {by!r} is not {ROUNDS!r} or {WAVES!r}")
    return _RetrogradeTape(position, by).run()
