"""The Battle Sheep report's search in plain Python, by somebody who tunes.

Follows the report's listing, on boards as flat lists with a rim, stacks in dictionaries
instead of a scan of the array, children made from their moves when they are reached,
and one random number where the listing draws from a list. Nothing of the package is
used but its stream of random numbers, so that both searches grow the same tree.
"""

from __future__ import annotations

from math import inf, log, sqrt

WIDTH = 17  # 15 columns and a rim
STEPS = (-WIDTH - 1, -1, WIDTH - 1, -WIDTH, WIDTH, -WIDTH + 1, 1, WIDTH + 1)
"""Directions 1 2 3 4 6 7 8 9 on cells WIDTH * (x + 1) + y + 1."""
SIDES = (-1, 1, -WIDTH, WIDTH)
POWERS = [n**1.25 for n in range(226)]
MASK = (1 << 63) - 1
Move = tuple[int, int, int]
"""Cell, step, sheep."""


class Stream:
    """The random stream of `foxkit.core.rng`, written once more."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.seed = (self.seed * 6364136223846793005 + 1442695040888963407) & MASK
        return ((self.seed >> 32) * n) >> 31


class Board:
    """Free cells as a list of flags with a rim; each player's stacks, cell to sheep."""

    __slots__ = ("free", "stacks")

    def __init__(self, free: list[bool], stacks: list[dict[int, int]]) -> None:
        self.free, self.stacks = free, stacks

    @classmethod
    def parse(cls, text: str) -> tuple[Board, int]:
        """The board of a text, and the player to move from 0."""
        drawn, mover = text.split(" | ")
        free, stacks = [False] * WIDTH**2, [dict[int, int]() for _ in range(4)]
        cells = [
            (WIDTH * (x + 1) + y + 1, cell)
            for y, row in enumerate(drawn.split("/"))
            for x, cell in enumerate(row.split())
        ]
        for place, cell in sorted(cells):
            free[place] = cell == "."
            if cell not in ".#":
                stacks["abcd".index(cell[0])][place] = int(cell[1:])
        return cls(free, stacks), int(mover) - 1

    def copy(self) -> Board:
        """A board that can be changed on its own."""
        return Board(self.free[:], [dict(stacks) for stacks in self.stacks])

    def groups(self, player: int) -> list[Move]:
        """(cell, step, splits) for each way out, in the listing's order."""
        free, steps = self.free, STEPS
        return [
            (cell, step, sheep - 1)
            for cell, sheep in sorted(self.stacks[player].items())
            if sheep > 1
            for step in steps
            if free[cell + step]
        ]

    def moves(self, player: int) -> list[Move]:
        """A player's moves in the listing's order."""
        groups = self.groups(player)
        return [(c, d, m) for c, d, most in groups for m in range(1, most + 1)]

    def play(self, player: int, cell: int, step: int, sheep: int) -> None:
        """Make a move."""
        free, own = self.free, self.stacks[player]
        end = cell + step
        while free[end + step]:
            end += step
        free[end] = False
        own[end] = sheep
        own[cell] -= sheep

    def score(self, player: int) -> int:
        """A player's score."""
        left, total = set(self.stacks[player]), 0.0
        while left:
            queue = [left.pop()]
            for cell in queue:
                for side in SIDES:
                    if cell + side in left:
                        left.remove(cell + side)
                        queue.append(cell + side)
            total += POWERS[len(queue)]
        return round(total)


class Node:
    """A node of the listing's tree: a move of the player's, and what came of it."""

    __slots__ = ("children", "fresh", "move", "moves", "score", "visits")

    def __init__(self, move: Move | None) -> None:
        self.move = move
        self.visits, self.score = 0, 0
        self.children: dict[int, Node] = {}
        self.moves: list[Move] = []
        self.fresh = 0


class Search:
    """The listing's search for one player; `root` is its tree."""

    def __init__(self, text: str, seed: int) -> None:
        self.board, self.me = Board.parse(text)
        self.stream, self.root = Stream(seed), Node(None)
        self.others = [player for player in range(4) if player != self.me]

    def run(self, iterations: int) -> Search:
        """Add iterations."""
        for _ in range(iterations):
            self.iterate()
        return self

    def iterate(self) -> None:
        """Select, expand, play out, and add the score to the path below the root."""
        node, board, path = self.root, self.board.copy(), []
        while node.moves:
            node = self.best_child(node)
            path.append(node)
            board.play(self.me, *node.move)
        node.moves = board.moves(self.me)
        if node.moves:
            node = self.child(node, self.stream.below(len(node.moves)))
            path.append(node)
            board.play(self.me, *node.move)
            self.play_out(board)
        score = board.score(self.me)
        for node in path:
            node.visits += 1
            node.score += score

    def child(self, node: Node, i: int) -> Node:
        """A new child by the move of an index."""
        node.children[i] = made = Node(node.moves[i])
        return made

    def best_child(self, node: Node) -> Node:
        """The first child without a visit, or the first of the largest UCT."""
        children, fresh = node.children, node.fresh
        while fresh in children:
            fresh += 1
        node.fresh = fresh
        if fresh < len(node.moves):
            return self.child(node, fresh)
        total = log(sum([child.visits for child in children.values()]))
        best, most, index = node, -inf, -1
        for i, child in children.items():
            visits = child.visits
            uct = child.score / visits + 1.44 * sqrt(total / visits)
            if uct > most or (uct == most and i < index):
                best, most, index = child, uct, i
        return best

    def play_out(self, board: Board) -> None:
        """Make random moves, this player first, until this player has none."""
        while self.random_move(board, self.me):
            for player in self.others:
                self.random_move(board, player)

    def random_move(self, board: Board, player: int) -> bool:
        """Make one of a player's moves, each as likely; tell whether there was one."""
        groups = board.groups(player)
        if not groups:
            return False
        left = self.stream.below(sum([group[2] for group in groups]))
        for cell, step, splits in groups:
            if left < splits:
                board.play(player, cell, step, left + 1)
                break
            left -= splits
        return True
