"""Who wins Fox & Hounds, for boards too large for tables: one word for a placement.

The word of a placement of the hounds has a bit for each square from which the fox, to
move, wins. One step of the solver answers for all squares of the fox at once:

    hounds to move   AND over their moves of (word after the move | bit of the target),
                     or escaped
    fox to move      the squares beside one where it wins with the hounds to move,
                     or escaped

A move to where the fox stands is none, hence the target's bit. Placements that differ
only in their two lowest hounds have consecutive numbers, and so have those after a move
of another hound: they are worked out together, as a block. Within it, those that differ
only in the column of the lowest hound are a run.
"""

from typing import NamedTuple

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.core.bits import popcount
from foxkit.rules.fox_hounds_board import around, board
from foxkit.solvers.fox_hounds_placements import (
    Ints,
    Placements,
    is_taken,
    place,
    with_hound,
    with_reach,
)


class Block(NamedTuple):
    """Placements that differ in the two lowest hounds.

    Attributes:
        hounds: the squares; the first is in column 0 of its rank.
        totals: sums of the ranks of the hounds up to each.
        before: parts of the number that belong to the hounds before each, but for the
            two lowest.
        behind: parts of the number, a layer later, of each hound and those after it.
        words: the answers with the hounds to move.
        lowest: the words after a move of the lowest hound, by its new column, between
            two that stand for "off the board".
        pairs: by the sum of two hounds' ranks, for every pair of that sum in order:
            its squares and then its reach, each as sets of even and of odd ranks.
        tally: [placements won by the hounds, all placements], fox to move.
    """

    hounds: Ints
    totals: Ints
    before: Ints
    behind: Ints
    words: Ints
    lowest: Ints
    pairs: Ints
    tally: Ints


def new_block(tables: Placements) -> Block:
    """Return room for one thread."""
    hounds, totals, before, behind = np.zeros((4, tables.k + 1), np.int64)
    lowest = np.full(tables.k + 2, -1, np.int64)
    longest, tally = tables.counts[-1, 2].max(), np.zeros(2, np.int64)
    pairs = np.zeros((2 * tables.height - 1, 4, longest), np.int64)
    _fill_pairs(tables, pairs)
    words = np.empty(longest, np.int64)
    return Block(hounds, totals, before, behind, words, lowest, pairs, tally)


@compiled
def _fill_pairs(tables: Placements, pairs: Ints) -> None:
    for second in range(1, len(tables.rank)):
        for first in range(second):
            total = tables.rank[first] + tables.rank[second]
            seat = _part(tables, second, 2, total) + first % tables.k
            taken = with_hound(tables, with_hound(tables, (0, 0), first), second)
            reach = with_reach(tables, with_reach(tables, (0, 0), first), second)
            pairs[total, 0, seat], pairs[total, 1, seat] = taken
            pairs[total, 2, seat], pairs[total, 3, seat] = reach


@inlined
def _part(tables: Placements, square: int, seat: int, total: int) -> int:
    return int(tables.counts[square, seat, total])


@inlined
def _prepare(tables: Placements, block: Block) -> None:
    """Sum the parts of the number from both ends, but for the two lowest hounds."""
    k, hounds, before = tables.k, block.hounds, 0
    total = tables.rank[hounds[0]] + tables.rank[hounds[1]]
    block.totals[1], block.behind[k] = total, 0
    for i in range(2, k):
        total += tables.rank[hounds[i]]
        block.totals[i], block.before[i] = total, before
        before += _part(tables, hounds[i], i + 1, total)
    for i in range(k - 1, 1, -1):
        part = _part(tables, hounds[i], i + 1, block.totals[i] + 1)
        block.behind[i] = block.behind[i + 1] + part


@inlined
def _number(tables: Placements, block: Block, i: int, target: int, part: int) -> int:
    """Return the number after a move of hound i, without the hounds below it.

    The hounds that it passes by lose a seat each; `part` is added.
    """
    seat, left = i + 1, tables.rank[block.hounds[i]]
    while seat < tables.k and block.hounds[seat] < target:
        part += _part(tables, block.hounds[seat], seat, block.totals[seat] - left)
        seat += 1
    part += _part(tables, target, seat, block.totals[seat - 1] + 1)
    return part + block.behind[seat]


@inlined
def _bit_in(tables: Placements, square: int, parity: int) -> int:
    """Return a square's bit in the sets of a parity; 0 if it is of the other."""
    return 1 << tables.bit[square] if tables.rank[square] & 1 == parity else 0


@inlined
def _move(
    tables: Placements,
    block: Block,
    i: int,
    taken: tuple[int, int],
    other: int,
    after: Ints,
    part: int,
    start: int,
    stop: int,
) -> None:
    """AND the words from `start` to `stop` of the block with those after hound i moves.

    `taken` are the hounds above it, and `part` the number that the others have.
    """
    for side in range(2):
        target = tables.up[block.hounds[i], side]
        if target >= 0 and not is_taken(tables, taken[0], taken[1], target):
            first = _number(tables, block, i, target, part)
            fox = _bit_in(tables, target, other)
            own, later = block.words[start:stop], after[first : first + stop - start]
            for at in range(len(own)):
                own[at] &= later[at] | fox


