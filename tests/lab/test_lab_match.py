"""Games in blocks: seats, seeds, rotations, replays, hashes."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
from own_players import slowly
from small_play import SMALL
from toys import Counters

from foxkit.core.position import Position
from foxkit.core.stopping import Stopped
from foxkit.games import game_named
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.evaluation import paper as mcts
from foxkit.games.fox_game.rules import FoxGame
from foxkit.lab.estimators import result_row
from foxkit.lab.match import Match, match, play_blocks, play_game, replay
from foxkit.lab.stats import values_by_rotation
from foxkit.players.standard import (
    FunctionPlayer,
    GreedyPlayer,
    MixedPlayer,
    Player,
    RandomPlayer,
)

GAME = FoxGame()
RANDOM, GREEDY = RandomPlayer(), GreedyPlayer(FoxHeuristic())
VARIANTS = [None, *FoxGame.VARIANTS]


def rows(a: Player, b: Player, blocks: range = range(3), seed: int = 1) -> Any:
    return play_blocks(match(GAME, a, b), seed, blocks).games


def test_a_pair_is_one_seed_with_the_sides_swapped() -> None:
    games = rows(GREEDY, RANDOM)
    assert list(games["block"]) == [0, 0, 1, 1, 2, 2]
    assert list(games["rotation"]) == [0, 1] * 3
    assert (games.groupby("block")["seed"].nunique() == 1).all()
    assert games["seed"].nunique() == 3


def recorder(seen: list[tuple[str, str]], name: str) -> FunctionPlayer:
    """A player who notes for whom it moves."""

    def first(position: Position, seed: int) -> str:
        seen.append((name, position.mover))
        return next(iter(position.moves))

    return FunctionPlayer(first)


def test_in_rotation_r_seat_s_has_player_s_minus_r() -> None:
    seen: list[tuple[str, str]] = []
    one = match(Counters(), *(recorder(seen, name) for name in "abc"))
    games = play_blocks(one, 1, range(1)).games
    assert list(games["rotation"]) == [0, 1, 2]
    seats = [*zip("abccabbca", "123" * 3, strict=True)]
    assert seen == seats
    assert Counter(seats) == Counter((name, seat) for name in "abc" for seat in "123")


def _toy() -> Match:
    """Who takes three, one, and at random."""
    three, one = (FunctionPlayer(lambda p, s, n=n: str(n)) for n in (3, 1))
    return match(Counters(), three, one, RandomPlayer())


def test_payoffs_ties_and_ranks_of_three_players() -> None:
    """Whoever took most wins; the best share what there is; equal ranks are halved."""
    games = play_blocks(_toy(), 1, range(20)).games
    for row in games.itertuples():
        assert row.payoffs[(1 + row.rotation) % 3] == -1
        assert sum(row.ranks) == 6
        best = [p for p, rank in zip(row.payoffs, row.ranks, strict=True) if rank < 2]
        assert set(best) == {max(row.payoffs)}
        tie = len(best) == 2
        assert (row.winner == "draw") == tie == (row.payoffs.count(0.0) == 2)
        assert {1.5} <= set(row.ranks) if tie else {1.0, 2.5} == set(row.ranks)


def test_the_deal_of_a_block_is_the_same_in_every_rotation() -> None:
    """And it is of the block's seed: other blocks have others."""
    favoured = [Counters().with_deal(seed).favoured for seed in _seeds(30)]
    assert {*favoured} == {0, 1, 2}
    alike = match(Counters(), *(FunctionPlayer(_one) for _ in "abc"))
    games = play_blocks(alike, 1, range(30)).games
    winners = games["winner"].astype(int) - 1
    assert winners.to_list() == [seat for seat in favoured for _ in range(3)]


def _one(position: Position, seed: int) -> str:
    return "1"


def _seeds(blocks: int) -> list[int]:
    games = play_blocks(_toy(), 1, range(blocks)).games
    return games["seed"][::3].to_list()


def test_the_row_of_three_seats_tells_payoff_rank_and_first_places() -> None:
    played = play_blocks(_toy(), 1, range(40))
    row, games = result_row(played), played.games
    assert (row["games"], row["blocks"]) == (120, 40)
    assert row["payoff_low"] < row["payoff"] < row["payoff_high"]
    ranks = [values_by_rotation(games, "ranks", agent).mean() for agent in range(3)]
    assert ranks[0] == pytest.approx(row["rank"])
    assert sum(ranks) == pytest.approx(1 + 2 + 3)
    assert max(ranks) == ranks[1]


def test_a_match_needs_a_player_for_each_seat_and_copies_the_last() -> None:
    for players in ((RANDOM,) * 2, (RANDOM,) * 4):
        said = f"{len(players)} players for the 3 seats of counters"
        with pytest.raises(ValueError, match=said):
            Match(Counters(), players)
    mixed = MixedPlayer(RANDOM, RANDOM, 0.5)
    assert match(Counters(), mixed, RANDOM).players == (mixed, RANDOM, RANDOM)


def test_a_block_depends_on_its_number_and_the_seed_only() -> None:
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
    games = play_blocks(match(game, mcts(5), RANDOM), 7, range(2)).games
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


def test_long_lists_of_moves_take_two_bytes_a_ply() -> None:
    game = FoxGame(whole_chains=1)
    played = play_game(game, (RANDOM, RANDOM), (1, 2))
    assert len(replay(game, played.moves)) == len(played.moves) // 2 + 1


def test_a_foreign_move_is_refused() -> None:
    moves = play_game(GAME, (RANDOM, RANDOM), (5, 6)).moves
    with pytest.raises(ValueError, match="no legal move number 200"):
        replay(GAME, moves[:9] + bytes([200]) + moves[10:])


def test_a_piece_knows_how_long_it_lasted_though_its_player_slept() -> None:
    played = play_blocks(match(SMALL, FunctionPlayer(slowly), RANDOM), 1, range(1))
    assert played.clock_seconds > 1.5 * 0.002 and played.clock_seconds > played.seconds


def test_a_game_stops_when_asked() -> None:
    asked = iter([False] * 5 + [True])
    with pytest.raises(Stopped):
        play_game(GAME, (RANDOM, RANDOM), (1, 2), lambda: next(asked))
