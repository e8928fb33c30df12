"""Wolves Eat Sheep solved by retrograde analysis, slice by number of sheep.

A placement is a *block* (where the wolves stand, one of each class of mirrored and
turned sets) and a *rank* (which of the other squares hold the sheep):

    wolves  --turn to the class's representative-->  block
    sheep   --turn alike, leave out the wolves' squares-->  rank, as in
              `foxkit.solvers.ranking`, without weights

Where a representative is its own mirror image a placement has several ranks, its
*twins*; all of them are kept, with the same value.

Sheep never come back, so a slice (all placements with k sheep) needs only the finished
slice below it. Inside a slice play may go round in circles, and the answer spreads
backwards from the ends of the game, in waves; what no wave reaches is a draw:

    wave 0      every position that is lost at once, and what eating a sheep decides
    wave n      for each position decided in n plies, for each move that leads to it:

                    lost in n   -->  the position before is won in n + 1
                    won in n    -->  the position before is lost in n + 1, if all its
                                     other moves are lost as well: look at each

A table holds one byte a position, the distance to the end in plies, winner fastest and
loser slowest; its parity tells the winner, for the wolves win just after their own
move and the sheep just after theirs:

                    even                odd
    wolves to move  sheep win           wolves win        0: all wolves are trapped
    sheep to move   wolves win          sheep win         0: no sheep can move, or (play
                                                          never leads there) trapped

A byte above the wave that is running is a promise: the winner is certain, but a shorter
win may still be found. DRAWN promises nothing, and stays where no wave comes.
"""

from functools import cache, partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, compiled_inline
from foxkit.core.bits import ctz, popcount
from foxkit.core.former import refuses_former_names
from foxkit.core.game import legal_moves, play
from foxkit.games.wolves.rules import (
    BOARD,
    RULES,
    SHEEP,
    TOO_FEW_SHEEP,
    UNDECIDED,
    WOLVES,
    SquareSet,
    Wolves,
    WolvesState,
    neighbours,
    winner,
)
from foxkit.solvers.ranking import count_sets_by_size_and_sum
from foxkit.solvers.sweep import THREADS, sweep_in_threads

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "Slice": "RetrogradeWorkspace",
            "new_slice": "new_workspace",
            "solve_slice": "solve_placements",
        },
    )

_LOW_BITS = 12  # a set of 25 squares is ranked by two look-ups: 12 bits and 13 bits
_LOW_HALF_BITS = 13  # and turned by two look-ups: 13 bits and 12 bits
SYMMETRIES = 8
DRAWN = 255
NUM_PIECES = 32  # the blocks are dealt out to so many pieces of a sweep
Bytes = NDArray[np.uint8]
Block: TypeAlias = int
"""The number of a set of wolves, turned ones counted once."""
RankInBlock: TypeAlias = int
"""The number of the sheep's placement beside the wolves of a block."""
_BINOMIALS = count_sets_by_size_and_sum(np.zeros(25, np.int64), 25)[..., 0].astype(
    np.int32
)


class Numbering(NamedTuple):
    """The numbering of the placements of so many wolves and so many sheep."""

    block: NDArray[np.int32]  # of each set of wolves, by its rank
    turn: NDArray[np.int32]  # the symmetry, 0 to 7, that takes it to its representative
    wolves: NDArray[np.int64]  # the representative of each block
    twins: NDArray[np.int32]  # the symmetries that leave it as it is, as bits
    flocks: NDArray[np.int64]  # the sheep of each rank, the wolves' squares left out
    images: NDArray[np.int32]  # of a half set under each symmetry
    low: NDArray[np.int32]  # the parts of a rank
    high: NDArray[np.int32]  # by how many members the low part has


def _rank_part_of_each_set(squares: range, members_below: int) -> NDArray[np.int32]:
    """The part of a rank that each set of squares adds, with so many below them."""
    ranks = np.zeros(1, np.int32)
    for square in squares:
        nth = members_below + 1 + np.bitwise_count(np.arange(len(ranks)))
        ranks = np.concatenate([ranks, ranks + _BINOMIALS[square, nth]])
    return ranks


