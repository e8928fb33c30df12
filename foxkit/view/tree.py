"""A search tree as a picture."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from math import sqrt
from typing import Any

from foxkit.search.session import Child, Search
from foxkit.search.trace import Step
from foxkit.view.assets import sheet, template
from foxkit.view.drawing import Drawing

Line = tuple[str, ...]
"""The moves that lead from the root to a node."""
MACROS: Any = template("tree.svg.j2").module
_BREADTH = (7, 2, 1)  # children that are shown at most, level by level
_LEVEL, _TOP, _FOOT = 150.0, 80.0, 80.0  # units between levels, above and below


@dataclass(frozen=True)
class Node:
    """How a node of a tree is drawn; above it stands the move that leads to it."""

    inside: str = ""
    below: str = ""  # above a root, to which no move leads
    width: float = 96
    height: float = 38  # the ends are round
    on: bool = False  # it, and the branch to it, are drawn thick
    cut: bool = False  # the branch to it is cut off


def layout(lines: Iterable[Line], gap: float) -> dict[Line, tuple[float, float]]:
    """Return the place of each node: leaves `gap` apart, parents in their middle.

    `lines` are all nodes, the root among them, siblings from left to right.
    """
    below: dict[Line, list[Line]] = {line: [] for line in lines}
    for line in below:
        if line:
            below[line[:-1]].append(line)
    across: dict[Line, float] = {}
    leaves = count()

    def place(line: Line) -> float:
        """Place the nodes below a node, then itself; return where."""
        ends = [place(child) for child in below[line]] or [gap * (next(leaves) + 0.5)]
        across[line] = (ends[0] + ends[-1]) / 2
        return across[line]

    place(())
    return {line: (x, _TOP + _LEVEL * len(line)) for line, x in across.items()}


def draw_nodes(
    nodes: Mapping[Line, Node],
    places: Mapping[Line, tuple[float, float]],
    *,
    title: str,
    words: str,
    caption: str = "",
    scale: float,
) -> Drawing:
    """Draw nodes of a tree, the root among them, in their places from `layout`."""
    across = [x for x, _ in places.values()]
    span = min(across) + max(across)
    width = max(span, 12.0 * len(caption), 200.0)
    height = max(places[line][1] for line in nodes) + _FOOT
    shift = (width - span) / 2
    body = MACROS.tree(nodes, places, width, height, shift, caption)
    return Drawing(body, width, height, title, words, sheet("tree.css"), scale)


def _shown(search: Search, path: Line, line: Line = ()) -> Iterator[tuple[Line, Child]]:
    """Yield the most visited children level by level, and those on a path."""
    wanted = dict(enumerate(_BREADTH)).get(len(line), 0)
    visited = (child for child in search.children(*line) if child.visits)
    for rank, child in enumerate(visited):
        below = (*line, child.move)
        if rank < wanted or below == path[: len(below)]:
            yield below, child
            yield from _shown(search, path, below)


def draw_tree(
    search: Search, step: Step | None = None, *, caption: str = ""
) -> Drawing:
    """Draw the most visited part of a search's tree.

    A circle holds its visits and grows with them; above it stands the move that leads
    to it, below it the mean result for the player who makes that move.

    Args:
        search: the search, as it is now.
        step: the last simulation, whose path is drawn thick.
        caption: a line above the tree.
    """
    path = tuple(choice.move for choice in step.path) if step else ()

    def node(line: Line, visits: int, value: str) -> Node:
        """Return a circle as large as its visits make it."""
        size = 32 + 40 * sqrt(visits / max(1, search.simulations))
        on = step is not None and line == path[: len(line)]
        return Node(f"{visits}", value, size, size, on)

    children = (child for child in search.children() if child.visits)
    told = (f"{c.move}: {c.visits} visits, {c.value:+.3f}" for c in children)
    followed = f" The last simulation followed {', '.join(path)}." if path else ""
    nodes: dict[Line, Node] = {(): node((), search.simulations, "")}
    for line, child in _shown(search, path):
        nodes[line] = node(line, child.visits, f"{child.value:+.2f}")
    return draw_nodes(
        nodes,
        layout(nodes, gap=92),
        title=caption or "A search tree",
        words=f"{'; '.join(told)}.{followed}",
        caption=caption,
        scale=0.7,
    )
