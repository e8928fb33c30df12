"""What the Frank's Zoo report leaves to future research (section 8), and a ladder."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import differential_evolution

from foxkit.agents.budget import Budget
from foxkit.agents.franks_zoo_footnote import undefeatable
from foxkit.agents.franks_zoo_heuristic import RANDOM_AI, Heuristic, heuristic
from foxkit.agents.franks_zoo_players import MonteCarlo, Trained, ZooMcts, predictor
from foxkit.agents.franks_zoo_predictor import Consistent
from foxkit.agents.franks_zoo_training import block_points, counts
from foxkit.agents.players import Player, PolicyPlayer
from foxkit.documents.franks_zoo import BLOCKS, GAME, scaled, share
from foxkit.lab import store
from foxkit.lab.experiment import Cases, Experiment, Stop, match, over
from foxkit.lab.match import play_game, replay
from foxkit.lab.stats import Estimate, Row, mean_score, plackett_luce, put
from foxkit.rules.franks_zoo import FranksZoo, ZooState
from foxkit.rules.franks_zoo_cards import DECKS, STANDARD, TYPES
from foxkit.rules.position import Position
from foxkit.search.belief import ANY_DEAL
from foxkit.search.flat import WINS

REPORTS = heuristic(STANDARD)
RULED = PolicyPlayer(REPORTS)


def _first(row: Row, name: str, points: NDArray[np.int64]) -> None:
    """Put how often agent A goes out first, by blocks."""
    put(row, name, mean_score((points == points.shape[1]).mean(axis=1)))


# -- numbers ---------------------------------------------------------------------------

MAGIC = {
    **{"broken": (1, 12), "lower": (0, 60), "lower_fall": (1, 40)},
    **{"upper": (0, 120), "upper_fall": (1, 40)},
}
"""The 'magic numbers' 4, 15, 10, 30 and 5, and whole numbers to try for them."""


TUNED = REPORTS._replace(lower=5.0, lower_fall=37.0, upper=11.0)
"""The ladder's tuned player: its search drew deals and first choices from one stream.

The numbers that `zoo-tuning` finds since they are apart are others, and no better.
"""


def tuned(deck: int, blocks: int, generations: int, seed: int) -> Heuristic:
    """Return HeuristicAI with numbers found by differential evolution.

    They go out first as often as can be against three HeuristicAIs as printed, on the
    same deals for all: Storn & Price, J. Global Optim. 11 (1997), as SciPy has it.
    """
    usual = heuristic(deck)

    def loss(values: NDArray[np.float64]) -> float:
        own = _with(usual, values)
        points = block_points(GAME._replace(deck=deck), own, usual, blocks, seed)
        return -float((points == 4).mean())

    found = differential_evolution(
        loss,
        [*MAGIC.values()],
        x0=[getattr(usual, name) for name in MAGIC],
        integrality=[True] * len(MAGIC),
        popsize=6,
        maxiter=generations,
        tol=0,
        polish=False,
        rng=np.random.default_rng(seed),
    )
    return _with(usual, found.x)


def _with(usual: Heuristic, values: NDArray[np.float64]) -> Heuristic:
    numbers: dict[str, Any] = dict(zip(MAGIC, map(float, values), strict=True))
    return usual._replace(**numbers)


def _tuning(deck: int) -> Row:
    """Tune on 1,000 deals; confirm on others, also beside the printed numbers.

    `unbounded` has L and U so low that the heaviest move is always preferred.
    """
    game, usual = GAME._replace(deck=deck), heuristic(deck)
    own = tuned(deck, 1_000, 12, 7)
    row: Row = {name: getattr(own, name) for name in MAGIC}
    _first(row, "tuned_on", block_points(game, own, usual, 1_000, 7))
    _first(row, "first", block_points(game, own, usual, BLOCKS, 8))
    unbounded = usual._replace(lower=-1e6, upper=-1e6)
    _first(row, "unbounded_first", block_points(game, unbounded, usual, BLOCKS, 8))
    for name, policy in (("against_random", own), ("printed_against_random", usual)):
        _first(row, name, block_points(game, policy, RANDOM_AI, BLOCKS, 9))
    return row


@cache
def learned(deck: int, games: int, seed: int) -> Heuristic:
    """Return HeuristicAI whose weights were learned online, from its own games.

    After each game they are the mean of the cards left in the last hands so far, on the
    scale of Table 3 (times 200); at first all are 40, which counts as 20 games.
    """
    own, left = heuristic(deck), np.full(TYPES, 20 * 40.0)
    for number in range(games + 1):
        own = own._replace(weights=tuple((left / (number + 20)).tolist()))
        found = counts(GAME._replace(deck=deck), own, 1, seed + number)
        left += 200 * found.left[:TYPES]
    return own


@dataclass(frozen=True)
class Learner:
    """HeuristicAI that has learned its weights online, before it sits down."""

    games: int
    seed: int

    def choose(self, game: FranksZoo, state: ZooState, seed: int) -> int:
        """Return the code of a legal move."""
        own = learned(game.deck, self.games, self.seed)
        return int(PolicyPlayer(own).choose(game, state, seed))


def _online(deck: int, games: int) -> Row:
    """HeuristicAI after some games of learning against the printed weights."""
    game, own = GAME._replace(deck=deck), learned(deck, games, 1)
    row: Row = {}
    _first(row, "first", block_points(game, own, heuristic(deck), BLOCKS, 10))
    _first(row, "against_random", block_points(game, own, RANDOM_AI, BLOCKS, 11))
    return row


def _footnote(deck: int) -> Row:
    """Moves that the pooled cards can beat and yet nobody can, in 10,000 games.

    `first` is how often HeuristicAI goes out first that counts the others' cards.
    """
    game, usual = GAME._replace(deck=deck), heuristic(deck)
    found = undefeatable(game, usual, 10_000, 12)
    row: Row = {"games": 10_000}
    for name in ("pooled", "known", "in_truth"):
        put(row, name, share(getattr(found, name), found.moves))
    for name in ("with_known", "with_truth"):
        put(row, name, share(getattr(found, name), found.decisions))
    counting = usual._replace(sequences=2)
    _first(row, "first", block_points(game, counting, usual, 4 * BLOCKS, 13))
    return row


COMPUTED: Cases = {
    "zoo-tuning": (_tuning, "deck", DECKS),
    "zoo-online": (_online, "deck games", tuple(product(DECKS, (0, 10, 100, 1000)))),
    "zoo-footnote": (_footnote, "deck", DECKS),
}


# -- matches ---------------------------------------------------------------------------

TABLES = {
    "report's": Trained(seed=2),
    "three phases": Trained(seed=2, splits=2),
    "by type": Trained(seed=2, typed=True),
    "by type, three phases": Trained(seed=2, splits=2, typed=True),
}
"""Tables of weights: the report's with 128 times 1,024 entries, and others."""


