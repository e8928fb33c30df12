"""Verify the table of the Fox Game's endings against the rules alone, one ply deep.

    python tests/verify_fox_endings.py [--every 16] [--limit 10]

For each position of every 16th flock with the sheep to move, and the two values of the
counter between which the table says that the result changes, all moves are played by
the rules: some move must lead to a position that the table calls won, or none. A turn
of the foxes, chains of captures and removals included, is played out by the rules, too.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from foxkit.core import compiled
from foxkit.core.bits import ctz
from foxkit.core.game import legal_moves, payoffs, play
from foxkit.games.fox_game.rules import SHEEP, FoxGame, FoxState
from foxkit.games.fox_game.solver import (
    BLOCKED,
    endings_table,
    numbering_of_endings,
    sheep_bits_on_rows_3_to_6,
)


@compiled
def sheep_win(
    game: FoxGame, state: FoxState, known: Any, moves: Any, depth: int
) -> Any:
    """Tell whether the sheep win a state after their move, by the table one turn on."""
    table, rows, columns = known
    n = legal_moves(game, state, moves[depth])
    if n == 0:
        return payoffs(game, state)[0] > 0
    if state.mover == SHEEP:
        low, high = (
            ctz(state.foxes),
            ctz(state.foxes & (state.foxes - 1) or state.foxes),
        )
        row = rows[sheep_bits_on_rows_3_to_6(state.sheep)]
        return table[row, columns[low, high]] > state.sideways
    for i in range(n):
        after = play(game, state, int(moves[depth, i]))
        if not sheep_win(game, after, known, moves, depth + 1):
            return False
    return True


@compiled
def faults(game: FoxGame, known: Any, flocks: Any, foxes: Any, moves: Any) -> int:
    """Count positions of some flocks whose byte does not follow from their moves."""
    table, rows, _ = known
    found = 0
    for flock in flocks:
        row = rows[sheep_bits_on_rows_3_to_6(int(flock))]
        for column in range(len(foxes)):
            byte = int(table[row, column])
            if byte == BLOCKED:
                found += int(flock) & int(foxes[column]) == 0
                continue
            for sideways in range(max(byte - 1, 0), min(byte + 1, game.sideways_limit)):
                state = FoxState(int(flock), int(foxes[column]), SHEEP, sideways, -1)
                found += one_ply(game, state, known, moves) != (byte > sideways)
    return found


@compiled
def one_ply(game: FoxGame, state: FoxState, known: Any, moves: Any) -> Any:
    """Tell whether some move of the sheep wins."""
    n = legal_moves(game, state, moves[0])
    if n == 0:
        return payoffs(game, state)[0] > 0
    for i in range(n):
        if sheep_win(game, play(game, state, int(moves[0, i])), known, moves, 1):
            return True
    return False


def verify(game: FoxGame, table: Any, every: int, threads: int = 2) -> tuple[int, int]:
    """Return how many flocks were looked at, and how many faults were found."""
    numbers = numbering_of_endings(game.diagonals)
    known, chosen = (table, numbers.rows, numbers.columns), numbers.flocks[::every]

    def work(flocks: Sequence[int]) -> int:
        moves = np.empty((32, game.MAX_MOVES), np.int64)
        return int(faults(game, known, flocks, numbers.foxes, moves))

    with ThreadPoolExecutor(threads) as pool:
        found = sum(pool.map(work, np.array_split(chosen, 8 * threads)))
    return len(chosen), found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=16)
    parser.add_argument("--limit", type=int, default=10)
    asked = parser.parse_args()
    game = FoxGame(sideways_limit=asked.limit)
    looked, found = verify(game, endings_table(game), asked.every)
    print(f"{looked:,} flocks, {found:,} faults")
