"""The Fox Game's search as a reader of the paper would first write it in Python.

Seven lists of seven letters for the board, a function for each rule, and a tree of
nodes that hold their state, their value, their visits, their parent and their children
(section 3). Nothing is slow on purpose and nothing is tuned; `plain_fox_game` is the
same search by somebody who tunes. Recommended rules only.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field

COARSE = 1 / 64  # seconds, the step of the coarsest clock

SIDEWAYS, FORWARD = ((0, -1), (0, 1)), (1, 0)
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
POINTS = [(r, c) for r in range(7) for c in range(7) if 2 <= r <= 4 or 2 <= c <= 4]
ON_BOARD = set(POINTS)
PASTURE = [(r, c) for r in (4, 5, 6) for c in (2, 3, 4)]
VALUES = ["  000  ", "  111  ", "2222222", "3333333", "4455544", "  666  ", "  777  "]

Point = tuple[int, int]
Move = tuple[Point, Point]


@dataclass
class State:
    """A position: the board, who is to move, and the two counters."""

    board: list[list[str]]
    sheep_to_move: bool = True
    sideways: int = 0
    chain: Point | None = None

    def find(self, piece: str) -> list[Point]:
        """Where the pieces of a kind stand."""
        return [(r, c) for r, c in POINTS if self.board[r][c] == piece]

    def copy(self) -> State:
        """A copy with a board of its own."""
        rows = [row[:] for row in self.board]
        return State(rows, self.sheep_to_move, self.sideways, self.chain)


def start() -> State:
    """The position in which play begins."""
    rows = ["--sss--", "--sss--", "sssssss", "sssssss", ".......", "--...--", "--f.f--"]
    return State([list(row) for row in rows])


def directions(point: Point) -> tuple[tuple[int, int], ...]:
    """The lines that leave a point."""
    return STRAIGHT + DIAGONAL if sum(point) % 2 == 0 else STRAIGHT


def empty(state: State, r: int, c: int) -> bool:
    """Whether a point is on the board and empty."""
    return (r, c) in ON_BOARD and state.board[r][c] == "."


def sheep_moves(state: State) -> list[Move]:
    """Every step forward or sideways."""
    return [
        ((r, c), (r + dr, c + dc))
        for r, c in state.find("s")
        for dr, dc in (*SIDEWAYS, FORWARD)
        if empty(state, r + dr, c + dc)
    ]


def captures(state: State, fox: Point) -> list[Move]:
    """The jumps of one fox."""
    r, c = fox
    return [
        (fox, (r + 2 * dr, c + 2 * dc))
        for dr, dc in directions(fox)
        if (r + dr, c + dc) in ON_BOARD
        and state.board[r + dr][c + dc] == "s"
        and empty(state, r + 2 * dr, c + 2 * dc)
    ]


def steps(state: State, fox: Point) -> list[Move]:
    """The steps of one fox."""
    r, c = fox
    around = [(r + dr, c + dc) for dr, dc in directions(fox)]
    return [(fox, target) for target in around if empty(state, *target)]


def winner(state: State) -> str | None:
    """Who has won by the board alone."""
    if all(state.board[r][c] == "s" for r, c in PASTURE):
        return "sheep"
    if state.sideways == 10:
        return "foxes"
    if not state.find("f"):
        return "sheep"
    return "foxes" if len(state.find("s")) < 9 else None


def legal_moves(state: State) -> list[Move]:
    """The legal moves; a capture must be taken, a chain continued."""
    if winner(state):
        return []
    if state.sheep_to_move:
        return sheep_moves(state)
    if state.chain:
        return captures(state, state.chain)
    foxes = state.find("f")
    jumps = [move for fox in foxes for move in captures(state, fox)]
    return jumps or [move for fox in foxes for move in steps(state, fox)]


def play(state: State, move: Move) -> State:
    """The state after a move."""
    after = state.copy()
    (r, c), (to_r, to_c) = move
    after.board[to_r][to_c], after.board[r][c] = after.board[r][c], "."
    if state.sheep_to_move:
        after.sheep_to_move = False
        after.sideways = 0 if to_r > r else state.sideways + 1
        remove_immobile_foxes(after)
        return after
    after.chain = None
    if max(abs(to_r - r), abs(to_c - c)) == 2:
        after.board[(r + to_r) // 2][(c + to_c) // 2] = "."
        if captures(after, (to_r, to_c)):
            after.chain = (to_r, to_c)
            return after
    after.sheep_to_move = True
    return after


def remove_immobile_foxes(state: State) -> None:
    """Take the foxes without a move off the board, all judged on the same board."""
    if not winner(state):
        foxes = state.find("f")
        for r, c in [f for f in foxes if not steps(state, f) + captures(state, f)]:
            state.board[r][c] = "."


def evaluate(state: State) -> float:
    """Equation (3) with the constants (4), as seen by the foxes."""
    sheep = state.find("s")
    material = 12 / 13 * (len(state.find("f")) - 2) - 1 / 13 * (len(sheep) - 20)
    position = -0.1 * (sum(int(VALUES[r][c]) for r, c in sheep) - 38)
    return math.tanh(0.8 * material + 0.2 * position)


def result(state: State, moves: list[Move]) -> float:
    """The result, or the evaluation, as seen by the foxes."""
    if moves:
        return evaluate(state)
    won = winner(state) or ("foxes" if state.sheep_to_move else "sheep")
    return 1.0 if won == "foxes" else -1.0


@dataclass
class Node:
    """A node of the search tree."""

    state: State
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    value: float = 0.0
    visits: int = 0

    def ucb1(self, c: float) -> float:
        """Equation (1)."""
        if self.visits == 0:
            return math.inf
        assert self.parent is not None
        explore = math.sqrt(math.log(self.parent.visits) / self.visits)
        return self.value / self.visits + c * explore


def select(node: Node, c: float, rng: random.Random) -> Node:
    """The leaf at the end of the largest UCB1 values, ties at random."""
    while node.children:
        bounds = [child.ucb1(c) for child in node.children]
        best = max(bounds)
        ties = [
            n for n, bound in zip(node.children, bounds, strict=True) if bound == best
        ]
        node = rng.choice(ties)
    return node


def search(simulations: int, cutoff: int = 0, seed: int = 0, c: float = 0.4) -> Node:
    """Search the start as section 3 words it; return the root."""
    root, rng = Node(start()), random.Random(seed)
    for _ in range(simulations):
        node = select(root, c, rng)
        moves = legal_moves(node.state)
        if moves:
            node.children = [Node(play(node.state, move), node) for move in moves]
            node = rng.choice(node.children)
        back_up(node, playout(node.state, cutoff, rng))
    return root


def playout(state: State, cutoff: int, rng: random.Random) -> float:
    """Play at most `cutoff` random moves; return the result as seen by the foxes."""
    moves = legal_moves(state)
    for _ in range(cutoff):
        if not moves:
            break
        state = play(state, rng.choice(moves))
        moves = legal_moves(state)
    return result(state, moves)


def back_up(node: Node | None, foxes_result: float) -> None:
    """Add a result to a node and all above it, as seen by who moved into each."""
    while node is not None:
        mover = node.parent.state if node.parent else node.state
        node.visits += 1
        node.value += -foxes_result if mover.sheep_to_move else foxes_result
        node = node.parent


def simulations_per_second(simulations: int, cutoff: int, seed: int = 0) -> float:
    """Simulations per second of processor time of one search."""
    begin = time.process_time()
    search(simulations, cutoff, seed)
    return simulations / max(time.process_time() - begin, COARSE)
