"""Wolves Eat Sheep by alpha-beta in plain Python: the baseline of the speed ratio.

What a careful programmer writes without compiled code: one flat list with a wall behind
it, tables of neighbours made once, moves made and taken back in place, a dictionary for
the positions seen. The search is that of `foxkit.search.alphabeta`: table move first,
then two killers, a table entry counts at its own depth only; the evaluation is the
report's, as meant. Rules: eating is optional.

    python benchmarks/plain_wolves.py --depth 6
"""

from __future__ import annotations

import argparse
import time
from math import inf

COARSE = 1 / 64  # seconds, the step of the coarsest clock

EMPTY, SHEEP, WOLF, WALL = 0, 1, 2, 3
OUT = 25
START = "11111/11111/00000/00000/02020 w"
EXACT, AT_LEAST, AT_MOST = 1, 2, 3
Move = tuple[int, int]


def _neighbour(square: int, dr: int, dc: int) -> int:
    """The square some rows and columns away; `OUT` off the board."""
    row, column = square // 5 + dr, square % 5 + dc
    return 5 * row + column if 0 <= row < 5 and 0 <= column < 5 else OUT


DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
NEAR = [[_neighbour(s, dr, dc) for s in range(25)] for dr, dc in DIRECTIONS]
FAR = [[_neighbour(s, 2 * dr, 2 * dc) for s in range(25)] for dr, dc in DIRECTIONS]
AROUND = [[near[s] for near in NEAR] for s in range(25)]
PAIRS = list(zip(NEAR, FAR, strict=True))
ACROSS = [[(near[s], far[s]) for near, far in PAIRS] for s in range(25)]
DISTANCE = [
    [abs(a // 5 - b // 5) + abs(a % 5 - b % 5) for b in range(25)] for a in range(25)
]


class Game:
    """A position that is changed in place."""

    __slots__ = ("board", "sheep", "wolves_move")

    def __init__(self, text: str) -> None:
        rows, side = text.split()
        self.board = [int(cell) for cell in rows.replace("/", "")] + [WALL]
        self.sheep = self.board.count(SHEEP)
        self.wolves_move = side == "w"

    def winner(self) -> int:
        """1 when the wolves have won, -1 when the sheep have won, else 0."""
        if self.sheep <= 2:
            return 1
        board = self.board
        for square in range(25):
            if board[square] == WOLF:
                for near in AROUND[square]:
                    if not board[near]:
                        return 0
        return -1

    def moves(self) -> list[Move]:
        """The moves of the side to move in a game that still goes on."""
        board = self.board
        if not self.wolves_move:
            flock = [s for s in range(25) if board[s] == SHEEP]
            return [(s, near[s]) for near in NEAR for s in flock if not board[near[s]]]
        pack = [s for s in range(25) if board[s] == WOLF]
        meals = [
            (s, far[s])
            for near, far in PAIRS
            for s in pack
            if board[far[s]] == SHEEP and not board[near[s]]
        ]
        steps = [(s, near[s]) for near in NEAR for s in pack if not board[near[s]]]
        return meals + steps

    def play(self, move: Move) -> int:
        """Make a move; return what stood on its target."""
        source, target = move
        board = self.board
        taken = board[target]
        board[target], board[source] = board[source], EMPTY
        self.sheep -= taken
        self.wolves_move = not self.wolves_move
        return taken

    def take_back(self, move: Move, taken: int) -> None:
        """Undo a move."""
        source, target = move
        board = self.board
        board[source], board[target] = board[target], taken
        self.sheep += taken
        self.wolves_move = not self.wolves_move

    def terms(self) -> tuple[int, int, int, int, int]:
        """Sheep, summed distances, sheep that can be eaten, blocked sides, trapped."""
        board, facing = self.board, set()
        flock = [s for s in range(25) if board[s] == SHEEP]
        distance = ways = trapped = 0
        for wolf in range(25):
            if board[wolf] != WOLF:
                continue
            row, free = DISTANCE[wolf], 0
            for sheep in flock:
                distance += row[sheep]
            for near, far in ACROSS[wolf]:
                if not board[near]:
                    free += 1
                    if board[far] == SHEEP:
                        facing.add(far)
            if free:
                ways += 4 - free
            else:
                trapped += 1
        return self.sheep, distance, len(facing), ways, trapped


class Search:
    """One search; all values are those of the root's player, 100,000 being a win."""

    def __init__(self, game: Game, depth: int) -> None:
        self.game = game
        self.for_wolves = game.wolves_move
        self.root = game.terms()
        self.nodes = self.pruned = self.hits = 0
        self.table: dict[tuple[int, ...], tuple[int, int, float, Move]] = {}
        self.killers: list[list[Move | None]] = [[None, None] for _ in range(depth + 1)]

    def evaluate(self) -> int:
        """The report's score."""
        sheep, distance, facing, ways, trapped = self.game.terms()
        killed, shortened = self.root[0] - sheep, self.root[1] - distance
        if self.for_wolves:
            return 500 * killed + 20 * shortened + 300 * facing
        score = -20_000 * killed - 100 * shortened - facing
        return score + 800 * (ways - self.root[3]) + 4_000 * (trapped - self.root[4])

    def value(
        self, left: int, level: int = 0, alpha: float = -inf, beta: float = inf
    ) -> float:
        """The value of the position, `left` plies deep."""
        self.nodes += 1
        game = self.game
        if winner := game.winner():
            return 100_000 if (winner > 0) == self.for_wolves else -100_000
        if not left:
            return self.evaluate()
        key = (*game.board, game.wolves_move)
        first, entry = None, self.table.get(key)
        if entry:
            depth, bound, value, first = entry
            if depth == left and (
                bound == EXACT
                or (bound == AT_LEAST and value >= beta)
                or (bound == AT_MOST and value <= alpha)
            ):
                self.hits += 1
                return value
        moves = game.moves()
        place = 0
        for move in (first, *self.killers[level]):
            if move in moves[place:]:
                i = moves.index(move, place)
                moves[i], moves[place] = moves[place], moves[i]
                place += 1
        return self._best(key, moves, left, level, alpha, beta)

    def _best(
        self,
        key: tuple[int, ...],
        moves: list[Move],
        left: int,
        level: int,
        alpha: float,
        beta: float,
    ) -> float:
        """The best value of some moves, kept in the table."""
        game, low, high = self.game, alpha, beta
        larger = game.wolves_move == self.for_wolves
        best, choice = (-inf if larger else inf), moves[0]
        for number, move in enumerate(moves, 1):
            taken = game.play(move)
            value = self.value(left - 1, level + 1, low, high)
            game.take_back(move, taken)
            if value > best if larger else value < best:
                best, choice = value, move
                if larger:
                    low = max(low, value)
                else:
                    high = min(high, value)
            if low >= high:
                self.pruned += len(moves) - number
                killers = self.killers[level]
                if killers[0] != choice:
                    self.killers[level] = [choice, killers[0]]
                break
        bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        self.table[key] = (left, bound, best, choice)
        return best


def nodes_per_second(text: str, depth: int) -> float:
    """Positions visited per second of processor time in one search."""
    before = time.process_time()
    search = Search(Game(text), depth)
    search.value(depth)
    return search.nodes / max(time.process_time() - before, COARSE)


def main() -> None:
    """Print the speed of one search."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--depth", type=int, default=6)
    depth = parser.parse_args().depth
    speed = nodes_per_second(START, depth)
    print(f"{speed:,.0f} positions per second of processor time")


if __name__ == "__main__":
    main()
