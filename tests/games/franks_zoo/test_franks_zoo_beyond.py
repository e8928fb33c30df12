"""The footnote and the player who learns online: each against a plain count."""

from collections import Counter
from itertools import combinations

import numpy as np
import oracle_franks_zoo as oracle
import pytest
from zoo_numbers import undefeatable

from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games.franks_zoo.cards import type_numbers
from foxkit.games.franks_zoo.evaluation import Heuristic
from foxkit.games.franks_zoo.players import (
    LearnedHeuristicPlayer,
    heuristic_learned_online,
)
from foxkit.games.franks_zoo.rules import ALWAYS, FranksZoo, dealt_state, read_cards
from foxkit.games.franks_zoo.sequences import (
    is_undefeatable,
    largest_move_sizes,
    limited_to_hand,
)
from foxkit.games.franks_zoo.training import count_moves
from foxkit.players.standard import PolicyPlayer
from foxkit.search.playout import playout_move

GAME = FranksZoo(passing=ALWAYS)


def plain(cards: Counter[str]) -> int:
    return read_cards(0, ", ".join(f"{n} {name}" for name, n in cards.items()) or "-")


@pytest.mark.parametrize("longest", [1, 2, 3, 5])
def test_nobody_plays_more_cards_than_he_holds(longest: int) -> None:
    """Every hand of so many of the pooled cards is tried against every move."""
    pool = Counter(whale=2, elephant=2, mosquito=2, joker=1, fox=1, seal=2)
    sizes = limited_to_hand(largest_move_sizes(plain(pool)), longest)
    hands = [Counter(hand) for hand in combinations(sorted(pool.elements()), longest)]
    answers = {move for hand in hands for move in oracle.legal_combinations(hand)}
    for kind in oracle.EATS:
        for n in range(1, 7):
            beaten = any(oracle.defeats(move, kind[1], n) for move in answers)
            found = is_undefeatable(0, sizes, type_numbers(0)[kind[1]], n)
            assert found == (not beaten), (kind[1], n)


@pytest.mark.slow
def test_the_footnote_is_counted_as_by_hand() -> None:
    found = undefeatable(GAME, Heuristic(), 6, 3)
    tally = np.zeros((6, 5), int)
    for number in range(6):
        here = mix(mix(3, 0), number)
        position = Position(GAME, dealt_state(GAME, here))
        while len(position.codes):
            look(position, tally[number])
            codes = position.codes.copy()
            move, here = playout_move(Heuristic(), GAME, position.state, codes, here)
            position = position.play(GAME.format_move(position.state, int(move)))
    assert np.array(found[:5]).T.tolist() == tally.tolist()
    moves, pooled, truth, decisions, _ = tally.sum(axis=0)
    assert 0 < pooled < moves > truth > 0 < decisions


def look(position: Position, tally: np.ndarray) -> None:
    if len(position.codes) < 2:
        return
    zoo = oracle.Zoo.parse(position.text, may_pass=True)
    others = [hand for seat, hand in enumerate(zoo.hands) if hand and seat != zoo.seat]
    pool, longest = sum(others, Counter()), max(sum(hand.values()) for hand in others)
    known = False
    for move in zoo.moves():
        if move == oracle.PASS:
            continue
        answers = [
            each
            for each in oracle.legal_combinations(pool)
            if oracle.defeats(each, move.kind, move.total)
        ]
        tally[0] += 1
        tally[1] += not answers
        known |= bool(answers) and min(each.total for each in answers) > longest
        alone = any(
            oracle.defeats(each, move.kind, move.total)
            for hand in others
            for each in oracle.legal_combinations(hand)
        )
        tally[2] += bool(answers) and not alone
    tally[3:] += [1, known]


def test_weights_are_learned_from_what_is_left() -> None:
    fresh, later = heuristic_learned_online(3, 0, 1), heuristic_learned_online(3, 30, 1)
    assert fresh.weights == (40.0,) * 14
    own, left = fresh, np.zeros(14)
    for number in range(30):
        left += count_moves(GAME._replace(deck=3), own, 1, 1 + number).left[:14]
        own = own._replace(weights=tuple((200 * left + 800) / (number + 21)))
    assert later.weights == pytest.approx(own.weights)
    assert later.weights[0] > later.weights[2]


def test_one_who_learns_plays_with_what_it_learned() -> None:
    player, usual = (
        LearnedHeuristicPlayer(20, 1),
        PolicyPlayer(heuristic_learned_online(0, 20, 1)),
    )
    for deal in range(20):
        game = GAME.with_deal(deal)
        assert player.choose(game, game.start(), 3) == usual.choose(
            game, game.start(), 3
        )
