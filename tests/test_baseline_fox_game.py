"""The baseline of the speed ratio plays the same game and the same search."""

import random

import pytest
from fox_game_positions import random_position, random_walk
from oracle_fox_game import FoxGame, Position, name
from oracle_mcts import MonteCarloTreeSearch

from benchmarks import plain_fox_game as plain

GAME = FoxGame()
WINNERS = {None: 0, "sheep": -1, "foxes": 1}


def move_texts(state: plain.State) -> dict[str, plain.Move]:
    texts = {}
    for before, target, over in plain.legal_moves(state):
        sign = "-" if over < 0 else "x"
        points = [name(plain.POINTS[before]), name(plain.POINTS[target])]
        texts[sign.join(points)] = (before, target, over)
    return texts


def contents(state: plain.State) -> list[object]:
    values = {slot: getattr(state, slot) for slot in plain.State.__slots__}
    return [sorted(v) if k == "foxes" else v for k, v in sorted(values.items())]


def compare_along_a_game(position: Position, rng: random.Random) -> None:
    state = plain.parse(position.text)
    for here, move in random_walk(GAME, position, rng):
        assert contents(state) == contents(plain.parse(here.text)), here.text
        assert plain.winner(state) == WINNERS[GAME.winner(here)], here.text
        assert plain.heuristic(state) == pytest.approx(GAME.heuristic(here))
        if move:
            moves = move_texts(state)
            assert sorted(moves) == sorted(GAME.moves(here)), here.text
            state = plain.play(state, moves[move])


def test_random_games_agree_with_the_oracle() -> None:
    for seed in range(60):
        compare_along_a_game(GAME.start(), random.Random(seed))


def test_random_positions_agree_with_the_oracle() -> None:
    rng = random.Random(1)
    for _ in range(400):
        compare_along_a_game(random_position(GAME, rng), rng)


@pytest.mark.parametrize("cutoff", [0, 2])
def test_visit_shares_agree_with_the_oracle(cutoff: int) -> None:
    seeds, simulations = range(20), 200
    shares = dict.fromkeys(GAME.moves(GAME.start()), 0.0)
    for seed in seeds:
        rng = random.Random(seed)
        oracle = MonteCarloTreeSearch(GAME, simulations, cutoff, rng=rng)
        for child in oracle.search(GAME.start()).children:
            shares[child.move] += child.visits
        for child in plain.search(plain.start(), simulations, cutoff, seed).children:
            before, target, _ = child.move
            points = name(plain.POINTS[before]), name(plain.POINTS[target])
            shares["-".join(points)] -= child.visits
    total = len(seeds) * simulations
    assert max(abs(share) / total for share in shares.values()) < 0.03
