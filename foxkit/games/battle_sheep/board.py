"""Battle Sheep on the board: the field, the stacks, the score as it grows."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from foxkit.games.battle_sheep import geometry as field
from foxkit.games.battle_sheep.players import SheepMcts, our_player, report_player
from foxkit.games.battle_sheep.policies import NarrowFirst
from foxkit.games.battle_sheep.rules import BattleSheep, SheepState, scores, sheep_on
from foxkit.games.battle_sheep.starts import degrees_of_all_cells
from foxkit.players.budget import Budget
from foxkit.view.diagram import Diagram, Piece, Point, edge_labels
from foxkit.view.game_view import GameView
from foxkit.view.opponents import Opponent, SliderSetting

_ITERATIONS_SLIDER = SliderSetting(
    "iterations", "iterations", (50, 100, 200, 500, 1000, 2000), 500
)
_FACTOR_SLIDER = SliderSetting("factor", "distance", (0, 5, 10, 15), 0, ("DOF",))
_MEASURES = "cells seen (L1)", "degree of freedom (L2)"
"""The report's two measures of a starting cell, see `StartingCells`."""
_DIRECTION_WORDS = [
    f"{y} {x}".strip() for y in ("up", "", "down") for x in ("left", "", "right")
]
"""The directions by their keys on a telephone, less one."""


def cell_name(cell: tuple[int, int]) -> str:
    """What a cell is called: `x,y`."""
    return f"{cell[0]},{cell[1]}"


def _split_move(move: str) -> tuple[str, int, str, int]:
    """A stack's cell as text and as number, how many sheep go, the direction or 0."""
    stack, _, direction = move.partition(">")
    start, _, sheep = stack.partition(":")  # how many is not told of a hidden stack
    x, _, y = start.partition(",")
    return start, 15 * int(x) + int(y) if y else -1, sheep, int(direction or 0)


def region_sizes(cells: field.CellSet) -> list[int]:
    """The sizes of the regions of a player's cells, the largest first."""
    sizes: list[int] = []
    while not field.is_empty(cells):
        region, grown = field.EMPTY, field.first_cell(cells)
        while region != grown:
            region = grown
            grown = field.intersection(field.with_side_neighbours(grown), cells)
        sizes.append(field.size_of(region))
        cells = field.difference(cells, region)
    return sorted(sizes, reverse=True)


