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
from functools import cached_property, partial, reduce
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.games.fox_hounds import ranking
from foxkit.games.fox_hounds.ranking import (
    LayerPiece,
    Numbering,
    layer_pieces,
    numbering_of,
)
from foxkit.games.fox_hounds.rules import FOX, HOUNDS, FoxHounds, FoxHoundsState
from foxkit.solvers.exact import Value
from foxkit.solvers.store import TableStore, require_memory
from foxkit.solvers.sweep import sweep_in_threads

STORE = TableStore(FoxHounds.NAME, "fox_hounds")
SMALL_TABLE = 1 << 20
"""Placements that are solved in a moment: boards up to 8 x 8."""

HOUND_CODES = 84
FOX_WINS = 254
NO_FOX = 255
"""Values in one byte. The hounds win in 2 c plies with the fox to move and in 2 c - 1
with the hounds to move, for a code c up to 84; the fox wins in 254 - c for the others;
255 where a hound stands, which no hound chooses."""
NEVER = 255
"""A B value larger than every number."""
NO_PAIR = 0xFFFF
"""A largest B of v, met after n plies, is v * 256 + 255 - n: larger is greater."""
_ANSWERS_WITH_ESCAPED_FOX = FOX_WINS, NEVER, NO_PAIR
_ANSWERS_OF_NO_MOVE = (
    (NO_FOX, NEVER, NO_PAIR),
    (0, 0, 0),
)  # by who would move: never chosen before


class Answers(NamedTuple):
    """The answers for some placements with one side to move: [placement, fox's bit]."""

    values: NDArray[Any]  # winner and plies, uint8
    boxes: NDArray[Any]  # B, uint8
    pairs: NDArray[Any]  # the largest B and the plies until it is met, uint16

    def rows(self, which: Any) -> "Answers":
        """The answers for some of the placements."""
        return Answers(self.values[which], self.boxes[which], self.pairs[which])


class Answer(NamedTuple):
    """The result of perfect play from a position, as the tables keep it."""

    code: int  # winner and plies, see above
    box: int  # B, or NEVER
    pair: int  # the largest B, see above
    mover: int  # the side to move

    @property
    def winner(self) -> int:
        """FOX or HOUNDS."""
        return HOUNDS if self.code <= HOUND_CODES else FOX

    @property
    def plies(self) -> int:
        """The moves until the end; the winner hurries, the loser delays."""
        of_hounds = self.winner == HOUNDS
        return 2 * self.code - self.mover if of_hounds else FOX_WINS - self.code

    @property
    def value(self) -> Value:
        """The winner and the plies."""
        return Value(self.winner, self.plies)

    @property
    def b(self) -> int | None:
        """The plies until the hounds have forced a winning FoxBox, if ever."""
        return None if self.box == NEVER else self.box

    @property
    def max_b(self) -> tuple[int, int] | None:
        """The largest B that the fox can force, and the plies until then."""
        v, left = divmod(self.pair, 256)
        return None if v == NEVER else (v, 255 - left)


def answer_as_dict(answer: Answer) -> dict[str, Any]:
    """An answer as plain data, by the keys of `foxkit value`."""
    return {
        "winner": FoxHounds.PLAYERS[answer.winner],
        "plies": answer.plies,
        "B": answer.b,
        "max_B": None if answer.max_b is None else list(answer.max_b),
    }


def empty_layer(placements: int, width: int) -> Answers:
    """Answers to fill in for a layer; the last row is where illegal moves lead."""
    kinds = zip(_ANSWERS_OF_NO_MOVE[FOX], ("u1", "u1", "<u2"), strict=True)
    return Answers(
        *(np.full((placements + 1, width), none, kind) for none, kind in kinds)
    )


