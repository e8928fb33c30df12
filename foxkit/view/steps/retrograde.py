"""Retrograde analysis as a walkthrough: small games, solved from the ends in rounds.

Of each round one position is looked at closely: what its moves lead to, what it is
worth, and which positions lead to it.
"""

from collections import Counter
from typing import Any

from foxkit.core.entry import mover
from foxkit.core.position import Position
from foxkit.lab.numbers import count_in_words
from foxkit.solvers import exact
from foxkit.solvers.brute_force import bottom_up, by_distance, reachable
from foxkit.solvers.exact import Value
from foxkit.view.diagram import player_name
from foxkit.view.game_view import view_of
from foxkit.view.steps.walkthrough import Question, SearchWalkthrough, names_in_words

ROUNDS, WAVES = "rounds", "waves"
"""When a position is known: once all its next positions are; or as soon as one move
wins or all lose, which also works where play may come back to where it was."""
_POSITIONS_SHOWN = 6  # positions before one that are shown
_ROUNDS_TOLD_CLOSELY = 6  # rounds that ask, and look back
_MAX_POSITIONS = 10_000  # positions


class RetrogradeWalkthrough(SearchWalkthrough):
    """The steps of solving a game from its end, by ROUNDS or by WAVES.

    The game must be small: every position that play can reach is held in memory, and
    a ValueError tells where they are too many.
    """

    def __init__(self, position: Position, _: Any = None, *, by: str = WAVES) -> None:
        if by not in (ROUNDS, WAVES):
            raise ValueError(f"by {by!r} is not {ROUNDS!r} or {WAVES!r}")
        board = view_of(position.game).diagram_of(position.state)
        title = f"Retrograde analysis: {board.title}"
        phases = ("begin", "round", "known", "before it", "drawn")
        columns = ("Position", "What is known of it")
        super().__init__(title, position, phases, columns)
        self.by, self.all = by, reachable(position, _MAX_POSITIONS)
        self._known: dict[Position, Value] = {}
        self._eaten = False  # whether a capture was shown
        self._before: dict[Position, list[tuple[Position, str]]] = {}
        for each in self.all:
            for move in each.moves:
                self._before.setdefault(each.play(move), []).append((each, move))
        self._add_known(0, {})
        self._show_winners()
        words = f"Play can reach {len(self.all):,} positions. None has a value yet."
        self.step("begin", words)
        for number, ready in enumerate(
            (by_distance if by == WAVES else bottom_up)(position)
        ):
            self._tell_round(number, ready)
        self._tell_end()

    def _add_known(self, number: int, values: dict[Position, Value]) -> None:
        """Add positions with their values to those known, and update the counters."""
        self._known |= values
        known = {"round": number, "known": len(self._known)}
        self.counters = known | {"positions": len(self.all)}

    # -- rounds ------------------------------------------------------------------------

    def _tell_round(self, number: int, values: dict[Position, Value]) -> None:
        """Tell of a round: what became known in it, and one position closely."""
        self._add_known(number, {} if number else values)
        shown = self._example_position(number, values)
        if number == 0:  # the finished positions
            self._show_winners()
            words = (
                f"Round 0: the {len(values):,} finished positions have their value. "
            )
            return self.step(
                "round", f"{words}Here {self._position_in_words(shown)}.", at=shown
            )
        if number <= _ROUNDS_TOLD_CLOSELY or shown == self.start:
            self._show_moves(shown)
            words = f"Round {number}, {shown.mover} to move. What is known so far?"
            question = self._value_question(shown, values[shown])
            self.step("round", words, at=shown, question=question)
        why = self._reason_in_words(shown, values[shown])
        self._add_known(number, values)
        self._show_moves(shown)
        more = (
            f"{count_in_words(len(values), 'position')} became known in round {number}."
        )
        self.step("known", f"{why} {more}", at=shown)
        earlier = self._before.get(shown, [])
        if number <= _ROUNDS_TOLD_CLOSELY and earlier:
            self._show_table("leads here", [""])
            for i, (each, move) in enumerate(earlier[:_POSITIONS_SHOWN], 1):
                self.set_row(
                    ("leads here", f"{i}: by {move}"), [self._position_in_words(each)]
                )
            earlier_in_words = count_in_words(
                len(earlier), "position leads", "positions lead"
            )
            self.step(
                "before it", f"{earlier_in_words} here: next, look at these.", at=shown
            )
        return None

    def _example_position(self, number: int, values: dict[Position, Value]) -> Position:
        """A position of a round: once, one that a capture decides."""
        some = [*values]
        if self.start in values:
            return self.start
        eating = [p for p in some if number > 1 and self._best_move(p, values[p])[1]]
        if eating and not self._eaten:
            self._eaten = True
            return eating[0]
        some = [p for p in some if _is_win(p, values[p]) == (number % 2 == 1)] or some
        return some[len(some) // 2]

    def _tell_end(self) -> None:
        """Tell of the start or, if some position was never reached, why it is drawn."""
        left = [each for each in self.all if each not in self._known]
        shown = self.start if self.start in left or not left else left[0]
        self._show_moves(shown)
        if not left:
            known = self._position_in_words(shown)
            words = f"Every position is known, the start too: {known}."
            return self.step("known", words, at=shown)
        out = [move for move in shown.moves if shown.play(move) in left]
        kinds = Counter(map(_count_pieces, left)).items()
        each = [f"{n:,} with {count_in_words(pieces, 'piece')}" for pieces, n in kinds]
        words = f"No round reaches the last {len(left):,} ({names_in_words(each)}). "
        words += (
            f"Here no move wins, but {names_in_words(out)} leads to another of them: "
        )
        words += "who would lose can always stay among them. They are drawn."
        return self.step("drawn", words, at=shown, arrows=dict.fromkeys(out, 0.5))

    # -- words -------------------------------------------------------------------------

    def _value_in_words(self, value: Value, cut_before: str = "\n") -> str:
        """A value in words, up to `cut_before`: who wins, or also in how many plies."""
        return exact.in_words(self.start.game, value).partition(cut_before)[0]

    def _position_in_words(self, position: Position) -> str:
        """A position's value in words, as far as it is known."""
        known = self._known.get(position)
        return "not known yet" if known is None else self._value_in_words(known)

    def _best_move(self, position: Position, value: Value) -> tuple[str, bool]:
        """A move that keeps the value, and whether it takes pieces off."""
        kept_value = value._replace(plies=(value.plies or 0) - 1)
        good = [
            (move, _count_pieces(after) < _count_pieces(position))
            for move in position.moves
            if self._known.get(after := position.play(move)) == kept_value
        ]
        return max(good, key=lambda each: each[1], default=("", False))

    def _reason_in_words(self, position: Position, value: Value) -> str:
        """The reason why a position has its value, in a sentence."""
        move, captures = self._best_move(position, value)
        why = f"{move} wins, whatever the other moves lead to"
        if not _is_win(position, value):
            why = f"every move loses, and {move} loses latest"
        fewer = ", in a game with fewer pieces" if captures else ""
        return f"{self._value_in_words(value).capitalize()}: {why}{fewer}."

    def _value_question(self, position: Position, value: Value) -> Question:
        """The question what a position is worth."""
        plies, game = value.plies or 0, self.start.game
        part = " in " if self.by == WAVES else "\n"  # its number is the round's
        words = {
            self._value_in_words(Value(who, n), part)
            for who in range(len(game.PLAYERS))
            for n in (plies - 1 or 2, plies)
        }
        who = player_name(position.mover, "the ")
        hint = f"It is for {who} to choose. If one move wins, that is it, the "
        hint += "quickest; only if every move loses, the position is lost, by the "
        hint += "slowest."
        ask, answer = "What is this position worth?", self._value_in_words(value, part)
        return Question(ask, sorted(words), answer, hint)

    # -- rows --------------------------------------------------------------------------

    def _show_table(self, name: str, cells: list[str], mark: str = "") -> None:
        """Begin the table anew with one row."""
        self.rows = {}
        self.set_row((name,), cells, mark=mark)

    def _show_winners(self) -> None:
        """Show how many positions are won by whom, so far."""
        won = Counter(
            self._value_in_words(value, " in ") for value in self._known.values()
        )
        won["not known yet"] = len(self.all) - len(self._known)
        self._show_table("all positions", [f"{len(self.all):,}"])
        for name, n in won.items():
            self.set_row(("all positions", name), [f"{n:,}"])

    def _show_moves(self, position: Position) -> None:
        """Show a position, and what is known after each of its moves."""
        name, known = f"{position.mover} to move", self._known.get(position)
        good = self._best_move(position, known)[0] if known else ""
        self._show_table(name, [self._position_in_words(position)], "on")
        for move in position.moves:
            after = position.play(move)
            tag = "capture" * (_count_pieces(after) < _count_pieces(position))
            looks = {"mark": "good" * (move == good), "tag": tag}
            self.set_row((name, move), [self._position_in_words(after)], **looks)


def _count_pieces(position: Position) -> int:
    """The number of pieces on the board."""
    return len(view_of(position.game).diagram_of(position.state).pieces)


def _is_win(position: Position, value: Value) -> bool:
    """Whether a value, which is no draw, is a win for who is to move."""
    return value.winner == mover(position.game, position.state)
