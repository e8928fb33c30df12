"""Declared experiments: their matches are played, their pages say what was found."""

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from small_experiment import GREEDY, RANDOM, games_of, mcts, played, small

from foxkit.lab import store
from foxkit.lab.experiment import Computed, Experiment, Match, Stop
from foxkit.lab.games import shelf
from foxkit.lab.match import play_blocks
from foxkit.lab.report import prediction, seconds_a_game, work
from foxkit.lab.run import Count, Progress, run
from foxkit.lab.stats import Estimate, duration, proportion
from foxkit.lab.workers import open_workers
from foxkit.rules.fox_game import FoxGame

SAME = pd.testing.assert_frame_equal


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> pd.DataFrame:
    """The games of the small experiment, played by one thread."""
    return played(small(), tmp_path_factory.mktemp("reference"))


def test_the_games_are_those_of_the_matches(reference: pd.DataFrame) -> None:
    experiment = small()
    for own in experiment.matches:
        games = reference[reference["condition"] == own.condition]
        alone = games_of(own, shelf(own.played).own_stream, 8)
        columns = ["block", "rotation", "seed", "agents", "payoffs", "hash"]
        assert games[columns].to_dict("list") == alone[columns].to_dict("list")


def test_a_finished_run_leaves_results_and_nothing_else(tmp_path: Path) -> None:
    played(small(), tmp_path)
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in left) == [*[".json"] * 3, *[".parquet"] * 2]


def test_a_page_says_how_its_rows_were_made(tmp_path: Path) -> None:
    played(small(), tmp_path)
    page = store.page("small", tmp_path)
    assert page["command"] == f"foxkit run small --to {tmp_path}"
    assert page["stop"]["most"] == 8
    first, second = page["conditions"]
    assert first["factors"]["simulations"] == 20
    assert first["factors"]["rival_simulations"] == 10
    assert (first["factors"]["sheep"], second["factors"]["sheep"]) == (20, 18)
    assert [row["found"]["games"] for row in page["conditions"]] == [16, 16]
    [maker] = first["made_with"]
    assert set(maker) >= {"foxkit", "code", "numba", "python", "machine"}


# -- computed conditions ---------------------------------------------------------------


def sums(compute: object, cases: tuple[int, ...] = (1, 2)) -> Experiment:
    conditions = tuple(Computed(f"{n}", compute, {"n": n}) for n in cases)  # type: ignore[arg-type]
    return Experiment("sums", "Sums", conditions)


def computed(experiment: Experiment, folder: Path) -> pd.DataFrame:
    with open_workers("threads", 1) as workers:
        run(experiment, workers, folder)
    return store.results(experiment.name, folder)


def test_computed_rows_have_their_factors_and_their_cost(tmp_path: Path) -> None:
    rows = computed(sums(lambda n: {"sum": n + 1}), tmp_path)
    assert rows["n"].to_dict() == {"1": 1, "2": 2}
    assert rows["sum"].to_list() == [2, 3]
    assert (rows["elapsed"] >= 0).all()


def test_a_condition_may_have_several_rows(tmp_path: Path) -> None:
    rows = computed(
        sums(lambda n: [{"condition": f"x{i}", "i": i} for i in range(n)]), tmp_path
    )
    assert list(rows.index) == ["1 x0", "2 x0", "2 x1"]
    assert rows["n"].to_list() == [1, 2, 2]


def test_a_computation_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    calls: list[int] = []  # in the key as it is when the experiment is declared

    def compute(n: int) -> dict[str, int]:
        calls.append(n)
        if calls == [1, 2]:
            raise KeyboardInterrupt
        return {"sum": n}

    declared = sums(compute, (1, 2, 3))
    with pytest.raises(KeyboardInterrupt):
        computed(declared, tmp_path)
    assert store.results("sums", tmp_path)["sum"].to_list() == [1]
    assert len(computed(declared, tmp_path)) == 3
    assert calls == [1, 2, 2, 3]
    computed(declared, tmp_path)
    assert calls == [1, 2, 2, 3]  # what is finished is not computed again


def test_what_was_counted_in_other_games_is_not_shown_and_counted_again(
    tmp_path: Path,
) -> None:
    """An extension leaves no older counts beside its games."""

    def count(folder: Path, source: str) -> dict[str, int]:
        return {"counted": len(store.games(source, folder=folder))}

    counts = Experiment(
        "counts",
        "Counts",
        (Computed("all", count, {"source": "small"}, reads=True),),
        after=("small",),
    )
    played(small(stop=Stop(4)), tmp_path)
    assert computed(counts, tmp_path).loc["all", "counted"] == 16
    played(small(), tmp_path)
    assert store.results("counts", tmp_path).empty
    assert computed(counts, tmp_path).loc["all", "counted"] == 32


