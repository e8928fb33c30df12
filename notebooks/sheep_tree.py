"""A tree for three players, made by hand: what each belief makes of it.

A moves, then B, then C, left or right; at the leaves stand their scores, in that order.
"""

from collections.abc import Callable
from itertools import product

from foxkit.view.drawing import Drawing
from foxkit.view.tree import NodeLook, draw_tree

Scores = tuple[int, int, int]
Belief = Callable[[Scores, int], float]
"""What the player to move, from 0, is believed to want large."""

_SCORES = [(1, 8, 1), (3, 3, 4), (2, 3, 5), (1, 1, 8)]
_SCORES += [(2, 3, 5), (5, 3, 2), (2, 2, 6), (6, 1, 3)]
LEAVES = dict(zip(product("lr", repeat=3), _SCORES, strict=True))
LINES = [line for n in range(4) for line in product("lr", repeat=n)]
BELIEFS: dict[str, Belief] = {
    "maxⁿ": lambda scores, mover: scores[mover],
    "paranoid": lambda scores, mover: scores[0] if mover == 0 else -scores[0],
    "optimist": lambda scores, mover: scores[0],
}


def value(line: tuple[str, ...], belief: Belief) -> Scores:
    """Return the scores that a belief expects after some moves."""
    if line in LEAVES:
        return LEAVES[line]
    after = (value((*line, move), belief) for move in "lr")
    return max(after, key=lambda scores: belief(scores, len(line)))


def unsolved() -> Drawing:
    """Draw the tree with its leaves, and with nothing in the nodes above them."""
    inside = {line: "ABC"[len(line)] for line in LINES[:7]}
    inside |= {line: " ".join(map(str, scores)) for line, scores in LEAVES.items()}
    nodes = {line: NodeLook(inside[line], width=108) for line in LINES}
    words = "; ".join(f"{''.join(line)} {inside[line]}" for line in LINES)
    looks = {"title": "A tree for three", "words": words, "scale": 0.66}
    return draw_tree(
        nodes, leaf_distance=118, caption="A, then B, then C move", **looks
    )


def drawn(name: str, belief: Belief) -> Drawing:
    """Draw the tree with what a belief hands up from the leaves, and its play thick."""
    told = {line: " ".join(map(str, value(line, belief))) for line in LINES}
    line: tuple[str, ...] = ()
    kept = {line}  # the play from the root on
    while line not in LEAVES:
        line = next((*line, x) for x in "lr" if told[*line, x] == told[line])
        kept.add(line)
    told |= {line: f"{'ABC'[len(line)]}: {told[line]}" for line in LINES[:7]}
    nodes = {line: NodeLook(told[line], width=108, bold=line in kept) for line in LINES}
    words = "; ".join(f"{''.join(line)} {told[line]}" for line in LINES)
    caption = f"{name}: A expects {value((), belief)[0]} points"
    looks = {"title": caption, "words": words, "scale": 0.66}
    return draw_tree(nodes, leaf_distance=118, caption=caption, **looks)
