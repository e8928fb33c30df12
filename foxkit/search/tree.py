"""A search tree as arrays, open to inspection.

One entry a node. The children of a node stand side by side, visited ones first, so
that "a random unvisited child" is one swap:

    node            first_child          + num_visited        + num_children
      |               |  visited children  |  not yet visited      |
      +-------------> [ 4 ][ 7 ][ 1 ]       [ ? ][ ? ][ ? ][ ? ]
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled_inline
from foxkit.core.entry import move_buffer
from foxkit.core.memory import MemoryPool, MemoryRows, free_memory_bytes, prefetch

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
_NODE_FIELDS = {
    "visits": np.float64,
    "value_sum": np.float64,
    "move": np.int64,
    "first_child": np.int32,
    "num_children": np.int32,
    "num_visited": np.int32,
    "availability_count": np.int32,
}
"""The fields of a `Tree` with an entry a node, the first ones; they share a block."""
_NODE_WORDS = sum(np.dtype(kind).itemsize for kind in _NODE_FIELDS.values()) // 8
"""How many times eight bytes a node takes."""
_NODES_OF_A_SIMULATION = 16  # room for so many at first: a leaf gets all its children
MAX_NODES = 2**31 - 1
"""Nodes of a tree at most, and the bits of a node's number."""
_NODES_AT_FIRST = 2**21  # nodes of a new tree at most: a larger search grows as it goes
_BYTES_LEFT_FREE = 2**28  # bytes that a tree leaves free

POOL = MemoryPool(_NODE_WORDS)
"""Memory of trees, for later ones."""


def new_tree(game: Any, simulations: int) -> Tree:
    """A tree of an unvisited root, with memory for about so many simulations.

    A search of very many begins with less: most of them are never done.
    """
    scratch = move_buffer(game)
    memory = POOL.allocate(
        min(_NODES_OF_A_SIMULATION * simulations, _NODES_AT_FIRST) + 2 * len(scratch)
    )
    tree = _tree_in_memory(memory, scratch, np.array([1, 0, 0], np.int64))
    reset_node(tree, 0)
    return tree


def enlarged(tree: Tree, simulations: int) -> Tree:
    """The tree in a larger block of memory, for more simulations such as those done.

    There is room for as many nodes again, or for all that are expected, if those are
    more: a large tree is copied once, while it is small, since the system hands out
    memory only where it is touched. Where memory is short there is less room. `path`
    begins anew, as it does in each simulation; `scratch` and `size` are those of the
    old tree.

    Raises:
        MemoryError: there is no memory for an eighth of the nodes.
    """
    used, nodes = int(tree.size[NODES]), len(tree.move)
    nodes_per_simulation = used / max(1.0, tree.visits[0])
    fewest_new_nodes = max(4 * len(tree.scratch), nodes // 8)
    new_nodes = max(
        nodes, fewest_new_nodes, int(1.1 * nodes_per_simulation * simulations)
    )
    new_nodes = min(new_nodes, _nodes_that_fit_in_memory() - nodes)
    memory = None
    while memory is None and new_nodes >= fewest_new_nodes:
        try:
            memory = POOL.allocate(nodes + new_nodes)
        except MemoryError:  # of a system that hands out no more than there is
            new_nodes //= 2
    if memory is None:
        raise MemoryError(_too_large_message(tree))
    larger = _tree_in_memory(memory, tree.scratch, tree.size)
    for name in _NODE_FIELDS:
        getattr(larger, name)[:used] = getattr(tree, name)[:used]
    return larger


def require_memory(tree: Tree) -> None:
    """Raise MemoryError where other programs have taken what a large tree still needs.

    Systems hand out more memory than there is, and end the process that touches it.
    """
    untouched = len(tree.move) - int(tree.size[NODES])
    if untouched > _NODES_AT_FIRST and free_memory_bytes() < _BYTES_LEFT_FREE:
        raise MemoryError(_too_large_message(tree))


def _nodes_that_fit_in_memory() -> int:
    """How many nodes a tree may have beside what is in use."""
    free = free_memory_bytes() - _BYTES_LEFT_FREE
    return int(min(MAX_NODES, max(0, free) // (8 * _NODE_WORDS)))


def _too_large_message(tree: Tree) -> str:
    """The message that a tree cannot grow, with how many simulations it has."""
    done, size = int(tree.visits[0]), 8 * _NODE_WORDS * len(tree.move) / 2**30
    return (
        f"there is memory for some {done:,} simulations of this search, whose tree "
        f"takes {size:.1f} GiB, and for no more: ask for fewer, or stop other programs"
    )


def _tree_in_memory(
    memory: MemoryRows, scratch: NDArray[np.int64], size: NDArray[np.int64]
) -> Tree:
    """A tree whose arrays of nodes lie in a block of memory."""
    nodes = memory.shape[1]
    block, begin = memory.reshape(-1).view(np.uint8), 0
    arrays: dict[str, Any] = {}
    for name, kind in _NODE_FIELDS.items():
        end = begin + nodes * np.dtype(kind).itemsize
        arrays[name], begin = block[begin:end].view(kind), end
    path = np.empty((2, nodes), np.int64)  # hardly any of it is ever touched
    return Tree(
        **arrays,
        path=path[0],
        movers=path[1],
        ucb_scores=np.empty(len(scratch)),
        scratch=scratch,
        size=size,
    )


@compiled_inline
def as_nonnegative(index: int) -> int:
    """A number from 0 to `MAX_NODES`; compiled code then knows that it is not negative.

    For an index that may be negative it has to find out whether that counts from the
    end of an array, at each access.
    """
    return int(index) & MAX_NODES


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
    """Whether another simulation fits; it may add the children of two nodes."""
    return bool(tree.size[NODES] <= len(tree.move) - 2 * len(tree.scratch))


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
