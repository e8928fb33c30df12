"""The live panels, driven as a reader drives them, but without a browser."""

import json
import re
import shlex

import pandas as pd
import pytest

from foxkit.cli import main
from foxkit.documents import experiment
from foxkit.lab.store import results
from foxkit.rules.fields import varied
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_hounds import FoxHounds
from foxkit.rules.wolves import Wolves
from foxkit.view.balance import BalancePanel
from foxkit.view.panel import SimulationsPanel, rule


@pytest.fixture
def panel(tmp_path):
    panel = BalancePanel(tmp_path, workers=1)
    panel.pairs.value = 25
    panel.strengths.value = (100,)
    panel.variants[0].rules["sideways_limit"].value = 2
    return panel


def files(folder, *kinds):
    """Return what lies in a folder under a lab's name, by its kind."""
    found = folder.glob("*.lab.*")
    return {p.suffix: p.read_bytes() for p in found if p.suffix in kinds}


def test_at_first_two_games_are_compared(tmp_path):
    first, second = BalancePanel(tmp_path).experiment().matches[:2]
    assert first.game == FoxGame(sideways_limit=5)
    assert first.condition.startswith("sideways limit 5 n=")
    assert second.game == FoxGame()


def test_a_variant_is_called_by_its_rules_until_it_has_a_name(panel):
    mine = panel.variants[0]
    mine.value = {"sheep": 18, "whole_chains": 1, "fox_start": ["42", "44"]}
    assert mine.name.value == "sheep 18, a chain is one move, fox start 42 44"
    mine.value = {}
    assert mine.name.value == "usual rules"
    assert panel.said == "the two variants need different names"
    mine.name.value = "short"
    mine.value = {"sideways_limit": 3}
    assert mine.name.value == "short"


def test_every_strength_is_seen(panel):
    assert panel.strengths.rows == len(panel.strengths.options)
    assert "for several" in panel.strengths.description


def test_choices_become_rules(panel):
    first, second = panel.experiment().matches
    assert first.game == FoxGame(sideways_limit=2)
    assert (second.game, second.condition) == (FoxGame(), "usual rules n=100")
    panel.compare.value = False
    assert len(panel.experiment().matches) == 1


def test_every_rule_can_be_chosen(panel):
    panel.variants[0].value = {}
    for field, control in panel.variants[0].rules.items():
        options = getattr(control, "options", ())
        values = options.values() if isinstance(options, dict) else options
        usual = control.value
        for value in values:
            control.value = value
            try:
                varied(FoxGame, panel.variants[0].value).start()
            except ValueError as error:  # more in the pasture than sheep or points
                assert field in ("sheep", "target") and "is above" in str(error)
        control.value = usual
        assert field in FoxGame._fields


def test_foxes_flock_and_pasture_are_chosen_or_typed(panel, tmp_path):
    mine, pasture = panel.variants[0], ["52", "53", "54", "62", "63", "64"]
    own = {"fox_start": ["41", "43", "45"], "pasture": pasture, "target": 6}
    mine.value = own
    assert panel.experiment().matches[0].game == FoxGame(**own)
    assert mine.name.value.startswith("fox start 41 43 45, pasture 6 points")
    kept = panel.save()
    mine.value = {}
    panel.open(kept)
    assert panel.experiment().matches[0].game == FoxGame(**own)
    mine.rules["pasture"].value = "07"
    assert "pasture is a list of 1 to 33 points" in panel.said


def test_rules_that_are_no_game_together_are_told(panel):
    panel.variants[0].value = {"sideways_limit": 2, "restart": 5}
    assert "is not below the limit of 2" in panel.variants[0].picture.value
    assert "is not below the limit of 2" in panel.said


def test_changed_places_are_ringed_on_a_small_board(panel):
    panel.variants[0].value = {"sheep": 18}
    assert panel.variants[0].picture.value.count('class="fk-ring"') == 2
    assert "Sheep 18" in panel.variants[0].picture.value


@pytest.mark.parametrize(
    ("axis", "chosen"),
    [("cutoff", {"cutoffs": (0, 5)}), ("sheep", {"flock": (18, 19, 20)})],
)
def test_a_curve_runs_along_the_cutoff_or_the_sheep(panel, axis, chosen):
    panel.variants[0].value = {}
    panel.compare.value, panel.axis.value = False, axis
    panel.strengths.value = (30,)
    for name, values in chosen.items():
        getattr(panel, name).value = values
    panel.start().join()
    (values,) = chosen.values()
    assert tuple(panel.frame()[axis]) == values
    assert f"{axis}" in panel.plot.value and panel.points


def test_the_cost_is_told_before_and_a_fault_too(panel):
    assert "at most 100 games" in panel.said
    panel.strengths.value = ()
    assert "needs variants, simulations" in panel.said


def test_a_run_grows_a_curve_and_is_kept(panel, tmp_path):
    panel.start().join()
    assert panel.said.startswith("Finished: 100 games. sideways limit 2 less us")
    assert "points (" in panel.said
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


def test_other_choices_take_the_curve_away_and_the_same_bring_it_back(panel):
    panel.start().join()
    curve, target = panel.plot.value, panel.variants[0].rules["target"]
    target.value = 5
    assert (panel.plot.value, panel.points, panel.bar.value) == ("", {}, 0)
    target.value = 9
    assert len(panel.points) == 2
    assert panel.plot.value == curve