def tables(name: str, title: str) -> Experiment:
    """Monte Carlo with the highest weight by table, and against whom."""
    rivals = {"random": PolicyPlayer(RANDOM_AI), "heuristic": RULED}
    matches = []
    for (table, trained), (rival, three) in product(TABLES.items(), rivals.items()):
        agent, factors = MonteCarlo(trained), {"weights": table, "rivals": rival}
        players: tuple[Player, ...] = agent, three, three, three
        matches.append(match(f"{table}, {rival}", GAME, *players, **factors))
    return Experiment(name, title, tuple(matches), Stop(400), 6, chunk=5, plies=90)


EXPLORES = 1.4
"""C of Cowling, Powley & Whitehouse, 0.7 for rewards from 0 to 1, on payoffs."""


def imagined(name: str, title: str) -> Experiment:
    """Searches over imagined hands against three HeuristicAIs."""
    climbing = ("ISMCTS 100", "ISMCTS 300", "ISMCTS 1000", "MCTS 300, peeking")
    believing = ("100 episodes, predicted deals", "100 episodes, ruled deals")
    matches = tuple(
        match(agent, GAME, LADDER[agent], RULED, RULED, RULED)
        for agent in (*climbing, *believing)
    )
    return Experiment(name, title, matches, Stop(250), 15, chunk=5, plies=90)


def _ladder() -> dict[str, Player]:
    ruled, predicts = MonteCarlo(REPORTS), Consistent(predictor(REPORTS))
    search = ZooMcts(Budget(1000), c=EXPLORES, policy=REPORTS, belief=ANY_DEAL)
    return {
        "RandomAI": PolicyPlayer(RANDOM_AI),
        "HeuristicAI": RULED,
        "HeuristicAI without sequences": PolicyPlayer(REPORTS._replace(sequences=0)),
        "HeuristicAI without weights": PolicyPlayer(REPORTS._replace(weighs=0)),
        "HeuristicAI, counting hands": PolicyPlayer(REPORTS._replace(sequences=2)),
        "100 random episodes": MonteCarlo(),
        "100 random episodes, wins": MonteCarlo(criterion=WINS),
        "100 episodes by weights": MonteCarlo(Trained(highest=False)),
        "100 episodes by highest weight": MonteCarlo(Trained()),
        **{f"{n} episodes": replace(ruled, episodes=n) for n in (10, 30, 100, 300)},
        "100 episodes, predicted deals": replace(ruled, belief=predicts),
        "100 episodes, ruled deals": replace(ruled, belief=Consistent(REPORTS)),
        "100 episodes by the predictor": replace(ruled, policy=predictor(REPORTS)),
        **{f"ISMCTS {n}": replace(search, budget=Budget(n)) for n in (100, 300, 1000)},
        "ISMCTS 300, predicted deals": replace(
            search, budget=Budget(300), belief=predicts
        ),
        "MCTS 300, peeking": replace(search, budget=Budget(300), belief=None),
        "100 episodes, peeking": replace(ruled, peeks=True),
    }


