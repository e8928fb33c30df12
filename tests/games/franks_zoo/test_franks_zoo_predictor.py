"""The move predictor against its formula, and games of policies in blocks."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from zoo_predictor import chance, predictions

from foxkit.core import compiled, entry
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games.franks_zoo.cards import number_of_cards, type_numbers
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, Heuristic
from foxkit.games.franks_zoo.players import (
    ConsistentDeals,
    MonteCarlo,
    ZooMcts,
    predictor,
)
from foxkit.games.franks_zoo.rules import NUM_SEATS, FranksZoo, dealt_state, read_cards
from foxkit.games.franks_zoo.training import (
    MoveCounts,
    block_points,
    count_moves,
    imitating_policy,
)
from foxkit.players.budget import Budget
from foxkit.search.belief import UNIFORM_DEALS, determinize
from foxkit.search.playout import playout_move

GAME = FranksZoo()
imagined = compiled(lambda a, b, c, d, e, f: determinize(a, b, c, d, e, f))


@pytest.mark.parametrize(
    ("move", "used"),
    [
        ("2 elephant + mosquito", Counter(elephant=2, mosquito=1)),
        ("1 elephant + joker", Counter(elephant=1, joker=1)),
        ("1 fox", Counter(fox=1)),
        ("2 mosquito + joker", Counter(mosquito=2, joker=1)),
        ("5 fox", Counter(fox=5)),
    ],
)
def test_equation_5_counts_hands(move: str, used: Counter[str]) -> None:
    """Just so many cards of the type, mosquitos and jokers, of all hands of four."""
    text = "3 elephant, 2 mosquito, 1 joker, 2 fox"
    cards = [
        name
        for part in text.split(", ")
        for n, name in [part.split()]
        for _ in range(int(n))
    ]
    kind = move.split()[1]
    about = {kind, "mosquito", "joker"}
    hands = [Counter(hand) for hand in combinations(cards, 4)]
    wanted = sum(all(hand[n] == used[n] for n in about) for hand in hands)
    m, y, z = int(move[0]), int("+ mosquito" in move), int("+ joker" in move)
    code = m | type_numbers(0)[kind] << 4 | y << 8 | z << 9
    found = chance(read_cards(0, text), 4, code)
    assert found == pytest.approx(wanted / len(hands))
    assert chance(read_cards(0, text), 4, 0) == 1


def plainly(policy: Any, games: int, seed: int, peeks: bool) -> np.ndarray:
    """What `predictions` counts, ply by ply in Python."""
    plays = count_moves(GAME, policy, games, mix(seed, 1)).plays
    tally = np.zeros((games, 4), int)
    for number in range(games):
        here = mix(mix(seed, 2), number)
        position = Position(GAME, dealt_state(GAME, here))
        while len(position.codes):
            state, moves = position.state, position.codes.tolist()
            pool, held = sum(state[:NUM_SEATS]), number_of_cards(state[state.mover])
            row = plays[state.table]
            real = [m for m in moves if m] or [0]
            options = real if peeks else np.flatnonzero(row).tolist()
            total = max(1, row.sum())
            values = [row[m] / total * chance(pool, held, m) for m in options]
            best = options[int(np.argmax(values))] if max(values, default=0) else -1
            move, here = playout_move(policy, GAME, state, position.codes.copy(), here)
            tally[number, 2 * (move == 0)] += move == best
            tally[number, 2 * (move == 0) + 1] += 1
            text = GAME.format_move(state, int(move))
            position = position.play(text)
    return tally.T


@pytest.mark.slow
@pytest.mark.parametrize("peeks", [False, True])
def test_predictions_are_those_of_the_formula(peeks: bool) -> None:
    found = predictions(GAME, Heuristic(), 12, 3, peeks)
    wanted = plainly(Heuristic(), 12, 3, peeks)
    assert (np.array(found[:4]) == wanted).all()
    assert found.moves.sum() > 240 and (found.moves_right <= found.moves).all()


@pytest.mark.slow
def test_blocks_are_played_on_every_seat() -> None:
    points = block_points(GAME, RANDOM_AI, RANDOM_AI, 3000, 1)
    assert points.shape == (3000, 4)
    assert (points == 4).mean() == pytest.approx(0.25, abs=0.02)
    assert points.mean() / 4 == pytest.approx(9 / 16, abs=0.02)
    better = block_points(GAME, Heuristic(), RANDOM_AI, 500, 1)
    assert 0.78 < (better == 4).mean() < 0.88
    five = FranksZoo(players=5)
    assert block_points(five, RANDOM_AI, RANDOM_AI, 10, 1).max() == 5


def test_equal_players_go_out_first_as_often_in_each_rotation() -> None:
    """Draws that deal the cards must not choose the first moves."""
    points = block_points(FranksZoo(deck=2), RANDOM_AI, RANDOM_AI, 100_000, 1)
    assert (points == 4).mean(axis=0) == pytest.approx([0.25] * 4, abs=0.005)


PASSED = "1 whale, 1 fish | 2 fox, 1 bear | 3 hedgehog | 3 seal ; 1 perch ; 3 1 1 0000"
"""The second player has passed with a perch on the table; the third is to move."""


@pytest.mark.slow
def test_predicted_passes_tell_of_hands() -> None:
    """Deals as often as by brute force over all deals, weighed by the chance to pass.

    Who passes is a player of equation (4): the policy's own chances, hand by hand.
    """
    position = Position.parse(GAME, PASSED)
    plays = np.zeros((128, 1024))
    lying = position.state.table
    plays[lying, 0], beats = 3, 1 | type_numbers(0)["bear"] << 4
    plays[lying, beats] = 1
    plays[lying, 1 | type_numbers(0)["seal"] << 4] = 6
    policy = imitating_policy(MoveCounts(plays, plays, plays, plays))
    seen = Counter[int]()
    moves = np.empty(GAME.MAX_MOVES, np.int64)
    for seed in range(6000):
        belief = ConsistentDeals(policy, 1000)
        dealt = imagined(belief, GAME, position.state, 2, moves, mix(seed, 5))
        assert dealt.three == position.state.three
        seen[dealt.two] += 1
    pool = ["whale", "fish", "fox", "fox", "bear", "seal", "seal", "seal"]
    wanted = Counter[int]()
    for hand in combinations(pool, 3):
        able = ("bear" in hand) * 1 + ("seal" in hand) * 6
        cards = Counter(hand)
        text = ", ".join(f"{n} {name}" for name, n in cards.items())
        wanted[read_cards(0, text)] += 3 / (3 + able)
    total = sum(wanted.values())
    for hand, chances in wanted.items():
        assert seen[hand] / 6000 == pytest.approx(chances / total, abs=0.013)


@pytest.mark.slow
def test_players_with_beliefs_see_no_hidden_cards() -> None:
    """Positions that look the same: the same move, whatever is believed."""
    state = FranksZoo(deal=8).start()
    other = entry.resample_hidden(GAME, state, state.mover, 3)
    believed = ConsistentDeals(predictor(Heuristic(), 100))
    players = (
        MonteCarlo(Heuristic(), 10, belief=believed),
        ZooMcts(Budget(50), policy=Heuristic(), belief=believed),
        ZooMcts(Budget(50), policy=predictor(Heuristic(), 100), belief=UNIFORM_DEALS),
    )
    for player in players:
        assert player.choose(GAME, state, 4) == player.choose(GAME, other, 4)
