"""Frank's Zoo once more: rules of thumb against sampling, on the real deck and others.

    python tests/verify_zoo_decks.py suited sampled --deck 13 --rounds 1000

One player sits among three of another kind: how often does it go out first? Written
from the report alone, sections 2 to 5; nothing is shared with the package. A hand is an
array of how many cards of each kind. On a test deck these are the types, the lowest
first; deck 0 is the real one. A round is an array of six rows: four hands, then how
many cards each seat has left and its score, then who is next and what lies there.
"""

from __future__ import annotations

import argparse
from typing import NamedTuple

import numpy as np
from numba import njit
from oracle_franks_zoo import DECK, EATS, WEIGHTS
from second_rates import rate

ELEPHANT, MOSQUITO, JOKER = 13, 14, 15
LEFT, NOW = 4, 5  # rows
MOVER, LAST, KIND, CARDS, PASSES, OUT = range(6)  # places of the last row
PASS = -1  # another move is 64 * kind + 4 * cards + 2 * mosquitos + jokers
TABLE_4 = {
    4: (64, 40, 33, 9),
    6: (62, 35, 35, 12, 6, 3),
    7: (49, 48, 32, 22, 9, 3, 3),
    8: (52, 44, 39, 23, 9, 2, 3, 1),
    10: (55, 43, 32, 15, 8, 7, 8, 1, 1, 0),
    13: (58, 36, 27, 19, 15, 13, 8, 0, 0, 1, 1, 0, 0),
}
PRINTED = (4, 15, 10, 30, 5)
SUITED = {
    0: (7, 5, 33, 12, 8),
    4: (8, 2, 2, 1, 36),
    6: (4, 1, 25, 5, 10),
    7: (11, 5, 1, 1, 2),
    8: (8, 1, 33, 1, 11),
    10: (8, 1, 23, 2, 38),
    13: (7, 3, 3, 17, 3),
}
"""Numbers that the study tuned, in the order of those printed: 4, then L and U."""


class Deck(NamedTuple):
    cards: np.ndarray
    eats: np.ndarray
    weights: np.ndarray


class Player(NamedTuple):
    """Plays by the rules or at random, or samples episodes (-1: not) of such play."""

    ruled: bool
    numbers: np.ndarray
    episodes: int = -1
    shown: int = 0


def deck_of(types: int) -> Deck:
    """Return a test deck, or with 0 the real one."""
    cards, weights = np.zeros(16, np.int64), np.zeros(16)
    if types:
        cards[:types], weights[:types] = 4, TABLE_4[types]
        return Deck(cards, np.tril(np.ones((16, 16), bool), -1), weights)
    special = {"elephant": ELEPHANT, "mosquito": MOSQUITO, "joker": JOKER}
    usual = [name for name in DECK if name not in special]
    at = {name: i for i, name in enumerate(usual)} | special
    cards[[at[name] for name in DECK]] = [*DECK.values()]
    weights[[at[name] for name in WEIGHTS]] = [*WEIGHTS.values()]
    eats = np.zeros((16, 16), bool)
    for predator, prey in EATS:
        eats[at[predator], at[prey]] = True
    return Deck(cards, eats, weights)


@njit(cache=True)
def size(move):
    return (move >> 2 & 15) + (move >> 1 & 1) + (move & 1)


@njit(cache=True)
def take(hand, move, sign):
    """Take a move's cards from a hand, or with -1 put them back."""
    hand[move >> 6] -= sign * (move >> 2 & 15)
    hand[MOSQUITO] -= sign * (move >> 1 & 1)
    hand[JOKER] -= sign * (move & 1)


@njit(cache=True)
def options(eats, game):
    """List the moves, those without mosquito and joker first; a pass is the last."""
    hand, kind, n = game[game[NOW, MOVER]], game[NOW, KIND], game[NOW, CARDS]
    found, many = np.empty(200, np.int64), 0
    for extra in range(4):
        if extra >> 1 > hand[MOSQUITO] or extra & 1 > hand[JOKER]:
            continue
        for t in range(ELEPHANT if extra > 1 else 0, ELEPHANT + 1 if extra > 1 else 15):
            for m in range(1, hand[t] + 1):
                move = 64 * t + 4 * m + extra
                if (
                    kind < 0
                    or (t == kind and size(move) == n + 1)
                    or (eats[t, kind] and size(move) == n)
                ):
                    found[many] = move
                    many += 1
    if kind >= 0 or many == 0:
        found[many] = PASS
        many += 1
    return found[:many]


