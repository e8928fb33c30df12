"""Check a stored table of Fox & Hounds by one-step consistency, apart from the solver.

Rules come from the brute-force program, the order of the placements is made anew by
sorting, and the file is read with NumPy alone. Each stored answer must follow from
the stored answers two plies later, by the definitions; that proves all of them by
induction from the finished positions.

    python tests/verify_fox_hounds.py data/tables/fox-hounds/6x6-2-0.*.npy
"""

import random
import re
import sys
from itertools import combinations
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.plain_fox_hounds import FOX, HOUNDS, NEVER, Board, Position

Answer = tuple[str, int, int, tuple[int, int]]  # winner, plies, B, largest B with k


class StoredTable:
    """A table's file, and where in it the answer for a position stands."""

    def __init__(self, path: Path):
        width, height, safe_squares, self.phase = map(
            int, re.findall(r"\d+", path.name.partition(".")[0])
        )
        content = np.load(path)
        values, boxes, low, high = content.reshape(4, -1)
        self.columns = [values, boxes, np.concatenate([low, high]).view("<u2")]
        self.board = Board(width, height, safe_squares)
        self.k = width // 2
        self.bits = self.k * ((height + 1) // 2)
        self.row = {hounds: i for i, hounds in enumerate(self._placements())}

    def number(self, square: int) -> int:
        """The square's number rank by rank, from the lower left."""
        x, y = self.board.squares[square]
        return self.k * y + x // 2

    def rank(self, square: int) -> int:
        return self.board.squares[square][1]

    def _placements(self) -> list[tuple[int, ...]]:
        """By sum of ranks, then by the largest number, the next largest, ..."""
        every = combinations(range(len(self.board.squares)), self.k)
        layers = ((sum(map(self.rank, hounds)), hounds) for hounds in every)

        def order(item: tuple[int, tuple[int, ...]]) -> tuple[int, list[int]]:
            return item[0], sorted(map(self.number, item[1]), reverse=True)

        return [hounds for _, hounds in sorted(layers, key=order)]

    def belongs(self, position: Position) -> bool:
        """Whether a position with the fox to move is of this table's phase."""
        fox, hounds, _ = position
        total = self.rank(fox) + sum(map(self.rank, hounds)) - (self.board.height - 1)
        return total % 2 == self.phase

    def answer(self, position: Position) -> Answer:
        """The stored answer for a position with the fox to move."""
        fox, hounds, _ = position
        x, y = self.board.squares[fox]
        entry = self.row[hounds] * self.bits + self.k * (y // 2) + x // 2
        code, b, pair = (int(column[entry]) for column in self.columns)
        winner, plies = (HOUNDS, 2 * code) if code <= 84 else (FOX, 254 - code)
        largest = NEVER if pair >> 8 == 255 else pair >> 8
        return winner, plies, NEVER if b == 255 else b, (largest, 255 - (pair & 255))


def liking(answer: Answer) -> tuple[int, int]:
    """How much the fox likes a value."""
    return (1, -answer[1]) if answer[0] == FOX else (0, answer[1])


def derived(board: Board, position: Position, after: list[Answer]) -> Answer:
    """The answer that follows from those after each move."""
    best = max if position[2] == FOX else min
    if after:
        winner, plies = best(after, key=liking)[:2]
        plies += 1
        b = min(NEVER, 1 + best(answer[2] for answer in after))
    else:
        (winner, plies), b = board.final(position), NEVER
    if winner == HOUNDS and board.is_foxbox(position):
        b = 0
    pair = (b, 0)
    if after:
        v, k = best((a[3] for a in after), key=lambda pair: (pair[0], -pair[1]))
        pair = max(pair, (v, k + 1), key=lambda pair: (pair[0], -pair[1]))
    return winner, plies, b, pair


def expected(table: StoredTable, position: Position) -> Answer:
    """What the stored answers two plies later say about a position."""
    board = table.board
    between = [
        derived(board, middle, [table.answer(p) for p in board.children(middle)])
        for middle in board.children(position)
    ]
    return derived(board, position, between)


def mistakes(path: Path, sample: int | None = None, seed: int = 0) -> list[Position]:
    """The positions whose stored answer does not follow; of all, or of a sample."""
    table = StoredTable(path)
    placements = list(table.row)
    if sample is not None:
        placements = random.Random(seed).sample(placements, sample)
    positions = (
        (fox, hounds, FOX)
        for hounds in placements
        for fox in range(len(table.board.squares))
        if fox not in hounds
    )
    ours = filter(table.belongs, positions)
    return [p for p in ours if table.answer(p) != expected(table, p)]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        wrong = mistakes(Path(name))
        print(f"{name}: {len(wrong)} wrong answers")
        if wrong:
            sys.exit(1)
