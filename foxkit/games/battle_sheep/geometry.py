"""Battle Sheep's board: sets of cells in four words, and what is counted on them.

Cell (x, y) of at most 15 x 15 is bit 15 * x + y of 225; four columns make a word:

    word 0          1           2             3        bit = 15 * (x % 4) + y
    x    0 1 2 3    4 5 6 7     8 9 10 11     12 13 14

so cells come out of a set in the document's order of scanning, x outer, y inner. The
eight directions have the numbers of a keypad, and 5 is nowhere:

    1 2 3     y grows downwards, x to the right
    4 . 6
    7 8 9
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import sqrt
from typing import TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.bits import ctz, popcount

Coordinates: TypeAlias = tuple[int, int]
"""A cell as (x, y), column and row from 0."""
Cell: TypeAlias = int
"""A cell by its number, 15 * x + y."""
CellSet: TypeAlias = tuple[int, int, int, int]
"""A set of cells."""

LARGEST = 15
EMPTY: CellSet = (0, 0, 0, 0)
_COLUMN_BITS = (1 << 15) - 1
_WORD_BITS = (1 << 60) - 1
_TOP_CELLS = 1 | 1 << 15 | 1 << 30 | 1 << 45  # y = 0 in each column of a word
_BOTTOM_CELLS = _TOP_CELLS << 14
SCORE_OF_REGION = np.array([n * sqrt(sqrt(n)) for n in range(226)])
"""What a region of so many cells counts in the score: their number ** 1.25.

Square roots are the same on all platforms, unlike powers."""


@compiled_inline
def cell_set(cell: Cell) -> CellSet:
    """The set of one cell, given by its number."""
    word, bit = cell // 60, 1 << (cell % 60)
    return bit * (word == 0), bit * (word == 1), bit * (word == 2), bit * (word == 3)


@compiled_inline
def union(a: CellSet, b: CellSet) -> CellSet:
    """The cells in either set."""
    return a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]


@compiled_inline
def intersection(a: CellSet, b: CellSet) -> CellSet:
    """The cells in both sets."""
    return a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]


@compiled_inline
def difference(a: CellSet, b: CellSet) -> CellSet:
    """The cells of `a` that are not in `b`."""
    return a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]


@compiled_inline
def toggled(a: CellSet, cells: CellSet, on: int) -> CellSet:
    """`a` with some cells put in or taken out, if `on` is 1 and not 0."""
    b, c, d, e = cells[0] & -on, cells[1] & -on, cells[2] & -on, cells[3] & -on
    return a[0] ^ b, a[1] ^ c, a[2] ^ d, a[3] ^ e


@compiled_inline
def is_empty(cells: CellSet) -> bool:
    """Whether a set has no cells."""
    return cells[0] | cells[1] | cells[2] | cells[3] == 0


@compiled_inline
def size_of(cells: CellSet) -> int:
    """The number of cells in a set."""
    return (
        popcount(cells[0])
        + popcount(cells[1])
        + popcount(cells[2])
        + popcount(cells[3])
    )


@compiled_inline
def packed_word(cells: CellSet, index: int) -> int:
    """One of a set's four words; a choice of two is no jump in compiled code."""
    even = cells[2] if index & 2 else cells[0]
    odd = cells[3] if index & 2 else cells[1]
    return odd if index & 1 else even


