"""Rules in words: complete, usual values among them, faults named."""

import pickle
import pydoc
from inspect import signature

import numpy as np
import pytest

from foxkit.core.fields import PointSetField, game_with
from foxkit.games import NAMES, game_named
from foxkit.games.fox_game.rules import FoxGame, point_set
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.games.wolves.rules import Wolves


@pytest.mark.parametrize("name", NAMES)
def test_every_field_of_a_game_is_described(name):
    game = game_named(name)
    assert set(game.FIELDS) == set(game._fields)
    assert game_with(type(game), game._asdict()) == game
    for variant, changes in game.VARIANTS.items():
        assert game_with(type(game), changes) == game_named(name, variant)


@pytest.mark.parametrize("name", NAMES)
def test_help_explains_every_field(name):
    kind = type(game_named(name))
    described = pydoc.render_doc(kind, renderer=pydoc.plaintext)
    for field, rule in kind.FIELDS.items():
        assert f"{field}: {rule.label}" in described
        first = rule.help.split(".")[0]
        assert first in " ".join(getattr(kind, field).__doc__.split())


def test_points_are_names_or_a_set():
    named = game_with(FoxGame, {"fox_start": ["42", "44"]})
    assert named == game_with(FoxGame, {"fox_start": point_set(("42", "44"))})
    assert named == FoxGame(fox_start="44 42")
    assert game_with(Wolves, {"wolves": ["44"]}).wolves == 1 << 24
    field = FoxGame.FIELDS["fox_start"]
    assert isinstance(field, PointSetField)
    assert field.to_int(field.offered[0]) == FoxGame().fox_start


@pytest.mark.parametrize(
    ("kind", "changes", "fault"),
    [
        (FoxGame, {"sheep": 21}, "sheep is a whole number from 1 to 20, not 21"),
        (FoxGame, {"sheep": True}, "not True"),
        (FoxGame, {"sheep": 18.5}, "not 18.5"),
        (FoxGame, {"first": 2}, r"first is 0 \(the sheep\) or 1 \(the foxes\), not 2"),
        (FoxGame, {"cats": 3}, "'cats' is no rule of fox-game; rules are sheep, "),
        (FoxGame, {"fox_start": ["32", "62"]}, "sheep and a fox both start on 32"),
        (FoxGame, {"fox_start": ["62", "62"]}, "a list of 1 to 4 points"),
        (FoxGame, {"fox_start": [["62"], 5]}, "a list of 1 to 4 points"),
        (FoxGame, {"fox_start": "6264"}, "a list of 1 to 4 points"),
        (FoxGame, {"fox_start": "40 41 42 43 44"}, "a list of 1 to 4 points"),
        (FoxGame, {"sheep": 8}, "target 9 is above the 8 sheep"),
        (FoxGame, {"target": 10}, "target 10 is above the pasture's 9 points"),
        (FoxGame, {"sheep_start": "02 03"}, "sheep_start has 2 points for sheep 20"),
        (FoxGame, {"pasture": "33 34", "target": 2}, "2 sheep start in the pasture"),
        (FoxGame, {"pasture": []}, "pasture is a list of 1 to 33 points"),
        (FoxGame, {"fox_start": "03", "first": 1}, "begin, and cannot move on 03"),
        (FoxHounds, {"width": 7}, "from 2 to 26 in steps of 2, not 7"),
        (FoxHounds, {"width": 26, "height": 26}, "26 x 26 is too large"),
        (FoxGame, {"fox_start": 5}, "fox_start is a list of 1 to 4 .* 02, .*, not 5"),
        (FoxGame, {"fox_start": 0}, "a list of 1 to 4 points"),
        (FoxGame, {"fox_start": -1}, "a list of 1 to 4 points"),
        (FranksZoo, {"players": 5, "deck": 3}, "12 cards cannot be dealt evenly to 5"),
        (Wolves, {"sheep": 1 << 25}, "sheep is a list of 0 to 24 points"),
        (Wolves, {"wolves": ["00", "14", "44"]}, "wolf and a sheep both .* 00, 14$"),
        (Wolves, {"generator": 9, "alternate": 2}, "not 9; alternate is"),
    ],
)
def test_faults_are_named(kind, changes, fault):
    with pytest.raises(ValueError, match=fault):
        game_with(kind, changes)
    if {*changes} <= {*kind._fields}:
        with pytest.raises(ValueError, match=fault):
            kind(**changes)
        with pytest.raises(ValueError, match=fault):
            kind()._replace(**changes)


@pytest.mark.parametrize("sheep", [np.int64(18), 18.0, np.float32(18)])
def test_points_may_be_named_and_whole_numbers_be_of_any_kind(sheep):
    named = FoxGame(fox_start=["42", "44"], sheep=sheep)
    assert named == FoxGame(18, fox_start=point_set(("42", "44")))
    assert {*map(type, named)} == {int}
    assert pickle.loads(pickle.dumps(named)) == named
    assert "sideways_limit" in signature(FoxGame).parameters
