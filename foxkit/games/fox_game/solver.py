"""Exact endings of the Fox Game: every position whose sheep stand on rows 3 and beyond.

Sheep never step back, so these positions are closed: play does not leave them but by
winning. 20 points hold 9 to 20 sheep, 33 points one fox or two:

    784,626 flocks  x  528 pairs of foxes and 33 single ones, a row of bytes a flock

A byte with the sheep to move is the number of values of the sideways counter, from 0
on, with which they win: they can do with a smaller counter whatever they can do with a
larger one. With the foxes to move it is the same number, after foxes that cannot move
were taken off; BLOCKED where a fox would stand on a sheep.

Captures lead to fewer sheep and steps forward to a larger sum of rows, so the layers
of so many sheep and such a sum are solved one after the other. Within a layer only
steps sideways and quiet steps of the foxes go round, and each step sideways costs one
value of the counter: after as many rounds as the limit has turns nothing changes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline
from foxkit.core.bits import ctz, popcount
from foxkit.core.position import Position
from foxkit.games.fox_game.rules import (
    BOARD,
    FOXES,
    PASTURE,
    POINTS,
    SHEEP,
    FoxGame,
    FoxState,
    Point,
    PointSet,
    joined_points,
    landing_points,
    mobile_foxes,
    point_index,
    winner,
)
from foxkit.solvers.exact import Value
from foxkit.solvers.store import TableStore, require_memory
from foxkit.solvers.sweep import THREADS, piece_bounds, sweep_in_threads

MIN_SHEEP, MAX_SHEEP = 9, 20
"""Sheep with which a game goes on, and points of the class."""
NUM_FOX_PAIRS = 528
"""Columns with two foxes; in the others a fox is alone."""
BLOCKED = 255
_BY_FOX_STEPS, _BY_REMOVALS, _SETTLED = 0, 1, 2
_STORE = TableStore("fox-game", "fox_game")
Bytes = NDArray[np.uint8]


class Numbering(NamedTuple):
    """Flocks in the order in which they are solved, and foxes."""

    flocks: NDArray[np.int64]  # the sheep of each row
    rows: NDArray[np.int32]  # of each set of the class's 20 points
    layers: NDArray[np.int64]  # the first row of each layer, and the end
    foxes: NDArray[np.int64]  # of each column: 528 pairs, then 33 alone
    columns: NDArray[np.int32]  # [point, point], the same twice for one alone
    steps: NDArray[np.int32]  # of each column: columns one step on; -1 ends them


@compiled_inline
def sheep_bits_on_rows_3_to_6(sheep: PointSet) -> int:
    """The sheep on rows 3 to 6 as 20 bits, an index into `Numbering.rows`."""
    near = (sheep >> 24 & 127) | (sheep >> 32 & 127) << 7
    return near | (sheep >> 42 & 7) << 14 | (sheep >> 50 & 7) << 17


@cache
def numbering_of_endings(diagonals: int) -> Numbering:
    """The numbering of all placements, with the lines that foxes step along."""
    points = np.array([point_index(point) for point in POINTS[-MAX_SHEEP:]])
    sets = np.arange(1 << MAX_SHEEP)
    members = (sets[:, None] >> np.arange(MAX_SHEEP) & 1).astype(np.int64)
    size, rows = members.sum(axis=1), members @ (points // 8)
    order = np.lexsort((-rows, size))[-int((size >= MIN_SHEEP).sum()) :]
    numbers = np.full(len(sets), -1, np.int32)
    numbers[order] = np.arange(len(order))
    borders = np.flatnonzero(np.diff(rows[order]) | np.diff(size[order])) + 1
    point_numbers = [point_index(point) for point in POINTS]
    chosen = [
        *combinations(point_numbers, 2),
        *((place, place) for place in point_numbers),
    ]
    columns = np.full((64, 64), -1, np.int32)
    for column, (a, b) in enumerate(chosen):
        columns[a, b] = columns[b, a] = column
    steps = np.full((len(chosen), 17), -1, np.int32)
    for column, pair in enumerate(chosen):
        on = _placements_one_step_on(pair, diagonals)
        steps[column, : len(on)] = [columns[a, b] for a, b in on]
    return Numbering(
        members[order] @ (1 << points),
        numbers,
        np.array([0, *borders, len(order)]),
        np.array([1 << a | 1 << b for a, b in chosen]),
        columns,
        steps,
    )


def _placements_one_step_on(
    points: tuple[Point, Point], diagonals: int
) -> list[tuple[Point, Point]]:
    """The pairs of points one step of a fox away, whatever sheep there are."""
    a, b = points
    by_a, by_b = (joined_points(diagonals, point) for point in points)
    on = [(p, b) for p in range(64) if by_a >> p & 1 and p != b]
    if a == b:
        return [(p, p) for p, _ in on]
    return on + [(a, p) for p in range(64) if by_b >> p & 1 and p != a]


class LayerPiece(NamedTuple):
    """Some rows of a layer, and what is known of all rows."""

    limit: int  # of the game's sideways turns
    diagonals: int
    numbers: Numbering
    sheep: Bytes  # [row, column]: with the sheep to move
    foxes: Bytes  # the same with the foxes to move, and as many sheep
    offset: int  # the row of `sheep` that is the first of `foxes`
    follows_by: Bytes  # how a byte of `foxes` follows
    chain: NDArray[np.int64]  # room for captures, [depth, sheep and point]
    first: int
    last: int


@compiled_inline
def _row_of(piece: LayerPiece, sheep: PointSet) -> int:
    """The row of the table for a set of sheep."""
    return int(piece.numbers.rows[sheep_bits_on_rows_3_to_6(sheep)])


@compiled_inline
def _least_byte_after_captures(
    piece: LayerPiece, sheep: PointSet, other_fox: PointSet, point: Point
) -> int:
    """The least byte that a fox's chain from a point leads to; else the limit."""
    least_byte, depth = piece.limit, 1
    piece.chain[0, 0], piece.chain[0, 1] = sheep, point
    while depth and least_byte:
        depth -= 1
        before, source = int(piece.chain[depth, 0]), int(piece.chain[depth, 1])
        targets = landing_points(
            piece.diagonals, before, other_fox | 1 << source, source
        )
        while targets:
            target = ctz(targets)
            targets &= targets - 1
            after = before & ~(1 << ((source + target) >> 1))
            if popcount(after) < MIN_SHEEP:
                return 0
            if landing_points(piece.diagonals, after, other_fox | 1 << target, target):
                piece.chain[depth, 0], piece.chain[depth, 1] = after, target
                depth += 1
                continue
            partner = ctz(other_fox) if other_fox else target
            column = piece.numbers.columns[target, partner]
            least_byte = min(
                least_byte, int(piece.sheep[_row_of(piece, after), column])
            )
    return least_byte


