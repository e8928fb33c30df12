"""Committed games are played again: from their addresses, and compared."""

import json
import shutil
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from fresh import ROOT, command, run
from pyarrow import parquet
from small_play import CHANCE

from foxkit import data
from foxkit.cli import chapters
from foxkit.cli.check import _replay_matches_of_cells, check
from foxkit.games.fox_game.learned import learned
from foxkit.lab.address import (
    CannotRebuildMatch,
    address_of,
    canonical_json,
    match_from_address,
)
from foxkit.lab.check import committed_match_names, headline_match_descriptions
from foxkit.lab.match import play_blocks
from foxkit.lab.match_files import MatchFiles


@pytest.mark.slow
def test_matches_are_made_from_their_addresses_alone() -> None:
    """All committed ones are, but for those with a reader's code or a study's array."""
    found = Counter[str]()
    for name in committed_match_names():
        schema = parquet.read_schema(data.WORKBOOK / "games" / f"{name}.parquet")
        text = json.loads(schema.metadata[b"note"])["address"]
        try:
            again = canonical_json(
                address_of(match_from_address(json.loads(text), [learned().weights]))
            )
        except CannotRebuildMatch as error:
            found[str(error)] += 1
        else:
            assert again == text
            found["made"] += 1
    assert found["made"] > 900 and found.total() - found["made"] < 20


def test_headlines_are_committed_and_made_from_their_addresses() -> None:
    for name in headline_match_descriptions():
        path = data.WORKBOOK / "games" / f"{name}.parquet"
        text = json.loads(parquet.read_schema(path).metadata[b"note"])["address"]
        match_from_address(json.loads(text))


@pytest.mark.usefixtures("own_data")
def test_what_differs_is_named_and_exits_with_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One match stands as it was played, of another the games of another stream."""
    for seed, stream in ((1, 5), (2, 6)):
        games = replace(play_blocks(CHANCE, 5, range(2)), stream=stream)
        MatchFiles(replace(CHANCE, seed=seed)).write(games, in_workbook=True)
    assert check() == 1
    said = capsys.readouterr().out
    assert "Proved here: 1 of 2 matches play the committed games." in said
    assert said.count("differs: data/games/") == 1


LEAVE = """
from foxkit import FoxHounds, RandomPlayer, match, play_blocks
from foxkit.lab.match_files import MatchFiles
chance = match(FoxHounds(4, 4), RandomPlayer())
MatchFiles(chance).write(play_blocks(chance, 5, range(2)), in_workbook=True)
"""


@pytest.mark.slow
def test_an_edited_rule_is_found_out(tmp_path: Path) -> None:
    """Games of the rules as they were, in a copy of the workbook where they change."""
    left_out = shutil.ignore_patterns("__pycache__", "site", "*.js")
    shutil.copytree(ROOT / "foxkit", tmp_path / "foxkit", ignore=left_out)
    (tmp_path / "data" / "games").mkdir(parents=True)
    for name in ("usual.json", "names.json", "columns.csv"):
        shutil.copy(ROOT / "data" / name, tmp_path / "data")
    plain = {"cwd": tmp_path, "NUMBA_DISABLE_JIT": "1"}
    left = run([sys.executable, "-c", LEAVE], **plain)
    assert left.returncode == 0, left.stderr
    same = run(command("check"), **plain)
    assert (same.returncode, same.stdout[:20]) == (0, "Proved here: 1 of 1 ")
    rules = tmp_path / "foxkit" / "games" / "fox_hounds" / "rules.py"
    steps = "for dx in (-1, 1):"
    text = rules.read_text()
    assert steps in text
    rules.write_text(text.replace(steps, "for dx in (1, -1):"))
    other = run(command("check"), **plain)
    assert (other.returncode, other.stdout[:20]) == (1, "Proved here: 0 of 1 ")
    assert "differs: data/games/fox-hounds/" in other.stdout


@pytest.mark.slow
def test_matches_of_a_reader_s_code_are_made_by_their_cells() -> None:
    """One of them, and a name that no cell asks for."""
    names = ["hare-hounds/905bb36f869527ca", "hare-hounds/0000000000000000"]
    found = [
        (each.name, each.agrees) for each in _replay_matches_of_cells(names, keep=False)
    ]
    assert found == [(names[0], True), (names[1], None)]


def test_the_proof_is_made_once_for_a_state_of_the_code(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One that failed is made again."""
    codes, asked = [1, 0], []
    monkeypatch.setattr("foxkit.site.build.page_sources_digest", lambda: "today's code")
    monkeypatch.setattr(
        sys.modules["foxkit.cli.check"],
        "check",
        lambda headlines: asked.append(headlines) or codes[len(asked) - 1],
    )
    proved = [chapters._is_proved(tmp_path) for _ in range(3)]
    assert (proved, asked) == ([False, True, True], [True, True])
    assert "Proved here before" in capsys.readouterr().out
