"""Undefeatable moves and winning sequences of Frank's Zoo (Definitions 7 and 8).

While a sequence of undefeatable moves is played the others only pass, so their cards
stay what they are and the order does not matter: a hand wins if it can be divided into
moves of which at most one can be beaten. More cards are never easier to beat, so all
cards of a type go together; only mosquitos and the joker leave a choice:

    joker       with any one type
    mosquitos   k of them beside k moves of elephants, the others by themselves
"""

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from foxkit.core import compiled_inline
from foxkit.core.former import refuses_former_names
from foxkit.games.franks_zoo.cards import (
    ELEPHANT,
    MAIN_TYPES,
    MOSQUITO,
    ONE_JOKER,
    PASS,
    PREDATORS_BY_DECK,
    STANDARD,
    Cards,
    TypeSet,
    cards_in,
    count_of,
    first_type,
    table_after_move,
    types_with_at_least,
)

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "largest_moves": "largest_move_sizes",
        },
    )

MoveSizes: TypeAlias = int
"""For each type, four bits each, how many cards the largest move of it has."""
JokerSavesOne: TypeAlias = int
"""1 if a joker makes one more move undefeatable, else 0."""
_ELEPHANT_AND_MOSQUITO = 8 << 4 * ELEPHANT | 8 << 4 * MOSQUITO
_TOO_MANY = 9


@compiled_inline
def winning_move(hand: Cards, moves: np.ndarray) -> int:
    """The one of some moves that plays the whole hand, PASS if none does."""
    for move in moves:
        if cards_in(move) == hand:
            return int(move)
    return PASS


@compiled_inline
def largest_move_sizes(pool: Cards) -> MoveSizes:
    """How large a move of each type the pooled cards allow, as a multiset."""
    types = types_with_at_least(pool, 1) & MAIN_TYPES
    sizes = pool & 15 * (types >> 3)
    if pool >= ONE_JOKER:
        sizes += types >> 3
    if count_of(pool, MOSQUITO) and count_of(pool, ELEPHANT):
        sizes += 1 << 4 * ELEPHANT
    return sizes


@compiled_inline
def limited_to_hand(sizes: MoveSizes, longest_hand: int) -> MoveSizes:
    """These sizes, none of them above the longest hand of the others (footnote 3)."""
    if longest_hand >= 7:
        return sizes
    longer = types_with_at_least(sizes, longest_hand + 1) >> 3
    return (sizes & ~(15 * longer)) + longest_hand * longer


@compiled_inline
def is_undefeatable(deck: int, sizes: MoveSizes, card_type: int, count: int) -> bool:
    """Whether no move of these sizes beats `count` cards of a type (Definition 8)."""
    hunters = types_with_at_least(sizes, count) & PREDATORS_BY_DECK[deck, card_type]
    return hunters == 0 and count_of(sizes, card_type) <= count


@compiled_inline
def _types_but_elephants_and_mosquitos(deck: int, hand: Cards) -> TypeSet:
    """The types of a hand that mosquitos have nothing to do with."""
    types = types_with_at_least(hand, 1) & MAIN_TYPES
    return types & ~_ELEPHANT_AND_MOSQUITO if deck == STANDARD else types


@compiled_inline
def _count_beatable_types(
    deck: int, sizes: MoveSizes, hand: Cards
) -> tuple[int, JokerSavesOne]:
    """Count the types apart that can be beaten, and whether a joker saves one."""
    loose, saved = 0, 0
    types = _types_but_elephants_and_mosquitos(deck, hand)
    while types:
        card_type = first_type(types)
        n = count_of(hand, card_type)
        if not is_undefeatable(deck, sizes, card_type, n):
            loose += 1
            if is_undefeatable(deck, sizes, card_type, n + 1):
                saved = 1
        types &= types - 1
    return loose, saved


@compiled_inline
def excludes_winning_sequence(deck: int, sizes: MoveSizes, hand: Cards) -> bool:
    """Whether a quick test already excludes that a move begins a winning sequence."""
    loose, _ = _count_beatable_types(deck, sizes, hand)
    return loose - (1 if hand >= ONE_JOKER else 0) > 1


@compiled_inline
def _count_beatable_elephant_moves(
    deck: int, sizes: MoveSizes, elephants: int, mosquitos: int, has_joker: int
) -> int:
    """How many of k moves, of n elephants and a mosquito each, can be beaten.

    The elephants are divided so that they are as few as possible; 2 stands for more.
    """
    if mosquitos == 0:
        together = is_undefeatable(deck, sizes, ELEPHANT, elephants + has_joker)
        return 0 if elephants == 0 or together else 1
    need = 1
    while not is_undefeatable(deck, sizes, ELEPHANT, need):
        need += 1
    part, first = max(1, need - 1), max(1, need - 1 - has_joker)
    if first + (mosquitos - 1) * part <= elephants:
        return 0
    return 1 if mosquitos == 1 or first + (mosquitos - 2) * part + 1 <= elephants else 2


@compiled_inline
def _fewest_beatable_elephants_and_mosquitos(
    deck: int,
    sizes: MoveSizes,
    hand: Cards,
    joker_with_elephants: int,
    joker_with_mosquitos: int,
) -> int:
    """How few moves of elephants and mosquitos can be beaten at best.

    The last two say where the joker is: 1 beside the one or the other.
    """
    n, mosquitos, best = count_of(hand, ELEPHANT), count_of(hand, MOSQUITO), _TOO_MANY
    for k in range(min(n, mosquitos) + 1):
        left = mosquitos - k
        if joker_with_mosquitos and left == 0:
            break
        loose = _count_beatable_elephant_moves(deck, sizes, n, k, joker_with_elephants)
        if left and not is_undefeatable(
            deck, sizes, MOSQUITO, left + joker_with_mosquitos
        ):
            loose += 1
        best = min(best, loose)
    return best


@compiled_inline
def can_play_winning_sequence(deck: int, sizes: MoveSizes, hand: Cards) -> bool:
    """Whether a hand can be divided into moves of which one at most is beaten.

    `sizes` are the `largest_move_sizes` of the others' pooled cards, perhaps
    `limited_to_hand`. No cards at all are such a hand, the joker alone is not.
    """
    loose, saved = _count_beatable_types(deck, sizes, hand)
    own_hand = hand if deck == STANDARD else 0
    plain = _fewest_beatable_elephants_and_mosquitos(deck, sizes, own_hand, 0, 0)
    if hand < ONE_JOKER:
        return loose + plain <= 1
    best = _TOO_MANY
    if _types_but_elephants_and_mosquitos(deck, hand):
        best = loose - saved + plain
    if count_of(own_hand, ELEPHANT):
        best = min(
            best,
            loose
            + _fewest_beatable_elephants_and_mosquitos(deck, sizes, own_hand, 1, 0),
        )
    if count_of(own_hand, MOSQUITO):
        best = min(
            best,
            loose
            + _fewest_beatable_elephants_and_mosquitos(deck, sizes, own_hand, 0, 1),
        )
    return best <= 1


@compiled_inline
def starts_winning_sequence(
    deck: int, sizes: MoveSizes, hand: Cards, move: int
) -> bool:
    """Whether a move is undefeatable and leaves a winning sequence."""
    table = table_after_move(move)
    if not is_undefeatable(deck, sizes, table & 15, table >> 4):
        return False
    return can_play_winning_sequence(deck, sizes, hand - cards_in(move))
