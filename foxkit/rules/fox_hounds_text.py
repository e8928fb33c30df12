"""Fox & Hounds positions as one line of text.

`..F./..../..../..../..../..../..../HHHH f` is the start on 8 x 8: the light squares of
each rank from the top, then the side to move (`f` or `h`). The text fixes the board's
size.
"""

from foxkit.rules.fox_hounds_board import (
    MOST_SQUARES,
    FoxHoundsState,
    bit_of,
    square_of,
)
from foxkit.rules.grid import Grid, line_problems, side

_FORM = (
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


def _grid(k: int, height: int) -> Grid:
    """Return how a board is drawn; odd ranks' bits follow 64 of the even ones."""
    ranks = [range(k * y, k * y + k) for y in reversed(range(height))]
    return Grid(
        tuple(
            tuple(bit_of(k, at) + 64 * (at // k % 2) for at in rank) for rank in ranks
        ),
        {".": "empty", "F": "the fox", "H": "a hound"},
        lambda bit: name(k, square_of(k, bit % 64, bit // 64)),
    )


def write(k: int, height: int, state: FoxHoundsState) -> str:
    """Return the text of a state."""
    fox, even, odd, mover = map(int, state)
    place = bit_of(k, fox) + 64 * (fox // k % 2)
    return f"{_grid(k, height).draw(1 << place, even | odd << 64)} {'fh'[mover]}"


def read(text: str) -> tuple[int, int, FoxHoundsState]:
    """Return width, height and state of a text without problems."""
    drawn, side = text.split()
    k, height = drawn.index("/"), drawn.count("/") + 1
    fox, hounds = _grid(k, height).read(drawn)
    place = fox.bit_length() - 1
    square = square_of(k, place % 64, place // 64)
    odd, even = divmod(hounds, 1 << 64)
    return 2 * k, height, FoxHoundsState(square, even, odd, "fh".index(side))


def problems(text: str) -> list[str]:
    """Return everything wrong with a text, each fault in a few words."""
    return line_problems(text, _FORM, _board_problems, side("fh"))


def _board_problems(drawn: str) -> list[str]:
    lengths = [*map(len, drawn.split("/"))]
    least, most = min(lengths), max(lengths)
    foxes, hounds = drawn.count("F"), drawn.count("H")
    if least < most:
        found = [f"ranks of {least} to {most} squares instead of one length"]
    else:
        found = size_problems(2 * most, len(lengths))
    grid = _grid(most, 1 if found else len(lengths))
    found += grid.strange(drawn) if found else grid.problems(drawn)
    if foxes != 1:
        found.append(f"{foxes} foxes instead of 1")
    if least == most != hounds:
        found.append(
            f"{hounds} hounds instead of {most}, as many as a rank has light squares"
        )
    return found
