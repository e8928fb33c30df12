"""Fox & Hounds solved by brute force in plain Python: oracle and baseline.

Written to be read, and to be an honest rival: squares are numbers, tables of
neighbours are made once, and a dictionary remembers every position, so that each is
looked at once. A position is `(fox, hounds, to_move)` with the hounds' squares in
order. It shares no code and no layout with foxkit: squares are numbered file by file,
from the lowest light square of the leftmost file.

    python benchmarks/plain_fox_hounds.py --width 6 --height 6
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable

COARSE = 1 / 64  # seconds, the step of the coarsest clock

FOX, HOUNDS = "fox", "hounds"
NEVER = 10**6  # a B value larger than every number

Position = tuple[int, tuple[int, ...], str]
Value = tuple[str, int]  # who wins, in how many plies

sys.setrecursionlimit(10_000)


def _bits(squares: Iterable[int]) -> int:
    """Squares as the bits of a number."""
    return sum(1 << square for square in squares)


class Board:
    """A board of light squares, and the rules on it."""

    def __init__(self, width: int = 8, height: int = 8, safe_squares: int = 2):
        files, ranks = range(width), range(height)
        self.width, self.height, self.safe_squares = width, height, safe_squares
        self.squares = [(x, y) for x in files for y in ranks if (x + y) % 2]
        self.down = [self._steps(square, -1) for square in self.squares]
        self.up = [self._steps(square, +1) for square in self.squares]
        self.near = [d + u for d, u in zip(self.down, self.up, strict=True)]
        self.near_bits = [_bits(near) for near in self.near]
        self.cone = [self._cone(square) for square in range(len(self.squares))]

    def _steps(self, square: tuple[int, int], dy: int) -> list[int]:
        """The squares one step up or down from a square."""
        x, y = square
        steps = [(x - 1, y + dy), (x + 1, y + dy)]
        return [self.squares.index(step) for step in steps if step in self.squares]

    def _cone(self, square: int) -> int:
        """The squares that a lone hound could ever get to, as bits."""
        found, frontier = 1 << square, {square}
        while frontier:
            frontier = {to for at in frontier for to in self.up[at]}
            found |= _bits(frontier)
        return found

    def name(self, square: int) -> str:
        """A square as file letter and rank number."""
        x, y = self.squares[square]
        return f"{'abcdefghijklmnopqrstuvwxyz'[x]}{y + 1}"

    def square(self, name: str) -> int:
        """The square of a name."""
        return self.squares.index((ord(name[0]) - ord("a"), int(name[1:]) - 1))

    def start(self) -> Position:
        """The hounds fill the lowest rank; the fox stands on the highest."""
        lowest = [s for s, (_, y) in enumerate(self.squares) if y == 0]
        highest = [s for s, (_, y) in enumerate(self.squares) if y == self.height - 1]
        return highest[self.width // 4], tuple(lowest), FOX

    def reach(self, hounds: Iterable[int]) -> int:
        """All squares that some hound could ever get to, whatever is in the way."""
        found = 0
        for hound in hounds:
            found |= self.cone[hound]
        return found

    def escaped(self, fox: int, hounds: tuple[int, ...]) -> bool:
        """Whether the fox has a large enough area that no hound can ever reach."""
        if self.safe_squares == 0:
            return False
        reach = self.reach(hounds)
        if reach >> fox & 1:
            return False
        return self.safe_squares == 1 or self.near_bits[fox] & ~reach != 0

    def moves(self, position: Position) -> list[tuple[int, int]]:
        """Moves as (from, to), in the document's order; none when the game is over."""
        fox, hounds, to_move = position
        if self.escaped(fox, hounds):
            return []
        if to_move == FOX:
            return [(fox, to) for to in self.near[fox] if to not in hounds]
        free = [(h, to) for h in hounds for to in self.up[h] if to not in hounds]
        return [(hound, to) for hound, to in free if to != fox]

    def play(self, position: Position, move: tuple[int, int]) -> Position:
        """The position after a move."""
        fox, hounds, to_move = position
        source, target = move
        if to_move == FOX:
            return target, hounds, HOUNDS
        rest = [target if hound == source else hound for hound in hounds]
        return fox, tuple(sorted(rest)), FOX

    def children(self, position: Position) -> list[Position]:
        """The positions one move later."""
        return [self.play(position, move) for move in self.moves(position)]

    def final(self, position: Position) -> Value:
        """The value of a position without moves."""
        fox, hounds, to_move = position
        lost = to_move == FOX and not self.escaped(fox, hounds)
        return (HOUNDS, 0) if lost else (FOX, 0)

    def is_foxbox(self, position: Position) -> bool:
        """Whether the hounds contain the fox, whoever is to move."""
        fox, hounds, _ = position
        region, frontier = {fox}, [fox]
        while frontier:
            frontier = [
                to
                for at in frontier
                for to in self.near[at]
                if to not in hounds and to not in region
            ]
            region.update(frontier)
        return len(region) == 1 or _bits(region) & ~self.reach(hounds) == 0


