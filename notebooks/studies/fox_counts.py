"""What no table of wins tells of the Fox Game: counted in games that are replayed.

Each function takes a match's games (or arguments) and returns rows for `kept`. A mean
has its 95 % interval in `_low` and `_high`, by the pairs of games, which are
independent of each other.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import pandas as pd

from foxkit import FoxGame, RandomPlayer, Search, match, play_blocks, replay
from foxkit.core.entry import evaluate, payoffs, play
from foxkit.core.position import Position
from foxkit.core.rng import mix
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import CAPTURE, FOXES, SHEEP, point_names
from foxkit.lab.stats import (
    Estimate,
    Row,
    half_width,
    mean_score,
    mean_value,
    means,
    paired_score,
    put_estimate,
    ratio,
)
from foxkit.search.playout import UNIFORM, policy_move
from foxkit.search.session import HIGHEST_VALUE, MOST_VISITED

GAME = FoxGame()
CUTOFFS = (0, 1, 2, 5, 10, 20, 50, -1)
SIMULATIONS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
BINS = 10

Facts = dict[str, Any]
SHARES = ("same",)
"""Facts of a game that are shares of its positions."""


def counted(
    games: pd.DataFrame, game: FoxGame, count: Callable[[list[Position]], Facts]
) -> Row:
    """Replay pairs of games, count in each, and return means with their intervals.

    What is a bool or named in `SHARES` lies between 0 and 1.
    """
    facts = pd.DataFrame([count(replay(game, moves)) for moves in games["moves"]])
    row: Row = {"games": len(games)}
    for name, values in facts.items():
        one, other = values[::2].to_numpy(), values[1::2].to_numpy()
        if values.dtype == bool:
            found = paired_score(one, other)
        else:
            mean = mean_score if name in SHARES else mean_value
            found = mean((one + other) / 2)
        put_estimate(row, str(name), found)
    return row


def turns(positions: list[Position]) -> int:
    """Return the number of runs of positions with one side to move."""
    movers = [position.state.mover for position in positions[:-1]]
    return 1 + int(np.count_nonzero(np.diff(movers)))


def in_games(played: pd.DataFrame) -> Row:
    """Count choices, foxes, and the sums of equation (3) in games of 20 sheep.

    `branching` is the sheep's mean number of moves less the foxes'; `material_ratio`
    the mean size of equation (3)'s material part over that of its positional part;
    `fox_row_of_two` the mean row of the foxes while both are on the board.
    """

    def size(positions: list[Position], k: float) -> float:
        """Return the mean size of the sum with this k instead of the agent's."""
        values = [evaluate(FoxHeuristic(k=k), p.game, p.state)[0] for p in positions]
        return float(np.abs(np.arctanh(values)).mean())

    def count(positions: list[Position]) -> Facts:
        """Count in one game."""
        left = len(point_names(positions[-1].state.foxes))
        choices = [(p.state.mover, len(p.codes)) for p in positions[:-1]]
        sheep, foxes = ([n for who, n in choices if who == side] for side in (0, 1))
        rows = [
            [int(point[0]) for point in point_names(p.state.foxes)] for p in positions
        ]
        return {
            "turns": turns(positions),
            "caught": left < 2,
            "both_caught": left == 0,
            "branching": float(np.mean(sheep) - np.mean(foxes)),
            "material_ratio": size(positions, 1.0) / size(positions, 0.0),
            "fox_row": float(np.mean([row for each in rows for row in each])),
            "fox_row_of_two": float(np.mean([each for each in rows if len(each) == 2])),
        }

    return counted(played, GAME, count)


def is_offered(before: Position, after: Position) -> bool:
    """Tell whether the sheep let the foxes capture though they could have not."""

    def threatened(position: Position) -> bool:
        """Tell whether the foxes are to move and can capture."""
        return position.state.mover == FOXES and any(position.codes & CAPTURE)

    others = (before.play(move) for move in before.moves)
    return threatened(after) and not all(map(threatened, others))


