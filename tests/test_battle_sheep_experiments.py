"""What the Battle Sheep experiments count in games, by hand and by slower ways."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata
from small_experiment import games_of

from foxkit.agents.players import RandomPlayer
from foxkit.documents.battle_sheep import MAPS, _frozen, by_iterations
from foxkit.documents.battle_sheep_ours import (
    levelling,
    mid_ranks,
    of_ours,
    scored,
    two_and_two,
    variants,
)
from foxkit.lab.experiment import Match, match
from foxkit.rules.battle_sheep import BattleSheep
from foxkit.rules.position import Position


def played(game: BattleSheep) -> tuple[Match, pd.DataFrame]:
    one = match("test", game, *[RandomPlayer()] * 4)
    return one, games_of(one, 3, 3)


def test_scores_and_ranks_are_those_of_the_games() -> None:
    one, games = played(MAPS["845"])
    points, seats = scored(games), games["rotation"].to_numpy()
    assert np.array_equal(mid_ranks(points), [*games["ranks"]])
    row, own = of_ours(one, games), points[np.arange(12), seats]
    places = rankdata(-points, "min", axis=1)[np.arange(12), seats]
    assert row["score"] == pytest.approx(own.mean())
    assert row["place"] == pytest.approx(places.mean())
    assert row["score_2"] == pytest.approx(own[seats == 1].mean())


def test_player_4_is_compared_with_the_best_of_the_others() -> None:
    row = by_iterations(*played(MAPS["845"]))
    best = min(row[f"place_{seat}"] for seat in (1, 2, 3))
    assert row["behind"] == pytest.approx(row["place_4"] - best)


def test_two_and_two_adds_up_partners() -> None:
    one, games = played(variants()["teams"])
    row, points = two_and_two(one, games), scored(games)
    pairs = points[:, :2] + points[:, 2:]
    own = pairs[np.arange(12), games["rotation"] % 2]
    other = points.sum(axis=1) - own
    assert row["score"] == pytest.approx(own.mean() / 2)
    assert row["rival_score"] == pytest.approx(other.mean() / 2)
    assert row["ahead"] == pytest.approx(((own > other) + (own == other) / 2).mean())


def test_levelling_gives_the_unlucky_what_they_lack() -> None:
    """Players 1 to 3 take turns at 9, 7 and 5; player 4 is two behind player 1."""
    turns = np.array([[9, 7, 5], [5, 9, 7], [7, 5, 9]] * 4)
    points = np.column_stack([turns, turns[:, 0] - 2]).astype(float)
    assert levelling(points, most=3) == (0, 0, 0, 2)


def test_frozen_scores_leave_out_what_others_do_later() -> None:
    """Only player 2 can move; then its score is 2 (2 ** 1.25, rounded) and not 1."""
    text = "# # # # #/# a1 # b2 #/# # # . #/c1 # d1 # #/# # # # # | 2"
    start = Position.parse(BattleSheep(), text)
    positions = [start] * 5 + [start.play("3,1:1>8")]
    own, lead, place = zip(*_frozen(positions), strict=True)
    assert own == (0, 0, 0, 0)
    assert lead == pytest.approx((1 / 3, 0, 1 / 3, 1 / 3))
    assert place == (-1, 0, -1, -1)