def test_an_export_never_mixes_rules_and_games(panel, tmp_path):
    kinds = ".json", ".svg", ".png", ".csv"
    panel.start().join()
    panel.variants[0].rules["target"].value = 5
    panel.export.click()
    assert "play, then export" in panel.said
    assert not files(tmp_path, *kinds)

    panel.variants[0].rules["target"].value = 9
    panel.export.click()
    assert "foxkit run" in panel.said
    exported = files(tmp_path, *kinds)
    assert set(exported) == {*kinds}

    panel.variants[0].rules["target"].value = 5
    panel.keep.click()
    assert "save these under another name" in panel.said
    assert files(tmp_path, *kinds) == exported
    panel.title.value = "other"
    assert panel.save() == tmp_path / "other.lab.json"


def test_variants_keep_their_order_when_one_is_played_again(panel):
    panel.variants[0].name.value = "mine"
    panel.start().join()
    panel.variants[0].rules["sideways_limit"].value = 3
    panel.start().join()
    assert list(panel.frame()["variant"]) == ["mine", "usual rules"]


def test_a_stopped_run_goes_on_where_it_was(panel):
    panel.pairs.value = 400
    panel._show = lambda progress: panel.stop()
    panel.start().join()
    assert panel.said.startswith("Stopped")
    seen = []
    panel._show = lambda progress: seen.append(progress) or panel.stop()
    panel.start().join()
    assert seen[0].games - seen[0].played >= 2


def test_the_command_makes_what_was_exported_again(panel, tmp_path, capsys):
    panel.title.value = "a lab's"
    panel.start().join()
    path, *_, data = panel.save_all()
    panel.folder = tmp_path / "else where"
    panel.save()
    words = shlex.split(panel.command)
    assert words[:2] == ["foxkit", "run"]
    assert main(words[1:]) == 0
    assert capsys.readouterr().out.strip() == str(panel.folder / "a lab's.json")
    again = results("a lab's", panel.folder)["sheep_rate"]
    assert list(pd.read_csv(data)["estimate"]) == pytest.approx(list(again), abs=1e-6)
    assert experiment(str(path)) == panel.experiment()


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        (
            {"variants": {"x": {"sheeps": 3}}},
            "'sheeps' is no rule of fox-game; rules are sheep",
        ),
        ({"variants": {"x": {"sheep": 21}}}, "sheep is a whole number from 1 to 20"),
        (
            {"variants": {"x": {"fox_start": ["32", "62"]}}},
            "a sheep and a fox both start on 32",
        ),
        ({"variants": {"x": {"fox_start": 5}}}, "fox_start is a list of 1 to 4 points"),
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot be read"),
        ("[]", "is no experiment on variants"),
        ('{"name": "x", "pairs": 25}', "is no experiment on variants"),
        (
            '{"name": "x", "variants": {"x": {"sheep": 3}}, "simulations": [100],'
            ' "pairs": 25}',
            "target 9 is above the 3 sheep",
        ),
        (
            '{"name": "x", "variants": {"x": {}}, "simulations": [7], "pairs": 25}',
            "Invalid selection",
        ),
    ],
)
def test_what_is_wrong_with_a_saved_file_is_told(panel, tmp_path, text, said):
    before, path = panel.page(), tmp_path / "x.lab.json"
    path.write_text(text)
    panel.open(path)
    assert said in panel.said
    assert panel.page() == before


@pytest.mark.parametrize("kind", [BalancePanel, SimulationsPanel])
def test_without_a_kernel_a_sentence_stands_for_a_panel(kind):
    bundle = kind(workers=1).controls._repr_mimebundle_()
    assert bundle["text/plain"] == (
        "Run this cell (Shift+Enter) for its panel;"
        " it needs a kernel, as in JupyterLab: python3 workbook.py lab."
    )
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_readers_own_figure_8():
    panel = SimulationsPanel(workers=1)
    panel.simulations.value, panel.pairs.value = 30, 25
    panel.start().join()
    assert panel.said.startswith("Finished: 250 games.")
    assert len(panel.points) == 5


def test_a_closed_panel_breaks_its_games_off_and_starts_no_others(panel, tmp_path):
    panel.pairs.value, panel.strengths.value = 1_200, (3_000,)
    games = panel.start()
    panel.controls.close()
    games.join(60)
    assert not games.is_alive()
    assert not panel.said.startswith("Finished")
    begun = sorted(tmp_path.rglob("*"))
    panel.start().join()
    assert sorted(tmp_path.rglob("*")) == begun


def test_games_are_kept_where_the_data_lies(monkeypatch, tmp_path):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    assert BalancePanel().folder == tmp_path / "cache"


@pytest.mark.parametrize("kind", [FoxGame, FoxHounds, Wolves])
def test_every_rule_has_a_control_at_its_usual_value(kind):
    usual = kind()._asdict()
    for name, field in kind.FIELDS.items():
        control = rule(field, usual[name])
        assert control.description == field.label
        if control.value is not None:  # a set of points may have nothing to offer
            assert field.number(control.value) == usual[name]
