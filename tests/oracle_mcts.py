"""Monte-Carlo tree search with objects and lists, written to be read: the oracle.

The words are those of section 3 of the paper. It knows no game: a game offers `mover`,
`moves`, `play`, `payoffs` (a dict by player, None while the game goes on) and
`evaluate` (a dict by player).
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Node:
    """A state of the tree; `value` is summed for the player who moved into it."""

    state: Any
    parent: Node | None = None
    move: Any = None
    value: float = 0.0
    visits: int = 0
    children: list[Node] = field(default_factory=list)


@dataclass
class MonteCarloTreeSearch:
    """The search: `textbook` expands a leaf at its second visit, not at its first."""

    game: Any
    simulations: int
    cutoff: int = 0
    c: float = 0.4
    textbook: bool = False
    rng: random.Random = field(default_factory=random.Random)

    def search(self, state: Any) -> Node:
        """The root of a fresh tree after all simulations."""
        root = Node(state)
        if self.textbook:
            self.create_children(root)
        for _ in range(self.simulations):
            leaf = self.expand(self.select(root))
            self.add_to_path(leaf, self.playout(leaf.state))
        return root

    def best_move(self, state: Any) -> Any:
        """The move to the most visited child of the root, ties at random."""
        children = self.search(state).children
        most = max(child.visits for child in children)
        return self.rng.choice([c.move for c in children if c.visits == most])

    def select(self, node: Node) -> Node:
        """From the root down by the largest UCB1 to a node without children."""
        while node.children:
            scores = [self.ucb1(child) for child in node.children]
            largest = max(scores)
            ties = [i for i, score in enumerate(scores) if score == largest]
            node = node.children[self.rng.choice(ties)]
        return node

    def ucb1(self, node: Node) -> float:
        """Equation 1; infinite for a node without visits."""
        if node.visits == 0:
            return math.inf
        exploration = math.sqrt(math.log(node.parent.visits) / node.visits)
        return node.value / node.visits + self.c * exploration

    def expand(self, leaf: Node) -> Node:
        """Create all children and pick one at random; a finished leaf stays."""
        if self.textbook and leaf.visits == 0:
            return leaf
        self.create_children(leaf)
        return self.rng.choice(leaf.children) if leaf.children else leaf

    def create_children(self, node: Node) -> None:
        """One child for each legal move."""
        for move in self.game.moves(node.state):
            state = self.game.play(node.state, move)
            node.children.append(Node(state, node, move))

    def playout(self, state: Any) -> dict[str, float]:
        """At most `cutoff` random moves; the result, or else the evaluation."""
        for _ in range(self.cutoff):
            moves = self.game.moves(state)
            if not moves:
                break
            state = self.game.play(state, self.rng.choice(moves))
        return self.game.payoffs(state) or self.game.evaluate(state)

    def add_to_path(self, leaf: Node, result: dict[str, float]) -> None:
        """Add the result to every node up to the root, for whoever moved into it."""
        node: Node | None = leaf
        while node is not None:
            node.visits += 1
            if node.parent is not None:
                node.value += result[self.game.mover(node.parent.state)]
            node = node.parent
