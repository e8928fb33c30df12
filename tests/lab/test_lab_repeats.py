"""Games of a reader's code must repeat, or nothing of them is kept."""

from pathlib import Path
from typing import Any

import pytest
from own_players import counting, first, guessing
from small_play import CHANCE, SMALL, same_as_ever
from test_address import cell

from foxkit import data
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.lab.address import address_of, may_not_repeat
from foxkit.lab.match import match
from foxkit.lab.match_files import MatchFiles
from foxkit.lab.play import play
from foxkit.players.budget import Budget
from foxkit.players.evaluations import ZeroEvaluation
from foxkit.players.standard import (
    BySide,
    FunctionPlayer,
    MctsPlayer,
    MixedPlayer,
    RandomPlayer,
)

pytestmark = pytest.mark.usefixtures("own_data")


TYPED = cell(
    """
import random, time
import numpy as np

def by_random(position, seed):
    return random.choice([*position.moves])

def by_numpy(position, seed):
    return str(np.random.choice([*position.moves]))

def by_the_clock(position, seed):
    moves = [*position.moves]
    return moves[time.perf_counter_ns() // 64 % len(moves)]

def by_a_cache(position, seed, known={}):
    known["moves"] = known.get("moves", 0) + 1
    moves = [*position.moves]
    return moves[known["moves"] % len(moves)]

class EverySecond:
    def __init__(self):
        self.games = 0

    def __call__(self, position, seed):
        moves = [*position.moves]
        self.games += position.text == type(position).start(position.game).text
        return moves[-(self.games % 2)]

every_second = EverySecond()

def every_second_game(position, seed):
    return every_second(position, seed)

def from_the_seed(position, seed):
    return random.Random(seed).choice([*position.moves])
"""
)


def own(function: Any) -> FunctionPlayer:
    """A player by a function, or by the name of one that was typed into a cell."""
    return FunctionPlayer(TYPED.get(function, function))


WRONG: dict[str, Any] = {
    "random": own("by_random"),
    "numpy": own("by_numpy"),
    "clock": own("by_the_clock"),
    "a counter": own("by_a_cache"),
    "a module's counter": own(counting),
    "another file": own(guessing),
    "every second game": own("every_second_game"),
    "within others": BySide((MixedPlayer(RandomPlayer(), own("by_random"), 0.5),) * 2),
}


LARGE = FoxHounds()  # so many moves that chance does not play one game twice


def test_the_clock_of_a_search_is_no_seed() -> None:
    by_seconds = MctsPlayer(Budget(seconds=1), ZeroEvaluation(), cutoff=-1)
    by_simulations = MctsPlayer(Budget(1), ZeroEvaluation(), cutoff=-1)
    for player, wanted in ((by_seconds, True), (by_simulations, False)):
        within = BySide((player, RandomPlayer()))
        assert (
            may_not_repeat(address_of(match(LARGE, RandomPlayer(), within))) == wanted
        )


def files() -> list[Path]:
    return [path for path in data.folder().rglob("*") if path.is_file()]


@pytest.mark.parametrize("name", WRONG)
def test_games_that_do_not_repeat_are_refused_and_nothing_is_stored(name: str) -> None:
    wrong = match(LARGE, WRONG[name], RandomPlayer())
    with pytest.raises(
        ValueError, match=r"Nothing new of this match is kept.*seed"
    ) as told:
        play(wrong, max_blocks=20)
    assert "chose" in str(told.value) or "came out otherwise" in str(told.value)
    assert files() == []


def test_it_is_said_who_chose_otherwise() -> None:
    with pytest.raises(ValueError, match=r"^by_random chose \S+ and then \S+ in the"):
        play(match(LARGE, own("by_random"), RandomPlayer()), max_blocks=4)


@pytest.mark.parametrize(
    "kind", ["threads", pytest.param("processes", marks=[pytest.mark.slow])]
)
def test_whoever_plays(kind: str, at: Any) -> None:
    at(executor=kind, workers=2)
    for function in (guessing, counting):
        with pytest.raises(ValueError, match="must repeat"):
            play(match(LARGE, own(function), RandomPlayer()), max_blocks=20)
    assert files() == []


def test_other_games_of_the_same_cell_are_kept() -> None:
    wrong = match(LARGE, own("by_random"), RandomPlayer())
    with pytest.raises(ValueError, match="must repeat"):
        play([CHANCE, wrong], max_blocks=12)
    play(CHANCE, max_blocks=12)
    same_as_ever(12)
    assert not MatchFiles(wrong).read().blocks


def test_games_from_the_seed_are_those_of_one_play_alone() -> None:
    right = match(SMALL, own("from_the_seed"), RandomPlayer())
    row = play(right, max_blocks=20)
    assert row["finished"].all() and row["blocks"].tolist() == [20]
    same_as_ever(20, right)
    same_as_ever(20, right)


# -- a stored match that goes on -------------------------------------------------------


def test_a_match_goes_on_only_where_its_first_block_is_played_again() -> None:
    right = match(SMALL, own(first), RandomPlayer())
    before = play(right, max_blocks=8)
    assert play(right, max_blocks=8).equals(before)
    assert play(right, max_blocks=12)["blocks"].tolist() == [12]
    same_as_ever(12, right)
    place = MatchFiles(right)
    games_there = place.read()
    other = games_there.finished[0]._replace(moves=games_there.finished[1].moves)
    place.path(False).unlink()
    changed = (other, *games_there.finished[1:])
    place.write(type(games_there)(**vars_of(games_there) | {"finished": changed}))
    stored = place.path(False).read_bytes()
    assert play(right, max_blocks=12)["finished"].all()  # what is there is read
    with pytest.raises(ValueError, match="must repeat"):
        play(right, max_blocks=16)
    assert place.path(False).read_bytes() == stored


def vars_of(played: Any) -> dict[str, Any]:
    names = ("players", "stream", "start", "seconds", "made_with")
    return {name: getattr(played, name) for name in names}
