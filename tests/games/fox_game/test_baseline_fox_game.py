"""The baselines of the speed ratios play the same game and the same search."""

import random
from collections.abc import Callable

import pytest
from fox_game_engines import fast_rules
from fox_game_positions import random_position, random_walk
from oracle_fox_game import FoxGame, Position, name

from benchmarks import paper_style_fox_game as paper
from benchmarks import plain_fox_game as plain
from foxkit.core import position
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.search.mcts import Settings
from foxkit.search.reference import Mcts

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


@pytest.mark.slow
def test_random_games_agree_with_the_oracle() -> None:
    for seed in range(60):
        compare_along_a_game(GAME.start(), random.Random(seed))


@pytest.mark.slow
def test_random_positions_agree_with_the_oracle() -> None:
    rng = random.Random(1)
    for _ in range(400):
        compare_along_a_game(random_position(GAME, rng), rng)


# -- as a reader of the paper would write it -------------------------------------------


def paper_state(position: Position) -> paper.State:
    rows = [row[:] for row in position.board]
    return paper.State(rows, position.mover == "s", position.sideways, position.chain)


def paper_text(move: paper.Move) -> str:
    before, target = move
    jump = max(abs(before[0] - target[0]), abs(before[1] - target[1])) == 2
    return f"{name(before)}{'x' if jump else '-'}{name(target)}"


def compare_paper_style(position: Position, rng: random.Random) -> None:
    state = paper_state(position)
    for here, move in random_walk(GAME, position, rng):
        assert state == paper_state(here), here.text
        moves = {paper_text(m): m for m in paper.legal_moves(state)}
        assert sorted(moves) == sorted(GAME.moves(here)), here.text
        ended = GAME.payoffs(here)
        expected = ended["foxes"] if ended else GAME.heuristic(here)
        assert paper.result(state, list(moves.values())) == pytest.approx(expected)
        state = paper.play(state, moves[move]) if move else state


@pytest.mark.slow
def test_the_paper_style_game_agrees_with_the_oracle() -> None:
    rng = random.Random(2)
    for _ in range(30):
        compare_paper_style(GAME.start(), rng)
    for _ in range(300):
        compare_paper_style(random_position(GAME, rng), rng)


# -- the search ------------------------------------------------------------------------


def plain_shares(simulations: int, cutoff: int, seed: int) -> dict[str, int]:
    found = {}
    for child in plain.search(plain.start(), simulations, cutoff, seed).children:
        before, target, _ = child.move
        points = name(plain.POINTS[before]), name(plain.POINTS[target])
        found["-".join(points)] = child.visits
    return found


def paper_shares(simulations: int, cutoff: int, seed: int) -> dict[str, int]:
    root = paper.search(simulations, cutoff, seed)
    moves = map(paper_text, paper.legal_moves(root.state))
    return {m: c.visits for m, c in zip(moves, root.children, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("shares_of", [plain_shares, paper_shares])
@pytest.mark.parametrize("cutoff", [0, 2])
def test_visit_shares_agree_with_the_reference(
    shares_of: Callable[[int, int, int], dict[str, int]], cutoff: int
) -> None:
    seeds, simulations = range(15), 200
    difference = dict.fromkeys(GAME.moves(GAME.start()), 0)
    root = position.Position.start(fast_rules(GAME))
    for seed in seeds:
        search = Mcts(FoxHeuristic(), Settings(cutoff=cutoff), seed)
        for child in search.search(root, simulations).children:
            difference[child.move] += child.visits
        for move, visits in shares_of(simulations, cutoff, seed).items():
            difference[move] -= visits
    total = len(seeds) * simulations
    assert max(map(abs, difference.values())) / total < 0.03
