"""Handicaps in Fox & Hounds: a hound more or fewer, and free passes for the fox.

A free pass leads from a placement with the fox to move to the same one with the hounds
to move. That changes the phase, so each number of passes and each phase has a table,
and all of them are swept together:

    layer s, fox to move, r passes   = best of   layer s, hounds to move, r passes,
                                                 the fox a square on
                                                 layer s, hounds to move, r - 1 passes,
                                                 the fox where it is: the other phase
"""

from functools import partial
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from foxkit.rules.fox_hounds import FOX, FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState, bit_of
from foxkit.solvers import fox_hounds_index as index
from foxkit.solvers.fox_hounds_index import placements
from foxkit.solvers.fox_hounds_odds import KNOWS, Chances, Side, new_chances, odds_rows
from foxkit.solvers.fox_hounds_policies import Choices
from foxkit.solvers.sweep import sweeping


class Handicap(NamedTuple):
    """A start with other hounds than usual.

    Attributes:
        state: the start.
        chances: the fox's chance with no free pass, with one, and so on.
    """

    state: FoxHoundsState
    chances: list[float]


def _starts(game: FoxHounds, hounds: int) -> list[FoxHoundsState]:
    """Return the starts with so many hounds on the lowest squares.

    Where a rank is not full, each way to fill it is one.
    """
    k, fox = game.k, game.start().fox
    full, over = divmod(hounds, k)
    starts = []
    for squares in combinations(range(k * full, k * (full + 1)), over):
        even = odd = 0
        for square in (*range(k * full), *squares):
            bit = 1 << bit_of(k, square)
            even, odd = (even, odd | bit) if square // k & 1 else (even | bit, odd)
        starts.append(FoxHoundsState(fox, even, odd, FOX))
    return starts


def handicaps(
    game: FoxHounds, hounds: int, passes: int, sides: tuple[Side, Side] = (KNOWS, KNOWS)
) -> list[Handicap]:
    """Return how the fox fares against other hounds, with 0 to `passes` free passes.

    A pass takes the place of the fox's move while it has one; a fox that cannot move
    has lost. A pass changes the phase: each number of passes and each phase has a
    table, and all of them are swept together.
    """
    boards = [placements(game, phase, hounds) for phase in (0, 1)]
    none = np.empty((0, boards[0].width))
    found = dict.fromkeys(product(range(passes + 1), (0, 1)), Chances(none, none))
    starts = _starts(game, hounds)
    first, _ = index.rank(boards[0], index.hound_squares(game.k, starts[0]))
    with sweeping() as sweep:
        for layer in reversed(range(first, boards[0].layers)):
            shape = boards[0].size(layer), boards[0].width
            free = Choices(np.zeros(shape, np.uint8), np.zeros(shape, np.uint32))
            for left, phase in found:
                passed = found[left - 1, 1 - phase].hounds if left else none
                after, out = found[left, phase].fox, new_chances(boards[phase], layer)
                work = partial(odds_rows, sides, free, after, passed, out)
                index.sweep_layer(sweep, work, boards[phase], layer)
                found[left, phase] = out
    rows = []
    for state in starts:
        phase, k = index.phase_of(game, state), game.k
        _, number = index.rank(boards[phase], index.hound_squares(k, state))
        at = number, boards[phase].bit[state.fox]
        won = [float(found[left, phase].fox[at]) for left in range(passes + 1)]
        rows.append(Handicap(state, won))
    return rows
