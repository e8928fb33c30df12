"""Fox & Hounds on the board: its drawing, its opponents, and what a table tells."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import ClassVar

from foxkit.core.position import Position
from foxkit.games.fox_hounds.players import DocumentPlayer
from foxkit.games.fox_hounds.ranking import hound_squares
from foxkit.games.fox_hounds.rules import (
    FOX,
    FoxHounds,
    FoxHoundsState,
    board_areas,
    is_foxbox,
    square_name,
)
from foxkit.players.perfect import PerfectPlayer
from foxkit.view.diagram import Diagram, Point, Region, pieces
from foxkit.view.game_view import GameView
from foxkit.view.opponents import Opponent, SliderSetting

_FUZZ_CHOICES = (0.0, 0.001, 0.003, 0.006935, 0.01, 0.03, 0.1, 0.3, 1.0)
_FUZZ_SLIDER = SliderSetting("fuzz", "fuzz factor p", _FUZZ_CHOICES, 0.006935)


class FoxHoundsView(GameView, of=FoxHounds):
    """The board of any size, its areas, and the answers of its table."""

    AIM: ClassVar[str] = (
        "All step to the next light square; hounds only forward, the fox back as well. "
        "The hounds win when the fox cannot move, the fox when it has slipped past "
        "them or no hound can move. It is a FoxBox when all that the fox can still "
        "reach is within the hounds' reach. The fuzz factor p is how much weight the "
        "document's player gives to a move at random."
    )
    LETTERS: ClassVar[Mapping[str, str]] = {"hound": "H", "fox": "F", "": "."}
    PERFECT_OPPONENTS: ClassVar[Mapping[str, Opponent]] = {
        "document's player": Opponent(DocumentPlayer, (_FUZZ_SLIDER,)),
        "perfect": Opponent(PerfectPlayer),
    }

    def diagram(self, state: FoxHoundsState) -> Diagram:
        """The board with its areas, the hounds and the fox."""
        game, top = self.game, self.game.height - 1
        light = {
            (2 * j + 1 - y % 2, top - y): square_name(
                game.per_rank, game.per_rank * y + j
            )
            for y, j in product(range(game.height), range(game.per_rank))
        }
        board = product(range(game.width), range(game.height))
        return Diagram(
            title="Fox & Hounds",
            points=tuple(Point(square, *at, "light") for at, square in light.items()),
            pieces=pieces("hound", "hounds", self._square_names(state.even, state.odd))
            + pieces("fox", "fox", [square_name(game.per_rank, state.fox)]),
            scenery=tuple(Point("", *at, "dark") for at in board if at not in light),
            regions=tuple(self._regions(state)),
            columns=tuple((x, chr(ord("a") + x)) for x in range(game.width)),
            rows=tuple((top - y, str(y + 1)) for y in range(game.height)),
            status=self.status(state),
        )

    def _square_names(self, even: int, odd: int) -> tuple[str, ...]:
        """The names of the squares of two sets, in reading order from below."""
        squares = hound_squares(self.game.per_rank, FoxHoundsState(0, even, odd, FOX))
        return tuple(square_name(self.game.per_rank, square) for square in squares)

    def _regions(self, state: FoxHoundsState) -> Iterator[Region]:
        """Yield the areas of the document that are drawn on the board."""
        reach_even, reach_odd, safe_even, safe_odd, *box = board_areas(self.game, state)
        if reach := self._square_names(reach_even, reach_odd):
            yield Region("within the hounds' reach", reach, "reach")
        if safe := self._square_names(safe_even, safe_odd):
            yield Region("where a fox has escaped", safe, "goal")
        if is_foxbox(self.game, state):
            yield Region("FoxBox", self._square_names(*box), "box", spoiler=True)

    def point_index_in_text(self, text: str, point: str) -> int:
        """The index of a square's letter in the text of a position."""
        row, column = text.count("/") + 1 - int(point[1:]), ord(point[0]) - ord("a")
        return row * (text.index("/") + 1) + column // 2

    def facts(self, state: FoxHoundsState) -> dict[str, str]:
        """The answers of the table, or only whether it is a FoxBox if there is none."""
        if not self.is_solved(state):
            return {"FoxBox": "yes" if is_foxbox(self.game, state) else "no"}
        from foxkit.games.fox_hounds.solver import value  # a page has no tables

        values = value(Position(self.game, state))
        b, largest = values["B"], values["max_B"]
        return {
            "value": f"{values['winner']} in {values['plies']}",
            "FoxBox": "yes" if values["foxbox"] else "no",
            "B, plies to force a FoxBox": "never" if b is None else str(b),
            "largest B": f"{largest[0]} after {largest[1]}" if largest else "never",
            "the document's player chooses among": ", ".join(values["ai_moves"]),
        }

    def quantities(self, state: FoxHoundsState) -> dict[str, Mapping[str, float]]:
        """For each square of the fox who would win: 1 the fox, -1 the hounds."""
        if not self.is_solved(state):
            return {}
        from foxkit.games.fox_hounds.table import answer_of  # as above

        per_rank, taken = self.game.per_rank, hound_squares(self.game.per_rank, state)
        wins = {
            square_name(per_rank, fox): 1.0
            if answer_of(self.game, other).winner == FOX
            else -1.0
            for fox in range(per_rank * self.game.height)
            if fox not in taken and fox // per_rank % 2 == state.fox // per_rank % 2
            for other in [state._replace(fox=fox)]
        }
        return {"who wins with the fox there": wins}

    def reason_for_refusal(self, state: FoxHoundsState, start: str, end: str) -> str:
        """The rule that forbids a step, in words; or empty."""
        board = self.diagram_of(state)
        across, down = (board[end].x - board[start].x, board[end].y - board[start].y)
        if state.mover != FOX and down >= 0:
            return "Hounds only move up the board."
        diagonal = abs(across) == abs(down) == 1
        return "" if diagonal else "Every move is one step diagonally."
