"""Twelve rules by which maps of Battle Sheep may grow, and the report's games on them.

A rule is a function of a random stream that returns 64 cells of the array of 12 x 12.
Each map has a stream of its own, and so has each player of each game:

    stream of the rule -> of map i -> the map
                                   -> of the table -> player 1 to 4 -> each move
"""

from collections.abc import Callable, Collection, Iterator
from itertools import count, pairwise

from foxkit import BattleSheep, Position
from foxkit.core.entry import play
from foxkit.core.rng import advance, below, mix, salt
from foxkit.games.battle_sheep.geometry import EMPTY, set_of_cells
from foxkit.games.battle_sheep.players import report_player
from foxkit.games.battle_sheep.rules import SheepState, scores
from foxkit.games.battle_sheep.starts import degrees_of_all_cells
from foxkit.lab.stats import Row, means

Cell = tuple[int, int]
Field = set[Cell]
SIZE, CELLS, MIDDLE = 12, 64, (6, 6)
SIDES = (0, -1), (-1, 0), (1, 0), (0, 1)
AROUND = (*SIDES, (-1, -1), (1, -1), (-1, 1), (1, 1))
TABLES = {
    "A": (0, 0, 0, 0),
    "B, third": (0, 0, 5, 0),
    "B, fourth": (0, 0, 0, 5),
    "C, all": (15, 15, 15, 15),
    "C, fourth": (0, 0, 0, 15),
}
"""The report's tables that are left: the distance factor of each player's start."""


class Chance:
    """A stream of random numbers."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1."""
        self._seed = advance(self._seed)
        return int(below(self._seed, n))

    def one(self, cells: Collection[Cell]) -> Cell:
        """Return one of some cells, each as likely."""
        return sorted(cells)[self.below(len(cells))]


def beside(cell: Cell, steps: Collection[Cell] = SIDES) -> Iterator[Cell]:
    """Yield the cells of the array next to one."""
    for dx, dy in steps:
        x, y = cell[0] + dx, cell[1] + dy
        if 0 <= x < SIZE and 0 <= y < SIZE:
            yield x, y


def slots_of(field: Field, steps: Collection[Cell] = SIDES) -> list[Cell]:
    """Return the cells next to a field, each as often as it touches the field."""
    return [
        next_ for c in sorted(field) for next_ in beside(c, steps) if next_ not in field
    ]


def piece_of(field: Field, cell: Cell, steps: Collection[Cell] = SIDES) -> Field:
    """Return the part of a field that hangs together with a cell."""
    queue, found = [cell], {cell}
    for each in queue:
        new = {next_ for next_ in beside(each, steps) if next_ in field} - found
        found |= new
        queue += sorted(new)
    return found


def grown(chance: Chance, offered: Callable[[Field], Collection[Cell]]) -> Field:
    """Grow a field from the middle by one of the cells offered, each as likely."""
    field = {MIDDLE}
    while len(field) < CELLS:
        field.add(chance.one(offered(field)))
    return field


def thinned(chance: Chance, field: Field, steps: Collection[Cell] = SIDES) -> Field:
    """Take random cells out, one at a time, if the rest stays joined, until 64 stay."""
    while len(field) > CELLS:
        less = field - {chance.one(field)}
        field = less if piece_of(less, min(less), steps) == less else field
    return field


def frontier(chance: Chance) -> Field:
    """Every cell at a side of the field is as likely to join: Eden's model."""
    return grown(chance, lambda field: {*slots_of(field)})


def _by_touch(field: Field, best: Callable[[Collection[int]], int]) -> Field:
    found = slots_of(field)
    wanted = best([found.count(cell) for cell in found])
    return {cell for cell in found if found.count(cell) == wanted}


def compact(chance: Chance) -> Field:
    """One of the cells that touch the field by the most sides joins."""
    return grown(chance, lambda field: _by_touch(field, max))


def branches(chance: Chance) -> Field:
    """One of the cells that touch the field by the fewest sides joins."""
    return grown(chance, lambda field: _by_touch(field, min))


def corners(chance: Chance) -> Field:
    """Every cell at a side or a corner of the field is as likely to join."""
    return grown(chance, lambda field: {*slots_of(field, AROUND)})


def walk(chance: Chance) -> Field:
    """The field is where somebody has been who walks at random from the middle."""
    here = MIDDLE
    field = {here}
    while len(field) < CELLS:
        here = chance.one([*beside(here)])
        field.add(here)
    return field


def aggregate(chance: Chance) -> Field:
    """Cells wander in at random and stay where they touch: aggregation by diffusion."""
    array = {(x, y) for x in range(SIZE) for y in range(SIZE)}
    field = {MIDDLE}
    while len(field) < CELLS:
        here = chance.one(array - field)
        while not field & {*beside(here)}:
            here = chance.one([*beside(here)])
        field.add(here)
    return field


