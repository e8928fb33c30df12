"""Stored tables follow from themselves; the verifier sees every kind of damage."""

import numpy as np
import pytest
from verify_fox_hounds import mistakes

from foxkit.rules.fox_hounds import FoxHounds
from foxkit.solvers.fox_hounds_table import Table, path_of, solve_table, write_table


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))


@pytest.mark.parametrize("phase", [0, 1])
@pytest.mark.parametrize(
    "game", [FoxHounds(2, 5), FoxHounds(4, 4), FoxHounds(4, 5, 1), FoxHounds(6, 3, 0)]
)
def test_small_tables_are_consistent(game, phase):
    write_table(solve_table(game, phase))
    assert mistakes(path_of(game, phase)) == []


@pytest.mark.parametrize("game", [FoxHounds(6, 6), FoxHounds(8, 8)])
def test_samples_of_larger_tables_are_consistent(game):
    write_table(solve_table(game))
    assert mistakes(path_of(game, 0), sample=200) == []


@pytest.mark.parametrize("name", ["values", "boxes", "pairs"])
def test_a_wrong_answer_is_found(name):
    game = FoxHounds(4, 4)
    table = solve_table(game)
    answers = table.answers._replace(**{name: getattr(table.answers, name).copy()})
    numbers = getattr(answers, name)
    spot = np.argwhere(table.answers.values == 1)[0]  # the hounds win in two plies
    numbers[tuple(spot)] += 1
    write_table(Table(game, 0, answers))
    assert mistakes(path_of(game, 0))
