"""What is counted in rounds of Frank's Zoo between policies, which need no store.

Such rounds are compiled from end to end, a million in some seconds. Each function
returns rows for `kept`; a number has its 95 % interval in `_low` and `_high`, by deals,
each of which is played from every seat.
"""

from typing import Any

import numpy as np
import pandas as pd
from zoo_predictor import predictions

from foxkit import FranksZoo
from foxkit.games.franks_zoo.cards import type_numbers
from foxkit.games.franks_zoo.evaluation import RANDOM_AI, Heuristic
from foxkit.games.franks_zoo.players import PolicyTraining
from foxkit.games.franks_zoo.rules import ALWAYS
from foxkit.games.franks_zoo.training import block_points, count_moves
from foxkit.lab.stats import (
    Estimate,
    Row,
    mean_score,
    put_estimate,
    ratio,
    values_by_rotation,
)

FIRST = 4
"""The points of who goes out first."""


def seated(
    deck: int, one: Any, three: Any, deals: int, seed: int, passing: int = ALWAYS
) -> Row:
    """Seat one policy among three of another, and count its points and first places.

    A table of weights plays its winning move at once, as the report's players do.
    """
    game = FranksZoo(deck=deck, passing=passing)
    own = one.policy(game)._replace(wins=1) if isinstance(one, PolicyTraining) else one
    points = block_points(game, own, three, deals, seed)
    row: Row = {"games": points.size}
    put_estimate(row, "score", mean_score(points.mean(axis=1) / FIRST))
    put_estimate(row, "first", mean_score((points == FIRST).mean(axis=1)))
    return row


def without(step: str, deals: int) -> Row:
    """Leave a step of HeuristicAI out, on the same deals as with all of them.

    `lost` is the share of its victories that it wins no more.
    """
    fewer = Heuristic(**({step: 0} if step else {}))  # type: ignore[arg-type]
    game = FranksZoo(passing=ALWAYS)
    whole, less = (
        block_points(game, policy, RANDOM_AI, deals, 2)
        for policy in (Heuristic(), fewer)
    )
    won = (whole == FIRST).mean(axis=1)
    lost = mean_score(won - (less == FIRST).mean(axis=1), within=(-1, 1))
    row = seated(0, fewer, RANDOM_AI, deals, 2)
    by = 1 / won.mean()
    put_estimate(row, "lost", Estimate(*(by * x for x in lost[:3]), lost.n))
    return row


def left(deck: int, chooses: Any, games: int) -> list[Row]:
    """Count the cards in the last hand after games of four equal players."""
    found = count_moves(FranksZoo(deck=deck), chooses, games, 3).left
    return [
        {"kind": kind, "per_1000": found[i] / 1000, "per_100": 100 * found[i] / games}
        for kind, i in type_numbers(deck).items()
    ]


def predicted(told: bool, games: int) -> Row:
    """Let the move predictor learn from games, and predict all moves of as many others.

    If it is `told`, it considers only what the true hand can play.
    """
    game = FranksZoo(passing=ALWAYS)
    found = predictions(game, Heuristic(), games, 4, told)
    row: Row = {"games": games}
    right, total = found.moves_right + found.passes_right, found.moves + found.passes
    put_estimate(row, "right", ratio(right, total))
    put_estimate(row, "right_of_moves", ratio(found.moves_right, found.moves))
    put_estimate(row, "right_of_passes", ratio(found.passes_right, found.passes))
    put_estimate(row, "passes", ratio(found.passes, total))
    return row


def leads(played: pd.DataFrame, seats: str) -> Row:
    """Return by how much of the score those called H are above those called M."""
    ours = np.array([seat == "H" for seat in seats])
    payoffs = np.array(
        [values_by_rotation(played, "payoffs", i) for i in range(len(seats))]
    )
    score = payoffs.mean(axis=2) / 2
    row: Row = {"games": len(played)}
    lead = score[ours].mean(axis=0) - score[~ours].mean(axis=0)
    put_estimate(row, "lead", mean_score(lead, within=(-1, 1)))
    return row
