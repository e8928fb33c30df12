"""Pages of results: believed only where they are sound, never written over."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from small_experiment import played, small

from foxkit.cli import main
from foxkit.lab import store
from foxkit.view.figures import figure


def test_a_missing_result_is_told_with_its_command(tmp_path: Path) -> None:
    for read in (store.games, store.results):
        with pytest.raises(ValueError, match="make it by: foxkit run small"):
            read("small", folder=tmp_path)


def test_missing_games_are_told_with_their_command(tmp_path: Path) -> None:
    played(small(), tmp_path)
    next((tmp_path / "games" / "fox-game").glob("*.parquet")).unlink()
    with pytest.raises(ValueError, match="make it by: foxkit run small"):
        store.games("small", folder=tmp_path)
    played(small(), tmp_path)
    assert len(store.games("small", folder=tmp_path)) == 32


def test_a_file_that_is_no_result_is_not_written_over(tmp_path: Path) -> None:
    for text in ('{"note": "mine"}', "[]", "{"):
        (tmp_path / "small.json").write_text(text)
        with pytest.raises(ValueError, match=r"small\.json"):
            played(small(), tmp_path)
        assert (tmp_path / "small.json").read_text() == text


def test_a_lost_page_is_written_again(tmp_path: Path) -> None:
    played(small(), tmp_path)
    page = tmp_path / "small.json"
    before = page.read_text()
    page.unlink()
    played(small(), tmp_path)
    assert page.read_text() == before


def changed(page: dict[str, Any], *path: Any, value: Any = None) -> dict[str, Any]:
    """Return a copy of a page with one entry set, or removed for None."""
    page = json.loads(json.dumps(page))
    place: Any = page
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return page


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("conditions",), None, "'conditions' is missing"),
        (("form",), 1, "its form is 1, not 2"),
        (("experiment",), "fig8", "the result of 'fig8'"),
        (("conditions", 0, "found"), None, "'found' is missing"),
        (("conditions", 0, "found"), [], "'found' is missing or no dict"),
        (("conditions", 0, "made_with"), [{}], "'code' is missing"),
        (("conditions", 0, "condition"), "greedy, 18 sheep", "stands there twice"),
        (("conditions", 0), 3, "an entry of it is missing or no dict"),
        (("conditions", 0, "seconds"), float("inf"), "no number that a result can"),
        (("reads",), [["there", "fig8", "10"]], "'reads' is missing or no dict"),
        (("reads", "there"), "fig8", "reads 'fig8', which is no experiment and"),
        (("reads", "there"), ["fig8"], "which is no experiment and condition"),
    ],
)
def test_a_page_that_is_well_formed_and_wrong_is_not_believed(
    path: tuple[Any, ...], value: Any, said: str, tmp_path: Path
) -> None:
    played(small(), tmp_path)
    page = changed(store.page("small", tmp_path), *path, value=value)
    (tmp_path / "small.json").write_text(json.dumps(page))
    with pytest.raises(ValueError, match=r"small") as error:
        store.results("small", tmp_path)
    assert said in str(error.value)


def test_a_number_that_overflows_is_refused(tmp_path: Path) -> None:
    played(small(), tmp_path)
    path = tmp_path / "small.json"
    path.write_text(re.sub(r'"score": [\d.]+', '"score": 1e999', path.read_text()))
    with pytest.raises(ValueError, match="damaged: 1e999 is no number"):
        store.results("small", tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", "", "[" * 100_000, "null", '"x"'])
def test_a_damaged_page_is_refused_by_name(text: str, tmp_path: Path) -> None:
    (tmp_path / "small.json").write_text(text)
    with pytest.raises(ValueError, match=r"small\.json"):
        store.results("small", tmp_path)


def test_own_declarations_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(
        '{"name": "own", "variants": {"x": {}}, "simulations": [5], "pairs": 5}'
    )
    before = own.read_text()
    monkeypatch.chdir(tmp_path)
    assert main(["run", "own.json", "--to", "."]) == 2
    assert "would be overwritten: give --to another folder" in capsys.readouterr().err
    assert own.read_text() == before


def test_names_may_hold_dollars(tmp_path: Path) -> None:
    """A file's, an experiment's and a variant's: no formula and no path."""
    own = tmp_path / "$HOME $x.json"
    rules = {"$x_1$ and $": {}, "cheap $": {"sideways_limit": 5}}
    page = {"name": "for $5", "variants": rules, "simulations": [5], "pairs": 5}
    own.write_text(json.dumps(page))
    assert main(["run", str(own), "--to", str(tmp_path / "$there")]) == 0
    rows = store.results("for $5", tmp_path / "$there")
    assert list(rows.index) == ["$x_1$ and $ n=5", "cheap $ n=5"]
    drawing = figure("for $5", tmp_path / "$there")
    assert all(name in str(drawing) for name in (*rows.index, "for $5"))


def test_an_empty_folder_is_told_who_plays_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An experiment that only reads others has nothing to show there."""
    assert main(["run", "gains", "--to", str(tmp_path)]) == 0
    assert "some of its conditions: foxkit run table1" in capsys.readouterr().err
    assert store.results("gains", tmp_path).empty


@pytest.mark.parametrize("text", ["[" * 100_000, "{", "[]", '{"name": "x"}'])
def test_a_file_that_declares_nothing_is_refused_in_a_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(text)
    assert main(["run", str(own), "--to", str(tmp_path / "there")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