@compiled_inline
def _settle_foxes_by_captures(
    piece: LayerPiece, row: int, column: int, sheep: PointSet, foxes: PointSet
) -> None:
    """Settle a byte by captures and removals; note in `follows_by` what decides it."""
    at, captures = row - piece.offset, False
    mobile = mobile_foxes(piece.diagonals, 0, sheep, foxes)
    piece.follows_by[at, column] = _SETTLED
    piece.foxes[at, column] = piece.limit
    if mobile == 0:
        return
    if mobile != foxes:
        piece.follows_by[at, column] = _BY_REMOVALS
        return
    rest = foxes
    while rest:
        point = ctz(rest)
        rest &= rest - 1
        if landing_points(piece.diagonals, sheep, foxes, point):
            captures = True
            least_byte = _least_byte_after_captures(
                piece, sheep, foxes & ~(1 << point), point
            )
            piece.foxes[at, column] = min(int(piece.foxes[at, column]), least_byte)
    if not captures:
        piece.follows_by[at, column] = _BY_FOX_STEPS
        piece.foxes[at, column] = 0


@compiled
def _settle_from_other_layers(piece: LayerPiece) -> None:
    """Settle the bytes of a piece that follow from other layers."""
    width = len(piece.numbers.foxes)
    for row in range(piece.first, piece.last):
        sheep, at = int(piece.numbers.flocks[row]), row - piece.offset
        full = sheep & PASTURE == PASTURE
        for column in range(width):
            foxes = int(piece.numbers.foxes[column])
            piece.follows_by[at, column] = _SETTLED
            if foxes & sheep:
                piece.sheep[row, column], piece.foxes[at, column] = BLOCKED, 0
            elif full:  # so many win whatever the counter says
                piece.sheep[row, column] = piece.limit
                piece.foxes[at, column] = piece.limit + 1
            else:
                piece.sheep[row, column] = 0
                _settle_foxes_by_captures(piece, row, column, sheep, foxes)
        movable = 0 if full else sheep & (BOARD & ~sheep) >> 8
        while movable:
            source = movable & -movable
            movable ^= source
            after = _row_of(piece, sheep ^ source ^ source << 8) - piece.offset
            for column in range(width):
                if piece.foxes[after, column] and piece.sheep[row, column] == 0:
                    piece.sheep[row, column] = piece.limit


