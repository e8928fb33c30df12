"""A tree as a picture."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

from foxkit.search.reference import Line
from foxkit.view.assets import sheet, template
from foxkit.view.drawing import Drawing

_MACROS: Any = template("tree.svg.j2").module
_LEVEL, _TOP, _FOOT = 150.0, 80.0, 80.0  # units between levels, above and below


@dataclass(frozen=True)
class Node:
    """How a node of a tree is drawn; above it stands the move that leads to it."""

    inside: str = ""
    width: float = 96
    on: bool = False  # it, and the branch to it, are drawn thick


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
    body = _MACROS.tree(nodes, places, width, height, shift, caption)
    size: Any = {"scale": scale, "smallest": 19}
    return Drawing(body, width, height, title, words, sheet("tree.css"), **size)
