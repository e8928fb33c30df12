"""Running experiments: whoever works and however often, the same games."""

import socket
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from fresh import command
from fresh import run as run_process
from small_experiment import GREEDY, RANDOM, mcts, played, small

from foxkit.lab import report, results
from foxkit.lab.chunks import Chunks, read_games, write_games
from foxkit.lab.executors import open_workers
from foxkit.lab.experiments import Experiment, Stop
from foxkit.lab.match import Match, play_pairs
from foxkit.lab.report import prediction, work
from foxkit.lab.results import duration
from foxkit.lab.run import Count, Progress, run
from foxkit.lab.stats import Estimate, half_width, proportion
from foxkit.rules.fox_game import FoxGame

SAME = pd.testing.assert_frame_equal


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """The games of the small experiment, played by one thread."""
    return played(small(), tmp_path_factory.mktemp("reference"))


@pytest.mark.parametrize(("kind", "count"), [("threads", 2), ("processes", 2)])
def test_any_workers_play_the_same_games(
    kind: str, count: int, reference: pd.DataFrame, tmp_path: Path
) -> None:
    SAME(played(small(), tmp_path, kind, count), reference)


def test_a_real_cluster_plays_the_same_games(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    distributed = pytest.importorskip(
        "distributed", reason="a cluster needs: pip install 'foxkit[cluster]'"
    )
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        assert cluster.scheduler_address.startswith("tcp://")
        SAME(played(small(), tmp_path, cluster.scheduler_address), reference)


def test_a_cluster_that_is_not_there_is_told_in_time(tmp_path: Path) -> None:
    """In a process of its own: a client that waits for ever ignores Ctrl-C."""
    pytest.importorskip("distributed")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    words = command("run", "fig8", "--executor", address, "--to", str(tmp_path))
    done = run_process(words)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"no dask scheduler at {address}" in done.stderr


def test_a_cluster_without_workers_is_refused() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=0, host="127.0.0.1", dashboard_address=None, silence_logs=50
        ) as cluster,
        pytest.raises(ValueError, match=f"no workers at {cluster.scheduler_address}"),
        open_workers(cluster.scheduler_address),
    ):
        pass


def test_no_cluster_library_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ValueError, match=r"pip install 'foxkit\[cluster\]'"),
        open_workers("tcp://127.0.0.1:1"),
    ):
        pass


def test_an_unknown_executor_is_refused() -> None:
    with pytest.raises(ValueError, match="'threads', 'processes' or 'tcp"):
        open_workers("fibres").__enter__()


def test_the_games_are_those_of_the_matches(reference: pd.DataFrame) -> None:
    experiment = small()
    for match in experiment.matches:
        games = reference[reference["cell"] == match.cell].reset_index(drop=True)
        alone = play_pairs(match, experiment.match_seed(match), range(8)).games
        SAME(games, alone)


def test_a_finished_run_leaves_results_and_nothing_else(tmp_path: Path) -> None:
    played(small(), tmp_path)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {
        "small.parquet",
        "small.json",
    }


def test_provenance(tmp_path: Path) -> None:
    played(small(), tmp_path)
    page = results.provenance("small", tmp_path)
    assert page["command"] == "foxkit run small"
    assert page["matches"]["20 v 10"]["game"]["kind"] == "FoxGame"
    assert page["matches"]["20 v 10"]["a"]["player"]["budget"]["simulations"] == 20
    assert page["stop"]["most"] == 8
    assert [row["games"] for row in page["summary"]] == [16, 16]
    assert page["seconds"]["all"] >= 0
    [maker] = page["made_with"]["20 v 10"]
    assert set(maker) >= {"foxkit", "code", "numba", "python", "machine"}


