"""Wolves players that err, and games that begin after an opening kept even."""

from dataclasses import dataclass
from typing import ClassVar

from foxkit.core.arguments import real_number, set_frozen_fields, whole_number
from foxkit.core.position import Position, require_game, require_unfinished
from foxkit.core.rng import below, mix
from foxkit.games.wolves.rules import Wolves, WolvesState
from foxkit.players.standard import (
    Player,
    random_one_of,
    require_player,
    seed_for_inner_player,
)
from foxkit.solvers.exact import regrets

_DEFAULT_RULES = Wolves()


@dataclass(frozen=True)
class FuzzyPlayer:
    """Play as `player` does, but for a share `fuzz` of moves at random."""

    player: Player
    fuzz: float

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        require_player(self.player)
        set_frozen_fields(self, fuzz=real_number("fuzz", self.fuzz, 0, 1))

    def choose(self, game: Wolves, state: WolvesState, seed: int) -> int:
        """The code of a legal move."""
        if below(mix(seed, 2), 1 << 30) < self.fuzz * (1 << 30):
            position = require_unfinished(game, state)
            return position.moves[random_one_of(list(position.moves), seed)]
        return self.player.choose(game, state, seed_for_inner_player(self.player, seed))


@dataclass(frozen=True)
class OpenedGame:
    """A game that begins after random moves which keep the exact value.

    Between two copies of a program that has few choices, games from the start are
    mostly the same for many plies; these are not.
    """

    game: Wolves = _DEFAULT_RULES
    plies: int = 8  # that are played first, an even number, so that the wolves begin

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        require_game(self.game)
        set_frozen_fields(self, plies=whole_number("plies", self.plies, 0, 1_000))

    NAME: ClassVar = Wolves.NAME
    PLAYERS: ClassVar = Wolves.PLAYERS
    MAX_MOVES: ClassVar = Wolves.MAX_MOVES

    def rule_columns(self) -> dict[str, int]:
        """The rules as columns of a table, and the plies of the opening."""
        return self.game.rule_columns() | {"opening": self.plies}

    def start(self) -> WolvesState:
        """The state before the opening."""
        return self.game.start()

    def with_deal(self, seed: int) -> Wolves:
        """The game of a block, beginning after its opening.

        The players' streams are numbered from the same seed, by seat instead of by ply.
        Stored games depend on it; no draw is shared, because a player's seeds are mixed
        once more, by the ply of the game.
        """
        position = Position.start(self.game)
        for ply in range(self.plies):
            kept = [move for move, lost in regrets(position).items() if not lost]
            position = position.play(random_one_of(kept, mix(seed, ply)))
        wolves, sheep, _ = position.state
        return self.game._replace(wolves=wolves, sheep=sheep)