def preference(value: Value) -> int:
    """A number that is larger the more the fox likes a value."""
    winner, plies = value
    return 1000 - plies if winner == FOX else plies - 1000


class Solver:
    """Everything about the positions of a board, each worked out once and remembered.

    Attributes:
        winning_boxes: whether a FoxBox counts for B only where the hounds win.
    """

    def __init__(self, board: Board, winning_boxes: bool = True):
        self.board, self.winning_boxes = board, winning_boxes
        self.values: dict[Position, Value] = {}
        self.games_from: dict[Position, int] = {}
        self.b_values: dict[Position, int] = {}
        self.max_b_values: dict[Position, tuple[int, int]] = {}

    def value(self, position: Position) -> Value:
        """Winner and plies: the winner hurries, the loser delays."""
        if position not in self.values:
            values = [self.value(child) for child in self.board.children(position)]
            if values:
                best = max if position[2] == FOX else min
                winner, plies = best(values, key=preference)
                self.values[position] = winner, plies + 1
            else:
                self.values[position] = self.board.final(position)
        return self.values[position]

    def games(self, position: Position) -> int:
        """The number of different games from here to an end."""
        if position not in self.games_from:
            children = self.board.children(position)
            ways = sum(self.games(child) for child in children) if children else 1
            self.games_from[position] = ways
        return self.games_from[position]

    def reachable(self) -> set[Position]:
        """All positions that play can reach, from the start to the ends."""
        found, frontier = {self.board.start()}, [self.board.start()]
        while frontier:
            position = frontier.pop()
            for child in self.board.children(position):
                if child not in found:
                    found.add(child)
                    frontier.append(child)
        return found

    def b(self, position: Position) -> int:
        """Plies the hounds need to force a FoxBox; NEVER if they cannot."""
        if position not in self.b_values:
            self.b_values[position] = self._b(position)
        return self.b_values[position]

    def _b(self, position: Position) -> int:
        """The value of `b`, computed."""
        won = self.value(position)[0] == HOUNDS
        if self.board.is_foxbox(position) and (won or not self.winning_boxes):
            return 0
        children = self.board.children(position)
        if not children:
            return NEVER
        best = max if position[2] == FOX else min
        return min(NEVER, 1 + best(self.b(child) for child in children))

    def max_b(self, position: Position) -> tuple[int, int]:
        """The largest B that the fox can force, and the plies until it is met."""
        if position not in self.max_b_values:
            self.max_b_values[position] = self._max_b(position)
        return self.max_b_values[position]

    def _max_b(self, position: Position) -> tuple[int, int]:
        """The value of `max_b`, computed."""

        def greatness(pair: tuple[int, int]) -> tuple[int, int]:
            return pair[0], -pair[1]

        here = (self.b(position), 0)
        later = [self.max_b(child) for child in self.board.children(position)]
        if not later:
            return here
        best = max if position[2] == FOX else min
        largest, plies = best(later, key=greatness)
        return max(here, (largest, plies + 1), key=greatness)

    def keeping(self, position: Position) -> list[tuple[int, int]]:
        """The moves that keep the winner."""
        winner = self.value(position)[0]
        after = self._after(position)
        return [move for move in after if self.value(after[move])[0] == winner]

    def best(self, position: Position) -> list[tuple[int, int]]:
        """The moves of perfect play."""
        after = self._after(position)
        sign = 1 if position[2] == FOX else -1
        return _largest({m: sign * preference(self.value(after[m])) for m in after})

    def ai(self, position: Position, with_k: bool = True) -> list[tuple[int, int]]:
        """The moves among which the document's player chooses, without fuzz."""
        after = self._after(position)
        kept = self.keeping(position)
        if self.value(position)[0] == FOX:
            return _largest({move: self.value(after[move])[1] for move in kept})
        pairs = {move: self.max_b(after[move]) for move in kept}
        return _largest({move: (v, -k * with_k) for move, (v, k) in pairs.items()})

    def _after(self, position: Position) -> dict[tuple[int, int], Position]:
        """The position after each move."""
        moves = self.board.moves(position)
        return {move: self.board.play(position, move) for move in moves}

    def opposite(self) -> Position | None:
        """The first position, breadth first, with another winner than the start."""
        queue = [self.board.start()]
        winner, seen = self.value(queue[0])[0], set(queue)
        for position in queue:
            if self.value(position)[0] != winner:
                return position
            fresh = [c for c in self.board.children(position) if c not in seen]
            seen.update(fresh)
            queue.extend(dict.fromkeys(fresh))
        return None


