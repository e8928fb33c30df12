"""A proof that the sheep win Wolves Eat Sheep: one answer to every move of the wolves.

The exact tables say which moves of the sheep come nearer to the end; of these one is
chosen that asks for few answers not needed already. Boards that a turn or a mirror
makes equal are one. A board is a pair of bit sets, wolves and sheep, by 5 times the row
plus the column.
"""

import lzma
from base64 import b85encode
from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from typing import Any

import numpy as np

from foxkit import Wolves
from foxkit.core import compiled
from foxkit.games.wolves.retrograde import (
    Numbering,
    block_and_rank,
    numbering_of,
    winner_of,
)
from foxkit.games.wolves.rules import SHEEP, UNDECIDED, WOLVES, WolvesState, winner
from foxkit.games.wolves.solver import solved_table
from foxkit.lab.stats import Row

Board = tuple[int, int]
NEVER = 255  # plies, more than any win takes


@cache
def _images() -> list[list[int]]:
    """Return where each square comes to, by the eight ways to turn and mirror."""
    board = np.arange(25).reshape(5, 5)
    turned = [np.rot90(board, n) for n in range(4)]
    return [x.ravel().tolist() for each in turned for x in (each, each.T)]


def squares(bits: int) -> Iterator[int]:
    """Yield the squares of a set, in reading order."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def canonical(board: Board) -> Board:
    """Return the least of a board's images."""
    wolves, sheep = (list(squares(bits)) for bits in board)
    return min(
        (sum(1 << image[x] for x in wolves), sum(1 << image[x] for x in sheep))
        for image in _images()
    )


def beside(square: int, distance: int = 1) -> Iterator[int]:
    """Yield the squares so far off in a straight line: up, left, right, down."""
    row, column = divmod(square, 5)
    for y, x in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        if 0 <= row + y * distance < 5 and 0 <= column + x * distance < 5:
            yield square + distance * (5 * y + x)


def after_wolves(board: Board) -> Iterator[Board]:
    """Yield what the wolves' moves lead to."""
    wolves, sheep = board
    for source in squares(wolves):
        rest = wolves ^ 1 << source
        for to in beside(source):
            if not (wolves | sheep) >> to & 1:
                yield rest | 1 << to, sheep
        for to in beside(source, 2):
            if sheep >> to & 1 and not (wolves | sheep) >> (source + to) // 2 & 1:
                yield rest | 1 << to, sheep ^ 1 << to


def after_sheep(board: Board) -> list[Board]:
    """Return what the sheep's moves lead to, in reading order, from and to."""
    wolves, sheep = board
    return [
        (wolves, sheep ^ 1 << source | 1 << to)
        for source in squares(sheep)
        for to in beside(source)
        if not (wolves | sheep) >> to & 1
    ]


@compiled
def _byte(index: Numbering, table: Any, mover: int, wolves: int, sheep: int) -> int:
    block, rank = block_and_rank(index, wolves, sheep)
    return int(table[mover, block, rank])


def plies(board: Board, mover: int) -> int:
    """Return the plies in which the sheep win by best play; `NEVER` if they do not."""
    wolves, sheep = board
    who = winner(Wolves(), WolvesState(wolves, sheep, mover))
    if who != UNDECIDED:
        return 0 if who == SHEEP else NEVER
    kind = wolves.bit_count(), sheep.bit_count()
    byte = _byte(
        numbering_of(*kind), solved_table(Wolves(), *kind), mover, wolves, sheep
    )
    return byte if winner_of(mover, byte) == SHEEP else NEVER


def answers(start: Board) -> dict[Board, int]:
    """Return the sheep's move, its number, on all boards that play comes to.

    The wolves move first; ValueError where the sheep do not win.
    """
    if plies(start, WOLVES) == NEVER:
        raise ValueError("the sheep do not win from here")
    chosen: dict[Board, int] = {}
    waiting: list[tuple[int, Board]] = []
    known = set[Board]()

    def ask(board: Board) -> None:
        for each in {canonical(x) for x in after_wolves(board)} - known:
            known.add(each)
            heappush(waiting, (-plies(each, SHEEP), each))

    ask(start)
    while waiting:
        left, board = heappop(waiting)
        options = []
        for number, after in enumerate(after_sheep(board)):
            if plies(after, WOLVES) < -left:
                new = {canonical(x) for x in after_wolves(after)} - known
                options.append((len(new), number, after))
        _, chosen[board], after = min(options)
        ask(after)
    return chosen


def certificate_of_sheep(start: str) -> Row:
    """Return a proof that the sheep win from a position, the wolves to move.

    Turn by turn, for each board with the sheep to move that play comes to and that was
    not there before, in ascending order, a digit to base 36: the number of the sheep's
    move in reading order, from and to. `packed` has the digits compressed by LZMA, in
    base 85.
    """
    wolves, sheep, _ = Wolves().parse(start)[1]
    moves, digits = answers((wolves, sheep)), []
    known = turn = {canonical(x) for x in after_wolves((wolves, sheep))}
    while turn:
        after = set[Board]()
        for board in sorted(turn):
            digits.append(np.base_repr(moves[board], 36).lower())
            then = after_sheep(board)[moves[board]]
            after.update(map(canonical, after_wolves(then)))
        turn = after - known
        known = known | turn
    packed = b85encode(lzma.compress("".join(digits).encode(), preset=9)).decode()
    return {"boards": len(digits), "packed": packed}
