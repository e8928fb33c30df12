"""Experiments: matches, a seed and a stopping rule, declared before they are run."""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import pandas as pd

from foxkit.core.rng import mix
from foxkit.lab.match import Match
from foxkit.lab.stats import (
    Estimate,
    first_player_rate,
    half_width,
    less_sure_side,
    paired_results,
    paired_score,
    pairs_needed,
)

_OF: Mapping[str, Callable[..., Estimate]] = {
    "score": paired_score,
    "first": first_player_rate,
    "sides": less_sure_side,
}


@dataclass(frozen=True)
class Stop:
    """When a match is over: after `most` pairs, or earlier at a known precision.

    Attributes:
        most: pairs at most.
        half_width: stop once the 95 % interval is ± this or narrower; None: never.
        least: pairs before the precision is looked at.
        of: "score" (agent A's), "first" (the first player's win rate) or "sides" (of
            A's win rates on the two sides, the one that is known less well).
    """

    most: int
    half_width: float | None = None
    least: int = 200
    of: str = "score"

    def __post_init__(self) -> None:
        if self.most < 1:
            raise ValueError(f"{self.most} pairs instead of at least 1")
        if self.half_width is not None and not 0 < self.half_width < 1:
            raise ValueError(f"half-width {self.half_width} is not between 0 and 1")

    def pairs(self) -> int:
        """Return the pairs to expect at most."""
        if self.half_width is None:
            return self.most
        needed = pairs_needed(self.half_width, (0.5, 0.5))
        needed *= 2 if self.of == "sides" else 1  # a side has half of the games
        return min(self.most, max(self.least, needed))

    def estimate(self, games: pd.DataFrame, first: str) -> Estimate:
        """Return what is asked for, with its interval; `first` is the first player."""
        return _OF[self.of](*paired_results(games, first))

    def reached(self, games: pd.DataFrame, first: str) -> bool:
        """Tell whether these games, in order of their pairs, are enough."""
        pairs = len(games) // 2
        if pairs >= self.most:
            return True
        if self.half_width is None or pairs < self.least:
            return False
        return half_width(self.estimate(games, first)) <= self.half_width


@dataclass(frozen=True)
class Experiment:
    """Matches to play, how, and for how long.

    Attributes:
        name: as `foxkit run NAME` knows it.
        title: one line for people.
        matches: the cells.
        stop: the stopping rule of every match.
        seed: the randomness.
        chunk: pairs that are played and kept together.
        plies: plies of a game to expect, for the prediction of its cost.
        command: what a person types for it; `foxkit run NAME` if empty.
        reads: cells that another experiment plays, each with its name and cell there.
        measure: counts or measures more, by cell, when all games are played.
        once: what was measured stays, as others are declared by it.
    """

    name: str
    title: str
    matches: tuple[Match, ...]
    stop: Stop
    seed: int
    chunk: int = 25
    plies: int = 190
    command: str = ""
    reads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    measure: Callable[[Path], pd.DataFrame] | None = None
    once: bool = False

    def pairs(self) -> int:
        """Return the pairs of a match to expect at most, in whole chunks."""
        return -(-self.stop.pairs() // self.chunk) * self.chunk

    def match_seed(self, match: Match) -> int:
        """Return the seed of a match's pairs."""
        return int(mix(self.seed, crc32(match.cell.encode())))

    def key(self, match: Match) -> str:
        """Return a digest of all that decides a match's games, but its length."""
        played = [describe(match), self.match_seed(match), self.chunk]
        return sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()


def _named(value: Any) -> dict[str, Any]:
    """Return a value's fields, but younger ones only where they are not the default.

    So a rule that is added later leaves the keys of stored games as they are.
    """
    defaults = getattr(value, "_field_defaults", vars(type(value)))
    names = getattr(value, "_fields", None) or [each.name for each in fields(value)]
    younger = getattr(value, "YOUNGER", ())
    found = {name: getattr(value, name) for name in names}
    return {
        name: field
        for name, field in found.items()
        if name not in younger or field != defaults[name]
    }


def describe(value: Any) -> Any:
    """Return a value as plain JSON data, with the names of its fields and classes."""
    if is_dataclass(value) and not isinstance(value, type):
        return {"kind": type(value).__name__, **describe(_named(value))}
    if hasattr(value, "_asdict"):
        own = {"function": value.function} if hasattr(value, "function") else {}
        return {
            "kind": type(value).__qualname__,
            **describe(_named(value)),
            **describe(own),
        }
    if isinstance(value, dict):
        return {key: describe(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [describe(item) for item in value]
    if isinstance(value, Callable):  # type: ignore[arg-type]
        return {"kind": value.__qualname__, "source": inspect.getsource(value)}
    return value.item() if isinstance(value, np.generic) else value
