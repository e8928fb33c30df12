"""Wolves Eat Sheep on the board: its drawing, its opponents, and what tables tell."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from foxkit.core.bits import popcount
from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position
from foxkit.games.wolves.evaluation import (
    AS_MEANT,
    AS_PRINTED,
    WolvesHeuristic,
    heuristic,
    terms_of,
)
from foxkit.games.wolves.players import ReportPlayer
from foxkit.games.wolves.rules import (
    BOARD,
    CORNER,
    TOO_FEW_SHEEP,
    WOLVES,
    Wolves,
    WolvesCorner,
    WolvesState,
    square_names,
)
from foxkit.solvers import exact
from foxkit.view.diagram import Diagram, edge_labels, numbered_points, pieces
from foxkit.view.game_view import GameView
from foxkit.view.opponents import Opponent, SliderSetting

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "report_score": "report_evaluation",
        },
    )

_CHEQUERED_POINTS = tuple(
    point._replace(shape=("light", "dark")[i % 2])
    for i, point in enumerate(numbered_points(square_names(BOARD)))
)
_PROGRAM_SLIDER = SliderSetting(
    "deviations", "program", (0, 1), 0, ("mended", "as printed")
)
_DEPTH_SLIDER = SliderSetting("depth", "depth", tuple(range(1, 11)), 4)


def report_evaluation(position: Position) -> WolvesHeuristic:
    """The evaluation of the report for the player who begins a search in a position."""
    return heuristic(position.state, position.state.mover)


class WolvesView(GameView, of=Wolves):
    """The board, the terms of the report's heuristic, and solved endings."""

    AIM: ClassVar[str] = (
        "All step to an empty square beside their own. A wolf also eats a sheep two "
        "squares off in a straight line, if the square between is empty. The wolves "
        "win when only a few sheep are left (usually two); the sheep win when no wolf "
        "can move."
    )
    LETTERS: ClassVar[Mapping[str, str]] = {"sheep": "1", "wolf": "2", "": "0"}
    OPPONENTS: ClassVar[Mapping[str, Opponent]] = {
        "report's AI": Opponent(
            lambda deviations: ReportPlayer(AS_PRINTED if deviations else AS_MEANT),
            (_PROGRAM_SLIDER,),
        ),
        "alpha-beta": Opponent(
            lambda depth: ReportPlayer(AS_MEANT, (depth, depth)), (_DEPTH_SLIDER,)
        ),
    }

    def diagram(self, state: WolvesState) -> Diagram:
        """The board and its pieces."""
        return Diagram(
            title="Wolves Eat Sheep",
            points=_CHEQUERED_POINTS,
            pieces=pieces("sheep", "sheep", square_names(state.sheep))
            + pieces("wolf", "wolves", square_names(state.wolves)),
            columns=edge_labels(5),
            rows=edge_labels(5),
            status=self.status(state),
        )

    def tally(self, state: WolvesState) -> str:
        """How many sheep are left, and with how many the wolves win."""
        return f"{popcount(state.sheep)} sheep left; the wolves need {TOO_FEW_SHEEP}"

    def facts(self, state: WolvesState) -> dict[str, str]:
        """The terms of the report's heuristic, and the exact value if it is solved."""
        terms = terms_of(state)
        shown = {
            "sheep": str(terms.sheep),
            "distances from sheep to wolves": str(terms.distance),
            "sheep that can be eaten": str(terms.facing),
            "blocked sides of free wolves": str(terms.ways),
            "trapped wolves": str(terms.trapped),
        }
        if self.is_solved(state):
            value = exact.value_of(Position(self.game, state))
            shown["exact value"] = exact.in_words(self.game, value)
        return shown

    def reason_for_refusal(self, state: WolvesState, start: str, end: str) -> str:
        """The rule that forbids a move, in words; or empty."""
        down, across = (abs(int(end[i]) - int(start[i])) for i in (0, 1))
        if down and across:
            return "Nobody moves diagonally."
        if (
            state.mover != WOLVES
            or down + across > 1
            or not self.diagram_of(state).piece_at(end)
        ):
            return ""
        return "A wolf cannot eat a sheep beside it: an empty square must lie between."


class WolvesCornerView(WolvesView, of=WolvesCorner):
    """The view of the corner alone."""

    def diagram(self, state: WolvesState) -> Diagram:
        """The corner and its pieces."""
        points = tuple(p for p in _CHEQUERED_POINTS if p.name in square_names(CORNER))
        title, sides = "A corner of Wolves Eat Sheep", edge_labels(3)
        whole = super().diagram(state)
        return replace(whole, title=title, points=points, columns=sides, rows=sides)
