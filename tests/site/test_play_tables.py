"""Exact values that pages carry, against the solver that they came from."""

from pytest import raises

from foxkit.core.position import Position
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.site.play import bundle, tables
from foxkit.solvers import retrograde as whole


def test_a_page_knows_what_the_solver_knows(monkeypatch) -> None:
    """From either start, and nothing of other rules."""
    monkeypatch.setattr(tables, "_value_bytes", bundle.hare_hounds_values())
    for first in (0, 1):
        game = HareHounds(first=first)
        graph = whole.explore(game, game.start())
        solution = whole.Solution(game, graph, *whole.winners_and_plies(graph))
        for key in graph.index_of:
            state = type(game.start())(*key)
            assert tables.is_quick(game, state)
            assert tables.value_of(game, state) == solution.value(state)
    other = HareHounds(stall_limit=5)
    assert not tables.is_quick(other, other.start())
    with raises(ValueError, match="the notebook does"):
        tables.value_of(other, other.start())
    set_up = Position.parse(HareHounds(), "h..rhh..... r 7")
    assert tables.is_quick(set_up.game, set_up.state)
