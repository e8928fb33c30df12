"""Maps of Battle Sheep: fields that grow from the middle of the array by chance.

The generator of the assignment is not public. Two families stand in for it:

    grow4   a cell offers its 4 neighbours, each joins the field with chance 70 %
    845     8 neighbours, 45 %: ragged, and joined by corners only here and there

A neighbour that does not join is an obstacle for good, and so is all that was never
reached. A field that dies out too small is begun anew with the same random stream.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from foxkit.rules.battle_sheep_board import (
    CellSet,
    common,
    first_cell,
    set_of,
    with_sides,
)

_MASK = (1 << 64) - 1
_STEPS = {
    4: ((0, -1), (-1, 0), (1, 0), (0, 1)),
    8: ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)),
}
_TRIES = 10_000
Cells = dict[tuple[int, int], bool]


class Splitmix64:
    """The random stream of Steele, Lea & Flood, OOPSLA 2014."""

    def __init__(self, seed: int) -> None:
        self.state = seed & _MASK

    def next(self) -> int:
        """Return the next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        return self.next() * n >> 64

    def uniform(self) -> float:
        """Return a number in [0, 1)."""
        return (self.next() >> 11) / (1 << 53)


def _grown(
    stream: Splitmix64, size: int, cells: int, neighbours: int, percent: int
) -> Cells:
    """Grow a field once; return the cells that were decided: free or not."""
    middle = (size // 2, size // 2)
    decided: Cells = {middle: True}
    active, free = [middle], 1
    while free < cells and active:
        i = stream.below(len(active))
        x, y = active[i]
        active[i] = active[-1]
        active.pop()
        for dx, dy in _STEPS[neighbours]:
            cell = (x + dx, y + dy)
            if free == cells or cell in decided or not set(cell) <= set(range(size)):
                continue
            decided[cell] = stream.uniform() < percent / 100
            if decided[cell]:
                active.append(cell)
                free += 1
    return decided


def is_joined(field: CellSet) -> bool:
    """Return whether a field hangs together by its cells' sides."""
    region = first_cell(field)
    while (more := common(with_sides(region), field)) != region:
        region = more
    return region == field


def _fields(
    seed: int, size: int, cells: int, neighbours: int, percent: int
) -> Iterator[CellSet]:
    stream = Splitmix64(seed)
    while True:
        decided = _grown(stream, size, cells, neighbours, percent)
        yield set_of(cell for cell, free in decided.items() if free)


@lru_cache(4096)
def field(
    seed: int, size: int, cells: int, neighbours: int, percent: int, joined: int
) -> CellSet:
    """Return the free cells of a map, by the fields of `BattleSheep`.

    Raises:
        ValueError: no such map was found.
    """
    tries = islice(_fields(seed, size, cells, neighbours, percent), _TRIES)
    for found in tries:
        enough = sum(word.bit_count() for word in found) == cells
        if enough and (not joined or is_joined(found)):
            return found
    raise ValueError(
        f"no map of {cells} cells on {size} x {size} came of {_TRIES} tries with a "
        f"chance of {percent} %: ask for fewer cells or a larger chance"
    )
