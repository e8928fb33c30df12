"""Battle Sheep, written a second time: plain dictionaries of cells, nothing shared.

Cells are (x, y); a board maps each field cell to None or to (player, sheep).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import dist

STEPS = {
    1: (-1, -1),
    2: (0, -1),
    3: (1, -1),
    4: (-1, 0),
    6: (1, 0),
    7: (-1, 1),
    8: (0, 1),
    9: (1, 1),
}
SIDES = (2, 4, 6, 8)
Cell = tuple[int, int]


def shifted(cell: Cell, direction: int) -> Cell:
    dx, dy = STEPS[direction]
    return cell[0] + dx, cell[1] + dy


@dataclass(frozen=True)
class Position:
    """A position: its board, its array's size, and the player to move, from 1."""

    board: dict[Cell, tuple[int, int] | None] = field(hash=False)
    size: int
    mover: int
    sheep: int = 16

    @classmethod
    def parse(cls, text: str, sheep: int = 16) -> Position:
        drawn, mover = text.split(" | ")
        board: dict[Cell, tuple[int, int] | None] = {}
        rows = drawn.split("/")
        for y, row in enumerate(rows):
            for x, cell in enumerate(row.split()):
                if cell == ".":
                    board[x, y] = None
                elif cell != "#":
                    board[x, y] = ("abcd".index(cell[0]) + 1, int(cell[1:]))
        return cls(board, len(rows), int(mover), sheep)

    @property
    def text(self) -> str:
        def cell(at: Cell) -> str:
            if at not in self.board:
                return "#"
            stack = self.board[at]
            return "." if stack is None else f"{'abcd'[stack[0] - 1]}{stack[1]}"

        numbers = range(self.size)
        rows = (" ".join(cell((x, y)) for x in numbers) for y in numbers)
        return f"{'/'.join(rows)} | {self.mover}"

    def free(self, cell: Cell) -> bool:
        return cell in self.board and self.board[cell] is None

    def stacks(self, player: int) -> dict[Cell, int]:
        found = {
            cell: stack[1]
            for cell, stack in self.board.items()
            if stack is not None and stack[0] == player
        }
        return dict(sorted(found.items()))

    def is_border(self, cell: Cell) -> bool:
        around = (shifted(cell, side) for side in SIDES)
        return self.free(cell) and any(
            0 <= x < self.size and 0 <= y < self.size and (x, y) not in self.board
            for x, y in around
        )

    def own_moves(self, player: int) -> list[str]:
        stacks = self.stacks(player)
        if not stacks:
            cells = filter(self.is_border, sorted(self.board))
            return [f"{x},{y}" for x, y in cells]
        return [
            f"{x},{y}:{part}>{direction}"
            for (x, y), sheep in stacks.items()
            for direction in STEPS
            if self.free(shifted((x, y), direction))
            for part in range(1, sheep)
        ]

    @property
    def moves(self) -> list[str]:
        own = self.own_moves(self.mover)
        others = any(self.own_moves(player) for player in (1, 2, 3, 4))
        return own or (["pass"] if others else [])

    def play(self, move: str) -> Position:
        board = dict(self.board)
        at, _, how = move.partition(":")
        if move != "pass":
            x, y = map(int, at.split(","))
            if how:
                part, direction = map(int, how.split(">"))
                stack = board[x, y]
                assert stack is not None
                board[x, y] = (self.mover, stack[1] - part)
                end = (x, y)
                while self.free(shifted(end, direction)):
                    end = shifted(end, direction)
                board[end] = (self.mover, part)
            else:
                board[x, y] = (self.mover, self.sheep)
        return replace(self, board=board, mover=self.mover % 4 + 1)

    def score(self, player: int) -> int:
        left, total = set(self.stacks(player)), 0.0
        while left:
            size, queue = 0, [left.pop()]
            while queue:
                cell = queue.pop()
                size += 1
                near = {shifted(cell, side) for side in SIDES} & left
                left -= near
                queue += near
            total += size**1.25
        return round(total)

    def perft(self, depth: int) -> int:
        if depth == 1:
            return len(self.moves)
        return sum(self.play(move).perft(depth - 1) for move in self.moves)


def degrees(position: Position) -> tuple[dict[Cell, int], dict[Cell, int]]:
    """The report's L1 and L2 degrees of freedom of the free cells, by its listing."""

    def rays(cell: Cell) -> list[Cell]:
        found = []
        for direction in STEPS:
            end = shifted(cell, direction)
            while position.free(end):
                found.append(end)
                end = shifted(end, direction)
        return found

    free = [cell for cell in position.board if position.free(cell)]
    first = {cell: len(rays(cell)) for cell in free}
    return first, {c: first[c] + sum(first[r] for r in rays(c)) for c in free}


def chosen(position: Position, factor: float) -> Cell:
    """The starting cell of the report's DIS, or DOF where the factor is 0."""
    _, second = degrees(position)
    enemies = [cell for cell, stack in position.board.items() if stack is not None]
    best, most = (0, 0), 0.0
    for cell in sorted(second):
        if position.is_border(cell) and second[cell]:
            worth = factor * sum(dist(cell, enemy) for enemy in enemies) + second[cell]
            if worth > most:
                best, most = cell, worth
    return best
