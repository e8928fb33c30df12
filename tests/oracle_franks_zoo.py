"""Frank's Zoo by the letter of the report, plain and slow: an oracle for the tests.

Cards are counted in `Counter`s by name; moves are found by trying every combination of
Definition 3 against Definition 4. Nothing is shared with the package.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import NamedTuple

# Table 1 as it is printed: a row for each prey, a column for each predator.
TABLE_1 = """
whale     5 ...........
elephant  5 ..........x
crocodile 5 .x.........
bear      5 xx.........
lion      5 .x.........
seal      5 x..x.......
fox       5 .xxxx......
perch     5 x.xx.x.....
hedgehog  5 ......x....
fish      5 x.x..x.x...
mouse     5 ..xxxxx.x..
mosquito  4 ........xxx
"""
_ROWS = [line.split() for line in TABLE_1.strip().splitlines()]
_NAMES = [name for name, _, _ in _ROWS]
EATS = {
    (_NAMES[column], prey)
    for prey, _, dots in _ROWS
    for column, dot in enumerate(dots)
    if dot == "x"
}
DECK = Counter({name: int(n) for name, n, _ in _ROWS}) + Counter(joker=1)
WEIGHTS = {
    **{"elephant": 2, "whale": 8, "bear": 14, "crocodile": 18, "seal": 30, "fox": 40},
    **{
        "mouse": 46,
        "lion": 48,
        "hedgehog": 62,
        "perch": 70,
        "mosquito": 76,
        "fish": 84,
    },
}


class Move(NamedTuple):
    """Cards of a main type, mosquitos and jokers beside them; no cards: a pass."""

    kind: str = ""
    cards: int = 0
    mosquitos: int = 0
    jokers: int = 0

    @property
    def total(self) -> int:
        return self.cards + self.mosquitos + self.jokers

    def counter(self) -> Counter[str]:
        used = Counter({self.kind: self.cards}) if self.cards else Counter()
        return used + Counter(mosquito=self.mosquitos) + Counter(joker=self.jokers)

    def __str__(self) -> str:
        if not self.cards:
            return "pass"
        extra = " + mosquito" * self.mosquitos + " + joker" * self.jokers
        return f"{self.cards} {self.kind}{extra}"


PASS = Move()


def deck(types: int) -> Counter[str]:
    """The standard deck, or a test deck of section 5."""
    return Counter({f"id{i + 1}": 4 for i in range(types)}) if types else DECK


def eats(predator: str, prey: str) -> bool:
    if predator.startswith("id"):
        return int(predator[2:]) > int(prey[2:])
    return (predator, prey) in EATS


def legal_combinations(hand: Counter[str]) -> list[Move]:
    """Definition 3, every combination of cards tried."""
    found = []
    for kind, y, z in product(sorted(hand), (0, 1), (0, 1)):
        if kind == "joker" or (y and kind != "elephant"):
            continue
        for m in range(1, hand[kind] + 1):
            move = Move(kind, m, y, z)
            if move.counter() <= hand:
                found.append(move)
    return found


def defeats(move: Move, kind: str, total: int) -> bool:
    """Definition 4."""
    if move.kind == kind:
        return move.total == total + 1
    return eats(move.kind, kind) and move.total == total


def read_cards(text: str) -> Counter[str]:
    pairs = [part.split() for part in text.split(",") if part.strip() not in ("", "-")]
    return Counter({name: int(n) for n, name in pairs})


@dataclass(frozen=True)
class Zoo:
    """Everything about a game under way; `table` is (type, cards) or None."""

    hands: tuple[Counter[str], ...]
    table: tuple[str, int] | None
    seat: int
    last: int
    passes: int
    points: tuple[int, ...]
    may_pass: bool = False

    @classmethod
    def parse(cls, text: str, may_pass: bool = False) -> Zoo:
        hands, table, turn = (part.strip() for part in text.split(";"))
        seat, last, passes, points = turn.split()
        cards = tuple(read_cards(hand) for hand in hands.split("|"))
        n, _, kind = table.partition(" ")
        lying = None if table == "opening" else (kind, int(n))
        scores = tuple(map(int, points))
        return cls(
            cards, lying, int(seat) - 1, int(last) - 1, int(passes), scores, may_pass
        )

    def left(self) -> int:
        return sum(1 for hand in self.hands if hand)

    def moves(self) -> list[Move]:
        if self.left() < 2:
            return []
        combinations = legal_combinations(self.hands[self.seat])
        if self.table is not None:
            return [m for m in combinations if defeats(m, *self.table)] + [PASS]
        open_pass = self.may_pass and self.passes < self.left()
        return combinations + [PASS] * (open_pass or not combinations)

    def play(self, move: Move) -> Zoo:
        now = self
        if move == PASS:
            now = replace(now, passes=now.passes + 1)
        else:
            hands = list(now.hands)
            hands[now.seat] = hands[now.seat] - move.counter()
            points = list(now.points)
            if not hands[now.seat]:
                points[now.seat] = self.left()
            now = replace(
                now,
                hands=tuple(hands),
                points=tuple(points),
                table=(move.kind, move.total),
                last=now.seat,
                passes=0,
            )
        seat = now.seat
        while True:
            seat = (seat + 1) % len(now.hands)
            if now.table is not None and seat == now.last:
                now = replace(now, table=None, last=0, passes=0)
            if now.hands[seat]:
                return replace(now, seat=seat)

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.play(move).perft(depth - 1) for move in self.moves())


# -- HeuristicAI, Table 2 --------------------------------------------------------------


def is_undefeatable(move: Move, pool: Counter[str]) -> bool:
    """Definition 8: no combination of the others' pooled cards beats it."""
    beaten = (defeats(m, move.kind, move.total) for m in legal_combinations(pool))
    return not any(beaten)