@compiled_inline
def has_cell(cells: CellSet, cell: Cell) -> int:
    """1 if a cell is in a set, else 0."""
    return (packed_word(cells, cell // 60) >> (cell % 60)) & 1


@compiled_inline
def _with_above_and_below(cells: CellSet) -> CellSet:
    """A set and the cells above and below each of its cells."""
    return (
        cells[0] | (cells[0] & ~_BOTTOM_CELLS) << 1 | (cells[0] & ~_TOP_CELLS) >> 1,
        cells[1] | (cells[1] & ~_BOTTOM_CELLS) << 1 | (cells[1] & ~_TOP_CELLS) >> 1,
        cells[2] | (cells[2] & ~_BOTTOM_CELLS) << 1 | (cells[2] & ~_TOP_CELLS) >> 1,
        cells[3] | (cells[3] & ~_BOTTOM_CELLS) << 1 | (cells[3] & ~_TOP_CELLS) >> 1,
    )


@compiled_inline
def _with_left_and_right(cells: CellSet) -> CellSet:
    """A set and the cells to the left and right of each of its cells."""
    return (
        cells[0]
        | cells[0] << 15 & _WORD_BITS
        | cells[0] >> 15
        | (cells[1] & _COLUMN_BITS) << 45,
        cells[1]
        | cells[1] << 15 & _WORD_BITS
        | cells[1] >> 15
        | (cells[2] & _COLUMN_BITS) << 45
        | cells[0] >> 45,
        cells[2]
        | cells[2] << 15 & _WORD_BITS
        | cells[2] >> 15
        | (cells[3] & _COLUMN_BITS) << 45
        | cells[1] >> 45,
        cells[3] | cells[3] << 15 & _WORD_BITS | cells[3] >> 15 | cells[2] >> 45,
    )


@compiled_inline
def with_side_neighbours(cells: CellSet) -> CellSet:
    """A set and all cells that share a side with one of its cells."""
    return union(_with_above_and_below(cells), _with_left_and_right(cells))


@compiled_inline
def with_neighbours(cells: CellSet) -> CellSet:
    """A set and the eight neighbours of each of its cells."""
    return _with_left_and_right(_with_above_and_below(cells))


@compiled_inline
def first_cell(cells: CellSet) -> CellSet:
    """The set of the first cell of a set that is not empty."""
    is_found, cell = 0, EMPTY
    for word in range(4):
        if not is_found and cells[word]:
            is_found, cell = 1, cell_set(60 * word + ctz(cells[word]))
    return cell


@compiled_inline
def score(cells: CellSet) -> int:
    """The score of a player's cells: the sum of size ** 1.25 over their regions.

    A region is joined in the four directions. Source: the document, `calculate_score`.
    """
    total = 0.0
    while not is_empty(cells):
        region, before = first_cell(cells), 0
        while size_of(region) > before:
            before = size_of(region)
            region = intersection(with_side_neighbours(region), cells)
        total += SCORE_OF_REGION[before]
        cells = difference(cells, region)
    return int(total + 0.5)  # never halfway: n ** 1.25 is whole or irrational


@compiled_inline
def _column_bits(cells: CellSet, x: int) -> int:
    """Column x of a set as bits, nothing beside the board."""
    is_on_board = 0 <= x < LARGEST
    column = packed_word(cells, x // 4) >> (15 * (x % 4))
    return column & _COLUMN_BITS if is_on_board else 0


@compiled_inline
def free_directions(free: CellSet, cell: Cell) -> int:
    """The directions d of free neighbours of a cell, as bits d - 1."""
    x, y, directions = cell // 15, cell % 15, 0
    for i in range(3):
        three = ((_column_bits(free, x - 1 + i) << 1) >> y) & 7
        directions |= ((three & 1) | (three & 2) << 2 | (three & 4) << 4) << i
    return directions & ~16


@compiled_inline
def slide_end(free: CellSet, cell: Cell, direction: int) -> Cell:
    """The last free cell on the way from a cell in a direction, or the cell itself."""
    dx, dy = (direction - 1) % 3 - 1, (direction - 1) // 3 - 1
    x, y = cell // 15 + dx, cell % 15 + dy
    while 0 <= x < LARGEST and 0 <= y < LARGEST and has_cell(free, 15 * x + y):
        x, y = x + dx, y + dy
    return 15 * (x - dx) + y - dy


@compiled_inline
def square_field(size: int) -> CellSet:
    """All cells of a square field with so many columns and rows."""
    table = _FIELDS_BY_SIZE[size]
    return int(table[0]), int(table[1]), int(table[2]), int(table[3])


def cells_of(cells_as_bits: CellSet) -> list[Coordinates]:
    """The cells (x, y) of a set in the document's order of scanning."""
    cells = []
    for word, bits in enumerate(map(int, cells_as_bits)):
        while bits:
            cells.append(divmod(60 * word + ctz(bits), 15))
            bits &= bits - 1
    return cells


def set_of_cells(cells: Iterable[Coordinates]) -> CellSet:
    """The set of some cells (x, y)."""
    words = [0, 0, 0, 0]
    for x, y in cells:
        word, bit = divmod(15 * x + y, 60)
        words[word] |= 1 << bit
    a, b, c, d = words
    return a, b, c, d


_FIELDS_BY_SIZE = np.array(
    [set_of_cells((x, y) for x in range(n) for y in range(n)) for n in range(16)],
    np.int64,
)


# -- Maps ------------------------------------------------------------------------------
#
# Maps of Battle Sheep: fields that grow from the middle of the array by chance.
#
# The generator of the assignment is not public. Two families stand in for it:
#
#     grow4   a cell offers its 4 neighbours, each joins the field with chance 70 %
#     845     8 neighbours, 45 %: ragged, and joined by corners only here and there
#
# A neighbour that does not join is an obstacle for good, and so is all that was never
# reached. A field that dies out too small is begun anew with the same random stream.


_LOW_64_BITS = (1 << 64) - 1
_STEPS_BY_NEIGHBOURS = {
    4: ((0, -1), (-1, 0), (1, 0), (0, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
_MAX_TRIES = 10_000


def splitmix64(state: int) -> Iterator[int]:
    """The random stream of Steele, Lea & Flood, OOPSLA 2014, 64 bits each."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _LOW_64_BITS
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _LOW_64_BITS
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _LOW_64_BITS
        yield z ^ z >> 31


def _grow_field_once(
    stream: Iterator[int], size: int, num_cells: int, neighbours: int, percent: int
) -> CellSet:
    """A field that was grown once, perhaps with fewer cells."""
    middle = (size // 2, size // 2)
    decided = {middle: True}
    active, free = [middle], 1
    while free < num_cells and active:
        i = next(stream) * len(active) >> 64
        x, y = active[i]
        active[i] = active[-1]
        active.pop()
        for dx, dy in _STEPS_BY_NEIGHBOURS[neighbours]:
            cell = (x + dx, y + dy)
            if (
                free == num_cells
                or cell in decided
                or not set(cell) <= set(range(size))
            ):
                continue
            decided[cell] = (next(stream) >> 11) / (1 << 53) < percent / 100
            if decided[cell]:
                active.append(cell)
                free += 1
    return set_of_cells(cell for cell, is_free in decided.items() if is_free)


def is_joined(field: CellSet) -> bool:
    """Whether all cells of a field are connected by their sides."""
    region = first_cell(field)
    while (more := intersection(with_side_neighbours(region), field)) != region:
        region = more
    return region == field


@lru_cache(4096)
def grown_field(
    seed: int, size: int, num_cells: int, neighbours: int, percent: int, joined: int
) -> CellSet:
    """The free cells of a map, by the fields of `BattleSheep`.

    Raises:
        ValueError: no such map was found.
    """
    stream = splitmix64(seed)
    for _ in range(_MAX_TRIES):
        field = _grow_field_once(stream, size, num_cells, neighbours, percent)
        enough = sum(word.bit_count() for word in field) == num_cells
        if enough and (not joined or is_joined(field)):
            return field
    raise ValueError(
        f"no map of {num_cells} cells on {size} x {size} came of {_MAX_TRIES} tries "
        f"with a chance of {percent} %: ask for fewer cells or a larger chance"
    )
