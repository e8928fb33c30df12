"""The placements of the hounds, numbered, and pieces of a layer of them.

A layer holds the placements of one sum of rows: every move of a hound leads to the next
layer. Within a layer a placement's number is its rank (`foxkit.solvers.ranking`), with
the rows as the squares' weights. A row is what the document calls a rank, counted from
0 at the bottom. The sweeps of the solver take a layer in pieces: some thousand
placements as arrays.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline
from foxkit.games.fox_hounds.rules import (
    FoxHounds,
    FoxHoundsState,
    Square,
    bit_index,
    board_squares,
    diagonal_neighbours,
    escape_squares,
    reachable_squares,
    square_after_step,
    square_of,
)
from foxkit.solvers.ranking import (
    Ints,
    count_sets_by_size_and_sum,
    rank_with_replaced,
    unrank,
)

Layer: TypeAlias = int
"""A layer by its number, the sum of the hounds' rows."""
RankInLayer: TypeAlias = int
"""The number of a placement within its layer."""
Bools = NDArray[np.bool_]
PIECE_SIZE = 2048
"""Placements of a piece: what is worked out at once stays in the processor's cache."""


class Numbering(NamedTuple):
    """How a board's placements of hounds are numbered, and tables of its squares."""

    per_rank: int  # light squares to a rank
    height: int  # number of ranks
    safe_squares: int  # as in `FoxHounds`
    phase: int  # 0 if positions have the start's parity, 1 if play never reaches them
    counts: Ints  # by `count_sets_by_size_and_sum`; after the last layer, an empty one
    row: Ints  # of each square
    bit: Ints  # of each square in the set of its rank's parity
    as_sets: Ints  # [square, 2]: each square as sets, of even and of odd ranks
    reach_sets: Ints  # [square, 2]: what a hound on each square can reach, alike
    up: Ints  # the two squares that a hound on each square can step to, or -1
    down: Ints  # the two squares that it can have come from, or -1
    near: Ints  # the bits of the fox's neighbours: [parity, bit, direction]

    @property
    def layers(self) -> int:
        """The number of layers."""
        return self.counts.shape[2] - 1

    @property
    def squares_per_parity(self) -> int:
        """The number of squares on ranks of the fuller parity.

        It is the length of a row of answers, and stands in `near` where there is no
        neighbour.
        """
        return self.near.shape[1]

    @property
    def num_placements(self) -> int:
        """The number of placements of the hounds on the board."""
        return int(self.counts[-1, self.per_rank].sum())

    def layer_size(self, layer: Layer) -> int:
        """The number of placements in a layer."""
        return int(self.counts[-1, self.per_rank, layer])


@compiled_inline
def fox_rank_parity(numbering: Numbering, layer: int) -> int:
    """The parity of the fox's rank in a layer, with the fox to move."""
    return (numbering.height - 1 - layer + numbering.phase) & 1


@cache
def numbering_of(game: FoxHounds, phase: int = 0) -> Numbering:
    """The numbering of a board; ValueError where its size is not supported."""
    game.start()
    per_rank = game.per_rank
    height = game.height
    squares = np.arange(game.per_rank * game.height)
    row, width = squares // per_rank, per_rank * ((height + 1) // 2)
    bit = bit_index(per_rank, squares)
    as_sets = np.stack([(1 << bit) * (row % 2 == parity) for parity in (0, 1)], axis=1)
    cone = np.array(
        [
            reachable_squares(per_rank, height, even, odd)
            for even, odd in as_sets.tolist()
        ]
    )
    up, down = (
        np.array(
            [
                [square_after_step(per_rank, height, s, dx, dy) for dx in (-1, 1)]
                for s in squares
            ]
        )
        for dy in (1, -1)
    )
    beside = np.hstack([down, up])
    near = np.full((2, width, 4), width)
    near[row % 2, bit] = np.where(beside < 0, width, bit[beside])
    rules = per_rank, height, game.safe_squares, phase
    counts = count_sets_by_size_and_sum(row, per_rank)
    return Numbering(*rules, counts, row, bit, as_sets, cone, up, down, near)


def hound_squares(per_rank: int, state: FoxHoundsState) -> list[Square]:
    """The hounds' squares in ascending order."""
    return sorted(
        square_of(per_rank, bit, parity)
        for parity, hounds in enumerate((state.even, state.odd))
        for bit in range(hounds.bit_length())
        if hounds >> bit & 1
    )