def _answers_one_ply_earlier(
    best_after: list[NDArray[Any]], mover: int, winning_boxes: bool, piece: LayerPiece
) -> Answers:
    """The answers for a piece from the best of those a ply later.

    B is 0 in a (winning) FoxBox; the largest B may be the one here.
    """
    (code, box, pair), parity = best_after, piece.fox_rank_parity ^ mover
    code = np.where(code <= HOUND_CODES, code + mover, code - 1)
    box = np.minimum(box, NEVER - 1) + 1
    box[piece.boxed_squares[parity] & ((code <= HOUND_CODES) | (not winning_boxes))] = 0
    pair = np.maximum(box.astype("<u2") << 8 | 255, np.maximum(pair, 1) - 1)
    for array, escaped, nowhere in zip(
        (code, box, pair),
        _ANSWERS_WITH_ESCAPED_FOX,
        _ANSWERS_OF_NO_MOVE[mover],
        strict=True,
    ):
        array[piece.safe_squares[parity]] = escaped
        array[~piece.free_squares[parity]] = nowhere
    return Answers(code, box, pair)


def answers_with_hounds_to_move(
    piece: LayerPiece, winning_boxes: bool, next_layer: Answers
) -> Answers:
    """Answers for a piece with the hounds to move, by those of the next layer.

    The last column is for squares that are none.
    """
    least = [
        reduce(np.minimum, (array[to] for to in piece.next_placements))
        for array in next_layer
    ]
    answers = _answers_one_ply_earlier(least, HOUNDS, winning_boxes, piece)
    return Answers(*(np.pad(array, ((0, 0), (0, 1))) for array in answers))


def _write_answers_with_fox_to_move(
    winning_boxes: bool, next_layer: Answers, out: Answers, piece: LayerPiece
) -> None:
    """Write the answers for a piece with the fox to move."""
    hounds = answers_with_hounds_to_move(piece, winning_boxes, next_layer)
    near = piece.numbering.near[piece.fox_rank_parity].T
    greatest = [reduce(np.maximum, (array[:, to] for to in near)) for array in hounds]
    answers = _answers_one_ply_earlier(greatest, FOX, winning_boxes, piece)
    for kept, array in zip(out, answers, strict=True):
        kept[piece.rows] = array


def solve_layers(
    game: FoxHounds, phase: int = 0, winning_boxes: bool = True, progress: bool = False
) -> Iterator[tuple[int, Answers]]:
    """Solve a board and yield each layer's number and answers, the last layer first.

    Arguments are as in `Table`; `progress` shows a bar on stderr. ValueError where the
    board is too large for this machine, or for values in a byte.
    """
    numbering = numbering_of(game, phase)
    require_distances_fit(game)
    after = empty_layer(0, numbering.squares_per_parity)
    with sweep_in_threads(numbering.num_placements, "solving", progress) as sweep:
        for layer in reversed(range(numbering.layers)):
            size = numbering.layer_size(layer)
            out = empty_layer(size, numbering.squares_per_parity)
            work = partial(_write_answers_with_fox_to_move, winning_boxes, after, out)
            sweep(work, layer_pieces(numbering, layer), size)
            yield layer, out.rows(slice(size))
            after = out


def require_distances_fit(game: FoxHounds) -> None:
    """Raise ValueError where distances fit into no byte, or tables into no memory.

    It says what to ask for instead.
    """
    numbering, work = numbering_of(game), f"solving {game.width} x {game.height}"
    sizes = sorted(map(numbering.layer_size, range(numbering.layers)))
    instead = "ask for the winner only, with --winner-only"
    require_memory(
        4 * numbering.squares_per_parity * sum(sizes[-2:]),
        f"{work} with distances",
        instead,
    )
    if numbering.layers - 1 > HOUND_CODES:
        raise ValueError(
            f"{work} with distances takes {numbering.layers - 1} moves of hounds, and "
            f"at most {HOUND_CODES} fit into a byte: {instead}"
        )


