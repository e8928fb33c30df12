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
from foxkit.rules.battle_sheep_board import EMPTY, Words, cells_of, slide, union, ways
from foxkit.rules.battle_sheep_state import SheepState
from foxkit.rules.position import Position

Cell = tuple[int, int]
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
_STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Starts(NamedTuple):
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
    chosen: Mapping[str, tuple[Cell, ...]]


def rays(free: Words) -> dict[Cell, list[Cell]]:
    """Return what each free cell sees in the eight directions."""
    cells = dict.fromkeys(cells_of(free))
    return {
        cell: [c for step in _STEPS for c in _ray(cells, cell, step)] for cell in cells
    }


def _ray(free: Mapping[Cell, None], cell: Cell, step: Cell) -> list[Cell]:
    found = []
    while (cell := (cell[0] + step[0], cell[1] + step[1])) in free:
        found.append(cell)
    return found


def degrees(size: int, free: Words) -> tuple[Array, Array, Array]:
    """Return L1, L2 and the cells within two slides, as arrays [x, y]."""
    seen = rays(free)
    l1, l2, reach = np.zeros((3, size, size), np.int64)
    for cell, near in seen.items():
        l1[cell] = len(near)
    for cell, near in seen.items():
        l2[cell] = l1[cell] + sum(int(l1[other]) for other in near)
        reach[cell] = len({far for c in near for far in (c, *seen[c])} - {cell})
    return l1, l2, reach


def chosen_cell(game: BattleSheep, state: SheepState, factor: float) -> Cell:
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

    def worth(cell: Cell) -> float:
        away = sum(dist(cell, enemy) for enemy in enemies)
        return factor * away + float(l2[cell]) if l2[cell] else 0.0

    return max(allowed, key=worth)


@inlined
def _l1(free: Words, cell: int) -> int:
    """Return how many cells a free cell sees."""
    seen = 0
    for direction in range(1, 10):
        if ways(free, cell) >> (direction - 1) & 1:
            end = slide(free, cell, direction)
            seen += max(abs(end // 15 - cell // 15), abs(end % 15 - cell % 15))
    return seen


@inlined
def _l2(free: Words, cell: int) -> int:
    """Return the listing's L2 of a free cell."""
    total = _l1(free, cell)
    for direction in range(1, 10):
        if ways(free, cell) >> (direction - 1) & 1:
            step = 15 * ((direction - 1) % 3 - 1) + (direction - 1) // 3 - 1
            here, end = cell, slide(free, cell, direction)
            while here != end:
                here += step
                total += _l1(free, here)
    return total


@inlined
def freest(game: BattleSheep, state: SheepState) -> int:
    """Return the cell where DOF starts, for compiled code; -1 if there is none."""
    allowed, best, chosen = border(game, state), -1, -1
    for word in range(4):
        cells = allowed[word]
        while cells:
            cell = 60 * word + ctz(cells)
            cells &= cells - 1
            freedom = _l2(state.free, cell)
            if freedom > best:
                best, chosen = freedom, cell
    return chosen


@compiled
def _add_freedom(free: Words, starts: Array, found: Array) -> None:
    for i in range(len(starts)):
        found[i] += _l2(free, starts[i] >> 10)


def freedom(free: Words, starts: Array) -> Array:
    """Return L2 of the cells of some starting moves, faster than `degrees`."""
    found = np.zeros(len(starts), np.int64)
    _add_freedom(free, starts, found)
    return found


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


def starts(text: str) -> Starts:
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
    return Starts(l1, l2, reach, chosen)


def _placed(
    game: BattleSheep, state: SheepState, factors: tuple[float, ...]
) -> tuple[Cell, ...]:
    """Return where the players of a policy start, one after the other."""
    cells = []
    moves = np.empty(game.MAX_MOVES, np.int64)
    while is_starting(game, state) and legal_moves(game, state, moves):
        move = DegreesPlayer(factors[state.mover]).choose(game, state, 0)
        cells.append(divmod(move >> 10, 15))
        state = play(game, state, move)
    return tuple(cells)
