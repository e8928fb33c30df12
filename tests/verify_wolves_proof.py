"""Check a proof that the sheep win Wolves Eat Sheep, by the rules alone.

    python tests/verify_wolves_proof.py [FILE ...]

It visits every board that play can reach from the start when the wolves do whatever
they may and the sheep do as the proof says: a digit to base 36 for each board with the
sheep to move, the number of their move in reading order, from and to. Boards come turn
by turn, each once, in ascending order by a bit for each square of the wolves, then of
the sheep; of a board's images by turning and mirroring the least stands for all.
Nothing of this workbook is imported. If each digit is a legal move, more than two sheep
are always left, and no play goes round in circles, it ends with trapped wolves.
"""

import json
import lzma
import sys
import time
from base64 import b85decode
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

Square = tuple[int, int]  # row and column
Squares = tuple[Square, ...]
Board = tuple[Squares, Squares]  # wolves and sheep, in reading order
Numbers = tuple[int, int]  # of their squares, a bit for each by row and column
WAYS = (-1, 0), (0, -1), (0, 1), (1, 0)
ALL = {(row, column) for row in range(5) for column in range(5)}


def read(text: str) -> Board:
    """Return the board of a position's text, five rows of 0, 1 (sheep) and 2 (wolf)."""
    rows = text.split()[0].split("/")
    wolves, sheep = (
        tuple(x for x in sorted(ALL) if rows[x[0]][x[1]] == c) for c in "21"
    )
    return wolves, sheep


def moved(pieces: Squares, source: Square, to: Square) -> Squares:
    """Return the pieces after one of them has moved."""
    return tuple(sorted({*pieces, to} - {source}))


def after_wolves(board: Board) -> Iterator[Board]:
    """Yield what the wolves' moves lead to: steps, and jumps onto a sheep."""
    wolves, sheep = board
    empty = ALL - {*wolves, *sheep}
    for y, x in wolves:
        for up, right in WAYS:
            near, far = (y + up, x + right), (y + 2 * up, x + 2 * right)
            if near in empty:
                yield moved(wolves, (y, x), near), sheep
                if far in sheep:
                    left = tuple(each for each in sheep if each != far)
                    yield moved(wolves, (y, x), far), left


def after_sheep(board: Board, digit: str) -> Board:
    """Return what the sheep's move leads to; IndexError where there is none."""
    wolves, sheep = board
    empty = ALL - {*wolves, *sheep}
    near = [(s, (s[0] + y, s[1] + x)) for s in sheep for y, x in WAYS]
    source, to = [(s, to) for s, to in near if to in empty][int(digit, 36)]
    return wolves, moved(sheep, source, to)


def images() -> list[dict[Square, Square]]:
    """Return where each square comes to, by the eight ways to turn and mirror."""
    turned = [{square: square for square in ALL}]
    for _ in range(3):
        turned.append({each: (x, 4 - y) for each, (y, x) in turned[-1].items()})
    mirrored = [{each: (x, y) for each, (y, x) in way.items()} for way in turned]
    return turned + mirrored


Bits = dict[Square, int]
BITS = [{each: 1 << 5 * y + x for each, (y, x) in way.items()} for way in images()]


@cache
def least_of_wolves(wolves: Squares) -> tuple[int, list[Bits]]:
    """Return the least number of the wolves' images, and the ways that lead to it."""
    numbers = [sum(map(bits.__getitem__, wolves)) for bits in BITS]
    return min(numbers), [
        b for b, n in zip(BITS, numbers, strict=True) if n == min(numbers)
    ]


def least(board: Board) -> Numbers:
    """Return the least of the numbers of a board's images: wolves, then sheep."""
    wolves, sheep = board
    number, ways = least_of_wolves(wolves)
    return number, min(sum(map(bits.__getitem__, sheep)) for bits in ways)


def board_of(numbers: Numbers) -> Board:
    """Return the board with these numbers."""
    wolves, sheep = (
        tuple(divmod(place, 5) for place in range(25) if number >> place & 1)
        for number in numbers
    )
    return wolves, sheep


def check(start: Board, digits: str) -> tuple[int, int]:
    """Count the boards with the sheep to move, and the plies of the longest play.

    AssertionError, IndexError or graphlib.CycleError where the proof fails.
    """
    turn, at = set(map(least, after_wolves(start))), 0
    follows: dict[Numbers, set[Numbers]] = {}
    while turn:
        for numbers in sorted(turn):
            after = after_sheep(board_of(numbers), digits[at])
            found, at = set(map(least, after_wolves(after))), at + 1
            assert all(sheep.bit_count() > 2 for _, sheep in found), after
            follows[numbers] = found
        turn = set().union(*(follows[each] for each in turn)) - follows.keys()
    assert at == len(digits), "there are digits left"
    plies: dict[Numbers, int] = {}
    for numbers in TopologicalSorter(follows).static_order():
        plies[numbers] = max((1 + plies[x] + 1 for x in follows[numbers]), default=1)
    return at, 1 + max(plies.values())


def unpacked(packed: str) -> str:
    """Return the digits of a proof as it is kept."""
    return lzma.decompress(b85decode(packed)).decode()


def main(files: list[str]) -> None:
    """Check proofs in files of `kept`; by default that of the workbook."""
    folder = Path(__file__).parents[1] / "data" / "kept" / "certificate_of_sheep"
    for path in [Path(name) for name in files] or sorted(folder.glob("*.json")):
        found, begun = json.loads(path.read_text()), time.perf_counter()
        start = found["address"]["case"]["start"]
        boards, plies = check(read(start), unpacked(found["rows"][0]["packed"]))
        took = time.perf_counter() - begun
        print(f"{start}: the sheep win in at most {plies} plies;", end=" ")
        print(f"{boards:,} boards, {took:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
