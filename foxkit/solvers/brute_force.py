"""Solving by brute force, to be read: for any game of two players without cycles.

Source: J. Leslie-Hurd, "Fox & Hounds", section "Solving the Game". The four functions
do no more than what that section says, with a dictionary that remembers what is known.
They are slow; `foxkit.games.fox_hounds.solver` answers alike, for larger boards.
"""

from collections.abc import Iterator
from math import inf

from foxkit.core.entry import mover
from foxkit.core.position import Position
from foxkit.solvers.exact import Value, preference

_WINNER_BY_PAYOFFS = {(1.0, -1.0): 0, (-1.0, 1.0): 1, (0.0, 0.0): None}


def children(position: Position) -> list[Position]:
    """The positions one move later."""
    return [position.play(move) for move in position.moves]


def reachable(start: Position, max_positions: float = inf) -> list[Position]:
    """Every position that play can reach, breadth first, `start` included.

    ValueError where they are more than `max_positions`.
    """
    queue, seen = [start], {start}
    for position in queue:
        fresh = dict.fromkeys(p for p in children(position) if p not in seen)
        queue += fresh
        seen |= fresh.keys()
        if len(queue) > max_positions:
            raise ValueError(
                f"play can reach more than {max_positions:,} positions from here: too "
                "many to look at one by one; begin on a smaller board, or nearer to an "
                "end"
            )
    return queue


def count_games(start: Position) -> int:
    """The number of different games from `start` to an end."""
    ways: dict[Position, int] = {}
    for positions in _by_rounds(start):
        for position, after in positions.items():
            ways[position] = sum(ways[child] for child in after) if after else 1
    return ways[start]


def bottom_up(start: Position) -> Iterator[dict[Position, Value]]:
    """Yield, round by round, the positions that can be given a value, and the values.

    The first round has the finished positions; each later round has those all of whose
    next positions have values already. The player to move picks the best of these, and
    one is added to the number of plies.
    """
    known: dict[Position, Value] = {}
    for positions in _by_rounds(start):
        ready = {
            position: _value_from_children(position, [known[child] for child in after])
            for position, after in positions.items()
        }
        known |= ready
        yield ready


def _by_rounds(start: Position) -> Iterator[dict[Position, list[Position]]]:
    """Yield the positions all of whose next positions came before, with these.

    ValueError where play can come back to where it was.
    """
    seen = set[Position]()
    waiting = {position: children(position) for position in reachable(start)}
    while waiting:
        ready = {p: after for p, after in waiting.items() if seen.issuperset(after)}
        if not ready:
            raise ValueError("play can come back to where it was: use by_distance")
        seen |= ready.keys()
        waiting = {p: after for p, after in waiting.items() if p not in ready}
        yield ready


def by_distance(start: Position) -> Iterator[dict[Position, Value]]:
    """Yield, wave by wave, the positions that are decided in 0, 1, 2, ... plies.

    Here play may come back to where it was: a position is decided as soon as one move
    leads to a win, or every move to a loss. What is in no wave is a draw.
    """
    known: dict[Position, Value] = {}
    waiting = {position: children(position) for position in reachable(start)}
    while True:
        known_after = {p: [known[c] for c in waiting[p] if c in known] for p in waiting}
        ready = {
            position: _value_from_children(position, found)
            for position, found in known_after.items()
            if len(found) == len(waiting[position])
            or any(value.winner == _mover_number(position) for value in found)
        }
        if not ready:
            return
        known |= ready
        waiting = {p: after for p, after in waiting.items() if p not in ready}
        yield ready


def values(start: Position) -> dict[Position, Value]:
    """The value of every position that play can reach."""
    return {p: value for solved in bottom_up(start) for p, value in solved.items()}


def _mover_number(position: Position) -> int:
    """The number of the player to move."""
    return mover(position.game, position.state)


def _value_from_children(position: Position, after: list[Value]) -> Value:
    """A position's value from those after its moves: win soon, or else lose late."""
    if not after:
        paid = tuple((position.outcome or {}).values())
        if paid not in _WINNER_BY_PAYOFFS:
            raise ValueError(
                f"an end pays {paid}: a solver knows wins, draws and losses of two "
                "players"
            )
        return Value(_WINNER_BY_PAYOFFS[paid], 0)
    player = _mover_number(position)
    best = max(after, key=lambda value: (preference(value, player), value.plies))
    return Value(best.winner, (best.plies or 0) + 1)
