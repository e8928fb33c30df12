"""The searches in plain Python, to be read: slow, and exact.

They play any game through `Position`, by the texts of its moves, and can be watched at
every step. The compiled searches in `alphabeta` and `mcts` are far faster and do the
same: they visit the same nodes in the same order, and from the same seed they grow the
same tree.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, TypeAlias

from foxkit.core.elementary import log
from foxkit.core.entry import evaluate
from foxkit.core.position import Position
from foxkit.core.rng import advance, below, mix
from foxkit.search.mcts import Settings, ucb1

Line = tuple[str, ...]
"""The moves from the root to a node."""


def payoffs_or_estimate(position: Position, evaluation: Any) -> dict[str, float]:
    """Each player's payoff, or an estimate of it by the evaluation during play."""
    if position.outcome is not None:
        return position.outcome
    values = evaluate(evaluation, position.game, position.state)
    return dict(zip(position.game.PLAYERS, map(float, values), strict=False))


def minimax(position: Position, evaluation: Any, player: str, depth: int) -> float:
    """The value of a position for a player who looks `depth` plies ahead.

    The player maximizes it; everybody else minimizes it.
    """
    if depth == 0 or not position.moves:
        return payoffs_or_estimate(position, evaluation)[player]
    best = max if position.mover == player else min
    after = map(position.play, position.moves)
    return best(minimax(each, evaluation, player, depth - 1) for each in after)


def max_n(position: Position, evaluation: Any, depth: int) -> dict[str, float]:
    """The value of a position for each player if all look `depth` plies ahead.

    Each maximizes its own value (Luckhardt & Irani, AAAI-86), and plays the first of
    equal moves.
    """
    if depth == 0 or not position.moves:
        return payoffs_or_estimate(position, evaluation)
    after = (
        max_n(each, evaluation, depth - 1)
        for each in map(position.play, position.moves)
    )
    return max(after, key=lambda values: values[position.mover])


Reason: TypeAlias = str
TABLE, KILLER = "table", "killer"
"""Why a move is tried first: it was best before, or it has pruned at another node."""


@dataclass(frozen=True)
class Step:
    """One step of alpha-beta at the node at the end of `line`.

    Attributes:
        event: a node is "opened" or "closed"; or its value is known at once, from the
            game's end ("finished"), the evaluation ("leaf") or the table ("table"); or
            a child of it has changed, and perhaps closed, its "window".
        line: the moves from the root to the node.
        alpha, beta: the node's window as it is now; in a step that gives the node's
            value, as it was at first.
        value: of a node whose search has ended, for the root's player.
        moves: of a node that is opened, all in the order in which they are tried; of a
            window that is closed, those that are pruned.
        hints: moves that come first, and why: TABLE or KILLER.
    """

    event: str
    line: Line
    alpha: float
    beta: float
    value: float = 0.0
    moves: tuple[str, ...] = ()
    hints: Mapping[str, Reason] = field(default_factory=dict)


def root_value(steps: Iterable[Step]) -> float:
    """The root's value, which the last step has."""
    *_, last = steps
    return last.value


@dataclass
class AlphaBetaSteps:
    """Alpha-beta search step by step, for one player; all others are opponents.

    Attributes:
        evaluation: estimates the values of positions at the full depth.
        player: the name of the player who maximizes.
        table: the positions already searched, each with the depth below it, the window
            (alpha and beta), the value and the best move; None does without.
        killers: the last two moves that pruned, by depth; None does without.
    """

    evaluation: Any
    player: str
    table: dict[Position, tuple[int, float, float, float, int]] | None = None
    killers: dict[int, list[int]] | None = None

    def search(self, position: Position, depth: int) -> Iterator[Step]:
        """Yield the steps of a new search; the table of earlier ones is kept."""
        if self.killers is not None:
            self.killers.clear()
        return self.visit(position, depth)

    def visit(
        self,
        position: Position,
        depth: int,
        alpha: float = -inf,
        beta: float = inf,
        line: Line = (),
    ) -> Generator[Step, None, float]:
        """Yield the steps from a node on; return its value.

        That is the value of minimax if it lies between alpha and beta. At or below
        alpha it is an upper bound of the value, at or above beta a lower bound: then
        the player, or an opponent, has a better move higher up.
        """
        event, value = self.known_value(position, depth, alpha, beta)
        if event:
            yield Step(event, line, alpha, beta, value)
            return value
        mine, low, high = position.mover == self.player, alpha, beta
        moves, hints = self.ordered_moves(position, depth)
        best, choice = (-inf if mine else inf), moves[0]
        yield Step("opened", line, alpha, beta, moves=moves, hints=hints)
        for i, move in enumerate(moves):
            after, line_after = position.play(move), (*line, move)
            value = yield from self.visit(after, depth - 1, low, high, line_after)
            if mine and value > best:
                best, choice, low = value, move, max(low, value)
            elif not mine and value < best:
                best, choice, high = value, move, min(high, value)
            pruned = moves[i + 1 :] if low >= high else ()
            yield Step("window", line, low, high, moves=pruned)
            if low >= high:  # it is closed: the other moves cannot matter
                self.remember_killer(depth, position.moves[choice])
                break
        if self.table is not None:
            code = position.moves[choice]
            self.table[position] = depth, alpha, beta, best, code
        yield Step("closed", line, alpha, beta, best)
        return best

    def known_value(
        self, position: Position, depth: int, alpha: float, beta: float
    ) -> tuple[str, float]:
        """The event that gives the value of a node at once, "" for none; the value."""
        if not position.moves or depth == 0:
            event = "leaf" if position.moves else "finished"
            return event, payoffs_or_estimate(position, self.evaluation)[self.player]
        if self.table and position in self.table:
            plies, low, high, value, _ = self.table[position]
            exact = low < value < high
            settles = exact or alpha >= value <= low or beta <= value >= high
            if plies == depth and settles:
                return "table", value
        return "", 0.0

    def ordered_moves(
        self, position: Position, depth: int
    ) -> tuple[tuple[str, ...], Mapping[str, Reason]]:
        """A node's moves in the order of the search, and why some come first."""
        hints: dict[str, Reason] = {}
        order = [*position.moves]
        texts = {code: text for text, code in position.moves.items()}
        first = [(code, KILLER) for code in (self.killers or {}).get(depth, [])]
        if self.table and position in self.table:
            first.insert(0, (self.table[position][-1], TABLE))
        for code, why in first:
            move, place = texts.get(code, ""), len(hints)
            if move in order[place:]:
                i = order.index(move)
                order[place], order[i] = move, order[place]
                hints[move] = why
        return tuple(order), hints

    def remember_killer(self, depth: int, code: int) -> None:
        """Let a move that pruned be tried first at other nodes of the same depth."""
        if self.killers is not None:
            killers = self.killers.get(depth, [])
            if code not in killers[:1]:
                self.killers[depth] = [code, *killers[:1]]