def test_a_finished_experiment_does_nothing(tmp_path: Path) -> None:
    """It says so, and neither counts nor writes again."""
    calls: list[int] = []

    def derive(match: Match, games: pd.DataFrame) -> dict[str, int]:
        calls.append(len(games))
        return {}

    played(small(derive=derive), tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    waiting: list[list[Match]] = []
    with open_workers("threads", 1) as workers:
        run(small(derive=derive), workers, tmp_path, announce=waiting.append)  # type: ignore[arg-type]
    assert (waiting, calls) == ([[]], [16, 16])
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")} == before


def test_a_page_with_wrong_values_is_mended_from_the_games(tmp_path: Path) -> None:
    played(small(), tmp_path)
    page = tmp_path / "small.json"
    before = page.read_text()
    page.write_text(before.replace('"games": 16', '"games": 99', 1))
    played(small(), tmp_path)
    assert page.read_text() == before


def test_what_is_derived_from_a_match_belongs_to_its_games(tmp_path: Path) -> None:
    """Broken off while it is counted, a run has no page that lacks the counts."""
    calls: list[int] = []

    def derive(match: Match, games: pd.DataFrame) -> dict[str, int]:
        calls.append(len(games))
        if len(calls) == 1:
            raise KeyboardInterrupt
        return {"counted": len(games)}

    with pytest.raises(KeyboardInterrupt):
        played(small(derive=derive), tmp_path)
    assert not store.has_page("small", tmp_path)
    played(small(derive=derive, stop=Stop(4)), tmp_path)
    played(small(derive=derive), tmp_path)
    assert store.results("small", tmp_path)["counted"].to_list() == [16, 16]


# -- resume and extend -----------------------------------------------------------------


def counted(experiment: Experiment, folder: Path) -> tuple[pd.DataFrame, Progress]:
    """The games of a run, and its last word on how many it played itself."""
    heard: list[Progress] = []
    with open_workers("threads", 1) as workers:
        run(experiment, workers, folder, heard.append)
    return store.games(experiment.name, folder=folder), heard[-1]


def test_more_pairs_add_to_those_that_are_there(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    played(small(stop=Stop(4)), tmp_path)
    games, last = counted(small(), tmp_path)
    SAME(games, reference)
    assert (last.games, last.played) == (32, 16)
    assert store.page("small", tmp_path)["stop"]["most"] == small().stop.most


def test_fewer_pairs_throw_nothing_away(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    """The row is of as many as were asked for."""
    played(small(), tmp_path)
    SAME(played(small(stop=Stop(2)), tmp_path), reference)
    assert store.results("small", tmp_path)["games"].to_list() == [4, 4]


def test_two_names_of_one_match_share_its_games(tmp_path: Path) -> None:
    first, _ = small().matches
    twice = small(conditions=(first, replace(first, condition="again")))
    games = played(twice, tmp_path)
    one, other = (part["hash"].tolist() for _, part in games.groupby("condition"))
    assert one == other and len(one) == 16


def test_what_was_broken_off_is_found_and_not_counted_as_played(
    reference: pd.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(Exception):
        pass

    def stop(progress: Progress) -> None:
        if progress.played >= 6:
            raise Broken

    monkeypatch.setattr("foxkit.lab.task.PIECE", 0)
    with pytest.raises(Broken), open_workers("threads", 1) as workers:
        run(small(), workers, tmp_path, stop)
    games, last = counted(small(), tmp_path)
    SAME(games, reference)
    assert last.games == 32 and last.played <= 32 - 6


# -- stopping rules --------------------------------------------------------------------


def test_a_stop_by_sides_looks_at_the_side_that_is_known_less_well() -> None:
    """A wins every game as sheep, and half of those as foxes."""
    rows = [
        {"block": block, "rotation": rotation, "payoffs": payoffs}
        for block in range(400)
        for rotation, payoffs in (
            (0, [1.0, -1.0]),
            (1, ([-1.0, 1.0], [1.0, -1.0])[block % 2]),
        )
    ]
    games = pd.DataFrame(rows)
    by_sides, by_score = Stop(400, 0.04, of="sides"), Stop(400, 0.04)
    assert by_sides.estimate(games)[:3] == proportion(200, 400)[:3]
    assert by_score.reached(games[:600])
    assert not by_sides.reached(games[:600])
    assert by_sides.blocks() == 400
    assert Stop(10_000, 0.04, of="sides").blocks() == 2 * by_score.blocks()


def test_a_stop_of_nothing_is_refused() -> None:
    for most, width in ((0, None), (-3, None), (5, 0.0), (5, -0.1), (5, float("nan"))):
        with pytest.raises(
            ValueError, match=r"instead of at least 1|not between 0 and"
        ):
            Stop(most, width)
    with pytest.raises(ValueError, match="no quantity 'nonsense'; there are score"):
        Stop(5, of="nonsense")


# -- cost ------------------------------------------------------------------------------


def test_the_cost_is_predicted_within_a_factor_of_ten(tmp_path: Path) -> None:
    """Sane, not exact: other work and the length of games disturb it."""
    strong = Match("match", FoxGame(), (mcts(300), mcts(100)))
    experiment = Experiment("x", "", (strong,), Stop(10), seed=1, chunk=5)
    predicted = 20 * seconds_a_game(experiment, strong)
    spent = play_blocks(strong.played, 1, range(10)).seconds
    assert spent / 10 < predicted < spent * 10


def test_a_prediction_grows_with_the_players() -> None:
    said, seconds = prediction(small(stop=Stop(3)), {"20 v 10": 0.5}, 2)
    assert said == "small: at most 6 games, about 2 s with 2 workers"
    assert seconds == 3
    assert Stop(500, half_width=0.1).blocks() == Stop(500, half_width=0.1).least
    weak = Match("match", FoxGame(), (GREEDY, RANDOM))
    strong = replace(weak, agents=(mcts(20_000), RANDOM))
    assert seconds_a_game(small(), strong) > 3 * seconds_a_game(small(), weak)


def test_games_that_cost_more_count_for_more() -> None:
    """Half the games are played, but nine tenths of the work is still to do."""
    counts = {"cheap": Count(50, 100, 0), "dear": Count(0, 0, 100)}
    progress = Progress("cheap", counts, Estimate(0.5, 0.4, 0.6, 50))
    assert work(progress, {"cheap": 1.0, "dear": 9.0}) == (50, 100, 900)
    assert (progress.games, progress.played) == (100, 50)


def test_durations() -> None:
    texts = {0: "0 s", 0.24: "0.2 s", 3: "3 s", 90: "1.5 min", 5400: "1.5 h"}
    assert {seconds: duration(seconds) for seconds in texts} == texts
