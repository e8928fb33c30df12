"""Battle Sheep on the board: stacks, moves by hand, scores, and what is hidden."""

import json

import pytest
from boards import tell

from foxkit.core.position import Position
from foxkit.games import game_named
from foxkit.games.battle_sheep.board import region_sizes
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.view import svg
from foxkit.view.board import Board
from foxkit.view.game_view import view_of

STARTED = "# # # # #/# a16 . . #/# . b16 . #/# . . c16 #/# # d16 # # | 1"


def played(variant: str | None = None) -> Position:
    return Position.parse(game_named("battle-sheep", variant), STARTED).play("1,1:5>6")


def test_stacks_carry_their_number_and_their_player() -> None:
    drawing = svg.board(played())
    assert "Stack of player 1 (2) on 1,1 (11), 3,1 (5)." in drawing.words
    assert "scores 2, 1, 1, 1" in drawing.title
    for seat in (1, 2, 3, 4):
        assert f"fk-seat-{seat}" in drawing.body


def test_a_move_is_a_stack_and_where_it_slides_to() -> None:
    position = Position.parse(BattleSheep(), STARTED)
    view = view_of(position.game)
    assert view.path(position.state, "1,1:5>6") == ("1,1", "3,1")
    assert view.path(position.state, "pass") == ()
    start = Position.start(BattleSheep())
    first = next(iter(start.moves))
    assert view_of(start.game).path(start.state, first) == (first,)


def test_the_widget_plays_it() -> None:
    board = Board(Position.parse(BattleSheep(), STARTED))
    moves = board.shown["frame"]["moves"]
    assert len([m for m in moves if m["path"] == ("1,1", "3,1")]) == 15
    tell(board, "move", move="1,1:5>6", at=0)
    assert "player 2 to move, scores 2, 1, 1, 1" in board.shown["frame"]["status"]
    assert (
        board.shown["analysis"]["facts"]["player 1"]
        == "2 points, cells by region: 1, 1"
    )
    heats = {*board.shown["analysis"]["heats"]}
    assert {"cells seen (L1)", "degree of freedom (L2)"} <= heats
    board.close()


def test_setting_up_by_hand() -> None:
    board = Board(Position.parse(BattleSheep(), STARTED))
    tell(board, "setup", on=True)
    for kind in ("5 sheep of 1", "1 sheep of 1"):
        tell(board, "put", point="2,1", kind=kind)
    assert (
        board.shown["draft"]["fault"] == "player 1 has 22 sheep instead of 16 at most"
    )
    pieces = [piece[:3] for piece in board.shown["frame"]["pieces"]]
    assert ["2,1", "stack-1", "stack of player 1, 6"] in pieces
    tell(board, "put", point="1,1", kind="")
    tell(board, "put", point="2,2", kind="1 sheep of 2")
    tell(board, "turn", player="3")
    assert (
        board.shown["draft"]["fault"] == "player 2 has 17 sheep instead of 16 at most"
    )
    for point, kind in (("2,2", ""), ("2,2", "1 sheep of 2"), ("2,4", "")):
        tell(board, "put", point=point, kind=kind)
    tell(board, "put", point="1,2", kind="1 sheep of 4")
    assert board.shown["draft"]["fault"] == ""
    tell(board, "load", text=board.shown["draft"]["text"])
    wanted = "# # # # #/# . a6 . #/# d1 b1 . #/# . . c16 #/# # . # # | 3"
    assert not board.shown["draft"]["on"] and board.position.text == wanted
    board.close()


@pytest.mark.parametrize("player", "1234")
def test_hidden_stacks_stay_hidden(player: str) -> None:
    position = played("hidden")
    drawing = svg.board(position, seen_by=player)
    numbers = {"1": {"11", "5"}, "2": {"16"}, "3": {"16"}, "4": {"16"}}
    seen = str(drawing) + drawing.words
    for other, heights in numbers.items():
        if other == player:
            assert all(f"({height})" in seen for height in heights)
        elif not heights <= numbers[player]:
            assert not any(f"({height})" in seen for height in heights)
    state = Position.parse(position.game, STARTED).state
    told = view_of(position.game, player).heard_move(state, "1,1:5>6")
    assert told == ("1,1:5>6" if player == "1" else "1,1>6")
    assert view_of(position.game).heard_move(state, "1,1:5>6") == "1,1:5>6"


def test_nothing_hidden_reaches_the_page() -> None:
    board = Board(
        Position.parse(game_named("battle-sheep", "hidden"), STARTED).play("1,1:5>6"),
        seats={"1": "random", "3": "random", "4": "random"},
    )
    frame = json.dumps(
        [board.shown["frame"], board.shown["game"], board.shown["analysis"]],
        default=str,
    )
    assert board.shown["frame"]["text"] == "" and "a11" not in frame
    pieces = [piece[:3] for piece in board.shown["frame"]["pieces"]]
    assert ["1,1", "stack-1", "stack of player 1, ?"] in pieces
    board.close()


def test_a_split_and_the_regions_are_told_in_words() -> None:
    position = Position.parse(BattleSheep(), STARTED)
    view = view_of(position.game)
    assert view.button_text(position.state, "1,1:5>6") == "5 go, 11 stay"
    assert view.button_text(position.state, "pass") == "pass"
    state = Position.parse(
        BattleSheep(), "a1 a1 . a2/# a1 a1 #/a1 # # #/a3 # . . | 1"
    ).state
    assert region_sizes(state.owned[0]) == [4, 2, 1]
    assert view.facts(state)["player 1"] == "9 points, cells by region: 4, 2, 1"
    assert view.facts(state)["player 2"] == "0 points, cells by region: 0"


def test_a_move_is_said_by_its_direction() -> None:
    position = Position.parse(game_named("battle-sheep", "hidden"), STARTED)
    mine, other = (view_of(position.game, player) for player in "12")
    assert mine.spoken_move(position.state, "1,1:5>6") == "5 from 1,1 go right"
    assert other.spoken_move(position.state, "1,1:5>6") == "from 1,1 go right"
    told = other.heard_move(position.state, "1,1:5>6")
    assert other.path(position.state, told) == mine.path(position.state, "1,1:5>6")
    assert mine.spoken_move(position.state, "2,0") == "2,0"
    assert mine.spoken_move(position.state, "pass") == "pass"
