"""The Fox Game's one-line text: seven rows, the side to move, two counters.

`--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -` is the start: rows
from the sheep's edge, then who moves (`s` or `f`), the sheep turns in a row without a
forward step, and the point of a fox in the middle of a chain (`-` for none).
"""

from collections.abc import Iterable
from itertools import product

from foxkit.core.grid import Grid, line_problems, side
from foxkit.core.quoting import quoted

_FORM = (
    "seven rows, who moves, the sideways turns, and the point of a fox within a chain"
    " or -, as in '--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -'"
)
POINTS = tuple(
    f"{row}{column}"
    for row, column in product(range(7), range(7))
    if 2 <= row <= 4 or 2 <= column <= 4
)
"""The names of the 33 points, row and column, in reading order."""


def index(point: str) -> int:
    return 8 * int(point[0]) + int(point[1])


def name(point: int) -> str:
    return f"{point // 8}{point % 8}"


def bits(points: Iterable[str]) -> int:
    """Return the set of some points as an int64."""
    return sum(1 << index(point) for point in points)


BOARD = bits(POINTS)


def members(board: int) -> list[str]:
    """Return the names of the points of a set, in reading order."""
    return [point for point in POINTS if board >> index(point) & 1]


GRID = Grid(
    tuple(
        tuple(at if BOARD >> at & 1 else ~at for at in range(8 * row, 8 * row + 7))
        for row in range(7)
    ),
    {".": "empty", "s": "sheep", "f": "fox"},
    name,
)


def word_problems(text: str, sideways_limit: int, most: int) -> list[str]:
    """Return everything wrong with a text's words, with `most` foxes at most."""

    def of_board(drawn: str) -> list[str]:
        foxes = drawn.count("f")
        many = [f"{foxes} foxes instead of at most {most}"] if foxes > most else []
        return GRID.problems(drawn) + many

    def of_counter(word: str) -> list[str]:
        if not (word.isascii() and word.isdecimal() and len(word) < 10):
            return [f"sideways counter {quoted(word)} is no number of up to 9 digits"]
        above = int(word) > sideways_limit
        return [f"sideways counter {word} above the limit {sideways_limit}"] * above

    def of_chain(word: str) -> list[str]:
        known = word in (*POINTS, "-")
        return [] if known else [f"chain point {quoted(word)} is not on the board"]

    checks = of_board, side("sf"), of_counter, of_chain
    return line_problems(text, _FORM, *checks)