def catches(played: pd.DataFrame, pairs: int) -> Row:
    """Are foxes caught by sacrifices? Counted in the first pairs of games.

    A sheep is *offered* if the foxes can capture after the sheep's move, and could not
    after another one. `before` is the share of games, of those with a fox caught, in
    which one was offered by the catching move or in the three sheep turns before;
    `usual` the share of the earlier sheep turns of which the same can be said. The
    prediction: it is more often so before a catch.
    """
    games, facts = played[played["block"] < pairs], []
    for moves in games["moves"]:
        steps = [
            (a, b) for a, b in pairwise(replay(GAME, moves)) if a.state.mover == SHEEP
        ]
        caught = [len(point_names(b.state.foxes)) < 2 for _, b in steps]
        if any(caught):
            offered = np.array([is_offered(*step) for step in steps])
            lately = np.convolve(offered, [1, 1, 1, 1])[: len(steps)] > 0
            first = caught.index(True)
            facts.append({"before": lately[first], "usual": lately[:first].mean()})
    found = pd.DataFrame(facts, dtype=float)
    found["more_before"] = found["before"] - found["usual"]
    shares = means(found[["before", "usual"]], within=(0, 1))
    shares |= means(found[["more_before"]], within=(-1, 1))
    return {"games": len(games), "catches": len(found)} | shares


def endings(played: pd.DataFrame) -> list[Row]:
    """Return how games end: by whom won and why, how long, and what is left.

    `free` counts the games whose last turn of the sheep had a step forward left.
    """
    ends = played[["winner", "reason", "turns"]].copy()
    last = [replay(GAME, moves)[-2:] for moves in played["moves"]]
    for side in ("sheep", "foxes"):
        ends[side] = [len(point_names(getattr(end.state, side))) for _, end in last]
    ends["free"] = [
        before.mover == "sheep" and any(move[3] > move[0] for move in before.moves)
        for before, _ in last
    ]
    groups = ends.groupby(["winner", "reason"])
    how = groups[["turns", "sheep", "foxes"]].mean().round(1)
    how = how.assign(games=groups.size(), free=groups["free"].sum())
    return how.reset_index().to_dict("records")


def standing(played: pd.DataFrame, games: int) -> list[Row]:
    """Return how often foxes stand on a point while both do, every fourth position."""
    lines = (p for line in played["moves"].head(games) for p in replay(GAME, line)[::4])
    foxes = (point_names(position.state.foxes) for position in lines)
    points = [point for pair in foxes if len(pair) == 2 for point in pair]
    share = pd.Series(points).value_counts(normalize=True)
    return [{"point": point, "share": float(n)} for point, n in share.items()]


def random_playouts(pairs: int, **rules: int) -> Row:
    """Count in random playouts from the start, under other rules.

    What ends a playout, the text does not tell in full. `repeats` are the positions
    that occurred before, counters aside.
    """
    game = GAME._replace(**rules)

    def count(positions: list[Position]) -> Facts:
        """Count in one playout."""
        boards = {(p.state.sheep, p.state.foxes, p.state.mover) for p in positions}
        return {
            "turns": turns(positions),
            "repeats": len(positions) - len(boards),
            "sheep_rate": (positions[-1].outcome or {})["sheep"] > 0,
        }

    games = play_blocks(match(game, RandomPlayer()), 63, range(pairs)).games
    return counted(games, game, count)


def searched(position: Position, seed: int, simulations: int) -> Search:
    """Return a search of a position by the base agent; who asked for it releases it."""
    game, state = position.game, position.state
    search = Search(
        game, state, FoxHeuristic(), seed=seed, expected_simulations=simulations
    )
    return search.run(simulations)


def same_choice(played: pd.DataFrame, simulations: int, games: int) -> Row:
    """Search every eighth position with a choice; do both final choices agree?"""

    def count(positions: list[Position]) -> Facts:
        """Return the share of a game's positions where both agree."""
        same = []
        for seed, each in enumerate(positions[::8]):
            if len(each.codes) > 1:
                search = searched(each, seed, simulations)
                same.append(search.best(MOST_VISITED) == search.best(HIGHEST_VALUE))
                search.release()
        return {"same": float(np.mean(same))}

    return counted(played.iloc[:games], GAME, count)


def positions_of(
    played: pd.DataFrame, sheep: int, pairs: int, apart: int
) -> Iterator[tuple[int, float, Position]]:
    """Yield pair, the sheep's payoff, and a position, several of each game."""
    for row in played[played["block"] < pairs].itertuples():
        for position in replay(FoxGame(sheep=sheep), row.moves)[:-1:apart]:
            yield row.block, row.payoffs[0], position


def against_winner(found: pd.DataFrame, column: str) -> Estimate:
    """Return the correlation of a column with who won, the pair being the unit.

    The interval is one of Fisher's z, so that it stays between -1 and 1.
    """
    x, y = (found[name] - found[name].mean() for name in (column, "won"))
    spread = float(x.std(ddof=0) * y.std(ddof=0))
    product = x * y / spread if spread else 0 * x
    mean = mean_value(product.groupby(found["pair"]).mean())
    most = 1 - 1 / (2 * mean.n)  # a perfect correlation has no finite z
    near = min(max(mean.estimate, -most), most)
    z, reach = np.arctanh(near), half_width(mean) / (1 - near**2)
    low, high = np.tanh([z - reach, z + reach]).tolist()
    ends = min(low, mean.estimate), max(high, mean.estimate)
    return Estimate(mean.estimate, *ends, mean.n)


