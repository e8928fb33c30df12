"""The stepper as an object: what it refuses, what a notebook keeps of it."""

import pytest

from foxkit import FoxGame, FoxHounds, Position, Stepper

START = Position.start(FoxGame())


def test_an_unknown_search_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'A\\*', but for MCTS, alpha-beta, max\\^n"):
        Stepper(START, "A*")


def test_bad_settings_are_refused() -> None:
    with pytest.raises(ValueError, match="c -1 is not"):
        Stepper(START, c=-1, simulations=5)
    with pytest.raises(ValueError, match="depth -1 instead of"):
        Stepper(START, "alpha-beta", depth=-1)
    with pytest.raises(ValueError, match="has no evaluation"):
        Stepper(Position.start(FoxHounds()), simulations=5)


def test_a_reader_changes_a_setting() -> None:
    stepper = Stepper(START, simulations=30)
    before = stepper.tape
    stepper.score = {"7": True}
    stepper._receive(None, {"name": "c", "value": 2.0}, [])
    assert "C = 2," in stepper.steps.title and stepper.tape != before
    assert stepper.score == {}
    assert stepper.knobs[0]["value"] == 2.0


def test_a_setting_that_cannot_be_is_explained_and_changes_nothing() -> None:
    stepper = Stepper(START, simulations=30)
    before = stepper.tape
    stepper._receive(None, {"name": "c", "value": -1}, [])
    assert stepper.said == [1, "c -1 is not a number from 0 up"]
    assert stepper.tape == before and "C = 0.4," in stepper.steps.title


def test_what_a_notebook_keeps() -> None:
    stepper = Stepper(START, simulations=30)
    bundle, _ = stepper._repr_mimebundle_()
    html = bundle["text/html"]
    assert bundle["text/plain"].startswith("<Stepper, ")
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert stepper.tape in html and "selects" not in html  # answers are packed
    assert "steps to read" in html and "<svg" in html
    assert len(html) < 150_000
