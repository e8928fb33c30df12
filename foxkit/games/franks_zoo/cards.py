"""The cards of Frank's Zoo: types, who beats whom, and hands as small ints.

Source: Table 1 and section 5 of the report. A multiset of cards is an int64 with four
bits for each type, the count; `_AT` of them has a 1 in every place:

    bits    56 .. 59   52 .. 55    48 .. 51    ...    4 .. 7      0 .. 3
    type      joker    mosquito      id13      ...   elephant     whale     (standard)
                                                        id2        id1      (test deck)
"""

import numpy as np

from foxkit.core import inlined
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


def names(deck: int) -> dict[str, int]:
    """Return a deck's types by name, the joker too, in the order of their numbers."""
    if deck == STANDARD:
        return {name: t for t, name in enumerate(ANIMALS) if name}
    return {f"id{t + 1}": t for t in range(deck)}


def predators(deck: int) -> dict[str, list[str]]:
    """Return who beats whom with as many cards: each main type with its predators."""
    if deck == STANDARD:
        return {prey: text.split() for prey, text in PREDATORS_OF.items()}
    ids = [*names(deck)]
    return {prey: ids[i + 1 :] for i, prey in enumerate(ids)}


def _predator_sets(deck: int) -> list[int]:
    number = names(deck)
    sets = [0] * TYPES
    for prey, beaten_by in predators(deck).items() if deck in DECKS else ():
        sets[number[prey]] = sum(8 << 4 * number[name] for name in beaten_by)
    return sets


def _cards(deck: int) -> int:
    others = {"mosquito": 4, "joker": 1}
    usual = 5 if deck == STANDARD else 4
    return sum(others.get(name, usual) << 4 * t for name, t in names(deck).items())


CARDS = np.array([_cards(deck) for deck in range(14)], np.int64)
"""All cards of each deck."""
PREDATORS = np.array([_predator_sets(deck) for deck in range(14)], np.int64)
"""By deck and main type: the set of types that beat it with as many cards."""


@inlined
def count(cards: int, kind: int) -> int:
    return cards >> 4 * kind & 15


@inlined
def at_least(cards: int, n: int) -> int:
    """Return the set of types of which there are `n` cards or more, 1 <= n <= 8."""
    return (cards + (8 - n) * _AT) & HIGH


@inlined
def first_type(types: int) -> int:
    """Return the first type of a set that is not empty."""
    return ctz(types) >> 2


@inlined
def size(cards: int) -> int:
    pairs = (cards & 0x0F0F0F0F0F0F0F0F) + (cards >> 4 & 0x0F0F0F0F0F0F0F0F)
    return pairs % 255  # 256 is 1 modulo 255: the sum of the bytes


@inlined
def nth_type(cards: int, n: int) -> int:
    kind = 0
    while n >= cards & 15:
        n -= cards & 15
        cards >>= 4
        kind += 1
    return kind
