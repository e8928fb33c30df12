"""A player that knows the exact values, of any solved game."""

from dataclasses import dataclass
from typing import Any

from foxkit.agents.players import any_of
from foxkit.rules.position import Position
from foxkit.solvers.exact import Value, regrets, share, values_after, worth


def chances_to_err(position: Position) -> float:
    """Return the share of the mover's moves that give away part of the result."""
    lost = regrets(position).values()
    return sum(map(bool, lost)) / len(lost) if lost else 0.0


@dataclass(frozen=True)
class PerfectPlayer:
    """The quickest win; in a draw or a lost game the move that is hardest to answer.

    Attributes:
        losing: what it does in a lost game. "resist": the longest resistance, then the
            most chances to err for the other side; "tempt": the other way round;
            "any": any move, all of them being lost.
    """

    losing: str = "resist"

    def __post_init__(self) -> None:
        if self.losing not in ("resist", "tempt", "any"):
            raise ValueError(f"losing {self.losing!r} is not resist, tempt or any")

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move, one of its best at random."""
        position = Position(game, state)
        after, mover = values_after(position), position.mover
        shares = {move: share(found, mover) for move, found in after.items()}
        moves = [move for move in shares if shares[move] == max(shares.values())]
        if not (max(shares.values()) == 0 and self.losing == "any"):
            ranks = {m: self._rank(position.play(m), after[m], mover) for m in moves}
            moves = [m for m in moves if ranks[m] == max(ranks.values())]
        return position.moves[any_of(moves, seed)]

    def _rank(self, after: Position, found: Value, mover: str) -> tuple[Any, ...]:
        plies = worth(found, mover)
        if plies > 0:
            return (plies,)
        temptation = chances_to_err(after)
        return (temptation, plies) if self.losing == "tempt" else (plies, temptation)