@compiled
def _raise_bytes_by_sideways_steps(piece: LayerPiece) -> int:
    """Raise bytes by sideways steps of the sheep; return how many rose."""
    rose, width = 0, len(piece.numbers.foxes)
    for row in range(piece.first, piece.last):
        sheep = int(piece.numbers.flocks[row])
        if sheep & PASTURE == PASTURE:
            continue
        for turn in range(2):
            empty = BOARD & ~sheep
            movable = sheep & (empty << 1 if turn else empty >> 1)
            while movable:
                source = movable & -movable
                movable ^= source
                target = source >> 1 if turn else source << 1
                after = _row_of(piece, sheep ^ source ^ target) - piece.offset
                for column in range(width):
                    byte = int(piece.foxes[after, column])
                    if byte > int(piece.sheep[row, column]) + 1:
                        piece.sheep[row, column] = byte - 1
                        rose += 1
    return rose


@compiled_inline
def _least_byte_after_fox_step(piece: LayerPiece, row: int, column: int) -> int:
    """The least byte that a step of a fox leads to, with the sheep to move."""
    least_byte, nth = BLOCKED, 0
    while piece.numbers.steps[column, nth] >= 0:
        on = piece.numbers.steps[column, nth]
        least_byte = min(least_byte, int(piece.sheep[row, on]))
        nth += 1
    return least_byte


@compiled
def _set_bytes_by_fox_steps(piece: LayerPiece) -> None:
    """Set bytes by quiet steps, single foxes first: removals lead to them."""
    width = len(piece.numbers.foxes)
    for row in range(piece.first, piece.last):
        sheep, at = int(piece.numbers.flocks[row]), row - piece.offset
        for place in range(width):
            column = width - 1 - place
            follow_code = piece.follows_by[at, column]
            if follow_code == _BY_FOX_STEPS:
                piece.foxes[at, column] = _least_byte_after_fox_step(piece, row, column)
            elif follow_code == _BY_REMOVALS:
                foxes = int(piece.numbers.foxes[column])
                point = ctz(mobile_foxes(piece.diagonals, 0, sheep, foxes))
                alone = piece.numbers.columns[point, point]
                piece.foxes[at, column] = piece.foxes[at, alone]


def solve(
    limit: int = 10, diagonals: int = 0, threads: int = THREADS, progress: bool = True
) -> Bytes:
    """Solve all these endings: [row, column], the sheep to move, see `Numbering`."""
    numbers = numbering_of_endings(diagonals)
    width, total = len(numbers.foxes), len(numbers.flocks)
    sizes = np.bitwise_count(numbers.flocks)
    sheep = np.empty((total, width), np.uint8)
    with sweep_in_threads(total, "endings", progress, "flocks", threads) as sweep:
        for size in range(MIN_SHEEP, MAX_SHEEP + 1):
            rows_of_size = np.flatnonzero(sizes == size)
            foxes = np.empty((len(rows_of_size), width), np.uint8)
            follows_by = np.empty_like(foxes)
            for first, last in _layer_bounds(
                numbers, int(rows_of_size[0]), int(rows_of_size[-1])
            ):
                shared = (
                    limit,
                    diagonals,
                    numbers,
                    sheep,
                    foxes,
                    int(rows_of_size[0]),
                    follows_by,
                )
                pieces = [
                    LayerPiece(
                        *shared, np.empty((128, 2), np.int64), first + a, first + b
                    )
                    for a, b in piece_bounds(last - first)
                ]
                sweep(_settle_from_other_layers, pieces, 0)
                for _ in range(limit):
                    sweep(_set_bytes_by_fox_steps, pieces, 0)
                    if not sum(sweep(_raise_bytes_by_sideways_steps, pieces, 0)):
                        break
                sweep(_set_bytes_by_fox_steps, pieces, last - first)
    return sheep


