"""Moves of Frank's Zoo: Definitions 3 and 4 of the report, on hands as small ints.

A move is cards of one main type, perhaps with one mosquito (among elephants) and the
joker. Only the main type and the total of a move on the table count: it is beaten by as
many cards of a predator, or by one card more of its own type.

    bits of a move    0 .. 3          4 .. 7       8           9
                      cards of type   main type    mosquito    joker          0: pass
"""

import numpy as np

from foxkit.core import inlined
from foxkit.games.franks_zoo.cards import (
    ELEPHANT,
    MAIN,
    MOSQUITO,
    ONE_JOKER,
    ONE_MOSQUITO,
    PREDATORS,
    at_least,
    count,
    first_type,
)

PASS = 0
_WITH_MOSQUITO, _WITH_JOKER = 1 << 8, 1 << 9


@inlined
def cards_in(move: int) -> int:
    """Return the cards of a move as a multiset."""
    cards = (move & 15) << 4 * (move >> 4 & 15)
    return cards + (move >> 8 & 1) * ONE_MOSQUITO + (move >> 9 & 1) * ONE_JOKER


@inlined
def total(move: int) -> int:
    """Return how many cards a move counts as."""
    return (move & 15) + (move >> 8 & 1) + (move >> 9 & 1)


@inlined
def table_after(move: int) -> int:
    """Return what lies on the table after a move: main type + 16 * cards."""
    return (move >> 4 & 15) + 16 * total(move)


@inlined
def _append(moves: np.ndarray, n: int, types: int, m: int, specials: int) -> int:
    """Append a move of `m` cards of each of some types; return how many there are."""
    while types:
        moves[n] = m | first_type(types) << 4 | specials
        n += 1
        types &= types - 1
    return n


@inlined
def _any_number(hand: int, moves: np.ndarray, n: int, specials: int) -> int:
    """Append any number of cards of any type, with the joker or without."""
    m = 1
    types = at_least(hand, m) & MAIN
    while types:
        n = _append(moves, n, types, m, specials)
        m += 1
        types = at_least(hand, m) & MAIN
    if count(hand, MOSQUITO):
        for m in range(1, count(hand, ELEPHANT) + 1):
            moves[n] = m | ELEPHANT << 4 | _WITH_MOSQUITO | specials
            n += 1
    return n


@inlined
def _answers(
    deck: int, hand: int, table: int, specials: int, moves: np.ndarray, n: int
) -> int:
    """Append what beats the table with `specials`, bits of a move, to be used."""
    kind, hunters = table & 15, int(PREDATORS[deck, table & 15])
    m = (table >> 4) - (specials >> 8 & 1) - (specials >> 9)
    allowed = 8 << 4 * ELEPHANT if specials & _WITH_MOSQUITO else MAIN
    if m >= 0:
        own = at_least(hand, m + 1) & 8 << 4 * kind
        n = _append(moves, n, own & allowed, m + 1, specials)
    if m >= 1:
        n = _append(moves, n, at_least(hand, m) & hunters & allowed, m, specials)
    return n


@inlined
def openings(hand: int, moves: np.ndarray) -> int:
    """List all moves of a hand (Definition 3), those with the joker last."""
    n = _any_number(hand, moves, 0, 0)
    if hand > ONE_JOKER:
        n = _any_number(hand - ONE_JOKER, moves, n, _WITH_JOKER)
    return n


@inlined
def beating(deck: int, hand: int, table: int, moves: np.ndarray) -> int:
    """List the moves that beat the table (Definition 4), the joker's last."""
    n = _answers(deck, hand, table, 0, moves, 0)
    mosquito, joker = count(hand, MOSQUITO) > 0, hand > ONE_JOKER
    if mosquito:
        n = _answers(deck, hand, table, _WITH_MOSQUITO, moves, n)
    if joker:
        n = _answers(deck, hand, table, _WITH_JOKER, moves, n)
    if mosquito and joker:
        n = _answers(deck, hand, table, _WITH_MOSQUITO | _WITH_JOKER, moves, n)
    return n
