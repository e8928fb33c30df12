"""The Fox Game and its search in plain Python: the baseline of the speed ratio.

What a careful programmer writes without compiled code: one flat list for the board,
tables of neighbours and jumps made once, counts kept up to date move by move, tuples,
slots and local names. The search is that of section 3 of the paper: a node holds its
state, and a leaf gets all its children at its first visit. Recommended rules only.

    python benchmarks/plain_fox_game.py --simulations 10000 --cutoff 0
"""

from __future__ import annotations

import argparse
import math
import random
import time

COARSE = 1 / 64  # seconds, the step of the coarsest clock

POINTS = [(r, c) for r in range(7) for c in range(7) if 2 <= r <= 4 or 2 <= c <= 4]
INDEX = {point: i for i, point in enumerate(POINTS)}
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
EMPTY, SHEEP, FOX = 0, 1, 2
TARGET, SIDEWAYS_LIMIT = 9, 10

Move = tuple[int, int, int]  # from, to, the point of the captured sheep or -1


def _ray(i: int, direction: tuple[int, int], steps: int) -> int:
    """The index of the point some steps away in a direction; -1 off the board."""
    (row, column), (dr, dc) = POINTS[i], direction
    return INDEX.get((row + steps * dr, column + steps * dc), -1)


def _lines(i: int) -> tuple[tuple[int, int], ...]:
    """The directions of the lines that leave a point."""
    return STRAIGHT + DIAGONAL if sum(POINTS[i]) % 2 == 0 else STRAIGHT


def _square_value(row: int, column: int) -> int:
    """How much a sheep on a point is worth in equation 3."""
    return row + (row > 4 or (row == 4 and 2 <= column <= 4))


SHEEP_STEPS: list[list[Move]] = [
    [(i, t, -1) for d in ((0, -1), (0, 1), (1, 0)) if (t := _ray(i, d, 1)) >= 0]
    for i in range(33)
]
FOX_STEPS: list[list[Move]] = [
    [(i, t, -1) for d in _lines(i) if (t := _ray(i, d, 1)) >= 0] for i in range(33)
]
FOX_JUMPS: list[list[Move]] = [
    [(i, t, o) for d in _lines(i) if (o := _ray(i, d, 1)) >= 0 <= (t := _ray(i, d, 2))]
    for i in range(33)
]
SQUARE_VALUE = [_square_value(*point) for point in POINTS]
IN_PASTURE = [int(row >= 4 and 2 <= column <= 4) for row, column in POINTS]
ROW = [row for row, _ in POINTS]


class State:
    """A position with the counts that the rules and equation 3 ask for."""

    __slots__ = (
        "board",
        "chain",
        "foxes",
        "inside",
        "sheep",
        "sheep_to_move",
        "sideways",
        "value",
    )

    def __init__(
        self,
        board: list[int],
        sheep_to_move: bool,
        sideways: int,
        chain: int,
        foxes: tuple[int, ...],
        counts: tuple[int, int, int],
    ) -> None:
        self.board = board
        self.sheep_to_move = sheep_to_move
        self.sideways = sideways
        self.chain = chain
        self.foxes = foxes
        self.sheep, self.inside, self.value = counts


def parse(text: str) -> State:
    """The state of a position's one-line text."""
    rows, mover, sideways, chain = text.split()
    board = [".sf".index(piece) for piece in rows.replace("/", "") if piece != "-"]
    sheep = [i for i in range(33) if board[i] == SHEEP]
    inside = sum(IN_PASTURE[i] for i in sheep)
    value = sum(SQUARE_VALUE[i] for i in sheep)
    foxes = tuple(i for i in range(33) if board[i] == FOX)
    square = -1 if chain == "-" else INDEX[int(chain[0]), int(chain[1])]
    counts = (len(sheep), inside, value)
    return State(board, mover == "s", int(sideways), square, foxes, counts)


def start() -> State:
    """The starting position with 20 sheep."""
    return parse("--sss--/--sss--/sssssss/sssssss/......./--...--/--f.f-- s 0 -")


def _mobile(board: list[int], fox: int) -> bool:
    """Whether a fox has a step or a jump."""
    for _, target, _ in FOX_STEPS[fox]:
        if not board[target]:
            return True
    for _, target, over in FOX_JUMPS[fox]:
        if board[over] == SHEEP and not board[target]:
            return True
    return False


def _sheep_can_move(board: list[int]) -> bool:
    """Whether any sheep has a step."""
    for i, piece in enumerate(board):
        if piece == SHEEP:
            for _, target, _ in SHEEP_STEPS[i]:
                if not board[target]:
                    return True
    return False


def winner(state: State) -> int:
    """1 when the foxes have won, -1 when the sheep have won, 0 while play goes on."""
    if state.inside == TARGET:
        return -1
    if state.sheep < TARGET or state.sideways >= SIDEWAYS_LIMIT:
        return 1
    if not state.foxes:
        return -1
    if state.sheep_to_move:
        return 0 if _sheep_can_move(state.board) else 1
    return 0 if any(_mobile(state.board, fox) for fox in state.foxes) else -1


