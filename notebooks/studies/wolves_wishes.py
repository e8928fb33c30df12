"""Sheep that follow an ordered list of wishes, and wolves that know the list.

A wish is a number that one can see on the board after the sheep's move, or a sum of
such numbers with weights; it should be small. Sheep take the moves that fulfil the
first wish best, of these those that fulfil the second best, and so on, and of what is
left the first in reading order. Positions are those of `wolves_proof`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from wolves_proof import START, Board, after_sheep, after_wolves, beside, squares

from foxkit import Position, Wolves
from foxkit.core.rng import below, mix
from foxkit.lab.stats import Row, proportion, put

MOST = 100  # turns of a game


@dataclass(frozen=True)
class Seen:
    """A board after the sheep's move, and what one sees on it."""

    board: Board

    @cached_property
    def next(self) -> list["Seen"]:
        """Return what the wolves' moves lead to."""
        return [Seen(each) for each in after_wolves(self.board)]

    @cached_property
    def in_danger(self) -> int:
        """Return how many sheep can be eaten next."""
        flock = self.board[1]
        return len({flock ^ each.board[1] for each in self.next} - {0})

    @cached_property
    def distance(self) -> int:
        """Return the sum of steps from each sheep to each wolf."""
        wolves, sheep = ([divmod(x, 5) for x in squares(bits)] for bits in self.board)
        return sum(abs(a - y) + abs(b - x) for a, b in sheep for y, x in wolves)

    @cached_property
    def room(self) -> int:
        """Return how many empty squares the wolves can walk to."""
        wolves, sheep = self.board
        found, new = set[int](), [*squares(wolves)]
        while new:
            near = {x for square in new for x in beside(square)}
            new = [x for x in near - found if not (wolves | sheep) >> x & 1]
            found.update(new)
        return len(found)

    @cached_property
    def above(self) -> int:
        """Return how far the sheep are from the lowest row, all together."""
        return sum(4 - x // 5 for x in squares(self.board[1]))

    @cached_property
    def steps(self) -> int:
        """Return the empty squares beside wolves, twice if beside both."""
        wolves, sheep = self.board
        near = [x for square in squares(wolves) for x in beside(square)]
        return sum(not (wolves | sheep) >> x & 1 for x in near)

    @cached_property
    def danger_next(self) -> int:
        """Return how many sheep the wolves' next move can put in danger at most.

        One that it eats counts two.
        """
        flock = self.board[1]
        return max(
            (x.in_danger + 2 * (x.board[1] != flock) for x in self.next), default=0
        )

    @cached_property
    def helpless(self) -> bool:
        """Tell whether after some move of the wolves a sheep is lost for sure."""
        for each in self.next:
            if each.board[1] != self.board[1]:
                return True
            answers = map(Seen, after_sheep(each.board)) if each.in_danger else ()
            if each.in_danger and all(x.in_danger for x in answers):
                return True
        return False


Wish = Callable[[Seen], float]


def points(weights: Mapping[str, float]) -> Wish:
    """Return the sum of numbers by their names, each with its weight."""
    return lambda seen: sum(w * getattr(seen, name) for name, w in weights.items())


def answer(wishes: list[Mapping[str, float]], board: Board) -> Board:
    """Return what the sheep's move leads to."""
    left = [Seen(each) for each in after_sheep(board)]
    for wish in map(points, wishes):
        best = min(map(wish, left))
        left = [each for each in left if wish(each) == best]
        if len(left) == 1:
            break
    return left[0].board


def _promise(wishes: list[Mapping[str, float]], board: Board, been: set[Board]) -> int:
    """Return how good a move of the wolves is that leads to a board, sheep to move."""
    if board[1].bit_count() <= 2:
        return 1 << 20
    reply = answer(wishes, board)
    if reply in been:
        return 1 << 19  # and so on for ever
    seen = Seen(reply)
    if not seen.next:
        return -1 << 20
    eaten = START[1].bit_count() - reply[1].bit_count()
    return 3_000 * eaten + 20 * seen.steps + 6 * seen.room


def game(wishes: list[Mapping[str, float]], seed: int, knowing: bool) -> list[Board]:
    """Return a game's boards before each move of the wolves; empty if the sheep win.

    Wolves that know the list take what looks best after the sheep's answer, four times
    in five; the others move at random. It ends where a board comes up again.
    """
    line = [START]
    while len(line) < MOST and line[-1] not in line[:-1]:
        options = [*after_wolves(line[-1])]
        if not options:
            return []
        draw = mix(seed, len(line))
        chosen = options[below(draw, len(options))]
        if knowing and below(mix(draw, 1), 5):
            been = {*line}
            chosen = max(options, key=lambda x: _promise(wishes, x, been))
        if chosen[1].bit_count() <= 2:
            break
        line.append(answer(wishes, chosen))
    return line


def results(wishes: list[Mapping[str, float]], knowing: bool, games: int) -> Row:
    """Return how often sheep with a list win."""
    won = sum(not game(wishes, seed, knowing) for seed in range(games))
    row: Row = {"games": games}
    put(row, "won", proportion(won, games))
    return row


def led_astray(wishes: list[Mapping[str, float]], most: int) -> list[str]:
    """Return the moves of the shortest game that knowing wolves do not lose.

    Of `most` games; each ends where a board comes up again.
    """
    lines = (game(wishes, seed, knowing=True) for seed in range(most))
    line = min(filter(None, lines), key=len)
    position, moves = Position.start(Wolves()), []
    for then in line[1:]:
        for move in position.moves:
            state = position.play(move).state
            if answer(wishes, (state.wolves, state.sheep)) == then:
                moves.append(move)
                break
        position = position.play(move)
        (reply,) = (m for m in position.moves if position.play(m).state[:2] == then)
        moves.append(reply)
        position = position.play(reply)
    return moves
