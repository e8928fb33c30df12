"""Fox & Hounds positions as one line of text.

`..F./..../..../..../..../..../..../HHHH f` is the start on 8 x 8: the light squares of
each rank from the top, then the side to move (`f` or `h`). The text fixes the board's
size.
"""

from foxkit.core.grid import Grid, line_problems, side
from foxkit.games.fox_hounds.geometry import MOST_SQUARES, bit_of, square_of

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


def drawing(k: int, height: int) -> Grid:
    """Return how a board is drawn; odd ranks' bits follow 64 of the even ones."""
    ranks = [range(k * y, k * y + k) for y in reversed(range(height))]
    places = ([bit_of(k, at) + 64 * (at // k % 2) for at in rank] for rank in ranks)
    letters = {".": "empty", "F": "the fox", "H": "a hound"}
    return Grid(
        tuple(map(tuple, places)),
        letters,
        lambda bit: name(k, square_of(k, bit % 64, bit // 64)),
    )


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
    board = drawing(most, 1 if found else len(lengths))
    found += board.strange(drawn) if found else board.problems(drawn)
    if foxes != 1:
        found.append(f"{foxes} foxes instead of 1")
    if least == most != hounds:
        found.append(
            f"{hounds} hounds instead of {most}, as many as a rank has light squares"
        )
    return found
