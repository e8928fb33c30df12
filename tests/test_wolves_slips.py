"""Chances between players who slip, and other ends of the game, against plain code."""

import pytest
from oracle_wolves import Position
from oracle_wolves import Wolves as Oracle

from foxkit.rules.wolves import Wolves
from foxkit.solvers.wolves import value_in
from foxkit.solvers.wolves_retrograde import solve_slice
from foxkit.solvers.wolves_slips import chance, slices

GAME = Wolves()


@pytest.mark.parametrize("slip", [0.2, 1.0])
def test_the_bounds_keep_the_equations(slip: float) -> None:
    """At some positions, what stands there follows from what stands after each move."""
    parts = {3 + i: part for i, part in enumerate(slices(GAME, 1, 4, slip, 1e-4))}
    oracle, asked = Oracle(), 0

    def bounds(position: Position) -> tuple[float, float]:
        winner = oracle.winner(position)
        if winner:
            return (1.0, 1.0) if winner == "wolves" else (0.0, 0.0)
        state = GAME.parse(position.text)[1]
        return chance(parts[state.sheep.bit_count()], state)

    for text in ("11100/00000/00000/00200 w", "10000/01001/00000/20000 s"):
        for last in ("00000", "10000", "00001"):
            position = Position.parse(text[:-2] + f"/{last} " + text[-1])
            after = [bounds(oracle.play(position, m)) for m in oracle.moves(position)]
            best = max if position.mover == "w" else min
            for end, found in enumerate(bounds(position)):
                ends = [pair[end] for pair in after]
                wanted = (1 - slip) * best(ends) + slip * sum(ends) / len(ends)
                assert found == pytest.approx(wanted, abs=1e-4)
            asked += 1
    assert asked == 6


def test_both_bounds_are_near_and_in_order() -> None:
    for part in slices(GAME, 1, 3, 0.3):
        low, high = part.table[..., 0], part.table[..., 1]
        assert (low <= high).all() and (high - low).max() <= 2e-3
        assert low.min() >= 0 and high.max() <= 1


@pytest.mark.parametrize("slip", [0.0, -0.1, 1.1])
def test_a_slip_that_is_no_chance_is_refused(slip: float) -> None:
    with pytest.raises(ValueError, match="is not above 0"):
        next(slices(GAME, 1, 3, slip))


def test_wolves_may_win_at_more_sheep_than_two() -> None:
    """At three sheep, four sheep are what three are else: one meal from the end."""
    game, below = Wolves(enough=3), None
    for sheep in (4, 5):
        below = solve_slice(game, 1, sheep, below)
    oracle = Oracle(enough=3)
    assert oracle.winner(Position.parse("11100/00000/00000/00000/00200 w")) == "wolves"
    state = GAME.parse("11110/00001/00000/00000/00200 w")[1]
    usual = None
    for sheep in (3, 4, 5):
        usual = solve_slice(GAME, 1, sheep, usual)
    worth = {"S": 0, "D": 1, "W": 2}
    assert (
        worth[value_in(below, state).outcome] >= worth[value_in(usual, state).outcome]
    )
    assert game.reason(GAME.parse("11100/00000/00000/00000/00200 w")[1]) == (
        "3 or fewer sheep left"
    )
