"""Information-set tree search, for games where something is hidden.

Source: SO-ISMCTS, Cowling, Powley & Whitehouse, IEEE T-CIAIG 4 (2012), algorithm 1.
Each simulation begins in a state that a belief imagines (a *deal*). Children are found
by their moves, so that a node stands for all states that its path leaves open:

    tree            a   b   c       children of a node, with and without visits
    this deal       a       c   d   its legal moves: b is passed over, d is new

One new move becomes a child; where there is none, the largest UCB1 value among the
available children is followed. UCB1's term of the parent counts how often a deal made
the child available.
"""

from math import nan
from typing import Any

from foxkit.core import compiled_inline
from foxkit.core.elementary import log
from foxkit.core.game import legal_moves
from foxkit.core.rng import Seed, advance, below
from foxkit.search.mcts import (
    ANY,
    Settings,
    append_to_path,
    child_of_largest_score,
    expands_at_this_visit,
    ucb1,
)
from foxkit.search.tree import OVERFLOW, Node, Tree, add_child

_LOWEST_SCORE = -1e300  # the score of a child whose UCB1 value is no number


@compiled_inline
def _score_available_children(tree: Tree, node: Node, num_moves: int, c: float) -> int:
    """Match a node's children with the moves of the deal, in `tree.scratch`.

    Moves that have a child become -1 there, and the child's UCB1 value stands in
    `tree.ucb_scores`; that of an unavailable child is nan, which no comparison prefers.
    Return how many moves are new.
    """
    moves, first, num_new = tree.scratch, tree.first_child[node], num_moves
    for k in range(tree.num_children[node]):
        child, i = first + k, 0
        while i < num_moves and moves[i] != tree.move[child]:
            i += 1
        if i == num_moves:
            tree.ucb_scores[k] = nan
            continue
        available, visits = tree.availability_count[child], tree.visits[child]
        mean, explore = ucb1(tree.value_sum[child], visits, log(available), c)
        tree.ucb_scores[k] = (
            mean + explore if mean + explore > _LOWEST_SCORE else _LOWEST_SCORE
        )
        tree.availability_count[child] = available + 1
        moves[i], num_new = -1, num_new - 1
    return num_new


@compiled_inline
def _select_available_child(
    tree: Tree, node: Node, num_new: int, seed: Seed
) -> tuple[Node, Seed]:
    """A random new child, or the available one of the largest bound; the next seed.

    `num_new` is what `_score_available_children` has returned for the node.
    """
    if num_new == 0:
        return child_of_largest_score(tree, node, ANY, seed)
    seed = advance(seed)
    k, i = below(seed, num_new), 0
    while k > 0 or tree.scratch[i] < 0:
        k -= tree.scratch[i] >= 0
        i += 1
    child = add_child(tree, node, int(tree.scratch[i]))
    tree.availability_count[child] = 1
    return child, seed


@compiled_inline
def select_and_expand_available(
    tree: Tree, game: Any, state: Any, settings: Settings, seed: Seed
) -> tuple[Any, Seed]:
    """Follow the tree as far as a deal allows and add a child at the end of the path.

    Return the state there and the next seed.
    """
    node, leaf = 0, False
    while not leaf:
        leaf = tree.num_children[node] == 0
        if leaf and not expands_at_this_visit(tree, node, settings):
            break
        num_moves = legal_moves(game, state, tree.scratch)
        if num_moves == 0:
            break
        num_new = _score_available_children(tree, node, num_moves, settings.c)
        if num_new and tree.num_children[node] == len(tree.scratch):
            tree.size[OVERFLOW] = 1
            break
        node, seed = _select_available_child(tree, node, num_new, seed)
        state = append_to_path(tree, game, state, node)
    return state, seed