@cache
def numbering_of(wolves: int, sheep: int) -> Numbering:
    """The numbering of placements of so many wolves and sheep."""
    chosen = combinations(range(25), wolves)
    sets = np.array(sorted(sum(1 << square for square in each) for each in chosen))
    board, every = np.arange(25).reshape(5, 5), np.arange(1 << 25 - wolves, dtype="i4")
    turns = [np.rot90(b, n).ravel() for b in (board, board.T) for n in range(4)]
    images = np.zeros((SYMMETRIES, 2, 1 << _LOW_HALF_BITS), np.int32)
    for symmetry, square in product(range(SYMMETRIES), range(25)):
        part, place = divmod(square, _LOW_HALF_BITS)
        has_it = every[: 1 << _LOW_HALF_BITS] >> place & 1
        images[symmetry, part] |= has_it << int(turns[symmetry][square])
    alike = images[:, 0, sets & 8191] | images[:, 1, sets >> _LOW_HALF_BITS]
    smallest, of_them, block = np.unique(
        alike.min(axis=0), return_index=True, return_inverse=True
    )
    fixed = alike[:, of_them] == smallest
    return Numbering(
        block=block.astype(np.int32),
        turn=alike.argmin(axis=0).astype(np.int32),
        wolves=smallest.astype(np.int64),
        twins=(fixed.T @ (1 << np.arange(SYMMETRIES))).astype(np.int32),
        flocks=every[np.bitwise_count(every) == sheep].astype(np.int64),
        images=images,
        low=_rank_part_of_each_set(range(_LOW_BITS), 0),
        high=np.stack(
            [
                _rank_part_of_each_set(range(_LOW_BITS, 25), low)
                for low in range(_LOW_BITS + 1)
            ]
        ),
    )


@compiled_inline
def _rank_among_sets_of_its_size(numbering: Numbering, members: SquareSet) -> int:
    """The number of a set of squares among all sets of its size."""
    low = members & 4095
    return int(numbering.low[low]) + int(numbering.high[popcount(low), members >> 12])


@compiled_inline
def apply_symmetry(
    numbering: Numbering, symmetry: int, squares: SquareSet
) -> SquareSet:
    """The image of a set of squares."""
    low, high = numbering.images[symmetry, 0], numbering.images[symmetry, 1]
    return int(low[squares & 8191]) | int(high[squares >> 13])


@compiled_inline
def rank_of(numbering: Numbering, wolves: SquareSet, sheep: SquareSet) -> RankInBlock:
    """The rank of the sheep where the wolves stand as in their block."""
    left_out = 0
    while wolves:  # close the gaps, from the first wolf's on
        below = (1 << (ctz(wolves) - left_out)) - 1
        sheep = (sheep & below) | (sheep >> 1 & ~below)
        wolves &= wolves - 1
        left_out += 1
    return _rank_among_sets_of_its_size(numbering, sheep)


@compiled_inline
def sheep_of_rank(
    numbering: Numbering, wolves: SquareSet, rank: RankInBlock
) -> SquareSet:
    """The squares of the sheep of a rank; `rank_of` goes the other way."""
    sheep = int(numbering.flocks[rank])
    while wolves:  # open a gap for each wolf
        below = (wolves & -wolves) - 1
        sheep = (sheep & below) | (sheep & ~below) << 1
        wolves &= wolves - 1
    return sheep


@compiled_inline
def block_and_turned_sheep(
    numbering: Numbering, wolves: SquareSet, sheep: SquareSet
) -> tuple[Block, SquareSet]:
    """The block of a set of wolves, and the sheep turned as it is turned."""
    placement_number = _rank_among_sets_of_its_size(numbering, wolves)
    return int(numbering.block[placement_number]), apply_symmetry(
        numbering, int(numbering.turn[placement_number]), sheep
    )


@compiled_inline
def block_and_rank(
    numbering: Numbering, wolves: SquareSet, sheep: SquareSet
) -> tuple[Block, RankInBlock]:
    """The block and the rank of a placement."""
    block, sheep = block_and_turned_sheep(numbering, wolves, sheep)
    return block, rank_of(numbering, int(numbering.wolves[block]), sheep)


