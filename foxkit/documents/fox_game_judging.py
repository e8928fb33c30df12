"""How well positions are judged: by searches, by playouts, and by equation (3).

Counted in positions of stored games, agents of 10,000 simulations against copies, so
that it is known who won. Declared before anything was counted:

* `search`: more simulations judge better: from 10 simulations on, tenfold ones
  correlate better with the winner, and their values spread less from seed to seed
  (section 3).
* `playout`: what a random playout shows correlates with the winner (section 3.1), and
  less so the more moves are made, from five moves on.
* `calibration`: (1 - H) / 2, read as the sheep's chance (section 3.2), is more than
  five points off on average, over ten bins of equal width.
"""

from collections.abc import Iterator
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from foxkit.agents.evaluations import judge
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.core.entry import payoffs, play
from foxkit.core.rng import mix
from foxkit.lab import store
from foxkit.lab.experiment import Computed, Experiment, over
from foxkit.lab.match import replay
from foxkit.lab.stats import Estimate, Row, half_width, mean_score, means, put
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position
from foxkit.search.mcts import Settings
from foxkit.search.playout import UNIFORM, policy_move
from foxkit.search.session import Search

SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
CUTOFFS = (0, 1, 2, 5, 10, 20, 50, -1)
BINS = 10
_SEEDS, _PLAYOUTS = 4, 5
_PAIRS_SEARCHED, _PAIRS_PLAYED_OUT = 25, 100
_APART, _APART_JUDGED = 24, 8  # plies between two positions of a game
_FLOCK = {"source": "18 sheep", "sheep": 18}  # where the game is about even


def _positions(
    folder: Path, source: str, sheep: int, pairs: int, apart: int
) -> Iterator[tuple[int, float, Position]]:
    """Yield pair, the sheep's payoff, and a position, several of each game."""
    games = store.games("fig10", source, folder)
    for row in games[games["block"] < pairs].itertuples():
        for position in replay(FoxGame(sheep=sheep), row.moves)[:-1:apart]:
            yield row.block, row.payoffs[0], position


def _against_winner(found: pd.DataFrame, column: str) -> Any:
    """Return the correlation of a column with who won, the pair being the unit."""
    x, y = (found[name] - found[name].mean() for name in (column, "won"))
    spread = float(x.std(ddof=0) * y.std(ddof=0))
    product = x * y / spread if spread else 0 * x
    return mean_score(product.groupby(found["pair"]).mean())


def searches(folder: Path, source: str, sheep: int) -> list[Row]:
    """Search positions with several seeds: values for the sheep, and their spread."""
    where = [*_positions(folder, source, sheep, _PAIRS_SEARCHED, _APART)]
    rows = []
    for n in SIMULATIONS:
        facts = []
        for pair, won, position in where:
            values = [_searched(position, seed, n) for seed in range(_SEEDS)]
            spread = float(np.std(values, ddof=1))
            facts.append({"pair": pair, "won": won, "value": values[0], "sd": spread})
        found = pd.DataFrame(facts)
        row: Row = {"condition": f"n={n}", "simulations": n, "positions": len(found)}
        put(row, "correlation", _against_winner(found, "value"))
        rows.append(row | means({"spread": found.groupby("pair")["sd"].mean()}))
    return rows


def _searched(position: Position, seed: int, simulations: int) -> float:
    """Return the sheep's value of a position after a search."""
    game, state = position.game, position.state
    search = Search(game, state, FoxHeuristic(), Settings(), seed, simulations)
    value = search.run(simulations).value
    search.release()
    return value if position.mover == "sheep" else -value


