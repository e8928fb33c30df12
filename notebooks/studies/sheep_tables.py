"""How near games come to the report's tables A, B and C of Battle Sheep.

A table has two lines, four mean scores and four mean ranks. Each line is compared as a
whole: the gap between ours and theirs, in units of what chance leaves open of it. Who
ties shares the middle of the ranks here; the report's ranks, which add up to less than
ten, are moved up alike until they do.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import f, rankdata

from foxkit import published
from foxkit.lab.stats import Floats, Row, holm, means

KEYS = {
    "A": ("a", 30),
    "B, third": ("b3", 30),
    "B, fourth": ("b4", 30),
    "C, all": ("c15", 100),
    "C, fourth": ("c15", 100),
}
"""Each table's name among the published rows, and of how many games it is."""
READINGS = {
    "all": ("A", "B, third", "B, fourth", "C, all"),
    "only the fourth": ("A", "B, third", "B, fourth", "C, fourth"),
}
"""The tables under either reading of who has the factor in C."""
_FREE = {"score": 4, "rank": 3}  # numbers of a line: mean ranks add up to ten
_COLUMNS = {"score": "points", "rank": "place"}
_RANGES = {"rank": (1, 4)}
Lines = Mapping[str, Floats]
"""Four numbers of each line, by its name."""


class Ours(NamedTuple):
    """A line of a table from our games.

    Attributes:
        mean: four numbers.
        open: their covariance, for as many games as the report's table has and as many
            maps as ours.
        inverse: of `open`.
        maps: how many.
    """

    mean: Floats
    open: Floats
    inverse: Floats
    maps: int


def points_of(scores: str) -> Floats:
    """Return the scores of `sheep_maps.met`, an array of maps x games x seats."""
    found = [each.split() for each in scores.split(", ")]
    return np.array(found, float).reshape(-1, 1, 4)


def lines_of(points: Floats) -> Lines:
    """Return scores and ranks, ties in the middle, each maps x games x seats."""
    return {"score": points, "rank": rankdata(-points, axis=-1)}


@cache
def told(table: str) -> Lines:
    """Return the report's mean scores and ranks, the ranks adding up to ten."""
    score, rank = (
        published(f"sheep-{KEYS[table][0]}-{line}-?")["value"].to_numpy(float)
        for line in _FREE
    )
    return {"score": score, "rank": rank + 2.5 - rank.mean()}


def ours(points: Floats, table: str, reported: int = 0) -> dict[str, Ours]:
    """Return the lines of a table from games, maps x games x seats.

    The report's table has `reported` games; by default as many as it has printed.
    """
    found = {}
    reported = reported or KEYS[table][1]
    for line, own in lines_of(points).items():
        by_map, games = own.mean(axis=1), own.reshape(-1, 4)
        open_ = np.cov(games.T) / reported + np.cov(by_map.T) / len(by_map)
        inverse = np.linalg.pinv(open_, 1e-9, hermitian=True).astype(float)
        found[line] = Ours(by_map.mean(axis=0), open_, inverse, len(by_map))
    return found


def gaps(own: Mapping[str, Ours], theirs: Lines) -> list[tuple[float, float, int]]:
    """Compare the lines of a table with the report's, or with what stands for it.

    Each is the squared gap in units of chance, its p-value, and how many of the four
    numbers lie within what chance leaves open of each alone.
    """
    found = []
    for line, each in own.items():
        gap = each.mean - theirs[line]
        squared = float(gap @ each.inverse @ gap)
        met = int((np.abs(gap) < 1.96 * np.sqrt(np.diag(each.open))).sum())
        found.append((squared, _p(squared, _FREE[line], each.maps), met))
    return found


def _p(squared: float, free: int, maps: int) -> float:
    """Return the p-value of a squared gap by Hotelling's test: F, not chi squared."""
    return float(f.sf(squared * (maps - free) / (free * (maps - 1)), free, maps - free))


def worst(found: Iterable[tuple[float, float, int]]) -> float:
    """Return the least p-value of gaps by Holm's method."""
    return float(holm([p for _, p, _ in found]).min())


