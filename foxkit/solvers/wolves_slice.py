"""What one solved position of Wolves Eat Sheep says about the positions before it.

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

from foxkit.core import inlined
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
    image,
    locate,
    rank_of,
    turned,
)

DRAW = 255
PAGE = 12  # a page is 2**12 ranks, passed over when nothing in it is due
Bytes = NDArray[np.uint8]


class Slice(NamedTuple):
    """What the waves of a slice read and write.

    Attributes:
        numbering: of its placements.
        table: a byte for each [side to move, block, rank].
        below: the numbering of the slice with a sheep less.
        below_table: its finished table.
        due: [side to move, block, page of ranks, byte]: 1 if the page may hold it.
    """

    numbering: Index
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
    block, rank = locate(part.numbering, state.wolves, state.sheep)
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
        rank = rank_of(part.numbering, after.wolves, after.sheep)
        byte = int(part.table[WOLVES, block, rank])
        if byte > wave or byte & 1 == 0:
            return False
    return True


@inlined
def settle(part: Slice, side: int, block: int, rank: int, byte: int) -> None:
    """Give a position its byte unless it has a smaller one.

    Two threads may settle one position at once, but only alike.
    """
    if part.table[side, block, rank] > byte:
        part.table[side, block, rank] = byte
        part.due[side, block, rank >> PAGE, byte] = 1


@inlined
def _settle_wolves(
    part: Slice, game: Wolves, before: WolvesState, wave: int, moves: np.ndarray
) -> None:
    """Settle a state of the wolves, one of whose steps was decided at this wave."""
    block, sheep = turned(part.numbering, before.wolves, before.sheep)
    wolves = int(part.numbering.wolves[block])
    rank = rank_of(part.numbering, wolves, sheep)
    if part.table[WOLVES, block, rank] <= wave + 1:
        return
    byte = wave + 1
    if wave & 1:  # the step loses: perhaps all moves do
        byte = _wolves_lose_in(part, game, before, wave, moves)
    for symmetry in range(SYMMETRIES):
        if part.numbering.twins[block] >> symmetry & 1:
            twin = rank_of(
                part.numbering, wolves, image(part.numbering, symmetry, sheep)
            )
            settle(part, WOLVES, block, twin, byte)


@inlined
def _is_legal(game: Wolves, state: WolvesState, move: int, moves: np.ndarray) -> bool:
    """Tell whether a step of the wolves to an empty neighbour is a legal move."""
    if game.generator == RULES:
        return True
    for i in range(legal_moves(game, state, moves)):  # noqa: SIM110 - numba has no any
        if moves[i] == move:
            return True
    return False


@inlined
def first_byte(part: Slice, game: Wolves, state: WolvesState, moves: np.ndarray) -> int:
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


@inlined
def _settle_sheep(
    part: Slice,
    game: Wolves,
    before: WolvesState,
    block: int,
    wave: int,
    moves: np.ndarray,
) -> None:
    """Settle a state of the sheep, one of whose steps was decided at this wave."""
    rank = rank_of(part.numbering, before.wolves, before.sheep)
    if part.table[SHEEP, block, rank] <= wave + 1 or winner(before) != UNDECIDED:
        return
    if not wave & 1 or _sheep_lose(part, game, before, block, wave, moves):
        settle(part, SHEEP, block, rank, wave + 1)


@inlined
def take_back(
    part: Slice,
    game: Wolves,
    state: WolvesState,
    block: int,
    wave: int,
    moves: np.ndarray,
) -> None:
    """Settle what follows from `state`, decided at this wave, for who moved last."""
    by_wolves = state.mover == SHEEP
    empty = BOARD & ~(state.wolves | state.sheep)
    movable = (state.wolves if by_wolves else state.sheep) & neighbours(empty)
    while movable:
        target = movable & -movable
        sources = neighbours(target) & empty
        while sources:
            source = sources & -sources
            step = source ^ target
            if by_wolves:
                before = WolvesState(state.wolves ^ step, state.sheep, WOLVES)
                if _is_legal(game, before, ctz(source) | ctz(target) << 5, moves):
                    _settle_wolves(part, game, before, wave, moves)
            else:
                before = WolvesState(state.wolves, state.sheep ^ step, SHEEP)
                _settle_sheep(part, game, before, block, wave, moves)
            sources ^= source
        movable ^= target
