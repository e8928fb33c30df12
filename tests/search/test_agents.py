"""Evaluations stay inside (-1, 1), players find moves, and bad input is named."""

import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from toy_games import Forest, Guess

from foxkit.core.entry import evaluate
from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.battle_sheep.players import OwnMovesOnly, WithoutPasses
from foxkit.games.battle_sheep.policies import NarrowFirst
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, TypeFirst
from foxkit.games.wolves.erring import FuzzyPlayer
from foxkit.games.wolves.evaluation import heuristic
from foxkit.games.wolves.rules import WOLVES, Wolves
from foxkit.players.budget import Budget
from foxkit.players.defaults import default_evaluation
from foxkit.players.evaluations import CurrentPayoffs, ZeroEvaluation
from foxkit.players.standard import (
    AlphaBetaPlayer,
    BySide,
    MctsPlayer,
    MixedPlayer,
    RandomPlayer,
    SecondChoice,
)
from foxkit.search.belief import PERFECT_INFORMATION, UNIFORM_DEALS
from foxkit.search.playout import UNIFORM

THREATS = "20000/00000/10100/00000/00100 w"
CLOSE = "00000/01010/22200/10000/00000 s"


def test_no_estimate_is_as_good_as_a_win() -> None:
    """Three wolves that have eaten twelve sheep score 1.65 on the report's scale."""
    game = game_named("wolves", "three-wolves")
    state = Position.parse(game, CLOSE).state
    unbounded = heuristic(game.start(), WOLVES, scale=6_000)
    assert evaluate(unbounded, game, state)[0] > 1.5
    found = evaluate(default_evaluation(game), game, state)
    assert 0.9 < found[0] < 1.0 and found[1] == -found[0]
    assert evaluate(default_evaluation(Wolves()), Wolves(), state)[0] < 1.0


def test_nobody_writes_into_the_moves_of_a_position() -> None:
    position = Position.start(FoxGame())
    with pytest.raises(ValueError, match="read-only"):
        position.codes[0] = 1
    assert np.array_equal(position.codes, list(position.moves.values()))


# -- the alpha-beta player -------------------------------------------------------------


@pytest.mark.slow
def test_alpha_beta_wins_at_once() -> None:
    state = Wolves().parse(THREATS)[1]
    for nodes in (1, 100, float("inf")):
        player = AlphaBetaPlayer(heuristic(state, WOLVES), depth=5, nodes=nodes)
        move = player.choose(Wolves(), state, 1)
        assert Wolves().format_move(state, move) == "00x20"


@pytest.mark.slow
def test_alpha_beta_plays_any_game_and_any_of_its_best_moves() -> None:
    game = Forest(depth=4, width=3)
    player = AlphaBetaPlayer(Guess(), depth=4)
    assert player.choose(game, game.start(), 1) in Position.start(game).codes
    state = Wolves().start()
    report = AlphaBetaPlayer(heuristic(state, WOLVES), depth=1)
    assert len({report.choose(Wolves(), state, seed) for seed in range(30)}) == 2


@pytest.mark.parametrize("limits", [{"depth": 0}, {"depth": 3, "nodes": 0}])
def test_a_limit_below_1_is_refused(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"is a whole number from 1 to .*, not 0"):
        AlphaBetaPlayer(FoxHeuristic(), **limits)


ALIKE = (
    UNIFORM,
    RANDOM_AI,
    TypeFirst(),
    NarrowFirst(),
    PERFECT_INFORMATION,
    UNIFORM_DEALS,
    ZeroEvaluation(),
)
ALIKE += (
    CurrentPayoffs(),
    WithoutPasses(BattleSheep(), 1),
    OwnMovesOnly(BattleSheep(), 1),
)


@pytest.mark.parametrize("one", ALIKE, ids=repr)
def test_a_value_equals_those_of_its_own_class_only(one: Any) -> None:
    again = pickle.loads(pickle.dumps(one))
    assert [each for each in ALIKE if each == again] == [one]
    assert sum(each != again for each in ALIKE) == len(ALIKE) - 1
    assert len({*ALIKE, again}) == len(ALIKE) and one != tuple(one)


# -- players that err ------------------------------------------------------------------

