"""Retrograde analysis of any game of two players that fits into memory.

    1. Number every position that play can reach, and note where its moves lead.
    2. Go backwards from the ends, wave by wave: in wave n are the positions decided in
       n plies, because one move wins, or because the last of all moves loses.
    3. What no wave reaches is a draw: neither player can force a win.

So play may come back to where it was. A million positions take some ten seconds;
`foxkit.games.wolves.solver` and that of Fox & Hounds number theirs without a search.
"""

from array import array
from threading import RLock
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from foxkit.core import compiled, entry
from foxkit.core.arguments import refuse_former_keywords, whole_number
from foxkit.core.game import legal_moves, mover, observe, play
from foxkit.core.position import (
    Position,
    require_game,
    require_state,
    winner_or_draw_names,
)
from foxkit.core.quoting import quoted
from foxkit.core.versions import current_versions
from foxkit.solvers.exact import Value

MAX_POSITIONS = 5_000_000
"""Positions that `solve` explores at most; one of six moves takes some 430 bytes."""
QUICK_LIMIT = 1_000_000
"""Positions that `value_of` explores at most, which takes some ten seconds."""
NO_WINNER = 2
"""Stands in arrays of winners for a draw, and for what is not decided yet."""

NumMoves: TypeAlias = int
PlayerNumber: TypeAlias = int
Ints = NDArray[Any]


class PositionGraph(NamedTuple):
    """Positions numbered from 0, all that play can reach, and where moves lead."""

    index_of: dict[tuple[int, ...], int]  # of each state
    movers: Ints
    first_child: Ints  # children of p stand from first_child[p] to first_child[p + 1]
    children: Ints
    end_winners: Ints  # of finished positions; NO_WINNER elsewhere


class Solution(NamedTuple):
    """The winner, and the plies to the end, of every position of a graph."""

    game: Any
    graph: PositionGraph  # the positions that it began with come first
    winners: Ints  # by position; NO_WINNER in a draw
    plies: Ints  # to the end, where a player wins

    def value(self, state: Any) -> Value:
        """The value of a state; KeyError for one that play cannot reach."""
        at = self.graph.index_of[tuple(map(int, state))]
        if self.winners[at] == NO_WINNER:
            return Value(None, None)
        return Value(int(self.winners[at]), int(self.plies[at]))

    def summary(self) -> dict[str, Any]:
        """The first position's value, and who wins how many positions."""
        names = winner_or_draw_names(self.game.PLAYERS)
        drawn = self.winners[0] == NO_WINNER
        counts = np.zeros((2, len(names)), int)
        np.add.at(counts, (self.graph.movers, self.winners), 1)
        sides = zip(self.game.PLAYERS, counts.tolist(), strict=True)
        return {
            "positions": len(self.winners),
            "winner": names[self.winners[0]],
            "plies": None if drawn else int(self.plies[0]),
            **{f"{p} to move": dict(zip(names, n, strict=True)) for p, n in sides},
            "longest": int(self.plies.max()),
        }


@compiled
def _write_successors(
    game: Any, state: Any, moves: Ints, successors: Ints
) -> tuple[NumMoves, PlayerNumber]:
    """Write the state after each move as a row of ints; return their number, the mover.

    `moves` is a buffer for a list of moves.
    """
    n = legal_moves(game, state, moves)
    for i in range(n):
        after = play(game, state, int(moves[i]))
        for j in range(len(after)):
            successors[i, j] = after[j]
    return n, int(mover(game, state))


def explore(
    game: Any, *roots: Any, max_positions: int = MAX_POSITIONS
) -> PositionGraph:
    """All positions that play can reach from some states.

    ValueError where they are more than `max_positions`, or end otherwise than by a win
    of one of two players or a draw, or something is hidden.
    """
    require_game(game)
    for root in roots:
        require_state(game, root)
        if type(root) is not type(roots[0]):
            raise ValueError(f"states are of one class, not {quoted(root)} beside")
    max_positions = whole_number("max_positions", max_positions, 1)
    if len(game.PLAYERS) != 2:
        fault = f"{len(game.PLAYERS)} players: there is no best play of more than two"
        raise ValueError(f"{game.NAME} has {fault}")
    if observe.dispatch(type(game)) is not observe.dispatch(object):
        raise ValueError(f"{game.NAME} hides something: its positions have no value")
    _require_states_of_ints(game, roots)
    moves, state_class = entry.move_buffer(game), type(roots[0])
    rows = np.empty((len(moves), len(roots[0])), np.int64)
    index = {tuple(map(int, root)): at for at, root in enumerate(dict.fromkeys(roots))}
    queue, movers, winners = [*index], array("b"), array("b")
    first, children = array("q", [0]), array("i")
    for place in queue:
        state = state_class(*place)
        n, who = _write_successors(game, state, moves, rows)
        for row in map(tuple, rows[:n].tolist()):
            at = index.setdefault(row, len(queue))
            if at == len(queue):
                queue.append(row)
            children.append(at)
        movers.append(who)
        winners.append(NO_WINNER if n else _winner_of_end(game, state))
        first.append(len(children))
        if len(queue) > max_positions:
            raise ValueError(
                f"play can reach more than {max_positions:,} positions: too many to "
                "solve; begin nearer to an end, or with rules that allow fewer"
            )
    arrays = (np.array(each) for each in (movers, first, children, winners))
    return PositionGraph(index, *arrays)


