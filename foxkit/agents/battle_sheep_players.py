"""Agents of Battle Sheep: the report's tree search, as printed and as meant, and ours.

The report's tree holds its own moves only: others move in the playouts. That is a game
of its own here, `OwnMovesOnly`, so that the one search plays it:

    in the tree      me, me, me, ...            a move as it is
    in a playout     me, the others by number   a move that says so, by `Marked`

until the player has no move left; its own score is final then.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from foxkit.agents.battle_sheep_policies import IN_PLAYOUT, Marked, NarrowFirst
from foxkit.agents.battle_sheep_starts import DegreesPlayer, freest, is_starting
from foxkit.agents.budget import Budget
from foxkit.agents.evaluations import CurrentPayoffs
from foxkit.agents.players import MctsPlayer, Player
from foxkit.core import inlined
from foxkit.core.entry import redeal
from foxkit.core.game import legal_moves, payoffs, play
from foxkit.core.rng import mix, salt
from foxkit.rules.battle_sheep import BOTH, PASS, SCORE, BattleSheep
from foxkit.rules.battle_sheep_board import REGION, is_empty
from foxkit.rules.battle_sheep_state import SheepState, can_slide, splits
from foxkit.search.mcts import CHILDREN, LISTED
from foxkit.search.session import HIGHEST_BOUND, HIGHEST_VALUE, Search


class SearchedGame(NamedTuple):
    """Battle Sheep as one player sees it.

    Attributes:
        rules: the game.
        me: the player who thinks.
        foresees: 1 if the others are known to start by DOF.
    """

    rules: BattleSheep
    me: int
    foresees: int = 0

    @property
    def MAX_MOVES(self) -> int:
        """Return the most moves that a state may have."""
        return self.rules.MAX_MOVES

    def format_move(self, state: SheepState, move: int) -> str:
        """Return a move's text."""
        return self.rules.format_move(state, move)


@payoffs.register
def _payoffs(
    game: SearchedGame, state: SheepState
) -> tuple[float, float, float, float]:
    return payoffs(game.rules, state)


class WithoutPasses(SearchedGame):
    """The game without passes, and without the starts of others that are foreseen."""

    __slots__ = ()


@legal_moves.register
def _all_moves(game: WithoutPasses, state: SheepState, moves: np.ndarray) -> int:
    return legal_moves(game.rules, state, moves)


@play.register
def _play_on(game: WithoutPasses, state: SheepState, move: int) -> SheepState:
    state, left = play(game.rules, state, move), 4
    while left and not can_slide(state, state.mover):
        move = PASS
        if is_empty(state.owned[state.mover]):
            cell = freest(game.rules, state) if game.foresees else -1
            if cell < 0:
                break
            move = cell << 10
        state, left = play(game.rules, state, move), left - 1
    return state


class OwnMovesOnly(SearchedGame):
    """The game as the report's search sees it: one player's moves, one score."""

    __slots__ = ()


@legal_moves.register
def _legal_moves(game: OwnMovesOnly, state: SheepState, moves: np.ndarray) -> int:
    return splits(state, moves)


@play.register
def _play(game: OwnMovesOnly, state: SheepState, move: int) -> SheepState:
    after, turn = play(game.rules, state, move & (IN_PLAYOUT - 1)), game.me
    if move & IN_PLAYOUT:
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


WEIGHT = 1.44
"""What the report's listing weighs exploration with, beside raw scores."""
ITERATIONS = 500
"""Of a search for a move, in the report."""
_STANDING = CurrentPayoffs()


@dataclass(frozen=True)
class SheepMcts(MctsPlayer):
    """Monte-Carlo tree search for Battle Sheep.

    What is hidden from the player it imagines, anew for each move.

    Attributes:
        solitaire: whether only the player's own moves are in the tree; a starting cell
            and a pass are chosen with everybody's all the same.
        pays: what a playout counts: RANK, SCORE or BOTH.
        skips_passes: whether passes are left out, see `WithoutPasses`.
        foresees: whether it does so, and takes it that the others start by DOF.
    """

    cutoff: int = -1
    evaluation: Any = _STANDING
    solitaire: bool = False
    pays: int = BOTH
    skips_passes: bool = False
    foresees: bool = False

    def _imagined(self, game: Any, state: Any) -> Any:
        """Return the game as the search sees it."""
        if self.solitaire and can_slide(state, state.mover):
            return OwnMovesOnly(game, state.mover)
        if self.skips_passes or self.foresees:
            return WithoutPasses(game, state.mover, int(self.foresees))
        return game

    def _search(self, game: Any, state: Any, seed: int) -> Search:
        game = game._replace(pays=self.pays)
        imagined = self._imagined(game, state)
        alone = isinstance(imagined, OwnMovesOnly)
        policy = Marked(self.policy) if alone else self.policy
        return Search(
            imagined,
            redeal(game, state, state.mover, mix(seed, salt("redeal"))),
            self.evaluation,
            self.settings._replace(policy=policy),
            seed,
            self.budget.simulations or 1000,
        )


@dataclass(frozen=True)
class ByPhase:
    """One player to choose the starting cell, another to move."""

    start: Player
    moves: Player

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move."""
        if not (is_starting(game, state) or can_slide(state, state.mover)):
            return PASS  # with stacks dealt anew the game might be over
        player = self.start if is_starting(game, state) else self.moves
        return player.choose(game, state, seed)


def report_c(sheep: int = 16) -> float:
    """Return C for payoffs in [-1, 1] that is the report's 1.44 for raw scores.

    The best score of so many sheep is worth 1 and no score -1; UCB1 is the same but for
    a factor and a constant.
    """
    return float(WEIGHT * 2 / REGION[sheep])


def printed_search(iterations: int = ITERATIONS) -> SheepMcts:
    """Return the report's search as its listing has it."""
    return SheepMcts(
        Budget(iterations),
        c=report_c(),
        choice=HIGHEST_BOUND,
        order=LISTED,
        parent=CHILDREN,
        solitaire=True,
        pays=SCORE,
    )


def meant_search(iterations: int = ITERATIONS) -> SheepMcts:
    """Return the report's search as its words have it: all players in the tree.

    "The move that currently has the highest probability to achieve the highest score
    (exploitation)" is the final choice; each player wants a high score.
    """
    return SheepMcts(Budget(iterations), c=report_c(), choice=HIGHEST_VALUE, pays=SCORE)


def report_player(
    iterations: int = ITERATIONS, factor: float = 0.0, *, as_printed: bool = True
) -> ByPhase:
    """Return the report's agent.

    Args:
        iterations: of the search for each move.
        factor: of the distance for the starting cell; 0 is DOF.
        as_printed: follow the listing, or the words.
    """
    search = printed_search if as_printed else meant_search
    return ByPhase(DegreesPlayer(factor), search(iterations))


def our_player(
    iterations: int = ITERATIONS, playouts: int = 2000, *, foresees: bool = True
) -> ByPhase:
    """Return our agent.

    Args:
        iterations: of the search for each move.
        playouts: for the starting cell.
        foresees: take it that the others start by DOF, as the report's agents do.
    """
    moves = SheepMcts(
        Budget(iterations), c=0.3, policy=NarrowFirst(), skips_passes=True
    )
    return ByPhase(replace(moves, budget=Budget(playouts), foresees=foresees), moves)
