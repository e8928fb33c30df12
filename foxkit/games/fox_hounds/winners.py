"""Who wins Fox & Hounds, for boards too large for tables: one word for a placement.

The word of a placement of the hounds has a bit for each square from which the fox, to
move, wins. It is the sweep of `table.py` with one step for all squares of the
fox at once:

    hounds to move   AND over their moves of (word after the move | bit of the target),
                     or escaped
    fox to move      the squares beside one where it wins with the hounds to move,
                     or escaped

A move to where the fox stands is none, hence the target's bit. Placements that differ
only in their two lowest hounds, a *block*, have consecutive numbers, and so have those
after a move of another hound.

With a deadline, every game that goes on beyond a layer counts as won by the fox. The
least deadline that the hounds can meet gives the length of the game without a table of
distances: the hounds' wins take two plies for each of their moves.
"""

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from foxkit.core import compiled, compiled_inline
from foxkit.core.bits import popcount
from foxkit.core.former import refuses_former_names
from foxkit.games.fox_hounds.ranking import (
    Layer,
    Numbering,
    fox_rank_parity,
    numbering_of,
)
from foxkit.games.fox_hounds.rules import (
    FoxHounds,
    FoxHoundsState,
    bit_index,
    board_squares,
    diagonal_neighbours,
    escape_squares,
)
from foxkit.games.fox_hounds.table import STORE, table_name
from foxkit.solvers.ranking import Ints, rank_with_replaced, unrank
from foxkit.solvers.store import require_memory
from foxkit.solvers.sweep import piece_bounds, sweep_in_threads

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "hounds_plies": "plies_to_hounds_win",
        },
    )

Word: TypeAlias = int
"""The answers for a placement, a bit for each square of the fox; see above."""
Tally: TypeAlias = Ints
"""How many placements the hounds win, and of how many."""


class BlockMemory(NamedTuple):
    """Arrays in which a thread works on a block of placements, see above."""

    layer: int  # the sum of the hounds' rows
    hounds: Ints  # the squares of the placement at hand, in ascending order
    words: Ints  # by placement, the answers with the hounds to move
    taken: Ints  # by parity and placement, where hounds stand
    reach: Ints  # and where they could go
    tally: Ints  # [placements won by the hounds, all placements], fox to move


@compiled_inline
def _and_words_after_upper_moves(
    numbering: Numbering,
    block: BlockMemory,
    after: Ints,
    even_upper: int,
    odd_upper: int,
    block_size: int,
) -> None:
    """AND the words of a block with those after moves of all but its lowest two.

    These others stand on `even_upper` and `odd_upper`.
    """
    words, set_of = block.words, numbering.as_sets
    fox = 1 - fox_rank_parity(numbering, block.layer)
    for i in range(2, numbering.per_rank):
        for side in range(2):
            target = numbering.up[block.hounds[i], side]
            if (
                target < 0
                or even_upper & set_of[target, 0] | odd_upper & set_of[target, 1]
            ):
                continue
            first = rank_with_replaced(
                numbering.counts, numbering.row, block.hounds, i, target
            )
            for at in range(block_size):
                words[at] &= after[first + at] | set_of[target, fox]


@compiled_inline
def _and_word_after_lowest_moves(
    numbering: Numbering,
    block: BlockMemory,
    after: Ints,
    base: int,
    pairs: Ints,
    at: int,
) -> None:
    """AND the word of a placement with those after moves of its two lowest hounds.

    The number after a move is that in `pairs` and what the others add to it, `base`.
    """
    hounds, set_of = block.hounds, numbering.as_sets
    fox = 1 - fox_rank_parity(numbering, block.layer)
    even, odd, word = block.taken[0, at], block.taken[1, at], block.words[at]
    third = hounds[2] if numbering.per_rank > 2 else len(numbering.row)
    for i in range(2):
        for side in range(2):
            target = numbering.up[hounds[i], side]
            if target < 0 or even & set_of[target, 0] | odd & set_of[target, 1]:
                continue
            low, high = min(target, hounds[1 - i]), max(target, hounds[1 - i])
            number = base + low % numbering.per_rank + pairs[high]
            if target > third:
                number = rank_with_replaced(
                    numbering.counts, numbering.row, hounds, i, target
                )
            word &= after[number] | set_of[target, fox]
    block.words[at] = word


