"""The searches as one would write them on a blackboard: plain, slow, and exact.

They play any game through `Position`, by the texts of its moves. The compiled searches
in `alphabeta` and `mcts` beside this file are far faster and do the same: they find the
same values in as many nodes, and from the same seed they grow the same tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import inf, sqrt
from typing import Any

from foxkit.core.elementary import log
from foxkit.core.entry import evaluate, mover, redeal
from foxkit.core.rng import advance, below, mix
from foxkit.rules.position import Position
from foxkit.search.mcts import CHILDREN, LISTED, LITERAL, Settings


def judged(position: Position, evaluation: Any) -> dict[str, float]:
    """Return each player's payoff, or an estimate of it while play goes on."""
    if position.outcome is not None:
        return position.outcome
    values = evaluate(evaluation, position.game, position.state)
    return dict(zip(position.game.PLAYERS, map(float, values), strict=False))


def minimax(position: Position, evaluation: Any, player: str, depth: int) -> float:
    """Return what a position is worth to a player who looks `depth` plies ahead.

    The player makes the best of it; everybody else, the worst.
    """
    if depth == 0 or not position.moves:
        return judged(position, evaluation)[player]
    best = max if position.mover == player else min
    after = map(position.play, position.moves)
    return best(minimax(each, evaluation, player, depth - 1) for each in after)


def alphabeta(
    position: Position,
    evaluation: Any,
    player: str,
    depth: int,
    alpha: float = -inf,
    beta: float = inf,
) -> float:
    """Return the value of minimax if it lies between alpha and beta.

    At or below alpha it is that at most, at or above beta that at least: then the
    player, or an opponent, has something better elsewhere.
    """
    if depth == 0 or not position.moves:
        return judged(position, evaluation)[player]
    mine = position.mover == player
    best = -inf if mine else inf
    for after in map(position.play, position.moves):
        value = alphabeta(after, evaluation, player, depth - 1, alpha, beta)
        if mine:
            alpha = max(alpha, best := max(best, value))
        else:
            beta = min(beta, best := min(best, value))
        if alpha >= beta:
            break  # the window is shut: the other moves cannot matter
    return best


def max_n(position: Position, evaluation: Any, depth: int) -> dict[str, float]:
    """Return what a position is worth to each player if all look `depth` plies ahead.

    Each makes the best of its own (Luckhardt & Irani, AAAI-86); of equals, the first.
    """
    if depth == 0 or not position.moves:
        return judged(position, evaluation)
    after = (
        max_n(each, evaluation, depth - 1)
        for each in map(position.play, position.moves)
    )
    return max(after, key=lambda values: values[position.mover])


@dataclass
class Node:
    """A position in the tree; `value` is summed for `mover`, who moved into it.

    Where hands are imagined, the last such position, and how often it was on offer.
    """

    position: Position
    mover: str = ""
    move: str = ""
    visits: int = 0
    value: float = 0.0
    offered: int = 1
    children: list[Node] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)


@dataclass
class Mcts:
    """Monte-Carlo tree search by section 3 of Janshagen & Mattsson, FDG 2022."""

    evaluation: Any  # judges the positions where playouts are cut off
    settings: Settings  # of which it knows `c` and `cutoff`
    seed: int

    def search(self, position: Position, simulations: int) -> Node:
        """Return the root of a tree after some simulations."""
        root = self.plant(position)
        for _ in range(simulations):
            path = self.select(root)
            self.expand(path)
            end = self.play_out(path[-1].position)[-1]
            self.back_up(path, judged(end, self.evaluation))
        return root

    def plant(self, position: Position) -> Node:
        """Return the root of an empty tree, the randomness at its beginning."""
        self._stream = mix(self.seed, 0)
        return Node(position)

    def select(self, node: Node) -> list[Node]:
        """Return the path of largest UCB1 values to a leaf, unvisited nodes first."""
        path = [node]
        while node.children or node.untried:
            node = self.follow(node)
            path.append(node)
        return path

    def follow(self, node: Node) -> Node:
        """Return a new child of a node, or else that of the largest UCB1 value."""
        if node.untried:
            return self.random_child(node)
        return self.best_child(node, node.children)

    def best_child(self, node: Node, children: list[Node]) -> Node:
        """Return the child of the largest UCB1 value, of several any."""
        best, largest, ties = children[0], -inf, 0
        for child in children:
            bound = self.ucb1(child, node)
            if bound > largest:
                best, largest, ties = child, bound, 1
            elif bound == largest:
                ties += 1
                best = child if self.draw(ties) == 0 else best
        return best

    def ucb1(self, child: Node, parent: Node) -> float:
        """Return equation (1): the mean value, and more the less is known of it."""
        explore = sqrt(log(parent.visits) / child.visits)
        return child.value / child.visits + self.settings.c * explore

    def expand(self, path: list[Node]) -> None:
        """Give a leaf its moves, and step to a random child."""
        leaf = path[-1]
        leaf.untried = list(leaf.position.moves)
        if leaf.untried:
            path.append(self.random_child(leaf))

    def random_child(self, node: Node) -> Node:
        """Return a new child by a random move that has not been tried."""
        i = self.draw(len(node.untried))
        node.untried[0], node.untried[i] = node.untried[i], node.untried[0]
        return self.new_child(node)

    def new_child(self, node: Node) -> Node:
        """Return a new child by the first move that has not been tried."""
        move, position = node.untried.pop(0), node.position
        node.children.append(Node(position.play(move), position.mover, move))
        return node.children[-1]

    def play_out(self, position: Position) -> list[Position]:
        """Return a position and those after random moves, at most the cutoff many."""
        line, cutoff = [position], self.settings.cutoff
        while line[-1].moves and cutoff != 0:
            moves = list(line[-1].moves)
            line.append(line[-1].play(moves[self.draw(len(moves))]))
            cutoff -= 1
        return line

    def back_up(self, path: list[Node], results: dict[str, float]) -> None:
        """Add the results to a path, each as seen by the player who moved there."""
        path[0].visits += 1
        for node in path[1:]:
            node.visits += 1
            node.value += results[node.mover]

    def draw(self, n: int) -> int:
        """Return a random number from 0 to n - 1."""
        self._stream = advance(self._stream)
        return below(self._stream, n)


