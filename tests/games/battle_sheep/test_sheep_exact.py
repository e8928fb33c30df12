"""Exact values of small Battle Sheep fields, against a solver that shares no code."""

import pytest
import sheep_exact as exact
from verify_sheep_exact import Field

from foxkit.games.battle_sheep.geometry import cells_of

pytestmark = pytest.mark.slow  # its search is compiled for many seconds


@pytest.mark.parametrize("seed", range(4))
def test_a_plain_solver_finds_the_same_value_of_every_start(seed: int) -> None:
    position = exact.started(8, seed)
    cells = {*cells_of(position.state.free)}
    plain = Field(cells, 4).from_starts()
    assert exact.leads(position) == {f"{x},{y}": lead for (x, y), lead in plain.items()}


def test_what_is_lost_is_lost_in_the_end() -> None:
    """A player who gives nothing away gets the value; so do two of them."""
    position = exact.started(8, 0)
    worth = exact.leads(position)
    value = max(worth.values())
    while position.outcome is None:
        if position.state.mover < 2 and "pass" not in position.moves:
            worth = exact.leads(position)
            position = position.play(max(worth, key=lambda move: worth[move]))
        else:
            position = position.play("pass")
    one, two, *_ = exact.scores(position.state)
    assert one - two == value