def block(x: int, y: int, side: int) -> Field:
    """Return a square of cells by its corner and its side."""
    return {(x + dx, y + dy) for dx in range(side) for dy in range(side)}


def tiles(chance: Chance) -> Field:
    """Sixteen tiles of four cells, as in the box, each at a side of those before."""
    places = [(x, y) for x in range(SIZE - 1) for y in range(SIZE - 1)]
    field = block(*MIDDLE, 2)
    while len(field) < CELLS:
        near = {*slots_of(field)}
        free = [at for at in places if not block(*at, 2) & field]
        field |= block(*chance.one([at for at in free if block(*at, 2) & near]), 2)
    return field


def hexagon(chance: Chance) -> Field:
    """A hexagon of 91 cells, of which 27 are taken out."""
    ways = range(-5, 6)
    whole = {(x + 5, y + 5) for x in ways for y in ways if abs(x + y) <= 5}
    return thinned(chance, whole)


def eroded(chance: Chance) -> Field:
    """The whole array, of which 80 cells are taken out."""
    return thinned(chance, block(0, 0, SIZE))


def scattered(chance: Chance) -> Field:
    """A coin for each cell; of the largest piece, joined by corners too, 64 stay."""
    field: Field = set()
    while len(field) < CELLS:
        tossed = {at for at in sorted(block(0, 0, SIZE)) if chance.below(2)}
        pieces = [piece_of(tossed, cell, AROUND) for cell in sorted(tossed)]
        field = max(pieces, key=len)
    return thinned(chance, field, AROUND)


def strips(chance: Chance) -> Field:
    """Strips eight cells long, each from a cell of the field in one of four ways."""
    field = {MIDDLE}
    while len(field) < CELLS:
        (x, y), (dx, dy) = chance.one(field), chance.one(SIDES)
        strip = [(x + dx * i, y + dy * i) for i in range(1, 8)]
        inside = [cell for cell in strip if max(cell) < SIZE and min(cell) >= 0]
        field |= {*inside[: CELLS - len(field)]}
    return field


def rooms(chance: Chance) -> Field:
    """Four rooms of 4 x 4 cells in a ring of corridors, then thinned."""
    quarters = (0, 0), (6, 0), (6, 6), (0, 6)
    spots = [(x + chance.below(3), y + chance.below(3)) for x, y in quarters]
    field = {cell for at in spots for cell in block(*at, 4)}
    for (x, y), (to_x, to_y) in pairwise([*spots, spots[0]]):
        across = range(min(x, to_x), max(x, to_x) + 1)
        along = range(min(y, to_y), max(y, to_y) + 1)
        field |= {(i + 1, y + 1) for i in across} | {(to_x + 1, j + 1) for j in along}
    return thinned(chance, field)


RULES: dict[str, Callable[[Chance], Field]] = {
    each.__name__: each
    for each in (
        *(frontier, compact, branches, corners, walk, aggregate),
        *(tiles, hexagon, eroded, scattered, strips, rooms),
    )
}
"""The twelve rules, by their names."""


def stream_of(rule: str, number: int) -> int:
    """Return the stream of a map of a rule."""
    return mix(mix(0, salt(f"maps by {rule}")), number)


def started(rule: str, number: int) -> Position:
    """Return a map of a rule, before anybody has chosen a cell."""
    field = RULES[rule](Chance(mix(stream_of(rule, number), salt("map"))))
    state = SheepState(set_of_cells(field), (EMPTY,) * 4, (EMPTY,) * 5, 0)
    return Position(BattleSheep(pays=1), state)


def sees(rule: str, maps: int) -> Row:
    """Return how many cells a cell sees in the eight directions, on some maps' mean."""
    found = []
    for number in range(maps):
        start = started(rule, number)
        l1, *_ = degrees_of_all_cells(SIZE, start.state.free)
        found.append(l1.sum() / CELLS)
    return means({"sees": found})


def scored(start: Position, factors: Collection[float], stream: int) -> list[int]:
    """Let four of the report's players meet; return their scores."""
    game, state = start.game, start.state
    players = [report_player(factor=each) for each in factors]
    for ply in count():
        position = Position(game, state)
        if not len(position.codes):
            return [int(each) for each in scores(state)]
        seed = mix(mix(stream, state.mover), ply)
        state = play(game, state, players[state.mover].choose(game, state, seed))
    raise AssertionError


def met(rule: str, table: str, first: int, maps: int) -> Row:
    """Play a table's game once on each of some maps; tell the scores, map by map."""
    found = []
    for number in range(first, first + maps):
        stream = mix(stream_of(rule, number), salt(table))
        own = scored(started(rule, number), TABLES[table], stream)
        found.append(" ".join(map(str, own)))
    return {"scores": ", ".join(found)}
