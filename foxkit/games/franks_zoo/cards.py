"""The cards of Frank's Zoo: types, who beats whom, and hands as small ints.

Source: Table 1 and section 5 of the report. A multiset of cards is an int64 with four
bits for each type, the count; `_AT` of them has a 1 in every place:

    bits    56 .. 59   52 .. 55    48 .. 51    ...    4 .. 7      0 .. 3
    type      joker    mosquito      id13      ...   elephant     whale     (standard)
                                                        id2        id1      (test deck)
"""

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.bits import ctz

ANIMALS = (
    *("whale", "elephant", "crocodile", "bear", "lion", "seal", "fox", "perch"),
    *("hedgehog", "fish", "mouse", "", "", "mosquito", "joker"),
)
"""The standard deck's types by number; test decks have `id1`, `id2`, ... from 0 on."""
ELEPHANT, MOSQUITO, JOKER = 1, 13, 14
TYPES = 14
"""Main types are numbered below this; the joker, 14, is never one."""
STANDARD = 0
DECKS = (STANDARD, *range(2, 14))
"""The standard deck, and the test decks by their number of types."""
PREDATORS_OF = {
    "whale": "",
    "elephant": "mouse",
    "crocodile": "elephant",
    "bear": "whale elephant",
    "lion": "elephant",
    "seal": "whale bear",
    "fox": "elephant crocodile bear lion",
    "perch": "whale crocodile bear seal",
    "hedgehog": "fox",
    "fish": "whale crocodile seal perch",
    "mouse": "crocodile bear lion seal fox hedgehog",
    "mosquito": "hedgehog fish mouse",
}
"""Table 1, by rows: each type with its predators."""

ONE_JOKER, ONE_MOSQUITO = 1 << 4 * JOKER, 1 << 4 * MOSQUITO
_AT = sum(1 << 4 * t for t in range(15))
HIGH = 8 * _AT
"""The highest bit of each type's four: sets of types are subsets of these bits."""
MAIN = HIGH & ~(8 << 4 * JOKER)


def type_numbers(deck: int) -> dict[str, int]:
    """A deck's types by name, the joker too, in the order of their numbers."""
    if deck == STANDARD:
        return {name: t for t, name in enumerate(ANIMALS) if name}
    return {f"id{t + 1}": t for t in range(deck)}


def predators(deck: int) -> dict[str, list[str]]:
    """For each main type, the types that beat it with as many cards."""
    if deck == STANDARD:
        return {prey: text.split() for prey, text in PREDATORS_OF.items()}
    ids = [*type_numbers(deck)]
    return {prey: ids[i + 1 :] for i, prey in enumerate(ids)}


def _predator_sets(deck: int) -> list[int]:
    """By type, the set of types that beat it with as many cards, four bits a type."""
    number = type_numbers(deck)
    sets = [0] * TYPES
    for prey, beaten_by in predators(deck).items() if deck in DECKS else ():
        sets[number[prey]] = sum(8 << 4 * number[name] for name in beaten_by)
    return sets


def _all_cards(deck: int) -> int:
    """All cards of a deck as a multiset."""
    others = {"mosquito": 4, "joker": 1}
    usual = 5 if deck == STANDARD else 4
    return sum(
        others.get(name, usual) << 4 * t for name, t in type_numbers(deck).items()
    )


CARDS = np.array([_all_cards(deck) for deck in range(14)], np.int64)
"""All cards of each deck."""
PREDATORS = np.array([_predator_sets(deck) for deck in range(14)], np.int64)
"""By deck and main type: the set of types that beat it with as many cards."""


@compiled_inline
def count_of(cards: int, card_type: int) -> int:
    """The number of cards of a type in a multiset."""
    return cards >> 4 * card_type & 15


@compiled_inline
def types_with_at_least(cards: int, n: int) -> int:
    """The set of types of which there are `n` cards or more, 1 <= n <= 8."""
    return (cards + (8 - n) * _AT) & HIGH


@compiled_inline
def first_type(types: int) -> int:
    """The first type of a set that is not empty."""
    return ctz(types) >> 2


@compiled_inline
def number_of_cards(cards: int) -> int:
    """The number of cards in a multiset, at most 254."""
    pairs = (cards & 0x0F0F0F0F0F0F0F0F) + (cards >> 4 & 0x0F0F0F0F0F0F0F0F)
    return pairs % 255  # 256 is 1 modulo 255: the sum of the bytes


