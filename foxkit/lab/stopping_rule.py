"""The rule that says when a match has enough games.

It looks after every 25 blocks, and stops at the first look at which it is fulfilled. So
a row does not depend on how much more was played, or in which order. What it looks at
is an estimate of `foxkit.lab.estimators`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from foxkit.core.arguments import (
    real_number,
    set_frozen_fields,
    whole_number,
)
from foxkit.core.quoting import quoted, unknown_name
from foxkit.lab.estimators import estimators
from foxkit.lab.match import GameBatch
from foxkit.lab.stats import Estimate, Floats, half_width

BLOCKS_BETWEEN_LOOKS = 25
"""The number of blocks from one look to the next."""
METHOD_VERSION = 1
"""The version of the estimators and of the looks. It is raised where they change, so
that the block at which a rule stops is no longer read from notes."""
MAX_BLOCKS = 1_000_000_000
"""The largest number of blocks of one match."""


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
        min_blocks = whole_number("min_blocks", self.min_blocks, 1, MAX_BLOCKS)
        max_blocks = whole_number("max_blocks", self.max_blocks, 1, MAX_BLOCKS)
        to = None if self.to is None else real_number("to", self.to, above=0)
        set_frozen_fields(self, min_blocks=min_blocks, max_blocks=max_blocks, to=to)

    def __str__(self) -> str:
        """The rule in words, which is its key in notes (`foxkit.lab.match_files`)."""
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

    def blocks_until_fulfilled(self, games: GameBatch) -> int | None:
        """The number of blocks at which games fulfil the rule; None if they do not."""
        self.estimator(games.players)  # which refuses other columns
        end = min(games.blocks + 1, self.max_blocks)
        block_counts = [
            *range(BLOCKS_BETWEEN_LOOKS, end, BLOCKS_BETWEEN_LOOKS),
            self.max_blocks,
        ]
        return next((n for n in block_counts if self.is_fulfilled(games, n)), None)

    def is_fulfilled(self, games: GameBatch, blocks: int) -> bool:
        """Whether the rule looks after so many blocks, and is fulfilled there."""
        if blocks >= self.max_blocks or blocks > games.blocks:
            return blocks == self.max_blocks <= games.blocks
        if self.to is None or blocks < self.min_blocks or blocks % BLOCKS_BETWEEN_LOOKS:
            return False
        result = self.estimator(games.players)(games.payoffs[:blocks])
        return half_width(result) <= self.to
