"""The stored games: whole, legal, and what the declared players play today."""

import json
from functools import cache
from hashlib import blake2b
from typing import Any

import pandas as pd
import pytest

from foxkit.agents.budget import Budget
from foxkit.agents.players import Player
from foxkit.agents.wolves_perfect import PerfectPlayer
from foxkit.core.rng import mix
from foxkit.documents import CATALOGUE, experiment
from foxkit.lab import store
from foxkit.lab.describe import factors
from foxkit.lab.experiment import Computed, Match
from foxkit.lab.games import read, shelf
from foxkit.lab.match import dealt, play_blocks, replay, winner
from foxkit.lab.rule import Rule
from foxkit.lab.stats import summary
from foxkit.lab.task import Task
from foxkit.rules.position import Position
from foxkit.solvers.exact import is_at_hand

NAMES = [name for name in CATALOGUE if store.has_page(name) and store.files(name)]
MATCHES = [
    (name, match.condition)
    for name in NAMES
    for match in experiment(name).matches
    if match.condition in store.results(name).index
]
CHEAP = 0.4  # seconds a pair
EACH_MATCH = pytest.mark.parametrize(("name", "condition"), MATCHES)


@cache
def games(name: str) -> pd.DataFrame:
    return store.games(name)


def stored(name: str, condition: str) -> pd.DataFrame:
    found = games(name)
    return found[found["condition"] == condition].reset_index(drop=True)


@cache
def rows(name: str) -> dict[str, dict[str, Any]]:
    return {row["condition"]: row for row in store.page(name)["conditions"]}


def stream(name: str, condition: str) -> int:
    """The stream of a match's games, which lie where its address says."""
    place = shelf(match_of(name, condition).played)
    assert rows(name)[condition]["place"] == place.name
    return read(place.path(True), place.address).stream


def match_of(name: str, condition: str) -> Match:
    matches = experiment(name).matches
    return next(match for match in matches if match.condition == condition)


def _stored_float(text: str) -> float:
    """Return a number with the twelve decimals that pages keep."""
    return round(float(text), 12)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_row_is_declared_as_it_was_made(name: str) -> None:
    """Its players, rules and seeds, or what was computed, by their digest."""
    if not store.has_page(name):
        pytest.skip("not run yet")
    declared = experiment(name)
    keys = {declared.key(each): each for each in declared.conditions}
    for row in rows(name).values():
        made = keys[row["key"]]
        if isinstance(made, Computed):
            assert row["factors"] == json.loads(json.dumps(dict(made.factors)))
        else:
            assert row["condition"] == made.condition
            today = json.loads(json.dumps(factors(made)), parse_float=_stored_float)
            added = today.keys() - row["factors"].keys()  # since, and at their usual
            usual = getattr(made.game, "_field_defaults", {})  # a tuple or a class
            assert {key: today[key] for key in today if key not in added} == (
                row["factors"]
            )
            assert not any(today[key] for key in added if today[key] != usual.get(key))
    assert {row["key"] for row in rows(name).values()} <= keys.keys()  # or unfinished


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_that_of_the_games(name: str) -> None:
    players = experiment(name).matches[0].game.PLAYERS
    for condition, part in games(name).groupby("condition"):
        found = rows(name)[str(condition)]["found"]
        assert part["block"].max() + 1 == found["blocks"]
        anew = summary(part, players)
        assert anew == pytest.approx({key: found[key] for key in anew}, rel=1e-6)


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_experiment_plays_by_counts_so_that_it_repeats(name: str) -> None:
    """Equal time, too: the ratio of speeds is measured once and declared."""
    for match in experiment(name).matches:
        for agent in match.agents:
            budget = getattr(agent.player, "budget", Budget(simulations=1))
            assert budget.seconds is None


@EACH_MATCH
def test_blocks_are_whole_and_have_their_seeds(name: str, condition: str) -> None:
    played, match = stored(name, condition), match_of(name, condition)
    seed, seats = stream(name, condition), len(match.agents)
    blocks = [block for block in range(len(played) // seats) for _ in range(seats)]
    assert list(played["block"]) == blocks
    assert list(played["rotation"]) == [*range(seats)] * (len(played) // seats)
    assert list(played["seed"]) == [mix(seed, block) for block in blocks]
    names = [agent.name for agent in match.agents]
    seated = [[names[s - r] for s in range(seats)] for r in range(seats)]
    assert played["agents"].to_list() == seated * (len(played) // seats)


@EACH_MATCH
def test_a_sample_of_games_is_legal_and_ends_as_recorded(
    name: str, condition: str
) -> None:
    rules = match_of(name, condition).game
    for row in stored(name, condition).sample(8, random_state=1).itertuples():
        game = dealt(rules, row.seed)
        positions = replay(game, row.moves)
        outcome = positions[-1].outcome
        if row.reason == "endless":
            assert (outcome, row.winner) == (None, "draw")
            assert len(positions) == game.MOST_PLIES + 1
        else:
            assert outcome is not None
            assert row.payoffs == [*outcome.values()]
            assert game.reason(positions[-1].state) == row.reason
        assert winner(game.PLAYERS, row.payoffs) == row.winner
        movers = pd.Series([position.mover for position in positions[:-1]])
        assert (movers != movers.shift()).sum() == row.turns
        assert blake2b(row.moves, digest_size=8).hexdigest() == row.hash


def looks_up(player: Player) -> bool:
    """Whether a player reads tables, which take minutes to build."""
    return isinstance(getattr(player, "player", player), PerfectPlayer)


@EACH_MATCH
def test_the_first_block_is_played_the_same_today(name: str, condition: str) -> None:
    """No result was made by older rules or by an older search.

    Of what is noted as checked with this very code, one match an experiment is played.
    """
    played, row = stored(name, condition), rows(name)[condition]
    match = match_of(name, condition)
    known = Task(shelf(match.played), Rule(most=1)).is_known
    if known and condition != next(iter(rows(name))):
        return
    seats = len(match.agents)
    if seats * row["seconds"] / len(played) > CHEAP:
        pytest.skip(f"a block takes more than {CHEAP} s")
    tables = any(looks_up(agent.player) for agent in match.agents)
    if tables and not is_at_hand(Position.start(match.game)):
        pytest.skip("the perfect player's tables are built by: foxkit solve wolves")
    today = play_blocks(match.played, stream(name, condition), range(1)).games
    columns = ["block", "rotation", "seed", "payoffs", "reason", "turns", "moves"]
    assert played[:seats][columns].to_dict("list") == today[columns].to_dict("list")
