"""What explains the Fox Game's numbers: slips, breaks, offers, judgements, effects."""

from dataclasses import dataclass

import pandas as pd
import pytest

from foxkit.agents.budget import Budget
from foxkit.agents.fox_heuristic import FoxHeuristic
from foxkit.agents.players import Jittered, MctsPlayer, SecondChoice, Sometimes
from foxkit.documents import fox_game_answers as answers
from foxkit.documents import fox_game_counts as counts
from foxkit.documents import fox_game_judging as judging
from foxkit.documents.fox_game_tempo import Break, breaks
from foxkit.lab.stats import Estimate
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.position import Position

GAME = FoxGame()
START = Position.start(GAME)
STRONG = MctsPlayer(Budget(500), FoxHeuristic())


@dataclass(frozen=True)
class Constant:
    """Answers with its budget instead of a move."""

    budget: Budget

    def choose(self, game, state, seed):
        return self.budget.simulations


def chosen(player, position=START, seeds=range(200)):
    return [player.choose(GAME, position.state, seed) for seed in seeds]


# -- players --------------------------------------------------------------------------


def test_sometimes_is_the_other_player_as_often_as_it_says():
    one, other = Constant(Budget(1)), Constant(Budget(2))
    assert set(chosen(Sometimes(one, other, 0.0))) == {1}
    assert set(chosen(Sometimes(one, other, 1.0))) == {2}
    slips = chosen(Sometimes(one, other, 0.1), seeds=range(5000)).count(2)
    assert 400 < slips < 600


def test_jittered_simulations_stay_in_their_range_and_fill_it():
    found = chosen(Jittered(Constant(Budget(100)), 0.2), seeds=range(2000))
    assert (min(found), max(found)) == (80, 120)
    assert 99 < sum(found) / len(found) < 101


def test_the_second_choice_is_the_second_most_visited():
    children = STRONG.think(GAME, START.state, 3).children()
    visits = sorted((child.visits for child in children), reverse=True)
    move = SecondChoice(STRONG).choose(GAME, START.state, 3)
    found = {START.moves[child.move]: child.visits for child in children}
    assert found[move] == visits[1]


def test_without_a_choice_the_second_choice_is_the_only_one():
    text = "--sss--/--sss--/sss.sss/s..s..s/...f.../--...--/--..f-- f 0 -"
    forced = Position.parse(GAME, text)
    assert len(forced.codes) == 1
    assert SecondChoice(STRONG).choose(GAME, forced.state, 1) == forced.codes[0]


# -- breaks and offers -----------------------------------------------------------------


def line(text, *moves):
    positions = [Position.parse(GAME, text)]
    for move in moves:
        positions.append(positions[-1].play(move))
    return positions


WAITED = "--sss--/--sss--/ss...ss/s..s..s/......./{}/--..f-- s {} -"
AHEAD, ASIDE = "--.f.--", "--f..--"


def test_a_break_knows_the_wait_before_it_and_the_sheep_lost_after_it():
    quiet = line(WAITED.format(ASIDE, 6), "33-43", "64-63")
    assert [*breaks(quiet)] == [Break(6, 4, 0)]
    costly = line(WAITED.format(AHEAD, 6), "33-43", "53x33", "12-22")
    assert [*breaks(costly)] == [Break(6, 4, 1)]


def test_a_short_wait_or_a_step_sideways_is_no_break():
    assert [*breaks(line(WAITED.format(ASIDE, 3), "33-43", "64-63"))] == []
    assert [*breaks(line(WAITED.format(ASIDE, 6), "33-34", "64-63"))] == []


def test_an_offer_is_a_capture_that_could_have_been_spared():
    text = "--..f--/--...--/......./.s...../ssfss../--sss--/--sss-- s 0 -"
    guarded = Position.parse(GAME, text)
    assert counts._is_offered(guarded, guarded.play("31-32"))
    quiet = next(m for m in guarded.moves if not any(guarded.play(m).codes & 1 << 12))
    assert not counts._is_offered(guarded, guarded.play(quiet))


# -- judgements ------------------------------------------------------------------------


def test_a_playout_without_moves_shows_what_the_evaluation_says():
    walked = START.play("33-43")
    shown = judging._shown(walked, 1)
    assert set(shown) == {str(cutoff) for cutoff in judging.CUTOFFS}
    assert shown["0"] == pytest.approx((judging._chance(walked) * 2) - 1)
    assert shown["-1"] in (-1.0, 1.0)


def test_chances_that_come_true_are_not_off():
    pairs = [pair for pair in range(40) for _ in range(2)]
    won = [True, False] * 40
    found = pd.DataFrame({"pair": pairs, "won": won, "said": 0.5})
    row = judging._calibrated("", found)
    assert row["won"] == row["said"] == 0.5
    assert row["won_low"] <= 0.5 <= row["won_high"]


def test_sizes_that_need_no_games():
    assert judging.material(9, 1)["material"] == pytest.approx(12 / 13)
    assert judging.material(0, 0)["material"] == pytest.approx(24 / 13)
    assert judging.placements()["ratio"] == pytest.approx(8.167, abs=0.001)


# -- answers ---------------------------------------------------------------------------


def rates(**sides):
    row = {"games": 800}
    for name, rate in sides.items():
        row |= {name: rate, f"{name}_low": rate - 0.03, f"{name}_high": rate + 0.03}
    return row


def test_what_the_foxes_gain_more_than_the_sheep():
    rows = pd.DataFrame(
        {
            "wide": rates(a_as_foxes=0.3, a_as_sheep=0.7),
            "usual": rates(a_as_foxes=0.2, a_as_sheep=0.8),
        }
    ).T
    [gap] = answers.foxes_gain_more(rows, ["wide", "usual"], "").values()
    assert gap.estimate == pytest.approx(0.2)
    assert gap.estimate - gap.low == pytest.approx(0.06)
    assert answers.foxes_gain_more(rows, ["wide", "missing"], "") == {}


def test_an_effect_is_counted_in_spreads_of_a_pair():
    spread, pairs = 0.3, 400
    reach = 1.959964 * spread / pairs**0.5
    found = answers._effect(Estimate(0.56, 0.56 - reach, 0.56 + reach, 2 * pairs))
    assert found.estimate == pytest.approx(0.2, abs=1e-5)
    assert found.high - found.estimate == pytest.approx(0.099, abs=0.001)


def test_only_cutoff_0_fits_three_seconds():
    assert [*answers.s54_cutoff().values()] == ["0"]
