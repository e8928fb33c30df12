"""Hare and Hounds on the board."""

from collections.abc import Mapping
from typing import ClassVar

from foxkit.games.hare_hounds.rules import (
    HOUNDS,
    LINES,
    POINTS,
    HareHounds,
    HareHoundsState,
)
from foxkit.view.diagram import Diagram, Point, pieces
from foxkit.view.game_view import GameView


class HareHoundsView(GameView, of=HareHounds):
    """Eleven points and their lines."""

    AIM: ClassVar[str] = (
        "All step along a line to an empty point; hounds go forward or up and down, "
        "never back. The hounds win when the hare cannot move; the hare when it is as "
        "far back as the hindmost hound, when no hound can move, or when the hounds "
        "have not gone forward in (usually) ten moves."
    )
    LETTERS: ClassVar[Mapping[str, str]] = {"hound": "h", "hare": "r", "": "."}

    def diagram(self, state: HareHoundsState) -> Diagram:
        """The points, their lines and the pieces."""
        hounds = (name for i, name in enumerate(POINTS) if state.hounds >> i & 1)
        return Diagram(
            title="Hare and Hounds",
            points=tuple(Point(p, ord(p[0]) - ord("a"), int(p[1]) - 1) for p in POINTS),
            lines=tuple((POINTS[a], POINTS[b]) for a, b in LINES),
            pieces=pieces("hound", "hounds", hounds)
            + pieces("hare", "hare", [POINTS[state.hare]]),
            columns=tuple(enumerate("abcde")),
            rows=tuple(enumerate("123")),
            status=self.status(state),
        )

    def point_index_in_text(self, text: str, point: str) -> int:
        """The index of a point's letter in the text of a position."""
        return POINTS.index(point)

    def put_piece(self, text: str, point: str, kind: str) -> str:
        """The text of a position with a piece put on a point; kind "" empties it."""
        if kind == "hare":  # there is but one
            text = text.replace("r", ".", 1)
        elif text[self.point_index_in_text(text, point)] == "r":
            return text
        return super().put_piece(text, point, kind)

    def set_mover(self, text: str, player: str) -> str:
        """The text of a position with another player to move."""
        board, _, stalled = text.split()
        return f"{board} {'r' if player == 'hare' else 'h'} {stalled}"

    def tally(self, state: HareHoundsState) -> str:
        """How many moves were stalled, and how many are allowed."""
        return f"{state.stalled} of {self.game.stall_limit} moves stalled"

    def reason_for_refusal(self, state: HareHoundsState, start: str, end: str) -> str:
        """The rule that forbids a step, in words; or empty."""
        if state.mover == HOUNDS and end[0] < start[0]:
            return "Hounds never go back."
        joined = {frozenset((POINTS[a], POINTS[b])) for a, b in LINES}
        return "" if {start, end} in joined else f"No line joins {start} and {end}."