@compiled_inline
def nth_type(cards: int, n: int) -> int:
    """The type of the n-th card of a multiset, counted from 0."""
    card_type = 0
    while n >= cards & 15:
        n -= cards & 15
        cards >>= 4
        card_type += 1
    return card_type


# -- Moves -----------------------------------------------------------------------------
#
# Definitions 3 and 4 of the report. A move is cards of one main type, perhaps with one
# mosquito (among elephants) and the joker. Only the main type and the total of a move
# on the table count: it is beaten by as many cards of a predator, or by one card more
# of its own type.
#
#     bits of a move    0 .. 3          4 .. 7       8           9
#                       cards of type   main type    mosquito    joker          0: pass


PASS = 0
_WITH_MOSQUITO, _WITH_JOKER = 1 << 8, 1 << 9


@compiled_inline
def cards_in(move: int) -> int:
    """The cards of a move as a multiset."""
    cards = (move & 15) << 4 * (move >> 4 & 15)
    return cards + (move >> 8 & 1) * ONE_MOSQUITO + (move >> 9 & 1) * ONE_JOKER


@compiled_inline
def move_size(move: int) -> int:
    """How many cards a move counts as."""
    return (move & 15) + (move >> 8 & 1) + (move >> 9 & 1)


@compiled_inline
def table_after_move(move: int) -> int:
    """The table after a move, as one number: main type + 16 * cards."""
    return (move >> 4 & 15) + 16 * move_size(move)


@compiled_inline
def _append(moves: np.ndarray, n: int, types: int, cards: int, specials: int) -> int:
    """Append a move of `cards` cards of each of some types; return the new number."""
    while types:
        moves[n] = cards | first_type(types) << 4 | specials
        n += 1
        types &= types - 1
    return n


@compiled_inline
def _append_any_number(hand: int, moves: np.ndarray, n: int, specials: int) -> int:
    """Append any number of cards of any type, with the joker or without."""
    m = 1
    types = types_with_at_least(hand, m) & MAIN
    while types:
        n = _append(moves, n, types, m, specials)
        m += 1
        types = types_with_at_least(hand, m) & MAIN
    if count_of(hand, MOSQUITO):
        for m in range(1, count_of(hand, ELEPHANT) + 1):
            moves[n] = m | ELEPHANT << 4 | _WITH_MOSQUITO | specials
            n += 1
    return n


@compiled_inline
def _append_answers(
    deck: int, hand: int, table: int, specials: int, moves: np.ndarray, n: int
) -> int:
    """Append what beats the table with `specials`, bits of a move, to be used."""
    card_type, hunters = table & 15, int(PREDATORS[deck, table & 15])
    m = (table >> 4) - (specials >> 8 & 1) - (specials >> 9)
    allowed = 8 << 4 * ELEPHANT if specials & _WITH_MOSQUITO else MAIN
    if m >= 0:
        same_type = types_with_at_least(hand, m + 1) & 8 << 4 * card_type
        n = _append(moves, n, same_type & allowed, m + 1, specials)
    if m >= 1:
        n = _append(
            moves, n, types_with_at_least(hand, m) & hunters & allowed, m, specials
        )
    return n


@compiled_inline
def list_openings(hand: int, moves: np.ndarray) -> int:
    """List all moves of a hand (Definition 3), those with the joker last."""
    n = _append_any_number(hand, moves, 0, 0)
    if hand > ONE_JOKER:
        n = _append_any_number(hand - ONE_JOKER, moves, n, _WITH_JOKER)
    return n


@compiled_inline
def list_beating(deck: int, hand: int, table: int, moves: np.ndarray) -> int:
    """List the moves that beat the table (Definition 4), the joker's last."""
    n = _append_answers(deck, hand, table, 0, moves, 0)
    mosquito, joker = count_of(hand, MOSQUITO) > 0, hand > ONE_JOKER
    if mosquito:
        n = _append_answers(deck, hand, table, _WITH_MOSQUITO, moves, n)
    if joker:
        n = _append_answers(deck, hand, table, _WITH_JOKER, moves, n)
    if mosquito and joker:
        n = _append_answers(deck, hand, table, _WITH_MOSQUITO | _WITH_JOKER, moves, n)
    return n
