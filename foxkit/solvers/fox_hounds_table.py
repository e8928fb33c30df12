"""Tables of Fox & Hounds: the answers for every placement of a board, kept on disk."""

import sys
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.solvers import store
from foxkit.solvers.fox_hounds_answers import (
    STANDARD,
    Answer,
    Layer,
    Reading,
    decoded,
    new_desk,
    new_layer,
    row_of,
)
from foxkit.solvers.fox_hounds_layers import fox_parity, solve_desk, solved_layers
from foxkit.solvers.fox_hounds_placements import Placements, placements

MOST_BYTES = 4 << 30
"""The largest table that is made: boards up to 10 x 12, not 12 x 12."""
SMALL = 1 << 20
"""Placements that are solved in a moment: boards up to 8 x 8."""


@dataclass(frozen=True)
class Table:
    """The answers for the fox to move, for every placement of one phase of a board.

    Attributes:
        game: the board and its escape rule.
        phase: 0 for the placements of the start's parity, 1 for the others.
        reading: how the definitions are read.
        answers: the rows of all layers, first layer first.
    """

    game: FoxHounds
    phase: int
    reading: Reading
    answers: Layer

    @cached_property
    def placements(self) -> Placements:
        """Return the numbering of the board."""
        return placements(self.game)

    def layer(self, number: int) -> Layer:
        """Return the answers for one layer; none for the layer after the last."""
        if number == self.placements.layers:
            return new_layer(0, self.placements.width)
        first = int(self.placements.counts[-1, self.placements.k, :number].sum())
        rows = slice(first, first + self.placements.size(number))
        return Layer(*(array[rows] for array in self.answers))

    def answer(self, state: FoxHoundsState) -> Answer:
        """Return the answer for a state of this table's board and phase."""
        tables = self.placements
        desk, row = new_desk(tables), row_of(new_layer(1, tables.width), 0)
        desk.hounds[:] = hound_squares(tables.k, state)
        layer = int(tables.rank[desk.hounds].sum())
        parity = fox_parity(tables.height, layer, self.phase)
        solve_desk(tables, parity, self.reading, desk, self.layer(layer + 1), row)
        turn = desk[-3:] if state.mover else row
        bit = tables.bit[state.fox]
        code, box, pair = (int(numbers[bit]) for numbers in turn)
        return decoded(code, box, pair, state.mover)


def hound_squares(k: int, state: FoxHoundsState) -> list[int]:
    """Return the hounds' squares in ascending order."""
    return sorted(
        k * (2 * (bit // k) + parity) + bit % k
        for parity, hounds in enumerate((state.even, state.odd))
        for bit in range(hounds.bit_length())
        if hounds >> bit & 1
    )


def phase_of(game: FoxHounds, state: FoxHoundsState) -> int:
    """Return 0 if a state has the parity of the start, else 1."""
    total = sum(square // game.k for square in hound_squares(game.k, state))
    return (state.fox // game.k + total + state.mover - (game.height - 1)) % 2


def solve_table(
    game: FoxHounds, phase: int = 0, reading: Reading = STANDARD, progress: bool = False
) -> Table:
    """Solve a board for every placement of a phase.

    Raises:
        ValueError: the table would be too large.
    """
    tables = placements(game)
    size = tables.total * tables.width * 4
    if size > MOST_BYTES:
        raise ValueError(
            f"a table of {game.width} x {game.height} needs {size / 2**30:.0f} GiB "
            f"instead of {MOST_BYTES >> 30} at most; `foxkit solve` knows its start"
        )
    answers = new_layer(tables.total, tables.width)
    table = Table(game, phase, reading, answers)
    for number, layer in solved_layers(game, phase, reading, progress=progress):
        for kept, solved in zip(table.layer(number), layer, strict=True):
            kept[:] = solved
    return table


def path_of(game: FoxHounds, phase: int) -> Path:
    """Return the file of a table."""
    name = f"{game.NAME}-{game.width}x{game.height}-{game.safe_squares}-{phase}.parquet"
    return store.folder() / name


def write_table(table: Table) -> Path:
    """Write a table of the standard reading to its file; return the file."""
    path = path_of(table.game, table.phase)
    flat = {name: a.ravel() for name, a in table.answers._asdict().items()}
    store.write(path, flat, {**table.game._asdict(), "phase": table.phase})
    return path


def read_table(game: FoxHounds, phase: int) -> Table:
    """Return a table from its file.

    Raises:
        ValueError: the file is damaged or of something else.
    """
    arrays, note = store.read(path_of(game, phase))
    if note != {**game._asdict(), "phase": phase}:
        raise ValueError(f"{path_of(game, phase)} is a table of {note}")
    width = placements(game).width
    answers = Layer(**{name: a.reshape(-1, width) for name, a in arrays.items()})
    return Table(game, phase, STANDARD, answers)


@lru_cache(maxsize=8)
def table(game: FoxHounds, phase: int = 0) -> Table:
    """Return a table from its file; make it first, with progress, if it is missing."""
    if path_of(game, phase).exists():
        try:
            return read_table(game, phase)
        except ValueError as error:
            print(f"{error}; solving it again", file=sys.stderr)
    solved = solve_table(game, phase, progress=not _is_small(game))
    write_table(solved)
    return solved


def is_at_hand(game: FoxHounds) -> bool:
    """Return whether answers for a board come in a moment, or are on disk already."""
    return _is_small(game) or all(path_of(game, phase).exists() for phase in (0, 1))


def _is_small(game: FoxHounds) -> bool:
    tables = placements(game)
    return tables.total * tables.width <= SMALL


def answer(game: FoxHounds, state: FoxHoundsState) -> Answer:
    """Return winner, plies, B and the largest B of any placement."""
    return table(game, phase_of(game, state)).answer(state)
