"""Counting move sequences (perft): the usual check of a move generator."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, entry, inlined
from foxkit.core.game import legal_moves, play

Ints = NDArray[np.int64]


@inlined
def _enter(game: Any, state: Any, moves: Ints, cursor: Ints, level: int) -> int:
    """List the moves after those that the levels above point at; return how many."""
    for above in range(level):
        state = play(game, state, int(moves[above, cursor[above]]))
    return int(legal_moves(game, state, moves[level]))


@compiled
def _walk(game: Any, state: Any, moves: Ints, cursor: Ints, ends: Ints) -> int:
    """Return the number of move sequences of exactly `len(moves)` plies.

    It neither calls itself nor allocates: `moves[level]` lists a level's moves,
    `ends[level]` is how many there are, `cursor[level]` the one that is being followed.
    Each state is made again from the root, cheap beside the counting of the last level.
    """
    total, level, last = 0, 0, len(moves) - 1
    cursor[0], ends[0] = -1, _enter(game, state, moves, cursor, 0)
    while level >= 0:
        cursor[level] += 1
        if level < last and cursor[level] < ends[level]:
            level += 1
            cursor[level], ends[level] = -1, _enter(game, state, moves, cursor, level)
            continue
        if level == last:
            total += ends[level]
        level -= 1
    return total


def _count(game: Any, state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    moves = np.empty((depth, game.MAX_MOVES), np.int64)
    cursor, ends = np.empty((2, depth), np.int64)
    return int(_walk(game, state, moves, cursor, ends))


def _check(depth: int) -> None:
    if depth < 1:
        raise ValueError(f"depth {depth} instead of 1 or more")


def perft(game: Any, state: Any, depth: int) -> list[int]:
    """Return the numbers of move sequences of exactly 1, 2, … `depth` plies.

    A finished game has no continuation.

    Raises:
        ValueError: the depth is below 1.
    """
    _check(depth)
    return [_count(game, state, plies) for plies in range(1, depth + 1)]


def divide(game: Any, state: Any, depth: int) -> dict[str, int]:
    """Return the number of move sequences of `depth` plies by their first move.

    Raises:
        ValueError: the depth is below 1.
    """
    _check(depth)
    buffer = np.empty(game.MAX_MOVES, np.int64)
    first = buffer[: entry.legal_moves(game, state, buffer)].tolist()
    return {
        game.format_move(state, move): _count(
            game, entry.play(game, state, move), depth - 1
        )
        for move in first
    }
