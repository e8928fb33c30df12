"""What front ends say of a cell, whatever they leave out or call it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from foxkit.lab import settings

NAMED: dict[str, str] = {
    "fig10": "fig10",
    "c-by-side": "c-by-side",
    "a1b2c3d4": "a1b2c3d4",
    "": "",
    "x" * 65: "",
    "two words": "",
    "../../x": "",
    "vscode-notebook-cell:/tmp/me/notebooks/01_fox_game.ipynb#W0sZmlsZQ%3D%3D": (
        "01_fox_game"
    ),
    "vscode-notebook-cell:/c%3A/My%20Documents/01_fox_game.ipynb#X10": "01_fox_game",
    "vscode-notebook-cell://ssh-remote%2Bhost/me/my%20game.ipynb#ch000": "",
    "untitled:Untitled-1.ipynb?jupyter-notebook#W1": "Untitled-1",
    "file:///c:/x/fox.py#cell": "",
}


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let a front end say something of the cell that runs; return the desk there."""
    monkeypatch.setenv("FOXKIT_PLAYS", "0")

    def says(request: Any) -> settings.PlaySettings:
        kernel = SimpleNamespace(get_parent=lambda: request)
        monkeypatch.setattr(settings, "_jupyter_kernel", lambda: kernel)
        return settings.current_settings()

    return says


@pytest.mark.parametrize("cell", NAMED)
def test_a_cell_is_named_as_foxkit_run_takes_it(
    cell: str, says: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    at = says({"metadata": {"cellId": cell}})
    at.report_missing(1, 2, "matches are missing")
    told = capsys.readouterr().out
    assert told.endswith(f"foxkit run {NAMED[cell] or 'CELL'}\n")


@pytest.mark.parametrize("told_by", ["Jupyter", "VS Code"])
def test_a_notebook_that_is_not_ours_is_named(
    told_by: str, says: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "my games.ipynb"
    ours = Path(__file__).parents[2] / "notebooks" / "01_fox_game.ipynb"
    mine.touch()
    for notebook in (mine, ours):
        cell = "mine"
        if told_by == "Jupyter":
            monkeypatch.setenv("JPY_SESSION_NAME", str(notebook))
        else:
            cell = f"vscode-notebook-cell:{notebook.as_uri()[7:]}#W0sZmlsZQ%3D%3D"
        command = says({"metadata": {"cellId": cell}}).command
        added = f" --notebook '{mine}'"
        assert command.endswith(added) == (notebook == mine)
        assert ("--notebook" in command) == (notebook == mine)


@pytest.mark.parametrize(
    "request_",
    [
        *(None, {}, [], "x", {"metadata": None}, {"metadata": []}, {"metadata": "x"}),
        *({"metadata": {"cellId": each}} for each in (None, 5, [], {})),
        *({"metadata": {"tags": each}} for each in (None, "plays", "displays", 5, {})),
    ],
    ids=repr,
)
def test_what_is_left_out_or_odd_is_no_error(request_: Any, says: Any) -> None:
    at = says(request_)
    assert (at.name, at.plays_missing) == ("", False)


def test_a_tag_lets_a_cell_play(says: Any) -> None:
    assert says({"metadata": {"tags": ["hide", "plays"]}}).plays_missing
    assert not says({"metadata": {"tags": ["replays", None]}}).plays_missing
