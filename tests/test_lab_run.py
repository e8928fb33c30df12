"""Running experiments: whoever works and however often, the same games."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import Any

import pandas as pd
import pytest
from foxkit.lab.ongoing import Ongoing
from fresh import ROOT, command, environment
from fresh import run as run_process
from small_experiment import GREEDY, RANDOM, mcts, played, small, wait_until

from foxkit.agents.players import FunctionPlayer
from foxkit.cli import main
from foxkit.lab import match, ongoing, outcome, store
from foxkit.lab import run as running
from foxkit.lab.experiment import Computed, Experiment, Stop
from foxkit.lab.journal import open_journal
from foxkit.lab.match import Agent, Match, Played, play_blocks
from foxkit.lab.report import prediction, seconds_a_game, work
from foxkit.lab.run import Count, Progress, run
from foxkit.lab.stats import Estimate, half_width, proportion
from foxkit.lab.store import duration
from foxkit.lab.workers import Workers, open_workers
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


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A cluster without workers; those that come are threads of this process."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=0,
        threads_per_worker=1,
        processes=False,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        yield cluster


def test_a_run_waits_for_the_workers_of_a_cluster_and_says_so(
    cluster: Any,
    reference: pd.DataFrame,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """At the beginning, and where they leave it."""
    address, left = cluster.scheduler_address, []
    Timer(1, cluster.scale, [1]).start()

    def report(progress: Progress) -> None:
        if progress.played >= 6 and not left:
            cluster.scale(0)
            left.append(progress.played)
            wait_until(lambda: not cluster.scheduler_info["workers"], "they leave")
            Timer(1, cluster.scale, [1]).start()

    with open_workers(address) as workers:
        run(small(), workers, tmp_path, report)
    SAME(store.games("small", folder=tmp_path), reference)
    told = f"no workers at {address}: start `dask worker {address}`, and the run goes"
    assert left and capsys.readouterr().err.count(told) == 2


@pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")
def test_a_run_that_waits_for_workers_can_be_stopped(
    cluster: Any, tmp_path: Path
) -> None:
    script = str(ROOT / "tests" / "small_experiment.py")
    words = ["run", "small", "--to", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, script, *words, "--executor", cluster.scheduler_address],
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as waiting:
        assert waiting.stderr is not None
        assert "no workers at tcp://" in waiting.stderr.readline()
        waiting.send_signal(signal.SIGINT)
        _, said = waiting.communicate(timeout=60)
    assert waiting.returncode == 130
    assert said.endswith("stopped; the same command goes on from here\n")
    assert "Traceback" not in said


def test_a_worker_with_other_code_is_refused(cluster: Any, tmp_path: Path) -> None:
    """One more comment in a file of rules, on a machine of the cluster."""
    other = shutil.copytree(ROOT / "foxkit", tmp_path / "other" / "foxkit")
    with (other / "rules" / "fox_game.py").open("a") as file:
        file.write("# edited\n")
    dask = "distributed.cli.dask_worker"
    words = [cluster.scheduler_address, "--no-nanny", "--no-dashboard"]
    worker = subprocess.Popen(
        [sys.executable, "-m", dask, *words],
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
        env=environment(other.parent, NUMBA_DISABLE_JIT="1"),
    )
    try:
        wait_until(lambda: cluster.scheduler_info["workers"], "the worker comes")
        with (
            pytest.raises(ValueError, match=r"worker plays with other code \(foxkit "),
            open_workers(cluster.scheduler_address) as workers,
        ):
            run(small(conditions=small().conditions[1:]), workers, tmp_path)
    finally:
        worker.kill()
        worker.wait()
    assert not store.has_page("small", tmp_path)


def test_games_of_a_worker_that_does_not_say_its_code_are_refused(
    tmp_path: Path,
) -> None:
    class Older(ThreadPoolExecutor):
        def submit(self, play: Any, *given: Any) -> Future[Any]:  # type: ignore[override]
            return super().submit(lambda: play(*given)._replace(made_with=()))

    with Older(1) as pool, pytest.raises(ValueError, match=r"\(of an older version\)"):
        run(small(), Workers(pool, lambda: 1, near=True), tmp_path)


def test_a_player_that_no_other_process_finds_is_named(tmp_path: Path) -> None:
    mine = Agent("mine", FunctionPlayer(lambda position, seed: min(position.moves)))
    own = small(conditions=(Match("own", FoxGame(), (RANDOM, mine)),))
    with pytest.raises(ValueError, match="mine in own can be played by threads only"):
        played(own, tmp_path, "processes")
    assert len(played(own, tmp_path)) == 16


def test_a_player_that_is_typed_in_is_named(tmp_path: Path) -> None:
    """As in a notebook's cell."""
    lines = """
import sys
sys.path.insert(0, "tests")
from small_experiment import *

class First:
    def choose(self, game, state, seed):
        return 0

own = Match("own", FoxGame(), (Agent("mine", First()), RANDOM))
with open_workers("processes", 1) as workers:
    workers.play(own, 1, range(1))
"""
    done = run_process([sys.executable, "-c", lines])
    assert "mine in own can be played by threads only" in done.stderr