class AnyMcts(Mcts):
    """The same with everything that `Settings` can change."""

    def follow(self, node: Node) -> Node:
        """Return a new child, by the order of the list if so set, or else the best."""
        if node.untried and self.settings.order == LISTED:
            return self.new_child(node)
        return super().follow(node)

    def best_child(self, node: Node, children: list[Node]) -> Node:
        """Return the child of the largest UCB1 value, of several any or the first."""
        if self.settings.order != LISTED:
            return super().best_child(node, children)
        codes = node.position.moves
        return max(children, key=lambda x: (self.ucb1(x, node), -codes[x.move]))

    def ucb1(self, child: Node, parent: Node) -> float:
        """Return equation (1), by the visits of the parent or of all its children."""
        if self.settings.parent == CHILDREN:
            visits = sum(each.visits for each in parent.children)
            parent = replace(parent, visits=visits)
        return super().ucb1(child, parent)

    def expand(self, path: list[Node]) -> None:
        """Expand a leaf at its first visit (literal) or second."""
        leaf = path[-1]
        if self.settings.expansion == LITERAL or leaf is path[0] or leaf.visits:
            super().expand(path)

    def random_child(self, node: Node) -> Node:
        """Return a new child by a random move; the others may keep their order."""
        if self.settings.order != LISTED:
            return super().random_child(node)
        node.untried.insert(0, node.untried.pop(self.draw(len(node.untried))))
        return self.new_child(node)


class InformationSetMcts(AnyMcts):
    """The same where something is hidden: each simulation begins in another deal.

    A node stands for all positions that its moves may have led to. Single-observer
    ISMCTS: Cowling, Powley & Whitehouse, IEEE T-CIAIG 4 (2012), algorithm 1.
    """

    def dealt(self, position: Position) -> Position:
        """Return a random position that looks the same to the player to move."""
        self._stream = advance(self._stream)
        game, state = position.game, position.state
        return Position(game, redeal(game, state, mover(game, state), self._stream))

    def select(self, node: Node) -> list[Node]:
        """Return a path that a new deal allows, to a child that is new."""
        node.position = self.dealt(node.position)
        path, is_leaf = [node], False
        while node.position.moves and not is_leaf:
            is_leaf = not node.children
            early = self.settings.expansion == LITERAL or node is path[0]
            if is_leaf and not early and not node.visits:
                break
            node = self.step(node)
            path.append(node)
        return path

    def expand(self, path: list[Node]) -> None:
        """Leave a path as it is: children come one by one as it is selected."""

    def step(self, node: Node) -> Node:
        """Return a new child by a random move that has none, else the best offered."""
        moves, known = node.position.moves, [child.move for child in node.children]
        offered = [child for child in node.children if child.move in moves]
        node.untried = [move for move in moves if move not in known]
        if node.untried:
            child = self.random_child(node)
        else:
            child = self.best_child(node, offered)
        for each in offered:
            each.offered += 1
        child.position = node.position.play(child.move)
        child.mover = node.position.mover
        return child

    def ucb1(self, child: Node, parent: Node) -> float:
        """Return UCB1 of the times at which the child was on offer."""
        explore = sqrt(log(child.offered) / child.visits)
        return child.value / child.visits + self.settings.c * explore
