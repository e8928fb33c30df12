"""A ladder of players of Frank's Zoo: who sits where, and what their places tell."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize

from foxkit import FranksZoo, match
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, heuristic
from foxkit.games.franks_zoo.players import (
    ConsistentDeals,
    LearnedHeuristicPlayer,
    MonteCarlo,
    PolicyTraining,
    ZooMcts,
    predictor,
)
from foxkit.games.franks_zoo.rules import ALWAYS
from foxkit.games.franks_zoo.training import block_points
from foxkit.lab.match import Match
from foxkit.lab.stats import Estimate, Floats, Row, mean_score, put_estimate
from foxkit.players.budget import Budget
from foxkit.players.standard import PolicyPlayer
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.search.flat import WINS

ZOO = FranksZoo(passing=ALWAYS)
REPORTS = heuristic(0)
RULES, RANDOM = PolicyPlayer(REPORTS), PolicyPlayer(RANDOM_AI)
TABLES = {
    "report's": PolicyTraining(seed=2),
    "three phases": PolicyTraining(seed=2, splits=2),
    "by type": PolicyTraining(seed=2, typed=True),
    "by type, three phases": PolicyTraining(seed=2, splits=2, typed=True),
}
"""Tables of weights: the report's with 128 times 1,024 entries, and others."""
TUNED = REPORTS._replace(lower=5.0, lower_fall=37.0, upper=11.0)
"""The tuned player: its search drew deals and first choices from one stream.

The numbers that a search finds since they are apart are others, and no better.
"""


def players() -> dict[str, Any]:
    """Return those who climbed first, and then the three who came later."""
    by_rules, predicts = MonteCarlo(REPORTS), ConsistentDeals(predictor(REPORTS))
    search = ZooMcts(Budget(1000), c=1.4, policy=REPORTS, belief=UNIFORM_DEALS)
    few = replace(search, budget=Budget(300))
    return {
        "RandomAI": RANDOM,
        "HeuristicAI": RULES,
        "HeuristicAI without sequences": PolicyPlayer(REPORTS._replace(sequences=0)),
        "HeuristicAI without weights": PolicyPlayer(REPORTS._replace(weighs=0)),
        "HeuristicAI, counting hands": PolicyPlayer(REPORTS._replace(sequences=2)),
        "100 random episodes": MonteCarlo(),
        "100 random episodes, wins": MonteCarlo(criterion=WINS),
        "100 episodes by weights": MonteCarlo(PolicyTraining(highest=False)),
        "100 episodes by highest weight": MonteCarlo(PolicyTraining()),
        **{f"{n} episodes": replace(by_rules, episodes=n) for n in (10, 30, 100, 300)},
        "100 episodes, predicted deals": replace(by_rules, belief=predicts),
        "100 episodes, ruled deals": replace(by_rules, belief=ConsistentDeals(REPORTS)),
        "100 episodes by the predictor": replace(by_rules, policy=predictor(REPORTS)),
        **{f"ISMCTS {n}": replace(search, budget=Budget(n)) for n in (100, 300, 1000)},
        "ISMCTS 300, predicted deals": replace(few, belief=predicts),
        "MCTS 300, peeking": replace(few, belief=None),
        "100 episodes, peeking": replace(by_rules, peeks=True),
        "HeuristicAI, tuned": PolicyPlayer(TUNED),
        "HeuristicAI, learned online": LearnedHeuristicPlayer(1000, 1),
        "100 episodes by highest weight, three phases": MonteCarlo(
            TABLES["three phases"]
        ),
    }


def against_rules(name: str, **labels: Any) -> Match:
    """Return the match of one of the players against three HeuristicAIs."""
    return match(ZOO, players()[name], RULES, agent=name, **labels)


def seating() -> Iterator[list[str]]:
    """Yield who sits together: any two meet, and a newcomer meets all others."""
    names = [*players()]
    first, later = names[:-3], names[-3:]
    for one, steps in product(range(len(first)), ((0, 1, 3, 9), (0, 4, 11, 16))):
        yield [first[(one + step) % len(first)] for step in steps]
    for new, one in product(later, range(0, len(first) + 2, 3)):
        yield [new, *(first[(one + step) % len(first)] for step in range(3))]


