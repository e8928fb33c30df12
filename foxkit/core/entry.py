"""The functions of `foxkit.core.game`, compiled and kept on disk, for Python callers.

A search calls the generic functions, which are compiled into it. Called from Python,
they would run a game's own source as plain Python; these entry points are compiled.
What each takes and returns is said at the generic function of its name.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, game
from foxkit.core.game import OVERFLOW_SLACK

mover = compiled(lambda rules, state: game.mover(rules, state))
legal_moves = compiled(
    lambda rules, state, moves: game.legal_moves(rules, state, moves)
)
play = compiled(lambda rules, state, move: game.play(rules, state, move))
payoffs = compiled(lambda rules, state: game.payoffs(rules, state))
evaluate = compiled(lambda own, rules, state: game.evaluate(own, rules, state))
observe = compiled(lambda rules, state, player: game.observe(rules, state, player))
resample_hidden = compiled(
    lambda rules, state, player, seed: game.resample_hidden(rules, state, player, seed)
)


def move_buffer(rules: Any, *rows: int) -> NDArray[np.int64]:
    """An array for a list of legal moves, or for a row of lists: see `check_overflow`.

    ValueError where `MAX_MOVES` is no number of moves.
    Nothing is in it but a -1 behind each list, where one too long would go on.
    """
    most = rules.MAX_MOVES
    if type(most) is not int or not 1 <= most <= game.MOST_MOVES:
        most = game.limits_of(rules).moves
    moves = np.empty((*rows, most + OVERFLOW_SLACK), np.int64)
    moves[..., -OVERFLOW_SLACK] = -1
    return moves


def check_overflow(rules: Any, moves: NDArray[np.int64]) -> None:
    """Raise ValueError where a list in such room was longer than it may be."""
    if max(moves[..., -OVERFLOW_SLACK].flat) >= 0:
        name, most = type(rules).__name__, rules.MAX_MOVES
        raise ValueError(f"{name} has positions of more moves than MAX_MOVES, {most}")


def legal_move_codes(rules: Any, state: Any) -> NDArray[np.int64]:
    """Return the codes of the legal moves; ValueError if they exceed `MAX_MOVES`."""
    moves = move_buffer(rules)
    n = legal_moves(rules, state, moves)
    check_overflow(rules, moves)
    if n < 0:  # compiled code says so itself
        raise ValueError(f"{type(rules).__name__}: legal_moves returns {n}")
    return moves[:n].copy()  # positions are kept, the room is not
