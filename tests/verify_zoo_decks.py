"""Frank's Zoo on a test deck in plain Python: rules of thumb against sampling.

    python tests/verify_zoo_decks.py suited sampled --deck 8 --rounds 200

One player sits among three of another kind: how often does it go out first? Written
from the report alone, sections 2 to 5; nothing is shared with the package. A hand is a
list of how many cards of each type, the lowest type first.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import NamedTuple

Move = tuple[int, int]  # type and number of cards
PASS: Move = (-1, 0)
TABLE_4 = {
    4: (64, 40, 33, 9),
    6: (62, 35, 35, 12, 6, 3),
    8: (52, 44, 39, 23, 9, 2, 3, 1),
    10: (55, 43, 32, 15, 8, 7, 8, 1, 1, 0),
    13: (58, 36, 27, 19, 15, 13, 8, 0, 0, 1, 1, 0, 0),
}


class Numbers(NamedTuple):
    """What HeuristicAI weighs with: L = lower - 4 P / lower_fall, and U alike."""

    broken: float = 4
    lower: float = 15
    lower_fall: float = 10
    upper: float = 30
    upper_fall: float = 5


SUITED = {
    4: Numbers(8, 2, 2, 1, 36),
    6: Numbers(4, 1, 25, 5, 10),
    8: Numbers(8, 1, 33, 1, 11),
    10: Numbers(8, 1, 23, 2, 38),
    13: Numbers(7, 3, 3, 17, 3),
}
"""The numbers that the study tuned, by types of cards."""


Player = Callable[["Round", Random], Move]


class Round:
    """A round in play: four hands, what lies on the table, whose turn it is."""

    def __init__(self, hands: list[list[int]], mover: int) -> None:
        self.hands, self.mover = hands, mover
        self.left = [sum(hand) for hand in hands]
        self.table, self.last, self.passes = PASS, mover, 0
        self.score = [0, 0, 0, 0]
        self.out = 0

    def copy(self) -> Round:
        own = Round([hand[:] for hand in self.hands], self.mover)
        own.table, own.last, own.passes = self.table, self.last, self.passes
        own.score, own.out = self.score[:], self.out
        return own

    def moves(self) -> list[Move]:
        """List the moves that play cards."""
        hand, (kind, n) = self.hands[self.mover], self.table
        if n == 0:
            return [(t, m) for t, have in enumerate(hand) for m in range(1, have + 1)]
        found = [(t, n) for t in range(kind + 1, len(hand)) if hand[t] >= n]
        return found + [(kind, n + 1)] * (hand[kind] > n)

    def play(self, move: Move) -> None:
        """Make a move, and find who is next."""
        if move[1]:
            kind, n = move
            me = self.mover
            self.hands[me][kind] -= n
            self.left[me] -= n
            self.table, self.last, self.passes = move, me, 0
            if not self.left[me]:
                self.score[me] = 4 - self.out
                self.out += 1
        else:
            self.passes += 1
        while True:
            self.mover = (self.mover + 1) % 4
            if self.mover == self.last and self.table[1]:
                self.table, self.passes = PASS, 0
            if self.left[self.mover] or self.out == 3:
                return


def random_move(game: Round, rng: Random) -> Move:
    """Play any move, or pass where there is something to beat, all as likely."""
    moves = game.moves()
    if game.table[1]:
        moves.append(PASS)
    return moves[int(rng.random() * len(moves))]


def dealt_anew(game: Round, rng: Random, hidden: list[int]) -> Round:
    """Return the round with some seats' cards dealt among them by chance."""
    types = range(len(game.hands[0]))
    cards = [t for seat in hidden for t in types for _ in range(game.hands[seat][t])]
    rng.shuffle(cards)
    found, at = game.copy(), 0
    for seat in hidden:
        hand = cards[at : at + game.left[seat]]
        found.hands[seat] = [hand.count(t) for t in types]
        at += game.left[seat]
    return found


