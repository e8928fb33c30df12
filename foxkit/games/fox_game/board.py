"""The Fox Game on the board: its drawing, its heuristic, and why a try is illegal."""

from collections.abc import Mapping
from typing import ClassVar

from foxkit.core.bits import popcount
from foxkit.core.position import Position
from foxkit.games.fox_game.evaluation import sheep_value
from foxkit.games.fox_game.rules import (
    FOXES,
    POINTS,
    FoxGame,
    FoxState,
    joined_points,
    point_index,
    point_name,
    point_names,
    point_set,
)
from foxkit.players.defaults import position_terms
from foxkit.view.diagram import Diagram, Region, edge_labels, numbered_points, pieces
from foxkit.view.game_view import GameView
from foxkit.view.opponents import Opponent


class FoxGameView(GameView, of=FoxGame):
    """The cross, the pasture, and the terms of the paper's heuristic."""

    AIM: ClassVar[str] = (
        "Sheep step forward or sideways, and win with 9 in the pasture. Foxes step "
        "along any line and must capture a sheep that they can jump over; they win "
        "when too few sheep are left. A fox that cannot move is taken off."
    )
    LETTERS: ClassVar[Mapping[str, str]] = {"sheep": "s", "fox": "f", "": "."}
    PERFECT_OPPONENTS: ClassVar[
        Mapping[str, Opponent]
    ] = {}  # only its endings are solved

    def diagram(self, state: FoxState) -> Diagram:
        """The board, its lines, the pasture and the pieces."""
        return Diagram(
            title="Fox Game",
            points=numbered_points(POINTS),
            pieces=pieces("sheep", "sheep", point_names(state.sheep))
            + pieces("fox", "foxes", point_names(state.foxes)),
            lines=tuple(
                (point, other)
                for point in POINTS
                for other in point_names(
                    joined_points(self.game.diagonals, point_index(point))
                )
                if point < other
            ),
            regions=(Region("pasture", tuple(point_names(self.game.pasture))),),
            columns=edge_labels(7),
            rows=edge_labels(7),
            status=self.status(state),
        )

    def status(self, state: FoxState) -> str:
        """Who has won or moves, the sideways turns so far, and a chain that goes on."""
        words = super().status(state)
        if not words.endswith("to move"):
            return words
        if state.sideways:
            words += f", {state.sideways} of {self.game.sideways_limit} turns sideways"
        if state.chain >= 0:
            words += f", the fox on {point_name(state.chain)} captures on"
        return words

    def tally(self, state: FoxState) -> str:
        """How many sheep are left, and in the pasture."""
        left = f"{popcount(state.sheep)} of {self.game.sheep} sheep left"
        return f"{left}, {self._sheep_in_pasture(state)} in the pasture"

    def _sheep_in_pasture(self, state: FoxState) -> str:
        """How many sheep are in the pasture, of how many they need, in words."""
        return f"{popcount(state.sheep & self.game.pasture)} of {self.game.target}"

    def parse_for_board(self, text: str) -> Position:
        """The position of a text; ValueError where it has too many sheep."""
        position = super().parse_for_board(text)
        if (sheep := popcount(position.state.sheep)) > self.game.sheep:
            begun = f"where a game begins with {self.game.sheep}"
            raise ValueError(f"{sheep} sheep, {begun}")
        return position

    def quantities(self, state: FoxState) -> dict[str, Mapping[str, float]]:
        """The piece-square table by point."""
        values = {p: sheep_value(point_set([p]), self.game.pasture) for p in POINTS}
        return {"piece-square table": values}

    def facts(self, state: FoxState) -> dict[str, str]:
        """The terms of the paper's heuristic, and the counts behind them."""
        judged = [
            f"{value:+.3f}" for value in position_terms(self.game, state).values()
        ]
        unknown = "not known, a step forward leaves the pasture"
        points_value = sheep_value(state.sheep, self.game.pasture)
        return {
            "H, equation (3): above 0 for the foxes": "".join(judged) or unknown,
            "sheep": f"{popcount(state.sheep)} of {self.game.sheep}",
            "sheep in the pasture": self._sheep_in_pasture(state),
            "foxes": str(popcount(state.foxes)),
            "V, value of the sheep's points": str(points_value),
        }

    def reason_for_refusal(self, state: FoxState, start: str, end: str) -> str:
        """The rule that forbids a step or capture, in words; or empty."""
        if state.mover != FOXES:
            down, across = (int(end[i]) - int(start[i]) for i in (0, 1))
            if down < 0:
                return "Sheep never move backwards."
            if down and across:
                return "Sheep move forward or sideways, never diagonally."
            far = down + abs(across) > 1
            return "Sheep move one step at a time." if far else ""
        captures = [m for m in Position(self.game, state).moves if "x" in m]
        if state.chain >= 0 and start != point_name(state.chain):
            fox = f"the fox on {point_name(state.chain)}"
            return f"Only {fox} may capture on in this turn."
        if captures and self.game.must_capture:
            return f"A fox that can capture must: {', '.join(captures)}."
        if (
            not joined_points(self.game.diagonals, point_index(start))
            >> point_index(end)
            & 1
        ):
            return f"No line joins {start} and {end}."
        return ""
