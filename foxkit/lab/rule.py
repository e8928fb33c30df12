"""What is found in the games of a match, and when there are enough of them.

A rule looks after every 25 blocks, and takes the first of these numbers at which it is
fulfilled. So a row does not depend on how much more was played, or in which order.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from foxkit.lab.match import FinishedGame, Played
from foxkit.lab.stats import (
    Estimate,
    Floats,
    Row,
    complement,
    first_player_rate,
    half_width,
    less_sure_side,
    mean_score,
    paired_score,
    paired_test,
    proportion,
    put,
)

LOOK = 25
"""Blocks from one look to the next."""

Estimators = Mapping[str, Callable[[Floats], Estimate]]
"""By column, what is estimated from payoffs, an array of blocks x rotations x seats."""


def own(by_seat: Floats) -> Floats:
    """Return what player A got, blocks x rotations, from blocks x rotations x seats."""
    return np.diagonal(by_seat, axis1=1, axis2=2)


def _results(payoffs: Floats) -> tuple[Floats, Floats]:
    """Return A's results, 1, 0 or 1/2, as the first player and as the second."""
    first, second = (1 + own(payoffs).T) / 2
    return first, second


def _side(seat: int, won: int) -> Callable[[Floats], Estimate]:
    def rate(payoffs: Floats) -> Estimate:
        wins = int((_results(payoffs)[seat] == won).sum())
        return proportion(wins, len(payoffs))

    return rate


def _of_two(players: tuple[str, ...]) -> Estimators:
    found: dict[str, Callable[[Floats], Estimate]] = {
        "score": lambda payoffs: paired_score(*_results(payoffs)),
        "rival_score": lambda payoffs: complement(paired_score(*_results(payoffs))),
        f"{players[0]}_rate": lambda payoffs: first_player_rate(*_results(payoffs)),
        f"{players[1]}_rate": lambda x: complement(first_player_rate(*_results(x))),
    }
    for seat, player in enumerate(players):
        found[f"a_as_{player}"] = _side(seat, 1)
    for seat, player in enumerate(players):
        found[f"b_as_{player}"] = _side(1 - seat, 0)
    return found


def _ranks(payoffs: Floats) -> Floats:
    """Return each seat's rank in each game, 1 the best; ties share their mean."""
    mine, other = payoffs[..., :, None], payoffs[..., None, :]
    return (other > mine).sum(-1) + (1 + (other == mine).sum(-1)) / 2


_OF_MANY: Estimators = {
    "score": lambda payoffs: mean_score((1 + own(payoffs).mean(axis=1)) / 2),
    "payoff": lambda payoffs: mean_score(own(payoffs).mean(axis=1)),
    "rank": lambda payoffs: mean_score(own(_ranks(payoffs)).mean(axis=1)),
    "first": lambda payoffs: mean_score((own(_ranks(payoffs)) == 1).mean(axis=1)),
}


def estimators(players: tuple[str, ...]) -> Estimators:
    """Return what is estimated in every match at these seats (`data/README.md`)."""
    return _of_two(players) if len(players) == 2 else _OF_MANY


def row_of(games: Played, players: tuple[str, ...]) -> Row:
    """Return what games say: how many, how long, and who won, with intervals."""
    payoffs = games.payoffs
    row: Row = {"games": len(games.moves), "blocks": games.blocks}
    row["distinct"] = len({*games.moves})
    put(row, "turns", mean_score(games.turns.mean(axis=1)))
    for column, estimate in estimators(players).items():
        put(row, column, estimate(payoffs))
    if len(players) == 2:
        results = _results(payoffs)
        row["p_value"] = paired_test(*results)
        for agent, won in (("a", 1), ("b", 0)):
            for seat, player in enumerate(players):
                mine = results[seat if agent == "a" else 1 - seat]
                row[f"{agent}_wins_as_{player}"] = int((mine == won).sum())
    return row


def nothing(players: tuple[str, ...]) -> Row:
    """Return the same columns without games, empty."""
    draw = FinishedGame((0.0,) * len(players), "", 0, b"")
    row = row_of(Played.of([draw] * len(players), players), players)
    return dict.fromkeys(row) | {"games": 0, "blocks": 0, "distinct": 0}


@dataclass(frozen=True)
class Rule:
    """When a match is over: after `most` blocks, or earlier at a known precision.

    Attributes:
        of: the column whose interval is asked for, such as `score` or `sheep_rate`, or
            with two seats `sides`: that of A's two win rates which is known less well.
        to: stop once the 95 % interval is ± this or narrower; None: never.
        least: blocks before the precision is looked at.
        most: blocks at most.
    """

    of: str = "score"
    to: float | None = None
    least: int = 200
    most: int = 2_000

    def __post_init__(self) -> None:
        if self.most < 1 or self.least < 1:
            raise ValueError(f"least={self.least}, most={self.most}: 1 at least")
        if self.to is not None and not self.to > 0:
            raise ValueError(f"to={self.to}: the half-width of an interval is above 0")

    def __str__(self) -> str:
        until = "" if self.to is None else f"±{self.to:g} of {self.of}, "
        return f"{until}{self.least} to {self.most} blocks"

    def checked(self, players: tuple[str, ...]) -> "Rule":
        """Return the rule; ValueError where these players have no such column."""
        known = [*estimators(players), *(["sides"] if len(players) == 2 else [])]
        if self.of not in known:
            raise ValueError(f"of={self.of!r}: there are {', '.join(known)}")
        return self

    def estimate(self, payoffs: Floats, players: tuple[str, ...]) -> Estimate:
        """Return what is asked for, with its interval."""
        if self.of == "sides":
            return less_sure_side(*_results(payoffs))
        return estimators(players)[self.of](payoffs)

    def looks(self) -> Iterator[int]:
        """Yield the numbers of blocks at which the rule looks."""
        yield from range(LOOK, self.most, LOOK)
        yield self.most

    def enough(self, games: Played, players: tuple[str, ...]) -> int | None:
        """Return at how many blocks games fulfil the rule, None if they do not."""
        payoffs = games.payoffs
        for blocks in self.looks():
            if blocks > len(payoffs) or blocks == self.most:
                break
            if self.to is None or blocks < self.least:
                continue
            if half_width(self.estimate(payoffs[:blocks], players)) <= self.to:
                return blocks
        return self.most if len(payoffs) >= self.most else None

    def expected(self, games: Played, players: tuple[str, ...]) -> int:
        """Return the blocks to expect in all, from what is there."""
        if self.to is None or not games.blocks:
            return self.most
        now = half_width(self.estimate(games.payoffs, players))
        wanted = games.blocks * (now / self.to) ** 2
        return int(min(self.most, max(self.least, games.blocks, wanted)))
