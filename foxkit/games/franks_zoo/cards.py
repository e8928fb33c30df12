"""The cards of Frank's Zoo: types, who beats whom, and hands as small ints.

Source: Table 1 and section 5 of the report. A multiset of cards is an int64 with four
bits for each type, the count; `_ONE_OF_EACH` of them has a 1 in every place:

    bits    56 .. 59   52 .. 55    48 .. 51    ...    4 .. 7      0 .. 3
    type      joker    mosquito      id13      ...   elephant     whale     (standard)
                                                        id2        id1      (test deck)
"""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.bits import ctz
from foxkit.core.former import refuses_former_names
from foxkit.core.game import MoveBuffer

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "CARDS": "CARDS_BY_DECK",
            "PREDATORS": "PREDATORS_BY_DECK",
            "TYPES": "NUM_TYPES",
        },
    )

Cards: TypeAlias = int
"""A multiset of cards, such as a hand; see above."""
TypeSet: TypeAlias = int
"""A set of types: the highest bits of their four each."""
Table: TypeAlias = int
"""What the last move counts as: main type + 16 * cards, or 0 for an opening."""
ANIMALS = (
    *("whale", "elephant", "crocodile", "bear", "lion", "seal", "fox", "perch"),
    *("hedgehog", "fish", "mouse", "", "", "mosquito", "joker"),
)
"""The standard deck's types by number; test decks have `id1`, `id2`, ... from 0 on."""
ELEPHANT, MOSQUITO, JOKER = 1, 13, 14
NUM_TYPES = 14
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
_ONE_OF_EACH = sum(1 << 4 * t for t in range(15))
ALL_TYPES = 8 * _ONE_OF_EACH
"""The highest bit of each type's four: sets of types are subsets of these bits."""
MAIN_TYPES = ALL_TYPES & ~(8 << 4 * JOKER)


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


def _predator_sets(deck: int) -> list[TypeSet]:
    """By type, the set of types that beat it with as many cards, four bits a type."""
    number = type_numbers(deck)
    sets = [0] * NUM_TYPES
    for prey, beaten_by in predators(deck).items() if deck in DECKS else ():
        sets[number[prey]] = sum(8 << 4 * number[name] for name in beaten_by)
    return sets


def _cards_of_deck(deck: int) -> Cards:
    """All cards of a deck as a multiset."""
    others = {"mosquito": 4, "joker": 1}
    cards_of_type = 5 if deck == STANDARD else 4
    return sum(
        others.get(name, cards_of_type) << 4 * t
        for name, t in type_numbers(deck).items()
    )


CARDS_BY_DECK = np.array([_cards_of_deck(deck) for deck in range(14)], np.int64)
"""All cards of each deck."""
PREDATORS_BY_DECK = np.array([_predator_sets(deck) for deck in range(14)], np.int64)
"""By deck and main type: the set of types that beat it with as many cards."""


@compiled_inline
def count_of(cards: Cards, card_type: int) -> int:
    """The number of cards of a type in a multiset."""
    return cards >> 4 * card_type & 15


@compiled_inline
def types_with_at_least(cards: Cards, count: int) -> TypeSet:
    """The set of types of which there are `count` cards or more, from 1 to 8."""
    return (cards + (8 - count) * _ONE_OF_EACH) & ALL_TYPES


@compiled_inline
def first_type(types: TypeSet) -> int:
    """The first type of a set that is not empty."""
    return ctz(types) >> 2


@compiled_inline
def number_of_cards(cards: Cards) -> int:
    """The number of cards in a multiset, at most 254."""
    pairs = (cards & 0x0F0F0F0F0F0F0F0F) + (cards >> 4 & 0x0F0F0F0F0F0F0F0F)
    return pairs % 255  # 256 is 1 modulo 255: the sum of the bytes


