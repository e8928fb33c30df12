"""Who wins Fox & Hounds, for boards too large for tables: one word for a placement.

The word of a placement of the hounds has a bit for each square from which the fox, to
move, wins. One step of the solver answers for all squares of the fox at once:

    hounds to move   AND over their moves of (word after the move | bit of the target),
                     or escaped
    fox to move      the squares beside one where it wins with the hounds to move,
                     or escaped

A move to where the fox stands is none, hence the target's bit. Placements that differ
only in the square of the lowest hound have consecutive numbers, and so have those
after a move of another hound: they are worked out together, as a run of columns.

With a deadline, every game that goes on beyond a layer counts as won by the fox. The
least deadline that the hounds can meet gives the length of the game without a table of
distances: the hounds' wins take two plies for each of their moves.
"""

from typing import NamedTuple

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.core.bits import popcount
from foxkit.rules.fox_hounds_board import around, board, haven
from foxkit.solvers.fox_hounds_placements import Ints, Placements, is_taken, place


class Run(NamedTuple):
    """A run of placements that differ in the column of the lowest hound.

    Attributes:
        hounds: the squares; the first is in column 0.
        totals: sums of the ranks of the hounds up to each.
        before: parts of the number that belong to the hounds before each, but for the
            lowest.
        behind: parts of the number, a layer later, of each hound and those after it.
        words: the answers with the hounds to move, by column.
        lowest: the words after a move of the lowest hound, by its new column.
        tally: [placements won by the hounds, all placements], fox to move.
    """

    hounds: Ints
    totals: Ints
    before: Ints
    behind: Ints
    words: Ints
    lowest: Ints
    tally: Ints


def new_run(k: int) -> Run:
    """Return room for one thread."""
    hounds, totals, before, behind, words, lowest = np.zeros((6, k + 1), np.int64)
    tally = np.zeros(2, np.int64)
    return Run(hounds, totals, before, behind, words, lowest, tally)


@inlined
def _part(tables: Placements, square: int, seat: int, total: int) -> int:
    return int(tables.counts[square, seat, total])


@inlined
def _prepare(tables: Placements, run: Run) -> None:
    """Sum the parts of the number from both ends."""
    k, total, before = tables.k, 0, 0
    for i in range(k):
        total += tables.rank[run.hounds[i]]
        run.totals[i], run.before[i] = total, before
        if i:
            before += _part(tables, run.hounds[i], i + 1, total)
    run.before[k], run.behind[k] = before, 0
    for i in range(k - 1, -1, -1):
        part = _part(tables, run.hounds[i], i + 1, run.totals[i] + 1)
        run.behind[i] = run.behind[i + 1] + part


@inlined
def _number(tables: Placements, run: Run, i: int, target: int, part: int) -> int:
    """Return the number, in column 0, after a move of hound i.

    The hounds that it passes by lose a seat each. `part` is that of the hounds before.
    """
    seat, left = i + 1, tables.rank[run.hounds[i]]
    while seat < tables.k and run.hounds[seat] < target:
        part += _part(tables, run.hounds[seat], seat, run.totals[seat] - left)
        seat += 1
    part += _part(tables, target, seat, run.totals[seat - 1] + 1)
    return part + run.behind[seat]


@inlined
def _move_upper(
    tables: Placements,
    run: Run,
    length: int,
    even: int,
    odd: int,
    other: int,
    after: Ints,
) -> None:
    """AND the words after the moves of all hounds but the lowest."""
    for i in range(1, tables.k):
        for side in range(2):
            target = tables.up[run.hounds[i], side]
            if target < 0 or is_taken(tables, even, odd, target):
                continue
            first = _number(tables, run, i, target, int(run.before[i]))
            fox = 1 << tables.bit[target] if tables.rank[target] & 1 == other else 0
            for column in range(length):
                run.words[column] &= after[first + column] | fox


@inlined
def _move_lowest(
    tables: Placements,
    run: Run,
    length: int,
    even: int,
    odd: int,
    other: int,
    after: Ints,
) -> None:
    """AND the words after the lowest hound's moves from each column."""
    k, upper = tables.k, tables.rank[run.hounds[0]] + 1
    if upper == tables.height:
        return
    for column in range(k):
        target = upper * k + column
        run.lowest[column] = -1
        if not is_taken(tables, even, odd, target):
            fox = 1 << tables.bit[target] if upper & 1 == other else 0
            number = _number(tables, run, 0, target, 0)
            run.lowest[column] = after[number] | fox
    for column in range(length):
        for side in range(2):
            target = tables.up[run.hounds[0] + column, side]
            if target >= 0:
                run.words[column] &= run.lowest[target - upper * k]


