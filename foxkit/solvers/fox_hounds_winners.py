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
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.fox_hounds_index import Ints, Placements, Sets, Span, placements
from foxkit.solvers.fox_hounds_table import STORE, name_of
from foxkit.solvers.store import require
from foxkit.solvers.sweep import sweeping


class Block(NamedTuple):
    """Room for placements that differ in the two lowest hounds."""

    words: Ints  # the answers with the hounds to move
    # The words after a move of the lowest hound, by its new column, between two that
    # stand for "off the board":
    lowest: Ints
    # By the sum of two hounds' rows, for every pair of that sum in order: its squares
    # and then its reach, each as sets of even and of odd rows:
    pairs: Ints
    tally: Ints  # [placements won by the hounds, all placements], fox to move


def new_block(tables: Placements) -> Block:
    """Return room for one thread."""
    lowest = np.full(tables.k + 2, -1, np.int64)
    longest = tables.counts[-1, 2].max()
    pairs = np.zeros((2 * tables.height - 1, 4, longest), np.int64)
    _fill_pairs(tables, pairs)
    return Block(np.empty(longest, np.int64), lowest, pairs, np.zeros(2, np.int64))


@compiled
def _fill_pairs(tables: Placements, pairs: Ints) -> None:
    for second in range(1, len(tables.row)):
        for first in range(second):
            total = tables.row[first] + tables.row[second]
            seat = tables.counts[second, 2, total] + first % tables.k
            for i in range(2):
                pairs[total, i, seat] = tables.own[first, i] | tables.own[second, i]
                reach = tables.cone[first, i] | tables.cone[second, i]
                pairs[total, 2 + i, seat] = reach


@inlined
def _pair_total(span: Span) -> int:
    """Return the sum of the two lowest hounds' rows, the same in all of a block."""
    return int(span.tables.row[span.hounds[0]] + span.tables.row[span.hounds[1]])


@inlined
def _base(span: Span) -> int:
    """Return the part of the third and higher hounds after a move of a lower one."""
    total, number = _pair_total(span) + 1, 0
    for i in range(2, span.tables.k):
        total += span.tables.row[span.hounds[i]]
        number += span.tables.counts[span.hounds[i], i + 1, total]
    return number


@inlined
def _number(span: Span, i: int, target: int, base: int) -> int:
    """Return the number after a move of hound i, as `rank_after` does.

    It is quick where one of the two lowest moves and passes by no other.
    """
    tables, hounds = span.tables, span.hounds
    if i > 1 or (tables.k > 2 and target > hounds[2]):
        return int(index.rank_after(span, i, target))
    low, high = min(target, hounds[1 - i]), max(target, hounds[1 - i])
    return int(base + low % tables.k + tables.counts[high, 2, _pair_total(span) + 1])


@inlined
def _fox_on(span: Span, square: int) -> int:
    """Return a square's bit among the fox's with the hounds to move, 0 if not there."""
    if span.tables.row[square] & 1 == index.fox_parity(span):
        return 0
    return 1 << span.tables.bit[square]


@inlined
def _move(span: Span, i: int, base: int, taken: Sets, after: Ints, words: Ints) -> None:
    """AND words of the block with those after moves of hound i, the second or higher.

    `taken` are the hounds above it. Those below it stand where the first word has them.
    """
    for side in range(2):
        target = span.tables.up[span.hounds[i], side]
        if target >= 0 and not index.is_taken(span.tables, taken, target):
            first, fox = _number(span, i, target, base), _fox_on(span, target)
            later = after[first : first + len(words)]
            for at in range(len(words)):
                words[at] &= later[at] | fox


@inlined
def _move_lowest(
    span: Span, base: int, taken: Sets, after: Ints, lowest: Ints, words: Ints
) -> None:
    """AND the words of a run with those after a move of the lowest hound."""
    tables, k = span.tables, span.tables.k
    upper = tables.row[span.hounds[0]] + 1
    if upper == tables.height:
        return
    for column in range(k):
        target, word = upper * k + column, -1
        if not index.is_taken(tables, taken, target):
            word = after[_number(span, 0, target, base)] | _fox_on(span, target)
        lowest[column + 1] = word
    left = upper & 1  # from an even row to columns c and c + 1, else to c - 1 and c
    for column in range(len(words)):
        words[column] &= lowest[left + column] & lowest[left + column + 1]


