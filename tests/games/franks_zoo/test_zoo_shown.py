"""Hands that lie open in a belief of Frank's Zoo: who is dealt anew, and who is not."""

import numpy as np
import pytest

from foxkit import FranksZoo, Position
from foxkit.core import compiled
from foxkit.games.franks_zoo.cards import number_of_cards
from foxkit.games.franks_zoo.shown import NextHandsShown
from foxkit.search.belief import determinize


@compiled
def imagined(belief, game, state, player, room, seed):
    return determinize(belief, game, state, player, room, seed)


@pytest.mark.parametrize("hands, fixed", [(0, {1}), (1, {1, 2}), (2, {0, 1, 2, 3})])
def test_only_the_hands_that_are_not_shown_are_dealt_anew(hands, fixed) -> None:
    game, room = FranksZoo(deal=5), np.zeros(FranksZoo.MAX_MOVES, np.int64)
    state = Position.start(game).state
    deals = [
        imagined(NextHandsShown(hands), game, state, 1, room, seed)
        for seed in range(30)
    ]
    assert {n for n in range(4) if {deal[n] for deal in deals} == {state[n]}} == fixed
    for deal in deals:
        assert [*map(number_of_cards, deal[:6])] == [*map(number_of_cards, state[:6])]
        assert sum(deal[:6]) == sum(state[:6]) and deal[6:] == state[6:]
