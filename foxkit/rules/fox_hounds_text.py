"""Fox & Hounds positions as one line of text.

`..F./..../..../..../..../..../..../HHHH f` is the start on 8 x 8: the light squares of
each rank from the top, then the side to move (`f` or `h`). The text fixes the board's
size.
"""

from foxkit.core.quoting import quoted
from foxkit.rules.fox_hounds_board import MOST_SQUARES, FoxHoundsState

FORM = (
    "the light squares of each rank and who moves, as in"
    " '..F./..../..../..../..../..../..../HHHH f'"
)
MOST_FILES = 26  # one letter each


def name(k: int, square: int) -> str:
    """Return a square's name, file letter and rank number."""
    y, j = divmod(square, k)
    return f"{chr(ord('a') + 2 * j + 1 - y % 2)}{y + 1}"


def size_problems(width: int, height: int) -> list[str]:
    """Return what is wrong with a board's size; empty if it is supported."""
    found = []
    if width % 2 or not 2 <= width <= MOST_FILES:
        found.append(f"width {width} instead of an even number from 2 to {MOST_FILES}")
    if height < 2:
        found.append(f"height {height} instead of 2 or more")
    if width // 2 * ((height + 1) // 2) > MOST_SQUARES:
        found.append(
            f"a board of {width} x {height} is too large: at most {MOST_SQUARES} light "
            "squares on every other rank"
        )
    return found


def write(k: int, height: int, state: FoxHoundsState) -> str:
    """Return the text of a state."""
    rows = []
    for y in reversed(range(height)):
        hounds = (state.odd if y % 2 else state.even) >> k * (y // 2)
        row = ["H" if hounds >> j & 1 else "." for j in range(k)]
        if state.fox // k == y:
            row[state.fox % k] = "F"
        rows.append("".join(row))
    return f"{'/'.join(rows)} {'fh'[state.mover]}"


def read(text: str) -> tuple[int, int, FoxHoundsState]:
    """Return width, height and state of a text without problems."""
    drawn, side = text.split()
    rows = drawn.split("/")[::-1]
    k, even, odd = len(rows[0]), 0, 0
    for y, row in enumerate(rows):
        for j, letter in enumerate(row):
            bit = (letter == "H") << k * (y // 2) + j
            even, odd = (even, odd | bit) if y % 2 else (even | bit, odd)
    fox = "".join(rows).index("F")
    return 2 * k, len(rows), FoxHoundsState(fox, even, odd, "fh".index(side))


def problems(text: str) -> list[str]:
    """Return everything wrong with a text, each fault in a few words."""
    parts = text.split()
    if len(parts) != 2:
        return [f"not 2 fields but {len(parts)}: {FORM}"]
    drawn, side = parts
    found = _board_problems(drawn.split("/"))
    if side not in ("f", "h"):
        found.append(f"side to move {quoted(side)} instead of 'f' or 'h'")
    return found


def _board_problems(rows: list[str]) -> list[str]:
    least, *_, most = sorted(len(row) for row in [*rows, rows[0]])
    found = size_problems(2 * least, len(rows)) if least == most else []
    if least < most:
        found.append(f"ranks of {least} to {most} squares instead of one length")
    letters = "".join(rows)
    if strange := "".join(sorted(set(letters) - set("FH."))):
        found.append(f"{quoted(strange)} instead of 'F', 'H' and '.'")
    if letters.count("F") != 1:
        found.append(f"{letters.count('F')} foxes instead of 1")
    if least == most != letters.count("H"):
        found.append(
            f"{letters.count('H')} hounds instead of {most}, as many as a rank "
            "has light squares"
        )
    return found
