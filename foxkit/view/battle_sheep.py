"""Battle Sheep on the board: the field, the stacks, the score as it grows."""

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

from foxkit.agents.battle_sheep_players import SheepMcts, our_player, report_player
from foxkit.agents.battle_sheep_policies import NarrowFirst
from foxkit.agents.battle_sheep_starts import degrees
from foxkit.agents.budget import Budget
from foxkit.rules.battle_sheep import BattleSheep
from foxkit.rules.battle_sheep_board import (
    EMPTY,
    CellSet,
    area,
    cells_of,
    common,
    first_cell,
    inside,
    is_empty,
    slide,
    union,
    with_sides,
    without,
)
from foxkit.rules.battle_sheep_state import SheepState, scores, sheep_on
from foxkit.view.diagram import Diagram, Piece, Point, digits
from foxkit.view.game_view import GameView
from foxkit.view.opponents import Opponent, Setting

_ITERATIONS = Setting("iterations", "iterations", (50, 100, 200, 500, 1000, 2000), 500)
_FACTOR = Setting("factor", "distance", (0, 5, 10, 15), 0, ("DOF",))
_WAYS = [f"{y} {x}".strip() for y in ("up", "", "down") for x in ("left", "", "right")]
"""The directions by their keys on a telephone, less one."""


def cell_name(cell: tuple[int, int]) -> str:
    """Return what a cell is called: `x,y`."""
    return f"{cell[0]},{cell[1]}"


def _cell(name: str) -> int:
    x, y = name.split(",")
    return 15 * int(x) + int(y)


def _parts(move: str) -> tuple[str, str, int]:
    """Return where a stack is, how many sheep of it go, and which way; else 0."""
    start, _, how = move.partition(":")
    sheep, _, way = how.partition(">")
    return start, sheep, int(way or 0)


def regions(cells: CellSet) -> list[int]:
    """Return the sizes of the regions of a player's cells, the largest first."""
    sizes: list[int] = []
    while not is_empty(cells):
        region, grown = EMPTY, first_cell(cells)
        while region != grown:
            region, grown = grown, common(with_sides(grown), cells)
        sizes.append(area(region))
        cells = without(cells, region)
    return sorted(sizes, reverse=True)


class BattleSheepView(GameView, of=BattleSheep):
    """The field of a map, and each player's stacks with their number of sheep."""

    HIDES: ClassVar[bool] = True  # where the game says so, see `blind`
    MARKS: ClassVar[Mapping[str, str]] = {p: f"stack-{p}" for p in BattleSheep.PLAYERS}
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
        "report": Opponent(report_player, (_ITERATIONS, _FACTOR)),
        "shepherd": Opponent(partial(our_player, foresees=False), (_ITERATIONS,)),
    }

    @property
    def blind(self) -> bool:
        """Tell whether the others' stacks are hidden from the observer."""
        return bool(self.game.hidden) and self.seen_by is not None

    def diagram(self, state: SheepState) -> Diagram:
        """Describe a state for drawing."""
        field = state.free
        for own in state.owned:
            field = union(field, own)
        obstacles = cells_of(without(inside(self.game.size), field))
        return Diagram(
            title="Battle Sheep",
            points=tuple(Point(cell_name(at), *at, "field") for at in cells_of(field)),
            pieces=tuple(self._stacks(state)),
            scenery=tuple(Point("", *at, "dark") for at in obstacles),
            columns=digits(self.game.size),
            rows=digits(self.game.size),
            status=self.status(state),
        )

    def _stacks(self, state: SheepState) -> list[Piece]:
        return [
            Piece("stack", cell_name((x, y)), player, label, seat)
            for seat, player in enumerate(self.game.PLAYERS)
            for x, y in cells_of(state.owned[seat])
            for hidden in [self.blind and player != self.seen_by]
            for label in ["?" if hidden else str(sheep_on(state, 15 * x + y))]
        ]

    def status(self, state: SheepState) -> str:
        """Say who is to move or has won, and the score."""
        points = ", ".join(map(str, scores(state)))
        said = super().status(state)
        return said if "scores" in said else f"{said}, scores {points}"

    def told(self, state: SheepState, move: str) -> str:
        """Return a move; where stacks are hidden, not how many sheep of others went."""
        mine = self.game.PLAYERS[state.mover] == self.seen_by
        start, _, way = _parts(move)
        return f"{start}>{way}" if way and self.blind and not mine else move

    def said(self, state: SheepState, move: str) -> str:
        """Say a move by its direction, such as `4 from 1,1 go right`."""
        start, sheep, way = _parts(move)
        if not way:
            return move
        words = f"from {start} go {_WAYS[way - 1]}"
        return f"{sheep} {words}" if self.told(state, move) == move else words

    def spelled(self, state: SheepState, move: str) -> str:
        """Return how a stack is split."""
        start, sheep, way = _parts(move)
        if not way:
            return move
        return f"{sheep} go, {sheep_on(state, _cell(start)) - int(sheep)} stay"

    def path(self, state: SheepState, move: str) -> tuple[str, ...]:
        """Return the cell that is taken, or where a part slides from and to."""
        start, _, way = _parts(move)
        if not way:
            return () if move == "pass" else (start,)
        return start, cell_name(divmod(slide(state.free, _cell(start), way), 15))

    def facts(self, state: SheepState) -> dict[str, str]:
        """Return each player's score and the sizes of the regions that it is for."""
        sizes = (", ".join(map(str, regions(own))) for own in state.owned)
        found = zip(self.game.PLAYERS, scores(state), sizes, strict=True)
        return {
            f"player {player}": f"{points} points, cells by region: {cells or 0}"
            for player, points, cells in found
        }

    def quantities(self, state: SheepState) -> dict[str, Mapping[str, float]]:
        """Return the report's degrees of freedom of the free cells."""
        l1, l2, _ = degrees(self.game.size, state.free)
        cells = cells_of(state.free)
        return {
            "L1": {cell_name(at): float(l1[at]) for at in cells},
            "L2": {cell_name(at): float(l2[at]) for at in cells},
        }

    def reviewer(self) -> SheepMcts:
        """Return the search of `shepherd`; what is hidden it imagines."""
        return SheepMcts(Budget(1), c=0.7, policy=NarrowFirst(), skips_passes=True)

    def put(self, text: str, point: str, kind: str) -> str:
        """Return a position's text with more sheep of a player on a cell, or none."""
        board, side = text.split(" | ")
        rows, (x, y) = [row.split() for row in board.split("/")], point.split(",")
        before, letter = rows[int(y)][int(x)], self.LETTERS[kind]
        there = int(before[1:]) if kind and before[0] == letter else 0
        sheep = min(32, there + int(kind.split()[0])) if kind else ""
        rows[int(y)][int(x)] = f"{letter}{sheep}"
        return f"{'/'.join(map(' '.join, rows))} | {side}"

    def turn(self, text: str, player: str) -> str:
        """Return a position's text with another player to move."""
        return f"{text.split(' | ')[0]} | {player}"