class BattleSheepView(GameView, of=BattleSheep):
    """The field of a map, and each player's stacks with their number of sheep."""

    HAS_HIDDEN_PARTS: ClassVar[bool] = True  # where the game says so, see `blind`
    PLAYER_MARKS: ClassVar[Mapping[str, str]] = {
        p: f"stack-{p}" for p in BattleSheep.PLAYERS
    }
    AIM: ClassVar[str] = (
        "Put your flock on a cell at the edge. Then split one of your stacks and slide "
        "a part of it as far as it goes, until nobody can. The larger your regions of "
        "joined cells are then, the more they count. `report` plays as the report of "
        "chapter 5 prints it; DOF, its degrees of freedom, starts where the most cells "
        "can be slid to."
    )
    LETTERS: ClassVar[Mapping[str, str]] = {
        **{f"{n} sheep of {p}": "abcd"[p - 1] for p in (1, 2, 3, 4) for n in (1, 5)},
        "": ".",
    }
    OPPONENTS: ClassVar[Mapping[str, Opponent]] = {
        "report": Opponent(report_player, (_ITERATIONS_SLIDER, _FACTOR_SLIDER)),
        "shepherd": Opponent(
            partial(our_player, foresees=False), (_ITERATIONS_SLIDER,)
        ),
    }

    @property
    def is_blind(self) -> bool:
        """Whether stacks are hidden from the observer."""
        return bool(self.game.hidden) and self.seen_by is not None

    def diagram(self, state: SheepState) -> Diagram:
        """The field, and each player's stacks with their number of sheep."""
        joined = state.free
        for cells in state.owned:
            joined = field.union(joined, cells)
        obstacles = field.cells_of(
            field.difference(field.square_field(self.game.size), joined)
        )
        stacks = (
            Piece("stack", cell_name(at), player, label, seat)
            for seat, player in enumerate(self.game.PLAYERS)
            for at in field.cells_of(state.owned[seat])
            for hidden in [self.is_blind and player != self.seen_by]
            for label in ["?" if hidden else str(sheep_on(state, 15 * at[0] + at[1]))]
        )
        return Diagram(
            title="Battle Sheep",
            points=tuple(
                Point(cell_name(at), *at, "field") for at in field.cells_of(joined)
            ),
            pieces=tuple(stacks),
            scenery=tuple(Point("", *at, "dark") for at in obstacles),
            columns=edge_labels(self.game.size),
            rows=edge_labels(self.game.size),
            status=self.status(state),
        )

    def status(self, state: SheepState) -> str:
        """Who moves or has won, and the scores."""
        points = ", ".join(map(str, scores(state)))
        words = super().status(state)
        return words if "scores" in words else f"{words}, scores {points}"

    def heard_move(self, state: SheepState, move: str) -> str:
        """A move as the observer hears it, without a hidden number of sheep."""
        mine = self.game.PLAYERS[state.mover] == self.seen_by
        start, *_, direction = _split_move(move)
        return (
            f"{start}>{direction}" if direction and self.is_blind and not mine else move
        )

    def spoken_move(self, state: SheepState, move: str) -> str:
        """A move in words to be read aloud, as much of it as the observer may know."""
        start, _, sheep, direction = _split_move(move)
        if not direction:
            return move
        words = f"from {start} go {_DIRECTION_WORDS[direction - 1]}"
        return f"{sheep} {words}" if self.heard_move(state, move) == move else words

    def button_text(self, state: SheepState, move: str) -> str:
        """The text of a button for a move, with how many sheep go and stay."""
        _, cell, sheep, direction = _split_move(move)
        if not direction:
            return move
        return f"{sheep} go, {sheep_on(state, cell) - int(sheep)} stay"

    def path(self, state: SheepState, move: str) -> tuple[str, ...]:
        """The cells where a move starts and ends."""
        start, cell, _, direction = _split_move(move)
        if not direction:
            return () if move == "pass" else (start,)
        return start, cell_name(
            divmod(field.slide_end(state.free, cell, direction), 15)
        )

    def facts(self, state: SheepState) -> dict[str, str]:
        """Points and sizes of regions, by player."""
        sizes = (", ".join(map(str, region_sizes(owned))) or 0 for owned in state.owned)
        found = zip(self.game.PLAYERS, scores(state), sizes, strict=True)
        return {
            f"player {player}": f"{points} points, cells by region: {cells}"
            for player, points, cells in found
        }

    def quantities(self, state: SheepState) -> dict[str, Mapping[str, float]]:
        """The degrees of freedom of each free cell, L1 and L2 of the report."""
        measures = degrees_of_all_cells(self.game.size, state.free)
        cells = field.cells_of(state.free)
        named = zip(_MEASURES, measures, strict=False)
        return {x: {cell_name(at): float(of[at]) for at in cells} for x, of in named}

    def reviewer(self) -> SheepMcts:
        """The search of the opponent `shepherd`; what is hidden it imagines."""
        return SheepMcts(Budget(1), c=0.7, policy=NarrowFirst(), skips_passes=True)

    def put_piece(self, text: str, point: str, kind: str) -> str:
        """The text of a position with sheep put on a cell; kind "" empties it."""
        board, side = text.split(" | ")
        rows, (x, y) = [row.split() for row in board.split("/")], point.split(",")
        before, letter = rows[int(y)][int(x)], self.LETTERS[kind]
        stack_size = int(before[1:]) if kind and before[0] == letter else 0
        sheep = min(32, stack_size + int(kind.split()[0])) if kind else ""
        rows[int(y)][int(x)] = f"{letter}{sheep}"
        return f"{'/'.join(map(' '.join, rows))} | {side}"

    def set_mover(self, text: str, player: str) -> str:
        """The text of a position with another player to move."""
        return f"{text.split(' | ')[0]} | {player}"
