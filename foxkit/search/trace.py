"""Simulations one by one: the moves that each follows, and its result."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from foxkit.core.arguments import whole_number
from foxkit.core.entry import mover, play
from foxkit.core.quoting import quoted
from foxkit.search.belief import is_certain
from foxkit.search.session import MAX_SIMULATIONS, Search
from foxkit.search.tree import DEPTH, NODES


@dataclass(frozen=True)
class PathMove:
    """A move on the path of a simulation from the root."""

    player: str  # who made it
    move: str  # its text


@dataclass(frozen=True)
class Simulation:
    """One simulation of a search."""

    number: int  # 1 for the first simulation of the tree
    path: list[PathMove]  # the moves followed, from the root
    result: float  # what was backed up, for the player of the path's last move


def iter_simulations(search: Search, simulations: int) -> Iterator[Simulation]:
    """Run a search one simulation at a time, and yield what each of them did.

    Args:
        search: a `Search`, which goes on from where it is.
        simulations: how many to run.

    Yields:
        A `Simulation`: its `number`, the `path` of moves from the root, each with its
        player, and its `result` for the player of the last move.

    Raises:
        ValueError: the search has a belief, so that its paths fit no single state.

    Examples:
        >>> game = FoxGame()
        >>> search = Search(game, game.start(), FoxHeuristic(), seed=1)
        >>> for each in iter_simulations(search, 2):
        ...     print(each.number, [choice.player for choice in each.path])
        1 ['sheep']
        2 ['sheep', 'foxes']
    """
    if not isinstance(search, Search):
        raise ValueError(f"search is a Search(…), not {quoted(search)}")
    simulations = whole_number("simulations", simulations, 0, MAX_SIMULATIONS)
    if not is_certain(search.settings.belief):
        raise ValueError("a search with a belief cannot be taken apart")
    game = search.game
    for _ in range(simulations):
        state, node, path = search.state, 0, list[PathMove]()
        before: Any = search.tree.value_sum[: search.tree.size[NODES]].copy()
        tree = search.run(1).tree
        for node in tree.path[: tree.size[DEPTH]].tolist():
            move = int(tree.move[node])
            player = game.PLAYERS[mover(game, state)]
            path.append(PathMove(player, game.format_move(state, move)))
            state = play(game, state, move)
        earlier = before[node] if tree.visits[node] > 1 else 0.0
        result = float(tree.value_sum[node] - earlier)
        yield Simulation(search.simulations, path, result)
