"""Battle Sheep's positions as text.

    # a16 . #/# . . b16/... | 3

Rows from the top, joined by `/`, with a blank between cells: `#` obstacle, `.` free, a
letter `a` to `d` (players 1 to 4) with a number of sheep; then the player to move.
"""

import re
from collections.abc import Iterator

from foxkit.core.quoting import quoted
from foxkit.rules.battle_sheep_board import LARGEST, CellSet, cells_of, has_cell, set_of
from foxkit.rules.battle_sheep_state import Heights

_FORM = "rows of cells such as '# a16 . #', joined by '/', then ' | ' and a player 1-4"
_CELL = re.compile(r"[#.]|([abcd])([1-9][0-9]?)")
Owned = tuple[CellSet, CellSet, CellSet, CellSet]


def problems(text: str, sheep: int) -> list[str]:
    """Return everything wrong with a position's text, of flocks of so many sheep."""
    parts = text.split("|")
    if len(parts) != 2:
        return [f"not 2 parts but {len(parts)}, divided by '|': {_FORM}"]
    rows = [row.split() for row in parts[0].split("/")]
    found = [*_of_shape(rows), *_of_cells(rows)]
    if not found:
        found += _of_flocks(rows, sheep)
    if parts[1].strip() not in ("1", "2", "3", "4"):
        mover = quoted(parts[1].strip())
        found.append(f"player to move {mover} instead of 1, 2, 3 or 4")
    return found


def _of_shape(rows: list[list[str]]) -> Iterator[str]:
    if not 3 <= len(rows) <= LARGEST:
        yield f"{len(rows)} rows instead of 3 to {LARGEST}"
    for y, row in enumerate(rows[:LARGEST]):
        if len(row) != len(rows):
            yield f"row {y} has {len(row)} cells instead of {len(rows)}, one a row"


def _of_cells(rows: list[list[str]]) -> Iterator[str]:
    for y, row in enumerate(rows[:LARGEST]):
        for x, cell in enumerate(row[:LARGEST]):
            if not _CELL.fullmatch(cell):
                said = f"{quoted(cell)} at {x},{y}"
                yield f"{said} instead of #, . or a player's sheep as a16"


def _of_flocks(rows: list[list[str]], most: int) -> Iterator[str]:
    for player, letter in enumerate("abcd", 1):
        sheep = sum(int(cell[1:]) for row in rows for cell in row if cell[0] == letter)
        if sheep > most:
            yield f"player {player} has {sheep} sheep instead of {most} at most"


def read(text: str) -> tuple[int, CellSet, Owned, Heights, int]:
    """Return the size, and what a state holds, of a text without problems."""
    board, side = text.split("|")
    rows = [row.split() for row in board.split("/")]
    drawn = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    stacks = {at: int(cell[1:]) for at, cell in drawn.items() if cell[0] in "abcd"}
    one, two, three, four = (
        set_of(at for at in stacks if drawn[at][0] == letter) for letter in "abcd"
    )
    zero, first, second, third, fourth = (
        set_of(at for at, sheep in stacks.items() if sheep - 1 >> bit & 1)
        for bit in range(5)
    )
    free = set_of(at for at, cell in drawn.items() if cell == ".")
    height = (zero, first, second, third, fourth)
    return len(rows), free, (one, two, three, four), height, int(side) - 1


def written(size: int, free: CellSet, owned: Owned, height: Heights, mover: int) -> str:
    """Return the text of a state on an array of some size."""
    drawn = dict.fromkeys(cells_of(free), ".")
    for letter, own in zip("abcd", owned, strict=True):
        drawn |= {at: f"{letter}{_sheep(height, *at)}" for at in cells_of(own)}
    rows = (" ".join(drawn.get((x, y), "#") for x in range(size)) for y in range(size))
    return f"{'/'.join(rows)} | {mover + 1}"


def _sheep(height: Heights, x: int, y: int) -> int:
    cell = 15 * x + y
    return 1 + sum(has_cell(bits, cell) << bit for bit, bits in enumerate(height))
