"""A player that knows the exact values, of any solved game."""

from dataclasses import dataclass
from typing import Any

from foxkit.core.arguments import one_of
from foxkit.core.entry import mover
from foxkit.core.position import Position, unfinished
from foxkit.players.standard import any_of, best_of
from foxkit.solvers.exact import preference, regrets, result_for, values_after


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
        one_of("losing", self.losing, ("resist", "tempt", "any"))

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move, one of its best at random."""
        position = unfinished(game, state)
        after, player = values_after(position), mover(game, state)
        shares = {move: result_for(found, player) for move, found in after.items()}
        moves = [move for move in shares if shares[move] == max(shares.values())]
        if max(shares.values()) == 0 and self.losing == "any":
            return position.moves[any_of(moves, seed)]
        ranks = []
        for move in moves:
            plies = preference(after[move], player)
            err = chances_to_err(position.play(move)) if plies <= 0 else 0.0
            ranks.append((err, plies) if self.losing == "tempt" else (plies, err))
        return position.moves[best_of(moves, ranks, seed)]
