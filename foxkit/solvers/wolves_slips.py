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

import numpy as np

from foxkit.core import compiled, inlined
from foxkit.core.game import is_over, legal_moves, payoffs, play
from foxkit.rules.wolves import SHEEP, WOLVES, Wolves, WolvesState
from foxkit.solvers.sweep import sweeping
from foxkit.solvers.wolves_retrograde import (
    HERE,
    OVER,
    PARTS,
    Slice,
    flock,
    index_of,
    locate,
    pieces_of,
    place_after,
    slice_of,
)

BETWEEN = 20  # sweeps before the bounds are compared


@inlined
def _after(
    part: Slice, state: WolvesState, block: int, move: int
) -> tuple[float, float]:
    """Return the bounds after a move."""
    after = play(part.game, state, move)
    where, block, rank = place_after(part, state, block, after)
    if where == OVER:
        return 1.0, 1.0
    found = part.table if where == HERE else part.below_table
    return found[after.mover, block, rank, 0], found[after.mover, block, rank, 1]


@inlined
def _improve(
    part: Slice, state: WolvesState, block: int, rank: int, slip: float
) -> None:
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
        own = (1.0 - slip) * best[end] + slip * mean
        part.table[state.mover, block, rank, end] = own


@compiled
def _open(part: Slice, first: int) -> None:
    """Settle the finished games of some blocks, and bound all others by 0 and 1."""
    for block in range(first, len(part.numbering.wolves), PARTS):
        wolves = int(part.numbering.wolves[block])
        for rank in range(len(part.numbering.flocks)):
            sheep = flock(part.numbering, wolves, rank)
            for side in range(2):
                state = WolvesState(wolves, sheep, side)
                bounds = part.table[side, block, rank]
                bounds[0], bounds[1] = 0.0, 1.0
                if is_over(part.game, state, part.moves):
                    bounds[:] = (payoffs(part.game, state)[WOLVES] + 1.0) / 2.0


@compiled
def _sweep_side(part: Slice, first: int, side: int, slip: float, enough: float) -> None:
    """Improve the bounds, with one side to move, that differ by more than `enough`."""
    for block in range(first, len(part.numbering.wolves), PARTS):
        wolves = int(part.numbering.wolves[block])
        for rank in range(len(part.numbering.flocks)):
            bounds = part.table[side, block, rank]
            if bounds[1] - bounds[0] > enough:
                sheep = flock(part.numbering, wolves, rank)
                _improve(part, WolvesState(wolves, sheep, side), block, rank, slip)


def slices(
    game: Wolves, wolves: int, sheep: int, slip: float, within: float = 2e-3
) -> Iterator[Slice]:
    """Yield the slices from the fewest sheep to so many, each known well enough.

    A table has bounds of the wolves' chance, [side to move, block, rank, 2], that are
    `within` so much of each other; `slip` is p of both players.

    Raises:
        ValueError: the slip is not above 0, or above 1.
    """
    if not 0 < slip <= 1:
        raise ValueError(f"slip {slip} is not above 0 and at most 1")
    below = None
    for number in range(game.enough + 1, sheep + 1):
        index = index_of(wolves, number)
        bounds = np.empty((2, len(index.wolves), len(index.flocks), 2))
        part = slice_of(game, wolves, number, bounds, below)
        pieces = pieces_of(part)
        with sweeping() as sweep:
            sweep(_open, pieces, 0)
            for turn in count():
                if turn % BETWEEN == 0 and np.ptp(bounds, axis=-1).max() <= within:
                    break
                for side in (SHEEP, WOLVES):
                    given = side, slip, within / 2
                    sweep(_sweep_side, [(*piece, *given) for piece in pieces], 0)
        below = bounds
        yield part


def chance(part: Slice, state: WolvesState) -> tuple[float, float]:
    """Return the bounds of the wolves' chance from a state of a slice."""
    block, rank = locate(part.numbering, state.wolves, state.sheep)
    low, high = part.table[state.mover, block, rank].tolist()
    return low, high
