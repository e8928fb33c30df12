"""A search taken apart, simulation by simulation, for teaching."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from foxkit.core.entry import mover, play
from foxkit.search.belief import is_certain
from foxkit.search.session import Child, Search, children_of
from foxkit.search.tree import Tree, copied


@dataclass(frozen=True)
class Choice:
    """One move followed in a simulation."""

    player: str  # who made it
    move: str  # its text
    options: list[Child]  # what it was chosen from, with their terms at that moment


@dataclass(frozen=True)
class Step:
    """One simulation."""

    number: int  # 1 for the first simulation of the tree
    path: list[Choice]  # the moves followed, from the root
    expanded: list[str]  # the moves that the leaf was given as children, empty if none
    result: float  # what was backed up, for the player of the path's last move


def trace(search: Search, simulations: int) -> Iterator[Step]:
    """Run simulations one at a time and take each apart.

    The tree is copied before each, so this is for teaching, not for speed.

    Raises:
        ValueError: the search imagines what is hidden; its paths fit no one state.
    """
    if not is_certain(search.settings.belief):
        raise ValueError("a search with a belief cannot be taken apart")
    for _ in range(simulations):
        before = copied(search.tree)
        search.run(1)
        yield _step(search, before)


def _step(search: Search, before: Tree) -> Step:
    tree, state, node = search.tree, search.state, 0
    path: list[Choice] = []
    expanded: list[str] = []
    old = True  # whether `node` was visited before this simulation
    for child in map(int, tree.path[: tree.size[1]]):
        inner = old and before.children[node] > 0
        options = _options(search, before if inner else tree, node, state, inner)
        if not inner:
            expanded = [option.move for option in options]
        move = int(tree.move[child])
        player = search.game.PLAYERS[mover(search.game, state)]
        path.append(Choice(player, search.game.format_move(state, move), options))
        old = inner and child < before.first[node] + before.tried[node]
        node, state = child, play(search.game, state, move)
    result = float(tree.value[node] - (before.value[node] if old else 0.0))
    return Step(search.simulations, path, expanded, result)


def _options(
    search: Search, tree: Tree, node: int, state: Any, inner: bool
) -> list[Child]:
    """Return a node's children before the simulation; a leaf's had no visits then."""
    found = children_of(tree, node, search.game, state, search.settings)
    return found if inner else [Child(one.move, 0, 0.0, inf) for one in found]
