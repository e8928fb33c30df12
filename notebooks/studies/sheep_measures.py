"""What the studies of Battle Sheep count in matches: for an agent, a pair, and a seat.

Intervals are by blocks, four games on one map, which are independent of each other.
"""

from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from foxkit import games
from foxkit.lab.match import Match
from foxkit.lab.stats import Floats, Row, ValueRange, means, proportion, put_estimate


def points_of(played: pd.DataFrame) -> Floats:
    """Return the players' scores, an array of blocks x rotations x seats."""
    points = played["reason"].str.extract(r"(\d+), (\d+), (\d+), (\d+)")
    return points.to_numpy(dtype=float).reshape(-1, 4, 4)


def _each(rows: pd.DataFrame, matches: Sequence[Match]) -> Iterator[tuple[Row, Floats]]:
    """Yield each row of `play` with the scores in its games, none without games."""
    for row, own in zip(rows.to_dict("records"), matches, strict=True):
        yield row, points_of(games(own))[: row["blocks"]]


PLACES = (1, 4)
"""The best rank and the last one."""


def _found(within: ValueRange | None = None, **values: Floats) -> Row:
    """Return means of numbers, one a block, or nothing where there are none."""
    if len(next(iter(values.values()))):
        return means(values, within)
    return {f"{name}{end}": np.nan for name in values for end in ("", "_low", "_high")}


def of_agent(rows: pd.DataFrame, matches: Sequence[Match]) -> pd.DataFrame:
    """Return rows of `play` with agent A's mean score and rank.

    `place` is the report's rank: those who tie share the better one.
    """
    found = []
    for row, points in _each(rows, matches):
        own = np.arange(4)  # in rotation r, A sits on seat r
        places = rankdata(-points, "min", axis=-1)[:, own, own]
        mine = _found(points=points[:, own, own].mean(1))
        found.append(row | mine | _found(PLACES, place=places.mean(1)))
    return pd.DataFrame(found)


def of_pair(rows: pd.DataFrame, matches: Sequence[Match]) -> pd.DataFrame:
    """Return rows of `play` with two agents' scores who sit in turn, A first.

    `ahead` is the share of games in which A's two have more points, as many being half
    of one; its limits are Wilson's for as many tosses as there are blocks, and so
    rather too wide.
    """
    found = []
    for row, points in _each(rows, matches):
        both = points.reshape(-1, 4, 2, 2).sum(axis=2)
        both[:, 1::2] = both[:, 1::2, ::-1]
        mine, other = both[..., 0], both[..., 1]
        scores = {"points": mine.mean(1) / 2, "opponent_points": other.mean(1) / 2}
        row |= _found(**scores)
        if len(points):
            won = ((1 + np.sign(mine - other)) / 2).mean(1)
            put_estimate(row, "ahead", proportion(won.sum(), len(won)))
        found.append(row)
    return pd.DataFrame(found)


def by_seat(
    rows: pd.DataFrame, matches: Sequence[Match], given: Sequence[float] = (0, 0, 0, 0)
) -> pd.DataFrame:
    """Return a row for each seat of each match: its mean rank, ties in the middle.

    Args:
        rows: of `play`, one a match.
        matches: the same matches.
        given: points for each seat, added to its scores.
    """
    found = []
    for row, points in _each(rows, matches):
        ranks = rankdata(-(points + given), axis=-1).mean(axis=1)
        for seat, own in enumerate(ranks.T, 1):
            found.append(row | {"player": f"player {seat}"} | _found(PLACES, mid=own))
    return pd.DataFrame(found)


def levelling(points: Floats, most: int = 6) -> tuple[int, ...]:
    """Return the whole points for each seat that make the mean ranks most alike.

    Player 1 gets none, the others from -most to most; least squares, and of equals the
    fewest points.
    """
    flat = points.reshape(-1, 4)

    def unlike(given: tuple[int, ...]) -> tuple[float, int]:
        """Return how unlike the ranks are, and how many points that takes."""
        ranks = rankdata(-(flat + given), axis=1).mean(axis=0)
        return float(((ranks - 2.5) ** 2).sum()), sum(map(abs, given))

    return min(product((0,), *[range(-most, most + 1)] * 3), key=unlike)


def levelled(played: pd.DataFrame, blocks: int) -> list[Row]:
    """Find points in the first blocks, and try them on the others; a row a seat."""
    points = points_of(played)
    given = levelling(points[:blocks])
    rows = []
    for seat, most in enumerate(given):
        own = {
            name: rankdata(-(points[blocks:] + more), axis=-1)[..., seat].mean(1)
            for name, more in (("without", (0, 0, 0, 0)), ("with", given))
        }
        row: Row = {"player": f"player {seat + 1}", "given": most}
        rows.append(row | means(own, PLACES))
    return rows
