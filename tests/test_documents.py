"""The declared experiments: consistent, played once, and at the sizes that decide."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fresh import ROOT, environment

from foxkit import documents
from foxkit.agents.fox_game_players import paper
from foxkit.cli import main
from foxkit.documents import CATALOGUE, experiment, fox_game, fox_game_balance, in_order
from foxkit.documents import fox_game_counts as counts
from foxkit.documents.fox_game import copies
from foxkit.lab import store
from foxkit.lab.describe import describe, factors
from foxkit.lab.experiment import Experiment, Stop
from foxkit.lab.match import play_blocks, replay
from foxkit.lab.run import run
from foxkit.lab.stats import pairs_needed
from foxkit.lab.workers import open_workers
from foxkit.rules.fox_game import FoxGame

EXPERIMENTS = [experiment(name) for name in CATALOGUE]
PUBLISHED = ("fig8", "fig10", "table1", "table2")


@pytest.mark.parametrize("declared", EXPERIMENTS, ids=lambda each: each.name)
def test_an_experiment_is_sound(declared):
    names = [*(each.condition for each in declared.conditions), *declared.reads]
    assert len(names) == len(set(names))
    assert declared.title == CATALOGUE[declared.name].title
    for match in declared.matches:
        match.game.start()
    for other, condition in declared.reads.values():
        there = experiment(other)
        assert condition in [each.condition for each in there.conditions]
        if None not in (declared.stop.half_width, there.stop.half_width):
            assert there.stop.half_width <= declared.stop.half_width


AGAIN = ("fair-confirmed", "sheep-quick")
"""Matches that are played again on purpose, with other seeds."""


def test_no_match_is_declared_twice_but_to_be_confirmed():
    played = [
        json.dumps(describe(replace(match, condition="")), sort_keys=True)
        for declared in EXPERIMENTS
        for match in declared.matches
        if declared.name not in AGAIN
    ]
    assert len(played) == len(set(played))


def test_declarations_read_no_results(tmp_path):
    """Without a single file of data they are all made, and listed."""
    script = (
        "from foxkit.lab import store\n"
        "store.page = store.games = store.results = None\n"
        "from foxkit.documents import CATALOGUE, experiment\n"
        "print(len([experiment(name) for name in CATALOGUE]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment(),
        cwd=ROOT,
    )
    assert done.stdout == f"{len(CATALOGUE)}\n", done.stderr


def test_the_list_reads_no_game(capsys, monkeypatch):
    opened, read = [], Path.open
    monkeypatch.setattr(
        Path,
        "open",
        lambda path, *how, **and_: opened.append(path) or read(path, *how, **and_),
    )
    monkeypatch.setattr(Path, "read_bytes", None)
    assert main(["list"]) == 0
    assert {path.name for path in opened} <= {"cells.json"}
    listed = capsys.readouterr().out
    assert all(f"{name}: {CATALOGUE[name].title}\n" in listed for name in CATALOGUE)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_conditions_are_played_to_two_points(name):
    stop = experiment(name).stop
    assert stop.half_width == 0.02
    assert stop.most >= pairs_needed(0.02, (0.5, 0.5))


def test_an_altered_agent_differs_in_one_constant():
    base, altered = paper(1000), paper(1000, k=0.9)
    assert altered == replace(base, evaluation=base.evaluation._replace(k=0.9))
    assert paper(1000, c=0.5) == replace(base, c=0.5)


def test_an_unknown_experiment_is_refused():
    with pytest.raises(ValueError, match="no experiment 'fig9'; there are fig8, fig10"):
        experiment("fig9")


def test_what_an_experiment_needs_comes_before_it():
    names = [each.name for each in in_order(["lengths"])]
    assert sorted(names[:-1]) == ["fig10", "surface"]
    assert names[-1] == "lengths"


def test_experiments_that_come_after_each_other_are_refused_by_name(monkeypatch):
    after = {"a": ("b",), "b": ("c",), "c": ("a",)}
    monkeypatch.setattr(
        documents,
        "experiment",
        lambda name: Experiment(name, "", (), after=after[name]),
    )
    with pytest.raises(ValueError, match=r"be the first: [abc] after"):
        in_order(["a"])


def test_equal_time_is_as_it_was_measured():
    speed = store.results("speed").set_index("cutoff")["simulations_a_second"]
    for simulations, found in (
        (3_000, fox_game.IN_THE_TIME_OF_3000),
        (4_500, fox_game.IN_THE_TIME_OF_4500),
    ):
        measured = {x: round(simulations * speed[x] / speed[0]) for x in found}
        assert found == measured
    long = list(fox_game.IN_THE_TIME_OF_3000.values())
    assert long == sorted(long, reverse=True)


def small(name, condition, **more):
    match = copies(condition, FoxGame(), 20)
    return Experiment(name, "", (match,), Stop(2), seed=1, chunk=1, **more)


def test_a_condition_is_read_from_the_experiment_that_plays_it(tmp_path):
    reader = small("reader", "own", reads={"borrowed": ("player", "there")})
    with open_workers("threads", 1) as workers:
        run(reader, workers, tmp_path)
        assert list(store.results("reader", tmp_path).index) == ["own"]
        run(small("player", "there"), workers, tmp_path)
    rows = store.results("reader", tmp_path)
    assert list(rows.index) == ["borrowed", "own"]
    there = store.results("player", tmp_path).loc["there"]
    assert rows.loc["borrowed"].equals(there.rename("borrowed"))
    assert there["simulations"] == there["rival_simulations"] == 20


def test_a_condition_may_stand_for_another_of_its_own_experiment(tmp_path):
    twice = small("twice", "own", reads={"again": ("twice", "own")})
    with open_workers("threads", 1) as workers:
        run(twice, workers, tmp_path)
    rows = store.results("twice", tmp_path)
    assert rows.loc["again"].equals(rows.loc["own"].rename("again"))


def test_results_that_read_each_other_are_refused_by_name(tmp_path):
    with open_workers("threads", 1) as workers:
        for name, other in (("one", "other"), ("other", "one")):
            reads = {"borrowed": (other, "own")}
            run(small(name, "own", reads=reads), workers, tmp_path)
    with pytest.raises(ValueError, match="read each other: one, other, one"):
        store.results("one", tmp_path)


def test_what_decides_no_game_is_a_factor_and_not_in_the_key():
    bare = copies("own", FoxGame(), 20)
    told = replace(bare, factors={"reading": "first"})
    assert small("x", "own").key(bare) == small("x", "own").key(told)
    assert factors(told) == {**factors(bare), "reading": "first"}


@pytest.mark.parametrize("name", CATALOGUE)
def test_factors_are_numbers_and_words(name):
    """No bit set, bytes or class is shown to a reader as a factor."""
    if not store.has_page(name):
        pytest.skip("not run yet")
    for row in store.page(name)["conditions"]:
        for factor, value in row["factors"].items():
            assert value is None or isinstance(value, int | float | str), factor
            assert not isinstance(value, int) or abs(value) <= 10_000_000, factor


def games_of(simulations, blocks):
    match = copies("match", counts.GAME, simulations)
    return play_blocks(match.played, 1, range(blocks)).games


def test_replayed_games_are_counted_as_they_were_played():
    games = games_of(30, 3)
    row = counts._counted(games, counts.GAME, counts._in_game)
    assert row["games"] == 6
    assert row["turns"] == pytest.approx(games["turns"].mean())
    reasons = games.groupby("reason").size()
    assert row["caught"] >= reasons.get("foxes caught", 0) / 6
    assert row["turns_low"] < row["turns"] < row["turns_high"]
    assert 0 <= row["fox_row"] <= 6


def test_the_parts_of_the_heuristic_are_told_apart():
    start = replay(counts.GAME, b"")
    assert counts._sizes(start, 1.0) == counts._sizes(start, 0.0) == 0
    walked = replay(counts.GAME, bytes([0]))[-1:]
    assert walked[0].text.split()[0].count("s") == 20
    assert counts._sizes(walked, 1.0) == 0
    assert counts._sizes(walked, 0.0) == pytest.approx(0.1)


def test_longer_limits_give_longer_playouts(monkeypatch):
    monkeypatch.setattr(counts, "_PLAYOUT_PAIRS", 30)
    short, long = (counts.of_playouts(sideways_limit=limit) for limit in (2, 10))
    assert short["turns"] < long["turns"]
    assert 0 <= short["sheep"] <= long["sheep"] <= 1
    assert short["repeats"] < long["repeats"]


def test_the_sides_own_c_won_most_of_those_played():
    rows = store.results("c-by-side").set_index("c")
    for side, c in zip(("sheep", "foxes"), fox_game_balance.OWN_C, strict=True):
        assert rows[f"a_as_{side}"].idxmax() == c


def test_stored_counts_are_those_of_the_games_today():
    """A part of `final-choice` is counted again."""
    match = experiment("final-choice").matches[0]
    games = store.games("final-choice", match.condition)
    found = counts.same_choice(match, games)
    stored = store.results("final-choice").loc[match.condition]
    assert found["same"] == pytest.approx(stored["same"])
