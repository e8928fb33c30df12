"""The move predictor against its formula, and games of policies in blocks."""

from collections import Counter
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from foxkit.agents.franks_zoo_heuristic import RANDOM_AI, Heuristic
from foxkit.agents.franks_zoo_predictor import chance, predictions
from foxkit.agents.franks_zoo_training import block_points, counts
from foxkit.core.rng import mix
from foxkit.documents.franks_zoo import scores
from foxkit.rules.franks_zoo import SEATS, FranksZoo, first_deal
from foxkit.rules.franks_zoo_cards import names, size
from foxkit.rules.franks_zoo_text import read_cards
from foxkit.rules.position import Position
from foxkit.search.playout import playout_move

GAME = FranksZoo()


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
    code = m | names(0)[kind] << 4 | y << 8 | z << 9
    found = chance(read_cards(0, text), 4, code)
    assert found == pytest.approx(wanted / len(hands))
    assert chance(read_cards(0, text), 4, 0) == 1


def plainly(policy: Any, games: int, seed: int, peeks: bool) -> np.ndarray:
    """What `predictions` counts, ply by ply in Python."""
    plays = counts(GAME, policy, games, mix(seed, 1)).plays
    tally = np.zeros((games, 4), int)
    for number in range(games):
        here = mix(mix(seed, 2), number)
        position = Position(GAME, first_deal(GAME, here))
        while len(position.codes):
            state, moves = position.state, position.codes.tolist()
            pool, held = sum(state[:SEATS]), size(state[state.mover])
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


@pytest.mark.parametrize("peeks", [False, True])
def test_predictions_are_those_of_the_formula(peeks: bool) -> None:
    found = predictions(GAME, Heuristic(), 25, 3, peeks)
    wanted = plainly(Heuristic(), 25, 3, peeks)
    assert (np.array(found) == wanted).all()
    assert found.moves.sum() > 500 and (found.moves_right <= found.moves).all()


def test_blocks_are_played_on_every_seat() -> None:
    points = block_points(GAME, RANDOM_AI, RANDOM_AI, 3000, 1)
    assert points.shape == (3000, 4)
    row = scores(points)
    assert row["first"] == pytest.approx(0.25, abs=0.02)
    assert row["score"] == pytest.approx(9 / 16, abs=0.02)
    assert row["games"] == 12_000
    better = scores(block_points(GAME, Heuristic(), RANDOM_AI, 500, 1))
    assert 0.78 < better["first_low"] < better["first"] < 0.88
    five = FranksZoo(players=5)
    assert block_points(five, RANDOM_AI, RANDOM_AI, 10, 1).max() == 5