def _require_states_of_ints(game: Any, roots: tuple[Any, ...]) -> None:
    """Raise ValueError for states whose fields are not all ints."""
    for root in roots:
        _require_int_fields(game, root)
        for move in entry.legal_move_codes(game, root).tolist()[:1]:
            _require_int_fields(game, entry.play(game, root, move))


def _require_int_fields(game: Any, state: Any) -> None:
    """Raise ValueError for a state with a field that is no int."""
    if not hasattr(state, "_fields"):
        name = type(game).__name__
        raise ValueError(f"play of {name} returns {quoted(state)} instead of a state")
    for name, value in zip(state._fields, state, strict=True):
        if not isinstance(value, int | np.integer):
            fault = f"a solver knows states of ints alone, not {name} = {value!r}"
            raise ValueError(f"{game.NAME}: {fault}")


def _winner_of_end(game: Any, state: Any) -> int:
    """The winner of a finished state by its payoffs, or `NO_WINNER`."""
    paid = tuple(map(float, entry.payoffs(game, state)))
    known = {(1.0, -1.0): 0, (-1.0, 1.0): 1, (0.0, 0.0): NO_WINNER}
    if paid not in known:
        raise ValueError(f"an end pays {paid}: a solver knows wins, draws and losses")
    return known[paid]


def winners_and_plies(graph: PositionGraph) -> tuple[Ints, Ints]:
    """Each position's winner, and the plies to its end, wave by wave."""
    first, children, movers = graph.first_child, graph.children, graph.movers
    left, winners = np.diff(first), graph.end_winners.copy()  # moves that may not lose
    parents = np.repeat(np.arange(len(left)), left)[np.argsort(children, kind="stable")]
    arrivals = np.bincount(children, minlength=len(left))
    before = arrivals.cumsum() - arrivals  # the first of each position's parents
    plies, wave = np.zeros(len(left), np.int32), np.flatnonzero(winners != NO_WINNER)
    ply = 0
    while wave.size:
        ply += 1
        many = arrivals[wave]
        arrival_indices = np.repeat(before[wave] - many.cumsum() + many, many)
        above = parents[arrival_indices + np.arange(len(arrival_indices))]
        waiting = winners[above] == NO_WINNER
        wins = waiting & (movers[above] == np.repeat(winners[wave], many))
        won = np.unique(above[wins])
        winners[won] = movers[won]
        loses = above[waiting & ~wins]
        np.subtract.at(left, loses, 1)
        lost = np.unique(loses[(left[loses] == 0) & (winners[loses] == NO_WINNER)])
        winners[lost] = 1 - movers[lost]
        wave = np.concatenate([won, lost])
        plies[wave] = ply
    return winners, plies


_solutions: dict[Any, Solution] = {}  # by the game, and the version of a reader's rules
_lock = RLock()


@refuse_former_keywords(most="max_positions")
def solve(game: Any, *states: Any, max_positions: int = MAX_POSITIONS) -> Solution:
    """Solve a small game of two players exactly: who wins each position, and how soon.

    Every position that play can reach is visited, and values are worked out backwards
    from the ends. From then on, boards of this game show the values, and offer a
    perfect player.

    Args:
        game: the rules; nothing may be hidden, and an end is a win of one or a draw.
        states: where play begins; by default the start of the game.
        max_positions: a limit of positions.

    Returns:
        A `Solution`: `value(state)` has the `winner` (0, 1 or None) and the `plies` to
        the end, and `summary()` counts positions.

    Raises:
        ValueError: there are more positions than the limit, or the game is none that
            can be solved so.

    Examples:
        >>> game = FoxHounds(width=4, height=4)
        >>> solution = solve(game)
        >>> solution.summary()["positions"], solution.summary()["winner"]
        (83, 'hounds')
        >>> solution.value(game.start()).plies
        8
    """
    require_game(game)
    rules = game, current_versions(game)
    graph = explore(game, *(states or (game.start(),)), max_positions=max_positions)
    if current_versions(game) != rules[1]:
        raise ValueError(f"{game.NAME} was edited while it was being solved: try again")
    _solutions[rules] = Solution(game, graph, *winners_and_plies(graph))
    return _solutions[rules]


def value_of(game: Any, state: Any, *solved_with: Any) -> Value:
    """The exact value of a state; what play can reach is solved when missing.

    What play can reach from other states, such as the start, is solved with it.
    """
    with _lock:
        if not _is_solved(game, state):
            solve(game, *solved_with, state, max_positions=QUICK_LIMIT)
        return _solutions[game, current_versions(game)].value(state)


def is_quick(game: Any, state: Any) -> bool:
    """Whether a state is solved already."""
    return _is_solved(game, state)


def _is_solved(game: Any, state: Any) -> bool:
    """Whether a state is in a solution that was worked out before."""
    known = _solutions.get((game, current_versions(game)))
    return known is not None and tuple(map(int, state)) in known.graph.index_of


def value(position: Position) -> dict[str, Any]:
    """A position's winner and plies, by the keys of `foxkit value`."""
    exact = value_of(position.game, position.state)
    names = winner_or_draw_names(position.game.PLAYERS)
    who = NO_WINNER if exact.winner is None else exact.winner
    return {"winner": names[who], "plies": exact.plies}
