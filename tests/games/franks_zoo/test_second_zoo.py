"""The program that checks the studies of Frank's Zoo, held to the oracle's rules."""

from collections import Counter

import numpy as np
import pytest
import verify_zoo_decks as second
from oracle_franks_zoo import DECK, PASS, Move, advise, defeats, legal_combinations

pytestmark = pytest.mark.slow  # the second programs are compiled anew each time


def names(types: int) -> dict[int, str]:
    if types:
        return {i: f"id{i + 1}" for i in range(types)}
    special = {second.ELEPHANT: "elephant", second.MOSQUITO: "mosquito"}
    special |= {second.JOKER: "joker"}
    usual = [name for name in DECK if name not in special.values()]
    return dict(enumerate(usual)) | special


def told(move: int, called: dict[int, str]) -> Move:
    if move == second.PASS:
        return PASS
    return Move(called[move >> 6], move >> 2 & 15, move >> 1 & 1, move & 1)


def counted(cards: np.ndarray, called: dict[int, str]) -> Counter[str]:
    return +Counter({name: int(cards[kind]) for kind, name in called.items()})


@pytest.mark.parametrize("types", [0, 8])
def test_moves_and_rules_of_thumb_are_the_oracles(types: int) -> None:
    deck, called = second.deck_of(types), names(types)
    printed, rng = second.players(types)["printed"], np.random.default_rng(1)
    game = np.zeros((6, 16), np.int64)
    cards = np.repeat(np.arange(16), deck.cards)
    for seat, hand in enumerate(np.split(rng.permutation(cards), 4)):
        game[seat] = np.bincount(hand, minlength=16)
        game[second.LEFT, seat] = len(hand)
    game[second.NOW, second.KIND] = -1
    while game[second.NOW, second.OUT] < 3:
        mover, _, kind, n, *_ = map(int, game[second.NOW])
        hand = counted(game[mover], called)
        table = (called[kind], n) if kind >= 0 else None
        moves = second.options(deck.eats, game)
        wanted = legal_combinations(hand)
        if table or not wanted:
            wanted = [move for move in wanted if defeats(move, *table)] + [PASS]
        assert {told(move, called) for move in moves} == {*wanted}
        if types == 0:
            pool = counted(game[:4].sum(axis=0) - game[mover], called)
            played = int(deck.cards.sum() - game[:4].sum())
            advice = advise(hand, table, pool, played)
            move = told(second.ruled(deck, printed.numbers, game), called)
            assert str(move) in advice.moves or advice.step == "pass"
        second.play(game, int(rng.choice(moves)))
