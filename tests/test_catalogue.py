"""The declared experiments: consistent, played once, and at the sizes that decide."""

import json
from dataclasses import replace

import pandas as pd
import pytest

from foxkit.lab import analysis, catalogue, fox_balance, results
from foxkit.lab.executors import open_workers
from foxkit.lab.experiments import Experiment, Stop, describe
from foxkit.lab.fox_paper import copies, paper_player
from foxkit.lab.match import play_pairs, replay
from foxkit.lab.run import run
from foxkit.lab.stats import pairs_needed
from foxkit.rules.fox_game import FoxGame

EXPERIMENTS = [catalogue.experiment(name) for name in catalogue.names()]
PUBLISHED = ("fig8", "fig10", "table1", "table2")


@pytest.mark.parametrize("experiment", EXPERIMENTS, ids=lambda e: e.name)
def test_an_experiment_is_sound(experiment):
    cells = [*(match.cell for match in experiment.matches), *experiment.reads]
    assert len(cells) == len(set(cells))
    assert experiment.name in catalogue.names()
    for match in experiment.matches:
        match.game.start()
    for other, cell in experiment.reads.values():
        there = catalogue.experiment(other)
        assert cell in [match.cell for match in there.matches]
        assert there.stop.half_width <= experiment.stop.half_width


def test_no_match_is_declared_twice():
    played = [
        json.dumps(describe(replace(match, cell="")), sort_keys=True)
        for experiment in EXPERIMENTS
        for match in experiment.matches
    ]
    assert len(played) == len(set(played))


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_cells_are_played_to_two_points(name):
    stop = catalogue.experiment(name).stop
    assert stop.half_width == 0.02
    assert stop.most >= pairs_needed(0.02, (0.5, 0.5))


def test_an_altered_agent_differs_in_one_constant():
    base, altered = paper_player(1000), paper_player(1000, k=0.9)
    assert altered == replace(base, evaluation=base.evaluation._replace(k=0.9))
    assert paper_player(1000, c=0.5) == replace(base, c=0.5)


def test_an_unknown_experiment_is_refused():
    with pytest.raises(ValueError, match="no experiment 'fig9'; there are fig8, fig10"):
        catalogue.experiment("fig9")


def test_equal_time_means_fewer_simulations_the_longer_the_playouts():
    counts = [analysis.in_the_time_of(3_000, cutoff) for cutoff in (0, 2, 5, 20, -1)]
    assert counts[0] == 3_000
    assert counts == sorted(counts, reverse=True)


def small(name, cell, **more):
    match = copies(cell, FoxGame(), 20)
    return Experiment(name, "", (match,), Stop(2), seed=1, chunk=1, **more)


def test_a_cell_is_read_from_the_experiment_that_plays_it(tmp_path):
    reader = small("reader", "own", reads={"borrowed": ("player", "there")})
    with open_workers("threads", 1) as workers:
        run(reader, workers, tmp_path)
        assert list(results.table("reader", tmp_path).index) == ["own"]
        run(small("player", "there"), workers, tmp_path)
    table = results.table("reader", tmp_path)
    assert list(table.index) == ["borrowed", "own"]
    there = results.table("player", tmp_path).loc["there"]
    assert table.loc["borrowed"].equals(there.rename("borrowed"))
    assert there["simulations A"] == 20
    assert list(results.rates("reader", folder=tmp_path)["cell"]) == ["borrowed", "own"]


def test_a_cell_may_stand_for_another_of_its_own_experiment(tmp_path):
    twice = small("twice", "own", reads={"again": ("twice", "own")})
    with open_workers("threads", 1) as workers:
        run(twice, workers, tmp_path)
    table = results.table("twice", tmp_path)
    assert table.loc["again"].equals(table.loc["own"].rename("again"))


def test_the_rivals_rate_is_the_rest():
    ours, theirs = results.rates("fig8"), results.rates("fig8", of="rival")
    assert (ours["estimate"] + theirs["estimate"]).to_list() == [1.0] * len(ours)
    assert (1 - ours["low"]).to_list() == theirs["high"].to_list()


def test_the_first_players_rate_has_no_p_value_of_the_score():
    assert "p_value" in results.rates("fig8")
    assert "p_value" not in results.rates("fig8", of="first")


def test_what_is_measured_joins_the_cells(tmp_path):
    def measure(folder):
        return pd.DataFrame({"same": [0.5, 0.25]}, index=["own", "beside"])

    with open_workers("threads", 1) as workers:
        run(small("measured", "own", measure=measure), workers, tmp_path)
    table = results.table("measured", tmp_path)
    assert dict(table["same"]) == {"own": 0.5, "beside": 0.25}
    assert table.loc["own", "games"] == 4
    assert list(results.rates("measured", folder=tmp_path)["cell"]) == ["own"]


def test_the_speed_is_measured_once(tmp_path):
    """Counts of matches at equal time are declared by it: they must not change."""
    measured = []

    def measure(folder):
        measured.append(folder)
        return pd.DataFrame({"speed": [1.0]}, index=["cutoff 0"])

    assert catalogue.experiment("speed").once
    speed = replace(catalogue.experiment("speed"), measure=measure)
    with open_workers("threads", 1) as workers:
        run(speed, workers, tmp_path)
        page = (tmp_path / "speed.json").read_text()
        run(speed, workers, tmp_path)
    assert len(measured) == 1
    assert (tmp_path / "speed.json").read_text() == page


def games_of(simulations, pairs):
    match = copies("cell", analysis.GAME, simulations)
    return play_pairs(match, 1, range(pairs)).games


def test_replayed_games_are_counted_as_they_were_played():
    games = games_of(30, 3)
    row = analysis._counted(games, analysis.GAME, analysis._of_agents)
    assert row["games"] == 6
    assert row["turns"] == pytest.approx(games["turns"].mean())
    reasons = games.groupby("reason").size()
    assert row["caught"] >= reasons.get("foxes caught", 0) / 6
    assert row["turns_low"] < row["turns"] < row["turns_high"]
    assert 0 <= row["fox row"] <= 6


def test_the_parts_of_the_heuristic_are_told_apart():
    start = replay(analysis.GAME, b"")
    assert analysis._sizes(start, 1.0) == analysis._sizes(start, 0.0) == 0
    walked = replay(analysis.GAME, bytes([0]))[-1:]
    assert walked[0].text.split()[0].count("s") == 20
    assert analysis._sizes(walked, 1.0) == 0
    assert analysis._sizes(walked, 0.0) == pytest.approx(0.1)


def test_longer_limits_give_longer_playouts(monkeypatch):
    monkeypatch.setattr(analysis, "_PLAYOUT_PAIRS", 30)
    rules = ({"sideways_limit": limit} for limit in (2, 10))
    short, long = map(analysis._random, rules)
    assert short["turns"] < long["turns"]
    assert 0 <= short["sheep"] <= long["sheep"] <= 1
    assert short["repeats"] < long["repeats"]


def test_the_sides_own_c_won_most_of_those_played():
    table = results.table("c-by-side")
    for seat, c in zip(("first", "second"), fox_balance.OWN_C, strict=True):
        wins = table[f"a_wins_{seat}"] / table["pairs"]
        assert wins.idxmax() == f"C={c}"
