"""Stored tables follow from themselves; the verifier sees every kind of damage."""

import numpy as np
import pytest
from verify_fox_hounds import mistakes

from foxkit.rules.fox_hounds import FoxHounds
from foxkit.solvers.fox_hounds_table import STORE, name_of, table


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))


def stored(game, phase=0):
    """The file of a table that has been made."""
    table(game, phase)
    path = STORE.path(name_of(game, phase))
    assert path is not None
    return path


@pytest.mark.parametrize("phase", [0, 1])
@pytest.mark.parametrize(
    "game", [FoxHounds(2, 5), FoxHounds(4, 4), FoxHounds(4, 5, 1), FoxHounds(6, 3, 0)]
)
def test_small_tables_are_consistent(game, phase):
    assert mistakes(stored(game, phase)) == []


@pytest.mark.parametrize("game", [FoxHounds(6, 6), FoxHounds(8, 8)])
def test_samples_of_larger_tables_are_consistent(game):
    assert mistakes(stored(game), sample=200) == []


@pytest.mark.parametrize("quarter", range(4))
def test_a_wrong_answer_is_found(quarter):
    path = stored(FoxHounds(4, 4))
    content = np.load(path)
    size = len(content) // 4
    spots = np.flatnonzero(content[:size] == 1)  # the hounds win in two plies
    content[quarter * size + spots[0]] ^= 1
    np.save(path, content)
    assert mistakes(path)
