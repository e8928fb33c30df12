"""The Fox Game on a 7x7 list of lists, written to be read: the oracle of the tests.

It follows the rules text sentence by sentence and shares no code, no board layout and
no move numbering with `foxkit.games.fox_game.rules`. A point is a pair (row, column);
row 0 is the sheep's home edge. Moves are texts: `23-33` a step, `33x53` a capture,
`33x53x31` a whole chain, `stop` the end of a chain that need not go on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[int, int]
Board = list[list[str]]

OFF, EMPTY, SHEEP, FOX = "-.sf"
PASTURE = [(row, column) for row in (4, 5, 6) for column in (2, 3, 4)]
PIECE_SQUARE_TABLE = [
    [0, 0, 0, 0, 0, 0, 0],
    [0, 0, 1, 1, 1, 0, 0],
    [2, 2, 2, 2, 2, 2, 2],
    [3, 3, 3, 3, 3, 3, 3],
    [4, 4, 5, 5, 5, 4, 4],
    [0, 0, 6, 6, 6, 0, 0],
    [0, 0, 7, 7, 7, 0, 0],
]
TAKEN_EVENLY = {
    3: ["", "3", "24", "234"],
    7: ["", "3", "24", "234", "1245", "12345", "012456", "0123456"],
}
"""Columns of the sheep taken from a row of 3 or 7, by how many are taken."""


def on_board(point: Point) -> bool:
    """Whether the point is one of the 33: the square without its four 2x2 corners."""
    row, column = point
    inside = 0 <= row <= 6 and 0 <= column <= 6
    return inside and (2 <= row <= 4 or 2 <= column <= 4)


POINTS = [(r, c) for r in range(7) for c in range(7) if on_board((r, c))]


def name(point: Point) -> str:
    return f"{point[0]}{point[1]}"


def point_named(text: str) -> Point:
    return int(text[0]), int(text[1])


@dataclass
class Position:
    """A board, the side to move ('s' or 'f'), the sideways counter, the chain point."""

    board: Board
    mover: str
    sideways: int = 0
    chain: Point | None = None

    @classmethod
    def parse(cls, text: str) -> Position:
        rows, mover, sideways, chain = text.split()
        board = [list(row) for row in rows.split("/")]
        point = None if chain == "-" else point_named(chain)
        return cls(board, mover, int(sideways), point)

    @property
    def text(self) -> str:
        rows = "/".join("".join(row) for row in self.board)
        chain = name(self.chain) if self.chain else "-"
        return f"{rows} {self.mover} {self.sideways} {chain}"

    def at(self, point: Point) -> str:
        return self.board[point[0]][point[1]] if on_board(point) else OFF

    def put(self, point: Point, piece: str) -> None:
        self.board[point[0]][point[1]] = piece

    def where(self, piece: str) -> list[Point]:
        return [point for point in POINTS if self.at(point) == piece]

    def copy(self) -> Position:
        board = [row[:] for row in self.board]
        return Position(board, self.mover, self.sideways, self.chain)


@dataclass(frozen=True)
class FoxGame:
    """The rules with their variants as parameters; the defaults are the recommended."""

    sheep: int = 20
    from_side: bool = False
    sideways_limit: int = 10
    first: str = SHEEP
    must_continue: bool = True
    must_capture: bool = True
    catchable: bool = True
    diagonals: str = "alternate"
    fox_start: tuple[Point, ...] = ((6, 2), (6, 4))
    target: int = 9
    whole_chains: bool = False
    last_sheep: bool = False
    one_by_one: bool = False
    removal_is_turn: bool = False
    sheep_start: tuple[Point, ...] = ()
    pasture: tuple[Point, ...] = tuple(PASTURE)
    k: float = 0.8
    q: float = 12.0
    b: float = 1.0

    def start(self) -> Position:
        board = [
            [EMPTY if on_board((r, c)) else OFF for c in range(7)] for r in range(7)
        ]
        position = Position(board, self.first)
        for point in self.sheep_start or self.flock():
            position.put(point, SHEEP)
        for point in self.fox_start:
            position.put(point, FOX)
        return position

    def flock(self) -> list[Point]:
        """Rows 0 to 3 without those taken away, from the sheep's edge on."""
        placed, missing = [], 20 - self.sheep
        for row in range(4):
            columns = [column for column in range(7) if on_board((row, column))]
            taken = min(missing, len(columns))
            missing -= taken
            gone = columns[:taken]
            if not self.from_side:
                gone = [*map(int, TAKEN_EVENLY[len(columns)][taken])]
            placed += [(row, column) for column in columns if column not in gone]
        return placed

    def is_sound(self) -> bool:
        """Whether the rules are a game, one that has not ended before it begins."""
        sheep = self.sheep_start or self.flock()
        start = self.start()
        return (
            len(sheep) == self.sheep
            and not set(sheep) & set(self.fox_start)
            and self.target <= min(self.sheep, len(self.pasture))
            and self.decided_by_sheep(start) is None
            and (
                self.first == SHEEP
                or all(self.can_move(start, f) for f in start.where(FOX))
            )
        )

    # -- lines and moves -------------------------------------------------------------

    def directions(self, point: Point) -> list[Point]:
        straight = [(-1, 0), (0, -1), (0, 1), (1, 0)]
        diagonal = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        even = (point[0] + point[1]) % 2 == 0
        lines = {"alternate": even, "none": False, "everywhere": True}
        return straight + diagonal if lines[self.diagonals] else straight

    def sheep_moves(self, position: Position) -> list[str]:
        moves = []
        for row, column in position.where(SHEEP):
            for target in [(row, column - 1), (row, column + 1), (row + 1, column)]:
                if position.at(target) == EMPTY:
                    moves.append(f"{row}{column}-{name(target)}")
        return moves

    def fox_steps(self, position: Position, fox: Point) -> list[str]:
        targets = [(fox[0] + dr, fox[1] + dc) for dr, dc in self.directions(fox)]
        return [f"{name(fox)}-{name(t)}" for t in targets if position.at(t) == EMPTY]

    def fox_jumps(self, position: Position, fox: Point) -> list[str]:
        """Single captures of one fox: over a neighbouring sheep, straight on."""
        moves = []
        for dr, dc in self.directions(fox):
            over = (fox[0] + dr, fox[1] + dc)
            landing = (fox[0] + 2 * dr, fox[1] + 2 * dc)
            if position.at(over) == SHEEP and position.at(landing) == EMPTY:
                moves.append(f"{name(fox)}x{name(landing)}")
        return moves

    def paths(self, position: Position, fox: Point) -> Iterator[str]:
        """Each path of captures of a fox to its end; if it may stop, each part too."""
        for jump in self.fox_jumps(position, fox):
            after = position.copy()
            landing = self.jump(after, jump)
            longer = list(self.paths(after, landing))
            if not longer or not self.must_continue:
                yield jump
            for rest in longer:
                yield f"{name(fox)}x{rest}"

    def captures(self, position: Position, fox: Point) -> list[str]:
        if self.whole_chains:
            return list(self.paths(position, fox))
        return self.fox_jumps(position, fox)

    def fox_moves(self, position: Position) -> list[str]:
        if position.chain:
            stop = [] if self.must_continue else ["stop"]
            return self.captures(position, position.chain) + stop
        foxes = position.where(FOX)
        captures = [move for fox in foxes for move in self.captures(position, fox)]
        if captures and self.must_capture:
            return captures
        return captures + [m for fox in foxes for m in self.fox_steps(position, fox)]

    def can_move(self, position: Position, fox: Point) -> bool:
        """Whether a fox has room, whatever the other fox must do."""
        return bool(self.fox_steps(position, fox) or self.fox_jumps(position, fox))

    # -- the game --------------------------------------------------------------------

    def moves(self, position: Position) -> list[str]:
        if self.winner(position):
            return []
        if position.mover == SHEEP:
            return self.sheep_moves(position)
        return self.fox_moves(position)

    def decided_by_sheep(self, position: Position) -> str | None:
        """The winner by the ends that a sheep's step brings about by itself."""
        inside = [point for point in self.pasture if position.at(point) == SHEEP]
        if len(inside) >= self.target:
            return "sheep"
        return "foxes" if position.sideways >= self.sideways_limit else None

    def winner(self, position: Position) -> str | None:
        decided = self.decided_by_sheep(position)
        if decided:
            return decided
        foxes = position.where(FOX)
        if not foxes:
            return "sheep"
        sheep = len(position.where(SHEEP))
        if sheep == 0 or (sheep < self.target and not self.last_sheep):
            return "foxes"
        if position.mover == FOX:
            stuck = not any(self.can_move(position, fox) for fox in foxes)
            return "sheep" if stuck else None
        return None if self.sheep_moves(position) else "foxes"

    def play(self, position: Position, move: str) -> Position:
        after = position.copy()
        if position.mover == SHEEP:
            self.play_sheep(after, move)
        elif move == "stop":
            self.pass_to_sheep(after)
        elif "x" in move:
            self.play_captures(after, move)
        else:
            self.step(after, move)
            self.pass_to_sheep(after)
        return after

    def play_sheep(self, position: Position, move: str) -> None:
        """A sheep's step, then the turn passes to the foxes."""
        before, target = self.step(position, move)
        forward = target[0] == before[0] + 1
        position.sideways = 0 if forward else position.sideways + 1
        position.mover = FOX
        if self.catchable and not self.decided_by_sheep(position):
            self.remove_immobile_foxes(position)

    def remove_immobile_foxes(self, position: Position) -> None:
        """Remove the foxes without a move, judged together or one after the other."""
        before = position.copy()
        for fox in before.where(FOX):
            seen = position if self.one_by_one else before
            if not self.can_move(seen, fox):
                position.put(fox, EMPTY)
        left = len(position.where(FOX))
        if self.removal_is_turn and 0 < left < len(before.where(FOX)):
            position.mover = SHEEP

    def play_captures(self, position: Position, move: str) -> None:
        """One capture or a whole chain; the same fox stays on move while it can."""
        points = move.split("x")
        for before, after in pairwise(points):
            landing = self.jump(position, f"{before}x{after}")
        if self.fox_jumps(position, landing) and not self.whole_chains:
            position.chain = landing
        else:
            self.pass_to_sheep(position)

    def pass_to_sheep(self, position: Position) -> None:
        position.mover, position.chain = SHEEP, None

    def step(self, position: Position, move: str) -> tuple[Point, Point]:
        """Move a piece as a text such as `23-33` says; the two points."""
        before, target = map(point_named, move.split("-"))
        position.put(target, position.at(before))
        position.put(before, EMPTY)
        return before, target

    def jump(self, position: Position, move: str) -> Point:
        """Capture as a text such as `33x53` says; the landing point."""
        before, landing = map(point_named, move.split("x"))
        over = (before[0] + landing[0]) // 2, (before[1] + landing[1]) // 2
        position.put(over, EMPTY)
        position.put(before, EMPTY)
        position.put(landing, FOX)
        return landing

    # -- what a search asks ----------------------------------------------------------

    def mover(self, position: Position) -> str:
        return "sheep" if position.mover == SHEEP else "foxes"

    def payoffs(self, position: Position) -> dict[str, float] | None:
        """+1 for the winner and -1 for the loser; None while the game goes on."""
        winner = self.winner(position)
        if winner is None:
            return None
        return {side: 1.0 if side == winner else -1.0 for side in ("sheep", "foxes")}

    def heuristic(self, position: Position) -> float:
        """Equation 3 from the foxes' view, zero at the starting position."""
        start, q = self.start(), self.q
        foxes = len(position.where(FOX)) - len(start.where(FOX))
        sheep = len(position.where(SHEEP)) - len(start.where(SHEEP))
        material = q / (1 + q) * foxes - sheep / (1 + q)
        advance = -0.1 * (self.square_values(position) - self.square_values(start))
        return math.tanh(self.b * (self.k * material + (1 - self.k) * advance))

    def knows_values(self) -> bool:
        """Whether no step forward leads out of the pasture."""
        ahead = [(row + 1, column) for row, column in self.pasture]
        return all(p in self.pasture for p in ahead if on_board(p))

    def square_values(self, position: Position) -> int:
        """V: the sum of matrix (2) over the sheep, which is for the paper's pasture."""
        sheep = position.where(SHEEP)
        if set(self.pasture) == set(PASTURE):
            return sum(PIECE_SQUARE_TABLE[r][c] for r, c in sheep)
        return sum(point[0] + (point in self.pasture) for point in sheep)

    # -- counting --------------------------------------------------------------------

    def perft(self, position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        moves = self.moves(position)
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.play(position, move), depth - 1) for move in moves)
