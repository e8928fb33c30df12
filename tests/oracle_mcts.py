"""Monte-Carlo tree search in plain Python with everything that `Settings` can change.

It goes on from `foxkit.search.reference`, which knows C and the cutoff alone.
"""

from __future__ import annotations

from foxkit.core.elementary import log
from foxkit.core.entry import mover, resample_hidden
from foxkit.core.position import Position
from foxkit.core.rng import advance
from foxkit.search.mcts import CHILDREN, FIRST_VISIT, LISTED, ucb1
from foxkit.search.reference import Mcts, TreeNode


class AnyMcts(Mcts):
    """A search in which a leaf, equals and a parent's visits are as they are set."""

    def select_child(self, node: TreeNode) -> TreeNode:
        if node.untried_moves and self.settings.tie_break == LISTED:
            return self.new_child(node)
        return super().select_child(node)

    def best_child(self, node: TreeNode, children: list[TreeNode]) -> TreeNode:
        if self.settings.tie_break != LISTED:
            return super().best_child(node, children)
        codes = node.position.moves
        return max(
            children, key=lambda x: (sum(self.ucb1_terms(x, node)), -codes[x.move])
        )

    def ucb1_terms(self, child: TreeNode, parent: TreeNode) -> tuple[float, float]:
        if self.settings.parent_visits_from != CHILDREN:
            return super().ucb1_terms(child, parent)
        visits = sum(each.visits for each in parent.children)
        return ucb1(child.value_sum, child.visits, log(visits), self.settings.c)

    def expand(self, path: list[TreeNode]) -> None:
        """Expand a leaf at its first visit (literal) or second."""
        leaf = path[-1]
        if self.settings.expansion == FIRST_VISIT or leaf is path[0] or leaf.visits:
            super().expand(path)

    def random_child(self, node: TreeNode) -> TreeNode:
        if self.settings.tie_break != LISTED:
            return super().random_child(node)
        moves = node.untried_moves
        moves.insert(0, moves.pop(self.random_below(len(moves))))
        return self.new_child(node)


class InformationSetMcts(AnyMcts):
    """A search where something is hidden: each simulation begins in another deal.

    A node stands for all positions that its moves may have led to, and holds the last
    of them; `offered` counts how often it was there. Single-observer ISMCTS: Cowling,
    Powley & Whitehouse, IEEE T-CIAIG 4 (2012), algorithm 1.
    """

    def dealt(self, position: Position) -> Position:
        """Return a random position that looks the same to the player to move."""
        self._stream = advance(self._stream)
        game, state = position.game, position.state
        return Position(
            game, resample_hidden(game, state, mover(game, state), self._stream)
        )

    def select(self, node: TreeNode) -> list[TreeNode]:
        """Return a path that a new deal allows, to a child that is new."""
        node.position = self.dealt(node.position)
        path, is_leaf = [node], False
        while node.position.moves and not is_leaf:
            is_leaf = not node.children
            early = self.settings.expansion == FIRST_VISIT or node is path[0]
            if is_leaf and not early and not node.visits:
                break
            node = self.step(node)
            path.append(node)
        return path

    def expand(self, path: list[TreeNode]) -> None:
        """Leave a path as it is: children come one by one as it is selected."""

    def step(self, node: TreeNode) -> TreeNode:
        """Return a new child by a random move that has none, else the best offered."""
        moves, known = node.position.moves, [child.move for child in node.children]
        offered = [child for child in node.children if child.move in moves]
        node.untried_moves = [move for move in moves if move not in known]
        if node.untried_moves:
            child = self.random_child(node)
            child.offered = 1
        else:
            child = self.best_child(node, offered)
        for each in offered:
            each.offered += 1
        child.position = node.position.play(child.move)
        child.moved_by = node.position.mover
        return child

    def ucb1_terms(self, child: TreeNode, parent: TreeNode) -> tuple[float, float]:
        return ucb1(child.value_sum, child.visits, log(child.offered), self.settings.c)
