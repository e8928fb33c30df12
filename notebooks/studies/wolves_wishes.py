"""Sheep that follow wishes, and all that the wolves can make of them.

A wish is a number that one can see on the board after the sheep's move, or a sum of
such numbers with weights; it should be small. Sheep take the moves that fulfil the
first wish best, of these those that fulfil the second best, and so on, and of what is
left the first in reading order, from and to. Boards are those of `wolves_proof`.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice, pairwise, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from wolves_parting import between
from wolves_proof import NEVER, Board, after_wolves, plies

from foxkit import Position
from foxkit.core import compiled, compiled_inline
from foxkit.core.bits import ctz, popcount
from foxkit.core.rng import below, mix, salt
from foxkit.games.wolves.rules import (
    BOARD,
    SHEEP,
    WOLVES,
    WolvesState,
    neighbours,
    step_left,
    step_right,
)
from foxkit.lab.stats import Row, proportion, put_estimate

Numbers = NDArray[np.int64]
SEEN = {
    "danger": "sheep that can be eaten next",
    "danger_next": "sheep in danger after the wolves' worst move, an eaten one twice",
    "distance": "steps from each sheep to each wolf",
    "nearest": "steps from each sheep to the nearer wolf",
    "room": "empty squares that the wolves can walk to",
    "corners": "corners at which a sheep and a wolf touch",
    "above": "rows from each sheep to the last",
}
"""What can be wished for, by name, in words."""
APART = 10_000  # more than any wish that is not the first comes to
MOST = 100  # turns of a game against random wolves


@compiled_inline
def _in_danger(wolves: int, sheep: int) -> int:
    """Return the sheep that can be eaten next."""
    empty = BOARD & ~(wolves | sheep)
    ahead = ((wolves << 5 & empty) << 5) | ((wolves >> 5 & empty) >> 5)
    return sheep & (
        ahead
        | step_right(step_right(wolves) & empty)
        | step_left(step_left(wolves) & empty)
    )


@compiled_inline
def _danger_next(wolves: int, sheep: int) -> int:
    """Return how many sheep the wolves' next move can put in danger at most.

    One that it eats counts two.
    """
    most, empty, left_over = 0, BOARD & ~(wolves | sheep), wolves
    while left_over:
        wolf = left_over & -left_over
        left_over ^= wolf
        eaten = _in_danger(wolf, sheep | wolves)
        to = neighbours(wolf) & empty | eaten & sheep
        while to:
            square = to & -to
            to ^= square
            number = popcount(_in_danger(wolves ^ wolf | square, sheep & ~square))
            most = max(most, number + 2 * (sheep & square != 0))
    return most


@compiled_inline
def _room(wolves: int, sheep: int) -> int:
    """Return how many empty squares the wolves can walk to."""
    empty = BOARD & ~(wolves | sheep)
    found, before = neighbours(wolves) & empty, -1
    while found != before:
        before, found = found, (found | neighbours(found)) & empty
    return popcount(found)


@compiled_inline
def _see(wolves: int, sheep: int, out: Any) -> None:
    """Write the numbers of `SEEN`, in its order."""
    out[:] = 0
    out[0] = popcount(_in_danger(wolves, sheep))
    out[1] = _danger_next(wolves, sheep)
    out[4] = _room(wolves, sheep)
    while sheep:
        row, column = divmod(ctz(sheep), 5)
        sheep &= sheep - 1
        others, nearest = wolves, 9
        while others:
            y, x = divmod(ctz(others), 5)
            others &= others - 1
            steps = abs(row - y) + abs(column - x)
            out[2] += steps
            nearest = min(nearest, steps)
            out[5] += row != y and column != x and steps == 2
        out[3] += nearest
        out[6] += 4 - row


@compiled
def _answer(weights: Any, wolves: int, sheep: int, seen: Any) -> int:
    """Return the sheep after their move, the first that makes the sum smallest."""
    least, chosen, movable = 1 << 62, 0, sheep
    empty = BOARD & ~(wolves | sheep)
    while movable:
        source = movable & -movable
        movable ^= source
        to = neighbours(source) & empty
        while to:
            after = sheep ^ source | to & -to
            to &= to - 1
            _see(wolves, after, seen)
            total = 0
            for i in range(len(weights)):
                total += weights[i] * seen[i]
            if total < least:
                least, chosen = total, after
    return chosen


def see(board: Board) -> list[int]:
    """Return the numbers of `SEEN`, in its order."""
    seen = np.zeros(len(SEEN), np.int64)
    _see(*board, seen)
    found: list[int] = seen.tolist()
    return found


class Flock:
    """Sheep with a list of wishes; the first matters most."""

    def __init__(self, wishes: Iterable[Mapping[str, int]]) -> None:
        self.weights = np.zeros(len(SEEN), np.int64)
        for wish in wishes:
            self.weights *= APART
            self.weights += [wish.get(name, 0) for name in SEEN]
        self._seen = np.zeros(len(SEEN), np.int64)
        self.won, self.not_won = set[Board](), set[Board]()  # the sheep to move

    def answer(self, board: Board) -> Board:
        """Return what the sheep's move leads to."""
        return board[0], int(_answer(self.weights, *board, self._seen))

    def wins(self, board: Board) -> bool:
        """Tell whether the sheep, to move, win against every play of the wolves.

        Where a board comes again, or two sheep are left, the wolves have shown how: it
        is not won, and no board on the way there is.
        """
        if board in self.won or board in self.not_won:
            return board in self.won
        way = {board: after_wolves(self.answer(board))}
        while way:
            board, plays = next(reversed(way.items()))
            after = next(plays, None)
            if after is None:
                self.won.add(board)
                del way[board]
            elif after in way or after in self.not_won or after[1].bit_count() <= 2:
                self.not_won.update(way)
                return False
            elif after not in self.won:
                way[after] = after_wolves(self.answer(after))
        return True

    def beats_random(self, board: Board, seed: int) -> bool:
        """Tell whether the sheep, to move, win within `MOST` turns."""
        stream = mix(seed, salt("wolves"))
        for turn in range(MOST):
            options = [*after_wolves(self.answer(board))]
            if not options:
                return True
            board = options[below(mix(stream, turn), len(options))]
            if board[1].bit_count() <= 2:
                return False
        return False

    def astray(self, start: Board) -> list[Board]:
        """Return the boards before the sheep's turns of a short play without end.

        The wolves move first; the last board has been there before.
        """
        ways = {each: [each] for each in after_wolves(start)}
        waiting = deque(ways)
        while waiting:
            board = waiting.popleft()
            for after in after_wolves(self.answer(board)):
                if after in ways[board]:
                    return [*ways[board], after]
                if after not in ways and after[1].bit_count() > 2:
                    ways[after] = [*ways[board], after]
                    waiting.append(after)
        raise ValueError("no play was found that goes round in circles")