def tables() -> dict[str, Match]:
    """Return the matches of the ladder by their names, in the order of their names."""
    who = players()
    found = {
        f"table_{number}": match(ZOO, *(who[name] for name in names))
        for number, names in enumerate(seating())
    }
    return {name: found[name] for name in sorted(found)}


def strengths(names: list[str], **tables: pd.DataFrame) -> list[Row]:
    """Fit strengths by the model of Plackett and Luce to who went out when.

    `strength` is its logarithm, HeuristicAI's being 0, with the percentile interval of
    a bootstrap over blocks; `first` and `score` are what a player got at its tables.
    """
    who, seats, blocks = [*seating()], [], 0
    for name, games in tables.items():
        own = who[int(name.removeprefix("table_"))]
        for game in games.to_dict("records"):
            for seat in range(4):
                agent = own[(seat - game["rotation"]) % 4]
                found = {name: game[name][seat] for name in ("payoffs", "ranks")}
                seats.append({"agent": agent, "block": blocks + game["block"]} | found)
        blocks += games["block"].max() + 1
    placed = pd.DataFrame(seats)
    placed["game"] = placed.index // 4
    return _fitted(names, placed)


def plackett_luce(orders: NDArray[np.int64], n: int, weights: ArrayLike = 1) -> Floats:
    """Return the most likely log-strengths of `n` agents, their mean 0.

    In the model of Plackett and Luce (Appl. Stat. 24 (1975), 193-202) the next place
    goes to one of those left with a chance in proportion to his strength; the
    log-likelihood is concave in the logarithms.

    Args:
        orders: a row for each game: the numbers of its agents from first to last.
        n: how many agents there are.
        weights: of the games, such as how often a bootstrap draws them.
    """
    each = np.broadcast_to(np.asarray(weights, dtype=float), len(orders))[:, None]

    def loss(strengths: Floats) -> tuple[float, Floats]:
        own = strengths[orders]
        left = np.logaddexp.accumulate(own[:, ::-1], axis=1)[:, ::-1]
        slope = np.exp(own + np.log(np.cumsum(np.exp(-left), axis=1))) - 1
        gradient = np.bincount(orders.ravel(), (each * slope).ravel(), n)
        return float((each * (left - own)).sum()), gradient.astype(float)

    found = minimize(loss, np.zeros(n), jac=True, method="BFGS").x
    return found - found.mean()


def _fitted(names: list[str], placed: pd.DataFrame) -> list[Row]:
    ordered = placed.sort_values(["game", "ranks"])
    orders = ordered["agent"].map(names.index).to_numpy().reshape(-1, 4)
    block = ordered["block"].to_numpy()[::4]
    rng, n = np.random.default_rng(14), block.max() + 1
    drawn = [np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(400)]
    weights = [np.ones(n), *drawn]
    fits = np.array([plackett_luce(orders, len(names), w[block]) for w in weights])
    fits -= fits[:, [names.index("HeuristicAI")]]
    rows = []
    for name, found in zip(names, fits.T, strict=True):
        own = placed[placed["agent"] == name]
        row: Row = {"agent": name, "games": len(own)}
        ends = (float(x) for x in np.quantile(found[1:], (0.025, 0.975)))
        put_estimate(row, "strength", Estimate(float(found[0]), *ends, len(own)))
        put_estimate(
            row, "first", mean_score((own["ranks"] == 1).groupby(own["block"]).mean())
        )
        score = (1 + own["payoffs"]) / 2
        put_estimate(row, "score", mean_score(score.groupby(own["block"]).mean()))
        rows.append(row)
    return rows


def weights_alone(highest: bool, games: int, deck: int, deals: int) -> Row:
    """Let a table of weights choose every move, against three RandomAIs.

    It plays a winning move at once, as the report's players do.
    """
    game, row = FranksZoo(deck=deck, passing=ALWAYS), Row()
    own = PolicyTraining(highest, games).policy(game)._replace(wins=1)
    points = block_points(game, own, RANDOM_AI, deals, 6)
    put_estimate(row, "score", mean_score(points.mean(axis=1) / 4))
    put_estimate(row, "first", mean_score((points == 4).mean(axis=1)))
    return row
