"""What Python writes of a value can be pasted after `from foxkit import *`."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

import foxkit
from foxkit import (
    BattleSheep,
    Budget,
    FoxGame,
    FoxHeuristic,
    FoxHounds,
    FranksZoo,
    FunctionPlayer,
    GreedyPlayer,
    HareHounds,
    MctsPlayer,
    Opening,
    Position,
    RandomPlayer,
    Wolves,
    game_named,
    match,
    paper,
)
from foxkit.games.battle_sheep.players import SheepMcts
from foxkit.players.evaluations import CurrentPayoffs, evaluation


@evaluation
def flat(game: Any, state: Any) -> float:
    """Say that every position is even."""
    return 0.0


GAMES = [FoxGame(), FoxHounds(), Wolves(), FranksZoo(), BattleSheep(), HareHounds()]
VALUES = {
    "FoxGame(sheep=18)": FoxGame(sheep=18),
    "FoxGame(fox_start='53')": FoxGame(fox_start=["53"]),
    "Wolves(sheep='')": Wolves(sheep=[]),
    "Budget(simulations=30)": Budget(30),
    "Budget(seconds=0.5)": Budget(seconds=0.5),
    "MctsPlayer(Budget(simulations=30), FoxHeuristic(k=0.8, q=12.0, b=1.0))": paper(30),
    "MctsPlayer(Budget(simulations=30), FoxHeuristic(k=0.5, q=12.0, b=1.0), cutoff=-1, "
    "choice='highest value')": MctsPlayer(
        Budget(30), FoxHeuristic(k=0.5), cutoff=-1, choice="highest value"
    ),
    "SheepMcts(Budget(simulations=30), CurrentPayoffs(unused=0), c=2.0, "
    "solitaire=True)": SheepMcts(Budget(30), c=2.0, solitaire=True),
    "MctsPlayer(Budget(simulations=30), flat)": MctsPlayer(Budget(30), flat),
    "FunctionPlayer(percent)": FunctionPlayer(foxkit.percent),
    "match(HareHounds(), RandomPlayer())": match(HareHounds(), RandomPlayer()),
    "match(FoxGame(sheep=18), GreedyPlayer(evaluation=FoxHeuristic(k=0.8, q=12.0, "
    "b=1.0)), RandomPlayer(), opening=Opening(plies=4, player=RandomPlayer()), "
    "name='greedy')": match(
        FoxGame(sheep=18),
        GreedyPlayer(FoxHeuristic()),
        RandomPlayer(),
        opening=Opening(4, RandomPlayer()),
        name="greedy",
    ),
}


def _public() -> dict[str, Any]:
    public = {name: getattr(foxkit, name) for name in foxkit.__all__}
    return public | {
        "SheepMcts": SheepMcts,
        "CurrentPayoffs": CurrentPayoffs,
        "flat": flat,
    }


@pytest.mark.parametrize("text", VALUES)
def test_a_value_is_written_as_the_call_that_makes_it(text: str) -> None:
    value = VALUES[text]
    assert repr(value) == text
    assert eval(text, _public()) == value
    assert type(eval(text, _public())) is type(value)


def after_a_move(game: Any) -> Position:
    start = Position.start(game)
    return start.play(next(iter(start.moves)))


OTHERS: dict[str, Callable[[], Any]] = {  # made in the test: rules are compiled first
    "a game's variant": lambda: game_named("wolves", "three-wolves"),
    "the map of a game": lambda: Position.start(BattleSheep(seed=4, hidden=1)),
    "dealt hands": lambda: Position.start(FranksZoo().with_deal(3)),
    "labels that are no names": lambda: match(
        FoxGame(), paper(7), n=np.int64(3), **{"a b": "'"}
    ),
    "the usual opening": lambda: match(FranksZoo(), RandomPlayer(), opening=8),
    "a seed": lambda: match(HareHounds(), RandomPlayer(), seed=3),
    **{f"a position of {game.NAME}": partial(after_a_move, game) for game in GAMES},
}


@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_what_python_writes_of_a_value_makes_it_again(make: Callable[[], Any]) -> None:
    value = make()
    again = eval(repr(value), _public())
    assert again == value and type(again) is type(value)
    assert repr(again) == repr(value)
    assert getattr(again, "labels", {}) == getattr(value, "labels", {})