def _layer_bounds(
    numbers: Numbering, first_row_from: int, first_row_to: int
) -> Iterator[tuple[int, int]]:
    """Yield the layers that begin in a range: the first row and the one after each."""
    for first, last in zip(numbers.layers[:-1], numbers.layers[1:], strict=True):
        if first_row_from <= first <= first_row_to:
            yield int(first), int(last)


def is_solved_ending(game: Any, state: FoxState) -> bool:
    """Whether a state is among the solved endings, by its sheep and by the rules."""
    start = ("sheep", "from_side", "first", "fox_start", "sheep_start")
    solved_rules = FoxGame(sideways_limit=game.sideways_limit, diagonals=game.diagonals)
    same = (
        game._replace(**{name: getattr(solved_rules, name) for name in start})
        == solved_rules
    )
    far = state.sheep >> 24 << 24 == state.sheep
    return same and far and state.foxes.bit_count() <= 2


def table_name(game: FoxGame) -> str:
    """The name of the table for these rules in the store."""
    return f"endings-{game.sideways_limit}-{game.diagonals}"


def endings_table(game: FoxGame) -> Bytes:
    """The table of endings under these rules, solved when it is missing."""

    def made() -> Bytes:
        require_memory(700 << 20, "solving the endings", "a larger machine can")
        return solve(game.sideways_limit, game.diagonals)

    numbers = numbering_of_endings(game.diagonals)
    shape = len(numbers.flocks), len(numbers.foxes)
    return _STORE.get(table_name(game), made, shape)


def sheep_win(game: FoxGame, state: FoxState) -> bool:
    """Whether the sheep win a state of the solved endings."""
    won = winner(game, state)
    if won >= 0:
        return won == SHEEP
    if state.mover == SHEEP:
        numbers = numbering_of_endings(game.diagonals)
        low = ctz(state.foxes)
        high = state.foxes.bit_length() - 1
        row = numbers.rows[sheep_bits_on_rows_3_to_6(state.sheep)]
        return bool(
            endings_table(game)[row, numbers.columns[low, high]] > state.sideways
        )
    position = Position(game, state)
    after = [position.play(move).state for move in position.moves]
    return all(sheep_win(game, each) for each in after)


def value_of(game: FoxGame, state: FoxState) -> Value:
    """The winner of a solved ending; the number of plies is not known.

    Raises:
        ValueError: the position is not of the solved class.
    """
    if not is_solved_ending(game, state):
        raise ValueError("exact values need all sheep on rows 3 to 6, usual rules")
    over = winner(game, state) >= 0
    return Value(SHEEP if sheep_win(game, state) else FOXES, 0 if over else None)


def is_quick(game: FoxGame, state: FoxState) -> bool:
    """Whether the state is among the solved endings and their table is on disk."""
    return is_solved_ending(game, state) and _STORE.has(table_name(game))


def summary(
    game: FoxGame, table: Bytes | None = None
) -> dict[int, dict[str, list[int]]]:
    """Count the placements that sheep to move win with the counter at 0, of how many.

    By the number of sheep, against two foxes and against one; in a `table` that is not
    kept, if there is one.
    """
    table, counts = endings_table(game) if table is None else table, {}
    sizes = np.bitwise_count(numbering_of_endings(game.diagonals).flocks)
    for sheep in range(MIN_SHEEP, MAX_SHEEP + 1):
        rows = table[sizes == sheep]
        parts = {
            "two foxes": rows[:, :NUM_FOX_PAIRS],
            "one fox": rows[:, NUM_FOX_PAIRS:],
        }
        counts[sheep] = {
            foxes: [
                int(((part > 0) & (part != BLOCKED)).sum()),
                int((part < BLOCKED).sum()),
            ]
            for foxes, part in parts.items()
        }
    return counts


def value(position: Position) -> dict[str, Any]:
    """The keys of `foxkit value`: `winner`, null outside of the solved endings."""
    game, state = position.game, position.state
    won = winner(game, state)
    if won < 0 and is_solved_ending(game, state):
        won = SHEEP if sheep_win(game, state) else FOXES
    return {"winner": None if won < 0 else game.PLAYERS[won]}