def test_cells_that_changed_code_went_on_with_name_every_maker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From chunks and from results alike; other cells keep the one they had."""
    only = small(matches=small().matches[:1])
    played(replace(only, stop=Stop(4)), tmp_path)
    [maker] = results.provenance("small", tmp_path)["made_with"]["20 v 10"]
    for code, stop in (("b", Stop(6)), ("c", Stop(8))):
        monkeypatch.setattr(results, "made_with", lambda code=code: {"code": code})
        played(replace(only, stop=stop), tmp_path)
    played(small(), tmp_path)
    made = results.provenance("small", tmp_path)["made_with"]
    assert made["20 v 10"] == [maker, {"code": "b"}, {"code": "c"}]
    assert made["greedy, 18 sheep"] == [{"code": "c"}]


def test_chunks_keep_their_maker_until_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = small().matches[0]
    chunks = Chunks(tmp_path / "chunks", small().key(match), 2)
    games = play_pairs(match, small().match_seed(match), range(2))
    chunks.write(0, games._replace(made_with=({"code": "a"},)))
    monkeypatch.setattr(results, "made_with", lambda: {"code": "b"})
    played(small(), tmp_path)
    made = results.provenance("small", tmp_path)["made_with"]
    assert made["20 v 10"] == [{"code": "a"}, {"code": "b"}]


def test_older_files_that_name_one_maker_are_read(
    tmp_path: Path, reference: pd.DataFrame
) -> None:
    played(small(stop=Stop(4)), tmp_path)
    path, old = tmp_path / "small.parquet", {"code": "old"}
    games, note = read_games(path)
    del note["made_with"]
    write_games(path, games, note)
    results.amend("small", tmp_path, made_with=old)
    SAME(played(small(), tmp_path), reference)
    made = results.provenance("small", tmp_path)["made_with"]
    assert made["20 v 10"] == [old, results.made_with()]


# -- resume and extend -----------------------------------------------------------------


def counted(experiment: Experiment, folder: Path) -> tuple[pd.DataFrame, Progress]:
    """The games of a run, and its last word on how many it played itself."""
    heard: list[Progress] = []
    with open_workers("threads", 1) as workers:
        games = run(experiment, workers, folder, heard.append)
    return games, heard[-1]


def test_more_pairs_add_to_those_that_are_there(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    played(small(stop=Stop(4)), tmp_path)
    games, last = counted(small(), tmp_path)
    SAME(games, reference)
    assert (last.games, last.played) == (32, 16)


def test_fewer_pairs_throw_nothing_away(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    played(small(), tmp_path)
    before = (tmp_path / "small.json").read_text()
    SAME(played(small(stop=Stop(2)), tmp_path), reference)
    assert (tmp_path / "small.json").read_text() == before


class Broken(Exception):
    """The run is broken off here."""


@pytest.mark.parametrize("after", range(1, 4))
def test_an_extension_that_is_broken_off_keeps_what_was_finished(
    after: int, reference: pd.DataFrame, tmp_path: Path
) -> None:
    """Matches wait for each other; none may be lost from the results meanwhile."""
    first = played(small(stop=Stop(4)), tmp_path)

    def report(progress: Progress) -> None:
        if progress.played == 4 * after:
            raise Broken

    with pytest.raises(Broken), open_workers("threads", 1) as workers:
        run(small(), workers, tmp_path, report)
    kept = results.games("small", tmp_path)
    assert set(first["hash"]) <= set(kept["hash"])
    games, last = counted(small(), tmp_path)
    SAME(games, reference)
    assert last.played == 16 - 4 * after


def test_a_match_that_was_declared_otherwise_is_played_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = played(small(), tmp_path)
    changed = replace(small(), seed=5)
    again = played(changed, tmp_path)
    assert not set(first["hash"]) & set(again["hash"])
    said = capsys.readouterr().err
    [kept] = tmp_path.glob("small-earlier-*.parquet")
    assert "declared otherwise: 20 v 10" in said and kept.name in said
    SAME(results.games(kept.stem, tmp_path), first)
    assert results.provenance(kept.stem, tmp_path)["experiment"] == "small"


def test_games_of_a_match_that_is_no_longer_declared_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = played(small(), tmp_path)
    fewer = replace(small(), matches=small().matches[1:])
    left = played(fewer, tmp_path)
    assert set(left["cell"]) == {match.cell for match in fewer.matches}
    [kept] = tmp_path.glob("small-earlier-*.parquet")
    SAME(results.games(kept.stem, tmp_path), first)
    assert kept.name in capsys.readouterr().err
    played(fewer, tmp_path)
    assert not capsys.readouterr().err


def test_games_of_another_experiment_under_its_name_are_kept(tmp_path: Path) -> None:
    other = played(replace(small(), name="other"), tmp_path)
    (tmp_path / "other.parquet").rename(tmp_path / "small.parquet")
    played(replace(small(), seed=6), tmp_path)
    [kept] = tmp_path.glob("small-earlier-*.parquet")
    SAME(results.games(kept.stem, tmp_path), other)


# -- stopping rules --------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "count"), [("threads", 3), ("processes", 2)])
def test_stopping_at_a_precision_does_not_depend_on_the_workers(
    kind: str, count: int, tmp_path: Path
) -> None:
    """Chunks that come too early or too late are not counted."""
    stop = Stop(200, half_width=0.12, least=10)
    experiment = small(stop=stop, chunk=1)
    alone = played(experiment, tmp_path / "alone")
    SAME(played(experiment, tmp_path / "others", kind, count), alone)
    for _, games in alone.groupby("cell"):
        assert 10 <= len(games) / 2 < 200
        assert half_width(stop.estimate(games, "sheep")) <= 0.12
        earlier = games[games["pair"] < games["pair"].max()]
        assert half_width(stop.estimate(earlier, "sheep")) > 0.12 or len(earlier) < 20


def test_a_stop_by_sides_looks_at_the_side_that_is_known_less_well() -> None:
    """A wins every game as sheep, and half of those as foxes."""
    rows = [
        {"pair": pair, "side_a": side, "winner": winner}
        for pair in range(400)
        for side, winner in (
            ("sheep", "sheep"),
            ("foxes", ("foxes", "sheep")[pair % 2]),
        )
    ]
    games = pd.DataFrame(rows)
    by_sides, by_score = Stop(400, 0.04, of="sides"), Stop(400, 0.04)
    assert by_sides.estimate(games, "sheep")[:3] == proportion(200, 400)[:3]
    assert by_score.reached(games[:600], "sheep")
    assert not by_sides.reached(games[:600], "sheep")
    assert by_sides.pairs() == 400
    assert Stop(10_000, 0.04, of="sides").pairs() == 2 * by_score.pairs()


def test_a_stop_of_nothing_is_refused() -> None:
    for most, width in ((0, None), (-3, None), (5, 0.0), (5, -0.1), (5, float("nan"))):
        with pytest.raises(
            ValueError, match=r"instead of at least 1|not between 0 and"
        ):
            Stop(most, width)


# -- cost ------------------------------------------------------------------------------


def test_the_cost_is_predicted_within_a_factor_of_ten(tmp_path: Path) -> None:
    """Sane, not exact: other work and the length of games disturb it."""
    match = Match("cell", FoxGame(), mcts(300), mcts(100))
    experiment = Experiment("x", "", (match,), Stop(10), seed=1, chunk=5)
    predicted = report.predict(experiment)["cell"]
    spent = play_pairs(match, 1, range(10)).seconds
    assert spent / 10 < predicted < spent * 10


def test_a_prediction_counts_whole_chunks_and_grows_with_the_players() -> None:
    small_cost = report.predict(small(stop=Stop(3)))
    assert small_cost["20 v 10"] == pytest.approx(0, abs=60)
    assert "at most 16 games" in prediction(small(stop=Stop(3)), 2)
    assert Stop(500, half_width=0.1).pairs() == Stop(500, half_width=0.1).least
    match = Match("cell", FoxGame(), GREEDY, RANDOM)
    weak = Experiment("x", "", (match,), Stop(10), seed=1)
    strong = replace(weak, matches=(replace(match, a=mcts(20_000)),))
    assert report.predict(strong)["cell"] > 3 * report.predict(weak)["cell"]


def test_games_that_cost_more_count_for_more() -> None:
    """Half the games are played, but nine tenths of the work is still to do."""
    counts = {"cheap": Count(50, 100, 0), "dear": Count(0, 0, 100)}
    progress = Progress("cheap", counts, Estimate(0.5, 0.4, 0.6, 50))
    assert work(progress, {"cheap": 1.0, "dear": 9.0}) == (50, 100, 900)
    assert (progress.games, progress.played) == (100, 50)


def test_durations() -> None:
    texts = {0: "0 s", 0.24: "0.2 s", 3: "3 s", 90: "1.5 min", 5400: "1.5 h"}
    assert {seconds: duration(seconds) for seconds in texts} == texts