@inlined
def _move_lowest_two(
    span: Span, upper: Sets, after: Ints, lowest: Ints, words: Ints
) -> None:
    """AND the words of a block with those after the two lowest hounds' moves."""
    tables, k, total, start = span.tables, span.tables.k, _pair_total(span), 0
    second, base = (total + 1) // 2 * k + 1 - (total & 1), _base(span)
    while start < len(words):
        row = total - tables.row[second]
        stop = start + min(k, second - row * k)
        span.hounds[0], span.hounds[1] = row * k, second
        taken, run = index.joined(upper, tables.own, second), words[start:stop]
        _move(span, 1, base, taken, after, run)
        _move_lowest(span, base, taken, after, lowest, run)
        start, second = stop, second + 1


@inlined
def _finish(
    span: Span, parity: int, taken: Sets, reach: Sets, block: Block, out: Ints
) -> None:
    """Turn the words with the hounds to move into those with the fox to move.

    `parity` must be a constant, `taken` and `reach` leave the two lowest hounds out.
    One long loop without branches: it is compiled to vector instructions.
    """
    tables, other, n = span.tables, 1 - parity, len(out)
    k, height = tables.k, tables.height
    own_board, other_board = board(k, height, parity), board(k, height, other)
    rule = -1 if tables.safe_squares else 0
    alone = -1 if tables.safe_squares == 1 else 0
    pairs, words = block.pairs[_pair_total(span), :, :n], block.words[:n]
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
    for i in range(2, tables.k):
        upper = index.joined(upper, tables.own, span.hounds[i])
        reach = index.joined(reach, tables.cone, span.hounds[i])
    words = block.words[: len(out)]
    words[:] = -1
    if not cut:
        for i in range(2, tables.k):
            _move(span, i, 0, upper, after, words)
        _move_lowest_two(span, upper, after, block.lowest, words)
    if index.fox_parity(span):
        _finish(span, 1, upper, reach, block, out)
    else:
        _finish(span, 0, upper, reach, block, out)


@compiled
def solve_words(cut: int, after: Ints, out: Ints, span: Span, block: Block) -> None:
    """Write the words of the blocks that begin in a span into `out`, a layer's.

    `after` has those of the next layer; with `cut` the fox wins whatever goes on beyond
    this one. The block's tally counts, and at the end its `words[0]` is the word with
    the hounds to move of the last block's first placement.
    """
    tables, hounds, number = span.tables, span.hounds, span.start
    while number < span.stop:
        index.unrank(span, number)
        pairs = tables.counts[:, 2, _pair_total(span)]
        limit = hounds[2] if tables.k > 2 else len(tables.row)
        seat = pairs[hounds[1]] + hounds[0] % tables.k
        first, number = number - seat, number - seat + pairs[limit]
        if seat == 0:
            _solve_block(span, cut, after, block, out[first:number])


SAVE_EVERY = 240.0
"""Seconds of work between two files to resume from."""
Won = dict[int, tuple[int, int]]
"""By layer, with the fox to move: placements that the hounds win, and all of them."""


@dataclass(frozen=True)
class Winners:
    """Who wins from each of the fox's squares, with the hounds on their lowest rank."""

    game: FoxHounds  # the board and its escape rule
    phase: int  # 0 for starts of the usual parity, 1 for the others
    fox_to_move: int  # where the fox wins if it moves first, a set of its rank's parity
    hounds_to_move: int  # the same for when the hounds move first
    won: Won  # how many placements the hounds win

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


def winners(
    game: FoxHounds, phase: int = 0, deadline: int | None = None, progress: bool = False
) -> Winners:
    """Find out who wins from every start of a phase; go on where a run was cut off.

    The phase is that of `Placements`; the deadline is the sum of the hounds' rows by
    which they must have won; `progress` shows a bar on stderr.

    Raises:
        ValueError: the board has one hound only, or is too large.
    """
    if game.k < 2:
        raise ValueError("the mask solver needs boards of width 4 or more")
    tables, size = placements(game, phase), f"{game.width} x {game.height}"
    last = tables.layers - 1 if deadline is None else min(deadline, tables.layers - 1)
    sizes = [tables.size(layer) for layer in range(last + 1)]
    instead = "14 x 14 is the largest that was solved"
    require(16 * max(sizes), f"the mask solver on {size}", instead)
    name, saved, word = f"words-{name_of(game, phase)}-{deadline}", time.monotonic(), 0
    above, words, won = _saved(name) or (last + 1, np.empty(0, np.int64), Won())
    buffers = np.empty((2, max(sizes)), np.int64)
    with sweeping(sum(sizes[:above]), size, progress) as sweep:
        for layer in reversed(range(above)):
            out = buffers[layer % 2, : sizes[layer]]
            work = partial(solve_words, int(layer == deadline), words, out)
            blocks = index.sweep_layer(sweep, work, tables, layer, new_block)
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
