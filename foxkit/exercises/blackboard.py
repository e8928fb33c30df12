"""Six searches in plain Python: as they should be, and with their usual slips.

Each takes a `slip`, the name of one mistake; without one it is right. So a check can
say of a reader's function what it does: the same as this one with that slip. None is
fast, and all want nothing of a position but `moves`, `play`, `mover` and `outcome`.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from math import inf, log, log2, log10, sqrt
from typing import Any

from foxkit.core.rng import advance, below, mix

Payoffs = dict[str, float]
Draw = Callable[[int], int]
"""A function of n that returns a random number from 0 to n - 1."""


def draws(seed: int) -> Draw:
    """Return a stream of random numbers."""
    stream = mix(seed, 0)

    def draw(n: int) -> int:
        nonlocal stream
        stream = advance(stream)
        return int(below(stream, n))

    return draw


Decided = dict[Any, tuple[str, int]]
"""The winner of positions, and the plies to the end."""


def ucb1(
    mean: float, visits: int, parent_visits: int, c: float = 1.0, slip: str = ""
) -> float:
    """Return how promising a child is: its mean result, plus a bonus for the rare."""
    if visits == 0:
        return inf
    own, above = visits, parent_visits
    bonus: dict[str, Callable[[], float]] = {
        "own visits": lambda: c * sqrt(log(own) / own),
        "swapped": lambda: c * sqrt(log(own) / above),
        "log10": lambda: c * sqrt(log10(above) / own),
        "log2": lambda: c * sqrt(log2(above) / own),
        "no logarithm": lambda: c * sqrt(above / own),
        "no root": lambda: c * log(above) / own,
        "root of the logarithm": lambda: c * sqrt(log(above)) / own,
        "c in the root": lambda: sqrt(c * log(above) / own),
        "no c": lambda: sqrt(log(above) / own),
        "two": lambda: c * sqrt(2 * log(above) / own),
        "minus": lambda: -c * sqrt(log(above) / own),
        "mean alone": lambda: 0.0,
    }
    usual = c * sqrt(log(above) / own)
    first = {"no mean": 0.0, "mean of the mean": mean / own}.get(slip, mean)
    return first + (bonus[slip]() if slip in bonus else usual)


def mcts(
    position: Any, simulations: int, ucb1: Any, draw: Draw, slip: str = ""
) -> dict[str, int]:
    """Return how often Monte-Carlo tree search has tried each move.

    A node is known by the moves that lead there. A simulation goes down to a node that
    nobody has visited, by the largest UCB1, of equals the first; from there it plays on
    at random; and the result counts for every node on its way, as seen by the player
    who moved there. With the slip "root first" it plays the first one from the root.
    """
    visits: Counter[Any] = Counter()
    total: Any = Counter()
    root: Any = ()
    for number in range(simulations):
        here, node, line = position, root, [(root, "")]
        fresh = slip == "root first" and number == 0
        while here.moves and not fresh:
            children = [(*node, move) for move in here.moves]
            asked = (_asked(visits, total, child, node, slip) for child in children)
            scores = [ucb1(*each) for each in asked]
            places = [i for i, score in enumerate(scores) if score == max(scores)]
            node = children[places[-1 if slip == "last of equals" else 0]]
            line.append((node, here.mover))
            here = here.play(node[-1])
            fresh = visits[node] == 0 or slip == "flat"
        while here.moves:
            here = here.play([*here.moves][draw(len(here.moves))])
        for node, mover in line:
            visits[node] += 1
            total[node] += _seen(here, mover or position.mover, position, slip)
    return {move: visits[move,] for move in position.moves}


def _asked(
    visits: Any, total: Any, child: Any, node: Any, slip: str
) -> tuple[float, int, int]:
    """Return what to ask UCB1 of a child: its mean, its visits, its parent's."""
    own, above = visits[child], visits[node]
    mean = total[child] / max(own, 1)
    own = max(own, 1) if slip == "not first" else own
    seen = {"own visits": own, "root's visits": visits[()]}.get(slip, above)
    return mean, own, max(seen, 1)


def _seen(end: Any, mover: str, root: Any, slip: str) -> float:
    """Return what an end is worth to who moved to a node."""
    worth = end.outcome[root.mover if slip == "sign" else mover]
    if slip == "end":
        worth = -1.0 if end.mover == mover else 1.0
    return float(-worth if slip == "turned" else worth)


