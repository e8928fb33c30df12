"""Undefeatable moves and winning sequences of Frank's Zoo (Definitions 7 and 8).

While a sequence of undefeatable moves is played the others only pass, so their cards
stay what they are and the order does not matter: a hand wins if it can be divided into
moves of which at most one can be beaten. More cards are never easier to beat, so all
cards of a type go together; only mosquitos and the joker leave a choice:

    joker       with any one type
    mosquitos   k of them beside k moves of elephants, the others by themselves
"""

import numpy as np

from foxkit.core import compiled_inline
from foxkit.games.franks_zoo.cards import (
    ELEPHANT,
    MAIN,
    MOSQUITO,
    ONE_JOKER,
    PASS,
    PREDATORS,
    STANDARD,
    cards_in,
    count_of,
    first_type,
    table_after_move,
    types_with_at_least,
)

_TWO_KINDS = 8 << 4 * ELEPHANT | 8 << 4 * MOSQUITO
_NEVER = 9


@compiled_inline
def winning_move(hand: int, moves: np.ndarray) -> int:
    """The one of some moves that plays the whole hand, PASS if none does."""
    for move in moves:
        if cards_in(move) == hand:
            return int(move)
    return PASS


@compiled_inline
def largest_moves(pool: int) -> int:
    """How large a move of each type the pooled cards allow, as a multiset."""
    types = types_with_at_least(pool, 1) & MAIN
    sizes = pool & 15 * (types >> 3)
    if pool >= ONE_JOKER:
        sizes += types >> 3
    if count_of(pool, MOSQUITO) and count_of(pool, ELEPHANT):
        sizes += 1 << 4 * ELEPHANT
    return sizes


@compiled_inline
def limited_to_hand(sizes: int, longest: int) -> int:
    """These sizes, none of them above the longest hand of the others (footnote 3)."""
    if longest >= 7:
        return sizes
    longer = types_with_at_least(sizes, longest + 1) >> 3
    return (sizes & ~(15 * longer)) + longest * longer


@compiled_inline
def is_undefeatable(deck: int, sizes: int, card_type: int, n: int) -> bool:
    """Whether no move of these sizes beats `n` cards of a type (Definition 8)."""
    hunters = types_with_at_least(sizes, n) & PREDATORS[deck, card_type]
    return hunters == 0 and count_of(sizes, card_type) <= n


@compiled_inline
def _types_apart(deck: int, hand: int) -> int:
    """The types of a hand that mosquitos have nothing to do with."""
    types = types_with_at_least(hand, 1) & MAIN
    return types & ~_TWO_KINDS if deck == STANDARD else types


@compiled_inline
def _count_beatable(deck: int, sizes: int, hand: int) -> tuple[int, int]:
    """Count the types apart that can be beaten, and whether a joker saves one."""
    loose, saved = 0, 0
    types = _types_apart(deck, hand)
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
def is_hopeless(deck: int, sizes: int, hand: int) -> bool:
    """Whether a quick test already excludes that a move begins a winning sequence."""
    loose, _ = _count_beatable(deck, sizes, hand)
    return loose - (1 if hand >= ONE_JOKER else 0) > 1


@compiled_inline
def _count_beatable_elephants(deck: int, sizes: int, n: int, k: int, joker: int) -> int:
    """How many of k moves, of n elephants and a mosquito each, can be beaten.

    The elephants are divided so that they are as few as possible; 2 stands for more.
    """
    if k == 0:
        together = is_undefeatable(deck, sizes, ELEPHANT, n + joker)
        return 0 if n == 0 or together else 1
    need = 1
    while not is_undefeatable(deck, sizes, ELEPHANT, need):
        need += 1
    part, first = max(1, need - 1), max(1, need - 1 - joker)
    if first + (k - 1) * part <= n:
        return 0
    return 1 if k == 1 or first + (k - 2) * part + 1 <= n else 2


@compiled_inline
def _count_beatable_pairs(
    deck: int, sizes: int, hand: int, with_elephants: int, with_mosquitos: int
) -> int:
    """How few moves of elephants and mosquitos can be beaten at best.

    The last two say where the joker is: 1 beside the one or the other.
    """
    n, mosquitos, best = count_of(hand, ELEPHANT), count_of(hand, MOSQUITO), _NEVER
    for k in range(min(n, mosquitos) + 1):
        left = mosquitos - k
        if with_mosquitos and left == 0:
            break
        loose = _count_beatable_elephants(deck, sizes, n, k, with_elephants)
        if left and not is_undefeatable(deck, sizes, MOSQUITO, left + with_mosquitos):
            loose += 1
        best = min(best, loose)
    return best


@compiled_inline
def is_winning_sequence(deck: int, sizes: int, hand: int) -> bool:
    """Whether a hand can be divided into moves of which one at most is beaten.

    `sizes` are the `largest_moves` of the others' pooled cards, perhaps
    `limited_to_hand`. No cards at all are such a hand, the joker alone is not.
    """
    loose, saved = _count_beatable(deck, sizes, hand)
    own_hand = hand if deck == STANDARD else 0
    plain = _count_beatable_pairs(deck, sizes, own_hand, 0, 0)
    if hand < ONE_JOKER:
        return loose + plain <= 1
    best = _NEVER
    if _types_apart(deck, hand):
        best = loose - saved + plain
    if count_of(own_hand, ELEPHANT):
        best = min(best, loose + _count_beatable_pairs(deck, sizes, own_hand, 1, 0))
    if count_of(own_hand, MOSQUITO):
        best = min(best, loose + _count_beatable_pairs(deck, sizes, own_hand, 0, 1))
    return best <= 1


@compiled_inline
def starts_winning(deck: int, sizes: int, hand: int, move: int) -> bool:
    """Whether a move is undefeatable and leaves a winning sequence."""
    table = table_after_move(move)
    if not is_undefeatable(deck, sizes, table & 15, table >> 4):
        return False
    return is_winning_sequence(deck, sizes, hand - cards_in(move))