GAME = FoxGame()
START = Position.start(GAME)
STRONG = MctsPlayer(Budget(500), FoxHeuristic())


@dataclass(frozen=True)
class Constant:
    """Answers with its budget instead of a move."""

    budget: Budget

    def choose(self, game: Any, state: Any, seed: int) -> Any:
        return self.budget.simulations


def chosen(player: Any, seeds: int = 200) -> list[int]:
    return [player.choose(GAME, START.state, seed) for seed in range(seeds)]


def test_sometimes_is_the_other_player_as_often_as_it_says() -> None:
    one, other = Constant(Budget(1)), Constant(Budget(2))
    assert set(chosen(MixedPlayer(one, other, 0.0))) == {1}
    assert set(chosen(MixedPlayer(one, other, 1.0))) == {2}
    slips = chosen(MixedPlayer(one, other, 0.1), seeds=5000).count(2)
    assert 400 < slips < 600


@dataclass(frozen=True)
class Asking:
    """A reader's own player, which asks another."""

    player: Any

    def choose(self, game: Any, state: Any, seed: int) -> Any:
        return self.player.choose(game, state, seed)


A, B, C, D = (Constant(Budget(n)) for n in (1, 2, 3, 4))
HALF = MixedPlayer(A, B, 0.5)


@pytest.mark.parametrize(
    ("nested", "shares"),
    [
        (MixedPlayer(HALF, C, 0.5), {1: 1 / 4, 2: 1 / 4, 3: 1 / 2}),
        (MixedPlayer(C, HALF, 0.5), {1: 1 / 4, 2: 1 / 4, 3: 1 / 2}),
        (MixedPlayer(BySide((HALF, D)), C, 0.5), {1: 1 / 4, 2: 1 / 4, 3: 1 / 2}),
        (MixedPlayer(Asking(HALF), C, 0.5), {1: 1 / 4, 2: 1 / 4, 3: 1 / 2}),
        (MixedPlayer(MixedPlayer(HALF, C, 0.5), D, 0.5), {1: 1 / 8, 2: 1 / 8, 4: 0.5}),
        (FuzzyPlayer(HALF, 0.0), {1: 1 / 2, 2: 1 / 2}),
        (MixedPlayer(FuzzyPlayer(C, 0.5), A, 0.5), {1: 1 / 2, 3: 1 / 4}),
        (MixedPlayer(A, BySide((FuzzyPlayer(C, 0.5), D)), 0.5), {1: 1 / 2, 3: 1 / 4}),
        (FuzzyPlayer(FuzzyPlayer(A, 0.5), 0.5), {1: 1 / 4}),
    ],
)
def test_each_player_within_players_draws_by_itself(
    nested: Any, shares: dict[int, float]
) -> None:
    found = chosen(nested, seeds=4_000)
    for answer, share in shares.items():
        assert abs(found.count(answer) / 4_000 - share) < 0.03


def test_a_plain_player_in_a_mixed_one_gets_the_seed_of_stored_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    got = []
    for kind in (RandomPlayer, MctsPlayer, SecondChoice):
        monkeypatch.setattr(kind, "choose", lambda *given: got.append(given[-1]))
    for plain in (RandomPlayer(), STRONG, SecondChoice(STRONG)):
        MixedPlayer(plain, plain, 0.5).choose(GAME, START.state, 7)
        FuzzyPlayer(plain, 0.0).choose(GAME, START.state, 7)
    assert got == [7] * 6


@pytest.mark.slow
def test_the_second_choice_is_the_second_most_visited() -> None:
    children = STRONG.think(GAME, START.state, 3).children()
    visits = sorted((child.visits for child in children), reverse=True)
    move = SecondChoice(STRONG).choose(GAME, START.state, 3)
    found = {START.moves[child.move]: child.visits for child in children}
    assert found[move] == visits[1]


def test_without_a_choice_the_second_choice_is_the_only_one() -> None:
    text = "--sss--/--sss--/sss.sss/s..s..s/...f.../--...--/--..f-- f 0 -"
    forced = Position.parse(GAME, text)
    assert len(forced.codes) == 1
    assert SecondChoice(STRONG).choose(GAME, forced.state, 1) == forced.codes[0]
