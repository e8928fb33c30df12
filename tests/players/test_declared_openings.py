"""The declared questions about openings, and the command that plays them."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks import openings
from foxkit import FoxHounds, RandomPlayer, match
from foxkit.lab.address import may_not_repeat
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.settings import active_settings
from foxkit.lab.stopping_rule import StoppingRule

SMALL = [
    openings.AskedMatch(
        f"{n} plies", match(FoxHounds(4, 4), RandomPlayer(), opening=n), rule
    )
    for n, rule in (
        (1, StoppingRule("fox_rate", None, 25, 25)),
        (2, StoppingRule("sides", 0.2, 25, 50)),
    )
]
TWO = [
    openings.Question(f"question {asked.words}", "?", ("something",), 0.1, (asked,))
    for asked in SMALL
]


def test_what_is_declared_can_be_played_and_says_what_is_expected() -> None:
    """Every match has an opening, a rule about a column it has, and repeats."""
    names = [q.name for q in openings.QUESTIONS]
    assert len({*names}) == len(names)
    every = [asked for question in openings.QUESTIONS for asked in question.matches]
    assert len({MatchFiles(asked.match).name for asked in every}) == len(every)
    for question in openings.QUESTIONS:
        assert question.expects and all(map(str.strip, question.expects))
    for asked in every:
        assert asked.match.opening is not None
        asked.rule.estimator(asked.match.game.PLAYERS)
        assert not may_not_repeat(MatchFiles(asked.match).address)


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch, own_data: Path) -> Any:
    monkeypatch.setattr(openings, "QUESTIONS", tuple(TWO))
    token = active_settings.set(active_settings.get(openings.PausableSettings()))
    yield own_data
    active_settings.reset(token)


def test_a_run_finishes_what_is_missing_and_then_plays_nothing(
    two: Path, played: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert openings.main(["question 1 plies", "--workers", "2"]) == 0
    assert len(played) >= 25
    kept = [*(two / "workbook/games/fox-hounds").glob("*.parquet")]
    assert [path.stem for path in kept] == [Path(MatchFiles(SMALL[0].match).name).name]
    assert openings.main(["--hours", "0"]) == 1
    assert "no other match begins" in capsys.readouterr().out
    assert openings.main([]) == 0
    before = len(played)
    assert openings.main([]) == 0 and len(played) == before
    assert "question 2 plies:" in capsys.readouterr().out
    assert openings.main(["--list"]) == 0
    assert "    50 games  1 plies" in capsys.readouterr().out


def test_a_run_waits_while_a_file_is_there(two: Path, played: list[int]) -> None:
    """Also where it comes in the middle of a match."""
    pause = two / "pause"
    pause.touch()

    def go_on() -> None:
        time.sleep(0.5)
        assert not played
        pause.unlink()

    thread = threading.Thread(target=go_on)
    thread.start()
    assert openings.main(["--pause", str(pause)]) == 0
    thread.join()
    assert len({*played}) >= 25
