"""foxkit solve fox-hounds and foxkit value fox-hounds."""

import io
import json
import re

import pytest

from foxkit.cli import main
from foxkit.solvers import store


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))


def answered(capsys, *arguments):
    code = main(["solve", "fox-hounds", *arguments, "--json"])
    assert not code
    return json.loads(capsys.readouterr().out)


def test_solve_prints_one_object(capsys):
    found = answered(capsys, "--width", "4", "--height", "4")
    assert found == {
        "width": 4,
        "height": 4,
        "reachable": 83,
        "games": 178,
        "winner": "hounds",
        "plies": 8,
        "B": 0,
        "max_B": [2, 4],
    }


def test_solve_with_fuzz(capsys):
    found = answered(capsys, "--width", "6", "--height", "6", "--fuzz", "--no-games")
    assert "games" not in found and found["max_B"] is None
    assert found["opposite"]["winner"] == "hounds" and found["opposite"]["plies"] == 17
    assert [row["p"] for row in found["rows"]][::18] == [0.0, 1.0]
    assert len(found["rows"]) == 19
    below = [row for row in found["rows"] if row["hounds_from_initial"] < 0.5]
    assert found["fairest_p"] == below[-1]["p"]


def test_solve_by_the_mask_solver(capsys):
    found = answered(capsys, "--width=6", "--height=7", "--winner-only", "--plies")
    assert (found["winner"], found["plies"]) == ("hounds", 28)


@pytest.mark.parametrize(
    "size, asked, said",
    [
        (12, [], "games on 12 x 12 needs 19.9 GiB .* has 16.0: .* --no-games"),
        (14, [], "14 x 14 with distances needs 190.6 GiB .* --winner-only"),
        (14, ["--winner-only"], "mask solver on 14 x 14 needs 7.8 GiB"),
    ],
)
def test_boards_too_large_are_refused(capsys, monkeypatch, size, asked, said):
    memory = 8 if asked else 16
    monkeypatch.setattr(store, "machine_memory_bytes", lambda: memory << 30)
    board = [f"--width={size}", f"--height={size}", *asked]
    assert main(["solve", "fox-hounds", *board]) == 2
    assert re.search(said, capsys.readouterr().err)


@pytest.mark.parametrize(
    "asked, said",
    [
        (["--plies"], "--plies asks the mask solver"),
        (["--winner-only", "--fuzz"], "--winner-only counts no games and no fuzz"),
        (["--winner-only", "--no-games"], "--winner-only counts no games"),
        (["--winner-only", "--games"], "--winner-only counts no games"),
    ],
)
def test_options_that_mean_nothing_together_are_refused(capsys, asked, said):
    assert main(["solve", "fox-hounds", "--width=4", "--height=4", *asked]) == 2
    assert said in capsys.readouterr().err


def test_values_line_by_line(capsys, monkeypatch):
    lines = [".F/../../HH f", "F./../HH f", "F/H f", "FF/HH f", ".F/../../HH h"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert main(["value", "fox-hounds"]) == 2
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["position"] for answer in answers] == lines
    assert [answer.get("plies") for answer in answers] == [8, 4, 0, None, 7]
    assert "2 foxes" in answers[3]["error"]
    assert answers[2]["keeping_moves"] == answers[2]["ai_moves"] == []
