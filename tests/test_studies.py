"""Studies: cells are kept as they are finished, and read back as text."""

import json

import pytest

from foxkit.cli import main
from foxkit.lab import studies
from foxkit.lab.studies import Study, found_in, run_study, study_of, study_rows


def test_a_study_leaves_rows_and_provenance(tmp_path):
    study = study_of("sums", "Sums", lambda a, b: {"sum": a + b}, [(1, 2), (3, 4)])
    path = run_study(study, tmp_path)
    page = json.loads(path.read_text())
    assert page["command"] == "foxkit run sums"
    assert page["made_with"]["code"]
    assert [(row["cell"], row["sum"]) for row in page["rows"]] == [
        ("1 2", 3),
        ("3 4", 7),
    ]
    assert study_rows("sums", tmp_path)["3 4"]["elapsed"] >= 0


def test_a_study_that_was_broken_off_goes_on(tmp_path, capsys):
    computed = []

    def compute(name):
        computed.append(name)
        if name == "b" and computed.count("b") == 1:
            raise KeyboardInterrupt
        return {}

    study = study_of("letters", "Letters", compute, ["a", "b", "c"])
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path)
    run_study(study, tmp_path)
    assert computed == ["a", "b", "b", "c"]
    assert not list((tmp_path / "chunks").iterdir())


def test_other_code_starts_again(tmp_path, monkeypatch):
    part = tmp_path / "chunks" / "letters.json"
    part.parent.mkdir()
    part.write_text('{"code": "other", "rows": {"a": {"cell": "a", "old": 1}}}')
    run_study(study_of("letters", "Letters", lambda name: {}, ["a"]), tmp_path)
    assert "old" not in study_rows("letters", tmp_path)["a"]


def test_a_damaged_part_is_named_and_computed_again(tmp_path, capsys):
    part = tmp_path / "chunks" / "letters.json"
    part.parent.mkdir()
    part.write_text("{")
    run_study(study_of("letters", "Letters", lambda name: {}, ["a"]), tmp_path)
    assert "beginning again: letters.json is damaged" in capsys.readouterr().err
    assert list(study_rows("letters", tmp_path)) == ["a"]


def test_numbers_are_read_as_text(tmp_path):
    row = {"games": 982462133247, "rows": {"0.5": {"p": 0.51256}}, "who": "fox"}
    run_study(Study("x", "", {"a": lambda: row}), tmp_path)
    assert found_in("x", "a", "games", tmp_path) == "982462133247"
    assert found_in("x", "a", "games as e", tmp_path) == "11"
    assert found_in("x", "a", "rows/0.5/p as .3f", tmp_path) == "0.513"
    assert found_in("x", "a", "who", tmp_path) == "fox"


def test_missing_results_name_the_command(tmp_path):
    with pytest.raises(ValueError, match="foxkit run nothing"):
        study_rows("nothing", tmp_path)


def test_studies_are_listed_and_run_by_name(tmp_path, capsys):
    assert not main(["list"])
    listed = capsys.readouterr().out
    assert all(name in listed for name in studies.studies())
    assert not main(["run", "noughts", "--to", str(tmp_path)])
    assert study_rows("noughts", tmp_path)["3x3"]["games"] == 255_168
