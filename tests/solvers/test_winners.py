"""Who wins is a player's number: what the players are called changes no answer."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from foxkit import RandomPlayer, check_game, match
from foxkit.core import game as core
from foxkit.core.generic import compared_by_class
from foxkit.core.position import Position
from foxkit.lab.match import play_blocks
from foxkit.players.perfect import PerfectPlayer
from foxkit.solvers import brute_force, exact
from foxkit.solvers import retrograde as whole


class Heap(NamedTuple):
    stones: int
    mover: int


class _Rules(NamedTuple):
    stones: int = 10
    most: int = 3


@compared_by_class
class TakeAway(_Rules):
    """Who takes the last stone wins; with eight left, taking four is a draw."""

    __slots__ = ()
    NAME, PLAYERS, MAX_MOVES = "take-away", ("one", "two"), 4

    def start(self):
        return Heap(self.stones, 0)

    def format(self, state):
        return f"{state.stones} {state.mover}"

    def format_move(self, state, move):
        return f"take {move}"

    def reason(self, state):
        return "nothing is left"


@core.legal_moves.register
def _legal_moves(game: TakeAway, state, moves):
    n = min(game.most, max(state.stones, 0)) + (state.stones == 8)
    for i in range(n):
        moves[i] = i + 1
    return n


@core.play.register
def _play(game: TakeAway, state, move):
    return Heap(-1 if move == 4 else state.stones - move, 1 - state.mover)


@core.payoffs.register
def _payoffs(game: TakeAway, state):
    if state.stones < 0:
        return (0.0, 0.0)
    return (-1.0, 1.0) if state.mover == 0 else (1.0, -1.0)


def named(*players: str) -> TakeAway:
    """The same rules with other players."""
    kind = type("TakeAway", (TakeAway,), {"__slots__": (), "PLAYERS": players})
    return kind()


def answers(game: TakeAway) -> dict[str, object]:
    """All that a solver says, by numbers and moves, without the players' names."""
    start = Position.start(game)
    solution = whole.solve(game)
    found: dict[str, object] = {
        "rounds": {p.state: value for p, value in brute_force.values(start).items()},
        "waves": [
            {p.state: value for p, value in wave.items()}
            for wave in brute_force.by_distance(start)
        ],
        "counts": [
            [*each.values()]
            for each in solution.summary().values()
            if isinstance(each, dict)
        ],
    }
    for position in brute_force.reachable(start):
        value = exact.value_of(position)
        found[f"{position.state}"] = (
            value,
            exact.payoffs(game, value),
            exact.best_moves(position),
            exact.regrets(position),
            exact.principal_variation(position),
        )
    for player in (PerfectPlayer(), PerfectPlayer("tempt")):
        meeting = match(game, player, RandomPlayer())
        found[player.losing] = play_blocks(meeting, 1, range(20)).finished
    return found


@pytest.mark.parametrize(
    "players",
    [("defenders", "attackers"), ("dark", "dim"), ("draw", "D"), ("D", "draw")],
)
def test_names_change_no_answer(players: tuple[str, str]) -> None:
    game, usual = named(*players), answers(TakeAway())
    assert answers(game) == usual
    start = Position(game, Heap(7, 0))
    assert exact.in_words(game, exact.value_of(start)) == f"{players[0]} win in 3"
    assert whole.value(start) == {"winner": players[0], "plies": 3}


def test_a_draw_is_not_called_what_a_player_is() -> None:
    game = named("draw", "D")
    won, drawn = (Position(game, Heap(n, 1)) for n in (0, -1))
    assert whole.value(won) == {"winner": "draw", "plies": 0}
    assert whole.value(drawn) == {"winner": "no winner", "plies": None}
    played = play_blocks(match(game, RandomPlayer()), 1, range(40))
    paid = [each[0] for each in played.games.payoffs]
    names = dict(zip(paid, played.games.winner, strict=True))
    assert names == {1: "draw", -1: "D", 0: "no winner"}


def test_two_players_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two players are called 'one'"):
        check_game(named("one", "one"))
