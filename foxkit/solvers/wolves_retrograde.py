"""Wolves Eat Sheep solved by retrograde analysis, slice by number of sheep.

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
win may still be found. DRAW promises nothing, and stays where no wave comes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.bits import ctz, popcount
from foxkit.core.game import legal_moves, play
from foxkit.rules.wolves import (
    BOARD,
    RULES,
    SHEEP,
    UNDECIDED,
    WOLVES,
    Wolves,
    WolvesState,
    neighbours,
    winner,
)
from foxkit.solvers.sweep import THREADS, sweeping
from foxkit.solvers.wolves_index import (
    SYMMETRIES,
    Index,
    flock,
    image,
    index_of,
    locate,
    rank_of,
    turned,
)

DRAW = 255
PAGE = 1 << 12  # ranks in a page, passed over when nothing in it is due
_PARTS = 32  # the blocks are dealt out to so many pieces of a wave
Bytes = NDArray[np.uint8]


class Slice(NamedTuple):
    """What the waves of a slice read and write.

    Attributes:
        game: its generator; the start does not matter.
        numbering: of its placements.
        table: a byte for each [side to move, block, rank].
        below: the numbering of the slice with a sheep less.
        below_table: its finished table.
        due: [side to move, block, page of ranks, byte]: 1 if the page may hold it.
        moves: room for a list of moves, for each thread its own.
    """

    game: Wolves
    numbering: Index
    table: Bytes
    below: Index
    below_table: Bytes
    due: Bytes
    moves: NDArray[np.int64]


def slice_of(
    game: Wolves, wolves: int, sheep: int, table: Bytes | None, below: Bytes | None
) -> Slice:
    """Return a slice, undecided without a table; `below` is not needed for 3 sheep."""
    index = index_of(wolves, sheep)
    blocks, flocks = len(index.wolves), len(index.flocks)
    if table is None:
        table = np.full((2, blocks, flocks), DRAW, np.uint8)
    if below is None:
        below = np.empty((2, 0, 0), np.uint8)
    due = np.zeros((2, blocks, flocks // PAGE + 1, DRAW), np.uint8)
    moves = np.empty(game.MAX_MOVES, np.int64)
    return Slice(game, index, table, index_of(wolves, sheep - 1), below, due, moves)


@inlined
def winner_of(mover: int, byte: int) -> int:
    """Return who wins by the byte of an unfinished game, UNDECIDED for a draw."""
    return UNDECIDED if byte == DRAW else (byte ^ mover ^ 1) & 1


@inlined
def _after(part: Slice, state: WolvesState, block: int, move: int, wave: int) -> int:
    """Return the byte of the state after a move, DRAW if it is not yet certain."""
    after = play(part.game, state, move)
    if after.mover == WOLVES:
        rank = rank_of(part.numbering, after.wolves, after.sheep)
        byte = int(part.table[WOLVES, block, rank])
    elif after.sheep == state.sheep:
        if wave < 0:  # before the waves nothing in this slice is certain
            return DRAW
        block, rank = locate(part.numbering, after.wolves, after.sheep)
        byte = int(part.table[SHEEP, block, rank])
    elif popcount(after.sheep) <= part.game.enough:
        return 0
    else:
        block, rank = locate(part.below, after.wolves, after.sheep)
        return int(part.below_table[SHEEP, block, rank])
    return byte if byte <= wave else DRAW


@inlined
def _lost_in(part: Slice, state: WolvesState, block: int, wave: int) -> int:
    """Return in how many plies the mover loses if every move loses, else DRAW."""
    longest = 0
    for i in range(legal_moves(part.game, state, part.moves)):
        byte = _after(part, state, block, int(part.moves[i]), wave)
        if byte == DRAW or byte & 1 == 0:
            return DRAW
        longest = max(longest, byte)
    return longest + 1


@inlined
def _won_in(part: Slice, state: WolvesState, block: int) -> int:
    """Return in how many plies the wolves win by a meal at once, else DRAW."""
    shortest = DRAW
    for i in range(legal_moves(part.game, state, part.moves)):
        byte = _after(part, state, block, int(part.moves[i]), -1)
        if byte & 1 == 0:
            shortest = min(shortest, byte + 1)
    return shortest


@inlined
def _settle(part: Slice, side: int, block: int, rank: int, byte: int) -> None:
    """Give a position its byte unless it has a smaller one.

    Two threads may settle one position at once, but only alike.
    """
    if part.table[side, block, rank] > byte:
        part.table[side, block, rank] = byte
        part.due[side, block, rank // PAGE, byte] = 1


@inlined
def _settle_first(part: Slice, block: int, rank: int) -> None:
    """Settle a placement where it is finished or follows from the slice below."""
    wolves = int(part.numbering.wolves[block])
    state = WolvesState(wolves, flock(part.numbering, wolves, rank), WOLVES)
    finished, byte = winner(part.game, state) != UNDECIDED, 0
    if not finished:
        byte = min(_won_in(part, state, block), _lost_in(part, state, block, -1))
    _settle(part, WOLVES, block, rank, byte)
    if finished or not neighbours(state.sheep) & ~(state.wolves | state.sheep):
        _settle(part, SHEEP, block, rank, 0)


@inlined
def _settle_before(part: Slice, state: WolvesState, block: int, wave: int) -> None:
    """Settle a state, one of whose steps was decided at this wave, in that block."""
    index, sheep, byte = part.numbering, state.sheep, wave + 1
    if state.mover == WOLVES:  # else the wolves stand as they do in the block
        block, sheep = turned(index, state.wolves, sheep)
    wolves = int(index.wolves[block])
    if part.table[state.mover, block, rank_of(index, wolves, sheep)] <= byte:
        return
    if wave & 1:  # the step loses: perhaps all moves do
        byte = _lost_in(part, state, block, wave)
    for symmetry in range(SYMMETRIES):
        if index.twins[block] >> symmetry & 1:
            twin = rank_of(index, wolves, image(index, symmetry, sheep))
            _settle(part, state.mover, block, twin, byte)


@inlined
def _is_legal(part: Slice, state: WolvesState, move: int) -> bool:
    """Tell whether a step of the wolves to an empty neighbour is a legal move."""
    if part.game.generator == RULES:
        return True
    for i in range(legal_moves(part.game, state, part.moves)):
        if part.moves[i] == move:
            return True
    return False


@inlined
def _take_back(part: Slice, state: WolvesState, block: int, wave: int) -> None:
    """Settle what follows from `state`, decided at this wave, for who moved last."""
    wolves, sheep = state.wolves, state.sheep
    by_wolves, empty = state.mover == SHEEP, BOARD & ~(wolves | sheep)
    movable = (wolves if by_wolves else sheep) & neighbours(empty)
    while movable:
        target = movable & -movable
        sources = neighbours(target) & empty
        while sources:
            source = sources & -sources
            step, move = source ^ target, ctz(source) | ctz(target) << 5
            if by_wolves:
                before = WolvesState(wolves ^ step, sheep, WOLVES)
                if _is_legal(part, before, move):
                    _settle_before(part, before, block, wave)
            else:
                before = WolvesState(wolves, sheep ^ step, SHEEP)
                _settle_before(part, before, block, wave)
            sources ^= source
        movable ^= target


@compiled
def _open(part: Slice, first: int) -> None:
    """Settle finished games, and what follows from the slice below."""
    for block in range(first, len(part.numbering.wolves), _PARTS):
        for rank in range(len(part.numbering.flocks)):
            _settle_first(part, block, rank)


@compiled
def _run_wave(part: Slice, first: int, wave: int) -> None:
    """Take back the last move before each position of a block decided at this wave."""
    index, (_, blocks, pages, _) = part.numbering, part.due.shape
    for block in range(first, blocks, _PARTS):
        wolves = int(index.wolves[block])
        for side in range(2):
            for page in range(pages):
                if not part.due[side, block, page, wave]:
                    continue
                first_rank = page * PAGE
                for rank in range(
                    first_rank, min(first_rank + PAGE, len(index.flocks))
                ):
                    if part.table[side, block, rank] == wave:
                        state = WolvesState(wolves, flock(index, wolves, rank), side)
                        _take_back(part, state, block, wave)


def solve_slice(
    game: Wolves,
    wolves: int,
    sheep: int,
    below: Bytes | None = None,
    threads: int = THREADS,
    progress: bool = False,
) -> Bytes:
    """Solve all placements of so many wolves and sheep.

    Args:
        game: its generator; the start does not matter.
        wolves: how many, 1 or more.
        sheep: 3 or more.
        below: the table of one sheep less; not needed for 3 sheep.
        threads: how many to run; the result does not depend on it.
        progress: whether to count the waves on stderr.

    Returns:
        The table: a byte for each [side to move, block, rank].

    Raises:
        OverflowError: a distance does not fit into a byte.
    """
    part = slice_of(game, wolves, sheep, None, below)
    rooms = np.empty((_PARTS, game.MAX_MOVES), np.int64)
    pieces = [(part._replace(moves=room), i) for i, room in enumerate(rooms)]
    label = f"{wolves} wolves, {sheep} sheep"
    with sweeping(None, label, progress, "waves", threads) as sweep:
        sweep(_open, pieces, 0)
        for wave in range(DRAW - 1):
            if not part.due[..., wave:].any():
                return part.table
            sweep(_run_wave, [(*piece, wave) for piece in pieces], 1)
    raise OverflowError("a distance of 254 plies or more")
