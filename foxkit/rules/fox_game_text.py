"""The Fox Game's one-line text: seven rows, the side to move, two counters.

`--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -` is the start: rows
from the sheep's edge, then who moves (`s` or `f`), the sheep turns in a row without a
forward step, and the point of a fox in the middle of a chain (`-` for none).
"""

from collections.abc import Iterable
from itertools import product

from foxkit.core.quoting import quoted
from foxkit.rules.grid import Grid, line_problems, side

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
    """Return the bit number of a point, 8 * row + column."""
    return 8 * int(point[0]) + int(point[1])


def name(point: int) -> str:
    """Return the name of a bit number."""
    return f"{point // 8}{point % 8}"


def bits(points: Iterable[str]) -> int:
    """Return the set of some points as an int64."""
    return sum(1 << index(point) for point in points)


BOARD = bits(POINTS)


def members(board: int) -> list[str]:
    """Return the names of the points of a set, in reading order."""
    return [point for point in POINTS if board >> index(point) & 1]


_GRID = Grid(
    tuple(
        tuple(at if BOARD >> at & 1 else ~at for at in range(8 * row, 8 * row + 7))
        for row in range(7)
    ),
    {".": "empty", "s": "sheep", "f": "fox"},
    name,
)


def write(sheep: int, foxes: int, mover: int, sideways: int, chain: int) -> str:
    """Return the text of a state's five fields."""
    point = name(chain) if chain >= 0 else "-"
    return f"{_GRID.draw(sheep, foxes)} {'sf'[mover]} {sideways} {point}"


def read(text: str) -> tuple[int, int, int, int, int]:
    """Return sheep, foxes, mover, sideways and chain of a text without problems."""
    drawn, side, sideways, chain = text.split()
    sheep, foxes = _GRID.read(drawn)
    point = -1 if chain == "-" else index(chain)
    return sheep, foxes, "sf".index(side), int(sideways), point


def problems(text: str, sideways_limit: int, most: int) -> list[str]:
    """Return everything wrong with a text, each fault in a few words.

    Args:
        text: a position, perhaps.
        sideways_limit: what the counter may be at most.
        most: how many foxes there may be.
    """

    def of_board(drawn: str) -> list[str]:
        foxes = drawn.count("f")
        many = [f"{foxes} foxes instead of at most {most}"] if foxes > most else []
        return _GRID.problems(drawn) + many

    def of_counter(word: str) -> list[str]:
        if not (word.isascii() and word.isdecimal() and len(word) < 10):
            return [f"sideways counter {quoted(word)} is no number of up to 9 digits"]
        above = int(word) > sideways_limit
        return [f"sideways counter {word} above the limit {sideways_limit}"] * above

    def of_chain(word: str) -> list[str]:
        known = word in (*POINTS, "-")
        return [] if known else [f"chain point {quoted(word)} is not on the board"]

    found = line_problems(text, _FORM, of_board, side("sf"), of_counter, of_chain)
    if found:
        return found
    _, foxes, mover, _, point = read(text)
    if point >= 0 and mover == 0:
        return ["a chain is under way, but the sheep are to move"]
    there = point < 0 or foxes >> point & 1
    return [] if there else [f"no fox at the chain point {name(point)}"]
