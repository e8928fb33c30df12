"""A search tree as arrays, open to inspection.

One entry a node. The children of a node stand side by side, visited ones first, so
that "a random unvisited child" is one swap:

    node            first_child          + num_visited        + num_children
      |               |  visited children  |  not yet visited      |
      +-------------> [ 4 ][ 7 ][ 1 ]       [ ? ][ ? ][ ? ][ ? ]

`tree_memory` makes trees, and larger ones of them.
"""

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled_inline
from foxkit.core.former import refuses_former_names
from foxkit.core.memory import prefetch

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            name: f"foxkit.search.tree_memory.{name}"
            for name in ("new_tree", "enlarged", "require_memory", "POOL")
        },
    )

Node: TypeAlias = int
"""The index of a node in the arrays of a `Tree`; 0 is the root."""


class Tree(NamedTuple):
    """A search tree as arrays; node 0 is the root."""

    # One entry a node:
    visits: NDArray[np.float64]  # simulations that went through it
    value_sum: NDArray[np.float64]  # sum of their results, for who moved into the node
    move: NDArray[np.int64]  # code of the move that leads into it
    first_child: NDArray[np.int32]  # its first child, 0 before it has children
    num_children: NDArray[np.int32]  # number of its children
    num_visited: NDArray[np.int32]  # number of its children with a visit
    availability_count: NDArray[np.int32]  # how often a deal allowed its move (ISMCTS)
    # One entry a ply of the last simulation, in arrays as long as those above:
    path: NDArray[np.int64]  # nodes below the root
    movers: NDArray[np.int64]  # who moved into each of them
    # As long as a list of moves, `MAX_MOVES`:
    ucb_scores: NDArray[np.float64]  # UCB1 values of the children of one node
    scratch: NDArray[np.int64]  # a buffer for a list of moves
    size: NDArray[np.int64]  # three numbers: see `NODES`, `DEPTH`, `OVERFLOW`


NODES, DEPTH, OVERFLOW = 0, 1, 2
"""Indices into `Tree.size`: the nodes in use, the length of `path`, and 1 where a node
would have had more children than `MAX_MOVES`."""
NUM_NODE_ARRAYS = Tree._fields.index("path")
"""The first fields of a `Tree` are those with an entry a node; there are so many."""
MAX_NODES = 2**31 - 1
"""Nodes of a tree at most; an index of a node has no other bits than this number."""
EXPANSIONS_PER_SIMULATION = 2
"""A simulation may give children to so many nodes, at most."""


@compiled_inline
def as_nonnegative(index: int) -> int:
    """A number from 0 to `MAX_NODES`; compiled code then knows that it is not negative.

    For an index that may be negative it has to find out whether that counts from the
    end of an array, at each access.
    """
    return int(index) & MAX_NODES


@compiled_inline
def children_of(tree: Tree, node: Node) -> tuple[Node, int, int]:
    """A node's first child, how many of its children are visited, and how many it has.

    The visited ones come first.
    """
    return (
        as_nonnegative(tree.first_child[node]),
        as_nonnegative(tree.num_visited[node]),
        as_nonnegative(tree.num_children[node]),
    )


@compiled_inline
def prefetch_children(tree: Tree, node: Node) -> None:
    """Let the processor fetch what is read of whichever child is chosen."""
    first = as_nonnegative(tree.first_child[node])
    prefetch(tree.first_child, first)
    prefetch(tree.num_children, first)
    prefetch(tree.num_visited, first)
    prefetch(tree.move, first)


@compiled_inline
def has_room_for_simulation(tree: Tree) -> bool:
    """Whether another simulation fits, however many children it adds."""
    most_children = EXPANSIONS_PER_SIMULATION * len(tree.scratch)
    return bool(tree.size[NODES] <= len(tree.move) - most_children)


@compiled_inline
def reset_node(tree: Tree, node: Node) -> None:
    """Let a node begin without visits and children."""
    tree.visits[node] = 0
    tree.value_sum[node] = 0.0
    tree.first_child[node] = 0
    tree.num_children[node] = 0
    tree.num_visited[node] = 0


@compiled_inline
def add_child(tree: Tree, node: Node, move: int) -> Node:
    """Append a visited child to a node whose children come one by one; return it.

    Siblings have space for 1, 2, 4, ... of them; where it is full they are copied to
    the end of the arrays.
    """
    n, first = int(tree.num_children[node]), int(tree.first_child[node])
    if n & (n - 1) == 0:
        new = int(tree.size[NODES])
        tree.first_child[node], tree.size[NODES] = new, new + max(1, 2 * n)
        for i in range(n):  # what is below stays where it is
            tree.visits[new + i] = tree.visits[first + i]
            tree.value_sum[new + i] = tree.value_sum[first + i]
            tree.move[new + i] = tree.move[first + i]
            tree.first_child[new + i] = tree.first_child[first + i]
            tree.num_children[new + i] = tree.num_children[first + i]
            tree.num_visited[new + i] = tree.num_visited[first + i]
            tree.availability_count[new + i] = tree.availability_count[first + i]
        first = new
    child = first + n
    reset_node(tree, child)
    tree.move[child], tree.availability_count[child] = move, 0
    tree.num_children[node] = tree.num_visited[node] = n + 1
    return child
