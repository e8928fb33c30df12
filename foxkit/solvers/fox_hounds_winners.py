"""Who wins Fox & Hounds, for boards too large for tables: one word for a placement.

The word of a placement of the hounds has a bit for each square from which the fox, to
move, wins. It is the sweep of `fox_hounds_table` with one step for all squares of the
fox at once:

    hounds to move   AND over their moves of (word after the move | bit of the target),
                     or escaped
    fox to move      the squares beside one where it wins with the hounds to move,
                     or escaped

A move to where the fox stands is none, hence the target's bit. Placements that differ
only in their two lowest hounds have consecutive numbers, and so have those after a move
of another hound: they are worked out together, as a block. Within it, those that differ
only in the column of the lowest hound are a run.

With a deadline, every game that goes on beyond a layer counts as won by the fox. The
least deadline that the hounds can meet gives the length of the game without a table of
distances: the hounds' wins take two plies for each of their moves.
"""

import time
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.core.bits import popcount
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState, around, bit_of, board
from foxkit.solvers.fox_hounds_index import (
    Ints,
    Placements,
    Span,
    fox_parity,
    is_taken,
    placements,
    sweep_layer,
    unrank,
    with_hound,
    with_reach,
)
from foxkit.solvers.fox_hounds_table import STORE, name_of
from foxkit.solvers.store import require
from foxkit.solvers.sweep import sweeping


class Block(NamedTuple):
    """Placements that differ in the two lowest hounds.

    The lowest of `Span.hounds` is in column 0 of its rank.

    Attributes:
        totals: sums of the ranks of the hounds up to each.
        before: parts of the number that belong to the hounds before each, but for the
            two lowest; 0 for these.
        behind: parts of the number, a layer later, of each hound and those after it.
        words: the answers with the hounds to move.
        lowest: the words after a move of the lowest hound, by its new column, between
            two that stand for "off the board".
        pairs: by the sum of two hounds' ranks, for every pair of that sum in order:
            its squares and then its reach, each as sets of even and of odd ranks.
        tally: [placements won by the hounds, all placements], fox to move.
    """

    totals: Ints
    before: Ints
    behind: Ints
    words: Ints
    lowest: Ints
    pairs: Ints
    tally: Ints


def new_block(tables: Placements) -> Block:
    """Return room for one thread."""
    totals, before, behind = np.zeros((3, tables.k + 1), np.int64)
    lowest = np.full(tables.k + 2, -1, np.int64)
    longest, tally = tables.counts[-1, 2].max(), np.zeros(2, np.int64)
    pairs = np.zeros((2 * tables.height - 1, 4, longest), np.int64)
    _fill_pairs(tables, pairs)
    words = np.empty(longest, np.int64)
    return Block(totals, before, behind, words, lowest, pairs, tally)


@compiled
def _fill_pairs(tables: Placements, pairs: Ints) -> None:
    for second in range(1, len(tables.row)):
        for first in range(second):
            total = tables.row[first] + tables.row[second]
            seat = _part(tables, second, 2, total) + first % tables.k
            taken = with_hound(tables, with_hound(tables, (0, 0), first), second)
            reach = with_reach(tables, with_reach(tables, (0, 0), first), second)
            pairs[total, 0, seat], pairs[total, 1, seat] = taken
            pairs[total, 2, seat], pairs[total, 3, seat] = reach


@inlined
def _part(tables: Placements, square: int, seat: int, total: int) -> int:
    return int(tables.counts[square, seat, total])


@inlined
def _prepare(span: Span, block: Block) -> None:
    """Sum the parts of the number from both ends, but for the two lowest hounds."""
    tables, hounds, k, before = span.tables, span.hounds, span.tables.k, 0
    total = tables.row[hounds[0]] + tables.row[hounds[1]]
    block.totals[1], block.behind[k] = total, 0
    for i in range(2, k):
        total += tables.row[hounds[i]]
        block.totals[i], block.before[i] = total, before
        before += _part(tables, hounds[i], i + 1, total)
    for i in range(k - 1, 1, -1):
        part = _part(tables, hounds[i], i + 1, block.totals[i] + 1)
        block.behind[i] = block.behind[i + 1] + part


@inlined
def _number(span: Span, block: Block, i: int, target: int, part: int) -> int:
    """Return the number after a move of hound i, without the hounds below it.

    The hounds that it passes by lose a seat each; `part` is added.
    """
    tables, hounds = span.tables, span.hounds
    seat, left = i + 1, tables.row[hounds[i]]
    while seat < tables.k and hounds[seat] < target:
        part += _part(tables, hounds[seat], seat, block.totals[seat] - left)
        seat += 1
    part += _part(tables, target, seat, block.totals[seat - 1] + 1)
    return part + block.behind[seat]


