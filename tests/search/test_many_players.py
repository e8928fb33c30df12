"""Searches for any number of players, by any policy, and rules without an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from toy_games import (
    Endless,
    Far,
    Forest,
    ForestState,
    Guess,
)

from foxkit.core import entry, game
from foxkit.core.game import legal_moves
from foxkit.core.generic import compared_by_class
from foxkit.core.position import Position
from foxkit.core.rng import advance, below
from foxkit.games.fox_game.evaluation import FoxHeuristic
from foxkit.games.fox_game.rules import FoxGame
from foxkit.search.belief import UNIFORM_DEALS
from foxkit.search.deepening import AlphaBeta
from foxkit.search.flat import mean_results
from foxkit.search.mcts import Settings
from foxkit.search.perft import divide, perft
from foxkit.search.playout import UNIFORM, playout_move
from foxkit.search.reference import max_n, minimax
from foxkit.search.session import Search

ORDERS = {"by turns": 0o210, "out of turn": 0o0110, "the other way": 0o120}


def forest(seed: int, order: str) -> Position:
    return Position.start(Forest(seed=seed, order=ORDERS[order], depth=3, width=2))


# -- three players -------------------------------------------------------------------


def is_clear(position: Position, gap: float = 0.2) -> bool:
    """Whether nobody has a choice between moves that are worth nearly the same."""
    *_, second, first = sorted(by_max_n(position).values())
    if first - second < gap:
        return False
    after = [position.play(move) for move in position.moves]
    return all(each.outcome is not None or is_clear(each, gap) for each in after)


def by_max_n(position: Position) -> dict[str, float]:
    """What each move is worth to its maker, if all play for themselves to the end."""
    me, after = position.mover, {m: position.play(m) for m in position.moves}
    return {move: max_n(each, Guess(), 9)[me] for move, each in after.items()}


def by_fear(position: Position) -> dict[str, float]:
    """What each move is worth to its maker, if all others want nothing but his harm."""
    me, after = position.mover, {m: position.play(m) for m in position.moves}
    return {move: minimax(each, Guess(), me, 9) for move, each in after.items()}


def best(values: dict[str, float]) -> str:
    return max(values, key=lambda move: values[move])


def chosen(position: Position) -> str:
    settings = Settings(c=1.5, cutoff=-1)
    search = Search(position.game, position.state, Guess(), settings, 1)
    move = search.run(200_000).best()
    return str(position.game.format_move(position.state, move))


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
def test_the_search_finds_the_moves_of_max_n(order: str) -> None:
    checked, differed = 0, 0
    for seed in range(100):
        position = forest(seed, order)
        if is_clear(position):
            found = best(by_max_n(position))
            assert chosen(position) == found, seed
            checked += 1
            differed += found != best(by_fear(position))
    assert checked >= 3 and differed >= 1


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
def test_alpha_beta_is_paranoid(order: str) -> None:
    for seed in range(10):
        position = forest(seed, order)
        search = AlphaBeta(position.game, position.state, Guess())
        assert search.scores(3) == by_fear(position)


def test_nothing_is_hidden_unless_a_game_says_so() -> None:
    rules, state = FoxGame(), FoxGame().start()
    assert entry.observe(rules, state, 1) == game.observe(rules, state, 1) == state
    assert (
        entry.resample_hidden(rules, state, 1, 7)
        == game.resample_hidden(rules, state, 1, 7)
        == state
    )


# -- policies, and games without an end ----------------------------------------------


@compared_by_class
class Eastward(NamedTuple):
    """A policy: `east` times in a hundred the last move, else any."""

    east: int = 100


@playout_move.register
def _eastward(
    policy: Eastward, rules: Any, state: Any, moves: np.ndarray, seed: int
) -> tuple[int, int]:
    seed = advance(seed)
    if below(seed, 100) < policy.east:
        return int(moves[len(moves) - 1]), seed
    seed = advance(seed)
    return int(moves[below(seed, len(moves))]), seed


@pytest.mark.slow
def test_playouts_follow_their_policy_up_to_the_cap() -> None:
    rules = Endless()
    values = {}
    for east in (0, 100):
        settings = Settings(cutoff=-1, policy=Eastward(east))
        search = Search(rules, rules.start(), Far(), settings, 1).run(200)
        values[east] = search.value
    assert abs(values[0]) < 0.03
    steps = 1000 * values[100]
    assert Endless.PLAYOUT_LIMIT - 10 <= steps <= Endless.PLAYOUT_LIMIT + 10


def test_a_cutoff_that_is_given_is_kept() -> None:
    search = Search(Endless(), Endless().start(), Far(), Settings(cutoff=3))
    assert search.settings.cutoff == 3
    free = Search(FoxGame(), FoxGame().start(), FoxHeuristic(), Settings(cutoff=-1))
    assert free.settings.cutoff == -1


class Crowded(Forest):
    """One that allows for three moves and has more from the second ply on."""

    __slots__ = ()
    MAX_MOVES = 3


@legal_moves.register
def _crowded_moves(game: Crowded, state: ForestState, moves: np.ndarray) -> int:
    n = 0 if state.ply == game.depth else game.width if state.ply else 2
    for i in range(n):
        moves[i] = i
    return n


def _searched(settings: Settings) -> Callable[[Crowded, ForestState], Any]:
    return lambda rules, state: Search(rules, state, Guess(), settings, 1).run(50)


LISTS: dict[str, Callable[[Crowded, ForestState], Any]] = {
    "perft": lambda rules, state: perft(rules, state, 2),
    "divide": lambda rules, state: divide(rules, state, 2),
    "alpha-beta": lambda rules, state: AlphaBeta(rules, state, Guess()).best(2),
    "flat": lambda rules, state: mean_results(
        rules, state, _TWO, Guess(), UNIFORM, 3, 1
    ),
    "tree": _searched(Settings()),
    "playouts": _searched(Settings(cutoff=-1)),
    "one by one": _searched(Settings(belief=UNIFORM_DEALS)),
}
_TWO = np.arange(2)


@pytest.mark.slow
@pytest.mark.parametrize("asked", LISTS.values(), ids=LISTS)
def test_more_moves_than_there_is_room_for_are_refused(
    asked: Callable[[Crowded, ForestState], Any],
) -> None:
    rules = Crowded(depth=3, width=7)
    start, said = rules.start(), "Crowded has positions of more moves than MAX_MOVES, 3"
    with pytest.raises(ValueError, match=said):
        asked(rules, start)
    with pytest.raises(ValueError, match=said):
        asked(rules, ForestState(0, 1))
    asked(rules._replace(width=3), start)
    assert len(Position(rules, start).moves) == 2
    with pytest.raises(ValueError, match=said):
        _ = Position(rules, ForestState(0, 1)).moves
