"""Agents of Battle Sheep: the report's tree search, as printed and as meant, and ours.

The report's tree holds its own moves only: others move in the playouts. That is a game
of its own here, `Solitaire`, so that the one search plays it:

    in the tree      me, me, me, ...            a move as it is
    in a playout     me, the others by number   a move that says so, by `Everybody`

until the player has no move left; its own score is final then.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from foxkit.agents.battle_sheep_starts import DegreesPlayer, is_starting
from foxkit.agents.budget import Budget
from foxkit.agents.evaluations import Standing
from foxkit.agents.players import MctsPlayer, Player
from foxkit.core import inlined
from foxkit.core.entry import redeal
from foxkit.core.game import legal_moves, mover, payoffs, play
from foxkit.core.rng import advance, below
from foxkit.rules.battle_sheep import BOTH, SCORE, BattleSheep
from foxkit.rules.battle_sheep_board import REGION
from foxkit.rules.battle_sheep_state import SheepState, can_slide, sheep_on, splits
from foxkit.search.mcts import CHILDREN, LISTED
from foxkit.search.playout import playout_move
from foxkit.search.session import HIGHEST_BOUND, HIGHEST_VALUE, Search

_PLAYOUT = 1 << 20
"""Added to a move of `Solitaire` that is made in a playout."""


class Solitaire(NamedTuple):
    """Battle Sheep as the report's search sees it: one player's moves, one score.

    Attributes:
        rules: the game.
        me: the player who thinks.
    """

    rules: BattleSheep
    me: int

    @property
    def MAX_MOVES(self) -> int:
        """Return the most moves that a state may have."""
        return self.rules.MAX_MOVES

    def format_move(self, state: SheepState, move: int) -> str:
        """Return a move's text."""
        return self.rules.format_move(state, move)


@mover.register
def _mover(game: Solitaire, state: SheepState) -> int:
    return state.mover


@legal_moves.register
def _legal_moves(game: Solitaire, state: SheepState, moves: np.ndarray) -> int:
    return splits(state, moves)


@play.register
def _play(game: Solitaire, state: SheepState, move: int) -> SheepState:
    after, turn = play(game.rules, state, move & (_PLAYOUT - 1)), game.me
    if move & _PLAYOUT:
        turn = _next(game.me, state.mover)
        while turn != game.me and not can_slide(after, turn):
            turn = _next(game.me, turn)
    return SheepState(after.free, after.owned, after.height, turn)


@inlined
def _next(me: int, player: int) -> int:
    """Return who moves after a player: me, then the others by number, then me."""
    after = 0 if player == me else player + 1
    after += after == me
    return me if after > 3 else after


@payoffs.register
def _payoffs(game: Solitaire, state: SheepState) -> tuple[float, float, float, float]:
    return payoffs(game.rules, state)


class Flock(NamedTuple):
    """A policy of playouts.

    Attributes:
        halves: 1 to split every stack in the middle, wherever it goes.
        everybody: 1 if its moves shall say that they are made in a playout.
    """

    halves: int = 0
    everybody: int = 0


@playout_move.register
def _flock_move(
    policy: Flock, game: Any, state: SheepState, moves: np.ndarray, seed: int
) -> tuple[int, int]:
    seed = advance(seed)
    move = int(moves[below(seed, len(moves))])
    if policy.halves and move & 63:
        move = (move & ~63) | sheep_on(state, move >> 10) // 2
    return move | (_PLAYOUT * policy.everybody), seed


_STANDING = Standing()


@dataclass(frozen=True)
class SheepMcts(MctsPlayer):
    """Monte-Carlo tree search for Battle Sheep.

    What is hidden from the player it imagines, anew for each move.

    Attributes:
        solitaire: whether only the player's own moves are in the tree; a starting cell
            and a pass are chosen with everybody's all the same.
        pays: what a playout counts: RANK, SCORE or BOTH.
        halves: whether playouts split stacks in the middle.
    """

    cutoff: int = -1
    evaluation: Any = _STANDING
    solitaire: bool = False
    pays: int = BOTH
    halves: bool = False

    def _search(self, game: Any, state: Any, seed: int) -> Search:
        game = game._replace(pays=self.pays)
        seen = redeal(game, state, state.mover, seed)
        alone = self.solitaire and can_slide(state, state.mover)
        policy = Flock(int(self.halves), int(alone))
        return Search(
            Solitaire(game, state.mover) if alone else game,
            seen,
            self.evaluation,
            self.settings._replace(policy=policy),
            seed,
            self.budget.simulations or 1000,
        )


@dataclass(frozen=True)
class Shepherd:
    """One player to choose the starting cell, another to move.

    Attributes:
        start: chooses where to start.
        moves: moves from then on.
    """

    start: Player
    moves: Player

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        player = self.start if is_starting(game, state) else self.moves
        return player.choose(game, state, seed)


def exploration(sheep: int = 16) -> float:
    """Return C for payoffs in [-1, 1] that is the report's 1.44 for raw scores.

    The best score of so many sheep is worth 1 and no score -1; UCB1 is the same but for
    a factor and a constant.
    """
    return float(1.44 * 2 / REGION[sheep])


def printed_search(iterations: int = 500) -> SheepMcts:
    """Return the report's search as its listing has it."""
    return SheepMcts(
        Budget(iterations),
        c=exploration(),
        choice=HIGHEST_BOUND,
        order=LISTED,
        parent=CHILDREN,
        solitaire=True,
        pays=SCORE,
    )


def meant_search(iterations: int = 500) -> SheepMcts:
    """Return the report's search as its words have it: all players in the tree.

    "The move that currently has the highest probability to achieve the highest score
    (exploitation)" is the final choice; each player wants a high score.
    """
    return SheepMcts(
        Budget(iterations), c=exploration(), choice=HIGHEST_VALUE, pays=SCORE
    )


def report_player(
    iterations: int = 500, factor: float = 0.0, *, as_printed: bool = True
) -> Shepherd:
    """Return the report's agent.

    Args:
        iterations: of the search for each move.
        factor: of the distance for the starting cell; 0 is DOF.
        as_printed: follow the listing, or the words.
    """
    search = printed_search if as_printed else meant_search
    return Shepherd(DegreesPlayer(factor), search(iterations))
