"""Memory of search trees: a new tree, a larger one, and how much the machine has.

The arrays with an entry a node lie one behind the other in one block of memory, which
a later tree uses again.
"""

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from foxkit.core.entry import move_buffer
from foxkit.core.memory import MemoryPool, MemoryRows, free_memory_bytes
from foxkit.search.tree import (
    EXPANSIONS_PER_SIMULATION,
    MAX_NODES,
    NODES,
    NUM_NODE_ARRAYS,
    Tree,
    reset_node,
)

_Number = TypeVar("_Number", bound="np.generic")

WORDS_PER_NODE = 5
"""How many times eight bytes a node takes: three numbers of eight and four of four."""
_BYTES_PER_NODE = 8 * WORDS_PER_NODE
_NEW_NODES_PER_SIMULATION = 16  # expected of a new tree: a leaf gets all its children
_MAX_NODES_OF_NEW_TREE = 2**21  # a larger search grows as it goes
_GROWTH_MARGIN = 1.1  # more nodes than those of as many simulations so far
_SMALLEST_GROWTH = 1 / 8  # of the nodes that there are; less is not worth a copy
_BYTES_LEFT_FREE = 256 * 2**20  # that a tree leaves to other programs

POOL = MemoryPool(WORDS_PER_NODE)
"""Memory of trees, for later ones."""


def new_tree(game: Any, simulations: int) -> Tree:
    """A tree of an unvisited root, with memory for about so many simulations.

    A search of very many begins with less: most of them are never done.
    """
    scratch = move_buffer(game)
    nodes = min(_NEW_NODES_PER_SIMULATION * simulations, _MAX_NODES_OF_NEW_TREE)
    memory = POOL.allocate(nodes + EXPANSIONS_PER_SIMULATION * len(scratch))
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
    expected = int(_GROWTH_MARGIN * nodes_per_simulation * simulations)
    two_simulations = 2 * EXPANSIONS_PER_SIMULATION * len(tree.scratch)
    smallest = max(two_simulations, int(_SMALLEST_GROWTH * nodes))
    new_nodes = max(nodes, expected, smallest)
    new_nodes = min(new_nodes, _nodes_that_fit_in_memory() - nodes)
    memory = None
    while memory is None and new_nodes >= smallest:
        try:
            memory = POOL.allocate(nodes + new_nodes)
        except MemoryError:  # of a system that hands out no more than there is
            new_nodes //= 2
    if memory is None:
        raise MemoryError(_too_large_message(tree))
    larger = _tree_in_memory(memory, tree.scratch, tree.size)
    for new, old in zip(larger[:NUM_NODE_ARRAYS], tree[:NUM_NODE_ARRAYS], strict=True):
        new[:used] = old[:used]
    return larger


def require_memory(tree: Tree) -> None:
    """Raise MemoryError where other programs have taken what a large tree still needs.

    Systems hand out more memory than there is, and end the process that touches it.
    """
    untouched = len(tree.move) - int(tree.size[NODES])
    is_large = untouched > _MAX_NODES_OF_NEW_TREE
    if is_large and free_memory_bytes() < _BYTES_LEFT_FREE:
        raise MemoryError(_too_large_message(tree))


def _nodes_that_fit_in_memory() -> int:
    """How many nodes a tree may have beside what is in use."""
    free = free_memory_bytes() - _BYTES_LEFT_FREE
    return int(min(MAX_NODES, max(0, free) // _BYTES_PER_NODE))


def _too_large_message(tree: Tree) -> str:
    """The message that a tree cannot grow, with how many simulations it has."""
    done, gibibytes = int(tree.visits[0]), _BYTES_PER_NODE * len(tree.move) / 2**30
    return (
        f"there is memory for some {done:,} simulations of this search, whose tree "
        f"takes {gibibytes:.1f} GiB, and for no more: ask for fewer, or stop other "
        "programs"
    )


def _tree_in_memory(
    memory: MemoryRows, scratch: NDArray[np.int64], size: NDArray[np.int64]
) -> Tree:
    """A tree whose arrays of nodes lie in a block of memory."""
    nodes = memory.shape[1]
    block, begin = memory.reshape(-1).view(np.uint8), 0

    def next_array(number_type: type[_Number]) -> NDArray[_Number]:
        """The next part of the block, as numbers of that type, one a node."""
        nonlocal begin
        end = begin + nodes * np.dtype(number_type).itemsize
        part, begin = block[begin:end].view(number_type), end
        return part

    path = np.empty((2, nodes), np.int64)  # hardly any of it is ever touched
    return Tree(
        visits=next_array(np.float64),
        value_sum=next_array(np.float64),
        move=next_array(np.int64),
        first_child=next_array(np.int32),
        num_children=next_array(np.int32),
        num_visited=next_array(np.int32),
        availability_count=next_array(np.int32),
        path=path[0],
        movers=path[1],
        ucb_scores=np.empty(len(scratch)),
        scratch=scratch,
        size=size,
    )