@inlined
def _finish(
    tables: Placements,
    parity: int,
    even: int,
    odd: int,
    reach: tuple[int, int],
    word: int,
) -> tuple[int, int, int]:
    """Return the words with the hounds and the fox to move, and the fox's squares."""
    k, height, needed, other = tables.k, tables.height, tables.safe_squares, 1 - parity
    free = board(k, height, other) & ~(even if parity else odd)
    safe = haven(k, height, reach[0], reach[1], other, needed)
    hounds = (word | safe) & free
    free = board(k, height, parity) & ~(odd if parity else even)
    safe = haven(k, height, reach[0], reach[1], parity, needed)
    return hounds, (around(k, height, hounds, other) | safe) & free, free


@inlined
def _solve_run(
    tables: Placements,
    parity: int,
    cut: int,
    after: Ints,
    run: Run,
    length: int,
    first: int,
    out: Ints,
    start: int,
    stop: int,
) -> None:
    """Write the words of a run of placements, numbered from `first`."""
    even, odd, reach_even, reach_odd = 0, 0, 0, 0
    for i in range(1, tables.k):
        square = run.hounds[i]
        bit = 1 << tables.bit[square]
        even, odd = (even, odd | bit) if tables.rank[square] & 1 else (even | bit, odd)
        reach_even |= tables.cone[square, 0]
        reach_odd |= tables.cone[square, 1]
    run.words[:] = -1
    if not cut:
        _prepare(tables, run)
        _move_upper(tables, run, length, even, odd, 1 - parity, after)
        _move_lowest(tables, run, length, even, odd, 1 - parity, after)
    upper = tables.rank[run.hounds[0]] & 1
    for column in range(length):
        square = run.hounds[0] + column
        bit = 1 << tables.bit[square]
        reach = reach_even | tables.cone[square, 0], reach_odd | tables.cone[square, 1]
        hounds, fox, free = _finish(
            tables,
            parity,
            even if upper else even | bit,
            odd | bit if upper else odd,
            reach,
            run.words[column],
        )
        run.words[column], out[first + column] = hounds, fox
        if start <= first + column < stop:
            run.tally[0] += popcount(free & ~fox)
            run.tally[1] += popcount(free)


@inlined
def _length(tables: Placements, hounds: Ints, rank: int) -> int:
    """Return how many columns the lowest hound can stand in on a rank."""
    room = hounds[1] if tables.k > 1 else len(tables.rank)
    return max(0, min(tables.k, room - rank * tables.k))


@inlined
def _step_on(tables: Placements, hounds: Ints) -> bool:
    """Go to the next run if it differs only in the two lowest hounds."""
    if tables.k < 2:
        return False
    limit = hounds[2] if tables.k > 2 else len(tables.rank)
    if hounds[1] + 1 >= limit:
        return False
    rank = tables.rank[hounds[0]] + tables.rank[hounds[1]] - tables.rank[hounds[1] + 1]
    hounds[1] += 1
    if rank < 0 or _length(tables, hounds, rank) == 0:
        return False
    hounds[0] = rank * tables.k
    return True


@compiled
def solve_words(
    tables: Placements,
    layer: int,
    parity: int,
    cut: int,
    after: Ints,
    run: Run,
    out: Ints,
    start: int,
    stop: int,
) -> None:
    """Write the words of the placements from `start` to `stop` of a layer into `out`.

    Args:
        tables: the board's numbering.
        layer: the sum of the hounds' ranks.
        parity: that of the fox's rank when it is to move.
        cut: 1 if whatever goes on beyond this layer is won by the fox.
        after: the words of the next layer.
        run: where to work; afterwards `run.words` belongs to the last run.
        out: the words of this layer.
        start: the first placement.
        stop: the placement behind the last.
    """
    number, known = start, False
    while number < stop:
        if not known:
            place(tables, layer, number, run.hounds)
            column = run.hounds[0] % tables.k
            run.hounds[0] -= column
            number -= column
        length = _length(tables, run.hounds, int(tables.rank[run.hounds[0]]))
        _solve_run(tables, parity, cut, after, run, length, number, out, start, stop)
        number += length
        known = _step_on(tables, run.hounds)
