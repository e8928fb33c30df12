"""A tree as a picture."""

from collections.abc import Mapping
from itertools import count
from math import hypot
from typing import Any, NamedTuple

from foxkit.search.reference import Line
from foxkit.view.assets import picture_style
from foxkit.view.drawing import Drawing
from foxkit.view.layers import text

_LEVEL_HEIGHT = 150.0  # units from the middle of a node to that of its parent
_TOP_MARGIN, _BOTTOM_MARGIN = 80.0, 80.0
_HALF_NODE_HEIGHT = 19
_DASHES = ' style="stroke-dasharray:7 7"'


class NodeLook(NamedTuple):
    """How a node of a tree is drawn; above it stands the move that leads to it."""

    words: str = ""  # inside of it
    width: float = 96
    bold: bool = False  # drawn thick, as is the branch to it
    pruned: bool = False  # drawn in dashes, with a bar across the branch to it


def draw_tree(
    nodes: Mapping[Line, NodeLook],
    leaf_distance: float,
    *,
    caption: str = "",
    **drawing_options: Any,
) -> Drawing:
    """Draw a tree: each parent is above the middle of its children.

    Args:
        nodes: the nodes by the moves that lead to them, the root among them; siblings
            from left to right.
        leaf_distance: from the middle of a leaf to that of the next one.
        caption: stands above the tree.
        drawing_options: arguments of `Drawing`.
    """
    x_of_node, leaves = dict[Line, float](), count()

    def set_x(line: Line) -> float:
        children = [node for node in nodes if node and node[:-1] == line]
        if children:
            x_of_children = [set_x(child) for child in children]
            x_of_node[line] = (x_of_children[0] + x_of_children[-1]) / 2
        else:
            x_of_node[line] = leaf_distance * (next(leaves) + 0.5)
        return x_of_node[line]

    set_x(())
    tree_width = min(x_of_node.values()) + max(x_of_node.values())  # equal margins
    width = max(tree_width, 12.0 * len(caption), 200.0)
    height = _TOP_MARGIN + _LEVEL_HEIGHT * max(map(len, nodes)) + _BOTTOM_MARGIN
    branches = boxes = ""
    for line, look in nodes.items():
        x, y = x_of_node[line], _TOP_MARGIN + _LEVEL_HEIGHT * len(line)
        top, node_height = y - _HALF_NODE_HEIGHT, 2 * _HALF_NODE_HEIGHT
        thick, dashes = " fk-on" * look.bold, _DASHES * look.pruned
        boxes += (
            f'<rect class="fk-node{thick}"{dashes} '
            f'x="{x - look.width / 2:.1f}" y="{top:.1f}" '
            f'rx="{_HALF_NODE_HEIGHT:.1f}" width="{look.width:.1f}" '
            f'height="{node_height:.1f}"/>{text(x, y + 7, look.words, "inside")}'
        )
        if line:
            boxes += text(x, top - 9, line[-1], "move")
            parent_x, parent_y = x_of_node[line[:-1]], y - _LEVEL_HEIGHT
            middle_y = y - _LEVEL_HEIGHT / 2
            path = f"M{parent_x:g} {parent_y:g}C{parent_x:g} {middle_y:g} "
            path += f"{x:g} {middle_y:g} {x:g} {y:g}"
            branches += f'<path class="fk-branch{thick}"{dashes} d="{path}"/>'
            if look.pruned:
                branches += _bar_across(x - parent_x, (parent_x + x) / 2, middle_y)
    head = text(width / 2, 26, caption, "head") if caption else ""
    left = (width - tree_width) / 2
    body = (
        f'<rect class="fk-page" width="{width:g}" height="{height:g}" rx="12"/>\n'
        f'<g class="fk-tree">{head}<g transform="translate({left:g} 0)">'
        f"{branches}{boxes}</g></g>"
    )
    return Drawing(
        body,
        width,
        height,
        css=picture_style("tree.css"),
        smallest=19,
        **drawing_options,
    )


def _bar_across(sideways: float, x: float, y: float) -> str:
    """Draw a bar across the middle of a branch, which goes so far to the side."""
    length = hypot(_LEVEL_HEIGHT, 2 * sideways)  # a branch is steep at both ends
    over, down = 18 * _LEVEL_HEIGHT / length, 36 * sideways / length
    ends = f"M{x - over:.1f} {y + down:.1f}L{x + over:.1f} {y - down:.1f}"
    return f'<path class="fk-branch fk-on" d="{ends}"/>'
