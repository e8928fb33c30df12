"""Fox & Hounds solved backwards, layer by layer, for every placement of the pieces.

The hounds' moves lead to the next layer, the fox's stay in its own, so the last layer
comes first and two are enough in memory. Each parity of the fox's rank belongs to one
side's turn, so each placement has one mover:

    layer s + 1   | fox to move   |  rows of answers, one number for each square
                        ^ least over the hounds' moves
    layer s       | hounds to move |  worked out and dropped
                        ^ greatest over the fox's moves
    layer s       | fox to move   |  kept

Three answers for each placement, in four bytes: the value, B, and the largest B with
its plies.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, FoxHounds
from foxkit.rules.fox_hounds_board import boxes
from foxkit.solvers.fox_hounds_placements import (
    Ints,
    Placements,
    Span,
    fox_parity,
    neighbours,
    place,
    placements,
    sets_of,
    squares_for,
)
from foxkit.solvers.parallel import workers

HOUND_CODES = 84
FOX_WINS = 254
NOBODY = 255
"""Values in one byte, larger being better for the fox. The hounds win in 2 c plies with
the fox to move and in 2 c - 1 with the hounds to move, for a code c up to 84; the fox
wins in 254 - c for the others; 255 where a hound stands, which no hound chooses."""
NEVER = 255
"""A B value larger than every number."""
NO_PAIR = 0xFFFF
"""A largest B of v, met after k plies, is v * 256 + 255 - k: larger is greater."""


class Layer(NamedTuple):
    """The answers for a layer with one side to move: rows by placement, then bit.

    Attributes:
        values: winner and plies, uint8.
        boxes: B, uint8.
        pairs: the largest B and the plies until it is met, uint16.
    """

    values: NDArray[Any]
    boxes: NDArray[Any]
    pairs: NDArray[Any]

    def rows(self, which: slice | int) -> "Layer":
        """Return the answers for some of the placements."""
        return Layer(self.values[which], self.boxes[which], self.pairs[which])


def new_layer(rows: int, width: int) -> Layer:
    """Return room for a layer's answers."""
    small = np.empty((2, rows, width), np.uint8)
    return Layer(small[0], small[1], np.empty((rows, width), np.uint16))


class Answer(NamedTuple):
    """What perfect play leads to from a position, as the tables keep it.

    Attributes:
        code: winner and plies, see above.
        box: B, or NEVER.
        pair: the largest B, see above.
        mover: the side to move.
    """

    code: int
    box: int
    pair: int
    mover: int

    @property
    def winner(self) -> int:
        """Return FOX or HOUNDS."""
        return HOUNDS if self.code <= HOUND_CODES else FOX

    @property
    def plies(self) -> int:
        """Return the moves until the end; the winner hurries, the loser delays."""
        if self.winner == HOUNDS:
            return 2 * self.code - self.mover
        return FOX_WINS - self.code

    @property
    def b(self) -> int | None:
        """Return the plies until the hounds have forced a winning FoxBox, if ever."""
        return None if self.box == NEVER else self.box

    @property
    def max_b(self) -> tuple[int, int] | None:
        """Return the largest B that the fox can force, and the plies until then."""
        v, left = divmod(self.pair, 256)
        return None if v == NEVER else (v, 255 - left)


def describe(answer: Answer) -> dict[str, Any]:
    """Return an answer by the keys of `foxkit value`."""
    return {
        "winner": FoxHounds.PLAYERS[answer.winner],
        "plies": answer.plies,
        "B": answer.b,
        "max_B": None if answer.max_b is None else list(answer.max_b),
    }


Triple = tuple[int, int, int]
"""The three answers for one square: value, B, and the largest B with its plies."""


def new_row(tables: Placements) -> Layer:
    """Return room for a row with the hounds to move; its last bit is "no square"."""
    return new_layer(1, tables.width + 1).rows(0)


@inlined
def answers_at(row: Layer, bit: int) -> Triple:
    """Return the answers of a row for one square."""
    return int(row.values[bit]), int(row.boxes[bit]), int(row.pairs[bit])


@inlined
def _least(own: Layer, after: Layer, number: int) -> None:
    """Let the hounds choose: take the least of each answer and the next layer's."""
    width = after.values.shape[1]
    for q in range(width):
        own.values[q] = min(own.values[q], after.values[number, q])
    for q in range(width):
        own.boxes[q] = min(own.boxes[q], after.boxes[number, q])
    for q in range(width):
        own.pairs[q] = min(own.pairs[q], after.pairs[number, q])


