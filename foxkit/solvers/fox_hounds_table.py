"""Fox & Hounds solved backwards, and the table of answers for every placement.

Every move of a hound adds one to the sum of the rows, so that the placements fall into
layers, and play never returns to one. Solving is one sweep from the last layer to the
first, with no search and no waiting: what a position leads to is always solved already.

    layer s + 1   | fox to move    |  a row of answers for each placement of the hounds,
                        ^             one for each square of the fox
                        |  least over the hounds' moves
    layer s       | hounds to move |  worked out and dropped
                        ^
                        |  greatest over the fox's moves
    layer s       | fox to move    |  kept

Each parity of the fox's row belongs to one side's turn, so each placement of all pieces
has one mover. There are three answers for each, in four bytes: the value, B, and the
largest B with its plies; larger numbers are better for the fox.

Source: J. Leslie-Hurd, "Fox & Hounds", sections "Solving the Game" and "What Does the
Fox Play?".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.rules.fox_hounds import FOX, HOUNDS, FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState, boxes
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.exact import Value
from foxkit.solvers.fox_hounds_index import Ints, Placements, Sets, Span, placements
from foxkit.solvers.store import Made, Store, require
from foxkit.solvers.sweep import sweeping

STORE = Store(FoxHounds.NAME, "fox_hounds")
SMALL = 1 << 20
"""Placements that are solved in a moment: boards up to 8 x 8."""

HOUND_CODES = 84
FOX_WINS = 254
NOBODY = 255
"""Values in one byte. The hounds win in 2 c plies with the fox to move and in 2 c - 1
with the hounds to move, for a code c up to 84; the fox wins in 254 - c for the others;
255 where a hound stands, which no hound chooses."""
NEVER = 255
"""A B value larger than every number."""
NO_PAIR = 0xFFFF
"""A largest B of v, met after k plies, is v * 256 + 255 - k: larger is greater."""


class Layer(NamedTuple):
    """The answers for some placements with one side to move: rows, then bits."""

    values: NDArray[Any]  # winner and plies, uint8
    boxes: NDArray[Any]  # B, uint8
    pairs: NDArray[Any]  # the largest B and the plies until it is met, uint16

    def rows(self, which: slice | int) -> "Layer":
        """Return the answers for some of the placements."""
        return Layer(self.values[which], self.boxes[which], self.pairs[which])


def _layer(memory: NDArray[np.uint8], width: int) -> Layer:
    """Return the bytes of a table, four for each answer, as a layer."""
    rows, half = len(memory) // (4 * width), len(memory) // 2
    values, boxes = memory[:half].reshape(2, rows, width)
    return Layer(values, boxes, memory[half:].view("<u2").reshape(rows, width))


def _new_layer(rows: int, width: int) -> Layer:
    return _layer(np.empty(4 * rows * width, np.uint8), width)


def new_row(tables: Placements) -> Layer:
    """Return room for a row with the hounds to move; its last bit is "no square"."""
    return _new_layer(1, tables.width + 1).rows(0)


class Answer(NamedTuple):
    """What perfect play leads to from a position, as the tables keep it."""

    code: int  # winner and plies, see above
    box: int  # B, or NEVER
    pair: int  # the largest B, see above
    mover: int  # the side to move

    @property
    def winner(self) -> int:
        """Return FOX or HOUNDS."""
        return HOUNDS if self.code <= HOUND_CODES else FOX

    @property
    def plies(self) -> int:
        """Return the moves until the end; the winner hurries, the loser delays."""
        of_hounds = self.winner == HOUNDS
        return 2 * self.code - self.mover if of_hounds else FOX_WINS - self.code

    @property
    def value(self) -> Value:
        """Return the winner's initial and the plies."""
        return Value("FH"[self.winner], self.plies)

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
_ESCAPED = FOX_WINS, NEVER, NO_PAIR
_NOWHERE = (NOBODY, NEVER, NO_PAIR), (0, 0, 0)  # by who would move: never chosen before


@inlined
def answers_at(row: Layer, bit: int) -> Triple:
    """Return the answers of a row for one square."""
    return int(row.values[bit]), int(row.boxes[bit]), int(row.pairs[bit])