@compiled_inline
def nth_type(cards: Cards, card_index: int) -> int:
    """The type of the card at an index, from 0, in a multiset sorted by type."""
    card_type = 0
    while card_index >= cards & 15:
        card_index -= cards & 15
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
def cards_in(move: int) -> Cards:
    """The cards of a move as a multiset."""
    cards = (move & 15) << 4 * (move >> 4 & 15)
    return cards + (move >> 8 & 1) * ONE_MOSQUITO + (move >> 9 & 1) * ONE_JOKER


@compiled_inline
def move_size(move: int) -> int:
    """How many cards a move counts as."""
    return (move & 15) + (move >> 8 & 1) + (move >> 9 & 1)


@compiled_inline
def table_after_move(move: int) -> Table:
    """The table after a move, as one number: main type + 16 * cards."""
    return (move >> 4 & 15) + 16 * move_size(move)


@compiled_inline
def _append_one_move_per_type(
    moves: MoveBuffer, num_moves: int, types: TypeSet, count: int, specials: int
) -> int:
    """Append a move of `count` cards of each of some types; return the new number."""
    while types:
        moves[num_moves] = count | first_type(types) << 4 | specials
        num_moves += 1
        types &= types - 1
    return num_moves


@compiled_inline
def _append_openings(
    hand: Cards, moves: MoveBuffer, num_moves: int, specials: int
) -> int:
    """Append moves of any number of cards of a type, with the joker or without."""
    m = 1
    types = types_with_at_least(hand, m) & MAIN_TYPES
    while types:
        num_moves = _append_one_move_per_type(moves, num_moves, types, m, specials)
        m += 1
        types = types_with_at_least(hand, m) & MAIN_TYPES
    if count_of(hand, MOSQUITO):
        for m in range(1, count_of(hand, ELEPHANT) + 1):
            moves[num_moves] = m | ELEPHANT << 4 | _WITH_MOSQUITO | specials
            num_moves += 1
    return num_moves


@compiled_inline
def _append_beating_moves(
    deck: int,
    hand: Cards,
    table: Table,
    specials: int,
    moves: MoveBuffer,
    num_moves: int,
) -> int:
    """Append what beats the table with `specials`, bits of a move, to be used."""
    card_type, hunters = table & 15, int(PREDATORS_BY_DECK[deck, table & 15])
    m = (table >> 4) - (specials >> 8 & 1) - (specials >> 9)
    allowed = 8 << 4 * ELEPHANT if specials & _WITH_MOSQUITO else MAIN_TYPES
    if m >= 0:
        same_type = types_with_at_least(hand, m + 1) & 8 << 4 * card_type
        num_moves = _append_one_move_per_type(
            moves, num_moves, same_type & allowed, m + 1, specials
        )
    if m >= 1:
        num_moves = _append_one_move_per_type(
            moves,
            num_moves,
            types_with_at_least(hand, m) & hunters & allowed,
            m,
            specials,
        )
    return num_moves


@compiled_inline
def write_opening_moves(hand: Cards, moves: MoveBuffer) -> int:
    """Write all moves of a hand (Definition 3), the joker's last; return how many."""
    n = _append_openings(hand, moves, 0, 0)
    if hand > ONE_JOKER:
        n = _append_openings(hand - ONE_JOKER, moves, n, _WITH_JOKER)
    return n


@compiled_inline
def write_beating_moves(deck: int, hand: Cards, table: Table, moves: MoveBuffer) -> int:
    """Write the moves that beat the table (Definition 4); return how many."""
    n = _append_beating_moves(deck, hand, table, 0, moves, 0)
    mosquito, joker = count_of(hand, MOSQUITO) > 0, hand > ONE_JOKER
    if mosquito:
        n = _append_beating_moves(deck, hand, table, _WITH_MOSQUITO, moves, n)
    if joker:
        n = _append_beating_moves(deck, hand, table, _WITH_JOKER, moves, n)
    if mosquito and joker:
        n = _append_beating_moves(
            deck, hand, table, _WITH_MOSQUITO | _WITH_JOKER, moves, n
        )
    return n