@njit(cache=True)
def play(game, move):
    """Make a move, and find who is next."""
    now, left = game[NOW], game[LEFT]
    me = now[MOVER]
    now[PASSES] += 1
    if move != PASS:
        take(game[me], move, 1)
        left[me] -= size(move)
        now[LAST], now[KIND], now[CARDS], now[PASSES] = me, move >> 6, size(move), 0
        if left[me] == 0:
            left[4 + me] = 4 - now[OUT]
            now[OUT] += 1
    while True:
        now[MOVER] = (now[MOVER] + 1) % 4
        if now[MOVER] == now[LAST] and now[KIND] >= 0:
            now[KIND], now[PASSES] = -1, 0
        if left[now[MOVER]] > 0 or now[OUT] == 3:
            return


@njit(cache=True)
def at_once(game, found):
    """Return the only move, or one that plays the whole hand, or -2."""
    if len(found) == 1:
        return found[0]
    for move in found:
        if move != PASS and size(move) == game[LEFT, game[NOW, MOVER]]:
            return move
    return -2


@njit(cache=True)
def sensible(game, found):
    """Return the moves but for those that leave the joker alone."""
    me, kept = game[NOW, MOVER], np.ones(len(found), np.bool_)
    for i, move in enumerate(found):
        alone = move != PASS and game[LEFT, me] - size(move) == 1
        kept[i] = not (alone and game[me, JOKER] - (move & 1) == 1)
    return found[kept]


@njit(cache=True)
def deal(game, seats):
    """Deal the cards of some seats among them by chance."""
    cards, n = np.empty(60, np.int64), 0
    for seat in seats:
        for kind in range(16):
            for _ in range(game[seat, kind]):
                cards[n] = kind
                n += 1
    cards = cards[:n]
    np.random.shuffle(cards)  # noqa: NPY002 (what numba has)
    for seat in seats:
        game[seat] = 0
        for _ in range(game[LEFT, seat]):
            n -= 1
            game[seat, cards[n]] += 1


@njit(cache=True)
def safe_sizes(eats, game):
    """Return how many cards of a kind all others' cards together cannot beat."""
    pool, most = -game[game[NOW, MOVER]], np.zeros(16, np.int64)
    for seat in range(4):
        pool += game[seat]
    for kind in range(JOKER):
        if pool[kind]:
            most[kind] = pool[kind] + pool[JOKER]
    if pool[ELEPHANT] and pool[MOSQUITO]:
        most[ELEPHANT] += 1
    found = np.maximum(most, 1)
    for kind in range(JOKER):
        for other in range(JOKER):
            if eats[other, kind]:
                found[kind] = max(found[kind], most[other] + 1)
    return found


@njit(cache=True)
def splits(hand, safe):
    """Tell whether a hand is moves of which at most one can be beaten.

    To part the cards of a kind is of use with elephants alone, for more mosquitos.
    """
    open_hands, spare, n = np.empty((300, 16), np.int64), np.ones(300, np.int64), 1
    open_hands[0] = hand
    while n > 0:
        n -= 1
        rest, left, kind = open_hands[n].copy(), spare[n], 0
        while kind < JOKER and rest[kind] == 0:
            kind += 1
        if kind == JOKER and rest[JOKER] == 0:
            return True
        for m in range(1 if kind == ELEPHANT else rest[kind], rest[kind] + 1):
            for extra in range(4 if kind == ELEPHANT else 2):
                move = 64 * kind + 4 * m + extra
                held = extra >> 1 <= rest[MOSQUITO] and extra & 1 <= rest[JOKER]
                weak = size(move) < safe[kind]
                if kind < JOKER and held and weak <= left:
                    open_hands[n], spare[n] = rest, left - weak
                    take(open_hands[n], move, 1)
                    n += 1
    return False


@njit(cache=True)
def any_of(moves):
    return moves[np.random.randint(len(moves))]  # noqa: NPY002