def searches(played: pd.DataFrame, sheep: int, pairs: int) -> list[Row]:
    """Search positions with four seeds: values for the sheep, and their spread.

    The prediction: from 10 simulations on, tenfold ones correlate better with the
    winner, and their values spread less from seed to seed.
    """

    def value(position: Position, seed: int, simulations: int) -> float:
        """Return the sheep's value of a position after a search."""
        search = searched(position, seed, simulations)
        found = search.value
        search.release()
        return found if position.mover == "sheep" else -found

    where, rows = [*positions_of(played, sheep, pairs, 24)], []
    for n in SIMULATIONS:
        facts = []
        for pair, won, position in where:
            values = [value(position, seed, n) for seed in range(4)]
            spread = float(np.std(values, ddof=1))
            facts.append({"pair": pair, "won": won, "value": values[0], "sd": spread})
        found = pd.DataFrame(facts)
        row: Row = {"simulations": n, "positions": len(found)}
        put_estimate(row, "correlation", against_winner(found, "value"))
        rows.append(row | means({"spread": found.groupby("pair")["sd"].mean()}))
    return rows


def playouts(played: pd.DataFrame, sheep: int, pairs: int) -> list[Row]:
    """Play positions out five times; what does it show of the winner, by cutoff?

    The prediction: it correlates with the winner, and less so the more moves are made,
    from five moves on.
    """

    def shown(position: Position, seed: int) -> Facts:
        """Return the sheep's result of one random playout at each cutoff."""
        found, moves = {}, 0
        game, state = position.game, position.state
        while len(codes := Position(game, state).codes):
            if moves in CUTOFFS:
                found[f"{moves}"] = evaluate(FoxHeuristic(), game, state)[0]
            move = policy_move(UNIFORM, game, state, codes.copy(), mix(seed, moves))
            state, moves = play(game, state, int(move)), moves + 1
        result = float(payoffs(game, state)[0])
        return {f"{cutoff}": result for cutoff in CUTOFFS} | found

    where = positions_of(played, sheep, pairs, 24)
    facts = [
        {"pair": pair, "won": won, **shown(position, mix(number, playout))}
        for number, (pair, won, position) in enumerate(where)
        for playout in range(5)
    ]
    found, rows = pd.DataFrame(facts), []
    for cutoff in CUTOFFS:
        row: Row = {"cutoff": cutoff, "positions": len(found) // 5}
        put_estimate(row, "correlation", against_winner(found, f"{cutoff}"))
        rows.append(row)
    return rows


def calibration(played: pd.DataFrame, sheep: int) -> list[Row]:
    """Read H as a chance: how often do the sheep win where it says so?

    The first row is the whole, with `off`, the mean distance over ten bins of equal
    width; then come the bins by `middle`. The prediction: it is more than five points.
    """

    def calibrated(found: pd.DataFrame) -> Row:
        """Return what is said, and the rate of wins: a ratio of sums, by the pairs."""
        row: Row = {"positions": len(found), "said": float(found["said"].mean())}
        weights = found.groupby("pair")["won"].agg(["sum", "size"])
        put_estimate(row, "won", ratio(weights["sum"], weights["size"]))
        return row

    found = pd.DataFrame(
        {
            "pair": pair,
            "won": won > 0,
            "said": (1 + evaluate(FoxHeuristic(), p.game, p.state)[0]) / 2,
        }
        for pair, won, p in positions_of(played, sheep, 10**9, 8)
    )
    found["bin"] = np.minimum((found["said"] * BINS).astype(int), BINS - 1)
    bins = [
        {"middle": (2 * number + 1) / (2 * BINS)} | calibrated(some)
        for number, some in found.groupby("bin")
    ]
    off = [abs(row["said"] - row["won"]) * row["positions"] for row in bins]
    return [calibrated(found) | {"off": sum(off) / len(found)}, *bins]


def material(fewest: int, foxes: int) -> float:
    """Return the largest size of equation (3)'s material part, pieces being left."""
    q = FoxHeuristic().q
    return max(
        abs(q * (f - 2) - (s - 20)) / (1 + q)
        for f in range(foxes, 3)
        for s in range(fewest, 21)
    )


def placements(foxes: int) -> int:
    """Return in how many ways up to 20 sheep can stand with so many foxes."""
    return sum(comb(33, foxes) * comb(33 - foxes, sheep) for sheep in range(21))
