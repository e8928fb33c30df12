"""Wolves Eat Sheep between players who slip, and know it: exact chances, by bounds.

A player who slips with chance p plays any legal move at random then, and otherwise the
move that is best with all slips to come. With w the chance that the wolves win,

    wolves to move   w = (1 - p) max over the moves of w after it + p mean over them
    sheep to move    w = (1 - p) min over the moves of w after it + p mean over them

Play may go round in circles, so these equations are solved by value iteration: from
below, all unknown chances being 0, and from above, all being 1, in the same sweeps.
Both come nearer to the truth with every sweep; it lies between them. With slips on both
sides every game ends, and they meet. A slice (see `wolves_retrograde`) needs the one
with a sheep less. The sides alternate, so each is worked out from the other's numbers
only, and the threads cannot disturb each other. Bounds that are near enough to each
other are left as they are, and stay true.
"""

from collections.abc import Iterator
from itertools import count
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.bits import popcount
from foxkit.core.game import is_over, legal_moves, payoffs, play
from foxkit.rules.wolves import SHEEP, WOLVES, Wolves, WolvesState
from foxkit.solvers.sweep import sweeping
from foxkit.solvers.wolves_index import Index, flock, index_of, locate, rank_of

Floats = NDArray[np.float64]
BETWEEN = 20  # sweeps before the bounds are compared
_PARTS = 32  # the blocks are dealt out to so many pieces of a sweep


class Slips(NamedTuple):
    """A slice between two players who slip.

    Attributes:
        game: the rules; the start does not matter.
        slip: p of both.
        enough: bounds that differ by less are left alone.
        numbering: of the placements.
        bounds: the wolves' chance from below and above, [side to move, block, rank, 2].
        below: the numbering of the slice with a sheep less.
        below_bounds: its bounds.
        moves: room for a list of moves, for each thread its own.
    """

    game: Wolves
    slip: float
    enough: float
    numbering: Index
    bounds: Floats
    below: Index
    below_bounds: Floats
    moves: NDArray[np.int64]


@inlined
def _after(
    part: Slips, state: WolvesState, block: int, move: int
) -> tuple[float, float]:
    """Return the bounds after a move."""
    after = play(part.game, state, move)
    if after.mover == WOLVES:
        found = part.bounds[WOLVES, block]
        rank = rank_of(part.numbering, after.wolves, after.sheep)
    elif popcount(after.sheep) <= part.game.enough:
        return 1.0, 1.0
    elif after.sheep == state.sheep:
        block, rank = locate(part.numbering, after.wolves, after.sheep)
        found = part.bounds[SHEEP, block]
    else:
        block, rank = locate(part.below, after.wolves, after.sheep)
        found = part.below_bounds[SHEEP, block]
    return found[rank, 0], found[rank, 1]


@inlined
def _improve(part: Slips, state: WolvesState, block: int, rank: int) -> None:
    """Write the bounds of a state that follow from those after its moves."""
    n = legal_moves(part.game, state, part.moves)
    best = (0.0, 0.0) if state.mover == WOLVES else (1.0, 1.0)
    total = (0.0, 0.0)
    for i in range(n):
        low, high = _after(part, state, block, int(part.moves[i]))
        total = total[0] + low, total[1] + high
        if state.mover == WOLVES:
            best = max(best[0], low), max(best[1], high)
        else:
            best = min(best[0], low), min(best[1], high)
    for end in range(2):
        mean = total[end] / n
        own = (1.0 - part.slip) * best[end] + part.slip * mean
        part.bounds[state.mover, block, rank, end] = own


@compiled
def _open(part: Slips, first: int) -> None:
    """Settle the finished games of some blocks, and bound all others by 0 and 1."""
    for block in range(first, len(part.numbering.wolves), _PARTS):
        wolves = int(part.numbering.wolves[block])
        for rank in range(len(part.numbering.flocks)):
            sheep = flock(part.numbering, wolves, rank)
            for side in range(2):
                state = WolvesState(wolves, sheep, side)
                bounds = part.bounds[side, block, rank]
                bounds[0], bounds[1] = 0.0, 1.0
                if is_over(part.game, state, part.moves):
                    bounds[:] = (payoffs(part.game, state)[WOLVES] + 1.0) / 2.0


@compiled
def _sweep_side(part: Slips, first: int, side: int) -> None:
    """Improve the bounds of some blocks with one side to move."""
    for block in range(first, len(part.numbering.wolves), _PARTS):
        wolves = int(part.numbering.wolves[block])
        for rank in range(len(part.numbering.flocks)):
            bounds = part.bounds[side, block, rank]
            if bounds[1] - bounds[0] > part.enough:
                sheep = flock(part.numbering, wolves, rank)
                _improve(part, WolvesState(wolves, sheep, side), block, rank)


def slices(
    game: Wolves, wolves: int, sheep: int, slip: float, within: float = 2e-3
) -> Iterator[Slips]:
    """Yield the slices from the fewest sheep to so many, each known well enough.

    Args:
        game: the rules; the start does not matter.
        wolves: how many.
        sheep: how many at most.
        slip: p of both players, above 0 and at most 1.
        within: the bounds of every placement are so near to each other.

    Raises:
        ValueError: the slip is not above 0, or above 1.
    """
    if not 0 < slip <= 1:
        raise ValueError(f"slip {slip} is not above 0 and at most 1")
    below = np.empty((2, 0, 0, 2))
    for number in range(game.enough + 1, sheep + 1):
        index, fewer = index_of(wolves, number), index_of(wolves, number - 1)
        bounds = np.empty((2, len(index.wolves), len(index.flocks), 2))
        room = np.empty((_PARTS, game.MAX_MOVES), np.int64)
        part = Slips(game, slip, within / 2, index, bounds, fewer, below, room[0])
        pieces = [(part._replace(moves=moves), i) for i, moves in enumerate(room)]
        with sweeping() as sweep:
            sweep(_open, pieces, 0)
            for turn in count():
                if turn % BETWEEN == 0 and np.ptp(bounds, axis=-1).max() <= within:
                    break
                for side in (SHEEP, WOLVES):
                    sweep(_sweep_side, [(*piece, side) for piece in pieces], 0)
        below = bounds
        yield part


def chance(part: Slips, state: WolvesState) -> tuple[float, float]:
    """Return the bounds of the wolves' chance from a state of a slice."""
    block, rank = locate(part.numbering, state.wolves, state.sheep)
    low, high = part.bounds[state.mover, block, rank].tolist()
    return low, high
