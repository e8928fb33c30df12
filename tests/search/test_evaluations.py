"""A reader's evaluation keeps to (-1, 1), and nobody moves in a finished game."""

from __future__ import annotations

from math import nan
from typing import Any, NamedTuple

import pytest
from test_every_player import tables

from foxkit import Budget, FoxGame, GreedyPlayer, MctsPlayer, Position, Search, match
from foxkit.core.entry import play
from foxkit.core.game import evaluate
from foxkit.core.generic import compared_by_class
from foxkit.core.position import NO_MOVE
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.players.evaluations import ZeroEvaluation, evaluation
from foxkit.players.standard import (
    AlphaBetaPlayer,
    BySide,
    FunctionPlayer,
    RandomPlayer,
)
from foxkit.search.deepening import AlphaBeta
from foxkit.search.session import CHOICES
from foxkit.testing import check_game

GAME = NoughtsAndCrosses()
START = Position.start(GAME)


def of(name: str, function: Any) -> Any:
    function.__name__ = name
    return evaluation(function)


WRONG = {
    "no_number": (of("no_number", lambda game, state: nan), "nan"),
    "a_win": (of("a_win", lambda game, state: 1.0), "1.0"),
    "a_score": (of("a_score", lambda game, state: 50), "50.0"),
    "endless": (of("endless", lambda game, state: -float("inf")), "-inf"),
}
BROKEN = {
    "divides": (lambda game, state: 1 / (state.mover - state.mover), "ZeroDivision"),
    "says_nothing": (lambda game, state: None, "TypeError"),
    "misspells": (lambda game, state: state.movr, "AttributeError"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_evaluation_outside_its_contract_is_refused_before_anything_is_played(
    name: str,
) -> None:
    judge, value = WRONG[name]
    said = f"evaluation {name} gives {value} in .*; allowed are numbers inside"
    for begins in (
        lambda: match(GAME, MctsPlayer(Budget(9), judge)),
        lambda: match(GAME, BySide((RandomPlayer(), GreedyPlayer(judge)))),
        lambda: Search(GAME, GAME.start(), judge),
        lambda: AlphaBeta(GAME, GAME.start(), judge),
        lambda: check_game(GAME, judge, games=1),
    ):
        with pytest.raises(ValueError, match=said):
            begins()


@pytest.mark.parametrize("name", BROKEN)
def test_an_evaluation_that_fails_is_named_with_the_position(name: str) -> None:
    function, said = BROKEN[name]
    with pytest.raises(ValueError, match=f"evaluation {name} fails in .*{said}"):
        match(GAME, MctsPlayer(Budget(9), of(name, function)))


@evaluation
def late(game, state):
    """Wrong in a position that a search meets, and the look before it does not."""
    return 7.0 if state.own & 1 and state.other & 256 else 0.0


@compared_by_class
class Late(NamedTuple):
    """A reader's evaluation of the other kind, with a value for such positions."""

    wrong: float


@evaluate.register
def _late(own: Late, game: NoughtsAndCrosses, state: Any) -> tuple[float, float]:
    value = own.wrong if state.own & 1 and state.other & 256 else 0.0
    return value, -value


@pytest.mark.slow
@pytest.mark.parametrize("choice", CHOICES)
def test_a_fault_deep_in_a_search_ends_it_with_a_word(choice: str) -> None:
    search = Search(GAME, GAME.start(), late)
    with pytest.raises(ValueError, match="evaluation late gave others than numbers"):
        search.run(500)
    with pytest.raises(ValueError, match="nothing has been searched"):
        search.best(choice)
    player = MctsPlayer(Budget(500), late, choice=choice)
    with pytest.raises(ValueError, match="check_game"):
        player.choose(GAME, GAME.start(), 1)
    for wrong in (nan, -float("inf"), -1e9):
        search = Search(GAME, GAME.start(), Late(wrong)).run(500)
        with pytest.raises(ValueError, match="evaluation Late gave others"):
            search.best(choice)


@pytest.mark.slow
def test_alpha_beta_and_greedy_do_not_play_on_either() -> None:
    for player, position in (
        (AlphaBetaPlayer(late, 2), START),
        (GreedyPlayer(late), START.play("0")),
    ):
        with pytest.raises(ValueError, match="evaluation late gave others"):
            player.choose(GAME, position.state, 1)
    with pytest.raises(ValueError, match="evaluation Late gave others"):
        AlphaBeta(GAME, GAME.start(), Late(-float("inf"))).best(2)


def test_what_keeps_to_its_contract_passes_and_is_looked_at_once() -> None:
    asked = []

    def fair(game, state):
        asked.append(state)
        return 0.5

    judge = of("fair", fair)
    match(GAME, MctsPlayer(Budget(9), judge))
    looked = len(asked)
    assert 3 < looked <= 40
    match(GAME, GreedyPlayer(judge))
    assert len(asked) == looked
    assert check_game(GAME, ZeroEvaluation(), games=2) > 10
    assert check_game(FoxGame(), FoxHeuristic(), games=1) > 10
    assert check_game(GAME, games=2, seed=1) > 10


@pytest.mark.slow
def test_every_player_says_the_same_of_a_finished_game() -> None:
    for each in tables().values():
        game, players = each.game, each.players
        position, seed = Position.start(game), 0
        while position.moves:
            seed += 1
            move = RandomPlayer().choose(game, position.state, seed)
            position = Position(game, play(game, position.state, move))
        extra = RandomPlayer(), FunctionPlayer(lambda position, seed: "")
        for player in (*players, *extra):
            with pytest.raises(ValueError, match=NO_MOVE):
                player.choose(game, position.state, 1)