@inlined
def _least(own: Layer, after: Layer, number: int) -> None:
    """Let the hounds choose: take the least of each answer and the next layer's."""
    width = after.values.shape[1]  # a loop for each kind: compiled to vectors
    for q in range(width):
        own.values[q] = min(own.values[q], after.values[number, q])
    for q in range(width):
        own.boxes[q] = min(own.boxes[q], after.boxes[number, q])
    for q in range(width):
        own.pairs[q] = min(own.pairs[q], after.pairs[number, q])


@inlined
def _greatest(row: Layer, near: Ints) -> Triple:
    """Let the fox choose: return the greatest of each answer on the bits `near`."""
    code, box, pair = 0, 0, 0
    for q in near:
        code = max(code, int(row.values[q]))
        box = max(box, int(row.boxes[q]))
        pair = max(pair, int(row.pairs[q]))
    return code, box, pair


@inlined
def _earlier(best: Triple, mover: int, boxed: int, winning_boxes: int) -> Triple:
    """Return the answers for a position from the best of those a ply later.

    B is 0 in a (winning) FoxBox; the largest B may be the one here.
    """
    code, box, pair = best
    code = code + mover if code <= HOUND_CODES else code - 1
    box = min(NEVER, box + 1)
    if boxed and (code <= HOUND_CODES or not winning_boxes):
        box = 0
    return code, box, max(box << 8 | 255, pair - 1)


@inlined
def solve_hounds(
    span: Span, winning_boxes: int, boxed: Sets, after: Layer, row: Layer
) -> None:
    """Answer for the placement at hand with the hounds to move, by the next layer."""
    row.values[:], row.boxes[:], row.pairs[:] = NOBODY, NEVER, NO_PAIR
    index.neighbours(span, span.tables.up)
    for number in span.moves:
        if number >= 0:
            _least(row, after, number)
    parity = 1 - index.fox_parity(span)
    free, safe = index.squares_for(span, parity)
    for q in range(len(row.values)):
        found = _ESCAPED if safe >> q & 1 else _NOWHERE[HOUNDS]
        if (free & ~safe) >> q & 1:
            box = boxed[parity] >> q & 1
            found = _earlier(answers_at(row, q), HOUNDS, box, winning_boxes)
        row.values[q], row.boxes[q], row.pairs[q] = found


@compiled
def _solve_rows(
    winning_boxes: int, after: Layer, out: Layer, span: Span, row: Layer
) -> None:
    """Answer for some placements; `row` then has the last one's, hounds to move.

    With no rows in `out` that is all.
    """
    tables, parity = span.tables, index.fox_parity(span)
    for i in range(span.start, span.stop):
        index.unrank(span, i)
        boxed = boxes(tables.k, tables.height, *index.union(span, tables.own))
        solve_hounds(span, winning_boxes, boxed, after, row)
        free, safe = index.squares_for(span, parity)
        for p in range(tables.near.shape[1] if len(out.values) else 0):
            found = _ESCAPED if safe >> p & 1 else _NOWHERE[FOX]
            if (free & ~safe) >> p & 1:
                best, box = _greatest(row, tables.near[parity, p]), boxed[parity] >> p
                found = _earlier(best, FOX, box & 1, winning_boxes)
            out.values[i, p], out.boxes[i, p], out.pairs[i, p] = found


def solved_layers(
    game: FoxHounds, phase: int = 0, winning_boxes: bool = True, progress: bool = False
) -> Iterator[tuple[int, Layer]]:
    """Solve a board and yield each layer's number and answers, the last layer first.

    The phase is that of `Placements`; `winning_boxes` tells whether a FoxBox counts for
    B only where the hounds win; `progress` shows a bar on stderr.

    Raises:
        ValueError: the board is too large for this machine, or for values in a byte.
    """
    tables = placements(game, phase)
    require_distances(game)
    after = _new_layer(0, tables.width)
    with sweeping(tables.total, "solving", progress) as sweep:
        for layer in reversed(range(tables.layers)):
            out = _new_layer(tables.size(layer), tables.width)
            work = partial(_solve_rows, int(winning_boxes), after, out)
            index.sweep_layer(sweep, work, tables, layer, new_row)
            yield layer, out
            after = out


