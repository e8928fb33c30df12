"""Games in pairs: sides, seeds, replays, hashes."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_experiment import GREEDY, JUDGE, RANDOM, mcts

from foxkit.agents.budget import Budget
from foxkit.agents.evaluations import evaluation
from foxkit.agents.players import FunctionPlayer, MctsPlayer
from foxkit.lab.experiments import Experiment, Stop
from foxkit.lab.match import Entrant, Match, Stopped, play_game, play_pairs, replay
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.games import game_named
from foxkit.rules.position import Position

GAME = FoxGame()
VARIANTS = [None, *FoxGame.VARIANTS]


def rows(a: Entrant, b: Entrant, pairs: range = range(3), seed: int = 1) -> Any:
    return play_pairs(Match("cell", GAME, a, b), seed, pairs).games


def test_a_pair_is_one_seed_with_the_sides_swapped() -> None:
    games = rows(GREEDY, RANDOM)
    assert list(games["pair"]) == [0, 0, 1, 1, 2, 2]
    assert list(games["side_a"]) == ["sheep", "foxes"] * 3
    assert (games.groupby("pair")["seed"].nunique() == 1).all()
    assert games["seed"].nunique() == 3
    assert set(games["agent_a"]) == {"greedy"}
    assert set(games["agent_b"]) == {"random"}


def recorder(seen: list[tuple[str, str]], name: str) -> Entrant:
    """A player who notes for whom it moves."""

    def first(position: Position, seed: int) -> str:
        seen.append((name, position.mover))
        return next(iter(position.moves))

    return Entrant(name, FunctionPlayer(first))


def test_agent_a_plays_the_side_that_its_row_says() -> None:
    seen: list[tuple[str, str]] = []
    match = Match("", GAME, recorder(seen, "a"), recorder(seen, "b"))
    play_pairs(match, 1, range(1))
    swap = seen.index(("b", "sheep"))
    assert set(seen[:swap]) == {("a", "sheep"), ("b", "foxes")}
    assert set(seen[swap:]) == {("b", "sheep"), ("a", "foxes")}


def test_a_pair_depends_on_its_number_and_the_seed_only() -> None:
    games = rows(mcts(10), RANDOM, range(4))
    later = rows(mcts(10), RANDOM, range(2, 4))
    pd.testing.assert_frame_equal(games[4:].reset_index(drop=True), later)
    assert not set(games["hash"]) & set(rows(mcts(10), RANDOM, seed=2)["hash"])


def test_an_agent_and_its_copy_play_different_games() -> None:
    """Each has a stream of its own, else the two games of a pair would be one."""
    games = rows(mcts(10), mcts(10), range(10))
    assert games["hash"].nunique() == len(games)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_replay_ends_as_the_game_did(variant: str | None) -> None:
    game = game_named("fox-game", variant)
    games = play_pairs(Match("", game, mcts(5), RANDOM), 7, range(2)).games
    for row in games.itertuples():
        positions = replay(game, row.moves)
        assert winner(positions[-1]) == row.winner
        assert game.reason(positions[-1].state) == row.reason
        assert turns(positions) == row.turns
        assert not any(position.outcome for position in positions[:-1])


def winner(position: Position) -> str:
    assert position.outcome is not None
    return next(side for side, payoff in position.outcome.items() if payoff == 1)


def turns(positions: list[Position]) -> int:
    movers = [position.mover for position in positions[:-1]]
    return 1 + sum(a != b for a, b in pairwise(movers))


def test_a_chain_of_captures_is_one_turn() -> None:
    games = rows(GREEDY, RANDOM, range(10))
    plies = games["moves"].map(len)
    assert (games["turns"] <= plies).all()
    assert (games["turns"] < plies).any()


def test_long_lists_of_moves_take_two_bytes_a_ply() -> None:
    game = FoxGame(whole_chains=1)
    played = play_game(game, (RANDOM.player, RANDOM.player), (1, 2))
    assert len(replay(game, played.moves)) == len(played.moves) // 2 + 1


@given(st.data())
@settings(max_examples=30)
def test_a_hash_tells_games_apart_and_a_foreign_move_is_refused(data: Any) -> None:
    played = play_game(GAME, (RANDOM.player, RANDOM.player), (5, 6))
    moves = np.frombuffer(played.moves, np.uint8).copy()
    ply = data.draw(st.integers(0, len(moves) - 1))
    moves[ply] ^= data.draw(st.integers(1, 255))
    other = replace(played, moves=moves.tobytes())
    assert other.hash != played.hash
    count = len(replay(GAME, played.moves)[ply].moves)
    if moves[ply] >= count:
        with pytest.raises(ValueError, match=f"no legal move number {moves[ply]}"):
            replay(GAME, other.moves)


def test_a_game_stops_when_asked() -> None:
    asked = iter([False] * 5 + [True])
    with pytest.raises(Stopped):
        play_game(GAME, (RANDOM.player, RANDOM.player), (1, 2), lambda: next(asked))


def key(entrant: Entrant, **changes: Any) -> str:
    match = Match("cell", GAME, entrant, RANDOM)
    experiment = Experiment("x", "", (match,), Stop(5), seed=1)
    return replace(experiment, **changes).key(match)


def test_whatever_decides_a_game_is_in_the_key() -> None:
    @evaluation
    def own(game: Any, state: Any) -> float:
        return 0.5

    before = own

    @evaluation
    def own(game: Any, state: Any) -> float:
        return -0.5

    players = [
        MctsPlayer(Budget(10), before),
        MctsPlayer(Budget(10), own),
        MctsPlayer(Budget(11), JUDGE),
        MctsPlayer(Budget(10), JUDGE, cutoff=1),
        MctsPlayer(Budget(10), JUDGE._replace(k=0.7)),
    ]
    keys = {key(Entrant("same", player)) for player in players}
    assert len(keys) == len(players)
    assert key(RANDOM, seed=2) != key(RANDOM) != key(RANDOM, chunk=3)


def test_the_length_of_a_match_is_not_in_the_key() -> None:
    assert key(RANDOM, stop=Stop(9), title="longer", plies=1) == key(RANDOM)
