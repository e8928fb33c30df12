"""The Battle Sheep report's search in Python and NumPy, in the manner of its listing.

Boards are arrays that every child copies, legal moves come of a scan of the array, and
the whole list of them is made for one random move. `plain_battle_sheep` beside this
file shows what plain Python can do; this one, what the report's own program did.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

STEPS = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
SIDES = ((0, -1), (-1, 0), (1, 0), (0, 1))
Move = tuple[int, int, int, int]
"""x, y, sheep, number of the step."""


def parse(text: str) -> tuple[Any, Any, int]:
    """The arrays of owners and of sheep, and the player to move, from 1."""
    drawn, mover = text.split(" | ")
    rows = [row.split() for row in drawn.split("/")]
    owners, sheep = np.zeros((2, len(rows), len(rows)), np.int64)
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            owners[x, y] = {"#": -1, ".": 0}.get(cell, "abcd".find(cell[0]) + 1)
            sheep[x, y] = int(cell[1:] or 0)
    return owners, sheep, int(mover)


class Node:
    """A board in the tree."""

    def __init__(
        self, owners: Any, sheep: Any, parent: Node | None = None, move: Any = None
    ) -> None:
        self.owners, self.sheep, self.parent, self.move = owners, sheep, parent, move
        self.children: list[Node] = []
        self.visits, self.score = 0, 0.0

    def uct(self, total: int) -> float:
        """UCB1 with the listing's weight, infinite without a visit."""
        if self.visits == 0:
            return float("inf")
        bonus = (np.log(total) / self.visits) ** 0.5
        return float(self.score / self.visits + 1.44 * bonus)

    def moves(self, player: int) -> list[Move]:
        """A player's legal moves, found by a scan."""
        found, size = [], len(self.owners)
        for x in range(size):
            for y in range(size):
                if self.owners[x][y] != player or self.sheep[x][y] < 2:
                    continue
                for i, (dx, dy) in enumerate(STEPS):
                    if self.is_free(x + dx, y + dy):
                        parts = range(1, int(self.sheep[x][y]))
                        found += [(x, y, part, i) for part in parts]
        return found

    def is_free(self, x: int, y: int) -> bool:
        """Whether a cell is on the board and free."""
        size = len(self.owners)
        return 0 <= x < size and 0 <= y < size and self.owners[x][y] == 0

    def after(self, move: Move) -> tuple[Any, Any]:
        """Copies of the arrays after a move."""
        x, y, part, i = move
        dx, dy = STEPS[i]
        end_x, end_y = x + dx, y + dy
        while self.is_free(end_x + dx, end_y + dy):
            end_x, end_y = end_x + dx, end_y + dy
        owners, sheep = self.owners.copy(), self.sheep.copy()
        owners[end_x][end_y] = owners[x][y]
        sheep[end_x][end_y] += part
        sheep[x][y] -= part
        return owners, sheep


def region(x: int, y: int, owners: Any, seen: list[list[bool]], player: int) -> int:
    """The cells of a region that were not seen yet."""
    size = len(owners)
    if not (0 <= x < size and 0 <= y < size) or seen[x][y] or owners[x][y] != player:
        return 0
    seen[x][y] = True
    return 1 + sum(region(x + dx, y + dy, owners, seen, player) for dx, dy in SIDES)


def score(owners: Any, player: int) -> int:
    """A player's score."""
    size = len(owners)
    seen = [[False] * size for _ in range(size)]
    cells = [(x, y) for x in range(size) for y in range(size)]
    return round(sum(region(x, y, owners, seen, player) ** 1.25 for x, y in cells))


def play_out(node: Node, player: int) -> tuple[int, Node]:
    """The score of a random game from a random child, and the child."""
    if not node.children:
        return score(node.owners, player), node
    child = random.choice(node.children)
    board = Node(child.owners, child.sheep)
    others = [other for other in (1, 2, 3, 4) if other != player]
    while own := board.moves(player):
        board = Node(*board.after(random.choice(own)))
        for other in others:
            if moves := board.moves(other):
                board = Node(*board.after(random.choice(moves)))
    return score(board.owners, player), child


def search(text: str, iterations: int) -> Node:
    """The root of the listing's tree for the player to move."""
    owners, sheep, player = parse(text)
    root = Node(owners, sheep)
    for _ in range(iterations):
        node: Node | None = root
        while node.children:
            total = sum(child.visits for child in node.children)
            node = max(node.children, key=lambda child, n=total: child.uct(n))
        for move in node.moves(player):
            node.children.append(Node(*node.after(move), node, move))
        result, node = play_out(node, player)
        while node is not None and node.parent is not None:
            node.visits, node.score = node.visits + 1, node.score + result
            node = node.parent
    return root
