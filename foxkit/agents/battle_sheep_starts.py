"""Where to start in Battle Sheep: the report's degrees of freedom and distances.

Source: the Battle Sheep report, section II (initial position) and its listing,
`calculate_DOF`.

>>> found = starts("# # # # #/# . . . #/# . . . #/# . . . #/# # # # # | 1")
>>> [int(each[2, 2]) for each in (found.l1, found.l2, found.reach)]
[8, 56, 8]
>>> found.chosen["all DOF"]
((1, 1), (2, 3), (3, 2), (1, 2))
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.bits import ctz
from foxkit.core.entry import legal_moves, play
from foxkit.rules.battle_sheep import BattleSheep, border
from foxkit.rules.battle_sheep_board import (
    EMPTY,
    CellSet,
    area,
    cells_of,
    has_cell,
    single,
    slide,
    union,
    ways,
    without,
)
from foxkit.rules.battle_sheep_state import SheepState
from foxkit.rules.position import Position

Coordinates = tuple[int, int]
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
        l1: `l1[x, y]`, cells that a stack on (x, y) sees in the eight directions, as
            far as they are free; 0 for a cell that is not free.
        l2: that, and the same for each cell seen, added up: as the listing does it. A
            cell that is seen in two ways counts twice.
        reach: cells within two slides, each once: the "24" of the report's figure.
        chosen: policy -> the cells (x, y) of those who are still to start, in order.
    """

    l1: Array
    l2: Array
    reach: Array
    chosen: Mapping[str, tuple[Coordinates, ...]]


@inlined
def seen(free: CellSet, cell: int) -> CellSet:
    """Return what a cell sees in the eight directions, as far as cells are free."""
    found, open_ways = EMPTY, ways(free, cell)
    for direction in range(1, 10):
        if open_ways >> (direction - 1) & 1:
            step = 15 * ((direction - 1) % 3 - 1) + (direction - 1) // 3 - 1
            here, end = cell, slide(free, cell, direction)
            while here != end:
                here += step
                found = union(found, single(here))
    return found


@inlined
def freedom(free: CellSet, cell: int) -> tuple[int, int, int]:
    """Return L1 and L2 of a free cell, and the cells within two slides."""
    near = far = seen(free, cell)
    l1 = l2 = area(near)
    for word in range(4):
        cells = near[word]
        while cells:
            own = seen(free, 60 * word + ctz(cells))
            l2, far = l2 + area(own), union(far, own)
            cells &= cells - 1
    return l1, l2, area(without(far, single(cell)))


@compiled
def _measure(free: CellSet, found: Array) -> None:
    for cell in range(15 * found.shape[1]):
        x, y = cell // 15, cell % 15
        if has_cell(free, cell):
            found[0, x, y], found[1, x, y], found[2, x, y] = freedom(free, cell)


def degrees(width: int, free: CellSet) -> tuple[Array, Array, Array]:
    """Return L1, L2 and the cells within two slides, as arrays [x, y]."""
    found = np.zeros((3, width, width), np.int64)
    _measure(free, found)
    return found[0], found[1], found[2]


def chosen_cell(game: BattleSheep, state: SheepState, factor: float) -> Coordinates:
    """Return where DIS starts, the player of most distance and freedom; 0 is DOF.

    The first in the listing's scan (x outer, y inner) of the largest factor * (sum of
    the distances to the others' cells) + L2. A cell without freedom is taken only if
    all are, which the listing does not foresee.

    Raises:
        ValueError: there is no cell to start from.
    """
    allowed = cells_of(border(game, state))
    if not allowed:
        raise ValueError("no free cell has an obstacle at a side: nobody can start")
    _, l2, _ = degrees(game.size, state.free)
    one, two, three, four = state.owned
    enemies = cells_of(union(union(one, two), union(three, four)))

    def worth(cell: Coordinates) -> float:
        away = sum(dist(cell, enemy) for enemy in enemies)
        return factor * away + float(l2[cell]) if l2[cell] else 0.0

    return max(allowed, key=worth)


@inlined
def freest(game: BattleSheep, state: SheepState) -> int:
    """Return the cell where DOF starts, for compiled code; -1 if there is none."""
    allowed, best, chosen = border(game, state), -1, -1
    for word in range(4):
        cells = allowed[word]
        while cells:
            cell = 60 * word + ctz(cells)
            cells &= cells - 1
            _, l2, _ = freedom(state.free, cell)
            if l2 > best:
                best, chosen = l2, cell
    return chosen


@dataclass(frozen=True)
class DegreesPlayer:
    """Choose a starting cell by DIS; `factor` weighs distance, and 0 makes it DOF."""

    factor: float = 0.0

    def choose(self, game: BattleSheep, state: SheepState, seed: int) -> int:
        """Return the code of the move to the cell that it chooses."""
        x, y = chosen_cell(game, state, self.factor)
        return (15 * x + y) << 10


def is_starting(game: BattleSheep, state: SheepState) -> bool:
    """Return whether the player to move chooses a starting cell."""
    return tuple(state.owned[state.mover]) == EMPTY


def starts(text: str) -> StartingCells:
    """Return the degrees of freedom of a map and the cells that policies choose.

    Args:
        text: a position; nobody needs to stand on it, and whoever does is kept.

    Raises:
        PositionError: the text is no position.
        ValueError: there is no cell to start from.
    """
    position = Position.parse(BattleSheep(sheep=32), text)
    game, state = position.game._replace(sheep=16), position.state
    l1, l2, reach = degrees(game.size, state.free)
    chosen = {name: _placed(game, state, factors) for name, factors in FACTORS.items()}
    return StartingCells(l1, l2, reach, chosen)


def _placed(
    game: BattleSheep, state: SheepState, factors: tuple[float, ...]
) -> tuple[Coordinates, ...]:
    """Return where the players of a policy start, one after the other."""
    cells = []
    moves = np.empty(game.MAX_MOVES, np.int64)
    while is_starting(game, state) and legal_moves(game, state, moves):
        move = DegreesPlayer(factors[state.mover]).choose(game, state, 0)
        cells.append(divmod(move >> 10, 15))
        state = play(game, state, move)
    return tuple(cells)