class RetrogradeWorkspace(NamedTuple):
    """The arrays in which a slice is solved: so many wolves and so many sheep."""

    game: Wolves  # its start does not matter
    numbering: Numbering
    table: NDArray[Any]  # by [side to move, block, rank]
    below: Numbering  # the numbering of the slice with a sheep less
    below_table: NDArray[Any]  # its finished table
    due: Bytes  # [side to move, block, byte]: 1 if some rank may hold it
    moves: NDArray[np.int64]  # room for a list of moves, for each thread its own
    first: int = 0  # block of a piece, which has every NUM_PIECES-th from there on


def new_workspace(
    game: Wolves,
    wolves: int,
    sheep: int,
    table: NDArray[Any] | None,
    table_below: NDArray[Any] | None,
) -> RetrogradeWorkspace:
    """Arrays to solve a slice; without a table, all is undecided in it.

    `table_below` is not needed for 3 sheep.
    """
    index = numbering_of(wolves, sheep)
    if table is None:
        table = np.full((2, len(index.wolves), len(index.flocks)), DRAWN, np.uint8)
    if table_below is None:
        table_below = np.empty((2, 0, 0), np.uint8)
    due = np.zeros((2, len(index.wolves), DRAWN), np.uint8)
    moves = np.empty(game.MAX_MOVES, np.int64)
    return RetrogradeWorkspace(
        game, index, table, numbering_of(wolves, sheep - 1), table_below, due, moves
    )


@compiled_inline
def winner_of(mover: int, byte: int) -> int:
    """The winner by the byte of an unfinished game, UNDECIDED for a draw."""
    return UNDECIDED if byte == DRAWN else (byte ^ mover ^ 1) & 1


@compiled_inline
def _byte_after_move(
    part: RetrogradeWorkspace, state: WolvesState, block: int, move: int, wave: int
) -> int:
    """The byte of the state after a move, DRAWN if it is not yet certain."""
    after = play(part.game, state, move)
    if after.mover == WOLVES:  # and the wolves stand as they do in the block
        rank = rank_of(part.numbering, after.wolves, after.sheep)
    elif after.sheep == state.sheep:
        block, rank = block_and_rank(part.numbering, after.wolves, after.sheep)
    elif popcount(after.sheep) <= TOO_FEW_SHEEP:
        return 0
    else:
        block, rank = block_and_rank(part.below, after.wolves, after.sheep)
        return int(part.below_table[SHEEP, block, rank])
    byte = int(part.table[after.mover, block, rank])
    return byte if byte <= wave else DRAWN


@compiled_inline
def _byte_from_moves(
    part: RetrogradeWorkspace, state: WolvesState, block: int, wave: int
) -> int:
    """The byte of a state from those after its moves, DRAWN while it is uncertain.

    Wave -1 is before the waves, when nothing in this slice is certain; in a wave a
    state is asked for only where it may be lost.
    """
    shortest, longest = DRAWN, 0
    for i in range(legal_moves(part.game, state, part.moves)):
        byte = _byte_after_move(part, state, block, int(part.moves[i]), wave)
        if byte & 1 == 0:
            shortest = min(shortest, byte + 1)
        elif byte == DRAWN and wave >= 0:
            return DRAWN
        else:
            longest = max(longest, byte)
    return shortest if shortest < DRAWN or longest == DRAWN else longest + 1


@compiled_inline
def _lower_byte(
    part: RetrogradeWorkspace, side: int, block: int, rank: int, byte: int
) -> None:
    """Lower a position's byte to this one; a smaller byte stays.

    Two threads may settle one position at once, but only alike.
    """
    if part.table[side, block, rank] > byte:
        part.table[side, block, rank] = byte
        part.due[side, block, byte] = 1


