"""`play`: what is there is read, what is missing is played, nothing is lost."""

import _thread
import functools
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest
from own_players import first, slowly

from foxkit.core.rng import mix
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.lab.match import GameBatch, match, play_blocks, replay
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.match_run import MatchRun
from foxkit.lab.play import estimate, games, play
from foxkit.lab.stats import (
    first_player_rate,
    paired_score,
    results_as_first_and_second,
)
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.players.standard import FunctionPlayer, RandomPlayer

SMALL = FoxHounds(4, 4)
CHANCE = match(SMALL, RandomPlayer())
pytestmark = pytest.mark.usefixtures("own_data")


def columns(rows: pd.DataFrame, *names: str) -> list[Any]:
    return rows[[*names]].to_numpy().tolist()


def test_a_row_is_what_the_games_of_the_match_say() -> None:
    (row,) = play(CHANCE, max_blocks=30).to_dict("records")
    again = play_blocks(CHANCE, MatchFiles(CHANCE).default_seed_stream, range(30)).games
    results = results_as_first_and_second(again)
    told = {"score": paired_score, "fox_rate": first_player_rate}
    for name, rate in told.items():
        ours = [row[f"{name}{end}"] for end in ("", "_low", "_high")]
        assert ours == pytest.approx(rate(*results)[:3], abs=1e-12)
    assert row["finished"] and row["blocks"] == 30
    assert games(CHANCE)["moves"].tolist() == again["moves"].tolist()
    assert games(CHANCE)["seed"].tolist() == again["seed"].tolist()
    last = replay(SMALL, games(CHANCE)["moves"].iloc[0])[-1]
    assert last.outcome is not None


