"""Maxⁿ as a walkthrough, for any number of players; beside it, paranoid search.

By max^n everybody wants the most of their own; a paranoid player expects that all
others want the least for the one at the root.
"""

from typing import Any, NamedTuple

from foxkit.core.arguments import whole_number
from foxkit.core.position import Position
from foxkit.lab.numbers import count_in_words, signed_number
from foxkit.players.defaults import default_evaluation
from foxkit.search.perft import MAX_DEPTH
from foxkit.search.reference import Line, payoffs_or_estimate
from foxkit.view.diagram import player_name
from foxkit.view.steps.walkthrough import Question, SearchWalkthrough, names_in_words


class _MaxNAndParanoidValues(NamedTuple):
    """The values of a node: for each player by max^n, and for a paranoid root."""

    max_n: dict[str, float]
    paranoid: float


class MaxNWalkthrough(SearchWalkthrough):
    """The steps of max^n, with paranoid values beside it."""

    def __init__(
        self, position: Position, evaluation: Any = None, *, depth: int = 3
    ) -> None:
        depth = whole_number("depth", depth, 1, MAX_DEPTH)
        players = position.game.PLAYERS
        columns = [
            "Move",
            *(player_name(who).capitalize() for who in players),
            "Paranoid",
        ]
        title = f"Maxⁿ and paranoid, {count_in_words(depth, 'ply', 'plies')} deep"
        super().__init__(title, position, ("open", "value", "choose"), columns)
        self.judge = evaluation or default_evaluation(position.game)
        self.depth, self.me = depth, position.mover
        self.counters = {"positions": 0, "choices": 0}
        self.set_row((), [""] * (len(players) + 1))
        self._tell_node(())

    def _tell_node(self, line: Line) -> _MaxNAndParanoidValues:
        """Write down what happens below a node; return its values."""
        self.counters["positions"] += 1
        position = self.position_after(line)
        if len(line) == self.depth or not position.moves:
            payoffs_of_players = payoffs_or_estimate(position, self.judge)
            why = "the game is over" if position.outcome else "the evaluation judges"
            values = self._note_values(
                line,
                _MaxNAndParanoidValues(payoffs_of_players, payoffs_of_players[self.me]),
            )
            self.step("value", f"After {names_in_words(line)} {why}.", line)
            return values
        for move in position.moves:
            self.set_row((*line, move), self.rows[()].cells)
        name = names_in_words(line) or "the root"
        self.step("open", f"Open {name}: {player_name(position.mover)} to move.", line)
        below = {move: self._tell_node((*line, move)) for move in position.moves}
        return self._tell_choice(line, position.mover, below)

    def _tell_choice(
        self, line: Line, who: str, below: dict[str, _MaxNAndParanoidValues]
    ) -> _MaxNAndParanoidValues:
        """Ask which move a player takes, tell it, and return what it leads to."""
        prefer = max if who == self.me else min
        best = max(below, key=lambda move: below[move].max_n[who])
        feared = prefer(below, key=lambda move: below[move].paranoid)
        if len(below) > 1:
            hint = f"The numbers for {player_name(who)} decide, and no others."
            chooser = player_name(who)
            ask = f"Which move does {chooser} choose by max^n, for its own number?"
            words = f"{names_in_words(line) or 'The root'}: {player_name(who)} knows "
            question = Question(ask, [*below], best, hint)
            self.step(
                "value", f"{words}what each move leads to.", line, question=question
            )
        self.counters["choices"] += 1
        for move, values in below.items():
            self.remove_rows_below((*line, move))
            mark, tag = "good" * (move == best), "paranoid" * (move == feared != best)
            self._note_values((*line, move), values, mark=mark, tag=tag)
        chosen = _MaxNAndParanoidValues(below[best].max_n, below[feared].paranoid)
        self._note_values(line, chosen)
        largest_in_words = f"{signed_number(chosen.max_n[who], 2)} is the most."
        words = f"{player_name(who).capitalize()} chooses {best}: {largest_in_words}"
        if chosen.paranoid != below[best].paranoid:
            mine = f"Who thinks that all are against them plays {feared}."
            other = f"Against {player_name(self.me)} it would be {feared}."
            words += f" {mine if who == self.me else other}"
        self.step("choose", words, line)
        return chosen

    def _note_values(
        self, line: Line, values: _MaxNAndParanoidValues, **looks: str
    ) -> _MaxNAndParanoidValues:
        """Write down a node's values, and return them."""
        in_order = [values.max_n[who] for who in self.start.game.PLAYERS]
        self.set_row(
            line, [signed_number(x, 2) for x in (*in_order, values.paranoid)], **looks
        )
        return values