@njit(cache=True)
def ruled(deck, numbers, game):
    """Play as HeuristicAI does, Table 2 of the report."""
    found = options(deck.eats, game)
    move = at_once(game, found)
    if move > -2:
        return move
    answers, hand = found[-1] == PASS, game[game[NOW, MOVER]]
    found, safe = sensible(game, found), safe_sizes(deck.eats, game)
    for move in found[: len(found) - answers]:
        if size(move) >= safe[move >> 6]:
            take(hand, move, 1)
            sure = splits(hand, safe)
            take(hand, move, -1)
            if sure:
                return move
    gone = 4 * (deck.cards.sum() - game[LEFT, :4].sum())
    lower, upper = numbers[1] - gone / numbers[2], numbers[3] - gone / numbers[4]
    kept, best = found == PASS, -2
    for i, move in enumerate(found[: len(found) - answers]):
        broken = (move >> 2 & 15) < hand[move >> 6]
        weight = deck.weights[move >> 6] / (numbers[0] if broken else 1)
        kept[i] = weight >= lower
        if kept[i] and weight > upper:
            best, upper = move, weight
    if best > -2:
        return best
    if kept.any():
        return any_of(found[kept])
    return PASS if game[NOW, PASSES] < 3 else any_of(found)


@njit(cache=True)
def policy(deck, player, game):
    if player.ruled:
        return ruled(deck, player.numbers, game)
    return any_of(options(deck.eats, game))


@njit(cache=True)
def sampled(deck, player, game):
    """Play the move of the best mean score in imagined rounds.

    So many of the others' hands are shown, those who are next; the rest is dealt anew.
    """
    found = options(deck.eats, game)
    move = at_once(game, found)
    if move > -2:
        return move
    found, me = sensible(game, found), game[NOW, MOVER]
    others = (me + np.arange(1, 4)) % 4
    hidden = others[game[LEFT][others] > 0][player.shown :]
    sums = np.zeros(len(found))
    for _ in range(player.episodes):
        dealt = game.copy()
        deal(dealt, hidden)
        for i, move in enumerate(found):
            imagined = dealt.copy()
            play(imagined, move)
            while imagined[NOW, OUT] < 3 and imagined[LEFT, me] > 0:
                play(imagined, policy(deck, player, imagined))
            sums[i] += imagined[LEFT, 4 + me]
    return any_of(found[sums == sums.max()])


@njit(cache=True)
def goes_out_first(deck, one, three, seat):
    """Play a round, the first player on one seat and the other on the rest."""
    game = np.zeros((6, 16), np.int64)
    game[0], game[LEFT, :4] = deck.cards, deck.cards.sum() // 4
    deal(game, np.arange(4))
    game[NOW, MOVER], game[NOW, KIND] = np.random.randint(4), -1  # noqa: NPY002
    while game[NOW, OUT] == 0:
        player = one if game[NOW, MOVER] == seat else three
        samples = player.episodes >= 0
        move = sampled(deck, player, game) if samples else policy(deck, player, game)
        play(game, move)
    return game[LEFT, 4 + seat] == 4


@njit(cache=True)
def count(deck, one, three, rounds, seed):
    """Return how often one player among three goes out first."""
    np.random.seed(seed)  # noqa: NPY002
    won = 0
    for n in range(rounds):
        won += goes_out_first(deck, one, three, n % 4)
    return won


def players(types: int) -> dict[str, Player]:
    """Return who may sit down, by name."""
    usual, own = (np.array(x, float) for x in (PRINTED, SUITED[types]))
    found = {"random": Player(False, usual), "printed": Player(True, usual)}
    found |= {"suited": Player(True, own), "idle": Player(False, usual, 0)}
    for n, seen in enumerate(("", ", 1 shown", ", 2 shown")):
        found[f"sampled{seen}"] = Player(False, usual, 100, n)
        found[f"imagines{seen}"] = Player(True, own, 100, n)
    return found


def main() -> None:
    names = [*players(0)]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", choices=names)
    parser.add_argument("three", choices=names)
    parser.add_argument("--deck", type=int, default=8, choices=[*SUITED])
    parser.add_argument("--rounds", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    known, n = players(asked.deck), asked.rounds
    one, three = known[asked.one], known[asked.three]
    won = count(deck_of(asked.deck), one, three, n, asked.seed)
    p, low, high = rate(won, n)
    print(
        f"first in {won} of {n}: {100 * p:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    )


if __name__ == "__main__":
    main()