@compiled_inline
def _write_words_with_hounds_to_move(
    numbering: Numbering, block: BlockMemory, cut: int, after: Ints, block_size: int
) -> None:
    """Write the words of a block with the hounds to move, and where hounds stand."""
    hounds, row, per_rank = block.hounds, numbering.row, numbering.per_rank
    total = row[hounds[0]] + row[hounds[1]]
    even = odd = far_even = far_odd = base = 0
    above, pairs = total + 1, numbering.counts[:, 2, total + 1]
    for i in range(2, per_rank):
        square = hounds[i]
        even = even | numbering.as_sets[square, 0]
        odd = odd | numbering.as_sets[square, 1]
        far_even |= numbering.reach_sets[square, 0]
        far_odd |= numbering.reach_sets[square, 1]
        above += row[square]
        base += numbering.counts[square, i + 1, above]
    block.words[:block_size] = -1
    if not cut:
        _and_words_after_upper_moves(numbering, block, after, even, odd, block_size)
    at, second = 0, (total + 1) // 2 * per_rank + 1 - (total & 1)
    while at < block_size:
        begin = (total - row[second]) * per_rank
        for first in range(begin, min(begin + per_rank, second)):
            hounds[0], hounds[1] = first, second
            set_of, cone = numbering.as_sets, numbering.reach_sets
            block.taken[0, at] = even | set_of[first, 0] | set_of[second, 0]
            block.taken[1, at] = odd | set_of[first, 1] | set_of[second, 1]
            block.reach[0, at] = far_even | cone[first, 0] | cone[second, 0]
            block.reach[1, at] = far_odd | cone[first, 1] | cone[second, 1]
            if not cut:
                _and_word_after_lowest_moves(numbering, block, after, base, pairs, at)
            at += 1
        second += 1


@compiled_inline
def _write_words_with_fox_to_move(
    numbering: Numbering, block: BlockMemory, parity: int, out: Ints
) -> None:
    """Turn the words with the hounds to move into those with the fox to move.

    `parity` must be a constant. One long loop without branches: it is compiled to
    vector instructions.
    """
    per_rank = numbering.per_rank
    height = numbering.height
    needed = numbering.safe_squares
    other, won, placed = 1 - parity, 0, 0
    for at in range(len(out)):
        even, odd = block.reach[0, at], block.reach[1, at]
        own_free = board_squares(per_rank, height, parity) & ~block.taken[parity, at]
        other_free = board_squares(per_rank, height, other) & ~block.taken[other, at]
        word = block.words[at] | escape_squares(
            per_rank, height, even, odd, other, needed
        )
        block.words[at] = word & other_free
        word = diagonal_neighbours(per_rank, height, block.words[at], other)
        out[at] = (
            word | escape_squares(per_rank, height, even, odd, parity, needed)
        ) & own_free
        won += popcount(own_free & ~out[at])
        placed += popcount(own_free)
    block.tally[0] += won
    block.tally[1] += placed


@compiled
def solve_words(
    cut: int,
    after: Ints,
    out: Ints,
    numbering: Numbering,
    block: BlockMemory,
    start: int,
    stop: int,
) -> None:
    """Write the words of the blocks that begin in a piece into `out`, a layer's.

    `after` has those of the next layer; with `cut` the fox wins whatever goes on beyond
    this one. The block's tally counts, and at the end its `words[0]` is the word with
    the hounds to move of the last block's first placement.
    """
    hounds, number = block.hounds, start
    while number < stop:
        unrank(numbering.counts, numbering.row, block.layer, number, hounds)
        total = numbering.row[hounds[0]] + numbering.row[hounds[1]]
        pairs = numbering.counts[:, 2, total]
        limit = hounds[2] if numbering.per_rank > 2 else len(numbering.row)
        seat = pairs[hounds[1]] + hounds[0] % numbering.per_rank
        first, number = number - seat, number - seat + pairs[limit]
        if seat == 0:
            _write_words_with_hounds_to_move(
                numbering, block, cut, after, number - first
            )
            if fox_rank_parity(numbering, block.layer):
                _write_words_with_fox_to_move(numbering, block, 1, out[first:number])
            else:
                _write_words_with_fox_to_move(numbering, block, 0, out[first:number])


def _solve_piece_with_own_memory(
    numbering: Numbering,
    layer: int,
    cut: bool,
    after: Ints,
    out: Ints,
    ends: tuple[int, int],
) -> tuple[Tally, Word]:
    """A piece's tally, and the word with the hounds to move of a last layer."""
    n = int(numbering.counts[-1, 2].max())
    hounds, words, tally = (
        np.zeros(size, np.int64) for size in (numbering.per_rank, n, 2)
    )
    taken, reach = np.empty((2, 2, n), np.int64)
    block = BlockMemory(layer, hounds, words, taken, reach, tally)
    solve_words(int(cut), after, out, numbering, block, *ends)
    return tally, int(words[0])


