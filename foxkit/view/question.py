"""The question of a balance lab: rules, players and games, and the cell for it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from foxkit.core.fields import RuleField, changes_in_words
from foxkit.core.former import refuses_former_names
from foxkit.lab.match import Match, match
from foxkit.players.budget import Budget
from foxkit.players.defaults import EVALUATIONS
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import MctsPlayer
from foxkit.view.opponents import evaluation_or_none

if TYPE_CHECKING:  # pages use this module without it
    from foxkit.lab.match_run import MatchRun

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {"possible_axes": "curve_axes"},
    )


STRENGTH_AXES = {
    "simulations": ((30, 100, 300, 1_000, 3_000, 10_000), (30, 100, 300)),
    "cutoff": ((0, 1, 2, 3, 5, 10, 20), (0, 5, 20)),
}
"""The axes of curves besides rules: all values, and those ticked at first."""
_VALUES_ON_AXIS = 8  # the number of values of a rule on an axis
_CELL_TEMPLATE = """\
from foxkit import Budget, MctsPlayer, curve, match, play
from {home} import {name}
from {place} import {judge}

games = [{name}({rules}){along}]
pairs = [
    match(game, MctsPlayer(Budget(n), {judge}({of}), cutoff=cutoff))
    for game in games
    for n in {simulations}
    for cutoff in {cutoff}
]
rows = play(pairs, max_blocks={max_blocks}, of="{rate}")
curve(rows, "{axis}", "{rate}")"""


def curve_axes(game: Any) -> dict[str, tuple[Any, Any]]:
    """The axes along which a curve may run: all values, and those ticked at first."""
    axes = dict[str, tuple[Any, Any]](STRENGTH_AXES)
    for name, field in game.FIELDS.items():
        if isinstance(field, RuleField) and isinstance(field.values, range):
            default = getattr(game, name)
            default_index = field.values.index(default)
            first = max(
                0,
                min(
                    default_index - _VALUES_ON_AXIS // 2,
                    len(field.values) - _VALUES_ON_AXIS,
                ),
            )
            values_near_default = field.values[first : first + _VALUES_ON_AXIS]
            axes[name] = (
                values_near_default,
                [n for n in values_near_default if abs(n - default) < 2],
            )
    return axes


@dataclass(frozen=True)
class BalanceQuestion:
    """How often does the first side win between equal players, along an axis?"""

    game: Any  # the rules
    axis: str  # a strength or a rule
    values: tuple[int, ...]  # on the axis
    simulations: int
    cutoff: int
    pairs: int  # of games for each point
    evaluation_name: str  # the name of the evaluation in `EVALUATIONS`

    @property
    def rate_column(self) -> str:
        """The column with the rate at which the first side wins."""
        return f"{self.game.PLAYERS[0]}_rate"

    @property
    def name(self) -> str:
        """A name for the rules: what is changed in them, and the evaluation."""
        evaluation = self.evaluation_name
        by = "" if evaluation == "usual" else f", {evaluation} evaluation"
        return (changes_in_words(self.game) or "usual rules") + by

    def matches(self) -> list[Match]:
        """The match of each point; ValueError if there is no point, or no such game."""
        if not self.values:
            raise ValueError(f"tick a value of {self.axis}")
        all_matches = []
        for value in self.values:
            fields_at_point = vars(self) | {self.axis: value}
            rule = {} if self.axis in STRENGTH_AXES else {self.axis: value}
            game = self.game._replace(**rule)
            evaluation = evaluation_or_none(game, EVALUATIONS[self.evaluation_name])
            if evaluation is None and fields_at_point["cutoff"] >= 0:
                said = "no evaluation of these rules is known: choose cutoff -1"
                raise ValueError(said)
            budget = Budget(fields_at_point["simulations"])
            player = MctsPlayer(
                budget, evaluation or ZeroEvaluation(), cutoff=fields_at_point["cutoff"]
            )
            all_matches.append(match(game, player, **{self.axis: value}))
        return all_matches

    def runs(self, max_blocks: int | None = None) -> "list[MatchRun]":
        """The matches of the points as runs, each with the games that are there."""
        from foxkit.lab.match_files import MatchFiles
        from foxkit.lab.match_run import MatchRun
        from foxkit.lab.stopping_rule import StoppingRule

        rule = StoppingRule(self.rate_column, None, 1, max_blocks or self.pairs)
        return [MatchRun(MatchFiles(each), rule) for each in self.matches()]

    @property
    def cell_source(self) -> str:
        """The source of a cell that plays and draws the same."""
        game_class, default_game = type(self.game), type(self.game)()
        values: dict[str, Any] = {name: (vars(self)[name],) for name in STRENGTH_AXES}
        for_clause, rules = f" for {self.axis} in {self.values}", {}
        for name, field in game_class.FIELDS.items():
            value = getattr(self.game, name)
            if value != getattr(default_game, name):
                rules[name] = repr(field.as_source(value))
            if name == self.axis:
                rules[name] = name
        if self.axis in STRENGTH_AXES:
            values[self.axis], for_clause = self.values, ""
        evaluation_class = EVALUATIONS[self.evaluation_name]
        has_evaluation = evaluation_or_none(self.game, evaluation_class) is not None
        used_class: Any = evaluation_class if has_evaluation else ZeroEvaluation
        modules = {"home": game_class.__module__, "place": used_class.__module__}
        names = {
            "name": game_class.__name__,
            "judge": used_class.__name__,
            "along": for_clause,
        }
        rule_arguments = ", ".join(f"{name}={value}" for name, value in rules.items())
        arguments = {
            "max_blocks": self.pairs,
            "axis": self.axis,
            "rate": self.rate_column,
        }
        fields = modules | names | arguments | values
        return _CELL_TEMPLATE.format(
            of="game" if has_evaluation else "", rules=rule_arguments, **fields
        )
