"""Check solved slices of Wolves Eat Sheep, position by position, apart from the solver.

The solver takes moves back; this goes forward, by the rules alone. Every byte must
follow from the bytes after each legal move, and that is proof enough: a win or a loss
in n plies rests on positions nearer to the end, down to finished games, and from a
draw there is a move to a draw, but never one to a win.

    python tests/verify_wolves.py rules 2 10
"""

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit
from tqdm import tqdm

from foxkit.core import compiled_inline
from foxkit.core.bits import popcount
from foxkit.core.game import legal_moves, play
from foxkit.games import game_named
from foxkit.games.wolves.retrograde import (
    DRAWN,
    Bytes,
    RetrogradeWorkspace,
    block_and_rank,
    new_workspace,
    rank_of,
    sheep_of_rank,
    winner_of,
)
from foxkit.games.wolves.rules import UNDECIDED, WOLVES, Wolves, WolvesState, winner
from foxkit.games.wolves.solver import solved_table


@compiled_inline
def _claim(
    part: RetrogradeWorkspace, sheep: int, state: WolvesState
) -> tuple[int, int]:
    """Return the winner (UNDECIDED for a draw) and the distance that a table claims."""
    who = winner(part.game, state)
    if who != UNDECIDED:
        return who, 0
    if popcount(state.sheep) == sheep:
        block, rank = block_and_rank(part.numbering, state.wolves, state.sheep)
        byte = int(part.table[state.mover, block, rank])
    else:
        block, rank = block_and_rank(part.below, state.wolves, state.sheep)
        byte = int(part.below_table[state.mover, block, rank])
    return winner_of(state.mover, byte), byte


@compiled_inline
def _implied(
    part: RetrogradeWorkspace, sheep: int, state: WolvesState
) -> tuple[int, int]:
    """Return the winner and the distance that follow from the positions after."""
    count = legal_moves(part.game, state, part.moves)
    if count == 0:
        who = winner(part.game, state)
        return (WOLVES if who == UNDECIDED else who), 0
    shortest, longest, draw = DRAWN, 0, False
    for i in range(count):
        who, byte = _claim(part, sheep, play(part.game, state, int(part.moves[i])))
        if who == state.mover:
            shortest = min(shortest, byte + 1)
        elif who == UNDECIDED:
            draw = True
        else:
            longest = max(longest, byte + 1)
    if shortest < DRAWN:
        return state.mover, shortest
    return (UNDECIDED, DRAWN) if draw else (state.mover ^ 1, longest)


@njit(nogil=True)
def _count_wrong(part: RetrogradeWorkspace, sheep: int, side: int, block: int) -> int:
    """Return how many bytes of a block, one side to move, are not as they must be."""
    wolves, wrong = int(part.numbering.wolves[block]), 0
    for rank in range(len(part.numbering.flocks)):
        state = WolvesState(wolves, sheep_of_rank(part.numbering, wolves, rank), side)
        byte = int(part.table[side, block, rank])
        who, distance = _implied(part, sheep, state)
        finished = winner(part.game, state) != UNDECIDED
        right = byte == distance and (finished or who == winner_of(side, byte))
        if not right or rank_of(part.numbering, wolves, state.sheep) != rank:
            wrong += 1
    return wrong


def count_wrong(
    game: Wolves,
    wolves: int,
    sheep: int,
    table: Bytes,
    below: Bytes | None = None,
    threads: int = 2,
) -> int:
    """Return how many bytes of a table do not follow from the rules.

    Args:
        game: its generator.
        wolves: of the table.
        sheep: of the table.
        table: what to check.
        below: the table of one sheep less, checked already; none for 3 sheep.
        threads: how many to run.
    """
    part = new_workspace(game, wolves, sheep, table, below)
    blocks = range(len(part.numbering.wolves))
    parts = [(side, block) for side in (0, 1) for block in blocks]

    def check(where: tuple[int, int]) -> int:
        own = part._replace(moves=np.empty(game.MAX_MOVES, np.int64))
        return int(_count_wrong(own, sheep, *where))

    with ThreadPoolExecutor(threads) as pool:
        return sum(tqdm(pool.map(check, parts), total=len(parts), file=sys.stderr))


def verify(game: Wolves, wolves: int, most: int) -> int:
    """Return how many bytes are wrong in the stored slices of 3 to `most` sheep."""
    wrong, below = 0, None
    for sheep in range(3, most + 1):
        table = solved_table(game, wolves, sheep)
        wrong += count_wrong(game, wolves, sheep, table, below)
        below = table
    return wrong


if __name__ == "__main__":
    errors = verify(game_named("wolves", sys.argv[1]), *map(int, sys.argv[2:]))
    sys.exit(f"{errors} wrong bytes" if errors else 0)
