"""A whole game between equal players of MCTS, compiled as one function for pages.

It plays what `play_blocks` of `foxkit.lab.match` plays, move for move.
"""

from typing import Any

import numpy as np

from foxkit.core import compiled, compiled_inline
from foxkit.core.game import legal_moves, mover, payoffs, play
from foxkit.core.rng import advance, below, mix
from foxkit.search.simulation import add_simulations
from foxkit.search.tree import DEPTH, NODES, Tree, reset_node

_TREE_IS_FULL, _GAME_IS_TOO_LONG = -1, -2
"""Instead of a number of plies: the tree is too small, or the room for the moves."""


@compiled
def play_game(
    tree: Tree,
    search_args: Any,
    simulations: int,
    stream: int,
    block: int,
    rotation: int,
    out: np.ndarray,
) -> Any:
    """Play a game of a block for two; return its plies, and what both have got.

    `search_args` are those of `add_simulations`, with the start as their state. The
    moves are written into `out`, each as its index in the list of legal moves.
    """
    game, state, evaluation, settings = search_args
    deal, ply = mix(stream, block), 0
    n = legal_moves(game, state, tree.scratch)
    while n:
        if ply == len(out):
            return _GAME_IS_TOO_LONG, 0.0, 0.0
        seat = mover(game, state)
        seed = mix(mix(mix(deal, (seat + rotation) & 1), ply), 0)
        _reset(tree)
        now = game, state, evaluation, settings
        seed, left = add_simulations(tree, now, simulations, simulations, True, seed)
        if left:
            return _TREE_IS_FULL, 0.0, 0.0
        move, index = _most_visited(tree, seed), 0
        n = legal_moves(game, state, tree.scratch)
        while tree.scratch[index] != move:
            index += 1
        out[ply] = index
        state, ply = play(game, state, move), ply + 1
        n = legal_moves(game, state, tree.scratch)
    first, second = payoffs(game, state)
    return ply, first, second


@compiled_inline
def _reset(tree: Tree) -> None:
    """Begin a tree anew in the room of another."""
    tree.size[NODES], tree.size[DEPTH] = 1, 0
    reset_node(tree, 0)


@compiled_inline
def _most_visited(tree: Tree, seed: int) -> int:
    """The move that `Search.best` chooses, ties at random."""
    first, most_visits, ties = int(tree.first_child[0]), 0.0, 0
    for child in range(first, first + tree.num_visited[0]):
        visits = tree.visits[child]
        ties = (
            ties + 1 if visits == most_visits else 1 if visits > most_visits else ties
        )
        most_visits = max(most_visits, visits)
    left, child = below(advance(seed), ties), first
    while left or tree.visits[child] != most_visits:
        left -= tree.visits[child] == most_visits
        child += 1
    return int(tree.move[child])
