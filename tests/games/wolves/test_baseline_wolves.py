"""The baseline of the speed ratio plays the same game and the same search."""

import random

import pytest
from oracle_wolves import START, Position, Wolves, name
from wolves_positions import random_position

from benchmarks import plain_wolves as plain
from foxkit.games.wolves import rules as fast
from foxkit.games.wolves.evaluation import heuristic, terms_of
from foxkit.search.deepening import AlphaBeta

GAME = Wolves()
WINNERS = {None: 0, "wolves": 1, "sheep": -1}
SQUARES = [(s // 5, s % 5) for s in range(25)]


def texts(game: plain.Game) -> list[str]:
    found = []
    for source, target in game.moves():
        joint = "x" if game.board[target] else "-"
        found.append(f"{name(SQUARES[source])}{joint}{name(SQUARES[target])}")
    return found


def test_random_positions_agree_with_the_oracle() -> None:
    rng = random.Random(2)
    for _ in range(300):
        position = random_position(rng)
        game = plain.Game(position.text)
        moves = GAME.moves(position)
        if position.mover == "w" or moves:  # the baseline does without stuck sheep
            assert game.winner() == WINNERS[GAME.winner(position)], position.text
        if moves:
            assert sorted(texts(game)) == sorted(moves)
            before = list(game.board)
            for move in game.moves():
                game.take_back(move, game.play(move))
                assert game.board == before


def test_terms_agree() -> None:
    rng = random.Random(3)
    for _ in range(200):
        text = random_position(rng).text
        state = fast.Wolves().parse(text)[1]
        assert plain.Game(text).terms() == terms_of(state), text


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_the_same_search(depth: int) -> None:
    rng = random.Random(depth)
    for text in [START] + [random_position(rng).text for _ in range(6)]:
        state = fast.Wolves().parse(text)[1]
        if not GAME.moves(Position.parse(text)):
            continue
        judge = heuristic(state, state.mover)
        ours = AlphaBeta(fast.Wolves(), state, judge, bits=20)
        theirs = plain.Search(plain.Game(text), depth)
        value = ours.search(state, depth)
        assert round(100_000 * value) == theirs.value(depth), text
        assert ours.nodes == pytest.approx(theirs.nodes, rel=0.01), text