SAVE_EVERY = 240.0
"""Seconds of work between two files to resume from."""
WonByLayer = dict[int, tuple[int, int]]
"""By layer, with the fox to move: placements that the hounds win, and all of them."""


@dataclass(frozen=True)
class StartWinners:
    """The winners of the starts: hounds on the lowest rank, the fox on any square."""

    game: FoxHounds  # the board and its escape rule
    phase: int  # 0 for starts of the usual parity, 1 for the others
    fox_to_move: int  # where the fox wins if it moves first, a set of its rank's parity
    hounds_to_move: int  # the same for when the hounds move first
    won: WonByLayer  # how many placements the hounds win

    def fox_wins(self, state: FoxHoundsState) -> bool:
        """Whether the fox wins from a start of this phase."""
        word = self.hounds_to_move if state.mover else self.fox_to_move
        return bool(word >> bit_index(self.game.per_rank, state.fox) & 1)


def _read_interrupted_run(
    name: str, numbering: Numbering
) -> tuple[Layer, Ints, WonByLayer] | None:
    """The layer that an interrupted run has saved, if it is there and sound."""
    try:
        words, counted = STORE.read(name), STORE.read(f"{name}-won")
    except (ValueError, OSError):
        return None
    if {words.dtype, counted.dtype} != {np.dtype(np.int64)} or not counted.size:
        return None
    if counted.shape != (len(counted), 3):
        return None
    won = {layer: (lost, placed) for layer, lost, placed in counted.tolist()}
    layer = min(won)
    is_whole = 0 <= layer < numbering.layers and words.shape == (
        numbering.layer_size(layer),
    )
    return (layer, words, won) if is_whole else None


def solve_winners(
    game: FoxHounds, phase: int = 0, deadline: int | None = None, progress: bool = False
) -> StartWinners:
    """Find out who wins from every start of a phase; go on where a run was cut off.

    The deadline is the sum of the hounds' rows by which they must have won; `progress`
    shows a bar on stderr. ValueError where the board has one hound, or is too large.
    """
    if game.per_rank < 2:
        raise ValueError("the mask solver needs boards of width 4 or more")
    numbering, size = numbering_of(game, phase), f"{game.width} x {game.height}"
    last = (
        numbering.layers - 1
        if deadline is None
        else min(deadline, numbering.layers - 1)
    )
    sizes = [numbering.layer_size(layer) for layer in range(last + 1)]
    instead = "14 x 14 is the largest that was solved"
    require_memory(16 * max(sizes), f"the mask solver on {size}", instead)
    name = f"words-{table_name(game, phase)}-{deadline}"
    saved = time.monotonic()
    word = 0
    none = last + 1, np.empty(0, np.int64), WonByLayer()
    above, words, won = _read_interrupted_run(name, numbering) or none
    buffers = np.empty((2, max(sizes)), np.int64)
    with sweep_in_threads(sum(sizes[:above]), size, progress) as sweep:
        for layer in reversed(range(above)):
            out = buffers[layer % 2, : sizes[layer]]
            cut = layer == deadline
            work = partial(
                _solve_piece_with_own_memory, numbering, layer, cut, words, out
            )
            counts = sweep(work, piece_bounds(sizes[layer]), sizes[layer])
            tallies, (word, *_) = zip(*counts, strict=True)
            lost, placed = np.sum(tallies, axis=0).tolist()
            won[layer], words = (lost, placed), out
            if layer and time.monotonic() - saved > SAVE_EVERY:
                counted = [(number, *each) for number, each in won.items()]
                STORE.try_to_write(name, words)
                STORE.try_to_write(f"{name}-won", np.array(counted))
                saved = time.monotonic()
    STORE.remove(name)
    STORE.remove(f"{name}-won")
    return StartWinners(game, phase, int(words[0]), word, won)


def plies_to_hounds_win(
    game: FoxHounds, state: FoxHoundsState, progress: bool = False
) -> int | None:
    """In how many plies the hounds win from a usual start; None if they do not.

    Found by bisection over the deadline, in steps of 1, 2, 4 ... from where it mostly
    is until there is a bound on either side.
    """
    early = -1  # a deadline that the hounds cannot meet
    late = numbering_of(game).layers  # one that they can meet, or that is no limit
    deadline, stride = 3 * late // 4, 1
    while late - early > 1:
        if solve_winners(game, 0, deadline, progress).fox_wins(state):
            early = deadline
            deadline = min(early + stride, (early + late) // 2)
        else:
            late = deadline
            deadline = max(late - stride, (early + late) // 2)
        stride *= 2
    return None if late == numbering_of(game).layers else 2 * late - state.mover
