"""The stored games: whole, legal, and what the catalogue's players play today."""

import json
import platform
from functools import cache

import pandas as pd
import pytest
from foxkit.lab.catalogue import experiment, names

from foxkit.agents.budget import Budget
from foxkit.agents.players import Player
from foxkit.agents.wolves_perfect import PerfectPlayer
from foxkit.core.rng import mix
from foxkit.lab import earlier, results
from foxkit.lab.match import Game, Match, TimedGames, play_pairs, replay
from foxkit.lab.stats import summary
from foxkit.solvers.wolves import is_at_hand

NAMES = [name for name in names() if (results.FOLDER / f"{name}.parquet").exists()]
CELLS = [
    (name, match.cell)
    for name in NAMES
    for match in experiment(name).matches
    if match.cell in results.provenance(name)["matches"]
]
CHEAP = 0.4  # seconds a pair
EACH_CELL = pytest.mark.parametrize(("name", "cell"), CELLS)


@cache
def stored(name: str) -> dict[str, TimedGames]:
    return earlier.stored(experiment(name), results.FOLDER)


@pytest.mark.parametrize("name", NAMES)
def test_every_stored_match_is_declared_as_it_was_played(name: str) -> None:
    """Its players, rules and seeds are those of the catalogue, by their digest."""
    assert set(stored(name)) == set(results.games(name)["cell"])


@pytest.mark.parametrize("name", NAMES)
def test_the_summary_is_that_of_the_games(name: str) -> None:
    first = experiment(name).matches[0].game.PLAYERS[0]
    anew = summary(results.games(name), first).reset_index().to_dict("records")
    for row, written in zip(anew, results.provenance(name)["summary"], strict=True):
        texts = {column for column, value in row.items() if isinstance(value, str)}
        for column in texts:
            assert row.pop(column) == written.pop(column)
        assert row == pytest.approx(written, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("name", names())
def test_every_experiment_plays_by_counts_so_that_it_repeats(name: str) -> None:
    """Equal time, too: the ratio of speeds is measured once and stored."""
    for match in experiment(name).matches:
        for entrant in (match.a, match.b):
            budget = getattr(entrant.player, "budget", Budget(simulations=1))
            assert budget.seconds is None


@EACH_CELL
def test_pairs_are_whole_and_have_their_seeds(name: str, cell: str) -> None:
    games = stored(name)[cell].games
    match = match_of(name, cell)
    seed = experiment(name).match_seed(match)
    pairs = len(games) // 2
    assert list(games["pair"]) == [pair for pair in range(pairs) for _ in range(2)]
    assert list(games["side_a"]) == list(match.game.PLAYERS) * pairs
    assert list(games["seed"][::2]) == [mix(seed, pair) for pair in range(pairs)]
    assert (games["seed"][::2].to_numpy() == games["seed"][1::2].to_numpy()).all()


def match_of(name: str, cell: str) -> Match:
    return next(match for match in experiment(name).matches if match.cell == cell)


@EACH_CELL
def test_a_sample_of_games_is_legal_and_ends_as_recorded(name: str, cell: str) -> None:
    game = match_of(name, cell).game
    for row in stored(name)[cell].games.sample(8, random_state=1).itertuples():
        positions = replay(game, row.moves)
        outcome = positions[-1].outcome
        if row.reason == "endless":
            assert (outcome, row.winner) == (None, "draw")
            assert len(positions) == game.MOST_PLIES + 1
        else:
            assert outcome is not None
            assert {row.winner: 1.0}.items() <= outcome.items()
            assert game.reason(positions[-1].state) == row.reason
        movers = pd.Series([position.mover for position in positions[:-1]])
        assert (movers != movers.shift()).sum() == row.turns
        assert Game(row.winner, row.reason, row.turns, row.moves).hash == row.hash


def looks_up(player: Player) -> bool:
    """Whether a player reads tables, which take minutes to build."""
    return isinstance(getattr(player, "player", player), PerfectPlayer)


@EACH_CELL
def test_the_first_pair_is_played_the_same_today(name: str, cell: str) -> None:
    """No result was made by older rules or by an older search."""
    played = stored(name)[cell]
    here = f"{platform.system()} {platform.machine()}"
    if here not in json.dumps(results.provenance(name)["made_with"]):
        pytest.skip("the last bit of tanh and log may differ on another machine")
    if 2 * played.seconds / len(played.games) > CHEAP:
        pytest.skip(f"a pair takes more than {CHEAP} s")
    match = match_of(name, cell)
    tables = any(looks_up(entrant.player) for entrant in (match.a, match.b))
    if tables and not is_at_hand(match.game, match.game.start()):
        pytest.skip("the perfect player's tables are built by: foxkit solve wolves")
    seed = experiment(name).match_seed(match)
    today = play_pairs(match, seed, range(1)).games
    pd.testing.assert_frame_equal(played.games[:2], today)