@compiled_inline
def _settle_state_before(
    part: RetrogradeWorkspace, state: WolvesState, block: int, wave: int
) -> None:
    """Settle a state from which a step leads to one decided at this wave."""
    index, sheep, byte = part.numbering, state.sheep, wave + 1
    if state.mover == WOLVES:  # else the wolves stand as they do in the block
        block, sheep = block_and_turned_sheep(index, state.wolves, sheep)
    wolves = int(index.wolves[block])
    if part.table[state.mover, block, rank_of(index, wolves, sheep)] <= byte:
        return
    if wave & 1:  # the step loses: perhaps all moves do
        byte = _byte_from_moves(part, state, block, wave)
    for symmetry in range(SYMMETRIES):
        if index.twins[block] >> symmetry & 1:
            twin = rank_of(index, wolves, apply_symmetry(index, symmetry, sheep))
            _lower_byte(part, state.mover, block, twin, byte)


@compiled_inline
def _settle_states_before(
    part: RetrogradeWorkspace, state: WolvesState, block: int, wave: int
) -> None:
    """Settle the states before one that was decided at this wave."""
    wolves, sheep, listed = state.wolves, state.sheep, part.moves
    by_wolves, empty = state.mover == SHEEP, BOARD & ~(wolves | sheep)
    movable = (wolves if by_wolves else sheep) & neighbours(empty)
    while movable:
        target = movable & -movable
        sources = neighbours(target) & empty
        while sources:
            source = sources & -sources
            step, move = source ^ target, ctz(source) | ctz(target) << 5
            before, legal = WolvesState(wolves, sheep ^ step, SHEEP), True
            if by_wolves:  # other generators than the rules leave out some steps
                before = WolvesState(wolves ^ step, sheep, WOLVES)
                legal = part.game.generator == RULES
                for i in range(0 if legal else legal_moves(part.game, before, listed)):
                    legal |= listed[i] == move
            if legal:
                _settle_state_before(part, before, block, wave)
            sources ^= source
        movable ^= target


@compiled
def _settle_without_waves(part: RetrogradeWorkspace) -> None:
    """Settle finished games, and what follows from the slice below."""
    for block in range(part.first, len(part.numbering.wolves), NUM_PIECES):
        wolves = int(part.numbering.wolves[block])
        for rank in range(len(part.numbering.flocks)):
            state = WolvesState(
                wolves, sheep_of_rank(part.numbering, wolves, rank), WOLVES
            )
            finished = winner(part.game, state) != UNDECIDED
            byte = 0 if finished else _byte_from_moves(part, state, block, -1)
            _lower_byte(part, WOLVES, block, rank, byte)
            if finished or not neighbours(state.sheep) & ~(state.wolves | state.sheep):
                _lower_byte(part, SHEEP, block, rank, 0)


@compiled
def _settle_before_wave(wave: int, part: RetrogradeWorkspace) -> None:
    """Settle the states before all positions of a block decided at this wave."""
    index = part.numbering
    for block in range(part.first, len(index.wolves), NUM_PIECES):
        wolves = int(index.wolves[block])
        for side in range(2):
            due = part.due[side, block, wave]
            for rank in range(len(index.flocks) if due else 0):
                if part.table[side, block, rank] == wave:
                    state = WolvesState(
                        wolves, sheep_of_rank(index, wolves, rank), side
                    )
                    _settle_states_before(part, state, block, wave)


def solve_placements(
    game: Wolves,
    wolves: int,
    sheep: int,
    table_below: Bytes | None = None,
    threads: int = THREADS,
    progress: bool = False,
) -> Bytes:
    """Solve all placements of so many wolves and sheep: [side to move, block, rank].

    `table_below` is the table of one sheep less, not needed for 3 sheep; `progress`
    counts the waves on stderr. OverflowError where a distance does not fit into a byte.
    """
    part = new_workspace(game, wolves, sheep, None, table_below)
    rooms = np.empty((NUM_PIECES, game.MAX_MOVES), np.int64)
    pieces = [part._replace(moves=buffer, first=n) for n, buffer in enumerate(rooms)]
    label = f"{wolves} wolves, {sheep} sheep"
    with sweep_in_threads(None, label, progress, "waves", threads) as sweep:
        sweep(_settle_without_waves, pieces, 0)
        for wave in range(DRAWN - 1):
            if not part.due[..., wave:].any():
                return part.table
            sweep(partial(_settle_before_wave, wave), pieces, 1)
    raise OverflowError("a distance of 254 plies or more")
