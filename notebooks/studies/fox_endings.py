"""What is counted in the exact endings of the Fox Game, for the study of that name."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pandas as pd

from foxkit import FoxGame, Position, replay
from foxkit.games.fox_game.solver import is_solved_ending, sheep_win, solve, summary
from foxkit.lab.stats import Row, mean_score, put_estimate


def placements(limit: int) -> list[Row]:
    """Count the placements that the sheep win when they are to move, counter at 0."""
    found = summary(FoxGame(sideways_limit=limit), solve(limit, progress=False))
    return [
        {"against": foxes, "sheep": sheep, "won": won, "all": there}
        for sheep, own in found.items()
        for foxes, (won, there) in own.items()
    ]


def even_at(rows: pd.DataFrame, against: str, part: float = 0.5) -> float:
    """Return the number of sheep with which a part of the placements is won."""
    own = rows[rows.against == against].sort_values("sheep")
    share = (own.won / own["all"]).to_numpy()
    above = int(np.argmax(share >= part))
    low, high = share[above - 1], share[above]
    return float(own.sheep.iloc[above - 1] + (part - low) / (high - low))


def _entered(played: pd.DataFrame, game: FoxGame) -> Iterator[list[Position]]:
    """Yield of each game the positions of the class, if play came there."""
    for row in played.itertuples():
        positions = replay(game, row.moves)
        first = [
            n for n, each in enumerate(positions) if is_solved_ending(game, each.state)
        ]
        if first and positions[first[0]].moves:
            yield positions[first[0] :]


def _decisions(positions: list[Position]) -> Iterator[tuple[str, bool]]:
    """Yield who could still lose a won ending, and whether the move lost it."""
    wins = [sheep_win(each.game, each.state) for each in positions]
    for before, (was, is_) in zip(positions[:-1], pairwise(wins), strict=True):
        if was != (before.mover == "sheep"):
            continue  # lost already, for who moves
        others = {sheep_win(before.game, before.play(m).state) for m in before.moves}
        if len(others) == 2:
            yield before.mover, was != is_


def in_games(played: pd.DataFrame, limit: int = 10) -> Row:
    """Tell how games that come into the class stand there, and are played on.

    A decision counts where who moves has a won ending and some legal move loses it; an
    error is such a move. The unit of intervals is the game.
    """
    game = FoxGame(sideways_limit=limit)
    found: dict[str, list[float]] = {"sheep": [], "foxes": []}
    entered, won, kept, decisions = 0, [], [], {"sheep": 0, "foxes": 0}
    for positions in _entered(played, game):
        entered += 1
        at_entry = sheep_win(game, positions[0].state)
        won.append(float(at_entry))
        kept.append(float(at_entry == sheep_win(game, positions[-1].state)))
        errors: dict[str, list[bool]] = {"sheep": [], "foxes": []}
        for mover, error in _decisions(positions):
            errors[mover].append(error)
        for mover, own in errors.items():
            decisions[mover] += len(own)
            if own:
                found[mover].append(float(np.mean(own)))
    row: Row = {"all": len(played), "entered": entered}
    put_estimate(row, "won_at_entry", mean_score(np.array(won)))
    put_estimate(row, "kept_result", mean_score(np.array(kept)))
    for mover in ("sheep", "foxes"):
        row[f"{mover}_decisions"] = decisions[mover]
        if len(found[mover]) > 1:
            put_estimate(row, f"{mover}_errors", mean_score(np.array(found[mover])))
    return row
