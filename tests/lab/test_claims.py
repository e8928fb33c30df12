"""What cells claim shows itself, and is cell_outputs."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from fresh import ROOT
from nbformat.v4 import new_code_cell, new_notebook

from foxkit import FoxGame, claim, compare, match, paper, play, published
from foxkit.lab import cell_outputs
from foxkit.lab.stats import Estimate, difference, proportion
from foxkit.site.chapters import Chapter
from foxkit.site.execution import execute_chapter

FIRST = "from foxkit import FoxGame, claim, compare, match, paper, play\n"
MIDDLE = """
flocks = [match(FoxGame(sheep=n), paper(10_000)) for n in (20, 17)]
rows = play(flocks, to=0.02, of="sheep_rate")
claim("fox-s55-17", rows.query("sheep == 17"), "sheep_rate")
claim("fox-s7-majority", rows.query("sheep == 20"), "sheep_rate")
rows.shape
"""


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A ledger file of this test's own."""
    monkeypatch.setattr(cell_outputs, "LEDGER_FILE", tmp_path / "ledger.json")
    cell_outputs.claimed_results.cache_clear()
    yield cell_outputs.LEDGER_FILE
    cell_outputs.claimed_results.cache_clear()


def executed(*sources: str) -> Any:
    cells = [new_code_cell(FIRST), *map(new_code_cell, sources)]
    done = execute_chapter(
        Chapter(ROOT / "notebooks" / "x.ipynb", new_notebook(cells=cells))
    )
    assert not done.error
    return done.notebook.cells[1:]


@pytest.mark.slow
def test_claims_in_the_middle_of_a_cell_are_one_table_and_reach_the_ledger(
    ledger: Path,
) -> None:
    (cell,) = executed(MIDDLE)
    shown = [
        each
        for each in cell.outputs
        if cell_outputs.CLAIMS_MIME in each.get("data", {})
    ]
    assert len(shown) == 1
    html = shown[0]["data"]["text/html"]
    assert html.count("= reproduced") == 2 and "15.8" in html
    cell_outputs.store_claims("x.ipynb", [cell])
    found = cell_outputs.claimed_results()["fox-s55-17"]
    assert found.command == f"foxkit run {cell.id}"
    (value,) = found.readings.values()
    assert isinstance(value, Estimate) and value.n == 600
    cell_outputs.store_claims("x.ipynb", [])
    assert cell_outputs.claimed_results() == {}


@pytest.mark.slow
def test_readings_keep_their_order_and_a_row_is_claimed_once(ledger: Path) -> None:
    source = "claim('fox-s7-majority', {'z': 0.7, 'a': 0.6, 'later': None})"
    one, other = executed(source, source)
    cell_outputs.store_claims("x.ipynb", [one])
    found = cell_outputs.claimed_results()["fox-s7-majority"].readings
    assert [*found.items()] == [("z", 0.7), ("a", 0.6), ("later", None)]
    with pytest.raises(ValueError, match="claimed twice"):
        cell_outputs.store_claims("x.ipynb", [one, other])
    with pytest.raises(ValueError, match=r"claimed in x\.ipynb too"):
        cell_outputs.store_claims("y.ipynb", [other])


def test_a_claim_on_games_that_are_missing_waits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FOXKIT_PLAYS", "0")
    rows = play(match(FoxGame(sheep=20, sideways_limit=77), paper(10)))
    claim("fox-s7-majority", rows, "sheep_rate")
    assert "waits for games" in capsys.readouterr().out


def test_a_table_has_the_documents_shape_and_its_readings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    changes = {"c05": {"c": 0.5}, "b08": {"b": 0.8}}
    pairs = [
        match(FoxGame(), paper(n, **it), paper(n), key=key)
        for n in (3_000, 1_000)
        for key, it in changes.items()
    ]
    rows = play(pairs, to=0.02, of="sides", max_blocks=2_500)
    lines = {"base-foxes": "b_as_foxes", "rate": "opponent_score"}
    compare(rows, "fox-t1-{key}-{line}", lines, reading="simulations")
    said = capsys.readouterr().out
    assert (
        "C = 0.5  b = 0.8" in said
        and "6\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}31" in said
        and said.count("3,000 sim") == 2
    )
    theirs = published("fox-t1-{key}-rate", rows)
    assert [*theirs.index] == ["fox-t1-b08-rate", "fox-t1-c05-rate"]
    assert {*theirs["key"]} == {"c05", "b08"} and theirs["low"].lt(0.5).all()


def test_a_turned_table_has_its_lines_side_by_side(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = pd.DataFrame([{"board": "6x6", "n": 6, "positions": 8_175}])
    rows["games"] = 982_462_133_247
    lines = {"reach": "positions", "games": "games"}
    compare(rows, "hounds-{line}-{n}", lines, turned=True)
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["positions", "games"]
    assert said[1].split() == ["printed,", "verdict", "ours"] * 2
    assert said[2].split() == ["6x6", "8,175", "=", "8,175", "~10^11", "=", "9.82e+11"]


def test_a_readers_own_column_stands_behind_the_printed_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    agents = {"c05": paper(3_000, c=0.5), "mine": paper(3_000, c=0.3)}
    pairs = [match(FoxGame(), x, paper(3_000), key=k) for k, x in agents.items()]
    rows = play(pairs, to=0.02, of="sides", max_blocks=2_500)
    capsys.readouterr()  # whether today's code played them
    compare(rows, "fox-t1-{key}-{line}", {"rate": "opponent_score"})
    said = capsys.readouterr().out.splitlines()
    assert said[0].split("  ")[-2:] == ["C = 0.5", "mine"] and "0.50" in said[1]
    unfinished = rows.assign(finished=False)
    compare(unfinished, "fox-t1-{key}-{line}", {"rate": "opponent_score"})
    assert "so far" in capsys.readouterr().out
    with pytest.raises(ValueError, match="no published row"):
        compare(rows, "fox-{key}-{line}", {"rate": "opponent_score"})


def test_a_difference_of_rates_is_told_in_points(
    capsys: pytest.CaptureFixture[str],
) -> None:
    few, many = proportion(50, 100), proportion(60, 100)
    claim("fox-s7-majority", {"a": many, "b": difference(many, few)}, "sheep_rate")
    said = capsys.readouterr().out.replace("\N{NO-BREAK SPACE}", " ")
    assert "a: 60.0 % (" in said and "b: 10.0 points (-" in said


@pytest.mark.parametrize("ids", ["fox-s7-majority fox-none", "nothing"])
def test_what_nobody_has_published_is_named(ids: str) -> None:
    with pytest.raises(ValueError, match=r"no published row '(fox-none|nothing)'"):
        claim(ids, 0.5)
    with pytest.raises(ValueError, match="no published row"):
        published("nobody-*")


def test_rows_that_are_not_told_apart_are_refused() -> None:
    rows = pd.DataFrame({"sheep_rate": [0.5, 0.2]})
    with pytest.raises(ValueError, match="must tell rows apart"):
        claim("fox-s7-majority", rows, "sheep_rate")
