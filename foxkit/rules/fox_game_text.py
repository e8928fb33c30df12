"""The Fox Game's one-line text: seven rows, the side to move, two counters.

`--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -` is the start: rows
from the sheep's edge, then who moves (`s` or `f`), the sheep turns in a row without a
forward step, and the point of a fox in the middle of a chain (`-` for none).
"""

from collections.abc import Iterable
from itertools import product

from foxkit.core.quoting import quoted, shortened

FORM = (
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


def write(sheep: int, foxes: int, mover: int, sideways: int, chain: int) -> str:
    """Return the text of a state's five fields."""
    rows = [["." if f"{r}{c}" in POINTS else "-" for c in range(7)] for r in range(7)]
    for letter, board in (("s", sheep), ("f", foxes)):
        for point in members(board):
            rows[int(point[0])][int(point[1])] = letter
    drawn = "/".join("".join(row) for row in rows)
    return f"{drawn} {'sf'[mover]} {sideways} {name(chain) if chain >= 0 else '-'}"


def read(text: str) -> tuple[int, int, int, int, int]:
    """Return sheep, foxes, mover, sideways and chain of a text without problems."""
    drawn, side, sideways, chain = text.split()
    sheep, foxes = (
        bits(p for p in POINTS if drawn[index(p)] == letter) for letter in "sf"
    )
    point = -1 if chain == "-" else index(chain)
    return sheep, foxes, "sf".index(side), int(sideways), point


def problems(text: str, sideways_limit: int, foxes: int) -> list[str]:
    """Return everything wrong with a text, each fault in a few words.

    Args:
        text: a position, perhaps.
        sideways_limit: what the counter may be at most.
        foxes: how many there may be.
    """
    parts = text.split()
    if len(parts) != 4:
        wrong = [f"not 4 fields but {len(parts)}: {FORM}"]
        is_drawn = bool(parts) and "/" in parts[0]
        return wrong + (_board_problems(parts[0].split("/"), foxes) if is_drawn else [])
    drawn, side, sideways, chain = parts
    found = _board_problems(drawn.split("/"), foxes)
    if side not in ("s", "f"):
        found.append(f"side to move {quoted(side)} instead of 's' or 'f'")
    if not (sideways.isascii() and sideways.isdecimal() and len(sideways) < 10):
        found.append(
            f"sideways counter {quoted(sideways)} is no number of up to 9 digits"
        )
    elif int(sideways) > sideways_limit:
        found.append(f"sideways counter {sideways} above the limit {sideways_limit}")
    if chain != "-":
        found += _chain_problems(drawn, side, chain)
    return found


def _board_problems(rows: list[str], most: int) -> list[str]:
    if [len(row) for row in rows] == [7] * 7:
        found = _misplaced(rows)
    else:
        lengths = shortened(", ".join(str(len(row)) for row in rows))
        strange = "".join(sorted(set("".join(rows)) - set("-.sf")))
        found = [f"rows of {lengths} characters instead of seven rows of 7"]
        if strange:
            found.append(f"{quoted(strange)} instead of '-', '.', 's' or 'f'")
    foxes = sum(row.count("f") for row in rows)
    if foxes > most:
        found.append(f"{foxes} foxes instead of at most {most}")
    return found


def _misplaced(rows: list[str]) -> list[str]:
    found = []
    for row, column in product(range(7), range(7)):
        letter, point = rows[row][column], f"{row}{column}"
        allowed = ".sf" if point in POINTS else "-"
        if letter not in allowed:
            found.append(f"{letter!r} at {point}, where only {allowed!r} can stand")
    return found


def _chain_problems(drawn: str, side: str, chain: str) -> list[str]:
    if chain not in POINTS:
        return [f"chain point {quoted(chain)} is not on the board"]
    if side != "f":
        return ["a chain is under way, but the sheep are to move"]
    fox = drawn[index(chain) : index(chain) + 1] == "f"
    return [] if fox else [f"no fox at the chain point {chain}"]
