"""The functions of `foxkit.core.game`, compiled and kept on disk, for Python callers.

A search calls the generic functions, which are compiled into it. Called from Python,
those run a game's source as plain Python; the functions here are compiled. Each takes
and returns the same as the generic function of its name.
"""

from typing import Any

import numpy as np

from foxkit.core import compiled, game

mover = compiled(lambda rules, state: game.mover(rules, state))
legal_moves = compiled(
    lambda rules, state, moves: game.legal_moves(rules, state, moves)
)
play = compiled(lambda rules, state, move: game.play(rules, state, move))
payoffs = compiled(lambda rules, state: game.payoffs(rules, state))
evaluate = compiled(
    lambda evaluation, rules, state: game.evaluate(evaluation, rules, state)
)
observe = compiled(lambda rules, state, player: game.observe(rules, state, player))
resample_hidden = compiled(
    lambda rules, state, player, seed: game.resample_hidden(rules, state, player, seed)
)


def move_buffer(rules: Any, *leading_shape: int) -> game.MoveBuffer:
    """A new array for a list of legal moves, or an array of such lists.

    It has room for `MAX_MOVES`; ValueError where that is no number of moves. The rules
    of foxkit keep to it, and those of a reader are compiled with bounds checks.
    """
    max_moves = rules.MAX_MOVES
    if type(max_moves) is not int or not 1 <= max_moves <= game.LARGEST_MOVE_LIMIT:
        max_moves = game.limits_of(rules).moves
    return np.empty((*leading_shape, max_moves), np.int64)


def legal_move_codes(rules: Any, state: Any) -> game.MoveBuffer:
    """The codes of the legal moves; ValueError if they exceed `MAX_MOVES`."""
    moves = move_buffer(rules)
    n = legal_moves(rules, state, moves)
    if not 0 <= n <= len(moves):  # compiled code says so itself
        name, max_moves = type(rules).__name__, len(moves)
        raise ValueError(
            f"{name}: legal_moves returns {n}, and MAX_MOVES is {max_moves}"
        )
    return moves[:n].copy()  # positions are kept, the buffer is not
