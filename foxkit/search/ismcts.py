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
from foxkit.core.rng import advance, below
from foxkit.search.mcts import ANY, Settings, expands_now, follow, largest, ucb1
from foxkit.search.tree import OVERFLOW, Tree, add_child

_LEAST = -1e300  # the score of a child whose UCB1 value is no number


@compiled_inline
def _score_available(tree: Tree, node: int, n: int, c: float) -> int:
    """Match a node's children with the `n` moves of the deal, in `tree.scratch`.

    Moves that have a child become -1 there, and the child's UCB1 value stands in
    `tree.ucb_scores`; that of an unavailable child is nan, which no comparison prefers.
    Return how many moves are new.
    """
    moves, first, new = tree.scratch, tree.first[node], n
    for k in range(tree.children[node]):
        child, i = first + k, 0
        while i < n and moves[i] != tree.move[child]:
            i += 1
        if i == n:
            tree.ucb_scores[k] = nan
            continue
        available, visits = tree.availability_count[child], tree.visits[child]
        mean, explore = ucb1(tree.value_sum[child], visits, log(available), c)
        tree.ucb_scores[k] = mean + explore if mean + explore > _LEAST else _LEAST
        tree.availability_count[child], moves[i], new = available + 1, -1, new - 1
    return new


@compiled_inline
def _select_available(tree: Tree, node: int, new: int, seed: int) -> tuple[int, int]:
    """A random new child, or the available one of the largest bound; the next seed.

    `new` is what `_score_available` has returned for the node.
    """
    if new == 0:
        return largest(tree, node, ANY, seed)
    seed = advance(seed)
    k, i = below(seed, new), 0
    while k > 0 or tree.scratch[i] < 0:
        k -= tree.scratch[i] >= 0
        i += 1
    child = add_child(tree, node, int(tree.scratch[i]))
    tree.availability_count[child] = 1
    return child, seed


@compiled_inline
def select_and_expand_available(
    tree: Tree, game: Any, state: Any, settings: Settings, seed: int
) -> Any:
    """Follow the tree as far as a deal allows and add a child at the end of the path.

    Return the state there and a seed.
    """
    node, leaf = 0, False
    while not leaf:
        leaf = tree.children[node] == 0
        if leaf and not expands_now(tree, node, settings):
            break
        n = legal_moves(game, state, tree.scratch)
        if n == 0:
            break
        new = _score_available(tree, node, n, settings.c)
        if new and tree.children[node] == len(tree.scratch):
            tree.size[OVERFLOW] = 1
            break
        node, seed = _select_available(tree, node, new, seed)
        state = follow(tree, game, state, node)
    return state, seed
