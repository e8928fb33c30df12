"""What players make of openings whose exact value is known.

The tables of exact values are made where they are missing. For Wolves Eat Sheep this
takes minutes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pandas as pd

from foxkit import Position, replay
from foxkit.lab.stats import Row, mean_score, put_estimate, ratio
from foxkit.solvers.exact import value_of


def won_openings(
    played: pd.DataFrame, game: Any, plies: int, side: str, equal: bool = True
) -> list[Row]:
    """How often a side wins after openings that it wins with perfect play.

    Args:
        played: the games of a match of two sides, which begin with openings.
        game: the rules.
        plies: the length of the openings.
        side: its name, as in `PLAYERS` of the rules.
        equal: whether both players are the same.

    Returns:
        A row for each way in which the players are seated; one row where they are
        equal. `rotation` is 0 where the first player named has the first side. Of
        `openings` in all the side wins `won` with perfect play, and the other side
        `lost`. `rate` is the share of these won openings that it wins in the games,
        with its interval; an opening is a block.
    """
    number = game.PLAYERS.index(side)
    first = played[played.rotation == 0]
    winner = {
        block: value_of(replay(game, moves[:plies])[-1]).winner
        for block, moves in zip(first.block, first.moves, strict=True)
    }
    won = {block for block, who in winner.items() if who == number}
    lost = sum(who == 1 - number for who in winner.values())
    table = played[played.block.isin(won)].assign(wins=played.winner == side)
    rows = []
    for rotation in (0,) if equal else (0, 1):
        seated = table if equal else table[table.rotation == rotation]
        row = {"rotation": rotation, "openings": len(winner)}
        row |= {"won": len(won), "lost": lost}
        put_estimate(row, "rate", mean_score(seated.groupby("block").wins.mean()))
        rows.append(row)
    return rows


def wins_given_away(played: pd.DataFrame, game: Any, plies: int, side: str) -> Row:
    """How often a side's move gives away a win that it has with perfect play.

    Args:
        played: the games of a match of two sides.
        game: the rules.
        plies: the length of the openings; 0 where there are none.
        side: its name, as in `PLAYERS` of the rules.

    Returns:
        The row: `given_away`, the share of its moves in positions that it wins with
        perfect play after which it does not, with its interval, and `moves`, the number
        of these moves. Moves of the opening do not count.
    """
    number = game.PLAYERS.index(side)
    winner = cache(lambda position: value_of(position).winner)

    def kept(positions: list[Position]) -> Iterator[bool]:
        """Whether each move of the side in a won position keeps the win."""
        for before, after in pairwise(positions):
            if before.mover == side and winner(before) == number:
                yield winner(after) == number

    moves_kept = [[*kept(replay(game, moves)[plies:])] for moves in played.moves]
    blocks = played.assign(kept=moves_kept).groupby("block").kept.sum()
    moves = blocks.map(len).to_numpy(float)
    lost = moves - blocks.map(sum).to_numpy(float)
    row: Row = {"moves": int(moves.sum())}
    put_estimate(row, "given_away", ratio(lost, moves))
    return row