def placements(sheep: int) -> Iterator[tuple[int, Board]]:
    """Yield seeds and random placements, the sheep to move, that exact play wins."""
    for seed in count():
        order = sorted(range(25), key=lambda square: mix(mix(seed, sheep), square))
        wolves, flock = order[:2], order[2 : 2 + sheep]
        board = sum(1 << x for x in wolves), sum(1 << x for x in flock)
        if any(after_wolves(board)) and plies(board, SHEEP) != NEVER:
            yield seed, board


def results(wishes: list[Mapping[str, int]], sheep: int, number: int) -> Row:
    """Return how sheep with wishes do from random placements that exact play wins.

    `won`: against every play of the wolves; `random`: against random wolves; `keeps`:
    their first move keeps the win by exact play; `nearer`: and comes nearer to the end.
    """
    flock, counts = Flock(wishes), np.zeros(4, int)
    for seed, board in islice(placements(sheep), number):
        left = plies(flock.answer(board), WOLVES)
        found = flock.wins(board), flock.beats_random(board, seed)
        counts += [*found, left != NEVER, left < plies(board, SHEEP)]
    row: Row = {}
    for name, n in zip(("won", "random", "keeps", "nearer"), counts, strict=True):
        put_estimate(row, name, proportion(int(n), number))
    return row


def fresh(wishes: list[Mapping[str, int]], number: int) -> Row:
    """Return `won` as `results` does, from placements of ten sheep drawn anew.

    Their seeds lie far beyond those of `placements`. Exact play wins them all.
    """
    flock, won, seeds = Flock(wishes), 0, count(1 << 40)
    boards = (_placed(seed, sheep=10) for seed in seeds)
    for board in islice(filter(lambda each: any(after_wolves(each)), boards), number):
        won += flock.wins(board)
    row: Row = {}
    put_estimate(row, "won", proportion(won, number))
    return row


def _placed(seed: int, sheep: int) -> Board:
    """Return two wolves and so many sheep that stand anywhere."""
    order = sorted(range(25), key=lambda square: mix(mix(seed, sheep), square))
    wolves, flock = order[:2], order[2 : 2 + sheep]
    return sum(1 << x for x in wolves), sum(1 << x for x in flock)


def pairs(sheep: int, number: int) -> list[Row]:
    """Return the `results` of all lists of two numbers, each as small as possible."""
    return [
        {"first": first, "second": second}
        | results([{first: 1}, {second: 1}], sheep, number)
        for first, second in permutations(SEEN, 2)
    ]


def by_plies(wishes: list[Mapping[str, int]], sheep: int, number: int) -> list[Row]:
    """Return how many placements are won by how far the end is by exact play.

    In steps of eight plies; `plies` is the middle of a step.
    """
    flock, found = Flock(wishes), defaultdict[int, list[bool]](list)
    for _, board in islice(placements(sheep), number):
        found[plies(board, SHEEP) // 8].append(flock.wins(board))
    rows = []
    for step, won in sorted(found.items()):
        row: Row = {"plies": 8 * step + 4, "placements": len(won)}
        put_estimate(row, "won", proportion(sum(won), len(won)))
        rows.append(row)
    return rows


def moves(flock: Flock, start: Position, boards: Iterable[Board]) -> list[str]:
    """Return the moves of both sides by the boards before the sheep's turns."""
    line = [start]
    for board in boards:
        for mover, pieces in ((SHEEP, board), (WOLVES, flock.answer(board))):
            line.append(Position(start.game, WolvesState(*pieces, mover)))
    return [between(pair) for pair in pairwise(line)]