def test_no_cluster_library_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ValueError, match=r"pip install 'foxkit\[cluster\]'"),
        open_workers("tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize("kind", ["fibres", "tls://127.0.0.1:1", "tcp:/x"])
def test_an_unknown_executor_is_refused(kind: str) -> None:
    with pytest.raises(ValueError, match="'threads', 'processes' or 'tcp"):
        open_workers(kind).__enter__()


@pytest.mark.parametrize("kind", ["fibres", "tls://127.0.0.1:1"])
def test_an_unknown_executor_is_told_in_a_line(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", "fig8", "--executor", kind, "--to", str(tmp_path / "there")]
    assert main(words) == 2
    said = f"foxkit: executor {kind!r} is not 'threads', 'processes' or 'tcp://…'\n"
    assert capsys.readouterr() == ("", said)
    assert not (tmp_path / "there").exists()


def test_the_games_are_those_of_the_matches(reference: pd.DataFrame) -> None:
    experiment = small()
    for own in experiment.matches:
        games = reference[reference["condition"] == own.condition]
        alone = play_blocks(own, experiment.match_seed(own), range(8)).games
        SAME(games.reset_index(drop=True), alone[[*games.columns]])


def test_a_finished_run_leaves_results_and_nothing_else(tmp_path: Path) -> None:
    played(small(), tmp_path)
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {
        "small.parquet",
        "small.json",
    }


def made_with(name: str, folder: Path) -> dict[str, list[dict[str, str]]]:
    rows = store.page(name, folder)["conditions"]
    return {row["condition"]: row["made_with"] for row in rows}


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


def test_conditions_that_changed_code_went_on_with_name_every_maker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From journal and from results alike; other conditions keep the one they had."""
    only = small(conditions=small().conditions[:1])
    played(replace(only, stop=Stop(4)), tmp_path)
    [maker] = made_with("small", tmp_path)["20 v 10"]
    for code, stop in (("b", Stop(6)), ("c", Stop(8))):
        for module in (match, running, ongoing, outcome):
            monkeypatch.setattr(module, "made_with", lambda code=code: {"code": code})
        played(replace(only, stop=stop), tmp_path)
    played(small(), tmp_path)
    made = made_with("small", tmp_path)
    assert made["20 v 10"] == [maker, {"code": "b"}, {"code": "c"}]
    assert made["greedy, 18 sheep"] == [{"code": "c"}]


# -- code that has changed since -------------------------------------------------------


def edited(text: str, tmp_path: Path) -> list[str]:
    """Play four pairs, then eight, the player's constant in a file edited between."""
    own = tmp_path / "own.py"
    said = []
    for constant, most in (("0", 4), (text, 8)):
        own.write_text(_OWN.format(constant, most, str(tmp_path)))
        done = run_process([sys.executable, str(own)])
        said.append(done.stderr)
    return said


_OWN = """
import sys
sys.path.insert(0, "tests")
from small_experiment import *
from foxkit.lab import match

constant = {}
choose = GreedyPlayer.choose
GreedyPlayer.choose = lambda self, game, state, seed: choose(
    self, game, state, seed + constant
)
match.code_digest = lambda: "code " * 4 + str(constant) if constant else "first " * 4
try:
    played(small(conditions=small().conditions[1:], stop=Stop({})), Path("{}"))
except ValueError as error:
    print(error, file=sys.stderr)
"""


def test_games_that_the_edited_code_plays_otherwise_are_not_averaged_in(
    tmp_path: Path,
) -> None:
    """A search or rule that was edited: the run is refused, nothing is lost."""
    _, said = edited("1", tmp_path)
    assert "plays them otherwise now" in said
    assert store.results("small", tmp_path)["games"].to_list() == [8]


def test_an_edit_that_changes_nothing_here_throws_no_game_away(tmp_path: Path) -> None:
    _, said = edited("0 * 2", tmp_path)
    assert "otherwise" not in said
    assert store.results("small", tmp_path)["games"].to_list() == [16]


# -- two runs, lost workers, other people's files --------------------------------------


def test_a_second_run_of_an_experiment_is_refused_while_one_is_at_work(
    tmp_path: Path,
) -> None:
    with (
        open_journal(tmp_path, "small"),
        pytest.raises(ValueError, match="another run of small is at work"),
    ):
        played(small(), tmp_path)
    assert len(played(small(), tmp_path)) == 32


def test_a_run_that_waits_for_the_end_of_another_has_a_journal_of_its_own(
    tmp_path: Path,
) -> None:
    def wait() -> int:
        with open_journal(tmp_path, "small") as journal:
            journal.put("key", 0, {})
            return len(journal)

    with ThreadPoolExecutor(1) as pool:
        with open_journal(tmp_path, "small"):
            waiting = pool.submit(wait)
            time.sleep(0.2)
        assert waiting.result() == 1
    with open_journal(tmp_path, "small") as journal:
        assert len(journal) == 1
        journal.forget("key", 1)
    assert not [*tmp_path.iterdir()]


def test_two_processes_in_one_folder_do_not_meet(tmp_path: Path) -> None:
    script = str(ROOT / "tests" / "small_experiment.py")
    words = [sys.executable, script, "run", "small", "--to", str(tmp_path)]
    both = [
        subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment())
        for _ in range(2)
    ]
    said = [each.communicate(timeout=120)[1] for each in both]
    codes = sorted(each.returncode for each in both)
    assert codes in ([0, 0], [0, 2])
    assert not any("Traceback" in each for each in said)
    assert len(store.games("small", folder=tmp_path)) == 32


def test_lost_workers_end_a_run_with_an_error_and_lose_nothing(tmp_path: Path) -> None:
    """As where a cluster dies: what is under way is cancelled by somebody else."""

    class Dying:
        left = 3

        def submit(self, *given: object) -> Future[Played]:
            future: Future[Played] = Future()
            self.left -= 1
            if self.left < 0:
                future.cancel()
                future.set_running_or_notify_cancel()
            else:
                function, *arguments = given
                future.set_result(function(*arguments))  # type: ignore[operator]
            return future

    workers = Workers(Dying(), lambda: 1, near=True)  # type: ignore[arg-type]
    with pytest.raises(ConnectionError, match="what was finished is kept"):
        run(small(chunk=1), workers, tmp_path)
    with open_journal(tmp_path, "small") as journal:
        assert len(journal) == 3
    games, last = counted(small(chunk=1), tmp_path)
    assert (len(games), last.played) == (32, 32 - 3 * 2)


def test_a_shorter_run_leaves_the_pieces_of_a_longer_one(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    """A long run broken off, a shorter one finished, then the long one again."""
    kept = broken_off(small(), tmp_path, 20)
    played(small(stop=Stop(2)), tmp_path)
    games, last = counted(small(), tmp_path)
    SAME(games, reference)
    assert last.played == 32 - kept


def test_a_file_that_is_no_result_is_not_written_over(tmp_path: Path) -> None:
    for text in ('{"note": "mine"}', "[]", "{"):
        (tmp_path / "small.json").write_text(text)
        with pytest.raises(ValueError, match=r"small\.json"):
            played(small(), tmp_path)
        assert (tmp_path / "small.json").read_text() == text


def test_games_and_page_of_a_broken_export_are_brought_together(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    """Broken off between the two files: the older page is not believed."""
    played(small(stop=Stop(4)), tmp_path)
    page = (tmp_path / "small.json").read_bytes()
    played(small(), tmp_path)
    (tmp_path / "small.json").write_bytes(page)
    with pytest.raises(ValueError, match="Mend it by: foxkit run small"):
        store.games("small", folder=tmp_path)
    SAME(played(small(), tmp_path), reference)
    assert store.results("small", tmp_path)["games"].to_list() == [16, 16]


# -- a reader's own players ------------------------------------------------------------


def keys(*players: object) -> set[str]:
    """The keys of matches that differ in a player only."""
    found = [Match("m", FoxGame(), (Agent("a", each), RANDOM)) for each in players]  # type: ignore[arg-type]
    return {small().key(each) for each in found}


def picker(n: int) -> FunctionPlayer:
    return FunctionPlayer(lambda position, seed: list(position.moves)[n])


def test_two_closures_of_one_source_are_two_players() -> None:
    assert len(keys(picker(0), picker(1), picker(0))) == 2


def test_defaults_methods_partials_and_objects_are_told_apart() -> None:
    from functools import partial

    def pick(position: object, seed: int, n: int = 0) -> str:
        return list(position.moves)[n]  # type: ignore[attr-defined]

    class Picker:
        def __init__(self, n: int) -> None:
            self.n = n

        def pick(self, position: object, seed: int) -> str:
            return list(position.moves)[self.n]  # type: ignore[attr-defined]

        def __call__(self, position: object, seed: int) -> str:
            return self.pick(position, seed)

        def choose(self, game: object, state: object, seed: int) -> int:
            return self.n

    def later(position: object, seed: int, n: int = 1) -> str:
        return list(position.moves)[n]  # type: ignore[attr-defined]

    later.__qualname__ = pick.__qualname__
    for two in (
        (FunctionPlayer(pick), FunctionPlayer(later)),
        (FunctionPlayer(partial(pick, n=1)), FunctionPlayer(partial(pick, n=2))),
        (FunctionPlayer(Picker(0).pick), FunctionPlayer(Picker(1).pick)),
        (FunctionPlayer(Picker(0)), FunctionPlayer(Picker(1))),
        (Picker(0), Picker(1)),
    ):
        assert len(keys(*two)) == 2


def test_globals_that_a_function_uses_are_in_its_key() -> None:
    spaces = [{"n": n, "__name__": "own"} for n in (0, 1)]
    found = []
    for space in spaces:
        code = compile("def pick(p, s): return list(p.moves)[n]", __file__, "exec")
        exec(code, space)
        found.append(space["pick"])
    assert len(keys(*map(FunctionPlayer, found))) == 2  # type: ignore[arg-type]


def test_what_cannot_be_told_apart_is_refused_with_the_remedy() -> None:
    with pytest.raises(ValueError, match="cannot be told from others of its kind"):
        keys(FunctionPlayer(iter([])))  # type: ignore[arg-type]


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
    assert not store.has_page("sums", tmp_path)
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


def test_rows_that_other_code_has_computed_are_told_and_kept(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    declared = sums(lambda n: {"sum": n})
    before = computed(declared, tmp_path)
    other = {**match.made_with(), "code": "other"}
    monkeypatch.setattr(outcome, "made_with", lambda: other)
    assert capsys.readouterr().err == "1 of 2: 1\n2 of 2: 2\n"
    SAME(computed(declared, tmp_path), before)
    assert capsys.readouterr().err.startswith("rows of sums were computed by other")


def test_a_damaged_computed_piece_is_told_and_computed_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls: list[int] = []

    def compute(n: int) -> dict[str, int]:
        calls.append(n)
        if calls == [1, 2]:
            raise KeyboardInterrupt
        return {"sum": n}

    declared = sums(compute)  # the list is in the key as it is now
    with pytest.raises(KeyboardInterrupt):
        computed(declared, tmp_path)
    with sqlite3.connect(tmp_path / "sums.journal") as base:
        base.execute("UPDATE pieces SET content = replace(content, '1', '7')")
    base.close()
    rows = computed(declared, tmp_path)
    assert rows["sum"].to_list() == [1, 2]
    assert calls == [1, 2, 1, 2]
    assert "computing 1 again: sums.journal is damaged" in capsys.readouterr().err


def test_a_computed_piece_is_not_used_if_what_it_read_has_changed(
    tmp_path: Path,
) -> None:
    """A run is broken off; the games that it counts in are extended before the next."""
    calls: list[str] = []

    def count(folder: Path, source: str, twice: bool) -> dict[str, int]:
        calls.append(source)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return {"counted": len(store.games(source, folder=folder)) * (1 + twice)}

    counts = Experiment(
        "counts",
        "Counts",
        tuple(
            Computed(f"{twice}", count, {"source": "small", "twice": twice}, reads=True)
            for twice in (False, True)
        ),
        after=("small",),
    )
    played(small(stop=Stop(4)), tmp_path)
    with pytest.raises(KeyboardInterrupt):
        computed(counts, tmp_path)
    played(small(), tmp_path)
    assert computed(counts, tmp_path)["counted"].to_list() == [32, 64]


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


def test_a_finished_experiment_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so, and neither counts nor writes again."""
    calls: list[int] = []

    def derive(match: Match, games: pd.DataFrame) -> dict[str, int]:
        calls.append(1)
        return {}

    played(small(derive=derive), tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    waiting: list[list[Match]] = []
    with open_workers("threads", 1) as workers:
        run(
            small(derive=derive),
            workers,
            tmp_path,
            announce=lambda left: waiting.append(left),
        )
    assert (waiting, len(calls)) == ([[]], 2)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before


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
    played(small(), tmp_path)
    before = (tmp_path / "small.json").read_text()
    SAME(played(small(stop=Stop(2)), tmp_path), reference)
    assert (tmp_path / "small.json").read_text() == before


class Broken(Exception):
    """The run is broken off here."""


def broken_off(experiment: Experiment, folder: Path, games: int) -> int:
    """Break a run off once it has played so many games itself; return how many."""
    heard: list[int] = []

    def report(progress: Progress) -> None:
        heard.append(progress.played)
        if progress.played >= games:
            raise Broken

    with pytest.raises(Broken), open_workers("threads", 1) as workers:
        run(experiment, workers, folder, report)
    return heard[-1]


def test_what_is_finished_of_a_chunk_is_kept(
    reference: pd.DataFrame, tmp_path: Path
) -> None:
    """However slow the games, and whoever plays the others."""
    whole = small(chunk=8)
    kept = broken_off(whole, tmp_path, 1)
    kept += broken_off(whole, tmp_path, 1)
    games, last = counted(whole, tmp_path)
    SAME(games, reference)
    assert (kept, last.played) == (4, 32 - 4)


def test_a_piece_takes_seconds_whatever_it_plays(tmp_path: Path) -> None:
    with open_journal(tmp_path, "small") as journal:
        declared = small(chunk=25, stop=Stop(100))
        one = Ongoing(declared, declared.matches[0], journal, Played(pd.DataFrame()))
        assert one.hand_out(4) == range(1)
        for blocks, seconds, wanted in (
            (range(1), 0.0, range(1, 25)),
            (range(1, 25), 24.0, range(25, 30)),
            (range(25, 30), 600.0, range(30, 31)),
            (range(30, 31), 0.5, range(31, 41)),
            (range(31, 41), 0.1, range(41, 50)),
        ):
            one.measure(blocks, seconds)
            assert one.hand_out(4) == wanted


@pytest.mark.parametrize("after", range(1, 4))
def test_an_extension_that_is_broken_off_keeps_what_was_finished(
    after: int, reference: pd.DataFrame, tmp_path: Path
) -> None:
    """Matches wait for each other; none may be lost from the results meanwhile."""
    first = played(small(stop=Stop(4)), tmp_path)
    more = broken_off(small(), tmp_path, 4 * after)
    kept = store.games("small", folder=tmp_path)
    assert set(first["hash"]) <= set(kept["hash"])
    games, last = counted(small(), tmp_path)
    SAME(games, reference)
    assert last.played == 16 - more


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
    SAME(store.read_games(kept)[0], first)


def test_games_of_a_match_that_is_no_longer_declared_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = played(small(), tmp_path)
    fewer = replace(small(), conditions=small().conditions[1:])
    left = played(fewer, tmp_path)
    assert set(left["condition"]) == {each.condition for each in fewer.matches}
    [kept] = tmp_path.glob("small-earlier-*.parquet")
    SAME(store.read_games(kept)[0], first)
    assert kept.name in capsys.readouterr().err
    played(fewer, tmp_path)
    assert not capsys.readouterr().err


def test_games_of_another_experiment_under_its_name_are_kept(tmp_path: Path) -> None:
    other = played(replace(small(), name="other"), tmp_path)
    (tmp_path / "other.parquet").rename(tmp_path / "small.parquet")
    played(replace(small(), seed=6), tmp_path)
    [kept] = tmp_path.glob("small-earlier-*.parquet")
    SAME(store.read_games(kept)[0], other)


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
    for _, games in alone.groupby("condition"):
        assert 10 <= len(games) / 2 < 200
        assert half_width(stop.estimate(games)) <= 0.12
        earlier = games[games["block"] < games["block"].max()]
        assert half_width(stop.estimate(earlier)) > 0.12 or len(earlier) < 20


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
    spent = play_blocks(strong, 1, range(10)).seconds
    assert spent / 10 < predicted < spent * 10


def test_a_prediction_counts_whole_pieces_and_grows_with_the_players() -> None:
    said, seconds = prediction(small(stop=Stop(3)), {"20 v 10": 0.5}, 2)
    assert said == "small: at most 8 games, about 2 s with 2 workers"
    assert seconds == 4
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
