"""Tuned and learned players, the footnote, the ladder: each against a plain count."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import oracle_franks_zoo as oracle
import pandas as pd
import pytest
from small_experiment import games_of

from foxkit.agents.franks_zoo_footnote import undefeatable
from foxkit.agents.franks_zoo_heuristic import Heuristic, heuristic
from foxkit.agents.franks_zoo_sequences import is_undefeatable, limited, reach
from foxkit.agents.franks_zoo_training import block_points, counts
from foxkit.agents.players import PolicyPlayer
from foxkit.core.rng import mix
from foxkit.documents import experiment
from foxkit.documents import franks_zoo_beyond as beyond
from foxkit.documents.franks_zoo import GAME, leads
from foxkit.documents.franks_zoo_answers import (
    average_by_most,
    average_less,
    least,
    less_best,
    less_best_by_most,
    less_worst,
    middle,
    predicted,
    rises,
)
from foxkit.lab import store
from foxkit.lab.claims import claims
from foxkit.lab.experiment import match
from foxkit.rules.franks_zoo import first_deal
from foxkit.rules.franks_zoo_cards import names
from foxkit.rules.franks_zoo_text import read_cards
from foxkit.rules.position import Position
from foxkit.search.playout import playout_move


def plain(cards: Counter[str]) -> int:
    return read_cards(0, ", ".join(f"{n} {name}" for name, n in cards.items()) or "-")


@pytest.mark.parametrize("longest", [1, 2, 3, 5])
def test_nobody_plays_more_cards_than_he_holds(longest: int) -> None:
    """Every hand of so many of the pooled cards is tried against every move."""
    pool = Counter(whale=2, elephant=2, mosquito=2, joker=1, fox=1, seal=2)
    sizes = limited(reach(plain(pool)), longest)
    hands = [Counter(hand) for hand in combinations(sorted(pool.elements()), longest)]
    answers = {move for hand in hands for move in oracle.legal_combinations(hand)}
    for kind in oracle.EATS:
        for n in range(1, 7):
            beaten = any(oracle.defeats(move, kind[1], n) for move in answers)
            found = is_undefeatable(0, sizes, names(0)[kind[1]], n)
            assert found == (not beaten), (kind[1], n)


def test_the_footnotes_example() -> None:
    """Two whales against three of them in hands of two cards and of one."""
    whale, sizes = names(0)["whale"], reach(plain(Counter(whale=3)))
    assert not is_undefeatable(0, sizes, whale, 2)
    assert is_undefeatable(0, limited(sizes, 2), whale, 2)


def test_the_footnote_is_counted_as_by_hand() -> None:
    found = undefeatable(GAME, Heuristic(), 6, 3)
    tally = np.zeros((6, 7), int)
    for number in range(6):
        here = mix(mix(3, 0), number)
        position = Position(GAME, first_deal(GAME, here))
        while len(position.codes):
            look(position, tally[number])
            codes = position.codes.copy()
            move, here = playout_move(Heuristic(), GAME, position.state, codes, here)
            position = position.play(GAME.format_move(position.state, int(move)))
    assert np.array(found).T.tolist() == tally.tolist()
    moves, pooled, _, truth, decisions, _, _ = tally.sum(axis=0)
    assert 0 < pooled < moves > truth > 0 < decisions


def look(position: Position, tally: np.ndarray) -> None:
    if len(position.codes) < 2:
        return
    zoo = oracle.Zoo.parse(position.text, may_pass=True)
    others = [hand for seat, hand in enumerate(zoo.hands) if hand and seat != zoo.seat]
    pool, longest = sum(others, Counter()), max(sum(hand.values()) for hand in others)
    known = truth = 0
    for move in zoo.moves():
        if move == oracle.PASS:
            continue
        answers = [
            each
            for each in oracle.legal_combinations(pool)
            if oracle.defeats(each, move.kind, move.total)
        ]
        tally[0] += 1
        tally[1] += not answers
        known += bool(answers) and min(each.total for each in answers) > longest
        alone = any(
            oracle.defeats(each, move.kind, move.total)
            for hand in others
            for each in oracle.legal_combinations(hand)
        )
        truth += bool(answers) and not alone
    tally[2:] += [known, truth, 1, known > 0, truth > 0]


def test_tuning_repeats_and_pays_on_its_own_deals() -> None:
    found = beyond.tuned(5, 100, 2, 1)
    assert found == beyond.tuned(5, 100, 2, 1)
    for name, (low, high) in beyond.MAGIC.items():
        assert low <= getattr(found, name) <= high
        assert getattr(found, name) % 1 == 0
    usual, game = heuristic(5), GAME._replace(deck=5)
    shares = [
        (block_points(game, policy, usual, 100, 1) == 4).mean()
        for policy in (found, usual)
    ]
    assert shares[0] >= shares[1] > 0


def test_weights_are_learned_from_what_is_left() -> None:
    fresh, later = beyond.learned(3, 0, 1), beyond.learned(3, 30, 1)
    assert fresh.weights == (40.0,) * 14
    own, left = fresh, np.zeros(14)
    for number in range(30):
        left += counts(GAME._replace(deck=3), own, 1, 1 + number).left[:14]
        own = own._replace(weights=tuple((200 * left + 800) / (number + 21)))
    assert later.weights == pytest.approx(own.weights)
    assert later.weights[0] > later.weights[2]


def test_everybody_meets_everybody_on_the_ladder() -> None:
    """Those who climbed first at the first tables, and a newcomer all of them."""
    matches = experiment("zoo-ladder").matches
    tables = [[agent.name for agent in each.agents] for each in matches]
    old = len(beyond.CLIMBED)
    early = Counter(name for table in tables[: 2 * old] for name in table)
    assert early == dict.fromkeys(beyond.CLIMBED, 8)
    pairs = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
    assert len(pairs) == old * (old - 1) // 2 + old * len(beyond.NEWCOMERS)
    seats = Counter(name for table in tables for name in table)
    assert {seats[name] for name in beyond.NEWCOMERS} == {8}


def test_the_ladders_tuned_player_is_as_good_as_the_one_that_was_found() -> None:
    found = store.results("zoo-tuning").loc["0"]
    own = block_points(GAME, beyond.TUNED, beyond.REPORTS, beyond.BLOCKS, 8)
    assert 0.25 < found["first_low"] < (own == 4).mean() < found["first_high"]


def test_one_who_learns_plays_with_what_it_learned() -> None:
    player, usual = beyond.Learner(20, 1), PolicyPlayer(beyond.learned(0, 20, 1))
    for deal in range(20):
        game = GAME.dealt(deal)
        assert player.choose(game, game.start(), 3) == usual.choose(
            game, game.start(), 3
        )


def test_notes_have_the_numbers_of_weights_alone() -> None:
    rows = store.results("zoo-weights-alone").query("training == 1_000_000")
    ways = {"drawn by weight": "roulette", "the highest weight": "highest"}
    noted = 0
    for claim in claims().values():
        if found := re.search(r"choose, (.*) alone, it is ([\d.]+)", claim.note):
            own = rows[rows["chooses"] == ways[found[1]]].set_index("deck")
            own = own[own.index < (10 if "Figure 7" in claim.place else 14)]
            told = {
                "average": own[claim.column].mean(),
                "less_best": own[claim.column].idxmax(),
                "less_worst": own[claim.column].idxmin(),
                "": own[claim.column].get(int(claim.conditions[0].split()[0])),
            }
            assert float(found[2]) == pytest.approx(told[claim.answer], abs=0.0051)
            noted += 1
    assert noted == 30


def test_the_least_of_differences_and_differences_of_means() -> None:
    columns = {"first": [0.5, 0.4, 0.7, 0.1], "deck": [2, 3, 2, 3], "games": 9}
    rows = pd.DataFrame(columns | {"reading": ["a", "a", "b", "b"]}, index=[*"stuv"])
    assert {k: v.estimate for k, v in least(rows, [*"sutv"], "first").items()} == {
        "s minus u": pytest.approx(-0.2)
    }
    [found] = average_less(rows, [*"stuv"], "first").values()
    assert found.estimate == pytest.approx(0.05)
    assert least(rows, ["x", "y"], "first") == average_less(rows, ["x"], "first") == {}


DECKS = pd.DataFrame(
    {"first": [0.5, 0.3, 0.4, 0.6, 0.7], "deck": [2, 7, 10, 11, 13], "games": 9},
    index=["2", "7", "10", "11", "13"],
)


def estimates(found):
    return {name: pytest.approx(each.estimate) for name, each in found.items()}


def test_a_deck_is_compared_with_the_best_and_the_worst_of_the_others() -> None:
    named = ["11", "2", "7", "10", "13"]
    assert estimates(less_best(DECKS, named, "first")) == {"11 minus 13": -0.1}
    assert estimates(less_worst(DECKS, named, "first")) == {"11 minus 7": 0.3}
    assert estimates(less_best_by_most(DECKS, named, "first")) == {
        "2 to 13 types: 11 minus 13": -0.1,
        "2 to 11 types: 11 minus 2": 0.1,
    }
    assert estimates(average_by_most(DECKS, named, "first")) == {
        "2 to 13 types": 0.5,
        "2 to 11 types": 0.45,
    }
    for answer in (less_best, less_worst, less_best_by_most, average_by_most, rises):
        assert answer(DECKS, ["2", "3"], "first") == {}


def test_a_rise_is_asked_from_end_to_end_and_at_every_step() -> None:
    assert estimates(rises(DECKS, [*DECKS.index], "first")) == {
        "13 minus 2": 0.2,
        "7 minus 2": -0.2,
    }


def test_the_middle_decks_are_compared_with_the_others() -> None:
    pairs = ["7", "2", "2", "10", "13", "11"]
    found = estimates(middle(DECKS, pairs, "first"))
    assert found == {"7 to 9 types minus the others": -0.3}
    assert middle(DECKS, ["7", "x"], "first") == {}


def test_predicted_moves_are_counted_with_passes_and_without() -> None:
    rows = pd.DataFrame({"right": [0.5], "right_of_moves": [0.1]}, index=["all"])
    assert estimates(predicted(rows, ["all"], "")) == {
        "moves and passes": 0.5,
        "cards played": 0.1,
    }
    assert predicted(rows, ["none"], "") == {}


def test_leads_are_counted_by_name() -> None:
    strong, weak = PolicyPlayer(Heuristic()), beyond.LADDER["RandomAI"]
    played = match("", GAME, strong, weak, strong, weak, names="HMHM")
    games = games_of(played, 1, 12)
    row = leads(played, games)
    won = sum(game.agents[game.ranks.index(1.0)] == "H" for game in games.itertuples())
    assert row["first_each"] == pytest.approx(won / len(games) / 2)
    points = Counter[str]()
    for game in games.itertuples():
        for agent, payoff in zip(game.agents, game.payoffs, strict=True):
            points[agent] += (payoff + 1) / 2
    assert row["lead"] == pytest.approx((points["H"] - points["M"]) / len(games) / 2)
    assert row["lead_low"] < row["lead"] < row["lead_high"]


@pytest.mark.skipif(not store.has_page("zoo-strengths"), reason="not run yet")
def test_stronger_players_won_more_of_the_ladder() -> None:
    rows = store.results("zoo-strengths")
    assert rows.loc["HeuristicAI", "strength"] == 0
    assert (rows["strength_low"] <= rows["strength"]).all()
    games = store.games("zoo-ladder", folder=Path(store.FOLDER))
    won = Counter(game.agents[game.ranks.index(1.0)] for game in games.itertuples())
    played = Counter(name for agents in games["agents"] for name in agents)
    share = {name: won[name] / played[name] for name in played}
    assert share["RandomAI"] < share["HeuristicAI"] < share["300 episodes"]
    assert rows["first"].to_dict() == pytest.approx(share)
