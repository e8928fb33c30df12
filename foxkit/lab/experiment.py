"""Experiments: conditions in, tidy rows out; declared before they are run.

A condition is a match, of which as many blocks are played as the stopping rule asks
for, or a computation, which has no chance in it. A declaration reads no results.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

import pandas as pd

from foxkit.agents.players import Player
from foxkit.core.rng import mix
from foxkit.lab import match as plain
from foxkit.lab.describe import describe, digest
from foxkit.lab.rule import Rule
from foxkit.lab.stats import (
    Estimate,
    Row,
    block_score,
    first_player_rate,
    half_width,
    less_sure_side,
    paired_results,
    paired_score,
    pairs_needed,
)


@dataclass(frozen=True)
class Agent:
    """A player under a short name, e.g. "1000"."""

    name: str
    player: Player


@dataclass(frozen=True)
class Match:
    """A match under a name within its experiment, of agents with names.

    Attributes:
        condition: the name; the match's seeds depend on it.
        game: the rules.
        agents: one for each seat.
        factors: columns of the result, for what neither rules nor agents tell; they
            decide no game.
        seed: names other games than those of an equal match.
    """

    condition: str
    game: Any
    agents: tuple[Agent, ...]
    factors: Mapping[str, Any] = field(default_factory=dict, compare=False)
    seed: int | None = field(default=None, compare=False)

    @property
    def played(self) -> plain.Match:
        """Return what is played, without names."""
        players = tuple(agent.player for agent in self.agents)
        return plain.Match(self.game, players, self.seed, self.factors)


def match(
    condition: str,
    game: Any,
    *players: Player,
    names: Sequence[str] = "",
    **factors: Any,
) -> Match:
    """Return a match of some players, called A, B, ... unless they have names."""
    called = names or "ABCDEFGH"[: len(players)]
    return Match(condition, game, tuple(map(Agent, called, players)), factors)


def _score(games: pd.DataFrame) -> Estimate:
    if len(games["payoffs"].iloc[0]) == 2:
        return paired_score(*paired_results(games))
    return block_score(games)


_OF: Mapping[str, Callable[[pd.DataFrame], Estimate]] = {
    "score": _score,
    "first": lambda games: first_player_rate(*paired_results(games)),
    "sides": lambda games: less_sure_side(*paired_results(games)),
}


@dataclass(frozen=True)
class Stop:
    """When a match is over: after `most` blocks, or earlier at a known precision.

    Attributes:
        most: blocks at most.
        half_width: stop once the 95 % interval is ± this or narrower; None: never.
        least: blocks before the precision is looked at.
        of: "score" (agent A's), or with two seats "first" (the first player's win rate)
            or "sides" (of A's win rates on the two sides, the one that is known less
            well).
    """

    most: int
    half_width: float | None = None
    least: int = 200
    of: str = "score"

    def __post_init__(self) -> None:
        if self.most < 1:
            raise ValueError(f"{self.most} blocks instead of at least 1")
        if self.half_width is not None and not 0 < self.half_width < 1:
            raise ValueError(f"half-width {self.half_width} is not between 0 and 1")
        if self.of not in _OF:
            raise ValueError(f"no quantity {self.of!r}; there are {', '.join(_OF)}")

    def blocks(self) -> int:
        """Return the blocks to expect at most, for a match of two seats."""
        if self.half_width is None:
            return self.most
        needed = pairs_needed(self.half_width, (0.5, 0.5))
        needed *= 2 if self.of == "sides" else 1  # a side has half of the games
        return min(self.most, max(self.least, needed))

    def estimate(self, games: pd.DataFrame) -> Estimate:
        """Return what is asked for, with its interval."""
        return _OF[self.of](games)

    def reached(self, games: pd.DataFrame) -> bool:
        """Tell whether these games, in order of their blocks, are enough."""
        if games.empty:
            return False
        blocks = len(games) // len(games["payoffs"].iloc[0])
        if blocks >= self.most:
            return True
        if self.half_width is None or blocks < self.least:
            return False
        return half_width(self.estimate(games)) <= self.half_width


Compute = Callable[..., Row | list[Row]]
"""What returns the row of a condition, or several."""


@dataclass(frozen=True)
class Computed:
    """A condition without games.

    Attributes:
        condition: its name within the experiment.
        compute: returns its row, or several rows, each with a `condition` that is put
            behind this one's; a number with an interval has `_low` and `_high`.
        factors: what `compute` is called with, and columns of the result.
        reads: whether it reads results; it is called with their folder first, and
            counts anew when the games are others.
        key: a digest of what is computed, taken when the condition is declared.
    """

    condition: str
    compute: Compute
    factors: Mapping[str, Any]
    reads: bool = False
    key: str = field(init=False)

    def __post_init__(self) -> None:
        name = self.compute.__qualname__
        own = describe(self.compute) if "<locals>" in name else name
        described = digest([own, self.condition, dict(self.factors)])
        object.__setattr__(self, "key", described)

    def rows(self, folder: Path) -> list[Row]:
        """Compute, and return the rows with their names and factors."""
        given = (folder,) if self.reads else ()
        found = self.compute(*given, **self.factors)
        rows = [{"condition": "", **found}] if isinstance(found, dict) else found
        return [
            {**self.factors, **row, "condition": f"{self.condition} {name}".strip()}
            for row in rows
            for name in [row["condition"]]
        ]


@dataclass(frozen=True)
class Experiment:
    """Conditions, how they are played, and for how long.

    Attributes:
        name: as `foxkit run NAME` knows it.
        title: one line for people.
        conditions: matches and computations.
        stop: the stopping rule of every match.
        seed: the randomness.
        chunk: blocks after which the stopping rule looks, and a result ends.
        plies: plies of a game to expect, for the prediction of its cost.
        command: what a person types for it; if empty, as `store.command` says.
        reads: conditions of another experiment, each with that one's name and
            the condition there.
        derive: counts more in the games of a match than who won.
        after: experiments whose games the computations read that say so.
    """

    name: str
    title: str
    conditions: tuple[Match | Computed, ...]
    stop: Stop = Stop(1)
    seed: int = 0
    chunk: int = 25
    plies: int = 190
    command: str = ""
    reads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    derive: Callable[[Match, pd.DataFrame], Row] | None = None
    after: tuple[str, ...] = ()

    @property
    def matches(self) -> list[Match]:
        """Return the conditions that are played."""
        return [each for each in self.conditions if isinstance(each, Match)]

    @property
    def computed(self) -> list[Computed]:
        """Return the conditions without games."""
        return [each for each in self.conditions if isinstance(each, Computed)]

    def match_seed(self, match: Match) -> int:
        """Return the seed of a match's blocks."""
        return int(mix(self.seed, crc32(match.condition.encode())))

    def rule(self, match: Match) -> Rule:
        """Return the stopping rule of a match, as `play` knows it."""
        stop, first = self.stop, match.game.PLAYERS[0]
        of = f"{first}_rate" if stop.of == "first" else stop.of
        least = min(stop.least, stop.most)
        return Rule(of, stop.half_width, least, stop.most)

    def key(self, condition: Match | Computed) -> str:
        """Return a digest of all that decides a condition's rows, but their number."""
        if isinstance(condition, Computed):
            return condition.key
        return digest([condition, self.match_seed(condition)])


Cases = Mapping[str, tuple[Compute, str, Iterable[Any]]]
"""By the name of an experiment, what `over` is called with."""


def over(
    compute: Compute,
    names: str,
    cases: Iterable[Any],
    reads: bool = False,
    called: str = "",
) -> tuple[Computed, ...]:
    """Return a computation for each case, named by its parts.

    Args:
        compute: called with the parts of a case.
        names: of the parts, divided by spaces: the factors.
        cases: a tuple of parts each, or the part where there is one.
        reads: whether results are read, see `Computed`.
        called: the form of a condition's name, `n={}`; all parts if it is empty.
    """
    found = []
    for case in cases:
        parts = case if isinstance(case, tuple) else (case,)
        name = called.format(*parts) if called else " ".join(map(str, parts))
        factors = dict(zip(names.split(), parts, strict=True))
        found.append(Computed(name, compute, factors, reads))
    return tuple(found)
