"""How often do the intervals of means within bounds hold the true value? A simulation.

    python benchmarks/intervals.py

A line for each kind of results and number of blocks: how often the intervals of 95 %
of `mean_score` held the truth, and Student's beside them, with their median widths.
Kinds: blocks of two or four games won or lost, correlated or not; games whose seat
decides; draws; ranks of four players with ties; payoffs of teams.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from foxkit.lab.stats import Estimate, ValueRange, mean_score, mean_value

Floats = NDArray[np.float64]
SimulatedScores = tuple[str, Floats, float, ValueRange]
"""What it is called, simulations x blocks, the truth, and the range."""
BLOCKS = (10, 25, 50, 200, 2_000)


def won_or_lost(
    rng: np.random.Generator, blocks: int, times: int
) -> Iterator[SimulatedScores]:
    """Yield means of blocks whose games are won at a rate that the block shares."""
    for games in (2, 4):
        for rate in (0.001, 0.01, 0.05, 0.25, 0.5):
            for alike in (0, 0.3, 1):  # correlation of two games of a block
                chance = np.full((times, blocks), rate)
                if alike == 1:
                    chance = (rng.random((times, blocks)) < rate).astype(float)
                elif alike:
                    shape = 1 / alike - 1
                    ends = rate * shape, (1 - rate) * shape
                    chance = rng.beta(*ends, (times, blocks))
                name = f"{games} games, rate {rate:g}, correlation {alike:g}"
                yield name, rng.binomial(games, chance) / games, rate, (0, 1)


def other_scores(
    rng: np.random.Generator, blocks: int, times: int
) -> Iterator[SimulatedScores]:
    """Yield means of blocks in which a seat decides, of draws, ranks and payoffs."""
    for rate in (0.01, 0.25):
        seats = rate * np.array([2, 4 / 3, 2 / 3, 0])
        won = rng.random((times, blocks, 4)) < seats
        yield f"4 seats unlike, rate {rate:g}", won.mean(2), rate, (0, 1)
    for drawn, won_ in ((0.01, 0.99), (0.5, 0.5), (0.9, 0.5), (0.98, 1), (0.99, 0.5)):
        toss = rng.random((times, blocks, 2))
        won = np.where(toss < drawn, 0.5, toss < drawn + (1 - drawn) * won_)
        truth = drawn / 2 + (1 - drawn) * won_
        yield f"2 games, drawn {drawn:g}, else won {won_:g}", won.mean(2), truth, (0, 1)
    for ahead in (0, 1, 3):
        many = max(times, 200_000 // blocks)  # the truth is simulated, too
        points = rng.normal(size=(many, blocks, 4, 4))
        points[..., 0] += ahead
        mine, rest = np.split(np.round(points), [1], axis=-1)
        ranks = 1 + (rest > mine).sum(-1) + (rest == mine).sum(-1) / 2
        found = ranks.mean(2)
        yield f"ranks of 4, ahead by {ahead}", found[:times], found.mean(), (1, 4)
        paid = np.where(ranks == 1, 1.0, -1 / 3).mean(2)
        yield f"payoffs of 4, ahead by {ahead}", paid[:times], paid.mean(), (-1, 1)


def covered(found: list[Estimate], truth: float) -> tuple[float, float]:
    """How many intervals hold the truth, and their median width."""
    held = np.mean([each.low <= truth <= each.high for each in found])
    return float(held), float(np.median([each.high - each.low for each in found]))


def coverage_and_width(
    blocks: int, times: int, seed: int = 1
) -> Iterator[tuple[str, Floats]]:
    """Yield each kind with coverage and width, of `mean_score` and of Student's t."""
    rng = np.random.default_rng([seed, blocks])
    for make in (won_or_lost, other_scores):
        for name, scores, truth, within in make(rng, blocks, times):
            own = covered([mean_score(each, within) for each in scores], truth)
            t = covered([mean_value(each) for each in scores], truth)
            yield name, np.array([*own, *t])


def main() -> None:
    """Print the table."""
    print(f"{'':44}bounded  width  Student  width")
    for blocks in BLOCKS:
        print(f"{blocks:,} blocks")
        for name, found in coverage_and_width(blocks, 2_000 if blocks < 2_000 else 500):
            print("  {:42}{:7.3f}{:8.4f}{:8.3f}{:8.4f}".format(name, *found))


if __name__ == "__main__":
    main()
