"""Small experiments for the tests, and the command line that knows them.

python tests/small_experiment.py run small --to FOLDER …
"""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd

from foxkit import documents
from foxkit.agents.budget import Budget
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import GreedyPlayer, MctsPlayer, RandomPlayer
from foxkit.cli import main
from foxkit.lab import store
from foxkit.lab.experiment import Agent, Computed, Experiment, Match, Stop
from foxkit.lab.match import play_blocks
from foxkit.lab.run import run
from foxkit.lab.stats import Row
from foxkit.lab.workers import open_workers
from foxkit.rules.fox_game import FoxGame

JUDGE = FoxHeuristic()
RANDOM = Agent("random", RandomPlayer())
GREEDY = Agent("greedy", GreedyPlayer(JUDGE))


def mcts(simulations: int) -> Agent:
    """The paper's agent."""
    return Agent(f"{simulations}", MctsPlayer(Budget(simulations), JUDGE))


def small(**changes: Any) -> Experiment:
    """Two matches over few games of weak players."""
    matches = (
        Match("20 v 10", FoxGame(), (mcts(20), mcts(10))),
        Match("greedy, 18 sheep", FoxGame(sheep=18), (GREEDY, RANDOM)),
    )
    experiment = Experiment("small", "For tests", matches, Stop(8), seed=3, chunk=2)
    return replace(experiment, **changes)


def slow() -> Experiment:
    """The same, of stronger players: a piece takes long enough to be broken off."""
    match = Match("1000 v 500", FoxGame(), (mcts(1000), mcts(500)))
    return Experiment("slow", "For tests", (match,), Stop(40), seed=4, chunk=1)


def _longest(folder: Path) -> Row:
    return {"longest": int(store.games("slow", folder=folder)["turns"].max())}


def reading() -> Experiment:
    """One that counts in the games of `slow`, and reads its match."""
    counted = Computed("longest", _longest, {}, reads=True)
    reads = {"slow": ("slow", "1000 v 500")}
    return Experiment("reading", "For tests", (counted,), reads=reads, after=("slow",))


def endless() -> Experiment:
    """One of which a single game takes minutes."""
    match = Match("strong", FoxGame(), (mcts(100_000), mcts(100_000)))
    stop = Stop(10_000)
    return replace(slow(), name="endless", conditions=(match,), stop=stop)


def played(
    experiment: Experiment, folder: Path, kind: str = "threads", count: int = 1
) -> pd.DataFrame:
    """The games of an experiment that is run to its end."""
    with open_workers(kind, count) as workers:
        run(experiment, workers, folder)
    return store.games(experiment.name, folder=folder)


def games_of(match: Match, seed: int, blocks: int) -> pd.DataFrame:
    """Some games of a declared match, with the names of its agents seat by seat."""
    games = play_blocks(match.played, seed, range(blocks)).games
    names = [agent.name for agent in match.agents]
    seated = [[*names[-r:], *names[:-r]] if r else names for r in games["rotation"]]
    return games.assign(agents=seated)


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait for a condition."""
    begin = time.monotonic()
    while not holds():
        assert time.monotonic() - begin < seconds, f"waited in vain: {what}"
        time.sleep(0.005)


def known(*experiments: Experiment) -> dict[str, Any]:
    """What the catalogue and `foxkit run` must know to find some experiments."""
    by_name = {each.name: each for each in experiments}

    def experiment(name: str) -> Experiment:
        return by_name[name] if name in by_name else _EXPERIMENT(name)

    return {"experiment": experiment}


_EXPERIMENT = documents.experiment

if __name__ == "__main__":
    # Started from a script's background, a process inherits that SIGINT is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    documents.experiment = known(small(), slow(), endless(), reading())["experiment"]
    sys.exit(main(sys.argv[1:]))
