"""`foxkit run CELL`: a cell by name plays what it lacks, wherever that is wanted."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from fresh import ROOT
from nbformat import write
from nbformat.v4 import new_code_cell, new_notebook
from small_play import CHANCE, same_as_ever

from foxkit import data
from foxkit.cli import main
from foxkit.lab.match_files import MatchFiles
from foxkit.site import build, chapters

FIRST = """
from foxkit import RandomPlayer, curve, match, play
from foxkit.games.fox_hounds.rules import FoxHounds
"""
TINY = """
rows = play(match(FoxHounds(4, 4), RandomPlayer()), max_blocks=12)
curve(rows.assign(n=1), "n", "fox_rate")
"""


@pytest.fixture
def notebooks(own_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a chapter of three cells, and a study."""
    folder = tmp_path / "notebooks"
    (folder / "studies").mkdir(parents=True)
    for path, names in (("09_x.ipynb", ["tiny", "wrong"]), ("studies/y.ipynb", ["y"])):
        sources = {"tiny": TINY, "wrong": "1 / 0", "y": "play(mine, max_blocks=2)"}
        cells = [new_code_cell(FIRST + "mine = match(FoxHounds(6, 4), RandomPlayer())")]
        cells += [new_code_cell(sources[name], id=name) for name in names]
        write(new_notebook(cells=cells), folder / path)
    monkeypatch.setattr(chapters, "NOTEBOOKS", folder)
    own = {"09_x.ipynb": "", "studies/y.ipynb": ""}
    monkeypatch.setattr(chapters, "checksums", lambda: own)
    monkeypatch.setattr(build, "SITE", tmp_path / "site")
    data.WORKBOOK.mkdir(exist_ok=True)
    shutil.copy(ROOT / "data/columns.csv", data.WORKBOOK)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_a_cell_plays_to_its_end_and_draws(
    kind: str, notebooks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "tiny", "--executor", kind, "--workers", "1"]) == 0
    same_as_ever(12)
    place = MatchFiles(CHANCE)
    assert place.path(False).exists() and not place.path(True).exists()
    drawn = Path(capsys.readouterr().out.splitlines()[-1])
    assert drawn.read_text().startswith("<svg") or "<svg" in drawn.read_text()


def test_a_figure_that_cannot_be_written_takes_no_games_with_it(
    notebooks: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    build.SITE.write_text("not a folder")
    assert main(["run", "tiny"]) == 0
    assert "the figure is not written" in capsys.readouterr().err
    same_as_ever(12)


def test_games_that_are_kept_go_where_git_sees_them(notebooks: Path) -> None:
    assert main(["run", "tiny", "--keep"]) == 0
    place = MatchFiles(CHANCE)
    assert place.path(True).exists() and not place.path(False).exists()
    same_as_ever(12)


def test_a_chapter_runs_all_its_cells_and_tells_which_failed(
    notebooks: Path, capsys: Any
) -> None:
    assert main(["run", "09"]) == 1
    said = capsys.readouterr()
    assert said.err.split()[0] == "tiny" and "ZeroDivisionError" in said.out + said.err
    same_as_ever(12)
    assert main(["run", "y"]) == 0


def test_a_run_that_is_stopped_says_how_it_goes_on(
    notebooks: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("foxkit.lab.match_run.MatchRun.row", stop)
    assert main(["run", "tiny"]) == 130
    assert capsys.readouterr().err.endswith("the same command goes on from here\n")


def test_a_name_that_is_no_cell_is_told(notebooks: Path, capsys: Any) -> None:
    assert main(["run", "nothing"]) == 2
    assert "nothing" in capsys.readouterr().err
