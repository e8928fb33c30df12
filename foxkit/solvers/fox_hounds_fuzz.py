"""The fairest fuzz factor of Fox & Hounds, by the document's bisection.

Source: "The Fairest Fuzz Factor". The side that is lost at the start plays against the
document's player with fuzz p and makes the most of it; p is fair when it wins half of
the games. Beside it stands the chance of the other side, from the opposite position.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from foxkit.rules.fox_hounds import FOX, FoxHounds
from foxkit.rules.position import Position
from foxkit.solvers.fox_hounds_odds import KNOWS, Side, fox_chance
from foxkit.solvers.fox_hounds_policies import Choices, choices
from foxkit.solvers.fox_hounds_table import Table

PRECISION = 1e-5


@dataclass(frozen=True)
class Fuzz:
    """A board, the player's choices, and how its fuzz is read.

    Attributes:
        table: the board's answers, of phase 0.
        literal: whether the fuzz is read by the document's words.
        policy: the player's policy without fuzz, see `fox_hounds_policies`.
        known: the underdog's chances worked out so far, by p.
    """

    table: Table
    literal: bool = False
    policy: str = "document"
    known: dict[float, float] = field(default_factory=dict, compare=False)

    @cached_property
    def chosen(self) -> list[Choices]:
        """Return what the player chooses among on either side."""
        return choices(self.table, self.policy, self.policy)

    @cached_property
    def start(self) -> Position:
        """Return the initial position."""
        return Position.start(self.table.game)

    @cached_property
    def opposite(self) -> Position | None:
        """Return the first position, breadth first, that the underdog wins.

        It depends on the order of the moves. None if there is no such position.
        """
        queue, seen = [self.start], {self.start.state}
        for position in queue:
            if self.table.answer(position.state).winner == self.underdog:
                return position
            children = map(position.play, position.moves)
            fresh = [child for child in children if child.state not in seen]
            seen |= {child.state for child in fresh}
            queue += fresh
        return None

    @cached_property
    def underdog(self) -> int:
        """Return the side that is lost at the start."""
        return 1 - self.table.answer(self.start.state).winner

    def chance(self, side: int, position: Position, p: float) -> float:
        """Return the chance of a side that knows its opponent, the player with fuzz."""
        player = Side(0, p, int(self.literal))
        fox, hounds = (KNOWS, player) if side == FOX else (player, KNOWS)
        won = fox_chance(self.table, self.chosen, fox, hounds, position.state)
        return won if side == FOX else 1.0 - won

    def from_start(self, p: float) -> float:
        """Return the underdog's chance from the initial position."""
        if p not in self.known:
            self.known[p] = self.chance(self.underdog, self.start, p)
        return self.known[p]

    def from_opposite(self, p: float) -> float:
        """Return the other side's chance from the opposite position.

        Raises:
            ValueError: there is none, every position has the same winner.
        """
        if self.opposite is None:
            raise ValueError("no position has another winner than the start")
        return self.chance(1 - self.underdog, self.opposite, p)

    def bisection(
        self, chance: Callable[[float], float] | None = None
    ) -> tuple[float, list[float]]:
        """Return the fairest p, and all p that the document's bisection tries.

        Args:
            chance: what is to be one half; by default the underdog's chance.
        """
        low, high, tried = 0.0, 1.0, []
        while high - low >= PRECISION:
            p = (low + high) / 2
            tried.append(p)
            low, high = (p, high) if (chance or self.from_start)(p) < 0.5 else (low, p)
        return low, tried

    def rows(self, tried: Iterable[float]) -> Iterator[dict[str, float]]:
        """Yield the document's table for 0, 1 and the p that were tried, ascending."""
        names = FoxHounds.PLAYERS[self.underdog], FoxHounds.PLAYERS[1 - self.underdog]
        for p in sorted({0.0, *tried, 1.0}):
            row = {"p": p, f"{names[0]}_from_initial": self.from_start(p)}
            if self.opposite is not None:
                row[f"{names[1]}_from_opposite"] = self.from_opposite(p)
            yield row
