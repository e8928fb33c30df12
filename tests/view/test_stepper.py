"""The stepper as an object: what it refuses, what a notebook keeps of it."""

import pytest

from foxkit import FoxGame, FoxHounds, Position, Stepper, Wolves
from foxkit.games.wolves.evaluation import WIN, heuristic

START = Position.start(FoxGame())


def test_an_unknown_search_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'MCTS', 'alpha-beta', .*, not 'A\*'"):
        Stepper(START, "A*")


def test_bad_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="c is a number from 0 up, not -1"):
        Stepper(START, c=-1, simulations=5)
    with pytest.raises(ValueError, match="depth is a whole number from 1"):
        Stepper(START, "alpha-beta", depth=-1)
    with pytest.raises(ValueError, match="has no evaluation"):
        Stepper(Position.start(FoxHounds()), simulations=5)


def test_a_reader_changes_a_setting() -> None:
    stepper = Stepper(START, simulations=30)
    before = stepper.shown["log"]
    stepper.shown["score"] = {"7": True}
    stepper.receive({"name": "c", "value": 2.0})
    assert "C = 2," in stepper.walkthrough.title and stepper.shown["log"] != before
    assert stepper.shown["score"] == {}
    assert stepper.shown["knobs"][0]["value"] == 2.0


def test_what_a_notebook_keeps() -> None:
    stepper = Stepper(START, simulations=30)
    bundle, _ = stepper._repr_mimebundle_()
    html = bundle["text/html"]
    assert bundle["text/plain"].startswith("<Stepper, ")
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert stepper.shown["log"] in html and "selects" not in html  # answers are packed
    assert "steps to read" in html and "<svg" in html
    assert len(html) < 150_000


def test_a_reader_begins_at_another_position() -> None:
    stepper = Stepper(START, simulations=30)
    later = START.play("30-40")
    stepper.receive({"name": "position", "value": f" {later.text}\n"})
    assert stepper.shown["position"] == later.text
    assert stepper.walkthrough.steps[0]["words"].startswith("Foxes to move, ")
    stepper.receive({"name": "position", "value": "--s"})
    assert (
        "not 4 fields but 1" in stepper.shown["said"][1]
        and stepper.shown["position"] == later.text
    )


def test_an_evaluation_may_depend_on_where_the_search_begins() -> None:
    def judge(position):
        return heuristic(position.state, position.state.mover)

    first = Position.parse(Wolves(), "21100/11100/02100/00000/00000 s")
    other = Position.parse(Wolves(), "21100/11100/00100/02000/00000 w")
    stepper = Stepper(first, "alpha-beta", judge, unit=WIN)
    stepper.receive({"name": "position", "value": other.text})
    assert (
        stepper.shown["log"]
        == Stepper(other, "alpha-beta", judge(other), unit=WIN).shown["log"]
    )


def test_a_game_too_large_to_be_looked_at_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 10,000 positions"):
        Stepper(Position.start(FoxHounds()), "retrograde")
