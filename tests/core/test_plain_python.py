"""The same source where numba cannot be imported: the same moves, trees and games."""

import json
import sys
from typing import Any

import plain_sample
import pytest
from fresh import run
from make_golden_trees import configurations

pytestmark = pytest.mark.slow
WITHOUT_NUMBA = """
import runpy, sys
sys.modules.update(numba=None, llvmlite=None)
sys.path.insert(0, "tests")
runpy.run_path("tests/plain_sample.py", run_name="__main__")
"""


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    done = run([sys.executable, "-c", WITHOUT_NUMBA])
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_one_of_the_two_is_plain(plain: dict[str, Any]) -> None:
    assert plain["perft"] == plain_sample.perfts()
    assert plain["alpha-beta"] == plain_sample.alpha_beta()
    assert (plain["compiled"], plain_sample.compiled()) == (False, True)


def test_trees(plain: dict[str, Any]) -> None:
    """All arrays of every golden configuration, equal to the last bit."""
    trees = plain_sample.trees()
    assert len(plain["trees"]) == len(trees)
    for here, there, how in zip(trees, plain["trees"], configurations(), strict=True):
        assert len(here["visits"]) > 20
        different = [name for name in here if here[name] != there[name]]
        assert not different, how


def test_beliefs(plain: dict[str, Any]) -> None:
    """Trees over imagined hands, and moves by a belief in what others would do."""
    assert plain["beliefs"] == plain_sample.beliefs()


def test_games(plain: dict[str, Any]) -> None:
    """Both games of a pair in every variant, by players of every kind."""
    assert plain["games"] == plain_sample.games()


def test_playthroughs(plain: dict[str, Any]) -> None:
    """Every game and variant: boards, lists of moves in order, terms, outcomes."""
    assert plain["playthroughs"] == plain_sample.playthroughs()


def test_fox_hounds(plain: dict[str, Any]) -> None:
    """Tables, choices, chances, counts and winners of small boards, to the last bit."""
    assert plain["hounds"] == plain_sample.hounds()