def together(games: Mapping[str, Floats], reading: str) -> Row:
    """Return how far the games of a rule are from all tables of a reading.

    `distance` is the sum of eight squared gaps, `p` the least of their p-values by
    Holm's method, `met` how many of 32 printed numbers lie within what chance leaves
    open.
    """
    found = {t: gaps(ours(games[t], t), told(t)) for t in READINGS[reading]}
    every = [gap for each in found.values() for gap in each]
    row: Row = {"distance": sum(squared for squared, *_ in every)}
    row |= {"p": worst(every), "met": sum(met for *_, met in every)}
    for table, each in found.items():
        row[table.partition(",")[0] if table[0] == "C" else table] = worst(each)
    return row


def compared(played: Mapping[str, Mapping[str, Floats]]) -> pd.DataFrame:
    """Return a row for each rule and reading: how near its games come, see `together`.

    Args:
        played: scores by rule and table.
    """
    rows = [
        {"rule": rule, "reading": reading} | together(own, reading)
        for reading in READINGS
        for rule, own in played.items()
    ]
    return pd.DataFrame(rows)


def open_by_chance(values: Floats, table: str) -> float:
    """Return how far the mean of as many games as a table has may be off, by maps."""
    return float(1.96 * values.std(ddof=1) / KEYS[table][1] ** 0.5)


def beside(
    own: Mapping[str, Floats], reading: str, line: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return each number of a line of all tables, ours and the report's, for a figure.

    Our columns are `points` of scores and `place` of ranks.

    Args:
        own: scores by table.
        reading: whose tables.
        line: score or rank.
    """
    rows, theirs = [], []
    for name in READINGS[reading]:
        for seat, printed_ in enumerate(told(name)[line]):
            values = lines_of(own[name])[line][..., seat]
            who = f"{name}: player {seat + 1}"
            mean = {_COLUMNS[line]: values.mean(axis=1)}
            rows.append({"who": who} | means(mean, _RANGES.get(line)))
            reach = open_by_chance(values, name)
            ends = {"low": printed_ - reach, "high": printed_ + reach}
            theirs.append({"who": who, "estimate": printed_} | ends)
    return pd.DataFrame(rows), pd.DataFrame(theirs)


def lead(points: Floats) -> Floats:
    """Return player 4's score less the mean of the other three, maps x games."""
    return points[..., 3] - points[..., :3].mean(axis=-1)


def told_apart(
    games: Mapping[str, Mapping[str, Floats]], reading: str, reports: int, seed: int
) -> list[Row]:
    """Let each rule's games make reports, and look which rules each report fits.

    A report is made from half of a rule's maps, drawn by lot, and is compared with the
    other halves, so that it shares no game with what it is compared with. All its
    tables have as many games as there are maps in a half. `passes` is the share of
    reports that fit the rule that made them, `others` how many other rules they fit on
    average.
    """
    chance, tables = np.random.default_rng(seed), READINGS[reading]
    fits = np.zeros((len(games), len(games)))  # [who made it, who fits it]
    number = min(len(own[t]) for own in games.values() for t in tables)
    for _ in range(reports):
        first, rest = np.array_split(chance.permutation(number), 2)
        made = [
            {t: _mean_lines(own[t][first]) for t in tables} for own in games.values()
        ]
        every = [
            {t: ours(own[t][rest], t, len(first)) for t in tables}
            for own in games.values()
        ]
        for i, report in enumerate(made):
            for j, each in enumerate(every):
                found = (gap for t in tables for gap in gaps(each[t], report[t]))
                fits[i, j] += worst(found) >= 0.05
    shares, own_share = fits / reports, np.diag(fits) / reports
    return [
        {"rule": rule, "passes": own, "others": row.sum() - own}
        for rule, own, row in zip(games, own_share, shares, strict=True)
    ]


def _mean_lines(points: Floats) -> Lines:
    """Return the lines of a report of these games."""
    flat = points.reshape(-1, 4)
    return {line: own.mean(axis=0) for line, own in lines_of(flat).items()}
