"""Battle Sheep's positions as text.

    # a16 . #/# . . b16/... | 3

Rows from the top, joined by `/`, with a blank between cells: `#` obstacle, `.` free, a
letter `a` to `d` (players 1 to 4) with a number of sheep; then the player to move.
"""

import re
from collections.abc import Iterator

from foxkit.core.quoting import quoted
from foxkit.games.battle_sheep.geometry import LARGEST, cells_of, set_of
from foxkit.games.battle_sheep.state import SheepState, sheep_on

_FORM = "rows of cells such as '# a16 . #', joined by '/', then ' | ' and a player 1-4"
_CELL = re.compile(r"[#.]|([abcd])([1-9][0-9]?)")


def problems(text: str, sheep: int) -> list[str]:
    """Return everything wrong with a position's text, of flocks of so many sheep."""
    board, *movers = text.split("|")
    if len(movers) != 1:
        return [f"not 2 parts but {len(movers) + 1}, divided by '|': {_FORM}"]
    rows, mover = [row.split() for row in board.split("/")], movers[0].strip()
    found = [*_of_cells(rows)]
    for player, letter in enumerate("" if found else "abcd", 1):
        held = sum(int(cell[1:]) for row in rows for cell in row if cell[0] == letter)
        if held > sheep:
            found.append(f"player {player} has {held} sheep instead of {sheep} at most")
    if mover not in ("1", "2", "3", "4"):
        found.append(f"player to move {quoted(mover)} instead of 1, 2, 3 or 4")
    return found


def _of_cells(rows: list[list[str]]) -> Iterator[str]:
    if not 3 <= len(rows) <= LARGEST:
        yield f"{len(rows)} rows instead of 3 to {LARGEST}"
    for y, row in enumerate(rows[:LARGEST]):
        if len(row) != len(rows):
            yield f"row {y} has {len(row)} cells instead of {len(rows)}, one a row"
        for x, cell in enumerate(row[:LARGEST]):
            if not _CELL.fullmatch(cell):
                said = f"{quoted(cell)} at {x},{y}"
                yield f"{said} instead of #, . or a player's sheep as a16"


def read(text: str) -> tuple[int, SheepState]:
    """Return the size and the state of a text without problems."""
    board, mover = text.split("|")
    rows = [row.split() for row in board.split("/")]
    drawn = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    stacks = {at: int(cell[1:]) for at, cell in drawn.items() if cell[0] in "abcd"}
    free = set_of(at for at, cell in drawn.items() if cell == ".")
    a, b, c, d = (
        set_of(at for at in stacks if drawn[at][0] == letter) for letter in "abcd"
    )
    one, two, three, four, five = (
        set_of(at for at, sheep in stacks.items() if sheep - 1 >> bit & 1)
        for bit in range(5)
    )
    height = (one, two, three, four, five)
    return len(rows), SheepState(free, (a, b, c, d), height, int(mover) - 1)


def written(size: int, state: SheepState) -> str:
    """Return the text of a state on an array of some size."""
    drawn = dict.fromkeys(cells_of(state.free), ".")
    for letter, own in zip("abcd", state.owned, strict=True):
        for x, y in cells_of(own):
            drawn[x, y] = f"{letter}{sheep_on(state, 15 * x + y)}"
    rows = (" ".join(drawn.get((x, y), "#") for x in range(size)) for y in range(size))
    return f"{'/'.join(rows)} | {state.mover + 1}"
