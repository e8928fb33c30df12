"""What modules beside the notebooks count, by hand and by slower ways."""

import re
from collections import Counter
from itertools import combinations

import fox_counts
import fox_measures
import numpy as np
import pandas as pd
import pytest
import sheep_counts
import sheep_measures
import zoo_counts
import zoo_ladder
import zoo_numbers
import zoo_report

from foxkit import (
    BattleSheep,
    FoxGame,
    Position,
    RandomPlayer,
    games,
    match,
    play,
    replay,
)
from foxkit.games.fox_game.rules import point_names
from foxkit.games.franks_zoo.evaluation import heuristic
from foxkit.games.franks_zoo.training import block_points
from foxkit.lab.match import play_blocks
from foxkit.lab.stats import Estimate

FOX = FoxGame()


# -- Battle Sheep ----------------------------------------------------------------------


def test_scores_and_ranks_are_those_of_the_games(own_data: object) -> None:
    some = match(sheep_counts.MAPS["ragged"], *[RandomPlayer()] * 4)
    rows = play(some, max_blocks=3)
    played = games(some)
    points = sheep_counts.points_of(played).reshape(-1, 4)
    for game, own in zip(played.to_dict("records"), points, strict=True):
        assert own.tolist() == [*map(int, re.findall(r"\d+", game["reason"]))]
        better = [1 + sum(other > one for other in own) for one in own]
        assert sheep_counts.places_of(own).tolist() == better
    seats = sheep_counts.by_seat(rows, [some])
    (game,) = sheep_counts.by_game(rows, [some]).to_dict("records")
    assert game["total"] == pytest.approx(seats["points"].sum())
    assert game["behind"] == pytest.approx(seats["place"][3] - min(seats["place"][:3]))


def test_partners_add_up(own_data: object) -> None:
    one, other = RandomPlayer(), RandomPlayer()
    some = match(BattleSheep(teams=1, pays=1), one, other, one, other)
    rows = play(some, max_blocks=3)
    (row,) = sheep_measures.of_pair(rows, [some]).to_dict("records")
    points = sheep_measures.points_of(games(some)).reshape(-1, 4)
    pairs = points[:, :2] + points[:, 2:]
    own = pairs[np.arange(12), np.arange(12) % 2]
    rest = points.sum(axis=1) - own
    assert row["points"] == pytest.approx(own.mean() / 2)
    assert row["opponent_points"] == pytest.approx(rest.mean() / 2)
    assert row["ahead"] == pytest.approx(((own > rest) + (own == rest) / 2).mean())


def test_levelling_gives_the_unlucky_what_they_lack() -> None:
    """Players 1 to 3 take turns at 9, 7 and 5; player 4 is two behind player 1."""
    turns = np.array([[9, 7, 5], [5, 9, 7], [7, 5, 9]] * 4)
    points = np.column_stack([turns, turns[:, 0] - 2]).astype(float)
    assert sheep_measures.levelling(points, most=3) == (0, 0, 0, 2)


def test_frozen_scores_leave_out_what_others_do_later() -> None:
    """Only player 2 can move; then its score is 2 (2 ** 1.25, rounded) and not 1."""
    text = "# # # # #/# a1 # b2 #/# # # . #/c1 # d1 # #/# # # # # | 2"
    start = Position.parse(BattleSheep(), text)
    positions = [start] * 5 + [start.play("3,1:1>8")]
    own, lead, place = zip(*sheep_counts.frozen(positions), strict=True)
    assert own == (0, 0, 0, 0)
    assert lead == pytest.approx((1 / 3, 0, 1 / 3, 1 / 3))
    assert place == (-1, 0, -1, -1)


# -- the Fox Game ----------------------------------------------------------------------


def test_replayed_games_are_counted_as_they_were_played() -> None:
    played = play_blocks(match(FOX, RandomPlayer()), 1, range(3)).games
    row = fox_counts.in_games(played)
    assert row["turns"] == pytest.approx(played["turns"].mean())
    assert row["turns_low"] < row["turns"] < row["turns_high"]
    ends = [replay(FOX, moves)[-1].state.foxes for moves in played["moves"]]
    assert row["caught"] == np.mean([len(point_names(foxes)) < 2 for foxes in ends])


def test_an_offer_is_a_capture_that_could_have_been_spared() -> None:
    text = "--..f--/--...--/......./.s...../ssfss../--sss--/--sss-- s 0 -"
    guarded = Position.parse(FOX, text)
    assert fox_counts.is_offered(guarded, guarded.play("31-32"))
    quiet = next(m for m in guarded.moves if not any(guarded.play(m).codes & 1 << 12))
    assert not fox_counts.is_offered(guarded, guarded.play(quiet))


def test_chances_that_come_true_follow_the_winner() -> None:
    found = pd.DataFrame({"pair": [0, 0, 1, 1], "won": [1.0, -1, 1, -1]})
    found["value"], found["noise"] = found["won"] / 2, [1.0, 1, -1, -1]
    assert fox_counts.against_winner(found, "value").estimate == pytest.approx(1)
    assert fox_counts.against_winner(found, "noise").estimate == pytest.approx(0)


def test_sizes_that_need_no_games() -> None:
    assert fox_counts.material(9, 1) == pytest.approx(12 / 13)
    assert fox_counts.material(0, 0) == pytest.approx(24 / 13)