def sampled_move(
    game: Round, rng: Random, imagined: Player, shown: int, episodes: int = 100
) -> Move:
    """Play the move of the best mean score in imagined games.

    So many of the others' hands are shown, those who are next; the rest is dealt anew.
    """
    me = game.mover
    moves = game.moves()
    winning = [move for move in moves if move[1] == game.left[me]]
    if winning:
        return winning[0]
    moves += [PASS] * bool(game.table[1])
    if len(moves) == 1:
        return moves[0]
    others = [seat % 4 for seat in range(me + 1, me + 4) if game.left[seat % 4]]
    sums = dict.fromkeys(moves, 0)
    for _ in range(episodes):
        dealt = dealt_anew(game, rng, others[shown:])
        for move in moves:
            sums[move] += episode(dealt.copy(), move, rng, imagined)
    best = max(sums.values())
    return rng.choice([move for move in moves if sums[move] == best])


def episode(game: Round, move: Move, rng: Random, imagined: Player) -> int:
    """Return what the mover scores after a move if all go on as is imagined."""
    me = game.mover
    game.play(move)
    while game.out < 3 and game.left[me]:
        game.play(imagined(game, rng))
    return game.score[me]


def ruled_move(game: Round, rng: Random, numbers: Numbers) -> Move:
    """Play as HeuristicAI does, Table 2 of the report."""
    hand, types = game.hands[game.mover], range(len(game.hands[0]))
    answering = bool(game.table[1])
    moves = game.moves()
    if len(moves) + answering == 1:
        return [*moves, PASS][0]
    winning = [move for move in moves if move[1] == game.left[game.mover]]
    if winning:
        return winning[0]
    pool = [sum(game.hands[s][t] for s in range(4) if s != game.mover) for t in types]

    def is_safe(kind: int, n: int) -> bool:
        return pool[kind] <= n and all(have < n for have in pool[kind + 1 :])

    for kind, n in moves:
        rest = [have - n * (t == kind) for t, have in enumerate(hand)]
        weak = sum(have > 0 and not is_safe(t, have) for t, have in enumerate(rest))
        if is_safe(kind, n) and weak <= 1:
            return kind, n
    gone = 4 * len(hand) - sum(game.left)
    lower = numbers.lower - 4 * gone / numbers.lower_fall
    upper = numbers.upper - 4 * gone / numbers.upper_fall
    table = TABLE_4[len(hand)]
    weight = {(t, n): table[t] / numbers.broken ** (n < hand[t]) for t, n in moves}
    kept = [move for move in moves if weight[move] >= lower]
    best = max((weight[move] for move in kept), default=upper)
    if best > upper:
        return next(move for move in kept if weight[move] == best)
    kept += [PASS] * answering
    if kept:
        return rng.choice(kept)
    return PASS if answering or game.passes < 3 else rng.choice(moves)


def players(types: int) -> dict[str, Player]:
    """Return who may sit down, by name."""

    def printed(game: Round, rng: Random) -> Move:
        return ruled_move(game, rng, Numbers())

    def suited(game: Round, rng: Random) -> Move:
        return ruled_move(game, rng, SUITED[types])

    def sampling(imagined: Player, shown: int = 0, episodes: int = 100) -> Player:
        return lambda game, rng: sampled_move(game, rng, imagined, shown, episodes)

    found = {"random": random_move, "printed": printed, "suited": suited}
    found |= {"sampled": sampling(random_move), "imagines": sampling(suited)}
    found |= {f"imagines, {n} shown": sampling(suited, n) for n in (1, 2)}
    return found | {"idle": sampling(random_move, episodes=0)}


def goes_out_first(types: int, seat: int, who: list[Player], rng: Random) -> bool:
    """Play a round, the first player on one seat and the other on the rest."""
    cards = [t for t in range(types) for _ in range(4)]
    rng.shuffle(cards)
    hands = [cards[types * s : types * (s + 1)] for s in range(4)]
    counts = [[hand.count(t) for t in range(types)] for hand in hands]
    game = Round(counts, rng.randrange(4))
    while not game.out:
        game.play(who[game.mover != seat](game, rng))
    return game.score[seat] == 4


def main() -> None:
    names = [*players(8)]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", choices=names)
    parser.add_argument("three", choices=names)
    parser.add_argument("--deck", type=int, default=8, choices=[*TABLE_4])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng, known = Random(asked.seed), players(asked.deck)
    who = [known[asked.one], known[asked.three]]
    won = sum(goes_out_first(asked.deck, n % 4, who, rng) for n in range(asked.rounds))
    error = (won / asked.rounds * (1 - won / asked.rounds) / asked.rounds) ** 0.5
    print(f"first in {won} of {asked.rounds}: {won / asked.rounds:.1%} ± {error:.1%}")


if __name__ == "__main__":
    main()