@dataclass(frozen=True)
class Table:
    """The answers for the fox to move, for every placement of one phase of a board."""

    game: FoxHounds
    phase: int  # see `Numbering`
    memory: NDArray[np.uint8]  # as they are stored, four bytes for each
    winning_boxes: bool = True  # whether a FoxBox counts for B only if the hounds win

    @property
    def numbering(self) -> Numbering:
        """The numbering of the board."""
        return numbering_of(self.game, self.phase)

    @cached_property
    def answers(self) -> Answers:
        """The rows of all layers, first layer first."""
        width, half = self.numbering.squares_per_parity, len(self.memory) // 2
        values, boxes = self.memory[:half].reshape(2, -1, width)
        return Answers(values, boxes, self.memory[half:].view("<u2").reshape(-1, width))

    def answers_in_layer(self, number: int) -> Answers:
        """The answers for one layer; none for the layer after the last."""
        first = sum(map(self.numbering.layer_size, range(number)))
        return self.answers.rows(
            slice(first, first + self.numbering.layer_size(number))
        )

    def answer(self, state: FoxHoundsState) -> Answer:
        """The answer for a state of this table's board and phase."""
        numbering = self.numbering
        layer, number = ranking.rank(
            numbering, ranking.hound_squares(numbering.per_rank, state)
        )
        row = self.answers_in_layer(layer).rows(number)
        if state.mover == HOUNDS:  # solved once more: their answers are not kept
            piece = LayerPiece(numbering, int(layer), slice(number, number + 1))
            after = self.answers_in_layer(layer + 1).rows(
                piece.next_placements[piece.next_placements >= 0]
            )
            nowhere = zip(after, _ANSWERS_OF_NO_MOVE[FOX], strict=True)
            least = [kind.min(0, initial=x, keepdims=True) for kind, x in nowhere]
            row = _answers_one_ply_earlier(
                least, HOUNDS, self.winning_boxes, piece
            ).rows(0)
        code, box, pair = (int(kind[numbering.bit[state.fox]]) for kind in row)
        return Answer(code, box, pair, state.mover)


def solve_table(
    game: FoxHounds, phase: int = 0, winning_boxes: bool = True, progress: bool = False
) -> Table:
    """Solve a board for every placement of a phase; arguments as in `solve_layers`."""
    numbering, board = numbering_of(game), f"{game.width} x {game.height}"
    needed, instead = _table_bytes(numbering), "foxkit solve fox-hounds"
    require_memory(needed, f"a table of {board}", f"`{instead}` knows its start")
    table = Table(game, phase, np.empty(needed, np.uint8), winning_boxes)
    for number, layer in solve_layers(game, phase, winning_boxes, progress):
        for kept, solved in zip(table.answers_in_layer(number), layer, strict=True):
            kept[:] = solved
    return table


def _table_bytes(numbering: Numbering) -> int:
    """How many bytes a table takes."""
    return 4 * numbering.num_placements * numbering.squares_per_parity


def table_name(game: FoxHounds, phase: int) -> str:
    """The name of a board's table in the store."""
    return f"{game.width}x{game.height}-{game.safe_squares}-{phase}"


def solved_table(game: FoxHounds, phase: int = 0, winning_boxes: bool = True) -> Table:
    """A table from its file; make it first, with progress, if it is missing."""

    def make() -> NDArray[np.uint8]:
        return solve_table(
            game, phase, winning_boxes, not is_solved_in_a_moment(game)
        ).memory

    name = table_name(game, phase) + "-any-box" * (not winning_boxes)
    memory = STORE.get(name, make, (_table_bytes(numbering_of(game)),))
    return Table(game, phase, memory, winning_boxes)


def is_solved_in_a_moment(game: FoxHounds) -> bool:
    """Whether a board is small enough to be solved in a moment."""
    numbering = numbering_of(game)
    return numbering.num_placements * numbering.squares_per_parity <= SMALL_TABLE


def answer_of(game: FoxHounds, state: FoxHoundsState) -> Answer:
    """The answer for any placement, from a table built when missing."""
    return solved_table(game, ranking.phase_of(game, state)).answer(state)
