"""The mask solver of Fox & Hounds against the distance solver, square by square."""

import pytest

from foxkit.games.fox_hounds import winners as solver
from foxkit.games.fox_hounds.ranking import phase_of
from foxkit.games.fox_hounds.rules import FOX, FoxHounds, FoxHoundsState
from foxkit.games.fox_hounds.table import HOUND_CODES, NO_FOX, solve_table
from foxkit.solvers import store

SIZES = [(4, 2), (4, 4), (4, 7), (6, 3), (6, 6), (6, 7), (8, 5), (8, 8), (10, 4)]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))


def starts(game, phase):
    """Every start of a phase: any square of the fox, either side first."""
    for fox in range(game.per_rank, game.per_rank * game.height):
        for mover in (0, 1):
            state = FoxHoundsState(fox, (1 << game.per_rank) - 1, 0, mover)
            if phase_of(game, state) == phase:
                yield state


RULES = [(2, 0), (2, 1), (1, 0), (0, 1)]


@pytest.mark.parametrize("safe_squares, phase", RULES)
@pytest.mark.parametrize("width, height", SIZES)
def test_every_start_and_every_layer(width, height, phase, safe_squares):
    game = FoxHounds(width, height, safe_squares)
    found, table = solver.solve_winners(game, phase), solve_table(game, phase)
    for state in starts(game, phase):
        assert found.fox_wins(state) == (table.answer(state).winner == FOX)
    for layer, (won, placed) in found.won.items():
        codes = table.answers_in_layer(layer).values
        assert won == (codes <= HOUND_CODES).sum()
        assert placed == (codes != NO_FOX).sum()


@pytest.mark.parametrize("width, height", SIZES)
def test_distances_by_deadlines(width, height):
    game = FoxHounds(width, height)
    answer = solve_table(game).answer(game.start())
    expected = None if answer.winner == FOX else answer.plies
    assert solver.plies_to_hounds_win(game, game.start()) == expected


def test_one_hound_is_refused():
    with pytest.raises(ValueError, match="width 4"):
        solver.solve_winners(FoxHounds(2, 5))


def test_boards_too_large_are_refused(monkeypatch):
    monkeypatch.setattr(store, "machine_memory_bytes", lambda: 8 << 30)
    with pytest.raises(ValueError, match=r"14 x 14 needs .* GiB of memory"):
        solver.solve_winners(FoxHounds(14, 14))


@pytest.fixture
def layers(monkeypatch):
    """The layers that are solved; the first run is interrupted before layer 12."""
    monkeypatch.setattr(solver, "SAVE_EVERY", 0.0)
    work, found = solver.solve_words, []

    def noting_layers(*given):
        found.append(given[4].layer)
        if found[-1] == 12 and found.count(12) == 1:
            raise KeyboardInterrupt
        work(*given)

    monkeypatch.setattr(solver, "solve_words", noting_layers)
    return found


def test_an_interrupted_run_goes_on(layers):
    game = FoxHounds(6, 7)
    with pytest.raises(KeyboardInterrupt):
        solver.solve_winners(game)
    layers[:] = [12]
    resumed = solver.solve_winners(game)
    assert layers[1:] == list(range(12, -1, -1))
    assert not list(solver.STORE.folder().iterdir())
    assert resumed == solver.solve_winners(game)
    assert layers[14:] == list(range(18, -1, -1))


def test_a_damaged_layer_is_not_used(layers):
    game = FoxHounds(6, 7)
    with pytest.raises(KeyboardInterrupt):
        solver.solve_winners(game)
    path = solver.STORE.path("words-6x7-2-0-None")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(bytes(content))
    layers[:] = [12]
    assert solver.solve_winners(game) == solver.solve_winners(game)
    assert layers[1:] == 2 * list(range(18, -1, -1))
