"""Fox & Hounds solved backwards, layer by layer, for every placement of the pieces.

The hounds' moves lead to the next layer, the fox's stay in its own, so the last layer
comes first and two are enough in memory. Each parity of the fox's rank belongs to one
side's turn, so each placement has one mover:

    layer s + 1   | fox to move   |  rows of answers, one number for each square
                        ^ least over the hounds' moves
    layer s       | hounds to move |  worked out and dropped
                        ^ greatest over the fox's moves
    layer s       | fox to move   |  kept

Three answers for each placement: the value, B, and the largest B with its plies.
"""

from collections.abc import Iterator
from functools import partial

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import boxes
from foxkit.solvers.fox_hounds_answers import (
    FOX_WINS,
    HOUND_CODES,
    NEVER,
    NO_PAIR,
    NOBODY,
    STANDARD,
    Desk,
    Layer,
    Reading,
    new_desk,
    new_layer,
)
from foxkit.solvers.fox_hounds_placements import (
    Ints,
    Placements,
    neighbours,
    place,
    placements,
    sets_of,
    squares_for,
)
from foxkit.solvers.parallel import bar, in_parallel, workers


@inlined
def _least(desk: Desk, after: Layer, number: int) -> None:
    """Let the hounds choose: take the least of each answer and the next layer's."""
    width = after.values.shape[1]
    for q in range(width):
        desk.values[q] = min(desk.values[q], after.values[number, q])
    for q in range(width):
        desk.boxes[q] = min(desk.boxes[q], after.boxes[number, q])
    for q in range(width):
        desk.pairs[q] = min(desk.pairs[q], after.pairs[number, q])


@inlined
def _choose_hounds(tables: Placements, desk: Desk, after: Layer) -> None:
    """Write the least answers over all moves of the hounds."""
    desk.values[:] = NOBODY
    desk.boxes[:] = NEVER
    desk.pairs[:] = NO_PAIR
    neighbours(tables, desk.hounds, tables.up, desk.after)
    for number in desk.after:
        if number >= 0:
            _least(desk, after, number)


@inlined
def _one_ply_later(code: int, hounds_to_move: int) -> int:
    """Return the value of a position whose best child has this value."""
    return code + hounds_to_move if code <= HOUND_CODES else code - 1


@inlined
def _own_box(code: int, box: int, later: int, reading: Reading) -> int:
    """Return B: 0 in a (winning) FoxBox, else a ply more than the best child's."""
    if box and (code <= HOUND_CODES or not reading.winning_boxes):
        return 0
    return min(NEVER, later + 1)


@inlined
def _own_pair(own: int, later: int) -> int:
    """Return the greater of B here and the best child's largest B, a ply later."""
    return max(own << 8 | 255, later - 1)


@inlined
def _finish_hounds(
    desk: Desk, free: int, safe: int, box: int, reading: Reading
) -> None:
    """Turn the least answers into those of the positions with the hounds to move."""
    for q in range(len(desk.values)):
        code, own, pair = 0, 0, 0  # off the board or taken: what a fox never chooses
        if safe >> q & 1:
            code, own, pair = FOX_WINS, NEVER, NO_PAIR
        elif free >> q & 1:
            code = _one_ply_later(int(desk.values[q]), 1)
            own = _own_box(code, box >> q & 1, int(desk.boxes[q]), reading)
            pair = _own_pair(own, int(desk.pairs[q]))
        desk.values[q], desk.boxes[q], desk.pairs[q] = code, own, pair


@inlined
def _choose_fox(near: Ints, desk: Desk) -> tuple[int, int, int]:
    """Return the greatest answers over the fox's moves to the bits `near`."""
    code, own, pair = 0, 0, 0
    for q in near:
        code = max(code, int(desk.values[q]))
        own = max(own, int(desk.boxes[q]))
        pair = max(pair, int(desk.pairs[q]))
    return code, own, pair


@inlined
def _finish_fox(
    near: Ints, desk: Desk, free: int, safe: int, box: int, reading: Reading, row: Layer
) -> None:
    """Write the answers with the fox to move into `row`."""
    for p in range(len(row.values)):
        code, own, pair = NOBODY, NEVER, NO_PAIR
        if safe >> p & 1:
            code = FOX_WINS
        elif free >> p & 1:
            code, own, pair = _choose_fox(near[p], desk)
            code = _one_ply_later(code, 0)
            own = _own_box(code, box >> p & 1, own, reading)
            pair = _own_pair(own, pair)
        row.values[p], row.boxes[p], row.pairs[p] = code, own, pair


@inlined
def solve_placement(
    tables: Placements,
    parity: int,
    reading: Reading,
    desk: Desk,
    after: Layer,
    row: Layer,
) -> None:
    """Answer for the placement on the desk: hounds to move there, fox to move in `row`.

    `parity` is that of the fox's rank when it is to move.
    """
    boxed = boxes(tables.k, tables.height, *sets_of(tables, desk.hounds))
    _choose_hounds(tables, desk, after)
    free, safe = squares_for(tables, desk.hounds, 1 - parity)
    _finish_hounds(desk, free, safe, boxed[1 - parity], reading)
    free, safe = squares_for(tables, desk.hounds, parity)
    near = tables.near[parity]
    _finish_fox(near, desk, free, safe, boxed[parity], reading, row)


@compiled
def solve_desk(
    tables: Placements,
    parity: int,
    reading: Reading,
    desk: Desk,
    after: Layer,
    row: Layer,
) -> None:
    """Answer for one placement, for Python callers."""
    solve_placement(tables, parity, reading, desk, after, row)


@compiled
def _solve_rows(
    tables: Placements,
    layer: int,
    parity: int,
    reading: Reading,
    after: Layer,
    out: Layer,
    desk: Desk,
    start: int,
    stop: int,
) -> None:
    for number in range(start, stop):
        place(tables, layer, number, desk.hounds)
        row = Layer(out.values[number], out.boxes[number], out.pairs[number])
        solve_placement(tables, parity, reading, desk, after, row)


def fox_parity(height: int, layer: int, phase: int) -> int:
    """Return the parity of the fox's rank when it is to move in a layer.

    Phase 0 is that of the game's start; in phase 1 are the other placements, which
    play can never reach.
    """
    return (height - 1 - layer + phase) % 2


def solved_layers(
    game: FoxHounds,
    phase: int = 0,
    reading: Reading = STANDARD,
    threads: int | None = None,
    progress: bool = False,
) -> Iterator[tuple[int, Layer]]:
    """Solve a board and yield each layer's number and answers, the last layer first.

    Args:
        game: the board and its escape rule.
        phase: see `fox_parity`.
        reading: how the definitions are read.
        threads: how many at once; by default as many as there are processors.
        progress: whether to show a bar on stderr.

    Raises:
        ValueError: the board is too large for values in one byte.
    """
    tables = placements(game)
    if tables.layers - 1 > HOUND_CODES:
        raise ValueError(
            f"on {game.width} x {game.height} there are {tables.layers - 1} moves "
            f"of hounds; distances are kept for up to {HOUND_CODES}"
        )
    after = new_layer(0, tables.width)
    with workers(threads) as pool, bar(tables.total, "solving", progress) as done:
        for layer in reversed(range(tables.layers)):
            out = new_layer(tables.size(layer), tables.width)
            parity = fox_parity(tables.height, layer, phase)
            solve = partial(_solve_rows, tables, layer, parity, reading, after, out)
            in_parallel(pool, solve, tables.size(layer), partial(new_desk, tables))
            done.update(tables.size(layer))
            yield layer, out
            after = out
