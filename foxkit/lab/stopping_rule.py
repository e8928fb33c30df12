"""The results of a match's games, and the rule that says when there are enough games.

A stopping rule looks after every 25 blocks, and stops at the first look at which it is
fulfilled. So a row does not depend on how much more was played, or in which order.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from foxkit.core.arguments import (
    real_number,
    set_frozen_fields,
    whole_number,
)
from foxkit.core.quoting import quoted, unknown_name
from foxkit.lab import stats
from foxkit.lab.match import FinishedGame, GameBatch
from foxkit.lab.stats import (
    Estimate,
    Floats,
    Row,
    half_width,
    mean_score,
    mean_value,
    put_estimate,
    ranks,
)

LOOK_EVERY = 25
"""The number of blocks from one look to the next."""
METHOD = 1
"""The version of the estimators and of the looks. It is raised where they change, so
that the block at which a rule stops is no longer read from notes."""
MOST_BLOCKS = 1_000_000_000
"""The largest number of blocks of one match."""

Estimators = Mapping[str, Callable[[Floats], Estimate]]
"""Functions that estimate a column from payoffs, an array of shape (blocks, rotations,
seats), by the name of the column."""


def _of_player_a(by_seat: Floats) -> Floats:
    """The values of player A.

    Args:
        by_seat: an array of shape (blocks, rotations, seats).

    Returns:
        An array of shape (blocks, rotations).
    """
    return np.diagonal(by_seat, axis1=1, axis2=2)


def _results_of_a(payoffs: Floats) -> tuple[Floats, Floats]:
    """A's results (1, 0 or 1/2) as first and as second player, one for each block."""
    first, second = (1 + _of_player_a(payoffs).T) / 2
    return first, second


def _score(payoffs: Floats) -> Estimate:
    """A's score against one opponent."""
    return stats.paired_score(*_results_of_a(payoffs))


def _opponent_score(payoffs: Floats) -> Estimate:
    """The opponent's score, 1 less A's."""
    return stats.complement(_score(payoffs))


def _first_rate(payoffs: Floats) -> Estimate:
    """The rate of games that the first side wins; a draw is half a win."""
    return stats.first_player_rate(*_results_of_a(payoffs))


def _second_rate(payoffs: Floats) -> Estimate:
    """The rate of games that the second side wins, 1 less the first side's."""
    return stats.complement(_first_rate(payoffs))


def _rate_of(seat: int, result: int, payoffs: Floats) -> Estimate:
    """How often A has a result (1 won, 0 lost) in a seat."""
    count = (_results_of_a(payoffs)[seat] == result).sum()
    return stats.proportion(int(count), len(payoffs))


def _less_known_side(payoffs: Floats) -> Estimate:
    """Of A's win rates as the one side and as the other, that of the wider interval."""
    rates = _rate_of(0, 1, payoffs), _rate_of(1, 1, payoffs)
    return max(rates, key=half_width)


def _mean_of_a(payoffs: Floats, within: stats.Range = (-1, 1)) -> Estimate:
    """The mean of A's numbers, an array of shape (blocks, rotations, seats)."""
    return mean_score(_of_player_a(payoffs).mean(axis=1), within)


def _mean_rank(payoffs: Floats) -> Estimate:
    """A's mean rank, 1 for the best."""
    return _mean_of_a(ranks(payoffs), (1, payoffs.shape[-1]))


def _first_share(payoffs: Floats) -> Estimate:
    """The share of games in which A alone comes first."""
    return _mean_of_a(ranks(payoffs) == 1, (0, 1))


def _mean_score(payoffs: Floats) -> Estimate:
    """A's mean payoff, scaled from [-1, 1] to [0, 1]."""
    return mean_score((1 + _of_player_a(payoffs).mean(axis=1)) / 2)


_FOR_MORE_PLAYERS: Estimators = {
    "score": _mean_score,
    "payoff": _mean_of_a,
    "rank": _mean_rank,
    "first": _first_share,
}


