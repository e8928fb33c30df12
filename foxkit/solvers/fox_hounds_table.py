"""Tables of Fox & Hounds: the answers for every placement of a board, kept on disk."""

import sys
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState, square_of
from foxkit.solvers import store
from foxkit.solvers.fox_hounds_layers import (
    Answer,
    Layer,
    answers_at,
    new_layer,
    new_row,
    solve_rows,
    solved_layers,
)
from foxkit.solvers.fox_hounds_placements import (
    Placements,
    number_of,
    placements,
    span_of,
)

MOST_BYTES = 4 << 30
"""The largest table that is made: boards up to 10 x 12, not 12 x 12."""
SMALL = 1 << 20
"""Placements that are solved in a moment: boards up to 8 x 8."""


@dataclass(frozen=True)
class Table:
    """The answers for the fox to move, for every placement of one phase of a board.

    Attributes:
        game: the board and its escape rule.
        phase: see `Placements`.
        answers: the rows of all layers, first layer first.
        winning_boxes: whether a FoxBox counts for B only where the hounds win.
    """

    game: FoxHounds
    phase: int
    answers: Layer
    winning_boxes: bool = True

    @cached_property
    def placements(self) -> Placements:
        """Return the numbering of the board."""
        return placements(self.game, self.phase)

    def layer(self, number: int) -> Layer:
        """Return the answers for one layer; none for the layer after the last."""
        first = sum(map(self.placements.size, range(number)))
        return self.answers.rows(slice(first, first + self.placements.size(number)))

    def answer(self, state: FoxHoundsState) -> Answer:
        """Return the answer for a state of this table's board and phase."""
        tables, squares = self.placements, hound_squares(self.game.k, state)
        layer, number = int(tables.rank[squares].sum()), number_of(tables, squares)
        row, out = new_row(tables), new_layer(1, tables.width)
        span, after = span_of(tables, layer, number, number + 1), self.layer(layer + 1)
        solve_rows(int(self.winning_boxes), after, out, number, span, row)
        turn = row if state.mover else out.rows(0)
        code, box, pair = answers_at(turn, int(tables.bit[state.fox]))
        return Answer(code, box, pair, state.mover)


def hound_squares(k: int, state: FoxHoundsState) -> list[int]:
    """Return the hounds' squares in ascending order."""
    return sorted(
        square_of(k, bit, parity)
        for parity, hounds in enumerate((state.even, state.odd))
        for bit in range(hounds.bit_length())
        if hounds >> bit & 1
    )


def phase_of(game: FoxHounds, state: FoxHoundsState) -> int:
    """Return 0 if a state has the parity of the start, else 1."""
    total = sum(square // game.k for square in hound_squares(game.k, state))
    return (state.fox // game.k + total + state.mover - (game.height - 1)) % 2


def solve_table(
    game: FoxHounds, phase: int = 0, winning_boxes: bool = True, progress: bool = False
) -> Table:
    """Solve a board for every placement of a phase; arguments as in `solved_layers`.

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
    table = Table(game, phase, answers, winning_boxes)
    for number, layer in solved_layers(game, phase, winning_boxes, progress):
        for kept, solved in zip(table.layer(number), layer, strict=True):
            kept[:] = solved
    return table


def path_of(game: FoxHounds, phase: int) -> Path:
    """Return the file of a table."""
    name = f"{game.NAME}-{game.width}x{game.height}-{game.safe_squares}-{phase}.npz"
    return store.folder() / name


def write_table(table: Table) -> Path:
    """Write a table of the usual B to its file; return the file."""
    path = path_of(table.game, table.phase)
    rules = [*table.game, table.phase]
    store.write(path, compressed=True, rules=rules, **table.answers._asdict())
    return path


def read_table(game: FoxHounds, phase: int) -> Table:
    """Return a table from its file.

    Raises:
        ValueError: there is no such file, or it is damaged.
    """
    found = store.read(path_of(game, phase))
    answers = Layer(found["values"], found["boxes"], found["pairs"])
    return Table(game, phase, answers)


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
