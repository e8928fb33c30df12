"""Where to start in Battle Sheep: the report's degrees of freedom and distances.

Source: the Battle Sheep report, section II (initial position) and its listing,
`calculate_DOF`.

>>> found = starting_cells("# # # # #/# . . . #/# . . . #/# . . . #/# # # # # | 1")
>>> [int(each[2, 2]) for each in (found.freedom_1, found.freedom_2, found.reach)]
[8, 56, 8]
>>> found.chosen["all DOF"]
((1, 1), (2, 3), (3, 2), (1, 2))
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline
from foxkit.core.arguments import real_number, set_frozen_fields
from foxkit.core.bits import ctz
from foxkit.core.entry import play
from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position, require_unfinished
from foxkit.games.battle_sheep.geometry import (
    EMPTY,
    Cell,
    CellSet,
    Coordinates,
    cell_set,
    difference,
    free_directions,
    has_cell,
    size_of,
    slide_end,
    union,
)
from foxkit.games.battle_sheep.rules import BattleSheep, SheepState, edge_cells

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "starts": "starting_cells",
            "chosen_cell": "best_start_coordinates",
        },
    )

FirstDegree: TypeAlias = int
SecondDegree: TypeAlias = int
CellsInTwoSlides: TypeAlias = int
"""Three measures of a cell, see `StartingCells`; the report calls two L1 and L2."""
Array = NDArray[np.int64]
FACTORS: Mapping[str, tuple[float, ...]] = {
    "all DOF": (0, 0, 0, 0),
    "all DIS 5": (5, 5, 5, 5),
    "all DIS 10": (10, 10, 10, 10),
    "all DIS 15": (15, 15, 15, 15),
    "DIS 5 second": (0, 5, 0, 0),
    "DIS 5 third": (0, 0, 5, 0),
    "DIS 5 fourth": (0, 0, 0, 5),
}
"""Policies: what each player in turn weighs distance with; 0 is DOF."""


class StartingCells(NamedTuple):
    """The degrees of freedom of a map, and where seven policies start on it.

    Attributes:
        freedom_1: the report's L1, [x, y]: how many cells a stack on (x, y) sees in the
            eight directions, as far as they are free.
        freedom_2: its L2, [x, y]: the sum of L1 of the cell and of each cell that it
            sees. As the listing does it, a cell seen in two ways counts twice.
        reach: how many cells are within two slides, [x, y], each counted once: the "24"
            of the report's figure.
        chosen: by policy, the cells (x, y) of those who are still to start, in turn.
    """

    freedom_1: Array
    freedom_2: Array
    reach: Array
    chosen: Mapping[str, tuple[Coordinates, ...]]


@compiled_inline
def visible_cells(free: CellSet, cell: Cell) -> CellSet:
    """What a cell sees in the eight directions, as far as cells are free."""
    visible, open_ways = EMPTY, free_directions(free, cell)
    for direction in range(1, 10):
        if open_ways >> (direction - 1) & 1:
            step = 15 * ((direction - 1) % 3 - 1) + (direction - 1) // 3 - 1
            here, end = cell, slide_end(free, cell, direction)
            while here != end:
                here += step
                visible = union(visible, cell_set(here))
    return visible


@compiled_inline
def degrees_of_freedom(
    free: CellSet, cell: Cell
) -> tuple[FirstDegree, SecondDegree, CellsInTwoSlides]:
    """L1 and L2 of a free cell, and the cells within two slides."""
    near = far = visible_cells(free, cell)
    l1 = l2 = size_of(near)
    for word in range(4):
        cells = near[word]
        while cells:
            further = visible_cells(free, 60 * word + ctz(cells))
            l2, far = l2 + size_of(further), union(far, further)
            cells &= cells - 1
    return l1, l2, size_of(difference(far, cell_set(cell)))


@compiled
def _write_degrees_of_all_cells(free: CellSet, measured: Array) -> None:
    """Write the three measures of each free cell: [measure, x, y]."""
    for cell in range(15 * measured.shape[1]):
        x, y = cell // 15, cell % 15
        if has_cell(free, cell):
            measured[0, x, y], measured[1, x, y], measured[2, x, y] = (
                degrees_of_freedom(free, cell)
            )


def degrees_of_all_cells(width: int, free: CellSet) -> tuple[Array, Array, Array]:
    """L1, L2 and the cells within two slides, as arrays [x, y]."""
    measured = np.zeros((3, width, width), np.int64)
    _write_degrees_of_all_cells(free, measured)
    return measured[0], measured[1], measured[2]


@compiled
def best_start(game: BattleSheep, state: SheepState, factor: float) -> Cell:
    """The cell where DIS starts, the player of most distance and freedom, or -1.

    The first in the listing's scan (x outer, y inner) of the largest factor * (sum of
    the distances to the others' cells) + L2; with 0 it is DOF. A cell without freedom
    is taken only if all are, which the listing does not foresee.
    """
    owned, allowed = state.owned, edge_cells(game, state)
    enemies = union(union(owned[0], owned[1]), union(owned[2], owned[3]))
    largest_value, chosen = -1.0, -1
    for cell in range(15 * game.size):
        if has_cell(allowed, cell):
            _, l2, _ = degrees_of_freedom(state.free, cell)
            value, distance = float(l2), 0.0
            if l2 and factor:
                for enemy in range(15 * game.size):
                    if has_cell(enemies, enemy):
                        x, y = cell // 15 - enemy // 15, cell % 15 - enemy % 15
                        distance += sqrt(x * x + y * y)
                value += factor * distance
            if value > largest_value:
                largest_value, chosen = value, cell
    return chosen


def best_start_coordinates(
    game: BattleSheep, state: SheepState, factor: float
) -> Coordinates:
    """The cell of `best_start`; ValueError if there is none to start from."""
    cell = best_start(game, state, float(factor))
    if cell < 0:
        raise ValueError("no free cell has an obstacle at a side: no player can start")
    return divmod(cell, 15)


@dataclass(frozen=True)
class DegreesPlayer:
    """Choose a starting cell by DIS; `factor` weighs distance, and 0 makes it DOF."""

    factor: float = 0.0

    def __post_init__(self) -> None:
        """Check the factor; ValueError unless it is a number."""
        set_frozen_fields(self, factor=real_number("factor", self.factor))

    def choose(self, game: BattleSheep, state: SheepState, seed: int) -> int:
        """The code of the move to the cell that it chooses."""
        require_unfinished(game, state)
        x, y = best_start_coordinates(game, state, self.factor)
        return (15 * x + y) << 10


def is_starting(game: BattleSheep, state: SheepState) -> bool:
    """Whether the player to move chooses a starting cell."""
    return tuple(state.owned[state.mover]) == EMPTY


def starting_cells(text: str) -> StartingCells:
    """Where a stack of Battle Sheep should start: what the report's policies choose.

    Args:
        text: a map of Battle Sheep, as `Position.text` has it. No stack has to stand on
            it; those that do are kept.

    Returns:
        The degrees of freedom of each cell in three ways (`freedom_1`, `freedom_2`,
        `reach`), and the cells that seven policies choose (`chosen`), as (x, y).

    Raises:
        ValueError: there is no cell to start from.

    Examples:
        >>> small = Position.start(BattleSheep(size=5, cells=16))
        >>> starting_cells(small.text).chosen["all DOF"]
        ((2, 2), (1, 2), (1, 0), (2, 3))
    """
    position = Position.parse(BattleSheep(sheep=32), text)
    game, state = position.game._replace(sheep=16), position.state
    l1, l2, reach = degrees_of_all_cells(game.size, state.free)
    chosen = {}
    for name, factors in FACTORS.items():
        here, cells = state, list[Coordinates]()
        while is_starting(game, here) and len(Position(game, here).codes):
            x, y = best_start_coordinates(game, here, factors[here.mover])
            cells.append((x, y))
            here = play(game, here, (15 * x + y) << 10)
        chosen[name] = tuple(cells)
    return StartingCells(l1, l2, reach, chosen)