def alphabeta(
    position: Any,
    depth: int,
    alpha: float = -inf,
    beta: float = inf,
    slip: str = "",
    hard: bool = False,
) -> float:
    """Return what a position is worth to who is to move; 0 where it sees no end.

    With `hard` it is never less than alpha: slips show otherwise, values do not.
    """
    if slip == "depth first" and depth == 0:
        return 0.0
    if position.outcome is not None:
        worth = position.outcome[position.mover]
        first = next(iter(position.outcome.values()))
        seen = {"end": -1.0, "win": 1.0, "loser": -worth, "first's": first}
        return seen.get(slip, worth)
    if depth <= {"shallow": 1, "deep": -1}.get(slip, 0):
        return -1.0 if slip == "unknown" else 0.0
    sign = 1 if slip == "sign" else -1
    best = inf if slip == "side" else -inf
    for move in position.moves:
        windows = {"window": (alpha, beta), "negated": (-alpha, -beta)}
        low, high = windows.get(slip, (-beta, -alpha))
        value = sign * alphabeta(position.play(move), depth - 1, low, high, slip, hard)
        best = min(best, value) if slip == "side" else max(best, value)
        alpha = max(alpha, best)
        closed = {"late": alpha > beta, "turned": alpha <= beta, "plain": False}
        if closed.get(slip, alpha >= beta):
            break
    return alpha if hard else best


def retrograde(
    positions: Iterable[Any], rounds: float = inf, slip: str = ""
) -> Decided:
    """Return who wins, and in how many plies, of positions that lead to no others.

    Round n finds what is decided in n plies: a move leads to a win, or all to losses.
    """
    after = {each: [each.play(move) for move in each.moves] for each in positions}
    known = {each: (_winner(each, slip), 0) for each in after if not after[each]}
    number, grown = 0, True
    while number < rounds and grown:
        number, before = number + 1, len(known)
        new = known if slip == "at once" else {}
        for here in [each for each in after if each not in known]:
            seen = [known[each][0] for each in after[here] if each in known]
            lost = {"one": bool(seen), "unknown": True}
            mine, other = here.mover, _other(here)
            if slip == "side":
                mine, other = other, mine
            if mine in seen:
                new[here] = mine, number
            elif lost.get(slip, len(seen) == len(after[here])):
                new[here] = other, number
        known |= new
        grown = len(known) > before
    late = int(slip == "count")
    return {each: (who, plies + late) for each, (who, plies) in known.items()}


def _other(position: Any) -> str:
    return next(str(p) for p in position.game.PLAYERS if p != position.mover)


def _winner(end: Any, slip: str) -> str:
    """Return who has won at an end; the slip: who cannot move has lost."""
    return _other(end) if slip == "end" else max(end.outcome, key=end.outcome.get)


def max_n(position: Any, slip: str = "", root: str = "") -> Payoffs:
    """Return what a position is worth to each player if all play their best.

    Each makes the best of its own; of equals, the first.
    """
    if position.outcome is not None:
        return dict(position.outcome)
    mover, root = position.mover, root or position.mover
    after = [max_n(position.play(move), slip, root) for move in position.moves]
    first = next(iter(after[0]))
    wishes: dict[str, Callable[[Payoffs], float]] = {
        "root's": lambda worth: worth[root],
        "paranoid": lambda worth: worth[root] if mover == root else -worth[root],
        "first player's": lambda worth: worth[first],
        "margin": lambda worth: 2 * worth[mover] - sum(worth.values()),
        "smallest": lambda worth: -worth[mover],
        "sum": lambda worth: sum(worth.values()),
    }
    wish = wishes.get(slip, lambda worth: worth[mover])
    return max(reversed(after) if slip == "last of equals" else after, key=wish)


def determinised(
    position: Any,
    worlds: int,
    deal: Callable[[Any], Any],
    value: Callable[[Any], Payoffs],
    slip: str = "",
) -> Payoffs:
    """Return the mean result of each move for who is to move, over some deals.

    `deal` deals anew what the mover does not see, and `value` says what comes of a
    position if all play their best with open hands.
    """
    total, mover = dict.fromkeys(position.moves, 0.0), position.mover
    for _ in range(worlds):
        world = deal(position)
        found = {move: value(world.play(move))[mover] for move in total}
        if slip == "other":
            found = {
                move: value(after := world.play(move))[after.mover] for move in total
            }
        if slip == "votes":
            most = max(found.values())
            found = {move: float(worth == most) for move, worth in found.items()}
        for move, worth in found.items():
            total[move] += worth
    share = 1 if slip == "total" else worlds
    return {move: worth / share for move, worth in total.items()}
