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
from foxkit.solvers.fox_hounds_index import Ints, Placements, placements
from foxkit.solvers.fox_hounds_table import STORE, name_of
from foxkit.solvers.store import require
from foxkit.solvers.sweep import pieces_of, sweeping

Sets = tuple[int, int]
"""Squares on even and on odd ranks."""


class Cursor(NamedTuple):
    """Consecutive placements of a layer, and the one of them that is at hand."""

    tables: Placements
    layer: int  # the sum of the hounds' rows
    start: int  # the first placement's number
    stop: int  # the number behind the last
    hounds: Ints  # the squares of the placement at hand, in ascending order


@inlined
def _fox_parity(cursor: Cursor) -> int:
    """Return the parity of the fox's rank when it is to move."""
    return (cursor.tables.height - 1 - cursor.layer + cursor.tables.phase) & 1


@inlined
def _unrank(cursor: Cursor, number: int) -> None:
    """Take the placement of a number to hand: write its squares into `hounds`."""
    tables, layer, square = cursor.tables, cursor.layer, len(cursor.tables.row)
    for j in range(tables.k, 0, -1):
        square -= 1
        while tables.counts[square, j, layer] > number:
            square -= 1
        cursor.hounds[j - 1] = square
        number -= tables.counts[square, j, layer]
        layer -= tables.row[square]


@inlined
def _rank_after(cursor: Cursor, i: int, target: int) -> int:
    """Return the number of the placement in which hound i stands on `target`."""
    tables, hounds = cursor.tables, cursor.hounds
    number, total, seat, waiting = 0, 0, 0, True
    for j in range(tables.k):
        if j == i:
            continue
        if waiting and target < hounds[j]:
            seat, total, waiting = seat + 1, total + tables.row[target], False
            number += tables.counts[target, seat, total]
        seat, total = seat + 1, total + tables.row[hounds[j]]
        number += tables.counts[hounds[j], seat, total]
    if waiting:
        number += tables.counts[target, seat + 1, total + tables.row[target]]
    return number


@inlined
def _joined(sets: Sets, images: Ints, square: int) -> Sets:
    """Return two sets with those of a square, of `tables.own` or `tables.cone`."""
    return sets[0] | images[square, 0], sets[1] | images[square, 1]


@inlined
def _is_taken(tables: Placements, taken: Sets, square: int) -> bool:
    """Return whether a square is among those taken."""
    own = tables.own[square]
    return (taken[0] & own[0] | taken[1] & own[1]) != 0


class BlockMemory(NamedTuple):
    """Memory of one thread for placements that differ in the two lowest hounds."""

    words: Ints  # the answers with the hounds to move
    # The words after a move of the lowest hound, by its new column, between two that
    # stand for "off the board":
    lowest: Ints
    # By the sum of two hounds' rows, for every pair of that sum in order: its squares
    # and then its reach, each as sets of even and of odd rows:
    pairs: Ints
    tally: Ints  # [placements won by the hounds, all placements], fox to move


def _pairs(tables: Placements) -> Ints:
    """Return what `BlockMemory` has of every pair of hounds."""
    pairs = np.zeros((2 * tables.height - 1, 4, tables.counts[-1, 2].max()), np.int64)
    first, second = np.triu_indices(len(tables.row), 1)
    total = tables.row[first] + tables.row[second]
    seat = tables.counts[second, 2, total] + first % tables.k
    for i, images in enumerate((tables.own, tables.cone)):
        pairs[total, 2 * i : 2 * i + 2, seat] = images[first] | images[second]
    return pairs


@inlined
def _pair_total(cursor: Cursor) -> int:
    """Return the sum of the two lowest hounds' rows, the same in all of a block."""
    row, hounds = cursor.tables.row, cursor.hounds
    return int(row[hounds[0]] + row[hounds[1]])


