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
from graphlib import TopologicalSorter
from pathlib import Path

Square = tuple[int, int]  # row and column
Squares = tuple[Square, ...]
Board = tuple[Squares, Squares]  # wolves and sheep, in reading order
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


def number(pieces: Squares) -> int:
    """Return a bit for each piece, by row and column."""
    return sum(1 << 5 * y + x for y, x in pieces)


def least(board: Board) -> tuple[tuple[int, int], Board]:
    """Return the image of a board with the least numbers, and these."""
    found = []
    for _turn in range(4):
        for _ in range(2):
            found.append((tuple(map(number, board)), board))
            board = tuple(tuple((x, y) for y, x in each) for each in board)
        board = tuple(tuple((x, 4 - y) for y, x in each) for each in board)
    numbers, board = min(found)
    return numbers, tuple(tuple(sorted(each)) for each in board)


def check(start: Board, digits: str) -> tuple[int, int]:
    """Count the boards with the sheep to move, and the plies of the longest play.

    AssertionError, IndexError or graphlib.CycleError where the proof fails.
    """
    turn = dict(map(least, after_wolves(start)))
    follows: dict[tuple[int, int], list[tuple[int, int]]] = {}
    at = 0
    while turn:
        new: dict[tuple[int, int], Board] = {}
        for numbers in sorted(turn):
            after = after_sheep(turn[numbers], digits[at])
            found = dict(map(least, after_wolves(after)))
            assert all(len(sheep) > 2 for _, sheep in found.values()), after
            follows[numbers], at = [*found], at + 1
            new |= found
        turn = {x: board for x, board in new.items() if x not in follows}
    assert at == len(digits), "there are digits left"
    plies: dict[tuple[int, int], int] = {}
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
