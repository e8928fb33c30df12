"""The readable solver on noughts and crosses and on small Fox & Hounds boards."""

import pytest

from foxkit.core.position import Position
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.fox_hounds.solver import count_games
from foxkit.games.fox_hounds.table import solve_table
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.solvers import brute_force

NOUGHTS = Position.start(NoughtsAndCrosses())


@pytest.mark.slow
def test_noughts_and_crosses():
    values = brute_force.values(NOUGHTS)
    assert len(values) == len(brute_force.reachable(NOUGHTS)) == 5_478
    assert brute_force.count_games(NOUGHTS) == 255_168
    assert values[NOUGHTS] == (None, 9)


def test_what_play_can_reach_is_counted_up_to_a_limit():
    start = Position.start(FoxHounds(4, 4))
    assert brute_force.reachable(start, 83) == brute_force.reachable(start)
    with pytest.raises(ValueError, match="more than 82 positions"):
        brute_force.reachable(start, 82)


@pytest.mark.parametrize("outcome", [{"a": 0.5, "b": 0.5, "c": -1}, {"a": 1}])
def test_ends_of_which_nobody_wins_all_are_refused(outcome, monkeypatch):
    monkeypatch.setattr(Position, "outcome", outcome)
    with pytest.raises(ValueError, match="wins, draws and losses of two players"):
        brute_force.values(Position.start(FoxHounds(2, 2)))


def test_play_that_comes_back_is_refused(monkeypatch):
    monkeypatch.setattr(brute_force, "children", lambda position: [position])
    for ask in (brute_force.values, brute_force.count_games):
        with pytest.raises(ValueError, match="play can come back to where it was"):
            ask(Position.start(FoxHounds(2, 2)))


@pytest.mark.parametrize("width, height", [(2, 2), (2, 5), (4, 4), (4, 5), (6, 4)])
def test_small_boards(width, height):
    game = FoxHounds(width, height)
    start, table = Position.start(game), solve_table(game)
    values = brute_force.values(start)
    assert (len(values), brute_force.count_games(start)) == count_games(game)[:2]
    assert all(table.answer(p.state).value == found for p, found in values.items())
