"""Wolves Eat Sheep solved by retrograde analysis, slice by number of sheep.

Sheep never come back, so a slice (all placements with k sheep) needs only the finished
slice below it. Inside a slice the answer spreads backwards from the ends of the game:

    lost in 0  -->  won in 1  -->  perhaps lost: are all moves lost?  -->  lost in 2 ...

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

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.bits import ctz, popcount
from foxkit.core.game import legal_moves, play
from foxkit.rules.wolves import (
    BOARD,
    ENOUGH,
    RULES,
    SHEEP,
    UNDECIDED,
    WOLVES,
    Wolves,
    WolvesState,
    neighbours,
    winner,
)
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
_PARTS = 16  # each side's blocks are dealt out to so many tasks a wave
_PAGE = 12  # a page is 2**12 ranks, passed over when nothing in it is due
Bytes = NDArray[np.uint8]


class Slice(NamedTuple):
    """What the waves of a slice read and write.

    Attributes:
        index: numbers its placements.
        table: a byte for each [side to move, block, rank].
        below: the index of the slice with a sheep less.
        below_table: its finished table.
        due: [side to move, block, page of ranks, byte]: 1 if the page may hold it.
    """

    index: Index
    table: Bytes
    below: Index
    below_table: Bytes
    due: Bytes


@inlined
def winner_of(mover: int, byte: int) -> int:
    """Return who wins by the byte of an unfinished game, UNDECIDED for a draw."""
    return UNDECIDED if byte == DRAW else (byte ^ mover ^ 1) & 1


@inlined
def _after_eating(part: Slice, state: WolvesState) -> int:
    """Return the byte of a state of the slice below, the sheep to move."""
    if popcount(state.sheep) <= ENOUGH:
        return 0
    block, rank = locate(part.below, state.wolves, state.sheep)
    return int(part.below_table[SHEEP, block, rank])


@inlined
def _after_step(part: Slice, state: WolvesState, wave: int) -> int:
    """Return the byte of a state with the sheep to move, DRAW if not yet certain."""
    block, rank = locate(part.index, state.wolves, state.sheep)
    byte = int(part.table[SHEEP, block, rank])
    return byte if byte <= wave else DRAW


@inlined
def _wolves_lose_in(
    part: Slice, game: Wolves, state: WolvesState, wave: int, moves: np.ndarray
) -> int:
    """Return in how many plies the wolves lose if every move loses, else DRAW."""
    longest = 0
    for i in range(legal_moves(game, state, moves)):
        after = play(game, state, int(moves[i]))
        if after.sheep == state.sheep:
            byte = _after_step(part, after, wave)
        else:
            byte = _after_eating(part, after)
        if byte == DRAW or byte & 1 == 0:
            return DRAW
        longest = max(longest, byte)
    return longest + 1


@inlined
def _sheep_lose(
    part: Slice,
    game: Wolves,
    state: WolvesState,
    block: int,
    wave: int,
    moves: np.ndarray,
) -> bool:
    """Tell whether every move of the sheep is lost at this wave."""
    for i in range(legal_moves(game, state, moves)):
        after = play(game, state, int(moves[i]))
        rank = rank_of(part.index, after.wolves, after.sheep)
        byte = int(part.table[WOLVES, block, rank])
        if byte > wave or byte & 1 == 0:
            return False
    return True


@inlined
def _settle(part: Slice, side: int, block: int, rank: int, byte: int) -> None:
    """Give a position its byte unless it has a smaller one.

    Two threads may settle one position at once, but only alike.
    """
    if part.table[side, block, rank] > byte:
        part.table[side, block, rank] = byte
        part.due[side, block, rank >> _PAGE, byte] = 1


@inlined
def _settle_wolves(
    part: Slice, game: Wolves, before: WolvesState, wave: int, moves: np.ndarray
) -> None:
    """Settle a state of the wolves, one of whose steps was decided at this wave."""
    block, sheep = turned(part.index, before.wolves, before.sheep)
    wolves = int(part.index.wolves[block])
    rank = rank_of(part.index, wolves, sheep)
    if part.table[WOLVES, block, rank] <= wave + 1:
        return
    byte = wave + 1
    if wave & 1:  # the step loses: perhaps all moves do
        byte = _wolves_lose_in(part, game, before, wave, moves)
    for symmetry in range(SYMMETRIES):
        if part.index.twins[block] >> symmetry & 1:
            twin = rank_of(part.index, wolves, image(part.index, symmetry, sheep))
            _settle(part, WOLVES, block, twin, byte)


@inlined
def _is_legal(game: Wolves, state: WolvesState, move: int, moves: np.ndarray) -> bool:
    """Tell whether a step of the wolves to an empty neighbour is a legal move."""
    if game.generator == RULES:
        return True
    for i in range(legal_moves(game, state, moves)):
        if moves[i] == move:
            return True
    return False


@inlined
def _take_back_wolves(
    part: Slice, game: Wolves, state: WolvesState, wave: int, moves: np.ndarray
) -> None:
    """Settle what follows for the wolves from `state`, decided at this wave."""
    empty = BOARD & ~(state.wolves | state.sheep)
    movable = state.wolves & neighbours(empty)
    while movable:
        target = movable & -movable
        sources = neighbours(target) & empty
        while sources:
            source = sources & -sources
            before = WolvesState(state.wolves ^ source ^ target, state.sheep, WOLVES)
            if _is_legal(game, before, ctz(source) | ctz(target) << 5, moves):
                _settle_wolves(part, game, before, wave, moves)
            sources ^= source
        movable ^= target


@inlined
def _take_back_sheep(
    part: Slice,
    game: Wolves,
    state: WolvesState,
    block: int,
    wave: int,
    moves: np.ndarray,
) -> None:
    """Settle what follows for the sheep from `state`, decided at this wave."""
    empty = BOARD & ~(state.wolves | state.sheep)
    movable = state.sheep & neighbours(empty)
    while movable:
        target = movable & -movable
        sources = neighbours(target) & empty
        while sources:
            source = sources & -sources
            sheep = state.sheep ^ source ^ target
            before = WolvesState(state.wolves, sheep, SHEEP)
            rank = rank_of(part.index, before.wolves, before.sheep)
            if (
                part.table[SHEEP, block, rank] > wave + 1
                and winner(before) == UNDECIDED
                and (not wave & 1 or _sheep_lose(part, game, before, block, wave, moves))
            ):
                _settle(part, SHEEP, block, rank, wave + 1)
            sources ^= source
        movable ^= target


@inlined
def _run_page(
    part: Slice,
    game: Wolves,
    wave: int,
    side: int,
    block: int,
    page: int,
    moves: np.ndarray,
) -> None:
    wolves = int(part.index.wolves[block])
    end = min((page + 1) << _PAGE, len(part.index.flocks))
    for rank in range(page << _PAGE, end):
        if part.table[side, block, rank] == wave:
            sheep = flock(part.index, wolves, rank)
            state = WolvesState(wolves, sheep, side)
            if side == SHEEP:
                _take_back_wolves(part, game, state, wave, moves)
            else:
                _take_back_sheep(part, game, state, block, wave, moves)


@compiled
def _run_wave(
    part: Slice, game: Wolves, wave: int, side: int, first: int, moves: np.ndarray
) -> None:
    """Take back the last move before every position decided at this wave.

    Only `side` is to move in them, and only every `_PARTS`th block is done.
    """
    for block in range(first, len(part.index.wolves), _PARTS):
        for page in range(part.due.shape[2]):
            if part.due[side, block, page, wave]:
                _run_page(part, game, wave, side, block, page, moves)


@inlined
def _first_byte(
    part: Slice, game: Wolves, state: WolvesState, moves: np.ndarray
) -> int:
    """Return what a state of the wolves is worth by their meals, before any wave."""
    shortest, steps = DRAW, False
    for i in range(legal_moves(game, state, moves)):
        after = play(game, state, int(moves[i]))
        if after.sheep == state.sheep:
            steps = True
            continue
        byte = _after_eating(part, after)
        if byte & 1 == 0:
            shortest = min(shortest, byte + 1)
    if steps or shortest < DRAW:
        return shortest
    return _wolves_lose_in(part, game, state, 0, moves)


@compiled
def _open(part: Slice, game: Wolves, first: int, moves: np.ndarray) -> None:
    """Settle finished games, and what follows from the slice below."""
    for block in range(first, len(part.index.wolves), _PARTS):
        wolves = int(part.index.wolves[block])
        for rank in range(len(part.index.flocks)):
            state = WolvesState(wolves, flock(part.index, wolves, rank), WOLVES)
            if winner(state) != UNDECIDED:
                _settle(part, WOLVES, block, rank, 0)
                _settle(part, SHEEP, block, rank, 0)
                continue
            byte = _first_byte(part, game, state, moves)
            _settle(part, WOLVES, block, rank, byte)
            if not neighbours(state.sheep) & ~(state.wolves | state.sheep):
                _settle(part, SHEEP, block, rank, 0)


def solve_slice(
    game: Wolves,
    wolves: int,
    sheep: int,
    below: Bytes | None = None,
    threads: int = 2,
    progress: Callable[[int], None] = lambda wave: None,
) -> Bytes:
    """Solve all placements of so many wolves and sheep.

    Args:
        game: its generator; the start does not matter.
        wolves: 1 to 4.
        sheep: 3 or more.
        below: the table of one sheep less; not needed for 3 sheep.
        threads: how many to run; the result does not depend on it.
        progress: called with the number of each wave, before it runs.

    Returns:
        The table: a byte for each [side to move, block, rank]; see above.

    Raises:
        OverflowError: a distance does not fit into a byte.
    """
    index, below_index = index_of(wolves, sheep), index_of(wolves, sheep - 1)
    blocks = len(index.wolves)
    table = np.full((2, blocks, len(index.flocks)), DRAW, np.uint8)
    due = np.zeros((2, blocks, (len(index.flocks) >> _PAGE) + 1, DRAW), np.uint8)
    if below is None:
        below = np.empty((2, 0, 0), np.uint8)
    part = Slice(index, table, below_index, below, due)
    buffers = np.empty((2 * _PARTS, game.MAX_MOVES), np.int64)
    with ThreadPoolExecutor(threads) as pool:
        for f in [pool.submit(_open, part, game, i, buffers[i]) for i in range(_PARTS)]:
            f.result()
        wave = 0
        while due[..., wave:].any():
            progress(wave)
            tasks = [
                pool.submit(_run_wave, part, game, wave, i % 2, i // 2, buffers[i])
                for i in range(2 * _PARTS)
            ]
            for task in tasks:
                task.result()
            wave += 1
            if wave >= DRAW - 1:
                raise OverflowError("a distance of 254 plies or more")
    return table