def legal_moves(state: State) -> list[Move]:
    """The moves of the side to move in a game that still goes on."""
    board = state.board
    if state.sheep_to_move:
        return [
            move
            for i, piece in enumerate(board)
            if piece == SHEEP
            for move in SHEEP_STEPS[i]
            if not board[move[1]]
        ]
    foxes = state.foxes if state.chain < 0 else (state.chain,)
    jumps = [
        move
        for fox in foxes
        for move in FOX_JUMPS[fox]
        if board[move[2]] == SHEEP and not board[move[1]]
    ]
    if jumps:
        return jumps
    return [move for fox in foxes for move in FOX_STEPS[fox] if not board[move[1]]]


def play(state: State, move: Move) -> State:
    """The state after a legal move."""
    if state.sheep_to_move:
        return _play_sheep(state, move)
    return _play_fox(state, move)


def _play_sheep(state: State, move: Move) -> State:
    """The state after a move of a sheep."""
    before, target, _ = move
    board = state.board[:]
    board[before], board[target] = EMPTY, SHEEP
    inside = state.inside + IN_PASTURE[target] - IN_PASTURE[before]
    value = state.value + SQUARE_VALUE[target] - SQUARE_VALUE[before]
    sideways = 0 if ROW[target] > ROW[before] else state.sideways + 1
    foxes = state.foxes
    if inside < TARGET and sideways < SIDEWAYS_LIMIT:
        foxes = tuple([fox for fox in foxes if _mobile(board, fox)])
        if len(foxes) < len(state.foxes):
            for fox in state.foxes:
                board[fox] = FOX if fox in foxes else EMPTY
    return State(board, False, sideways, -1, foxes, (state.sheep, inside, value))


def _play_fox(state: State, move: Move) -> State:
    """The state after a step or a jump of a fox."""
    before, target, over = move
    board = state.board[:]
    board[before], board[target] = EMPTY, FOX
    foxes = tuple([target if fox == before else fox for fox in state.foxes])
    counts = (state.sheep, state.inside, state.value)
    chain = -1
    if over >= 0:
        board[over] = EMPTY
        sheep, inside, value = counts
        counts = (sheep - 1, inside - IN_PASTURE[over], value - SQUARE_VALUE[over])
        for _, landing, victim in FOX_JUMPS[target]:
            if board[victim] == SHEEP and not board[landing]:
                chain = target
                break
    return State(board, chain < 0, state.sideways, chain, foxes, counts)


def heuristic(state: State) -> float:
    """Equation 3 from the foxes' view with k = 0.8, q = 12, b = 1."""
    material = 12 / 13 * (len(state.foxes) - 2) - (state.sheep - 20) / 13
    return math.tanh(0.8 * material - 0.02 * (state.value - 38))


class Node:
    """A state of the tree; `value` is summed for the player who moved into it."""

    __slots__ = ("children", "move", "state", "value", "visits")

    def __init__(self, state: State, move: Move | None = None) -> None:
        self.state = state
        self.move = move
        self.value = 0.0
        self.visits = 0
        self.children: list[Node] = []


def _best_child(node: Node, c: float, rng: random.Random) -> Node:
    """The child with the largest UCB1 value, ties at random."""
    unvisited = [child for child in node.children if not child.visits]
    if unvisited:
        return unvisited[int(rng.random() * len(unvisited))]
    sqrt, exploration = math.sqrt, c * math.sqrt(math.log(node.visits))
    largest, ties = -math.inf, []
    for child in node.children:
        visits = child.visits
        score = child.value / visits + exploration / sqrt(visits)
        if score > largest:
            largest, ties = score, [child]
        elif score == largest:
            ties.append(child)
    return ties[0] if len(ties) == 1 else rng.choice(ties)


def _playout(state: State, cutoff: int, rng: random.Random) -> float:
    """The result of a playout of `cutoff` random moves at most, for the foxes."""
    result = winner(state)
    while cutoff and not result:
        moves = legal_moves(state)
        state = play(state, moves[int(rng.random() * len(moves))])
        result = winner(state)
        cutoff -= 1
    return result or heuristic(state)


def search(
    state: State, simulations: int, cutoff: int = 0, seed: int = 0, c: float = 0.4
) -> Node:
    """The root of a fresh tree after all simulations."""
    rng = random.Random(seed)
    root = Node(state)
    for _ in range(simulations):
        path = [node := root]
        while node.children:
            node = _best_child(node, c, rng)
            path.append(node)
        if not winner(node.state):
            before = node.state
            node.children = [Node(play(before, m), m) for m in legal_moves(before)]
            node = node.children[int(rng.random() * len(node.children))]
            path.append(node)
        _add_to_path(path, _playout(node.state, cutoff, rng))
    return root


def _add_to_path(path: list[Node], foxes_result: float) -> None:
    """Add a result to all nodes of a path, for who moved into each."""
    sheep_moved_in = path[0].state.sheep_to_move
    for node in path:
        node.visits += 1
        node.value += -foxes_result if sheep_moved_in else foxes_result
        sheep_moved_in = node.state.sheep_to_move


def simulations_per_second(simulations: int, cutoff: int, seed: int = 0) -> float:
    """Simulations per second of processor time, in one search from the start."""
    before = time.process_time()
    search(start(), simulations, cutoff, seed)
    return simulations / max(time.process_time() - before, COARSE)


def main() -> None:
    """Print the speed of one search."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--simulations", type=int, default=10_000)
    parser.add_argument("--cutoff", type=int, default=0)
    options = parser.parse_args()
    speed = simulations_per_second(options.simulations, options.cutoff)
    print(f"{speed:,.0f} simulations per second of processor time")


if __name__ == "__main__":
    main()
