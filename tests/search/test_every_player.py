"""Threads, processes and a cluster play the same, whatever game and whoever plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pandas as pd
import pytest

from foxkit import games, players
from foxkit.core.position import Position
from foxkit.games import NAMES
from foxkit.games.battle_sheep.players import our_player, report_player
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.players import DocumentPlayer
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, heuristic
from foxkit.games.franks_zoo.players import (
    ConsistentDeals,
    LearnedHeuristicPlayer,
    MonteCarlo,
    PolicyTraining,
    ZooMcts,
    predictor,
)
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.wolves.erring import FuzzyPlayer
from foxkit.games.wolves.players import ReportPlayer
from foxkit.games.wolves.rules import Wolves
from foxkit.lab.match import Match, match
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.match_run import MatchRun
from foxkit.lab.stopping_rule import StoppingRule
from foxkit.lab.workers import games_of_finished_piece, open_workers
from foxkit.players.budget import Budget
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.opening import Opening
from foxkit.players.perfect import PerfectPlayer
from foxkit.players.standard import (
    AlphaBetaPlayer,
    BySide,
    FunctionPlayer,
    GreedyPlayer,
    MctsPlayer,
    MixedPlayer,
    PolicyPlayer,
    RandomPlayer,
    SecondChoice,
)
from foxkit.search.playout import UNIFORM

pytestmark = pytest.mark.timeout(900)  # all that is played is compiled first
JUDGE, FEW = FoxHeuristic(), ["00", "01", "02", "11"]


def last_listed(position: Position, seed: int) -> str:
    return [*position.moves][-1]


def mcts(**changes: Any) -> MctsPlayer:
    return MctsPlayer(Budget(5), JUDGE, **changes)


def tables() -> dict[str, Match]:
    """Every game with every kind of player, all of them short."""
    some = MixedPlayer(RandomPlayer(), FunctionPlayer(last_listed), 0.3)
    sides = BySide((mcts(), GreedyPlayer(JUDGE)))
    uniform, deep = PolicyPlayer(UNIFORM), AlphaBetaPlayer(JUDGE, 2)
    odd = SecondChoice(mcts(cutoff=2)), mcts()
    fox, few = FoxGame(sideways_limit=3), Wolves()._replace(sheep=FEW)
    to_the_end = MctsPlayer(Budget(5), ZeroEvaluation(), cutoff=-1)
    imagines = ConsistentDeals(predictor(RANDOM_AI, 50))
    search = ZooMcts(Budget(5), policy=PolicyTraining(games=50), belief=imagines)
    zoo = (
        MonteCarlo(episodes=2),
        search,
        PolicyPlayer(heuristic(4)),
        LearnedHeuristicPlayer(3, 1),
    )
    sheep = report_player(5), report_player(5, as_printed=False)
    sheep += our_player(5, 20), our_player(5, 20, foresees=False)
    some_sheep = BattleSheep(size=8, cells=20, sheep=4)
    last = Opening(2, FunctionPlayer(last_listed))
    return {
        "fox": match(fox, some, sides),
        "fox, deep": match(fox, uniform, deep),
        "fox, odd": match(fox, *odd),
        "fox, opened": match(fox, mcts(), opening=6),
        "wolves": match(few, FuzzyPlayer(PerfectPlayer(), 0.3), ReportPlayer()),
        "hounds": match(FoxHounds(4, 4), DocumentPlayer(0.2), PerfectPlayer()),
        "hare": match(HareHounds(2), to_the_end, PerfectPlayer()),
        "hare, opened": match(HareHounds(2), uniform, opening=last),
        "zoo": match(FranksZoo(deck=4), *zoo),
        "zoo, opened": match(FranksZoo(deck=4), uniform, opening=3),
        "sheep": match(some_sheep, *sheep),
        "sheep, opened": match(some_sheep, uniform, opening=4),
    }


def kinds(value: Any) -> Iterator[type]:
    """The classes of players in a value."""
    if isinstance(value, tuple):
        for each in value:
            yield from kinds(each)
    elif is_dataclass(value):
        yield type(value)
        for each in fields(value):
            yield from kinds(getattr(value, each.name))


def test_every_game_and_every_kind_of_player_are_among_them() -> None:
    assert {each.game.NAME for each in tables().values()} == {*NAMES}
    places = [*walk_packages(players.__path__, "foxkit.players.")]
    places += walk_packages(games.__path__, "foxkit.games.")
    modules = [import_module(each.name) for each in places]
    found = [each for module in modules for each in vars(module).values()]
    known = {each for each in found if is_dataclass(each) and hasattr(each, "choose")}
    assert known <= {*kinds(tuple(tables().values()))}


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A data folder of their own, for the tables of perfect players."""
    path = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOXKIT_DATA", str(path))
        yield path


def played(kind: str) -> dict[str, pd.DataFrame]:
    """A block of each match, by one worker, which has to import and compile it all."""
    with open_workers(kind, 1) as workers:
        every = tables()
        tasks = {
            n: MatchRun(MatchFiles(each), StoppingRule(max_blocks=1))
            for n, each in every.items()
        }
        begun = {
            n: workers.play(each, tasks[n].games.stream, range(1))
            for n, each in every.items()
        }
        return {
            n: games_of_finished_piece(begun[n], tasks[n], range(1)).games
            for n in every
        }


@pytest.fixture(scope="module")
def reference(folder: Path) -> dict[str, pd.DataFrame]:
    return played("threads")


def same(found: dict[str, pd.DataFrame], reference: dict[str, pd.DataFrame]) -> None:
    assert [*found] == [*reference]
    for name, wanted in reference.items():
        pd.testing.assert_frame_equal(found[name], wanted)


@pytest.mark.slow
def test_processes(reference: dict[str, pd.DataFrame]) -> None:
    same(played("processes"), reference)


@pytest.mark.slow
def test_a_cluster(reference: dict[str, pd.DataFrame]) -> None:
    distributed = pytest.importorskip(
        "distributed", reason="a cluster needs: pip install 'foxkit[cluster]'"
    )
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        host="127.0.0.1",
        protocol="tcp",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        same(played(cluster.scheduler_address), reference)
