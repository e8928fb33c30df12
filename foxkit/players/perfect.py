"""A perfect player of any solved game, by its exact values."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from foxkit.core.arguments import one_of
from foxkit.core.entry import mover
from foxkit.core.position import Position, require_unfinished
from foxkit.players.standard import random_best_of, random_one_of
from foxkit.solvers.exact import preference, regrets, result_for, values_after

LosingStyle = Literal["resist", "tempt", "any"]


def share_of_mistakes(position: Position) -> float:
    """The share of the legal moves that give away part of the result."""
    losses = regrets(position).values()
    return sum(map(bool, losses)) / len(losses) if losses else 0.0


@dataclass(frozen=True)
class PerfectPlayer:
    """The quickest win; in a draw or a lost game the move that is hardest to answer.

    Attributes:
        losing: its move in a lost game. "resist": the longest resistance, then the
            most chances to err for the other side; "tempt": the other way round;
            "any": a random move.
    """

    losing: LosingStyle = "resist"

    def __post_init__(self) -> None:
        """Check the field; ValueError for another text."""
        one_of("losing", self.losing, get_args(LosingStyle))

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """The code of a legal move, a random one of its best."""
        position = require_unfinished(game, state)
        after, player = values_after(position), mover(game, state)
        shares = {move: result_for(value, player) for move, value in after.items()}
        moves = [move for move in shares if shares[move] == max(shares.values())]
        if max(shares.values()) == 0 and self.losing == "any":
            return position.moves[random_one_of(moves, seed)]
        ranks = []
        for move in moves:
            plies = preference(after[move], player)
            err = share_of_mistakes(position.play(move)) if plies <= 0 else 0.0
            ranks.append((err, plies) if self.losing == "tempt" else (plies, err))
        return position.moves[random_best_of(moves, ranks, seed)]
