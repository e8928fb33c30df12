"""A search tree as a picture and as a table."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import pandas as pd

from foxkit.search.session import Child, Search
from foxkit.search.trace import Step
from foxkit.view.drawing import Drawing
from foxkit.view.theme import style

_GAP, _LEVEL, _TOP = 92.0, 150.0, 70.0  # units between leaves, between levels, above
_RULES = (
    f".fk-branch{{{style('stroke:{line};stroke-width:2;fill:none')}}}"
    f".fk-branch.fk-on{{{style('stroke:{target};stroke-width:6')}}}"
    f".fk-node{{{style('fill:{surface};stroke:{muted};stroke-width:2')}}}"
    f".fk-node.fk-on{{{style('stroke:{target};stroke-width:5')}}}"
    f".fk-page{{{style('fill:{page}')}}}"
    ".fk-tree text{font:20px system-ui,sans-serif;text-anchor:middle;"
    f"stroke-width:6;paint-order:stroke;{style('fill:{ink};stroke:{page}')}}}"
    ".fk-tree text.fk-visits{stroke:none}"
    f".fk-tree text.fk-move{{font-size:17px;{style('fill:{muted}')}}}"
)


@dataclass(frozen=True)
class _Node:
    line: tuple[str, ...]
    child: Child | None
    x: float
    kids: tuple["_Node", ...]

    @property
    def y(self) -> float:
        return _TOP + _LEVEL * len(self.line)

    def family(self) -> Iterator["_Node"]:
        yield self
        for kid in self.kids:
            yield from kid.family()


def _grow(
    search: Search,
    line: tuple[str, ...],
    child: Child | None,
    breadth: Sequence[int],
    path: tuple[str, ...],
    left: float,
) -> tuple[_Node, float]:
    """Place a node over its most visited children; return it and its right edge."""
    wanted = breadth[len(line)] if len(line) < len(breadth) else 0
    visited = [kid for kid in search.children(*line) if kid.visits]
    kids, edge = [], left
    for rank, kid in enumerate(visited):
        below = (*line, kid.move)
        if rank >= wanted and below != path[: len(below)]:
            continue
        node, edge = _grow(search, below, kid, breadth, path, edge)
        kids.append(node)
    if not kids:
        return _Node(line, child, left + _GAP / 2, ()), left + _GAP
    middle = (kids[0].x + kids[-1].x) / 2
    return _Node(line, child, middle, tuple(kids)), edge


def _branch(node: _Node, kid: _Node, on: bool) -> str:
    bend = (node.y + kid.y) / 2
    curve = f"M{node.x:g} {node.y:g}C{node.x:g} {bend:g} {kid.x:g} {bend:g}"
    mark = " fk-on" if on else ""
    return f'<path class="fk-branch{mark}" d="{curve} {kid.x:g} {kid.y:g}"/>'


def _circle(node: _Node, visits: int, most: int, on: bool) -> str:
    radius = 16 + 20 * sqrt(visits / most)
    mark = " fk-on" if on else ""
    place = f'cx="{node.x:g}" cy="{node.y:g}"'
    drawn = f'<circle class="fk-node{mark}" {place} r="{radius:.1f}"/>'
    drawn += (
        f'<text class="fk-visits" x="{node.x:g}" y="{node.y + 7:g}">{visits}</text>'
    )
    if node.child is None:
        return drawn
    below, above = node.y + radius + 22, node.y - radius - 9
    drawn += f'<text x="{node.x:g}" y="{below:g}">{node.child.value:+.2f}</text>'
    move = (
        f'<text class="fk-move" x="{node.x:g}" y="{above:g}">{node.child.move}</text>'
    )
    return drawn + move


def draw_tree(
    search: Search,
    step: Step | None = None,
    *,
    breadth: Sequence[int] = (7, 2, 1),
    caption: str = "",
) -> Drawing:
    """Draw the most visited part of a search's tree.

    A circle holds its visits and grows with them; above it stands the move that leads
    to it, below it the mean result for the player who makes that move.

    Args:
        search: the search, as it is now.
        step: the last simulation, whose path is drawn thick.
        breadth: children to show at most, level by level.
        caption: a line above the tree.
    """
    path = tuple(choice.move for choice in step.path) if step else ()
    root, width = _grow(search, (), None, breadth, path, 0.0)
    family = list(root.family())
    body = ""
    for node in family:
        for kid in node.kids:
            body += _branch(node, kid, path[: len(kid.line)] == kid.line)
    for node in family:
        visits = node.child.visits if node.child else search.simulations
        on = bool(step) and path[: len(node.line)] == node.line
        body += _circle(node, visits, max(1, search.simulations), on)
    width = max(width, 11.0 * len(caption), 200.0)
    height = max(node.y for node in family) + 80
    card = f'<rect class="fk-page" width="{width:g}" height="{height:g}" rx="12"/>'
    title = f'<text x="{width / 2:g}" y="24">{caption}</text>'
    shift = (width - max(node.x for node in family) - _GAP / 2) / 2
    inner = (
        f'<g class="fk-tree">{title}<g transform="translate({shift:g} 0)">{body}</g>'
    )
    words = _words(search.children(), path)
    name = caption or "A search tree"
    return Drawing(f"{card}{inner}</g>", width, height, name, words, _RULES, scale=0.7)


def _words(children: Iterable[Child], path: tuple[str, ...]) -> str:
    seen = "; ".join(
        f"{child.move}: {child.visits} visits, {child.value:+.3f}"
        for child in children
        if child.visits
    )
    last = f" The last simulation followed {', '.join(path)}." if path else ""
    return f"{seen}.{last}"


def table(children: Iterable[Child]) -> pd.DataFrame:
    """Return children as a table: visits, value, and the two terms of UCB1."""
    rows = [
        {
            "move": child.move,
            "visits": child.visits,
            "value": child.value,
            "exploration": child.exploration,
            "UCB1": child.ucb1,
        }
        for child in children
    ]
    return pd.DataFrame(rows).set_index("move").round(3)