@inlined
def _number(cursor: Cursor, i: int, target: int, base: int) -> int:
    """Return the number after a move of hound i, as `rank_after` does.

    It is quick where one of the two lowest moves and passes by no other.
    """
    tables, hounds = cursor.tables, cursor.hounds
    if i > 1 or (tables.k > 2 and target > hounds[2]):
        return int(_rank_after(cursor, i, target))
    low, high = min(target, hounds[1 - i]), max(target, hounds[1 - i])
    return int(base + low % tables.k + tables.counts[high, 2, _pair_total(cursor) + 1])


@inlined
def _fox_on(cursor: Cursor, square: int) -> int:
    """Return a square's bit among the fox's with the hounds to move, 0 if not there."""
    if cursor.tables.row[square] & 1 == _fox_parity(cursor):
        return 0
    return 1 << cursor.tables.bit[square]


@inlined
def _move(
    cursor: Cursor, i: int, base: int, taken: Sets, after: Ints, words: Ints
) -> None:
    """AND words of the block with those after moves of hound i, the second or higher.

    `taken` are the hounds above it. Those below it stand where the first word has them.
    """
    for side in range(2):
        target = cursor.tables.up[cursor.hounds[i], side]
        if target >= 0 and not _is_taken(cursor.tables, taken, target):
            first, fox = _number(cursor, i, target, base), _fox_on(cursor, target)
            later = after[first : first + len(words)]
            for at in range(len(words)):
                words[at] &= later[at] | fox


@inlined
def _move_lowest(
    cursor: Cursor, base: int, taken: Sets, after: Ints, lowest: Ints, words: Ints
) -> None:
    """AND the words of a run with those after a move of the lowest hound."""
    tables, k = cursor.tables, cursor.tables.k
    upper = tables.row[cursor.hounds[0]] + 1
    if upper == tables.height:
        return
    for column in range(k):
        target, word = upper * k + column, -1
        if not _is_taken(tables, taken, target):
            word = after[_number(cursor, 0, target, base)] | _fox_on(cursor, target)
        lowest[column + 1] = word
    left = upper & 1  # from an even row to columns c and c + 1, else to c - 1 and c
    for column in range(len(words)):
        words[column] &= lowest[left + column] & lowest[left + column + 1]


@inlined
def _move_lowest_two(
    cursor: Cursor, upper: Sets, after: Ints, lowest: Ints, words: Ints
) -> None:
    """AND the words of a block with those after the two lowest hounds' moves."""
    tables, k, total, start = cursor.tables, cursor.tables.k, _pair_total(cursor), 0
    second, base, above = (total + 1) // 2 * k + 1 - (total & 1), 0, total + 1
    for i in range(2, k):  # what the others add to the number after a move of these
        above += tables.row[cursor.hounds[i]]
        base += tables.counts[cursor.hounds[i], i + 1, above]
    while start < len(words):
        row = total - tables.row[second]
        stop = start + min(k, second - row * k)
        cursor.hounds[0], cursor.hounds[1] = row * k, second
        taken, run = _joined(upper, tables.own, second), words[start:stop]
        _move(cursor, 1, base, taken, after, run)
        _move_lowest(cursor, base, taken, after, lowest, run)
        start, second = stop, second + 1