@inlined
def _fox_on(span: Span, square: int) -> int:
    """Return a square's bit among the fox's with the hounds to move, 0 if not there."""
    if span.tables.row[square] & 1 == fox_parity(span):
        return 0
    return 1 << span.tables.bit[square]


@inlined
def _move(
    span: Span, block: Block, i: int, taken: tuple[int, int], after: Ints, words: Ints
) -> None:
    """AND words of the block with those after moves of hound i, the second or higher.

    `taken` are the hounds above it.
    """
    for side in range(2):
        target = span.tables.up[span.hounds[i], side]
        if target >= 0 and not is_taken(span.tables, taken, target):
            first = _number(span, block, i, target, int(block.before[i]))
            later, fox = after[first : first + len(words)], _fox_on(span, target)
            for at in range(len(words)):
                words[at] &= later[at] | fox


@inlined
def _move_lowest(
    span: Span, block: Block, taken: tuple[int, int], after: Ints, words: Ints
) -> None:
    """AND the words of a run with those after a move of the lowest hound."""
    tables, k = span.tables, span.tables.k
    upper = tables.row[span.hounds[0]] + 1
    if upper == tables.height:
        return
    passes = span.hounds[1] < (upper + 1) * k
    for column in range(k):
        target, number = upper * k + column, block.behind[1] + column
        word = -1
        if not passes or not is_taken(tables, taken, target):
            if passes:
                number = _number(span, block, 0, target, 0)
            word = after[number] | _fox_on(span, target)
        block.lowest[column + 1] = word
    left = upper & 1  # from an even rank to columns c and c + 1, else to c - 1 and c
    for column in range(len(words)):
        words[column] &= block.lowest[left + column] & block.lowest[left + column + 1]


@inlined
def _move_lowest_two(
    span: Span, block: Block, upper: tuple[int, int], after: Ints, words: Ints
) -> None:
    """AND the words of a block with those after the two lowest hounds' moves."""
    tables, k, total, start = span.tables, span.tables.k, int(block.totals[1]), 0
    second = (total + 1) // 2 * k
    while start < len(words):
        rank = total - tables.row[second]
        stop = start + max(0, min(k, second - rank * k))
        span.hounds[0], span.hounds[1], block.totals[0] = rank * k, second, rank
        part = _part(tables, second, 2, total + 1)
        block.behind[1] = block.behind[2] + part
        taken, run = with_hound(tables, upper, second), words[start:stop]
        _move(span, block, 1, taken, after, run)
        _move_lowest(span, block, taken, after, run)
        start, second = stop, second + 1