@cache
def estimators(players: tuple[str, ...]) -> Estimators:
    """The columns that a stopping rule can be about, for these players."""
    if len(players) != 2:
        return _FOR_MORE_PLAYERS
    one, two = players
    return {
        "score": _score,
        "opponent_score": _opponent_score,
        f"{one}_rate": _first_rate,
        f"{two}_rate": _second_rate,
        f"a_as_{one}": partial(_rate_of, 0, 1),
        f"a_as_{two}": partial(_rate_of, 1, 1),
        f"b_as_{one}": partial(_rate_of, 1, 0),
        f"b_as_{two}": partial(_rate_of, 0, 0),
        "sides": _less_known_side,
    }


def result_row(games: GameBatch, lines: int | None = None) -> Row:
    """The results of games: how many, how long, and who won, with intervals.

    Args:
        games: at least one block of them.
        lines: in how many positions they stand, see `foxkit.lab.lines`.
    """
    row: Row = {"games": len(games.finished), "blocks": games.blocks}
    row |= {"distinct": len({*games.moves}), "lines": lines}
    turns = np.array([game.turns for game in games.finished], float)
    put_estimate(row, "turns", mean_value(turns.reshape(games.blocks, -1).mean(axis=1)))
    known = {**estimators(games.players)}
    known.pop("sides", None)  # it is one of the others
    for column, estimator in known.items():
        put_estimate(row, column, estimator(games.payoffs))
    if len(games.players) == 2:
        row["p_value"] = stats.paired_test(*_results_of_a(games.payoffs))
        for column in [each for each in known if "_as_" in each]:
            wins = round(row[column] * games.blocks)
            row[column.replace("_as_", "_wins_as_")] = wins
    return row


def empty_row(players: tuple[str, ...]) -> Row:
    """The columns of `result_row`, empty, for a match without games."""
    draw = FinishedGame((0.0,) * len(players), "", 0, b"")
    row = result_row(GameBatch(players, finished=(draw,) * len(players)))
    return dict.fromkeys(row) | {"games": 0, "blocks": 0, "distinct": 0}


@dataclass(frozen=True)
class StoppingRule:
    """When a match is over: after `max_blocks` blocks, or earlier at a given precision.

    Attributes:
        of: the column whose interval counts, such as `score` or `sheep_rate`; with two
            seats also `sides`, that of A's two win rates which is known less well.
        to: stop once the 95 % interval is ± this or narrower; None: at `max_blocks`.
        min_blocks: blocks before the interval is looked at.
        max_blocks: blocks at which the match is over in any case.
    """

    of: str = "score"
    to: float | None = None
    min_blocks: int = 200
    max_blocks: int = 2_000

    def __post_init__(self) -> None:
        if not isinstance(self.of, str):
            raise ValueError(f"of is the name of a column, not {quoted(self.of)}")
        least = whole_number("min_blocks", self.min_blocks, 1, MOST_BLOCKS)
        most = whole_number("max_blocks", self.max_blocks, 1, MOST_BLOCKS)
        to = None if self.to is None else real_number("to", self.to, above=0)
        set_frozen_fields(self, min_blocks=least, max_blocks=most, to=to)

    def __str__(self) -> str:
        until = ""
        if self.to is not None:
            short = f"{self.to:g}"
            width = short if float(short) == self.to else repr(self.to)
            until = f"±{width} of {self.of}, "
        return f"{until}{self.min_blocks} to {self.max_blocks} blocks"

    def estimator(self, players: tuple[str, ...]) -> Callable[[Floats], Estimate]:
        """The function that estimates the column `of`; ValueError if there is none."""
        if self.of not in (known := estimators(players)):
            raise ValueError(unknown_name("column", self.of, known))
        return known[self.of]

    def stops_at(self, games: GameBatch) -> int | None:
        """The number of blocks at which games fulfil the rule; None if they do not."""
        self.estimator(games.players)  # which refuses other columns
        most = min(games.blocks + 1, self.max_blocks)
        looks = [*range(LOOK_EVERY, most, LOOK_EVERY), self.max_blocks]
        return next((n for n in looks if self.is_fulfilled(games, n)), None)

    def is_fulfilled(self, games: GameBatch, blocks: int) -> bool:
        """Whether the rule looks after so many blocks, and is fulfilled there."""
        if blocks >= self.max_blocks or blocks > games.blocks:
            return blocks == self.max_blocks <= games.blocks
        if self.to is None or blocks < self.min_blocks or blocks % LOOK_EVERY:
            return False
        result = self.estimator(games.players)(games.payoffs[:blocks])
        return half_width(result) <= self.to
