"""The balance lab, driven as a reader drives it, but without a browser."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.learned import learned
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.wolves.rules import Wolves
from foxkit.view.controls import rule_control
from foxkit.view.panel import Panel


@pytest.fixture
def panel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Panel:
    """Return a panel with quick choices, in a folder without any games."""
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    shown = Panel(FoxGame(), workers=1)
    tick(shown, "simulations", 30, 100)
    shown.pairs.value = 25
    shown.rules["sideways_limit"].value = 2
    return shown


def tick(panel: Panel, axis: str, *values: int) -> None:
    for value, box in panel.ticks[axis].boxes.items():
        box.value = value in values


def test_a_run_grows_a_curve_and_answers_the_guess(panel: Panel) -> None:
    assert re.fullmatch(r"100 games to play.*\. Guess, then play\.", panel.message)
    assert "sideways limit 2: " not in panel.plot.value
    panel.guess.value = 90
    panel.start().join()
    assert panel.message.startswith("Finished. Won by the sheep: ")
    off = re.search(r"guess of 90 % is (\d+) points off", panel.message)
    assert off and int(off[1]) > 60
    assert "sideways limit 2: 30: " in panel.plot.value
    assert not panel.button.disabled


def test_the_cell_that_a_panel_names_reads_its_games(panel: Panel) -> None:
    panel.start().join()
    names: dict[str, Any] = {}
    exec(panel.question.cell, names)
    assert list(names["rows"].games) == [50, 50]
    assert names["rows"].finished.all()
    assert names["pairs"] == [task.match for task in panel.question.runs()]


def test_the_usual_rules_stand_behind_where_their_games_are_there(panel: Panel) -> None:
    ghost = "usual rules, games that are there"
    assert ghost in panel.plot.value  # 100 simulations, of the committed games
    tick(panel, "simulations", 30)
    assert panel.plot.value == ""
    panel.rules["sideways_limit"].value = 10
    panel.start().join()
    assert ghost not in panel.plot.value
    panel.rules["sideways_limit"].value = 3
    assert ghost in panel.plot.value
    assert "sideways limit 3: " not in panel.plot.value


def test_a_stopped_run_goes_on_where_it_was(panel: Panel) -> None:
    panel.pairs.value = 1_000
    run = panel.start()
    while "left" not in panel.message:
        time.sleep(0.05)
    panel.stop()
    run.join()
    assert panel.message.startswith("Stopped. What is finished is kept")
    kept = panel.bar.value
    assert 0 < kept < 1
    run = panel.start()
    while "left" not in panel.message:
        time.sleep(0.05)
    assert panel.bar.value >= kept
    games, speed = re.findall(r"([\d,.e+]+) (?:games|a second)", panel.message)
    assert float(games.replace(",", "")) <= 3 * float(speed)  # of this call alone
    panel.stop()
    run.join()


def test_a_closed_panel_breaks_its_games_off_and_starts_no_others(
    panel: Panel, tmp_path: Path
) -> None:
    panel.pairs.value = 1_000
    tick(panel, "simulations", 10_000)
    games = panel.start()
    panel.controls.close()
    games.join(60)
    assert not games.is_alive()
    begun = sorted(tmp_path.rglob("*"))
    panel.start().join()
    assert sorted(tmp_path.rglob("*")) == begun


@pytest.mark.parametrize("kind", [FoxGame, FoxHounds, HareHounds, Wolves])
def test_a_panel_takes_any_game_of_two_sides(kind: type, tmp_path: Path) -> None:
    panel = Panel(kind(), workers=1)
    usual = kind()._asdict()
    assert panel.question.game == kind()
    for name, field in kind.FIELDS.items():
        control = rule_control(field, usual[name])
        assert control.description == field.label
        if control.value is not None:  # a set of points may have nothing to offer
            assert field.number(control.value) == usual[name]
    assert panel.question.runs() and "games" in panel.message


def test_a_learned_evaluation_can_be_chosen_where_there_is_one(panel: Panel) -> None:
    tick(panel, "simulations", 30)
    panel.judge.value = "learned"
    panel.start().join()
    names: dict[str, Any] = {}
    exec(panel.question.cell, names)
    (asked,), (row,) = names["pairs"], names["rows"].to_dict("records")
    assert asked.players[0].evaluation is learned() and row["games"] == 50
    assert "sideways limit 2, learned evaluation: 30: " in panel.plot.value
    assert [*Panel(HareHounds(), workers=1).judge.options] == ["usual"]


@pytest.mark.slow
def test_every_rule_can_be_chosen_and_what_is_no_game_is_told(panel: Panel) -> None:
    panel.rules["sideways_limit"].value = 10
    for name, control in panel.rules.items():
        usual = control.value
        options = getattr(control, "options", ())
        for value in options.values() if isinstance(options, dict) else options:
            control.value = value
            told = "is above" in panel.message  # more in the pasture than sheep
            assert told or panel.question.runs()
        control.value = usual
        assert name in FoxGame._fields
    panel.rules["pasture"].value = "07"
    assert "pasture is a list of 1 to 33 points" in panel.message
    assert panel.plot.value == ""


def test_nothing_ticked_and_a_game_of_four_are_told(panel: Panel) -> None:
    tick(panel, "simulations")
    assert panel.message == "tick a value of simulations"
    with pytest.raises(ValueError, match="battle-sheep has 4 sides"):
        Panel(BattleSheep())
