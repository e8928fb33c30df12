"""The players of the Wolves Eats Sheep report, and what they think of a position.

Source: section 2.1 of the report: alpha-beta, depth 4 for the wolves, 3 for the sheep.

>>> from foxkit.agents.wolves_heuristic import AS_PRINTED
>>> start = "11111/11111/00000/00000/02020 w"
>>> evaluation("11111/11111/00000/02000/00020 s", root=start)
500
>>> analysis(start, AS_PRINTED).best
['41-31', '43-33']
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, NamedTuple

from foxkit.agents.players import any_of
from foxkit.agents.wolves_heuristic import AS_MEANT, DEPTHS, WIN, Switches, heuristic
from foxkit.core.entry import evaluate
from foxkit.rules.position import Position
from foxkit.rules.wolves import AUTHOR, RULES, Wolves, WolvesState
from foxkit.search.deepening import AlphaBeta


class Analysis(NamedTuple):
    """What a player of the report thinks of a position.

    Attributes:
        score: of the best move, for the player to move; 100,000 wins.
        scores: of every move that the player considers.
        best: the moves with the best score.
        chosen: those of them that end the game soonest, if they do; the player takes
            any of them (section 2.1.2: a smaller depth breaks ties, then chance).
        nodes: positions visited.
    """

    score: int
    scores: dict[str, int]
    best: list[str]
    chosen: list[str]
    nodes: int


class Effort(NamedTuple):
    """What a player of the report looks at in one search, without a table.

    Attributes:
        visited: positions.
        pruned: moves that were never entered.
        minimax: positions that plain minimax visits.
        second: who it believes to make the second move.
    """

    visited: int
    pruned: int
    minimax: int
    second: str


def evaluation(
    position: str,
    root: str | None = None,
    switches: Switches = AS_MEANT,
    without: Collection[str] = (),
) -> int:
    """Return the score of a position at the end of a search from a root.

    Args:
        position: its text.
        root: the text of the root, whose player to move is meant; by default the
            position itself.
        switches: the report's deviations.
        without: terms of the evaluation to leave out.

    Returns:
        The score for the root's player; 100,000 or -100,000 if the game is over.

    Raises:
        PositionError: a text is no position.
    """
    now = Position.parse(Wolves(), position)
    org = Position.parse(Wolves(), root or position)
    if now.outcome:
        return round(WIN * now.outcome[org.mover])
    judge = heuristic(org.state, org.state.mover, switches, without)
    return round(WIN * evaluate(judge, now.game, now.state)[org.state.mover])


def _search(
    game: Wolves,
    state: WolvesState,
    switches: Switches,
    without: Collection[str] = (),
    **means: bool,
) -> AlphaBeta:
    """Return a search of the game as a player of the report imagines it."""
    dropped = switches.dropped_step and game.generator == RULES
    generator = AUTHOR if dropped else game.generator
    game = game._replace(
        alternate=int(not switches.turn_bug),
        generator=generator,
        pair_ends=int(switches.pair_ends),
    )
    judge = heuristic(state, state.mover, switches, without)
    return AlphaBeta(game, state, judge, **means)


def _unfinished(text: str) -> Position:
    root = Position.parse(Wolves(), text)
    if root.outcome:
        raise ValueError(f"the game is over in {text!r}: {root.outcome}")
    return root


def analysis(
    position: str,
    switches: Switches = AS_MEANT,
    depth: int | None = None,
    without: Collection[str] = (),
) -> Analysis:
    """Return what a player of the report thinks of a position, the root of its search.

    Args:
        position: its text.
        switches: the report's deviations.
        depth: plies to look ahead; by default 4 for the wolves and 3 for the sheep.
        without: terms of the evaluation to leave out.

    Raises:
        PositionError: the text is no position.
        ValueError: the game is over, or the player believes so.
    """
    root = _unfinished(position)
    depth = depth or DEPTHS[root.state.mover]
    search = _search(root.game, root.state, switches, without)
    values = search.scores(depth)
    if not values:
        raise ValueError(f"the player believes that the game is over in {position!r}")
    top = max(values.values())
    best = [move for move, value in values.items() if value == top]
    chosen = search.soonest(best, depth) if abs(top) >= 1.0 else best
    scores = {move: round(WIN * value) for move, value in values.items()}
    return Analysis(round(WIN * top), scores, best, chosen, search.nodes)


def effort(position: str, switches: Switches = AS_MEANT) -> Effort:
    """Return what a search of the report costs from a position, its root.

    Raises:
        PositionError: the text is no position.
        ValueError: the game is over.
    """
    root = _unfinished(position)
    state, depth = root.state, DEPTHS[root.state.mover]
    search = _search(root.game, state, switches, table=False, killers=False)
    search.search(state, depth)
    second = Position(search.game, state).play(next(iter(root.moves))).mover
    return Effort(search.nodes, search.pruned, search.minimax_nodes(depth), second)


@dataclass(frozen=True)
class ReportPlayer:
    """The report's AI.

    Attributes:
        switches: its deviations.
        depths: plies to look ahead as the wolves and as the sheep.
        without: terms of the evaluation to leave out.

    Where it believes that the game is over (`pair_ends`) the printed search has no move
    at all; any legal one is played, as the report says nothing of it.
    """

    switches: Switches = AS_MEANT
    depths: tuple[int, int] = DEPTHS
    without: tuple[str, ...] = ()

    def choose(self, game: Any, state: Any, seed: int) -> int:
        """Return the code of a legal move, any of those that it thinks best."""
        search = _search(game, state, self.switches, self.without)
        depth = self.depths[state.mover]
        value, moves = search.best(depth)
        if abs(value) >= 1.0:
            moves = search.soonest(moves, depth)
        legal = Position(game, state).moves
        return legal[any_of(moves or [*legal], seed)]
