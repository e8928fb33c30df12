"""Agents of Battle Sheep: the report's tree search, as printed and as meant, and ours.

The report's tree holds its own moves only: others move in the playouts. That is a game
of its own here, `OwnMovesOnly`, so that the one search plays it:

    in the tree      me, me, me, ...            a move as it is
    in a playout     me, the others by number   a `MarkedPlayoutMoves` move, marked

until the player has no move left; its own score is final then.
"""

from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from foxkit.core.arguments import set_frozen_fields, whole_number
from foxkit.core.entry import resample_hidden
from foxkit.core.game import MoveBuffer, legal_moves, payoffs, play
from foxkit.core.generic import compared_by_class
from foxkit.core.position import require_unfinished
from foxkit.core.rng import mix, salt
from foxkit.games.battle_sheep.geometry import SCORE_OF_REGION, is_empty
from foxkit.games.battle_sheep.policies import (
    PLAYOUT_MOVE_FLAG,
    MarkedPlayoutMoves,
    NarrowFirst,
)
from foxkit.games.battle_sheep.rules import (
    BOTH,
    PASS,
    RANK,
    SCORE,
    BattleSheep,
    SheepState,
    can_slide,
    write_slides,
)
from foxkit.games.battle_sheep.starts import DegreesPlayer, best_start, is_starting
from foxkit.players.budget import Budget
from foxkit.players.evaluations import CurrentPayoffs
from foxkit.players.standard import MctsPlayer, Player, require_player
from foxkit.search.mcts import CHILDREN, LISTED, Settings
from foxkit.search.session import (
    HIGHEST_BOUND,
    HIGHEST_VALUE,
    MOST_VISITED,
    FinalChoice,
    Search,
)


@compared_by_class
class SearchedGame(NamedTuple):
    """Battle Sheep as the search of one player takes it."""

    rules: BattleSheep
    me: int  # the player who thinks
    foresees: int = 0  # 1 if the others are known to start by DOF

    @property
    def MAX_MOVES(self) -> int:
        """The most moves that a state may have."""
        return self.rules.MAX_MOVES

    def format_move(self, state: SheepState, move: int) -> str:
        """A move's text."""
        return self.rules.format_move(state, move)


@payoffs.register
def _payoffs(game: SearchedGame, state: SheepState) -> Any:
    """The payoffs of the game itself."""
    return payoffs(game.rules, state)


class WithoutPasses(SearchedGame):
    """The game without passes, and without the starts of others that are foreseen."""

    __slots__ = ()


@legal_moves.register
def _legal_moves_of_rules(
    game: WithoutPasses, state: SheepState, moves: MoveBuffer
) -> int:
    """The moves of the game itself."""
    return legal_moves(game.rules, state, moves)


@play.register
def _play_without_passes(
    game: WithoutPasses, state: SheepState, move: int
) -> SheepState:
    """The state after a move, and after passes and foreseen starts that follow it."""
    state, left = play(game.rules, state, move), 4
    while left and not can_slide(state, state.mover):
        move = PASS
        if is_empty(state.owned[state.mover]):
            cell = best_start(game.rules, state, 0.0) if game.foresees else -1
            if cell < 0:
                break
            move = cell << 10
        state, left = play(game.rules, state, move), left - 1
    return state


class OwnMovesOnly(SearchedGame):
    """The game as the report's search sees it: one player's moves, one score."""

    __slots__ = ()


@legal_moves.register
def _legal_moves(game: OwnMovesOnly, state: SheepState, moves: MoveBuffer) -> int:
    """Write the slides of the mover, and neither starts nor passes; return how many."""
    return write_slides(state, moves)


@play.register
def _play(game: OwnMovesOnly, state: SheepState, move: int) -> SheepState:
    """The state after a move; in playouts the others move, too, by number."""
    after, turn = play(game.rules, state, move & (PLAYOUT_MOVE_FLAG - 1)), game.me
    if move & PLAYOUT_MOVE_FLAG:  # then the others by number, if they can
        other = 0 if state.mover == game.me else state.mover + 1
        while other < 4 and (other == game.me or not can_slide(after, other)):
            other += 1
        turn = other if other < 4 else turn
    return SheepState(after.free, after.owned, after.height, turn)


EXPLORATION_WEIGHT = 1.44
"""What the report's listing weighs exploration with, beside raw scores."""
ITERATIONS = 500
"""Of a search for a move, in the report."""
_CURRENT_PAYOFFS = CurrentPayoffs()
_TO_THE_END = Settings(cutoff=-1)


