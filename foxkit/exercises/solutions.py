"""The programs that a reader writes, in plain Python, as the worked answers are.

None is fast, and searches want nothing of a position but `moves`, `play`, `mover` and
`outcome`. `mistakes` makes the usual mistakes from their source.
"""

from collections import Counter
from math import comb, inf, log, sqrt
from typing import Any, no_type_check

from foxkit.exercises.questions import DrawBelow

Payoffs = dict[str, float]


def ucb1(mean: float, visits: int, parent_visits: int, c: float = 1.0) -> float:
    """How promising a child is."""
    if visits == 0:
        return inf
    return mean + c * sqrt(log(parent_visits) / visits)


@no_type_check
def mcts(position: Any, simulations: int, ucb1: Any, draw: DrawBelow) -> dict[str, int]:
    """How often each move was tried: text to visits."""
    visits, total = Counter(), Counter()  # of nodes, by the moves that lead there

    def bound(child, node):
        mean = total[child] / max(1, visits[child])
        return ucb1(mean, visits[child], visits[node])

    for _ in range(simulations):
        here, node, line = position, (), []
        while here.moves and (node == () or visits[node]):  # down, to a new node
            children = [(*node, move) for move in here.moves]
            node = max(children, key=lambda child: bound(child, node))
            line.append((node, here.mover))
            here = here.play(node[-1])
        while here.moves:  # on, at random
            here = here.play([*here.moves][draw(len(here.moves))])
        visits[()] += 1
        for node, mover in line:  # and back
            visits[node] += 1
            total[node] += here.outcome[mover]
    return {move: visits[move,] for move in position.moves}


def alphabeta(
    position: Any, depth: int, alpha: float = -inf, beta: float = inf
) -> float:
    """What a position is worth to who is to move."""
    if position.outcome is not None:
        return position.outcome[position.mover]
    if depth == 0:
        return 0
    for move in position.moves:
        value = -alphabeta(position.play(move), depth - 1, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def retrograde(positions: Any, rounds: float) -> dict[Any, tuple[str, int]]:
    """The winner, and the plies to the end, of what is decided."""
    after = {each: [each.play(move) for move in each.moves] for each in positions}
    ends = [each for each in positions if not each.moves]
    known = {end: (max(end.outcome, key=end.outcome.get), 0) for end in ends}
    number, new = 0, known
    while number < rounds and new:
        number, new = number + 1, {}
        for here in positions:
            if here not in known:
                winners = [known[each][0] for each in after[here] if each in known]
                if here.mover in winners:
                    new[here] = here.mover, number
                elif len(winners) == len(after[here]):
                    new[here] = winners[0], number
        known |= new
    return known


def max_n(position: Any) -> Payoffs:
    """What a position is worth to each player."""
    if position.outcome is not None:
        return position.outcome
    after = [max_n(position.play(move)) for move in position.moves]
    return max(after, key=lambda worth: worth[position.mover])


def determinised(position: Any, worlds: int, deal: Any, value: Any) -> Payoffs:
    """The mean result of each move for who is to move."""
    total = dict.fromkeys(position.moves, 0.0)
    for _ in range(worlds):
        world = deal(position)
        for move in total:
            total[move] += value(world.play(move))[position.mover]
    return {move: each / worlds for move, each in total.items()}


@no_type_check
def paranoid(position: Any, me: str) -> float:
    """What a player gets if all others play against it."""
    if position.outcome is not None:
        return position.outcome[me]
    after = [paranoid(position.play(move), me) for move in position.moves]
    return max(after) if position.mover == me else min(after)


def at_least(m: int, n: int, hand: int, unseen: int) -> float:
    """The chance that a hand holds at least m of n equal cards."""
    ways = 0
    for k in range(m, min(n, hand) + 1):
        ways += comb(n, k) * comb(unseen - n, hand - k)
    return ways / comb(unseen, hand)