def playouts(folder: Path, source: str, sheep: int) -> list[Row]:
    """Play positions out at random; what do they show of the winner, by cutoff?"""
    facts = [
        {"pair": pair, "won": won, **_shown(position, mix(number, playout))}
        for number, (pair, won, position) in enumerate(
            _positions(folder, source, sheep, _PAIRS_PLAYED_OUT, _APART)
        )
        for playout in range(_PLAYOUTS)
    ]
    found, rows = pd.DataFrame(facts), []
    for cutoff in CUTOFFS:
        row: Row = {"condition": f"cutoff {cutoff}" if cutoff >= 0 else "no cutoff"}
        row |= {"cutoff": cutoff, "positions": len(found) // _PLAYOUTS}
        put(row, "correlation", _against_winner(found, f"{cutoff}"))
        rows.append(row)
    return rows


def _shown(position: Position, seed: int) -> dict[str, float]:
    """Return the sheep's result of one random playout, cut off at each cutoff."""
    shown, moves = {}, 0
    game, state = position.game, position.state
    while len(codes := Position(game, state).codes):
        if moves in CUTOFFS:
            shown[f"{moves}"] = judge(FoxHeuristic(), game, state)[0]
        move = policy_move(UNIFORM, game, state, codes.copy(), mix(seed, moves))
        state, moves = play(game, state, int(move)), moves + 1
    result = float(payoffs(game, state)[0])
    return {f"{cutoff}": result for cutoff in CUTOFFS} | shown


def calibration(folder: Path, source: str, sheep: int) -> list[Row]:
    """Read H as a chance: how often do the sheep win where it says so?"""
    every = _positions(folder, source, sheep, 10**9, _APART_JUDGED)
    found = pd.DataFrame(
        (
            {"pair": pair, "won": won > 0, "said": _chance(position)}
            for pair, won, position in every
        )
    )
    found["bin"] = np.minimum((found["said"] * BINS).astype(int), BINS - 1)
    bins = [_calibrated(f"bin {number}", some) for number, some in found.groupby("bin")]
    off = [abs(row["said"] - row["won"]) * row["positions"] for row in bins]
    whole = _calibrated("", found) | {"off": sum(off) / len(found)}
    return [whole, *bins]


def _chance(position: Position) -> float:
    """Return (1 - H) / 2, what equation (3) says of the sheep."""
    return (1 + judge(FoxHeuristic(), position.game, position.state)[0]) / 2


def _calibrated(condition: str, found: pd.DataFrame) -> Row:
    row: Row = {"condition": condition, "positions": len(found)}
    row["said"] = float(found["said"].mean())
    weights = found.groupby("pair")["won"].agg(["sum", "size"])
    rate = float(weights["sum"].sum() / weights["size"].sum())
    residual = (weights["sum"] - rate * weights["size"]) / weights["size"].mean()
    error = half_width(mean_score(residual))  # a ratio of sums, by the pairs
    put(row, "won", Estimate(rate, rate - error, rate + error, len(weights)))
    return row


def material(fewest: int, foxes: int) -> Row:
    """Return the largest size of equation (3)'s material part, pieces being left."""
    q = FoxHeuristic().q
    sizes = [
        abs(q * (f - 2) - (s - 20)) / (1 + q)
        for f in range(foxes, 3)
        for s in range(fewest, 21)
    ]
    return {"material": max(sizes)}


def placements() -> Row:
    """Return in how many ways up to 20 sheep can stand with two foxes, and with one."""
    one, two = (
        sum(comb(33, foxes) * comb(33 - foxes, sheep) for sheep in range(21))
        for foxes in (1, 2)
    )
    return {"two_foxes": two, "one_fox": one, "ratio": two / one}


def experiment(name: str, title: str) -> Experiment:
    """Judge stored positions, and count two things that need none."""
    flocks = [("18 sheep", 18), ("20 sheep", 20)]
    of_games = [
        Computed("search", searches, _FLOCK, reads=True),
        Computed("playout", playouts, _FLOCK, reads=True),
        *over(calibration, "source sheep", flocks, True, "calibration {}"),
    ]
    boards = {"while play goes on": (9, 1), "any board": (0, 0)}
    of_rules = [
        Computed(name, material, {"fewest": s, "foxes": f})
        for name, (s, f) in boards.items()
    ]
    of_rules.append(Computed("placements", placements, {}))
    return Experiment(name, title, (*of_games, *of_rules), after=("fig10",))