def require_distances(game: FoxHounds) -> None:
    """Raise ValueError for a board whose distances do not fit, with what would do."""
    tables, work = placements(game), f"solving {game.width} x {game.height}"
    sizes = sorted(map(tables.size, range(tables.layers)))
    instead = "ask for the winner only, with --winner-only"
    require(4 * tables.width * sum(sizes[-2:]), f"{work} with distances", instead)
    if tables.layers - 1 > HOUND_CODES:
        raise ValueError(
            f"{work} with distances takes {tables.layers - 1} moves of hounds, and at "
            f"most {HOUND_CODES} fit into a byte: {instead}"
        )


@dataclass(frozen=True)
class Table:
    """The answers for the fox to move, for every placement of one phase of a board."""

    game: FoxHounds
    phase: int  # see `Placements`
    memory: NDArray[np.uint8]  # the answers' bytes, as they are stored
    winning_boxes: bool = True  # whether a FoxBox counts for B only if the hounds win

    @cached_property
    def placements(self) -> Placements:
        """Return the numbering of the board."""
        return placements(self.game, self.phase)

    @cached_property
    def answers(self) -> Layer:
        """Return the rows of all layers, first layer first."""
        return _layer(self.memory, self.placements.width)

    def layer(self, number: int) -> Layer:
        """Return the answers for one layer; none for the layer after the last."""
        first = sum(map(self.placements.size, range(number)))
        return self.answers.rows(slice(first, first + self.placements.size(number)))

    def answer(self, state: FoxHoundsState) -> Answer:
        """Return the answer for a state of this table's board and phase."""
        tables = self.placements
        layer, number = index.rank(tables, index.hound_squares(tables.k, state))
        row = self.layer(layer).rows(number)
        if state.mover == HOUNDS:  # solved once more: their answers are not kept
            span = index.span_of(tables, layer, number, number + 1)
            after, out = self.layer(layer + 1), _new_layer(0, tables.width)
            row = new_row(tables)
            _solve_rows(int(self.winning_boxes), after, out, span, row)
        code, box, pair = answers_at(row, int(tables.bit[state.fox]))
        return Answer(code, box, pair, state.mover)


def solve_table(
    game: FoxHounds, phase: int = 0, winning_boxes: bool = True, progress: bool = False
) -> Table:
    """Solve a board for every placement of a phase; arguments as in `solved_layers`.

    Raises:
        ValueError: the table would be too large.
    """
    tables, board = placements(game), f"{game.width} x {game.height}"
    needed, instead = 4 * tables.total * tables.width, "foxkit solve fox-hounds"
    require(needed, f"a table of {board}", f"`{instead}` knows its start")
    table = Table(game, phase, np.empty(needed, np.uint8), winning_boxes)
    for number, layer in solved_layers(game, phase, winning_boxes, progress):
        for kept, solved in zip(table.layer(number), layer, strict=True):
            kept[:] = solved
    return table


def name_of(game: FoxHounds, phase: int) -> str:
    """Return the name of a table in the store."""
    return f"{game.width}x{game.height}-{game.safe_squares}-{phase}"


def table(game: FoxHounds, phase: int = 0, winning_boxes: bool = True) -> Table:
    """Return a table from its file; make it first, with progress, if it is missing."""
    progress = not is_small(game)

    def make() -> Made:
        return solve_table(game, phase, winning_boxes, progress).memory, {}

    name = name_of(game, phase) + "-any-box" * (not winning_boxes)
    return Table(game, phase, STORE.get(name, make), winning_boxes)


def is_small(game: FoxHounds) -> bool:
    """Return whether a board is solved in a moment."""
    tables = placements(game)
    return tables.total * tables.width <= SMALL


def answer(game: FoxHounds, state: FoxHoundsState) -> Answer:
    """Return winner, plies, B and the largest B of any placement."""
    return table(game, index.phase_of(game, state)).answer(state)
