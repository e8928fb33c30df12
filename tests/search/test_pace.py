"""Searches run in slices, whatever the clock does, and however they are divided."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from foxkit.core.stopping import Stopped, raises_stopped_when
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.franks_zoo.players import MonteCarlo, ZooMcts
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.lab import settings
from foxkit.lab.settings import Progress
from foxkit.players.budget import Budget
from foxkit.players.standard import AlphaBetaPlayer, MctsPlayer
from foxkit.search import pace, session
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.search.pace import BatchPacer
from foxkit.search.session import Search

GAME = FoxGame()
START = GAME.start()


def rounded(step: float) -> Callable[[], float]:
    """A clock that moves in steps, as that of a browser."""
    return lambda: perf_counter() // step * step


def jumping() -> Callable[[], float]:
    """A clock that is set back again and again."""
    calls = count()
    return lambda: perf_counter() - 100.0 * next(calls)


CLOCKS: dict[str, Callable[[], Callable[[], float]]] = {
    "1 ms": lambda: rounded(0.001),
    "2 ms": lambda: rounded(0.002),
    "4 ms": lambda: rounded(0.004),
    "16.7 ms": lambda: rounded(0.0167),
    "stands still": lambda: lambda: 1.0,
    "jumps back": jumping,
}


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_search_thinks_by_any_clock(
    clock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "perf_counter", CLOCKS[clock]())
    for number in range(40):
        search = Search(GAME, START, FoxHeuristic(), seed=number)
        assert search.run_until(simulations=500).simulations == 500
    looks = count()
    search = Search(GAME, START, FoxHeuristic())
    search.run_until(stopped=lambda: next(looks) == 12)
    assert 0 < search.simulations < 12 * 2 * pace._MAX_SIMULATIONS_WITHOUT_CLOCK


@pytest.mark.parametrize("clock", [*CLOCKS][:4])
def test_seconds_are_kept_by_a_coarse_clock(
    clock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pace, "perf_counter", CLOCKS[clock]())
    begin = perf_counter()
    Search(GAME, START, FoxHeuristic()).run_until(seconds=0.1)
    assert 0.05 < perf_counter() - begin < 5


def test_no_part_is_empty_and_none_is_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.0, 0.0, 1e-9, 5.0, 4.0, 1e9, -1e9])
    monkeypatch.setattr(pace, "perf_counter", lambda: next(times))
    one, parts = BatchPacer(100), []
    for _ in range(7):
        one.note_batch(one.batch_size, inf)
        parts.append(one.batch_size)
    assert parts[:2] == [200, 400] and min(parts) >= 1 and one.elapsed >= 0


def test_progress_is_told_by_any_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "monotonic", lambda: 1.0)

    class MatchRun:
        stopped_at, games_left, progress, games_played = 1, 0, 1.0, 10

    said = Progress([MatchRun()], 1.0, lambda: False)  # type: ignore[list-item]
    assert said.progress_in_words() == "10 games"
    monkeypatch.setattr(settings, "monotonic", lambda: 0.0)
    assert said.progress_in_words() == "10 games"


def test_a_run_that_ends_says_what_it_did_and_how_long_the_rest_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class MatchRun:
        stopped_at, games_left, progress, games_played = None, 30, 0.25, 10

    run: Any = MatchRun()
    state = Progress([run], 1.0, lambda: False)
    monkeypatch.setattr(settings, "monotonic", lambda: 3.0)
    assert (
        state.summary_in_words() == "played 10 games in 2 s; the rest takes about 6 s"
    )
    run.stopped_at = 5
    assert state.summary_in_words() == "played 10 games in 2 s"


# -- slices change nothing -------------------------------------------------------------


@pytest.mark.parametrize("simulations", [1, 2, 999, 3_000, 20_000])
@pytest.mark.parametrize("settles", [False, True])
def test_slices_change_no_tree(
    simulations: int, settles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And with `stop_early` no decision when to stop."""
    found = []
    for first, step in ((10**9, 10**9), (1, 1), (7, 13), (1000, 1000)):
        monkeypatch.setattr(session, "_FIRST_BATCH", first)
        monkeypatch.setattr(
            BatchPacer,
            "note_batch",
            lambda own, *_, n=step: setattr(own, "batch_size", n),
        )
        search = Search(GAME, START, FoxHeuristic(), seed=3, expected_simulations=5)
        search.run(simulations, settles)
        found.append(search)
    whole, *sliced = found
    nodes = visited(whole)
    for each in sliced:
        assert each.simulations == whole.simulations and each._seed == whole._seed
        for one, other in zip(whole.tree[:6], each.tree[:6], strict=True):
            assert np.array_equal(one[nodes], other[nodes])


def visited(search: Search) -> list[int]:
    """The nodes of a tree that were visited; the others hold nothing yet."""
    tree, found = search.tree, [0]  # no move leads to the root
    for node in found:
        first = int(tree.first_child[node])
        found += range(first, first + int(tree.num_visited[node]))
    return found[1:]


# -- a stop signal ---------------------------------------------------------------------


def after(seconds: float) -> Callable[[], bool]:
    end = perf_counter() + seconds
    return lambda: perf_counter() > end


def players() -> Iterator[tuple[Any, Any]]:
    yield GAME, MctsPlayer(Budget(2_000_000), FoxHeuristic(), cutoff=50)
    yield GAME, MctsPlayer(Budget(seconds=1_000), FoxHeuristic())
    yield GAME, AlphaBetaPlayer(FoxHeuristic(), 40)
    zoo = FranksZoo()
    yield zoo, MonteCarlo(episodes=1_000_000_000)
    yield zoo, ZooMcts(Budget(500_000), belief=UNIFORM_DEALS)


@pytest.mark.parametrize("case", range(5))
@pytest.mark.slow
def test_searches_stop_in_their_middle(case: int) -> None:
    """In any thread: in the main one, and in one of a pool."""
    game, player = [*players()][case]
    state = game.start()

    def think() -> float:
        with raises_stopped_when(after(0.3)), pytest.raises(Stopped):
            player.choose(game, state, 1)
        return perf_counter()

    for _ in range(2):  # what is compiled at first has no middle
        with suppress(Stopped), raises_stopped_when(after(0.3)):
            player.choose(game, state, 1)
    begin = perf_counter()
    think()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(think).result()
    assert perf_counter() - begin < 10
