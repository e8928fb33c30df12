"""Maps of Battle Sheep: fields that grow from the middle of the array by chance.

The generator of the assignment is not public. Two families stand in for it:

    grow4   a cell offers its 4 neighbours, each joins the field with chance 70 %
    845     8 neighbours, 45 %: ragged, and joined by corners only here and there

A neighbour that does not join is an obstacle for good, and so is all that was never
reached. A field that dies out too small is begun anew with the same random stream.
"""

from collections.abc import Iterator
from functools import lru_cache

from foxkit.games.battle_sheep.geometry import (
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


def splitmix64(state: int) -> Iterator[int]:
    """Yield the random stream of Steele, Lea & Flood, OOPSLA 2014, 64 bits each."""
    while True:
        state = (state + 0x9E3779B97F4A7C15) & _MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        yield z ^ z >> 31


def _grown(
    stream: Iterator[int], size: int, cells: int, neighbours: int, percent: int
) -> CellSet:
    """Return a field that was grown once."""
    middle = (size // 2, size // 2)
    decided = {middle: True}
    active, free = [middle], 1
    while free < cells and active:
        i = next(stream) * len(active) >> 64
        x, y = active[i]
        active[i] = active[-1]
        active.pop()
        for dx, dy in _STEPS[neighbours]:
            cell = (x + dx, y + dy)
            if free == cells or cell in decided or not set(cell) <= set(range(size)):
                continue
            decided[cell] = (next(stream) >> 11) / (1 << 53) < percent / 100
            if decided[cell]:
                active.append(cell)
                free += 1
    return set_of(cell for cell, is_free in decided.items() if is_free)


def is_joined(field: CellSet) -> bool:
    """Return whether a field hangs together by its cells' sides."""
    region = first_cell(field)
    while (more := common(with_sides(region), field)) != region:
        region = more
    return region == field


@lru_cache(4096)
def field(
    seed: int, size: int, cells: int, neighbours: int, percent: int, joined: int
) -> CellSet:
    """Return the free cells of a map, by the fields of `BattleSheep`.

    Raises:
        ValueError: no such map was found.
    """
    stream = splitmix64(seed)
    for _ in range(_TRIES):
        found = _grown(stream, size, cells, neighbours, percent)
        enough = sum(word.bit_count() for word in found) == cells
        if enough and (not joined or is_joined(found)):
            return found
    raise ValueError(
        f"no map of {cells} cells on {size} x {size} came of {_TRIES} tries with a "
        f"chance of {percent} %: ask for fewer cells or a larger chance"
    )