def test_what_is_there_is_not_played_again(
    at: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    before = play(CHANCE, max_blocks=30)
    at(plays_missing=False)
    assert play(CHANCE, max_blocks=30).equals(before)
    assert capsys.readouterr().out == ""


def test_without_playing_a_row_has_every_column_empty(
    at: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    at(plays_missing=False)
    row = play([CHANCE, replace(CHANCE, seed=1)], max_blocks=30)
    assert row["score"].isna().all() and not row["finished"].any()
    assert columns(row, "games") == [[0], [0]]
    assert "2 of 2 matches are not finished" in capsys.readouterr().out
    at()
    assert {*row} == {*play(CHANCE, max_blocks=30)}


def test_a_row_uses_the_shortest_run_that_fulfils_its_own_rule() -> None:
    first = play(CHANCE, to=0.09, min_blocks=25)
    play(CHANCE, max_blocks=400)
    again = play(CHANCE, to=0.09, min_blocks=25)
    assert again.equals(first)
    assert first["blocks"].iloc[0] % 25 == 0 and first["blocks"].iloc[0] < 400
    held = MatchFiles(CHANCE).read()
    blocks = int(first["blocks"].iloc[0])
    rule, players = StoppingRule("score", 0.09, 25), SMALL.PLAYERS
    earlier = rule.estimator(players)(held.payoffs[: blocks - 25])
    assert (earlier.high - earlier.low) / 2 > 0.09


def test_where_a_rule_stops_is_read_from_the_note_of_the_same_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A note of other games, of another method or of no stop does not count."""
    first = play(CHANCE, to=0.09, min_blocks=25)
    files, looks = MatchFiles(CHANCE), list[int]()
    [(rule, noted)] = files.read_notes()["stops"].items()
    blocks = noted["block"]
    assert [blocks] == first["blocks"].tolist() and blocks > 25
    looked = StoppingRule.is_fulfilled

    def count(self: StoppingRule, games: GameBatch, blocks: int) -> bool:
        looks.append(blocks)
        return looked(self, games, blocks)

    monkeypatch.setattr(StoppingRule, "is_fulfilled", count)
    every = [*range(25, blocks + 1, 25)]
    for changes, seen in (
        ({}, [blocks]),
        ({"games": "0" * 16}, [blocks, *every]),
        ({"method": 0}, [blocks, *every]),
        ({"block": blocks - 25}, [blocks - 25, *every]),
        ({"block": -5}, [-5, *every]),
    ):
        files.add_to_note(False, stops={rule: noted | changes})
        looks.clear()
        assert play(CHANCE, to=0.09, min_blocks=25).equals(first)
        assert looks == seen
        assert files.read_notes()["stops"][rule] == noted


def test_the_note_keeps_each_rule_with_the_blocks_that_were_there() -> None:
    play(CHANCE, max_blocks=50)
    play(CHANCE, max_blocks=75)
    play(CHANCE, max_blocks=50)
    note = MatchFiles(CHANCE).read_notes()["rules"]
    assert list(note.values()) == [0, 50]


def test_a_seed_names_other_games_and_the_same_deals_for_all() -> None:
    play(CHANCE, max_blocks=10)
    rows = play(
        [CHANCE, match(SMALL, RandomPlayer(), FunctionPlayer(first))],
        max_blocks=10,
        seed=7,
    )
    named = games(replace(CHANCE, seed=7))
    assert named["moves"].tolist() != games(CHANCE)["moves"].tolist()
    assert named["seed"].tolist() == [mix(mix(7, 0), block // 2) for block in range(20)]
    assert len(rows) == 2


def test_the_time_is_kept_and_what_there_is_shown(
    at: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    at(seconds=1.0, workers=1)
    slow = match(SMALL, FunctionPlayer(slowly))
    row = play(slow, max_blocks=10_000)
    assert 0 < row["games"].iloc[0] < 20_000 and not row["finished"].iloc[0]
    assert "run the cell again" in capsys.readouterr().out
    more = play(slow, max_blocks=10_000)
    assert more["games"].iloc[0] > row["games"].iloc[0]


@pytest.mark.slow
def test_interrupted_it_shows_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    one = match(SMALL, FunctionPlayer(slowly), RandomPlayer())
    keep = MatchRun.add_blocks

    def interrupted(task: MatchRun, *given: Any) -> None:
        keep(task, *given)
        if task.games.blocks:
            _thread.interrupt_main()

    monkeypatch.setattr(MatchRun, "add_blocks", interrupted)
    row = play(one, max_blocks=100_000)
    assert row["games"].iloc[0] > 0 and not row["finished"].iloc[0]


def test_what_is_played_elsewhere_is_shown_as_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play(CHANCE, max_blocks=25)
    with MatchFiles(CHANCE).journal():
        row = play(CHANCE, max_blocks=50)
    assert (
        row["games"].iloc[0] == 50 and "another run plays it" in capsys.readouterr().out
    )


def test_the_number_of_a_row_comes_with_its_interval() -> None:
    rows = play(
        [CHANCE, replace(CHANCE, seed=1, labels={"kind": "again"})], max_blocks=30
    )
    one = estimate(rows, "score", kind="again")
    assert one.low < one.estimate < one.high and one.n == 30
    with pytest.raises(ValueError, match="0 rows with kind='other'"):
        estimate(rows, "score", kind="other")


def test_bad_calls_say_what_is_allowed() -> None:
    with pytest.raises(ValueError, match="no column 'wins'; there are "):
        play(CHANCE, of="wins")
    with pytest.raises(ValueError, match="no match to play"):
        play([])
    with pytest.raises(ValueError, match="to is a number above 0, not 0"):
        play(CHANCE, to=0)
    with pytest.raises(ValueError, match="'duel' is no game"):
        match("duel", SMALL, RandomPlayer())
    with pytest.raises(ValueError, match="3 players for the 2 seats"):
        match(SMALL, *[RandomPlayer()] * 3)


class Counting:
    """A player that is another one after each move."""

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, game: Any, state: Any, seed: int) -> int:
        self.moves += 1
        return RandomPlayer().choose(game, state, seed)


class Remembering:
    """A player that remembers what it would find again."""

    @functools.cached_property
    def chance(self) -> RandomPlayer:
        return RandomPlayer()

    def choose(self, game: Any, state: Any, seed: int) -> int:
        return self.chance.choose(game, state, seed)


def test_a_player_that_changes_while_it_plays_is_refused() -> None:
    counting = match(SMALL, Counting(), RandomPlayer())
    before = MatchFiles(counting).name
    with pytest.raises(ValueError, match="Counting has changed while it ran"):
        play(counting, max_blocks=2)
    assert not MatchFiles(counting).read().blocks
    counting.players[0].moves = 0
    assert (
        MatchFiles(counting).name == before and not MatchFiles(counting).read().blocks
    )
    remembering = match(SMALL, Remembering(), RandomPlayer())
    before = MatchFiles(remembering).name
    assert play(remembering, max_blocks=2)["finished"].all()
    assert MatchFiles(remembering).name == before
