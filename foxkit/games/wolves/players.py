"""The players of the Wolves Eats Sheep report, and what they think of a position.

Source: section 2.1 of the report: alpha-beta, depth 4 for the wolves, 3 for the sheep.

>>> from foxkit.games.wolves.evaluation import AS_PRINTED
>>> start = "11111/11111/00000/00000/02020 w"
>>> score_of("11111/11111/00000/02000/00020 s", root=start)
500
>>> score_moves(start, AS_PRINTED).best
['41-31', '43-33']
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from foxkit.core.arguments import one_of, set_frozen_fields, whole_number
from foxkit.core.entry import evaluate
from foxkit.core.former import refuses_former_names
from foxkit.core.position import Position, require_unfinished
from foxkit.core.quoting import quoted
from foxkit.games.wolves.evaluation import (
    AS_MEANT,
    DEPTHS,
    TERMS,
    WIN,
    ReportBugs,
    heuristic,
)
from foxkit.games.wolves.rules import AUTHOR, RULES, Wolves, WolvesState
from foxkit.players.standard import random_one_of
from foxkit.search.deepening import AlphaBeta
from foxkit.search.perft import MAX_DEPTH

if not TYPE_CHECKING:
    __getattr__ = refuses_former_names(
        __name__,
        {
            "analysis": "score_moves",
        },
    )


class ScoredMoves(NamedTuple):
    """The report player's scores of the moves of a position.

    It takes any of the moves in `chosen` (section 2.1.2: a smaller depth breaks ties,
    then chance).
    """

    score: int  # of the best move, for the player to move; 100,000 wins
    scores: dict[str, int]  # of every move that the player considers
    best: list[str]  # the moves with the best score
    chosen: list[str]  # those of them that end the game soonest, if they do
    nodes: int  # positions visited


def score_of(
    position: str,
    root: str | None = None,
    bugs: ReportBugs = AS_MEANT,
    without: Collection[str] = (),
) -> int:
    """The score of a position, for the player to move at the search's root.

    The root is the position itself unless another is given. A game that is over scores
    100,000 or -100,000. `without` names terms of the evaluation to leave out.
    """
    searched_position = Position.parse(Wolves(), position)
    root_position = Position.parse(Wolves(), root or position)
    if searched_position.outcome:
        return round(WIN * searched_position.outcome[root_position.mover])
    wolves_heuristic = heuristic(
        root_position.state, root_position.state.mover, bugs, without
    )
    return round(
        WIN
        * evaluate(wolves_heuristic, searched_position.game, searched_position.state)[
            root_position.state.mover
        ]
    )


def report_search(
    game: Wolves,
    state: WolvesState,
    bugs: ReportBugs,
    without: Collection[str] = (),
    **search_options: bool,
) -> AlphaBeta:
    """A search of the game as a player of the report imagines it."""
    if bugs.dropped_step and game.generator == RULES:
        game = game._replace(generator=AUTHOR)
    alternate, pair_ends = int(not bugs.turn_bug), int(bugs.pair_ends)
    game = game._replace(alternate=alternate, pair_ends=pair_ends)
    wolves_heuristic = heuristic(state, state.mover, bugs, without)
    return AlphaBeta(game, state, wolves_heuristic, **search_options)


def score_moves(
    position: str,
    bugs: ReportBugs = AS_MEANT,
    depth: int | None = None,
    without: Collection[str] = (),
) -> ScoredMoves:
    """The scores that a player of the report gives the moves of a position.

    Its usual depth is 4 plies for the wolves and 3 for the sheep; `without` names terms
    of the evaluation to leave out. ValueError where the game is over, or the player
    believes so.
    """
    root = Position.parse(Wolves(), position)
    if root.outcome:
        raise ValueError(f"the game is over in {position!r}: {root.outcome}")
    depth = depth or DEPTHS[root.state.mover]
    search = report_search(root.game, root.state, bugs, without)
    values = search.scores(depth)
    if not values:
        raise ValueError(f"the player believes that the game is over in {position!r}")
    top = max(values.values())
    best = [move for move, value in values.items() if value == top]
    chosen = search.moves_ending_soonest(best, depth) if abs(top) >= 1.0 else best
    scores = {move: round(WIN * value) for move, value in values.items()}
    return ScoredMoves(round(WIN * top), scores, best, chosen, search.nodes)


@dataclass(frozen=True)
class ReportPlayer:
    """The report's AI.

    Where it believes that the game is over (`pair_ends`) the printed search has no move
    at all; any legal one is played, as the report says nothing of it.
    """

    bugs: ReportBugs = AS_MEANT
    depths: tuple[int, int] = DEPTHS  # plies to look ahead as the wolves, as the sheep
    without: tuple[str, ...] = ()  # terms of the evaluation to leave out

    def __post_init__(self) -> None:
        """Check the fields; ValueError for a wrong one."""
        if not isinstance(self.depths, tuple | list) or len(self.depths) != 2:
            raise ValueError(f"depths are two numbers, not {quoted(self.depths)}")
        depths = (whole_number("depths", x, 1, MAX_DEPTH) for x in self.depths)
        for term in self.without:
            one_of("without", term, TERMS)
        set_frozen_fields(self, depths=tuple(depths), without=tuple(self.without))

    def choose(self, game: Wolves, state: WolvesState, seed: int) -> int:
        """The code of a legal move, any of those that it thinks best."""
        legal = require_unfinished(game, state).moves
        search = report_search(game, state, self.bugs, self.without)
        depth = self.depths[state.mover]
        value, moves = search.best(depth)
        if abs(value) >= 1.0:
            moves = search.moves_ending_soonest(moves, depth)
        return legal[random_one_of(moves or [*legal], seed)]
