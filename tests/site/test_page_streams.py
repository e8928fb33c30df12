"""A match is the same games in a notebook and in the balance lab of a page."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from foxkit import data
from foxkit.core.entry import move_buffer
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.match import Match
from foxkit.lab.match_files import MatchFiles, read_games
from foxkit.lab.play import games, play
from foxkit.site.play import bundle
from foxkit.site.play import lab_games as page
from foxkit.site.wasm.games import play_game
from foxkit.view.question import BalanceQuestion

CASES: dict[str, tuple[dict[str, int], int]] = {
    "stored with another stream": ({"sheep": 17}, 100),
    "stored with the stream of its address": ({"catchable": 0}, 300),
    "not stored": ({"sheep": 16}, 30),
}


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a page's lab reads; any kind of game counts as compiled."""

    class Anything(dict[str, Any]):
        def get(self, name: Any, default: Any = None) -> Any:
            return "a game"

    found: dict[str, Any] = {"games.json": Anything(), "curves.json": {}}
    found["streams.json"] = json.loads(json.dumps(bundle.lab_streams()))
    monkeypatch.setattr(page, "_read_data", lambda name: found[name])
    return found


def asked(rules: dict[str, int], simulations: int) -> tuple[Match, dict[str, Any]]:
    """A match, and the job that a page's lab hands to its workers for it."""
    strengths = (simulations,), simulations, 0, 25, "usual"
    question = BalanceQuestion(FoxGame(**rules), "simulations", *strengths)
    (match,) = question.matches()
    (job,) = page.PageGameCounter().worker_jobs(question)
    return match, job


def on_the_page(match: Match, job: dict[str, Any], rotation: int) -> bytes:
    """The moves of a game of the first block, as a worker of the page plays it."""
    player: Any = match.players[0]
    search = player.think(match.game, match.game.start(), 0, lambda: True)
    what = search.game, search.state, search.evaluation, search.settings
    moves, stream = move_buffer(match.game, 8).ravel(), int(job["stream"])
    tree, simulations = search.tree, job["simulations"]
    plies, *_ = play_game(tree, what, simulations, stream, 0, rotation, moves)
    assert 0 < plies < len(moves)
    return moves[:plies].astype(np.uint8).tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_match_is_the_same_games_in_both(
    case: str,
    files: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    match, job = asked(*CASES[case])
    place = MatchFiles(match)
    stored = place.path(in_workbook=True).exists()
    assert stored == case.startswith("stored")
    assert (place.read().stream != place.default_seed_stream) == ("another" in case)
    play(match, max_blocks=1)
    kernel = [bytes(moves) for moves in games(match)["moves"][:2]]
    assert [on_the_page(match, job, rotation) for rotation in (0, 1)] == kernel


@pytest.mark.slow
def test_pages_carry_the_streams_that_do_not_follow_and_no_others() -> None:
    """And none of a reader's own games."""
    found = bundle.lab_streams()
    assert len(found) > 20 and len(json.dumps(found)) < 10_000
    folder = data.WORKBOOK / "games"
    for digest, stream in found.items():
        (path,) = folder.glob(f"*/{digest}.parquet")
        assert str(read_games(path).stream) == stream
