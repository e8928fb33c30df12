"""A game looked back on, and moves that play themselves."""

import random

import pytest
from boards import everything, settle, tell

from foxkit.core.position import Position
from foxkit.games.fox_game import solver as fox_game
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.fox_hounds.rules import FoxHounds
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.solvers import exact
from foxkit.view import review
from foxkit.view.board import Board
from foxkit.view.record import Record

BEFORE = "--sss--/--sss--/sss..../s..s.../..s..../--.s.--/--.f.-- s 0 -"


def random_game(game, seed=1, most=200):
    record, dice = Record(Position.start(game)), random.Random(seed)
    while record.positions[-1].outcome is None and len(record) < most:
        moves = [*record.positions[-1].moves]
        record = record.with_move(dice.choice(moves), len(record))
    return record


def reviewed(record, **seats):
    board = Board(record, seats=seats)
    tell(board, "review", on=True)
    assert settle(240) and not board.session.reviewing
    return board


@pytest.mark.parametrize("game", [HareHounds(), FoxHounds(width=6)])
def test_in_a_solved_game_the_costliest_moves_are_those_that_lose_it(game):
    """The cost is the loss by the table, and the better move is a best one."""
    record = random_game(game)
    found = reviewed(record).shown["reviewed"]
    lost = {
        at: 100 * exact.regrets(position)[move]
        for at, (position, move) in enumerate(
            zip(record.positions, record.moves, strict=False)
        )
    }
    most = max(lost.values())
    assert most == 100 and len(found["costly"]) == min(3, sum(map(bool, lost.values())))
    for each in found["costly"]:
        assert lost[each["at"]] == most
        assert each["cost"] == "costs 100 points, 0 instead of 100."
        assert each["better"] in exact.best_moves(record.positions[each["at"]])
    line = {at: points for at, points, _ in found["lines"][0]}
    for at, points in line.items():
        if at < len(record):
            value = exact.value_of(record.positions[at])
            assert points == 100 * exact.result_for(value, 0)


def test_a_search_finds_the_blunder_and_says_how_sure_it_is(monkeypatch):
    """Who could fill the pasture steps aside: the sheep on 34 was one step from it."""
    monkeypatch.setattr(fox_game, "is_quick", lambda *_: False)  # though it is solved
    text = "--...--/--...--/f...s../f....../..ss.../--sss--/--sss-- s 0 -"
    start = Position.parse(FoxGame(), text)
    record = Record(start).with_move("24-34", 0)
    for move in ("20-21", "34-35"):
        record = record.with_move(move, len(record))
    found = reviewed(record).shown["reviewed"]
    (worst,) = [each for each in found["costly"] if each["at"] == 2]
    assert worst["better"] == "34-44"
    assert (
        f"{review.SEARCHES_PER_POSITION} times, with 2,500 simulations" in found["note"]
    )


@pytest.mark.slow
def test_it_can_be_stopped_and_taken_up_again(monkeypatch):
    monkeypatch.setattr(review, "SIMULATIONS", 100)
    record = random_game(FoxGame(), most=30)
    board = Board(record)
    tell(board, "review", on=True)
    tell(board, "review", on=False)
    assert settle() and "of" in board.shown["reviewed"]["progress"]
    tell(board, "review", on=True)
    tell(board, "go", to=3)  # a reader who looks elsewhere does not end it
    assert settle(240) and board.shown["reviewed"]["progress"] == ""
    assert all(len(looks) == 4 for looks in board.session.reviewed.searches.values())


def test_whoever_plays_on_from_a_review_can_come_back_to_its_game():
    board = reviewed(random_game(HareHounds()), hare="random")
    at = board.shown["reviewed"]["costly"][1]["at"]
    whole, position = board.record, board.record.positions[at]
    tell(board, "open_reviewed", at=at, sit=True)
    assert board.position == position and board.session.seat.who == "you"
    assert "fk-arrow" in board.shown["frame"]["over"]  # the better move
    other = next(move for move in position.moves if move != whole.moves[at])
    tell(board, "move", move=other)
    assert settle() and board.record != whole
    assert board.shown["reviewed"]["at"] is None
    tell(board, "open_reviewed", at=0)
    assert board.record == whole and board.session.at == 0
    tell(board, "new", variant="usual rules")
    assert board.shown["reviewed"] == {"on": False}


def test_of_hidden_hands_only_ones_own_moves_are_reviewed(monkeypatch):
    monkeypatch.setattr(review, "SIMULATIONS", 50)
    game = FranksZoo().with_deal(3)
    record = random_game(game)
    board = reviewed(record, **dict.fromkeys(game.PLAYERS[1:], "random"))
    own = list(board.session.reviewed.searches)
    assert own and {record.positions[at].mover for at in own} == {"1"}
    lines = board.shown["reviewed"]["lines"]
    assert len(lines[0]) > 2 and lines[1:] == [[], [], []]
    tell(board, "sit", player="1", who="random", settings={})
    tell(board, "sit", player="2", who="you", settings={})
    assert (
        not any(board.shown["reviewed"]["lines"])
        and not board.shown["reviewed"]["costly"]
    )
    assert record.start.text not in everything(board)


def test_a_forced_move_plays_itself_and_undo_goes_over_it(monkeypatch):
    monkeypatch.setattr("foxkit.view.session._PAUSE", 0)
    board = Board(Position.parse(FoxGame(), BEFORE))
    tell(board, "move", move="42-52", at=0)
    assert settle() and board.record.moves == ("42-52", "63x43", "43x23")
    assert board.shown["said"][1].startswith("Foxes: 43x23, the only move.")
    tell(board, "undo")
    assert board.session.at == 0
    tell(board, "redo")
    assert board.session.at == 3


def test_a_game_does_not_begin_by_itself():
    forced = Position.parse(FoxGame(), BEFORE).play("42-52")
    board = Board(forced)
    tell(board, "hello")
    assert len(forced.moves) == 1
    assert settle() and len(board.record) == 0