def test_an_effect_is_counted_in_spreads_of_a_pair() -> None:
    spread, pairs = 0.3, 400
    reach = 1.959964 * spread / pairs**0.5
    score = Estimate(0.56, 0.56 - reach, 0.56 + reach, pairs)
    found = fox_measures.effect(score)
    assert found.estimate == pytest.approx(0.2, abs=1e-5)
    assert found.high - found.estimate == pytest.approx(0.099, abs=0.001)


def test_what_the_foxes_gain_more_than_the_sheep() -> None:
    def rates(**sides: float) -> pd.Series:
        row = {"games": 800.0}
        for name, rate in sides.items():
            row |= {name: rate, f"{name}_low": rate - 0.03, f"{name}_high": rate + 0.03}
        return pd.Series(row)

    wide, usual = (
        rates(a_as_foxes=0.3, a_as_sheep=0.7),
        rates(a_as_foxes=0.2, a_as_sheep=0.8),
    )
    gap = fox_measures.foxes_gain_more(wide, usual)
    assert gap.estimate == pytest.approx(0.2)
    assert gap.estimate - gap.low == pytest.approx(0.06)


# -- Frank's Zoo -----------------------------------------------------------------------


def test_a_deck_is_compared_with_the_best_and_the_worst_of_the_others() -> None:
    rows = pd.DataFrame(
        {"deck": [2, 7, 10, 11, 13], "first": [0.5, 0.3, 0.4, 0.6, 0.7]}
    )
    for best, most, gap in ((True, 13, -0.1), (False, 13, 0.3), (True, 11, 0.1)):
        found = zoo_report.beyond(rows, "first", 11, best, most)
        assert found.estimate == pytest.approx(gap)
    assert zoo_report.average(rows, "first").estimate == pytest.approx(0.5)
    assert zoo_report.average(rows, "first", 11).estimate == pytest.approx(0.45)


def test_leads_are_counted_by_name(own_data: object) -> None:
    strong, weak = zoo_report.rules(), zoo_ladder.RANDOM
    some = match(zoo_report.zoo(), strong, weak, strong, weak)
    played = play_blocks(some, 1, range(12)).games
    row = zoo_counts.leads(played, "HMHM")
    points = Counter[str]()
    for game in played.to_dict("records"):
        for seat, payoff in enumerate(game["payoffs"]):
            points["HMHM"[(seat - game["rotation"]) % 4]] += (payoff + 1) / 2
    assert row["lead"] == pytest.approx((points["H"] - points["M"]) / len(played) / 2)
    assert row["lead_low"] < row["lead"] < row["lead_high"]


@pytest.mark.slow
def test_tuning_repeats_and_pays_on_its_own_deals() -> None:
    found = zoo_numbers._evolved(5, 100, 2)
    assert found == zoo_numbers._evolved(5, 100, 2)
    for name, (low, high) in zoo_numbers.MAGIC.items():
        assert low <= getattr(found, name) <= high
        assert getattr(found, name) % 1 == 0
    usual, game = heuristic(5), zoo_report.zoo(5)
    shares = [
        (block_points(game, policy, usual, 100, 7) == 4).mean()
        for policy in (found, usual)
    ]
    assert shares[0] >= shares[1] > 0


def test_everybody_meets_everybody_on_the_ladder() -> None:
    """Those who climbed first at the first tables, and a newcomer all of them."""
    *old, a, b, c = zoo_ladder.players()
    tables = [*zoo_ladder.seating()]
    early = Counter(name for table in tables[: 2 * len(old)] for name in table)
    assert early == dict.fromkeys(old, 8)
    pairs = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
    assert len(pairs) == len(old) * (len(old) - 1) // 2 + len(old) * 3
    seats = Counter(name for table in tables for name in table)
    assert {seats[name] for name in (a, b, c)} == {8}


def minorize_maximize(orders, n, rounds=400):
    """Plackett-Luce strengths by Hunter's algorithm, Ann. Stat. 32 (2004), plainly."""
    strength = [1.0] * n
    for _ in range(rounds):
        won, stakes = [0.0] * n, [0.0] * n
        for order in orders:
            for place in range(len(order) - 1):
                left = order[place:]
                won[left[0]] += 1
                for agent in left:
                    stakes[agent] += 1 / sum(strength[each] for each in left)
        strength = [w / s for w, s in zip(won, stakes, strict=True)]
    found = np.log(strength)
    return found - found.mean()


def test_strengths_are_those_of_an_independent_algorithm() -> None:
    rng = np.random.default_rng(1)
    true = np.array([-1.5, -0.5, 0.0, 0.3, 0.7, 1.0])
    orders = []
    for _ in range(300):
        seated = rng.permutation(6)[:4]
        orders.append(seated[np.argsort(-(true[seated] + rng.gumbel(size=4)))])
    found = zoo_ladder.plackett_luce(np.array(orders), 6)
    plain = minorize_maximize([order.tolist() for order in orders], 6)
    assert found == pytest.approx(plain, abs=1e-4)
    assert found == pytest.approx(true, abs=0.35)
    twice = zoo_ladder.plackett_luce(np.array(orders[:200] + orders[:100]), 6)
    weights = [2] * 100 + [1] * 100 + [0] * 100
    assert twice == pytest.approx(
        zoo_ladder.plackett_luce(np.array(orders), 6, weights), abs=1e-4
    )
