"""Where copies of the report's player part that look four plies ahead, and five."""

from itertools import pairwise

import numpy as np
import pandas as pd

from foxkit import Position, Wolves, games, replay
from foxkit.games.wolves.rules import SHEEP
from foxkit.lab.stats import Row, means, proportion, put_estimate
from foxkit.solvers.exact import value_of

FORT = "11111/10001/01101/00220/00000 s"


def _mirrored(text: str) -> str:
    board, side = text.split()
    return "/".join(row[::-1] for row in board.split("/")) + f" {side}"


def _left(position: Position) -> float:
    """Return the plies in which the sheep win; NaN where they do not by best play."""
    value = value_of(position)
    return float(value.plies) if value.winner == SHEEP else np.nan


def distances(played: pd.DataFrame, most: int, step: int) -> list[Row]:
    """Tell how far the sheep are from the win, by exact values, each `step` plies.

    The mean over the first `most` games; a game that they have won counts 0, and one in
    which they have thrown the win away is left out from there on. `kept` is the share
    of games in which they have not.
    """
    games = [replay(Wolves(), moves) for moves in played.moves[:most]]
    ends = [_left(positions[-1]) for positions in games]
    rows = []
    for ply in range(0, 481, step):
        there = [
            _left(positions[ply]) if ply < len(positions) else end
            for positions, end in zip(games, ends, strict=True)
        ]
        known = np.array([x for x in there if not np.isnan(x)])
        row: Row = {"ply": ply} | means({"left": known})
        put_estimate(row, "kept", proportion(len(known), len(games)))
        rows.append(row)
    return rows


def through_fort(played: pd.DataFrame, most: int) -> Row:
    """Count the first games that pass the fort or its mirror image, and those won."""
    games = [replay(Wolves(), moves) for moves in played.moves[:most]]
    both = {FORT, _mirrored(FORT)}
    passed = [g for g in games if both & {each.text for each in g[:80]}]
    row: Row = {"all": len(games), "passed": len(passed)}
    won = sum(bool(g[-1].outcome) and g[-1].outcome["sheep"] > 0 for g in passed)
    put_estimate(row, "won", proportion(won, len(passed)))
    return row


def beside_fort(played: pd.DataFrame, most: int) -> Row:
    """Count the first games that never pass the fort, and how many are won."""
    games = [replay(Wolves(), moves) for moves in played.moves[:most]]
    both = {FORT, _mirrored(FORT)}
    others = [g for g in games if not both & {each.text for each in g[:80]}]
    row: Row = {"all": len(games), "beside": len(others)}
    won = sum(bool(g[-1].outcome) and g[-1].outcome["sheep"] > 0 for g in others)
    put_estimate(row, "won", proportion(won, len(others)))
    return row


def line(played: pd.DataFrame, won: bool, most: int) -> Row:
    """Return how the first such game goes on after its last visit to the fort.

    `moves` for `most` plies, and `left`, the plies in which the sheep could win before
    the first move and after each.
    """
    for moves in played.moves:
        game = replay(Wolves(), moves)
        visits = [n for n, each in enumerate(game) if each.text == FORT]
        if visits and won == bool(game[-1].outcome):
            part = game[visits[-1] :][: most + 1]
            left = " ".join(str(value_of(each).plies) for each in part)
            return {"moves": " ".join(map(between, pairwise(part))), "left": left}
    raise ValueError("no game passes the fort and ends so")


def to_the_end(played: pd.DataFrame) -> list[str]:
    """Return the moves of the game of `line` that is won, from the fort to its end."""
    for moves in games(played).moves:
        game = replay(Wolves(), moves)
        visits = [n for n, each in enumerate(game) if each.text == FORT]
        if visits and game[-1].outcome:
            return [*map(between, pairwise(game[visits[-1] :]))]
    raise ValueError("no game passes the fort and ends")


def _won_after(played: pd.DataFrame) -> list[float]:
    """Return, by game, after how many plies the sheep have won; infinite if never."""
    found = []
    for moves in played.moves:
        game = replay(Wolves(), moves)
        won = bool(game[-1].outcome) and game[-1].outcome["sheep"] > 0
        found.append(len(game) - 1 if won else np.inf)
    return found


def won_by_ply(played: pd.DataFrame, step: int) -> pd.DataFrame:
    """Tell which share of the games the sheep have won, each `step` plies."""
    after, rows = np.array(_won_after(played)), []
    for ply in range(0, 481, step):
        row: Row = {"ply": ply}
        put_estimate(row, "won", proportion(int((after <= ply).sum()), len(after)))
        rows.append(row)
    return pd.DataFrame(rows)


def still_playing(rows: pd.DataFrame, played: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `distances` with the mean over unfinished games alone.

    There a game that is won counts 0, so the mean of the others follows from the sum.
    It has no interval here.
    """
    after = np.array(_won_after(played))
    won = [int((after <= ply).sum()) for ply in rows["ply"]]
    known = rows["kept"] * len(played)
    left = rows["left"] * known / (known - won)
    return rows.assign(left=left, left_low=left, left_high=left)


def between(pair: tuple[Position, Position]) -> str:
    """Return the move that leads from one position to the next."""
    before, after = pair
    return next(m for m in before.moves if before.play(m).text == after.text)
