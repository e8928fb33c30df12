"""The live panels, driven as a reader drives them, but without a browser."""

import json
import re
import shlex

import pandas as pd
import pytest

from foxkit.cli import main
from foxkit.lab import variants
from foxkit.lab.catalogue import experiment
from foxkit.rules.fox_game import FoxGame
from foxkit.view.balance import BalancePanel
from foxkit.view.panel import SimulationsPanel


@pytest.fixture
def panel(tmp_path):
    panel = BalancePanel(tmp_path, workers=1)
    panel.pairs.value = 25
    panel.strengths.value = (100,)
    panel.variants[0].rules["sideways_limit"].value = 2
    return panel


def test_choices_become_rules(panel):
    first, second = panel.experiment().matches
    assert first.game == FoxGame(sideways_limit=2)
    assert (second.game, second.cell) == (FoxGame(), "usual rules n=100")
    panel.compare.value = False
    assert len(panel.experiment().matches) == 1


def test_every_rule_can_be_chosen(panel):
    for field, control in panel.variants[0].rules.items():
        options = getattr(control, "options", ())
        values = options.values() if isinstance(options, dict) else options
        for value in values:
            control.value = value
            variants.fox_game(panel.variants[0].value).start()
        assert field in FoxGame._fields


def test_the_cost_is_told_before_and_a_fault_too(panel):
    assert "at most 100 games" in panel.words.value
    panel.strengths.value = ()
    assert "needs variants, simulations" in panel.words.value


def test_a_run_grows_a_curve_and_is_kept(panel, tmp_path):
    panel.start().join()
    assert panel.words.value.startswith("Finished: 100 games. my variant less usual")
    assert "points (" in panel.words.value
    assert "sheep win rate" in panel.plot.value
    assert not panel.button.disabled
    frame = panel.frame()
    assert list(frame["pairs"]) == [25, 25]
    assert (frame["low"] <= frame["estimate"]).all()
    written = panel.save_all()
    assert [path.suffix for path in written] == [".json", ".svg", ".png", ".csv"]
    assert written[2].read_bytes().startswith(b"\x89PNG")
    assert len(pd.read_csv(written[3])) == 2
    assert not re.search(r"\.\d{7}", written[3].read_text())
    again = BalancePanel(tmp_path)
    again.kept.value = written[0]
    assert again.page() == panel.page()


def test_a_stopped_run_goes_on_where_it_was(panel):
    panel.pairs.value = 400
    panel._show = lambda progress: panel.stop()
    panel.start().join()
    assert panel.words.value.startswith("Stopped")
    seen = []
    panel._show = lambda progress: seen.append(progress) or panel.stop()
    panel.start().join()
    assert seen[0].games >= 10


def test_the_command_plays_what_was_saved(panel, tmp_path, capsys):
    panel.title.value = "a lab's"
    path = panel.save()
    words = shlex.split(panel.command)
    assert words[:3] == ["foxkit", "run", str(path)]
    assert main(words[1:]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "a lab's.json")
    assert experiment(str(path)) == panel.experiment()


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ({"variants": {"x": {"sheeps": 3}}}, "no field 'sheeps'; there are sheep"),
        ({"variants": {"x": {"sheep": 21}}}, "sheep is a whole number from 17 to 20"),
        ({"variants": {"x": {"fox_start": ["32", "62"]}}}, "foxes start on two points"),
        ({"variants": {}}, "needs variants"),
        ({"name": "a/b"}, "cannot be the name of a file"),
        ({"games": 3}, "is no experiment on variants"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, page, fault):
    sound = {"name": "x", "variants": {"x": {}}, "simulations": [10], "pairs": 1}
    path = tmp_path / "x.json"
    path.write_text(json.dumps(sound | page))
    with pytest.raises(ValueError, match=fault):
        experiment(str(path))


def test_the_readers_own_figure_8():
    panel = SimulationsPanel(workers=1)
    panel.simulations.value, panel.pairs.value = 30, 25
    panel.start().join()
    assert panel.words.value.startswith("Finished: 250 games.")
    assert len(panel.points) == 5