@inlined
def _finish(
    cursor: Cursor, parity: int, taken: Sets, reach: Sets, block: BlockMemory, out: Ints
) -> None:
    """Turn the words with the hounds to move into those with the fox to move.

    `parity` must be a constant, `taken` and `reach` leave the two lowest hounds out.
    One long loop without branches: it is compiled to vector instructions.
    """
    tables, other, n = cursor.tables, 1 - parity, len(out)
    k, height = tables.k, tables.height
    own_board, other_board = board(k, height, parity), board(k, height, other)
    rule = -1 if tables.safe_squares else 0
    alone = -1 if tables.safe_squares == 1 else 0
    pairs, words = block.pairs[_pair_total(cursor), :, :n], block.words[:n]
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
def _solve_block(
    cursor: Cursor, cut: int, after: Ints, block: BlockMemory, out: Ints
) -> None:
    """Write the words of a block into `out`."""
    tables, upper, reach = cursor.tables, (0, 0), (0, 0)
    for i in range(2, tables.k):
        upper = _joined(upper, tables.own, cursor.hounds[i])
        reach = _joined(reach, tables.cone, cursor.hounds[i])
    words = block.words[: len(out)]
    words[:] = -1
    if not cut:
        for i in range(2, tables.k):
            _move(cursor, i, 0, upper, after, words)
        _move_lowest_two(cursor, upper, after, block.lowest, words)
    if _fox_parity(cursor):
        _finish(cursor, 1, upper, reach, block, out)
    else:
        _finish(cursor, 0, upper, reach, block, out)


@compiled
def solve_words(
    cut: int, after: Ints, out: Ints, cursor: Cursor, block: BlockMemory
) -> None:
    """Write the words of the blocks that begin in a cursor into `out`, a layer's.

    `after` has those of the next layer; with `cut` the fox wins whatever goes on beyond
    this one. The block's tally counts, and at the end its `words[0]` is the word with
    the hounds to move of the last block's first placement.
    """
    tables, hounds, number = cursor.tables, cursor.hounds, cursor.start
    while number < cursor.stop:
        _unrank(cursor, number)
        pairs = tables.counts[:, 2, _pair_total(cursor)]
        limit = hounds[2] if tables.k > 2 else len(tables.row)
        seat = pairs[hounds[1]] + hounds[0] % tables.k
        first, number = number - seat, number - seat + pairs[limit]
        if seat == 0:
            _solve_block(cursor, cut, after, block, out[first:number])


def _solve_piece(
    tables: Placements,
    layer: int,
    cut: bool,
    pairs: Ints,
    after: Ints,
    out: Ints,
    ends: tuple[int, int],
) -> tuple[Ints, int]:
    """Return a piece's tally, and the word with the hounds to move of a last layer."""
    cursor = Cursor(tables, layer, *ends, np.empty(tables.k, np.int64))
    words, lowest = np.empty(pairs.shape[2], np.int64), np.full(tables.k + 2, -1)
    block = BlockMemory(words, lowest, pairs, np.zeros(2, np.int64))
    solve_words(int(cut), after, out, cursor, block)
    return block.tally, int(words[0])


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


def _saved(name: str, tables: Placements) -> tuple[int, Ints, Won] | None:
    """Return what an interrupted run has saved, if it is there and sound."""
    try:
        words, counted = STORE.read(name), STORE.read(f"{name}-won").tolist()
    except ValueError:
        return None
    won = {layer: (lost, placed) for layer, lost, placed in counted}
    layer = min(won)
    return (layer, words, won) if len(words) == tables.size(layer) else None


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
    none = last + 1, np.empty(0, np.int64), Won()
    above, words, won = _saved(name, tables) or none
    buffers, pairs = np.empty((2, max(sizes)), np.int64), _pairs(tables)
    with sweeping(sum(sizes[:above]), size, progress) as sweep:
        for layer in reversed(range(above)):
            out = buffers[layer % 2, : sizes[layer]]
            cut = layer == deadline
            work = partial(_solve_piece, tables, layer, cut, pairs, words, out)
            found = sweep(work, pieces_of(sizes[layer]), sizes[layer])
            tallies, (word, *_) = zip(*found, strict=True)
            lost, placed = np.sum(tallies, axis=0).tolist()
            won[layer], words = (lost, placed), out
            if layer and time.monotonic() - saved > SAVE_EVERY:
                counted = [(number, *each) for number, each in won.items()]
                STORE.write(name, words)
                STORE.write(f"{name}-won", np.array(counted))
                saved = time.monotonic()
    STORE.remove(name)
    STORE.remove(f"{name}-won")
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
