"""A search tree as arrays, open to inspection.

One entry a node. The children of a node stand side by side, visited ones first, so
that "a random unvisited child" is one swap:

    node            first                first + tried        first + children
      |               |  visited children  |  not yet visited      |
      +-------------> [ 4 ][ 7 ][ 1 ]       [ ? ][ ? ][ ? ][ ? ]
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, inlined
from foxkit.core.entry import room
from foxkit.core.game import SPARE


class Tree(NamedTuple):
    """A search tree as arrays; node 0 is the root."""

    visits: NDArray[np.float64]  # simulations that went through each node
    value: NDArray[np.float64]  # sum of their results, for who moved into the node
    move: NDArray[np.int64]  # the move that leads into the node
    first: NDArray[np.int64]  # the node's first child, 0 before it has children
    children: NDArray[np.int64]  # number of its children
    tried: NDArray[np.int64]  # number of its children with a visit
    offered: NDArray[np.int64]  # how often the move was there, where deals are imagined
    path: NDArray[np.int64]  # nodes of the last simulation below the root
    movers: NDArray[np.int64]  # who moved into each of them
    bounds: NDArray[np.float64]  # UCB1 values of the children of one node
    scratch: NDArray[np.int64]  # room for a list of moves
    size: NDArray[np.int64]  # [nodes in use, length of `path`]


def copied(tree: Tree) -> Tree:
    """Return a copy that later simulations do not change."""
    return Tree._make(array.copy() for array in tree)


def new_tree(game: Any, simulations: int) -> Tree:
    """Return an empty tree with room for about this many simulations."""
    scratch = room(game)
    nodes = 16 * simulations + 2 * len(scratch)
    arrays: dict[str, Any] = {name: np.empty(nodes, np.int64) for name in Tree._fields}
    arrays |= {
        "visits": np.empty(nodes),
        "value": np.empty(nodes),
        "bounds": np.empty(len(scratch)),
        "scratch": scratch,
        "size": np.zeros(2, np.int64),
    }
    tree = Tree(**arrays)
    clear(tree)
    return tree


def grown(tree: Tree) -> Tree:
    """Return a copy of the tree with room for twice as many nodes."""
    arrays = tree._asdict()
    for name in Tree._fields:
        if name not in ("bounds", "scratch", "size"):
            arrays[name] = np.concatenate([arrays[name], np.empty_like(arrays[name])])
    return Tree(**arrays)


@compiled
def clear(tree: Tree) -> None:
    """Empty the tree but for an unvisited root."""
    open_node(tree, 0)
    tree.size[0], tree.size[1] = 1, 0


@inlined
def open_node(tree: Tree, node: int) -> None:
    """Make a node that has no visits and no children."""
    tree.visits[node] = 0
    tree.value[node] = 0.0
    tree.first[node] = 0
    tree.children[node] = 0
    tree.tried[node] = 0


@inlined
def count_moves(tree: Tree, n: int) -> None:
    """Take it down, as `require_room` wants it, if a node's moves are too many."""
    if n > len(tree.scratch) - SPARE:
        tree.scratch[-SPARE] = n


@inlined
def add_child(tree: Tree, node: int, move: int) -> int:
    """Append a child where children come one by one, all of them visited.

    They have room for 1, 2, 4, ... of them; where it is full they move to the end.
    """
    n, first = int(tree.children[node]), int(tree.first[node])
    if n & (n - 1) == 0:
        new = int(tree.size[0])
        tree.first[node], tree.size[0] = new, new + max(1, 2 * n)
        for i in range(n):
            _copy(tree, first + i, new + i)
        first = new
    child = first + n
    open_node(tree, child)
    tree.move[child], tree.offered[child] = move, 0
    tree.children[node] = tree.tried[node] = n + 1
    count_moves(tree, n + 1)
    return child


@inlined
def _copy(tree: Tree, node: int, to: int) -> None:
    """Move a node; its children stay where they are."""
    tree.visits[to] = tree.visits[node]
    tree.value[to] = tree.value[node]
    tree.move[to] = tree.move[node]
    tree.first[to] = tree.first[node]
    tree.children[to] = tree.children[node]
    tree.tried[to] = tree.tried[node]
    tree.offered[to] = tree.offered[node]
