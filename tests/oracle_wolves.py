"""Wolves Eat Sheep on a 5x5 list of lists, written to be read: the oracle of the tests.

It follows the rules text sentence by sentence and shares no code with
`foxkit.games.wolves.rules`. A square is a pair (row, column); moves are texts: `41-31`
a step, `41x21` where a wolf eats.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass

Square = tuple[int, int]
EMPTY, SHEEP, WOLF = "012"
DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1)]
START = "11111/11111/00000/00000/02020 w"


def name(square: Square) -> str:
    return f"{square[0]}{square[1]}"


@dataclass
class Position:
    """A board and the side to move, 'w' or 's'."""

    board: list[list[str]]
    mover: str

    @classmethod
    def parse(cls, text: str) -> Position:
        rows, mover = text.split()
        return cls([list(row) for row in rows.split("/")], mover)

    @property
    def text(self) -> str:
        return "/".join("".join(row) for row in self.board) + " " + self.mover

    def at(self, square: Square) -> str | None:
        row, column = square
        on_board = 0 <= row <= 4 and 0 <= column <= 4
        return self.board[row][column] if on_board else None

    def squares(self, piece: str) -> list[Square]:
        every = [(r, c) for r in range(5) for c in range(5)]
        return [square for square in every if self.at(square) == piece]


def beyond(square: Square, direction: Square, steps: int) -> Square:
    """The square some steps away in a direction."""
    return square[0] + steps * direction[0], square[1] + steps * direction[1]


@dataclass
class Wolves:
    """The rules: `generator` is 'rules', 'author' or 'forced'.

    With `pair_ends` the first wolf and any other one are enough to trap; the wolves
    win at `enough` sheep.
    """

    generator: str = "rules"
    wolves_always_next: bool = False
    pair_ends: bool = False
    enough: int = 2

    def is_trapped(self, position: Position, wolf: Square) -> bool:
        around = [beyond(wolf, direction, 1) for direction in DIRECTIONS]
        return all(position.at(square) != EMPTY for square in around)

    def winner(self, position: Position) -> str | None:
        if len(position.squares(SHEEP)) <= self.enough:
            return "wolves"
        trapped = [self.is_trapped(position, w) for w in position.squares(WOLF)]
        if all(trapped) or (self.pair_ends and trapped[0] and any(trapped[1:])):
            return "sheep"
        if position.mover == "s" and not self.sheep_moves(position):
            return "wolves"
        return None

    def moves(self, position: Position) -> list[str]:
        if self.winner(position):
            return []
        if position.mover == "s":
            return self.sheep_moves(position)
        return self.wolf_moves(position)

    def sheep_moves(self, position: Position) -> list[str]:
        return [
            f"{name(sheep)}-{name(target)}"
            for sheep in position.squares(SHEEP)
            for direction in DIRECTIONS
            if position.at(target := beyond(sheep, direction, 1)) == EMPTY
        ]

    def can_eat(self, position: Position, wolf: Square, direction: Square) -> bool:
        """Whether a sheep stands two squares off behind an empty square."""
        return (
            position.at(beyond(wolf, direction, 1)) == EMPTY
            and position.at(beyond(wolf, direction, 2)) == SHEEP
        )

    def wolf_moves(self, position: Position) -> list[str]:
        """Steps and meals, as the generator has it."""
        steps, meals = [], []
        for wolf in position.squares(WOLF):
            for direction in DIRECTIONS:
                eats = self.can_eat(position, wolf, direction)
                near, far = beyond(wolf, direction, 1), beyond(wolf, direction, 2)
                if eats:
                    meals.append(f"{name(wolf)}x{name(far)}")
                if position.at(near) == EMPTY and not (
                    eats and self.generator == "author"
                ):
                    steps.append(f"{name(wolf)}-{name(near)}")
        return meals if meals and self.generator == "forced" else steps + meals

    def play(self, position: Position, move: str) -> Position:
        board = copy.deepcopy(position.board)
        (r0, c0), (r1, c1) = map(int, move[:2]), map(int, move[3:])
        board[r1][c1], board[r0][c0] = board[r0][c0], EMPTY
        wolves_next = self.wolves_always_next or position.mover == "s"
        return Position(board, "w" if wolves_next else "s")

    def perft(self, position: Position, depth: int) -> int:
        moves = self.moves(position)
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.play(position, m), depth - 1) for m in moves)
