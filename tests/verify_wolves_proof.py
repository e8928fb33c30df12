"""Check a proof that the sheep win Wolves Eat Sheep, by the rules alone.

    python tests/verify_wolves_proof.py [FILE]

It visits every board that play can reach from the start when the wolves do whatever
they may and the sheep do as the proof says: a digit to base 36 for each board with the
sheep to move, the number of their move in reading order, from and to. Boards come turn
by turn, sorted, each once; images by turning and mirroring are one board. Nothing of
this workbook is imported. If each digit is a legal move, more than two sheep are always
left, and no play goes round in circles, it ends with trapped wolves: the sheep win.
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
START: Board = ((4, 1), (4, 3)), tuple((y, x) for y in range(2) for x in range(5))


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


def check(digits: str) -> tuple[int, int]:
    """Count the boards with the sheep to move, and the plies of the longest play.

    AssertionError, IndexError or graphlib.CycleError where the proof fails.
    """
    turn = dict(map(least, after_wolves(START)))
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


def main(files: list[str]) -> None:
    """Check the proof in a file of `kept`; by default that of the workbook."""
    folder = Path(__file__).parents[1] / "data" / "kept" / "certificate_of_sheep"
    for path in [Path(name) for name in files] or sorted(folder.glob("*.json")):
        row, begun = json.loads(path.read_text())["rows"][0], time.perf_counter()
        visited, plies = check(lzma.decompress(b85decode(row["packed"])).decode())
        took = time.perf_counter() - begun
        print(f"the sheep win in at most {plies} plies;", end=" ")
        print(f"{visited:,} boards, {took:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:])
