"""What equal and unequal players make of openings whose exact value is known.

The tables of exact values are made where they are missing. For Wolves Eat Sheep this
takes minutes.
"""

from collections import Counter
from typing import Any

from foxkit import games, replay
from foxkit.lab.stats import Row, mean_score, put_estimate
from foxkit.solvers.exact import value_of


def by_exact_winner(played: Any, side: str, plies: int) -> list[Row]:
    """How often a side wins after openings that it has won with perfect play.

    Args:
        played: a match of two sides whose games begin with openings.
        side: its name, as in `PLAYERS` of the rules.
        plies: the length of the openings.

    Returns:
        A row for each way in which the players are seated: `rotation` (0: the first
        player named has the first side), `won`, the number of openings that the side
        has won, of `openings` in all, and `rate`, the share of these won openings which
        it goes on to win, with its interval. A block is one opening.
    """
    number, rows = played.game.PLAYERS.index(side), []
    table = games(played)
    winners = {
        block: value_of(replay(played.game, moves[:plies])[-1]).winner
        for block, moves in table[table.rotation == 0][["block", "moves"]].to_numpy()
    }
    for rotation, own in table.groupby("rotation"):
        scores = [
            score
            for block, score in zip(own.block, own[side], strict=True)
            if winners[block] == number
        ]
        count = Counter(winners.values())
        rows.append({"rotation": rotation, "openings": len(winners)})
        rows[-1]["won"] = count[number]
        put_estimate(rows[-1], "rate", mean_score(scores))
    return rows
