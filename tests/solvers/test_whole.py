"""The solver of any small game, against slow ones and against the large solvers."""

from __future__ import annotations

import random

import oracle_hare_hounds as oracle
import pytest
from toy_games import Coin, Endless, Forest, NoCounter

from foxkit.core.position import Position, winner_or_draw_names
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.games.wolves.rules import Wolves
from foxkit.solvers import exact
from foxkit.solvers import retrograde as whole
from foxkit.solvers.brute_force import values


def implied(
    found: dict[str, tuple[str, int | None]], text: str
) -> tuple[str, int | None]:
    """A position's value by those after its moves, in the oracle's words."""
    ended = oracle.end(text, 10)
    if ended:
        return ended[0], 0
    mine = "hare" if text.split()[1] == "r" else "hounds"
    after = [found[oracle.after(text, move)] for move in oracle.moves(text, 10)]
    if wins := [plies for who, plies in after if who == mine]:
        return mine, min(wins) + 1
    if any(who == "draw" for who, _ in after):
        return "draw", None
    return after[0][0], max(plies for _, plies in after) + 1


def said(game, solution) -> dict[str, tuple[str, int | None]]:
    """Winner and plies of every position, by its text."""
    kind = type(game.start())
    states = [kind(*each) for each in solution.graph.index_of]
    found = [solution.value(state) for state in states]
    texts = map(game.format, states)
    names = dict(zip((0, 1, None), winner_or_draw_names(game.PLAYERS), strict=True))
    return {
        text: (names[value.winner], value.plies)
        for text, value in zip(texts, found, strict=True)
    }


def test_hare_and_hounds() -> None:
    """Every value follows from the oracle's moves, and play never comes back."""
    solution = whole.solve(HareHounds())
    found = said(HareHounds(), solution)
    assert len(found) == 19_548
    assert all(implied(found, text) == value for text, value in found.items())
    assert found["hh.h......r h 0"] == ("hounds", 23)


def slow_waves(texts: set[str]) -> dict[str, tuple[str, int]]:
    """Without the counter: round by round, until no position is decided any more."""

    def after(text: str) -> list[str]:
        nexts = (oracle.after(text, move) for move in oracle.moves(text, 10))
        return [f"{each.rpartition(' ')[0]} 0" for each in nexts]

    known = {t: (oracle.end(t, 10)[0], 0) for t in texts if oracle.end(t, 10)}
    children, ply = {text: after(text) for text in texts - {*known}}, 0
    while True:
        ply, fresh = ply + 1, {}
        for text, nexts in children.items():
            mine = "hare" if text.split()[1] == "r" else "hounds"
            told = [known.get(each, ("", 0))[0] for each in nexts]
            if text not in known and (mine in told or "" not in told):
                fresh[text] = (mine if mine in told else told[0]), ply
        if not fresh:
            return known
        known |= fresh


def test_where_play_can_go_on_for_ever() -> None:
    """Hare and Hounds without its counter has cycles, and draws."""
    solution = whole.solve(NoCounter())
    found = said(NoCounter(), solution)
    known = slow_waves({*found})
    draws = {text for text, value in found.items() if value == ("draw", None)}
    assert found == known | dict.fromkeys(draws, ("draw", None))
    assert 0 < len(draws) < len(found)
    assert whole.value(Position.start(NoCounter())) == {"winner": "hounds", "plies": 23}
    text = next(iter(sorted(draws)))
    assert whole.value(Position.parse(NoCounter(), text)) == {
        "winner": "draw",
        "plies": None,
    }


def test_fox_and_hounds_as_its_own_solver_has_it() -> None:
    for game in (FoxHounds(4, 4), FoxHounds(6, 5), FoxHounds(4, 6, 1)):
        solution = whole.solve(game)
        kind, states = type(game.start()), [*solution.graph.index_of]
        for state in random.Random(1).sample(states, min(300, len(states))):
            place = kind(*state)
            assert solution.value(place) == exact.value_of(Position(game, place))


def test_wolves_as_their_own_solver_has_them(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    game = Wolves()
    start = Position.parse(game, "11000/00000/00010/00000/20000 w").state
    solution = whole.solve(game, start)
    states = random.Random(1).sample([*solution.graph.index_of], 300)
    found = {solution.value(type(start)(*state)).winner for state in states}
    assert found == {0, None, 1}
    for state in states:
        place = type(start)(*state)
        assert solution.value(place) == exact.value_of(Position(game, place))


def test_drawn_ends() -> None:
    solution = whole.solve(NoughtsAndCrosses())
    for position, value in values(Position.start(NoughtsAndCrosses())).items():
        plies = None if value.winner is None else value.plies
        assert solution.value(position.state) == value._replace(plies=plies)


@pytest.mark.parametrize(
    ("game", "fault"),
    [
        (Forest(), "forest has 3 players"),
        (Coin(), "coin hides something"),
        (Endless(), "more than 1,000 positions"),
    ],
)
def test_what_cannot_be_solved_is_refused(game: object, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        whole.solve(game, max_positions=1_000)
    assert not exact.is_quick(Position.start(game))


def test_an_ending_of_a_large_game_is_solved_and_nothing_else_of_it() -> None:
    game = FoxGame()
    text = "--.s.--/--...--/......./......./...f.../--...--/--...-- f 9 -"
    end = Position.parse(game, text)
    assert not whole.is_quick(game, end.state)
    assert game.PLAYERS[whole.value_of(game, end.state).winner] == "foxes"
    assert whole.is_quick(game, end.state)
    assert not whole.is_quick(game, game.start())


def test_a_position_that_play_cannot_reach_is_solved_too() -> None:
    position = Position.parse(HareHounds(), "..hhh.....r r 3")
    assert whole.value(position)["plies"] > 0