def phase_of(game: FoxHounds, state: FoxHoundsState) -> int:
    """0 if a state has the parity of the start, else 1."""
    total = sum(
        square // game.per_rank for square in hound_squares(game.per_rank, state)
    )
    return (state.fox // game.per_rank + total + state.mover - (game.height - 1)) % 2


def rank(numbering: Numbering, squares: Sequence[Square]) -> tuple[Layer, RankInLayer]:
    """Layer and number of the placement with hounds on these squares, ascending."""
    hounds = np.array(squares)
    number = rank_with_replaced(numbering.counts, numbering.row, hounds, 0, hounds[0])
    return int(numbering.row[hounds].sum()), int(number)


@compiled
def _write_placements(
    numbering: Numbering, layer: Layer, first: int, hounds: Ints
) -> None:
    """Write the hounds' squares of consecutive placements of a layer, one a row."""
    for at in range(len(hounds)):
        unrank(numbering.counts, numbering.row, layer, first + at, hounds[at])


@compiled
def _write_placements_after_steps(
    numbering: Numbering, steps: Ints, hounds: Ints, out: Ints
) -> None:
    """Write the placement after each hound's step, see `LayerPiece.next_placements`.

    Args:
        numbering: the numbering.
        steps: `up`, or `down` for moves taken back.
        hounds: the squares before the step, a placement a row.
        out: the array that is written: [move, placement].
    """
    sets = numbering.as_sets
    for at in range(len(hounds)):
        even = odd = 0
        for square in hounds[at]:
            even, odd = even | sets[square, 0], odd | sets[square, 1]
        for move in range(len(out)):
            target, number = steps[hounds[at, move // 2], move % 2], -1
            if target >= 0 and not even & sets[target, 0] | odd & sets[target, 1]:
                number = rank_with_replaced(
                    numbering.counts, numbering.row, hounds[at], move // 2, target
                )
            out[move, at] = number


@dataclass(frozen=True)
class LayerPiece:
    """Consecutive placements of a layer, as arrays.

    What belongs to squares of the fox has a pair, for even and for odd ranks; they are
    arrays with a row for each placement and a column for each bit.
    """

    numbering: Numbering
    layer: int  # the sum of the hounds' rows
    rows: slice  # of the layer

    @cached_property
    def hounds(self) -> Ints:
        """The hounds' squares in ascending order: [hound, placement]."""
        first, stop = self.rows.start, self.rows.stop
        hounds = np.empty((stop - first, self.numbering.per_rank), np.int64)
        _write_placements(self.numbering, self.layer, first, hounds)
        return hounds.T

    @property
    def fox_rank_parity(self) -> int:
        """The parity of the fox's rank when it is to move."""
        return fox_rank_parity(self.numbering, self.layer)

    def _placements_after_steps(self, steps: Ints) -> Ints:
        """The number of the placement after each step of a hound: [step, placement].

        Each hound steps to the left, then to the right; where it cannot there is -1.
        `steps` is `up`, or `down` for moves taken back.
        """
        numbers = np.empty(
            (2 * self.numbering.per_rank, self.hounds.shape[1]), np.int64
        )
        _write_placements_after_steps(self.numbering, steps, self.hounds.T, numbers)
        return numbers

    @cached_property
    def next_placements(self) -> Ints:
        """The number of the placement after each move, in the next layer.

        An array: [move, placement].
        """
        return self._placements_after_steps(self.numbering.up)

    @cached_property
    def previous_placements(self) -> Ints:
        """The number of the placement before each move, in the layer before.

        An array: [move, placement].
        """
        return self._placements_after_steps(self.numbering.down)

    def union_over_hounds(self, images: Ints) -> tuple[Ints, Ints]:
        """The union over the hounds of `as_sets` or `reach_sets` of the numbering."""
        even, odd = (np.bitwise_or.reduce(images[self.hounds, i]) for i in (0, 1))
        return even, odd

    def _as_bool_arrays(self, sets: Iterable[Ints]) -> list[Bools]:
        """Sets of squares as arrays of truth values: [placement, bit]."""
        bits = np.arange(self.numbering.squares_per_parity)
        return [(each[:, None] >> bits & 1) > 0 for each in sets]

    def _empty_squares(self) -> list[Ints]:
        """The squares without a hound, as two sets."""
        per_rank, height = self.numbering.per_rank, self.numbering.height
        taken = self.union_over_hounds(self.numbering.as_sets)
        return [board_squares(per_rank, height, i) & ~taken[i] for i in (0, 1)]

    @cached_property
    def free_squares(self) -> list[Bools]:
        """The squares without a hound."""
        return self._as_bool_arrays(self._empty_squares())

    @cached_property
    def safe_squares(self) -> list[Bools]:
        """The squares on which a fox has escaped."""
        per_rank, height, needed = self.numbering[:3]
        reached = self.union_over_hounds(self.numbering.reach_sets)
        each = (escape_squares(per_rank, height, *reached, i, needed) for i in (0, 1))
        return self._as_bool_arrays(
            np.broadcast_to(safe, reached[0].shape) for safe in each
        )

    @cached_property
    def boxed_squares(self) -> list[Bools]:
        """The squares on which a fox would be in a FoxBox.

        There every square that it can walk to is within the hounds' reach, or it cannot
        walk at all.
        """
        free = self._empty_squares()
        reached = self.union_over_hounds(self.numbering.reach_sets)
        beside = partial(
            diagonal_neighbours, self.numbering.per_rank, self.numbering.height
        )
        out, before = [free[i] & ~reached[i] for i in (0, 1)], None
        while before is None or (before != out[0]).any():
            before = out[0]  # walk back from the squares out of reach
            out[1] = out[1] | beside(out[0], 0) & free[1]
            out[0] = out[0] | beside(out[1], 1) & free[0]
        stuck = (free[i] & ~beside(free[1 - i], 1 - i) for i in (0, 1))
        boxed = (free[i] & ~out[i] | none for i, none in enumerate(stuck))
        return self._as_bool_arrays(boxed)


def layer_pieces(numbering: Numbering, layer: Layer) -> list[LayerPiece]:
    """A layer in pieces."""
    size = numbering.layer_size(layer)
    ends = (slice(i, min(i + PIECE_SIZE, size)) for i in range(0, size, PIECE_SIZE))
    return [LayerPiece(numbering, layer, each) for each in ends]
