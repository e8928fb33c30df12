"""Hare and Hounds: the rules against the oracle in every placement."""

import oracle_hare_hounds as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.search.perft import perft
from foxkit.solvers import exact
from foxkit.view.game_view import view_of

GAME = HareHounds()
START = "hh.h......r h 0"


def assert_same(game: HareHounds, text: str) -> None:
    ours = Position.parse(game, text)
    assert ours.text == text
    limit, found = game.stall_limit, [*ours.moves]
    assert found == oracle.moves(text, limit)
    assert [ours.play(move).text for move in found] == [
        oracle.after(text, move) for move in found
    ]
    ended = oracle.end(text, limit)
    assert (ended is None) == (ours.outcome is None)
    if ended:
        assert ours.outcome == {"hounds": -1.0, "hare": -1.0, ended[0]: 1.0}
        assert game.reason(ours.state) == ended[1]


def test_every_placement_is_as_the_oracle_says() -> None:
    for board in oracle.every_placement():
        for mover, stalled in (("h", 0), ("r", 0), ("r", 10)):
            assert_same(GAME, f"{board} {mover} {stalled}")


@given(st.integers(2, 60), st.integers(0, 1), st.randoms(use_true_random=False))
def test_random_games_are_as_the_oracle_says(limit, first, rng):
    game = HareHounds(limit, first)
    position = Position.start(game)
    while position.moves:
        assert_same(game, position.text)
        position = position.play(rng.choice([*position.moves]))
    assert_same(game, position.text)


def test_the_start() -> None:
    start = Position.start(GAME)
    assert start.text == START
    assert [*start.moves] == oracle.steps(START)
    hare = Position.start(game_named("hare-hounds", "hare-first"))
    assert (hare.text, hare.mover) == ("hh.h......r r 0", "hare")


def test_perft() -> None:
    counts = perft(GAME, GAME.start(), 9)
    assert counts[:2] == [7, 21]
    assert counts == [oracle.perft(START, depth) for depth in range(1, 10)]


def test_the_tenth_stalled_move_that_shuts_the_hare_in_has_lost() -> None:
    for stalled, winner in ((8, "hounds"), (9, "hare")):
        before = Position.parse(GAME, f"..h.rh.h... h {stalled}")
        outcome = before.play("b2-b1").outcome
        assert outcome and outcome[winner] == 1.0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("hh.h......r h", "not 3 fields but 2"),
        ("hh.h.....r h 0", "10 points instead of 11"),
        ("hh.h...x.hr h 0", "'x' at d1"),
        ("hh.h....hhr h 0", "5 hounds instead of 3"),
        ("hh.h....... h 1", "0 hares instead of 1"),
        ("hh.h......r k 0", "'k'"),
        ("hh.h......r h -1", "'-1' moves stalled"),
        ("hh.h......r h 11", "instead of 0 to 10"),
    ],
)
def test_the_first_fault_of_a_text_is_named(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        Position.parse(GAME, text)


def test_the_board_knows_the_values_and_a_perfect_player() -> None:
    view, position = view_of(GAME), Position.start(GAME).play("b1-c2")
    assert view.move_outcomes_in_words(position.state)["e2-d2"] == "hounds win in 19"
    assert [*view.opponents()] == ["perfect", "MCTS", "random"]
    assert (
        view.refusal_in_words(position.state, "e2", "c2") == "No line joins e2 and c2."
    )
    back = Position.parse(GAME, "h.hh......r h 0").state
    assert view.refusal_in_words(back, "b2", "a2") == "Hounds never go back."


def test_perfect_play_from_the_start() -> None:
    start = Position.start(GAME)
    line = exact.principal_variation(start)
    assert len(line) == exact.value_of(start).plies == 23