class Odds:
    """How likely the fox is to win when one side is the document's fuzzy player."""

    def __init__(
        self, solver: Solver, ai: str, p: float, literal: bool = False, k: bool = True
    ):
        self.solver, self.ai, self.p, self.literal, self.k = solver, ai, p, literal, k
        self.known: dict[Position, float] = {}

    def fox_wins(self, position: Position) -> float:
        """The fox's chance if the other side knows the player and plays for it."""
        if position not in self.known:
            self.known[position] = self._fox_wins(position)
        return self.known[position]

    def _fox_wins(self, position: Position) -> float:
        """The value of `fox_wins`, computed."""
        board, to_move = self.solver.board, position[2]
        moves = board.moves(position)
        if not moves:
            return float(board.final(position)[0] == FOX)
        chances = {move: self.fox_wins(board.play(position, move)) for move in moves}
        if to_move != self.ai:
            return (max if to_move == FOX else min)(chances.values())
        chosen = self.solver.ai(position, self.k)
        return sum(self._weight(m, moves, chosen) * chances[m] for m in moves)

    def _weight(self, move: object, moves: list, chosen: list) -> float:
        """How likely the fuzzy player is to choose a move."""
        p, n, m = self.p, len(moves), len(chosen)
        if self.literal:
            return p / n + (1 - p) / m * (move in chosen)
        return (p + (1 - p) * (move in chosen)) / (p * n + (1 - p) * m)


def _largest(scores: dict) -> list:
    """The keys whose score is the largest."""
    best = max(scores.values(), default=None)
    return [key for key, score in scores.items() if score == best]


def solve(width: int, height: int) -> dict[str, object]:
    """The document's table for a board, each position looked at once."""
    board = Board(width, height)
    known: dict[Position, tuple[int, int]] = {}  # preference, number of games

    def look(position: Position) -> tuple[int, int]:
        if position in known:
            return known[position]
        after = [look(child) for child in board.children(position)]
        if after:
            best = (max if position[2] == FOX else min)(value for value, _ in after)
            closer = best - 1 if best > 0 else best + 1
            known[position] = closer, sum(games for _, games in after)
        else:
            known[position] = preference(board.final(position)), 1
        return known[position]

    value, games = look(board.start())
    winner, plies = (FOX, 1000 - value) if value > 0 else (HOUNDS, value + 1000)
    return {"reachable": len(known), "games": games, "winner": winner, "plies": plies}


def positions_per_second(width: int, height: int) -> float:
    """Positions solved in a second of processor time."""
    began = time.process_time()
    reachable = solve(width, height)["reachable"]
    return int(str(reachable)) / max(time.process_time() - began, COARSE)


def main() -> None:
    """Solve one board and say how long it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=6)
    parser.add_argument("--height", type=int, default=6)
    arguments = parser.parse_args()
    began = time.process_time()
    print(solve(arguments.width, arguments.height))
    print(f"{time.process_time() - began:.2f} s")


if __name__ == "__main__":
    main()
