"""Frank's Zoo between random players in plain Python: the baseline of the speed ratio.

What a careful programmer writes without compiled code: hands as lists of counts, a
table of predators made once, hands changed in place, each turn's moves listed once.

    python benchmarks/plain_franks_zoo.py --games 2000
"""

from __future__ import annotations

import argparse
import time
from random import Random

COARSE = 1 / 64  # seconds, the step of the coarsest clock

WHALE, ELEPHANT, MOSQUITO, JOKER = 0, 1, 11, 12
# whale, elephant, crocodile, bear, lion, seal, fox, perch, hedgehog, fish, mouse,
# mosquito: the predators of each.
PREDATORS = (
    *((), (10,), (1,), (0, 1), (1,), (0, 3), (1, 2, 3, 4), (0, 2, 3, 5)),
    *((6,), (0, 2, 5, 7), (2, 3, 4, 5, 6, 8), (8, 9, 10)),
)
CARDS = [kind for kind in range(11) for _ in range(5)] + [MOSQUITO] * 4 + [JOKER]
Move = tuple[int, int, int, int]  # type, cards of it, mosquitos, jokers
PASS: Move = (0, 0, 0, 0)


def openings(hand: list[int]) -> list[Move]:
    """List all moves of a hand."""
    found = []
    jokers = (0, 1) if hand[JOKER] else (0,)
    for z in jokers:
        for kind in range(12):
            for m in range(1, hand[kind] + 1):
                found.append((kind, m, 0, z))
        if hand[MOSQUITO]:
            for m in range(1, hand[ELEPHANT] + 1):
                found.append((ELEPHANT, m, 1, z))
    return found


def answers(hand: list[int], kind: int, total: int) -> list[Move]:
    """List the moves that beat `total` cards of a type, and a pass."""
    found = []
    if hand[JOKER]:
        for hunter in PREDATORS[kind]:
            if hand[hunter] >= total:
                found.append((hunter, total, 0, 0))
            if 1 < total <= hand[hunter] + 1:
                found.append((hunter, total - 1, 0, 1))
        if hand[kind] >= total:
            found.append((kind, total, 0, 1))
    else:
        for hunter in PREDATORS[kind]:
            if hand[hunter] >= total:
                found.append((hunter, total, 0, 0))
    if hand[kind] > total:
        found.append((kind, total + 1, 0, 0))
    if hand[MOSQUITO] and hand[ELEPHANT]:
        with_mosquito(hand, kind, total, found)
    found.append(PASS)
    return found


def with_mosquito(hand: list[int], kind: int, total: int, found: list[Move]) -> None:
    """Append the elephants with a mosquito that beat `total` cards of a type."""
    wanted = total + (kind == ELEPHANT)
    if kind != ELEPHANT and ELEPHANT not in PREDATORS[kind]:
        return
    if 1 < wanted <= hand[ELEPHANT] + 1:
        found.append((ELEPHANT, wanted - 1, 1, 0))
    if hand[JOKER] and 2 < wanted <= hand[ELEPHANT] + 2:
        found.append((ELEPHANT, wanted - 2, 1, 1))


def play_game(rng: Random) -> tuple[list[int], int]:
    """Play one game of four; return each seat's points and the number of plies."""
    cards = CARDS[:]
    rng.shuffle(cards)
    hands = [[0] * 13 for _ in range(4)]
    for i, card in enumerate(cards):
        hands[i & 3][card] += 1
    sizes, points, left = [15] * 4, [0] * 4, 4
    seat, last, kind, total, plies = int(4 * rng.random()), -1, 0, 0, 0
    random = rng.random
    while True:
        hand = hands[seat]
        moves = openings(hand) if last < 0 else answers(hand, kind, total)
        plies += 1
        if moves:
            t, m, y, z = moves[int(len(moves) * random())]
            if m:
                hand[t] -= m
                hand[MOSQUITO] -= y
                hand[JOKER] -= z
                kind, total, last = t, m + y + z, seat
                sizes[seat] -= total
                if not sizes[seat]:
                    points[seat] = left
                    left -= 1
                    if left == 1:
                        return points, plies
        while True:
            seat = (seat + 1) & 3
            if seat == last:
                last = -1
            if sizes[seat]:
                break


def games_per_second(games: int) -> float:
    """Games per second of processor time."""
    rng, before = Random(1), time.process_time()
    for _ in range(games):
        play_game(rng)
    return games / max(time.process_time() - before, COARSE)


def main() -> None:
    """Print the speed of some games."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--games", type=int, default=2000)
    speed = games_per_second(parser.parse_args().games)
    print(f"{speed:,.0f} games per second of processor time")


if __name__ == "__main__":
    main()