@inlined
def _choose_hounds(span: Span, after: Layer, row: Layer) -> None:
    """Write the least answers over all moves of the hounds."""
    row.values[:], row.boxes[:], row.pairs[:] = NOBODY, NEVER, NO_PAIR
    neighbours(span, span.tables.up)
    for number in span.moves:
        if number >= 0:
            _least(row, after, number)


@inlined
def _choose_fox(near: Ints, row: Layer) -> Triple:
    """Return the greatest answers over the fox's moves to the bits `near`."""
    code, own, pair = 0, 0, 0
    for q in near:
        code = max(code, int(row.values[q]))
        own = max(own, int(row.boxes[q]))
        pair = max(pair, int(row.pairs[q]))
    return code, own, pair


@inlined
def _earlier(best: Triple, mover: int, boxed: int, winning_boxes: int) -> Triple:
    """Return the answers for a position from the best of those a ply later.

    B is 0 in a (winning) FoxBox; the largest B may be the one here.
    """
    code, own, pair = best
    code = code + mover if code <= HOUND_CODES else code - 1
    own = min(NEVER, own + 1)
    if boxed and (code <= HOUND_CODES or not winning_boxes):
        own = 0
    return code, own, max(own << 8 | 255, pair - 1)


@inlined
def solve_placement(
    span: Span, winning_boxes: int, after: Layer, row: Layer, out: Layer
) -> None:
    """Answer for the placement at hand: hounds to move in `row`, fox to move in `out`.

    In `row` a square off the board, or taken, has zeros: a fox never chooses it.
    """
    tables, parity = span.tables, fox_parity(span)
    boxed = boxes(tables.k, tables.height, *sets_of(span))
    _choose_hounds(span, after, row)
    free, safe = squares_for(span, 1 - parity)
    for q in range(len(row.values)):
        code, own, pair = 0, 0, 0
        if safe >> q & 1:
            code, own, pair = FOX_WINS, NEVER, NO_PAIR
        elif free >> q & 1:
            box = boxed[1 - parity] >> q & 1
            code, own, pair = _earlier(answers_at(row, q), 1, box, winning_boxes)
        row.values[q], row.boxes[q], row.pairs[q] = code, own, pair
    free, safe = squares_for(span, parity)
    for p in range(len(out.values)):
        code, own, pair = NOBODY, NEVER, NO_PAIR
        if safe >> p & 1:
            code = FOX_WINS
        elif free >> p & 1:
            best, box = _choose_fox(tables.near[parity, p], row), boxed[parity] >> p & 1
            code, own, pair = _earlier(best, 0, box, winning_boxes)
        out.values[p], out.boxes[p], out.pairs[p] = code, own, pair


@compiled
def solve_rows(
    winning_boxes: int, after: Layer, out: Layer, first: int, span: Span, row: Layer
) -> None:
    """Answer for some placements; number `first` has the first row of `out`."""
    for number in range(span.start, span.stop):
        place(span, number)
        i = number - first
        own = Layer(out.values[i], out.boxes[i], out.pairs[i])
        solve_placement(span, winning_boxes, after, row, own)


def solved_layers(
    game: FoxHounds, phase: int = 0, winning_boxes: bool = True, progress: bool = False
) -> Iterator[tuple[int, Layer]]:
    """Solve a board and yield each layer's number and answers, the last layer first.

    The phase is that of `Placements`; `winning_boxes` tells whether a FoxBox counts for
    B only where the hounds win; `progress` shows a bar on stderr.

    Raises:
        ValueError: the board is too large for values in one byte.
    """
    tables = placements(game, phase)
    if tables.layers - 1 > HOUND_CODES:
        raise ValueError(
            f"on {game.width} x {game.height} there are {tables.layers - 1} moves "
            f"of hounds; distances are kept for up to {HOUND_CODES}"
        )
    after = new_layer(0, tables.width)
    with workers(tables.total, "solving", progress) as share:
        for layer in reversed(range(tables.layers)):
            out = new_layer(tables.size(layer), tables.width)
            work = partial(solve_rows, int(winning_boxes), after, out, 0)
            share(work, tables, layer, new_row)
            yield layer, out
            after = out