@dataclass(frozen=True, init=False, repr=False)
class SheepMcts(MctsPlayer):
    """Monte-Carlo tree search for Battle Sheep.

    What is hidden from the player it imagines, anew for each move. A starting cell and
    a pass are always chosen with everybody's moves in the tree.

    Attributes:
        solitaire: whether only its own moves are in the tree.
        pays: what a playout counts: RANK, SCORE or BOTH.
        skips_passes: whether passes are left out, see `WithoutPasses`.
        foresees: the same, and the others are taken to start by DOF.
    """

    evaluation: Any = _CURRENT_PAYOFFS
    settings: Settings = field(default=_TO_THE_END, metadata={"flat": True})
    solitaire: bool = False
    pays: int = BOTH
    skips_passes: bool = False
    foresees: bool = False

    def __init__(
        self,
        budget: Budget,
        evaluation: Any = _CURRENT_PAYOFFS,
        settings: Settings | None = None,
        choice: FinalChoice = MOST_VISITED,
        *,
        solitaire: bool = False,
        pays: int = BOTH,
        skips_passes: bool = False,
        foresees: bool = False,
        **changes: Any,
    ) -> None:
        """As for `MctsPlayer`, with the fields of this class."""
        set_frozen_fields(
            self,
            solitaire=solitaire,
            pays=whole_number("pays", pays, RANK, BOTH),
            skips_passes=skips_passes,
            foresees=foresees,
        )
        super().__init__(budget, evaluation, settings, choice, **changes)

    def new_search(self, game: BattleSheep, state: SheepState, seed: int) -> Search:
        """A search that has not begun, of the game as this player takes it."""
        game = game._replace(pays=self.pays)
        imagined: Any = game
        settings, me = self.settings, state.mover
        if self.solitaire and can_slide(state, me):
            imagined = OwnMovesOnly(game, me)
            settings = settings._replace(policy=MarkedPlayoutMoves(self.policy))
        elif self.skips_passes or self.foresees:
            imagined = WithoutPasses(game, me, int(self.foresees))
        dealt = resample_hidden(game, state, me, mix(seed, salt("redeal")))
        expected = self.expected_simulations
        return Search(imagined, dealt, self.evaluation, settings, seed, expected)


@dataclass(frozen=True)
class ByPhase:
    """One player to choose the starting cell, another to move."""

    start: Player
    moves: Player

    def __post_init__(self) -> None:
        """Check the players; ValueError for a value that is none."""
        require_player(self.start, "start")
        require_player(self.moves, "moves")

    def choose(self, game: BattleSheep, state: SheepState, seed: int) -> int:
        """The code of a legal move."""
        require_unfinished(game, state)
        if is_starting(game, state):
            return self.start.choose(game, state, seed)
        if not can_slide(state, state.mover):
            return PASS  # with stacks dealt anew the game might be over
        return self.moves.choose(game, state, seed)


def report_c(sheep: int = 16) -> float:
    """C for payoffs in [-1, 1] that is the report's 1.44 for raw scores.

    The best score of so many sheep is worth 1 and no score -1; UCB1 is the same but for
    a factor and a constant.
    """
    return float(EXPLORATION_WEIGHT * 2 / SCORE_OF_REGION[sheep])


def search_as_printed(iterations: int = ITERATIONS) -> SheepMcts:
    """The report's search as its listing has it."""
    return SheepMcts(
        Budget(iterations),
        c=report_c(),
        choice=HIGHEST_BOUND,
        tie_break=LISTED,
        parent_visits_from=CHILDREN,
        solitaire=True,
        pays=SCORE,
    )


def search_as_meant(iterations: int = ITERATIONS) -> SheepMcts:
    """The report's search as its words have it: all players in the tree.

    "The move that currently has the highest probability to achieve the highest score
    (exploitation)" is the final choice; each player wants a high score.
    """
    return SheepMcts(Budget(iterations), c=report_c(), choice=HIGHEST_VALUE, pays=SCORE)


def report_player(
    iterations: int = ITERATIONS, factor: float = 0.0, *, as_printed: bool = True
) -> ByPhase:
    """The report's agent, which follows its listing or its words.

    `factor` is that of the distance for the starting cell; 0 is DOF.
    """
    search = search_as_printed if as_printed else search_as_meant
    return ByPhase(DegreesPlayer(factor), search(iterations))


def our_player(
    iterations: int = ITERATIONS, playouts: int = 2000, *, foresees: bool = True
) -> ByPhase:
    """Our agent; `playouts` are for the starting cell.

    If it `foresees`, it takes it that the others start by DOF, as the report's agents.
    """
    moves = SheepMcts(
        Budget(iterations), c=0.3, policy=NarrowFirst(), skips_passes=True
    )
    return ByPhase(replace(moves, budget=Budget(playouts), foresees=foresees), moves)