CLIMBED = _ladder()
"""Who climbed first: name -> player. `Deals` say what is believed of hidden hands."""
NEWCOMERS: dict[str, Player] = {
    "HeuristicAI, tuned": PolicyPlayer(TUNED),
    "HeuristicAI, learned online": Learner(1000, 1),
    "100 episodes by highest weight, three phases": MonteCarlo(TABLES["three phases"]),
}
"""Who came when the others had played."""
LADDER = CLIMBED | NEWCOMERS
SEATED = ((0, 1, 3, 9), (0, 4, 11, 16))
"""Any two who climbed first meet: differences of these, modulo their number."""


def _tables() -> Iterator[list[str]]:
    """Yield who sits together: at eight tables each, a newcomer meeting all others."""
    names = [*CLIMBED]
    for first, steps in product(range(len(names)), SEATED):
        yield [names[(first + step) % len(names)] for step in steps]
    for newcomer, first in product(NEWCOMERS, range(0, len(names) + 2, 3)):
        yield [newcomer, *(names[(first + step) % len(names)] for step in range(3))]


def ladder(name: str, title: str) -> Experiment:
    """Tables of four from the ladder, in every rotation."""
    matches = []
    for number, seated in enumerate(_tables()):
        players = (LADDER[each] for each in seated)
        matches.append(match(f"table {number}", GAME, *players, names=seated))
    return Experiment(name, title, tuple(matches), Stop(24), 7, chunk=3, plies=90)


@cache
def _played(folder: Path) -> pd.DataFrame:
    """Return the ladder's seats, a row each: agent, payoff, rank, game and block."""
    games = store.games("zoo-ladder", folder=folder)
    blocks = games.groupby(["condition", "block"]).ngroup()
    kept = games[["agents", "payoffs", "ranks"]].assign(block=blocks, game=games.index)
    seats = kept.explode(["agents", "payoffs", "ranks"])
    return seats.astype({"payoffs": float, "ranks": float})


@cache
def _strengths(folder: Path) -> NDArray[np.float64]:
    """Fit strengths to the ladder, and to blocks drawn again from it, a row each."""
    names = [*LADDER]
    placed = _played(folder).sort_values(["game", "ranks"])
    orders = placed["agents"].map(names.index).to_numpy().reshape(-1, 4)
    block = placed["block"].to_numpy()[::4]
    rng, n = np.random.default_rng(14), block.max() + 1
    drawn = [np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(400)]
    weights = [np.ones(n), *drawn]
    found = np.array([plackett_luce(orders, len(names), w[block]) for w in weights])
    return found - found[:, [names.index("HeuristicAI")]]


@cache
def _positions() -> list[Position]:
    """Return decisions between moves from games of four HeuristicAIs."""
    found = []
    for deal in range(8):
        game = GAME.dealt(deal)
        played = play_game(game, [RULED] * 4, range(4 * deal, 4 * deal + 4))
        found += [each for each in replay(game, played.moves) if len(each.codes) > 1]
    return found


def _rung(folder: Path, agent: str) -> Row:
    """Return an agent's strength and its thinking time.

    `strength` is the logarithm of Plackett and Luce's, HeuristicAI's being 0, with the
    percentile interval of a bootstrap over blocks; `first` and `score` are what it got
    at its tables; `milliseconds` of processor time for a decision between moves.
    """
    fits = _strengths(folder)[:, [*LADDER].index(agent)]
    low, high = np.quantile(fits[1:], (0.025, 0.975))
    own = (
        _played(folder)
        .query("agents == @agent")
        .assign(first=lambda x: x["ranks"] == 1)
    )
    row: Row = {}
    put(row, "strength", Estimate(fits[0], float(low), float(high), len(own)))
    for name, column in (("first", "first"), ("score", "payoffs")):
        got = mean_score(own.groupby("block")[column].mean())
        put(row, name, got if name == "first" else scaled(got, 0.5, 0.5))
    player, positions = LADDER[agent], _positions()
    player.choose(positions[0].game, positions[0].state, 1)  # compile, train
    begin = thread_time()
    for seed, position in enumerate(positions):
        player.choose(position.game, position.state, seed)
    row["milliseconds"] = 1000 * (thread_time() - begin) / len(positions)
    return row | {"games": len(own), "decisions": len(positions)}


def strengths(name: str, title: str) -> Experiment:
    """Return the ladder: strengths and thinking times of its agents."""
    rungs = over(_rung, "agent", LADDER, reads=True)
    return Experiment(name, title, rungs, after=("zoo-ladder",))
