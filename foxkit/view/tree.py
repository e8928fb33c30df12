"""A tree as a picture."""

from collections.abc import Mapping
from itertools import count
from typing import Any, NamedTuple

from foxkit.search.reference import Line
from foxkit.view.assets import picture_style
from foxkit.view.drawing import Drawing
from foxkit.view.layers import text

_LEVEL, _TOP, _FOOT = 150.0, 80.0, 80.0  # units between levels, above and below
_HALF = 19  # of a node's height


class NodeLook(NamedTuple):
    """How a node of a tree is drawn; above it stands the move that leads to it."""

    inside: str = ""
    width: float = 96
    on: bool = False  # it, and the branch to it, are drawn thick


def draw_tree(
    nodes: Mapping[Line, NodeLook], gap: float, *, caption: str = "", **looks: Any
) -> Drawing:
    """Draw a tree: its leaves `gap` apart, parents in their middle.

    The root is among the nodes, siblings from left to right; `looks` are a drawing's.
    """
    across, leaves = dict[Line, float](), count()

    def place(line: Line) -> float:
        ends = [place(node) for node in nodes if node and node[:-1] == line]
        ends = ends or [gap * (next(leaves) + 0.5)]
        across[line] = (ends[0] + ends[-1]) / 2
        return across[line]

    place(())
    span = min(across.values()) + max(across.values())
    width = max(span, 12.0 * len(caption), 200.0)
    height = _TOP + _LEVEL * max(map(len, nodes)) + _FOOT
    branches = boxes = ""
    for line, (inside, wide, on) in nodes.items():
        x, y, mark = across[line], _TOP + _LEVEL * len(line), " fk-on" * on
        box = f'x="{x - wide / 2:.1f}" y="{y - _HALF:.1f}" rx="{_HALF:.1f}" '
        box += f'width="{wide:.1f}" height="{2 * _HALF:.1f}"'
        boxes += (
            f'<rect class="fk-node{mark}" {box}/>{text(x, y + 7, inside, "inside")}'
        )
        if line:
            boxes += text(x, y - _HALF - 9, line[-1], "move")
            a, b, bend = across[line[:-1]], y - _LEVEL, y - _LEVEL / 2
            path = f"M{a:g} {b:g}C{a:g} {bend:g} {x:g} {bend:g} {x:g} {y:g}"
            branches += f'<path class="fk-branch{mark}" d="{path}"/>'
    head = text(width / 2, 26, caption, "head") if caption else ""
    body = (
        f'<rect class="fk-page" width="{width:g}" height="{height:g}" rx="12"/>\n'
        f'<g class="fk-tree">{head}<g transform="translate({(width - span) / 2:g} 0)">'
        f"{branches}{boxes}</g></g>"
    )
    return Drawing(
        body, width, height, css=picture_style("tree.css"), smallest=19, **looks
    )
