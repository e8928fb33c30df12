"""The document's player of Fox & Hounds, which knows the exact answers."""

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from foxkit.core.arguments import real_number, set_frozen_fields
from foxkit.core.position import Position, require_unfinished
from foxkit.core.rng import advance, mix
from foxkit.games.fox_hounds.rules import FoxHounds, FoxHoundsState


@dataclass(frozen=True)
class DocumentPlayer:
    """The document's AI player, "The Fairest Fuzz Factor"."""

    fuzz: float = 0.0  # p, see `foxkit.games.fox_hounds.odds`

    def __post_init__(self) -> None:
        """Check the fuzz; ValueError unless it is from 0 to 1."""
        set_frozen_fields(self, fuzz=real_number("fuzz", self.fuzz, 0, 1))

    def weights(self, position: Position) -> dict[str, float]:
        """The weight of each legal move; only their ratios matter."""
        from foxkit.games.fox_hounds.odds import chosen_moves
        from foxkit.games.fox_hounds.solver import answers_after  # a page has no tables

        after = answers_after(position)
        chosen = chosen_moves(position, after, "document")
        return {move: self.fuzz + (1 - self.fuzz) * (move in chosen) for move in after}

    def choose(self, game: FoxHounds, state: FoxHoundsState, seed: int) -> int:
        """The code of a random move, each as likely as its weight says."""
        position = require_unfinished(game, state)
        sums = list(accumulate(self.weights(position).values()))
        draw = advance(mix(seed, 0)) / (1 << 63) * sums[-1]
        return int(position.codes[bisect_right(sums, draw)])
