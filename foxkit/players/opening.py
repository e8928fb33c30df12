"""Openings: the first plies of a game, the same for all games of a block.

    block 7, Opening(3)      ply 1, 2, 3            from ply 4 on
    rotation 0               30-40 64-54 22-32      A against B
    rotation 1               30-40 64-54 22-32      B against A

Games that all begin in one position are few lines between strong players. Those that
begin after different openings say more of the game.
"""

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from foxkit.core.arguments import set_frozen_fields, whole_number
from foxkit.core.entry import play
from foxkit.core.position import Position
from foxkit.core.rng import advance, below, mix, salt
from foxkit.core.stopping import raise_if_stopped
from foxkit.players.standard import MctsPlayer, Player, legal_move_index, require_player

MAX_OPENING_PLIES = 1_000
"""Plies of an opening, at most."""
ATTEMPTS = 100
"""How often an opening is drawn at most, until it leaves a choice of moves."""


@dataclass(frozen=True)
class Opening:
    """The first plies of a match's games, which no player of the match chooses.

    All games of a block begin with the same plies, other blocks with others. A player
    that searches a tree (an `MctsPlayer`) draws each move in proportion to the visits
    of a fresh search. Any other player plays its move.

    Attributes:
        plies: how many.
        player: who plays them for all sides. None is the default player of the game,
            with 300 simulations; `match` puts it here.

    Examples:
        >>> some = Opening(4, RandomPlayer())
        >>> match(HareHounds(), RandomPlayer(), opening=some).opening.plies
        4
    """

    plies: int
    player: Player | None = None

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        set_frozen_fields(
            self, plies=whole_number("plies", self.plies, 0, MAX_OPENING_PLIES)
        )
        if self.player is not None:
            require_player(self.player)

    def draw_move_indices(self, game: Any, seed: int) -> tuple[int, ...]:
        """The moves of an opening, each as its index in the list of legal moves.

        An opening after which the game is over, or leaves a single move, is drawn
        again.

        Raises:
            ValueError: no attempt left a choice.
        """
        for attempt in range(ATTEMPTS):
            if (
                moves := self._draw_move_indices_once(game, mix(seed, attempt))
            ) is not None:
                return moves
        raise ValueError(
            f"no opening of {self.plies} plies: {ATTEMPTS} times {game.NAME} was over "
            "after it, or left a single legal move; let it have fewer plies, or "
            "another player"
        )

    def _draw_move_indices_once(self, game: Any, seed: int) -> tuple[int, ...] | None:
        """Such moves of one attempt; None where no choice of moves is left after it."""
        if self.plies >= getattr(game, "GAME_LIMIT", inf):
            return None
        position, moves = Position.start(game), list[int]()
        for ply in range(self.plies):
            raise_if_stopped()
            if not len(position.codes):
                return None
            moves.append(self._draw_move_index(position, mix(seed, ply)))
            move = int(position.codes[moves[-1]])
            position = Position(game, play(game, position.state, move))
        return tuple(moves) if len(position.codes) > 1 else None

    def _draw_move_index(self, position: Position, seed: int) -> int:
        """The index of the next move in the list of legal moves."""
        player, game, state = self.player, position.game, position.state
        if player is None:
            raise ValueError(
                "an opening has no player before it is part of a match: match(…)"
            )
        if len(position.codes) == 1:
            return 0
        if isinstance(player, MctsPlayer):
            search = player.think(game, state, seed)
            visits = {child.move: child.visits for child in search.children()}
            search.release()
            weights = [visits.get(text, 0) for text in position.moves]
            if total := sum(weights):
                drawn = below(advance(mix(seed, salt("opening move"))), total)
                ends = np.cumsum(weights)
                at = int(np.searchsorted(ends, drawn, side="right"))
                return legal_move_index(
                    position, player, [*position.moves.values()][at]
                )
        return legal_move_index(position, player, player.choose(game, state, seed))
