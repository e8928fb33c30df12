"""The mask solver of Fox & Hounds against the distance solver, square by square."""

import pytest

from foxkit.rules.fox_hounds import FOX, FoxHounds
from foxkit.rules.fox_hounds_board import FoxHoundsState
from foxkit.solvers import fox_hounds_winners as solver
from foxkit.solvers.fox_hounds_answers import HOUND_CODES, NOBODY
from foxkit.solvers.fox_hounds_table import phase_of, solve_table

SIZES = [(4, 2), (4, 4), (4, 7), (6, 3), (6, 6), (6, 7), (8, 5), (8, 8), (10, 4)]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))


def starts(game, phase):
    """Every start of a phase: any square of the fox, either side first."""
    for fox in range(game.k, game.k * game.height):
        for mover in (0, 1):
            state = FoxHoundsState(fox, (1 << game.k) - 1, 0, mover)
            if phase_of(game, state) == phase:
                yield state


@pytest.mark.parametrize("safe_squares", [0, 1, 2])
@pytest.mark.parametrize("phase", [0, 1])
@pytest.mark.parametrize("width, height", SIZES)
def test_every_start_and_every_layer(width, height, phase, safe_squares):
    game = FoxHounds(width, height, safe_squares)
    found, table = solver.winners(game, phase), solve_table(game, phase)
    for state in starts(game, phase):
        assert found.fox_wins(state) == (table.answer(state).winner == FOX)
    for layer, (won, placed) in found.won.items():
        codes = table.layer(layer).values
        assert won == (codes <= HOUND_CODES).sum()
        assert placed == (codes != NOBODY).sum()


@pytest.mark.parametrize("width, height", SIZES)
def test_distances_by_deadlines(width, height):
    game = FoxHounds(width, height)
    answer = solve_table(game).answer(game.start())
    expected = None if answer.winner == FOX else answer.plies
    assert solver.hounds_plies(game, game.start()) == expected


def test_one_hound_is_refused():
    with pytest.raises(ValueError, match="width 4"):
        solver.winners(FoxHounds(2, 5))


def test_boards_too_large_are_refused():
    with pytest.raises(ValueError, match="words of 14 x 16 need"):
        solver.winners(FoxHounds(14, 16))


def test_an_interrupted_run_goes_on(monkeypatch):
    game = FoxHounds(6, 7)
    expected = solver.winners(game)
    monkeypatch.setattr(solver, "SAVE_EVERY", 0.0)
    work = solver.in_parallel

    def until_layer_12(pool, task, size, desk):
        if size == solver.placements(game).size(12) and task.args[1] == 12:
            raise KeyboardInterrupt
        return work(pool, task, size, desk)

    monkeypatch.setattr(solver, "in_parallel", until_layer_12)
    with pytest.raises(KeyboardInterrupt):
        solver.winners(game)
    layers = []

    def noting_layers(pool, task, size, desk):
        layers.append(task.args[1])
        return work(pool, task, size, desk)

    monkeypatch.setattr(solver, "in_parallel", noting_layers)
    assert solver.winners(game) == expected
    assert layers == list(range(12, -1, -1))
    assert not list(solver.store.folder().iterdir())


def test_a_damaged_layer_is_not_used(monkeypatch):
    game = FoxHounds(6, 7)
    expected = solver.winners(game)
    monkeypatch.setattr(solver, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(solver._Progress, "forget", lambda self: None)
    solver.winners(game)
    path = solver._path(game, 0, None)
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")
    monkeypatch.undo()
    monkeypatch.setenv("FOXKIT_DATA", str(path.parents[1]))
    assert solver.winners(game) == expected
