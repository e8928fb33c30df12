"""The balance lab's panel with the experiments that it plays."""

import io
from pathlib import Path

from foxkit.lab.report import show
from foxkit.lab.workers import open_workers
from foxkit.view.balance import BalancePanel


def weak(folder: Path, limit: int = 3) -> BalancePanel:
    """Return a panel with two variants, for players who are quick."""
    panel = BalancePanel(folder)
    panel.variants[0].name.value = "short"
    panel.variants[0].value = {"sideways_limit": limit}
    panel.strengths.value, panel.pairs.value = (30,), 25
    return panel


def played(panel: BalancePanel) -> BalancePanel:
    panel.start().join()
    assert panel.said.startswith("Finished: 100 games"), panel.said
    return panel


def test_the_games_of_a_finished_run_are_shown_again(tmp_path):
    first, again = (played(weak(tmp_path)).frame() for _ in range(2))
    assert list(again["variant"]) == ["short", "usual rules"]
    assert again.equals(first)


def test_other_choices_under_the_same_name_have_points_of_their_own(tmp_path):
    played(weak(tmp_path))
    frame = played(weak(tmp_path, limit=40)).frame()
    assert list(frame["pairs"]) == [25, 25]


def test_a_finished_experiment_says_that_nothing_is_left(tmp_path):
    panel, screen = played(weak(tmp_path)), io.StringIO()
    with open_workers("threads", 1) as workers:
        show(panel.experiment(), workers, tmp_path, screen)
    assert "nothing is left to play" in screen.getvalue()
