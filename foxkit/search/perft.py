"""Counting move sequences (perft): the usual check of a move generator."""

from typing import Any

import numpy as np

from foxkit.core import compiled, entry
from foxkit.core.arguments import whole_number
from foxkit.core.game import legal_moves, play
from foxkit.core.position import require_state

MAX_DEPTH = 1000
"""Plies at most: each is a call inside of the one before, on one stack."""


@compiled
def _count_sequences(game: Any, state: Any, depth: int, buffers: np.ndarray) -> int:
    """The number of move sequences of exactly `depth` plies, 1 or more.

    `buffers` has shape (depth, MAX_MOVES), a row for the list of moves of each ply.
    """
    n = int(legal_moves(game, state, buffers[depth - 1]))
    if depth == 1:
        return n
    total = 0
    for i in range(n):
        after = play(game, state, int(buffers[depth - 1, i]))
        total += _count_sequences(game, after, depth - 1, buffers)
    return total


def perft(game: Any, state: Any, depth: int) -> list[int]:
    """The numbers of move sequences of exactly 1, 2, … `depth` plies.

    A finished game has no continuation. ValueError: the depth is not 1 to 1000.
    """
    require_state(game, state)
    depth = whole_number("depth", depth, 1, MAX_DEPTH)
    buffers = entry.move_buffer(game, depth)
    return [
        _count_sequences(game, state, plies, buffers) for plies in range(1, depth + 1)
    ]


def divide(game: Any, state: Any, depth: int) -> dict[str, int]:
    """The number of move sequences of `depth` plies, by their first move."""
    require_state(game, state)
    depth = whole_number("depth", depth, 1, MAX_DEPTH)
    moves, counts = entry.move_buffer(game, depth), dict[str, int]()
    for move in entry.legal_move_codes(game, state).tolist():
        after = entry.play(game, state, move)
        count = _count_sequences(game, after, depth - 1, moves) if depth > 1 else 1
        counts[game.format_move(state, move)] = count
    return counts