@inlined
def _move_lowest(
    tables: Placements,
    block: Block,
    taken: tuple[int, int],
    other: int,
    after: Ints,
    start: int,
    stop: int,
) -> None:
    """AND the words of a run with those after a move of the lowest hound."""
    k, upper = tables.k, tables.rank[block.hounds[0]] + 1
    if upper == tables.height:
        return
    passes = block.hounds[1] < (upper + 1) * k
    for column in range(k):
        target, number = upper * k + column, block.behind[1] + column
        word = -1
        if not passes or not is_taken(tables, taken[0], taken[1], target):
            if passes:
                number = _number(tables, block, 0, target, 0)
            word = after[number] | _bit_in(tables, target, other)
        block.lowest[column + 1] = word
    left = upper & 1  # from an even rank to columns c and c + 1, else to c - 1 and c
    for at in range(start, stop):
        column = left + at - start
        block.words[at] &= block.lowest[column] & block.lowest[column + 1]


@inlined
def _move_lowest_two(
    tables: Placements,
    block: Block,
    upper: tuple[int, int],
    other: int,
    after: Ints,
    n: int,
) -> None:
    """AND the words of a block with those after the two lowest hounds' moves."""
    k, total, start = tables.k, int(block.totals[1]), 0
    second = (total + 1) // 2 * k
    while start < n:
        rank = total - tables.rank[second]
        stop = start + max(0, min(k, second - rank * k))
        block.hounds[0], block.hounds[1], block.totals[0] = rank * k, second, rank
        part = _part(tables, second, 2, total + 1)
        block.behind[1] = block.behind[2] + part
        taken = with_hound(tables, upper, second)
        _move(tables, block, 1, taken, other, after, 0, start, stop)
        _move_lowest(tables, block, taken, other, after, start, stop)
        start, second = stop, second + 1


@inlined
def _finish(
    tables: Placements,
    parity: int,
    taken: tuple[int, int],
    reach: tuple[int, int],
    block: Block,
    total: int,
    out: Ints,
) -> None:
    """Turn the words with the hounds to move into those with the fox to move.

    `parity` must be a constant, `taken` and `reach` leave the two lowest hounds out.
    One long loop without branches: it is compiled to vector instructions.
    """
    k, height, other, n = tables.k, tables.height, 1 - parity, len(out)
    own_board, other_board = board(k, height, parity), board(k, height, other)
    rule = -1 if tables.safe_squares else 0
    alone = -1 if tables.safe_squares == 1 else 0
    pairs, words, won, placed = block.pairs[total, :, :n], block.words[:n], 0, 0
    for at in range(n):
        own_free = own_board & ~(taken[parity] | pairs[parity, at])
        other_free = other_board & ~(taken[other] | pairs[other, at])
        own_out = own_board & ~(reach[parity] | pairs[2 + parity, at])
        other_out = other_board & ~(reach[other] | pairs[2 + other, at])
        own_safe = own_out & (around(k, height, other_out, other) | alone) & rule
        other_safe = other_out & (around(k, height, own_out, parity) | alone) & rule
        words[at] = (words[at] | other_safe) & other_free
        out[at] = (around(k, height, words[at], other) | own_safe) & own_free
        won += popcount(own_free & ~out[at])
        placed += popcount(own_free)
    block.tally[0] += won
    block.tally[1] += placed


@inlined
def _solve_block(
    tables: Placements, parity: int, cut: int, after: Ints, block: Block, out: Ints
) -> None:
    """Write the words of a block into `out`."""
    k, upper, reach = tables.k, (0, 0), (0, 0)
    _prepare(tables, block)
    for i in range(2, k):
        upper = with_hound(tables, upper, block.hounds[i])
        reach = with_reach(tables, reach, block.hounds[i])
    block.words[: len(out)] = -1
    if not cut:
        for i in range(2, k):
            part = int(block.before[i])
            _move(tables, block, i, upper, 1 - parity, after, part, 0, len(out))
        _move_lowest_two(tables, block, upper, 1 - parity, after, len(out))
    total = int(block.totals[1])
    if parity:
        _finish(tables, 1, upper, reach, block, total, out)
    else:
        _finish(tables, 0, upper, reach, block, total, out)


@compiled
def solve_words(
    tables: Placements,
    layer: int,
    parity: int,
    cut: int,
    after: Ints,
    out: Ints,
    block: Block,
    start: int,
    stop: int,
) -> tuple[int, int, int]:
    """Write the words of the blocks that begin from `start` to `stop` into `out`.

    Args:
        tables: the board's numbering, with two hounds or more.
        layer: the sum of the hounds' ranks.
        parity: that of the fox's rank when it is to move.
        cut: 1 if whatever goes on beyond this layer is won by the fox.
        after: the words of the next layer.
        out: the words of this layer.
        block: where to work.
        start: number of a placement.
        stop: number of the placement behind the last.

    Returns:
        The placements that the hounds win with the fox to move, all placements, and
        the word with the hounds to move of the last block's first placement.
    """
    hounds, number = block.hounds, start
    while number < stop:
        place(tables, layer, number, hounds)
        total = int(tables.rank[hounds[0]] + tables.rank[hounds[1]])
        limit = int(hounds[2]) if tables.k > 2 else len(tables.rank)
        seat = _part(tables, int(hounds[1]), 2, total) + hounds[0] % tables.k
        first, number = number - seat, number - seat + _part(tables, limit, 2, total)
        if seat == 0:
            _solve_block(tables, parity, cut, after, block, out[first:number])
    return block.tally[0], block.tally[1], block.words[0]