@inlined
def _finish(
    tables: Placements,
    parity: int,
    taken: tuple[int, int],
    reach: tuple[int, int],
    block: Block,
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
    pairs, words = block.pairs[int(block.totals[1]), :, :n], block.words[:n]
    won, placed = 0, 0
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
def _solve_block(span: Span, cut: int, after: Ints, block: Block, out: Ints) -> None:
    """Write the words of a block into `out`."""
    tables, upper, reach = span.tables, (0, 0), (0, 0)
    _prepare(span, block)
    for i in range(2, tables.k):
        upper = with_hound(tables, upper, span.hounds[i])
        reach = with_reach(tables, reach, span.hounds[i])
    words = block.words[: len(out)]
    words[:] = -1
    if not cut:
        for i in range(2, tables.k):
            _move(span, block, i, upper, after, words)
        _move_lowest_two(span, block, upper, after, words)
    if fox_parity(span):
        _finish(tables, 1, upper, reach, block, out)
    else:
        _finish(tables, 0, upper, reach, block, out)


@compiled
def solve_words(cut: int, after: Ints, out: Ints, span: Span, block: Block) -> None:
    """Write the words of the blocks that begin in a span into `out`.

    Args:
        cut: 1 if whatever goes on beyond this layer is won by the fox.
        after: the words of the next layer.
        out: the words of this layer.
        span: placements of two hounds or more.
        block: where to work; its tally counts, and at the end `words[0]` is the word
            with the hounds to move of the last block's first placement.
    """
    tables, hounds, number = span.tables, span.hounds, span.start
    while number < span.stop:
        unrank(span, number)
        total = int(tables.row[hounds[0]] + tables.row[hounds[1]])
        limit = int(hounds[2]) if tables.k > 2 else len(tables.row)
        seat = _part(tables, int(hounds[1]), 2, total) + hounds[0] % tables.k
        first, number = number - seat, number - seat + _part(tables, limit, 2, total)
        if seat == 0:
            _solve_block(span, cut, after, block, out[first:number])


SAVE_EVERY = 240.0
"""Seconds of work between two files to resume from."""
Won = dict[int, tuple[int, int]]
"""By layer, with the fox to move: placements that the hounds win, and all of them."""


@dataclass(frozen=True)
class Winners:
    """Who wins from each of the fox's squares, with the hounds on their lowest rank.

    Attributes:
        game: the board and its escape rule.
        phase: 0 for starts of the usual parity, 1 for the others.
        fox_to_move: the fox's squares from which it wins when it moves first, a set of
            its rank's parity.
        hounds_to_move: the same for when the hounds move first.
        won: how many placements the hounds win.
    """

    game: FoxHounds
    phase: int
    fox_to_move: int
    hounds_to_move: int
    won: Won

    def fox_wins(self, state: FoxHoundsState) -> bool:
        """Return whether the fox wins from a start of this phase."""
        word = self.hounds_to_move if state.mover else self.fox_to_move
        return bool(word >> bit_of(self.game.k, state.fox) & 1)


def _saved(name: str) -> tuple[int, Ints, Won] | None:
    """Return what an interrupted run has saved, if there is such a file and sound."""
    try:
        words, noted = STORE.read(name), STORE.note(name)
    except ValueError:
        return None
    won = {layer: (lost, placed) for layer, lost, placed in noted["won"]}
    return noted["layer"], words, won


def _require_words(game: FoxHounds, sizes: list[int]) -> None:
    """Raise ValueError where the mask solver does not apply."""
    if game.k < 2:
        raise ValueError("the mask solver needs boards of width 4 or more")
    words = f"the mask solver on {game.width} x {game.height}"
    require(16 * max(sizes), words, "14 x 14 is the largest that was solved")


def winners(
    game: FoxHounds, phase: int = 0, deadline: int | None = None, progress: bool = False
) -> Winners:
    """Find out who wins from every start of a phase; go on where a run was cut off.

    The phase is that of `Placements`; the deadline is the sum of the hounds' rows by
    which they must have won; `progress` shows a bar on stderr.

    Raises:
        ValueError: the board has one hound only, or is too large.
    """
    tables = placements(game, phase)
    last = tables.layers - 1 if deadline is None else min(deadline, tables.layers - 1)
    sizes = [tables.size(layer) for layer in range(last + 1)]
    _require_words(game, sizes)
    name, saved, word = f"words-{name_of(game, phase)}-{deadline}", time.monotonic(), 0
    above, words, won = _saved(name) or (last + 1, np.empty(0, np.int64), Won())
    buffers = np.empty((2, max(sizes)), np.int64)
    label = f"{game.width} x {game.height}"
    with sweeping(sum(sizes[:above]), label, progress) as sweep:
        for layer in reversed(range(above)):
            out = buffers[layer % 2, : sizes[layer]]
            work = partial(solve_words, int(layer == deadline), words, out)
            blocks = sweep_layer(sweep, work, tables, layer, new_block)
            lost, placed = sum(block.tally for block in blocks).tolist()
            won[layer], words, word = (lost, placed), out, int(blocks[0].words[0])
            if layer and time.monotonic() - saved > SAVE_EVERY:
                counted = [(number, *found) for number, found in won.items()]
                STORE.write(name, words, layer=layer, won=counted)
                saved = time.monotonic()
    STORE.remove(name)
    return Winners(game, phase, int(words[0]), word, won)


def hounds_plies(
    game: FoxHounds, state: FoxHoundsState, progress: bool = False
) -> int | None:
    """Return in how many plies the hounds win from a usual start; None if they do not.

    Found by bisection over the deadline, in steps of 1, 2, 4 ... from where it mostly
    is until there is a bound on either side.
    """
    early, late = -1, placements(game).layers  # cannot be met, and can (or is no limit)
    deadline, stride = 3 * late // 4, 1
    while late - early > 1:
        if winners(game, 0, deadline, progress).fox_wins(state):
            early = deadline
            deadline = min(early + stride, (early + late) // 2)
        else:
            late = deadline
            deadline = max(late - stride, (early + late) // 2)
        stride *= 2
    return None if late == placements(game).layers else 2 * late - state.mover
