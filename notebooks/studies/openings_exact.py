"""What players make of openings whose exact value is known.

The tables of exact values are made where they are missing. For Wolves Eat Sheep this
takes minutes.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from foxkit import Position, games, replay
from foxkit.lab.match import Match
from foxkit.lab.stats import Row, mean_score, put_estimate, ratio
from foxkit.solvers.exact import value_of


def won_openings(played: Match, side: str) -> list[Row]:
    """How often a side wins after openings that it wins with perfect play.

    Args:
        played: a match of two sides whose games begin with openings.
        side: its name, as in `PLAYERS` of the rules.

    Returns:
        A row for each way in which the players are seated; one row where they are
        equal. `rotation` is 0 where the first player named has the first side. Of
        `openings` in all the side wins `won` with perfect play, and the other side
        `lost`. `rate` is the share of these won openings that it wins in the games,
        with its interval; an opening is a block.
    """
    number = played.game.PLAYERS.index(side)
    table = games(played)
    first = table[table.rotation == 0]
    winner = {
        block: value_of(replay(played.game, moves[: played.opening.plies])[-1]).winner
        for block, moves in zip(first.block, first.moves, strict=True)
    }
    won = {block for block, who in winner.items() if who == number}
    lost = sum(who == 1 - number for who in winner.values())
    table = table[table.block.isin(won)].assign(wins=table.winner == side)
    are_equal = played.players[0] == played.players[1]
    rows = []
    for rotation in (0,) if are_equal else (0, 1):
        seated = table if are_equal else table[table.rotation == rotation]
        row = {"rotation": rotation, "openings": len(winner)}
        row |= {"won": len(won), "lost": lost}
        put_estimate(row, "rate", mean_score(seated.groupby("block").wins.mean()))
        rows.append(row)
    return rows


def wins_given_away(played: Match, side: str) -> Row:
    """How often a side's move gives away a win that it has with perfect play.

    Args:
        played: a match of two sides, whose games may begin with openings.
        side: its name, as in `PLAYERS` of the rules.

    Returns:
        The row: `given_away`, the share of its moves in positions that it wins with
        perfect play after which it does not, with its interval, and `moves`, the number
        of these moves. Moves of the opening do not count.
    """
    number = played.game.PLAYERS.index(side)
    opening = 0 if played.opening is None else played.opening.plies
    winner = cache(lambda position: value_of(position).winner)

    def kept(positions: list[Position]) -> Iterator[bool]:
        """Whether each move of the side in a won position keeps the win."""
        for before, after in pairwise(positions):
            if before.mover == side and winner(before) == number:
                yield winner(after) == number

    table = games(played)
    table["kept"] = [
        [*kept(replay(played.game, moves)[opening:])] for moves in table.moves
    ]
    blocks = table.groupby("block").kept.sum()
    moves = blocks.map(len).to_numpy(float)
    lost = moves - blocks.map(sum).to_numpy(float)
    row: Row = {"moves": int(moves.sum())}
    put_estimate(row, "given_away", ratio(lost, moves))
    return row
