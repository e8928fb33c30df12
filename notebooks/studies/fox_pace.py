"""How fast a search is with a learned evaluation, and how fast with equation (3).

Processor time, on one machine, on one day: measured again it is another.
"""

from statistics import median
from time import thread_time
from typing import Any

import pandas as pd

from foxkit import FoxGame, FoxHeuristic, MctsPlayer, Position
from foxkit.lab.match import replay
from foxkit.lab.stats import Row
from foxkit.players.budget import Budget

APART = 30  # plies between two positions of a game


def pace(played: pd.DataFrame, evaluation: Any, simulations: int, games: int) -> Row:
    """Return microseconds a simulation, and the median of how they compare.

    On each position the two take turns, ABBA, so that both meet the same disturbances.
    """
    both = [MctsPlayer(Budget(simulations), x) for x in (evaluation, FoxHeuristic())]
    found = [replay(FoxGame(), moves)[:-1:APART] for moves in played["moves"][:games]]
    positions = [each for game in found for each in game]
    for player in both:
        seconds(player, positions[0])  # compiled now
    times = []
    for position in positions:
        own, other, again, last = (
            seconds(both[number], position) for number in (0, 1, 1, 0)
        )
        times.append((own + last, other + again))
    each = 1e6 / (2 * simulations * len(times))
    learned, usual = (each * sum(column) for column in zip(*times, strict=True))
    speed = median(other / own for own, other in times)
    return {"learned": learned, "equation (3)": usual, "speed": speed}


def seconds(player: MctsPlayer, position: Position) -> float:
    """Return the processor time of one search."""
    begun = thread_time()
    search = player.think(position.game, position.state, seed=1)
    found = thread_time() - begun
    search.release()
    return found