def is_winning_sequence(hand: Counter[str], pool: Counter[str]) -> bool:
    """Definition 7, by trying every order."""
    for move in legal_combinations(hand):
        rest = hand - move.counter()
        if not rest:
            return True
        if is_undefeatable(move, pool) and is_winning_sequence(rest, pool):
            return True
    return False


class Advice(NamedTuple):
    """What HeuristicAI does: its step and the moves that it may play."""

    step: str
    moves: list[str]


def advise(
    hand: Counter[str],
    table: tuple[str, int] | None,
    pool: Counter[str],
    played: int,
    players: int = 4,
) -> Advice:
    """Table 2, line by line."""
    moves = legal_combinations(hand)
    if table is not None:
        moves = [move for move in moves if defeats(move, *table)] + [PASS]
    if not moves:
        moves = [PASS]  # the joker alone cannot open
    if len(moves) == 1:
        return Advice("only move", [str(moves[0])])
    winning = [move for move in moves if move.counter() == hand]
    if winning:
        return Advice("winning move", [str(winning[0])])
    moves = [move for move in moves if hand - move.counter() != Counter(joker=1)]
    sure = [
        move
        for move in moves
        if move != PASS
        and is_undefeatable(move, pool)
        and is_winning_sequence(hand - move.counter(), pool)
    ]
    if sure:
        return Advice("winning sequence", [str(move) for move in sure])
    low = 15 - Fraction(played * players, 10)
    high = 30 - Fraction(played * players, 5)
    weighed = {move: weight(move, hand) for move in moves if move != PASS}
    heavy = [w for w in weighed.values() if w >= low and w > high]
    if heavy:
        best = max(heavy)
        chosen = [str(move) for move in weighed if weighed[move] == best]
        return Advice("preferred", chosen)
    kept = [str(move) for move in weighed if low <= weighed[move]]
    if kept:
        return Advice("random candidate", kept + ["pass"] * (PASS in moves))
    return Advice("pass", ["pass"])


def weight(move: Move, hand: Counter[str]) -> Fraction:
    """Section 3.4."""
    broken = move.cards < hand[move.kind]
    return Fraction(WEIGHTS[move.kind], 4 if broken else 1)