@dataclass
class TreeNode:
    """A position in the tree; `value_sum` is the sum of its results for `moved_by`.

    `moved_by` is the player whose move led to the position, and `move` its text.
    """

    position: Position
    moved_by: str = ""
    move: str = ""
    visits: int = 0
    value_sum: float = 0.0
    children: list[TreeNode] = field(default_factory=list)
    untried_moves: list[str] = field(default_factory=list)


@dataclass
class Mcts:
    """Monte-Carlo tree search by section 3 of Janshagen & Mattsson, FDG 2022."""

    evaluation: Any  # estimates the values of positions where playouts are cut off
    settings: Settings  # of which only `c` and `cutoff` are used
    seed: int

    def search(self, position: Position, simulations: int) -> TreeNode:
        """The root of a new tree after some simulations."""
        root = self.new_root(position)
        for _ in range(simulations):
            path = self.select(root)
            self.expand(path)
            end = self.play_out(path[-1].position)[-1]
            self.back_up(path, payoffs_or_estimate(end, self.evaluation))
        return root

    def new_root(self, position: Position) -> TreeNode:
        """The root of an empty tree; the stream of random numbers begins anew."""
        self._stream = mix(self.seed, 0)
        return TreeNode(position)

    def select(self, node: TreeNode) -> list[TreeNode]:
        """The path of largest UCB1 values to a leaf, unvisited nodes first."""
        path = [node]
        while node.children or node.untried_moves:
            node = self.select_child(node)
            path.append(node)
        return path

    def select_child(self, node: TreeNode) -> TreeNode:
        """A new child of a node, or else that of the largest UCB1 value."""
        if node.untried_moves:
            return self.random_child(node)
        return self.best_child(node, node.children)

    def best_child(self, node: TreeNode, children: list[TreeNode]) -> TreeNode:
        """The child of the largest UCB1 value, a random one of several."""
        best, largest, ties = children[0], -inf, 0
        for child in children:
            bound = sum(self.ucb1_terms(child, node))
            if bound > largest:
                best, largest, ties = child, bound, 1
            elif bound == largest:
                ties += 1
                best = child if self.random_below(ties) == 0 else best
        return best

    def ucb1_terms(self, child: TreeNode, parent: TreeNode) -> tuple[float, float]:
        """The two terms of UCB1."""
        return ucb1(child.value_sum, child.visits, log(parent.visits), self.settings.c)

    def expand(self, path: list[TreeNode]) -> None:
        """Give a leaf its moves, and step to a random child."""
        leaf = path[-1]
        leaf.untried_moves = list(leaf.position.moves)
        if leaf.untried_moves:
            path.append(self.random_child(leaf))

    def random_child(self, node: TreeNode) -> TreeNode:
        """Add a child by a random move that has not been tried; return it."""
        moves = node.untried_moves
        i = self.random_below(len(moves))
        moves[0], moves[i] = moves[i], moves[0]
        return self.new_child(node)

    def new_child(self, node: TreeNode) -> TreeNode:
        """Add a child by the first move that has not been tried; return it."""
        move, position = node.untried_moves.pop(0), node.position
        node.children.append(TreeNode(position.play(move), position.mover, move))
        return node.children[-1]

    def play_out(self, position: Position) -> list[Position]:
        """A position and those after random moves, at most as many as the cutoff."""
        line, cutoff = [position], self.settings.cutoff
        while line[-1].moves and cutoff != 0:
            moves = list(line[-1].moves)
            line.append(line[-1].play(moves[self.random_below(len(moves))]))
            cutoff -= 1
        return line

    def back_up(self, path: list[TreeNode], results: dict[str, float]) -> None:
        """Add each player's result to the nodes of a path into which it moved."""
        path[0].visits += 1
        for node in path[1:]:
            node.visits += 1
            node.value_sum += results[node.moved_by]

    def random_below(self, n: int) -> int:
        """A random number from 0 to n - 1."""
        self._stream = advance(self._stream)
        return below(self._stream, n)
