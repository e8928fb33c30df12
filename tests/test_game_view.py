"""What a view must be able to say, on a toy that has everything; and keep to itself."""

import json
import re
import threading

import pytest
from thinking import settle
from toy_game import CARDS, Toy

from foxkit.agents.players import FunctionPlayer
from foxkit.rules.noughts_and_crosses import NoughtsAndCrosses
from foxkit.rules.position import Position
from foxkit.view import svg
from foxkit.view.board import Board
from foxkit.view.game_view import view_of
from foxkit.view.record import Record
from foxkit.view.replay import Replay

GAME = Toy()
START = Position.start(GAME)
HANDS = {"red": CARDS[0:2], "green": CARDS[2:4], "blue": CARDS[4:6]}
LINE = ("ocelot to c1", "wombat aside", "tapir to c0", "quokka aside")


def tell(board, do, **content):
    board._receive(None, {"do": do, **content}, None)


def cards_in(text):
    return {card for card in CARDS if card in text}


def everything(board):
    """Return all that leaves the kernel: the state, the bundle and the pictures."""
    state = {k: v for k, v in board.get_state().items() if k not in ("_esm", "_css")}
    bundle, _ = board._repr_mimebundle_()
    return json.dumps([state, bundle], default=str)


def first(position, seed):
    return next(iter(position.moves))


def test_each_player_sees_their_own_hand():
    for player, own in HANDS.items():
        drawing = svg.board(START, seen_by=player)
        assert cards_in(str(drawing) + drawing.words) == {*own}
        assert "Hidden card (4) on " in drawing.words
    assert cards_in(str(svg.board(START))) == {c for own in HANDS.values() for c in own}


def test_no_hidden_card_reaches_the_page():
    waiting = threading.Event()

    def slow(position, seed):
        waiting.wait(60)
        return first(position, seed)

    board = Board(
        GAME,
        seats={"green": "slow", "blue": "first"},
        players={"slow": FunctionPlayer(slow), "first": FunctionPlayer(first)},
        quantities={"own": lambda p: {"c0": p.state.green}},
    )
    assert cards_in(everything(board)) == {*HANDS["red"]}
    assert board.frame["moves"][0]["path"] == ("red0", "c0")
    tell(board, "look", arrows="none", heat="own")
    tell(board, "move", move="ocelot to c1", at=0)
    assert board.mind["thinking"] == "slow"
    for asked in (
        {"do": "why", "from": "green0", "to": "c0"},
        {"do": "move", "move": "nonsense", "at": 1},
        {"do": "look", "arrows": "slow", "heat": "own"},
        {"do": "setup", "on": True},
        {"do": "ask", "analysts": [{"who": "first", "settings": {}}]},
    ):
        board._receive(None, dict(asked), None)
        assert cards_in(everything(board)) == {*HANDS["red"]}, asked
        assert board.frame["moves"] == [] and board.mind["facts"] == {}
    assert board.frame["text"] == board.game["text"] == ""
    assert board.game["worth"] == [None, None]
    waiting.set()
    settle()
    board.close()


def test_what_a_page_hears_of_the_others_moves():
    board = Board(Record(START, LINE), seats={"green": "random", "blue": "random"})
    assert [step["move"] for step in board.game["line"][1:]] == [
        *("ocelot to c1", "a card aside", "tapir to c0", "quokka aside"),
    ]
    assert cards_in(everything(board)) == {"ocelot", "quokka", "tapir"}
    tell(board, "go", to=2)
    assert board.said[1] == "Green: a card aside. Blue to move."
    open_to_all = Replay(Record(START, LINE), seen_by=None)
    assert cards_in(open_to_all._repr_html_()) == {c for h in HANDS.values() for c in h}
    assert cards_in(Replay(Record(START, LINE), 4, "blue")._repr_html_()) == {
        *("ocelot", *HANDS["blue"]),
    }


def test_persons_at_one_board_see_the_hand_of_whoever_moves():
    board = Board(GAME)
    assert cards_in(everything(board)) == {*HANDS["red"]}
    tell(board, "move", move="ocelot to c1", at=0)
    assert cards_in(json.dumps(board.frame)) == {*HANDS["green"]}


def test_labels_shapes_and_a_map_that_grows():
    end = Record(START, LINE).positions[-1]
    drawing = svg.board(end, last="")
    seen = re.findall(r'class="([\w -]+)"', drawing.body)
    for part in ("fk-token fk-seat-1", "fk-token fk-seat-3", "fk-place", "fk-face"):
        assert part in seen
    assert seen.count("fk-label") == 2
    assert "Stack of red (1) on c1 (1). Stack of blue (1) on c0 (6)." in drawing.words
    scenes = Replay(Record(START, LINE)).data()["scenes"]
    cells = [sum(name[0] == "c" for name, *_ in scene["points"]) for scene in scenes]
    assert cells == [3, 4, 5, 6, 7]
    board = Board(end)
    pieces = [piece[:3] for piece in board.frame["pieces"]]
    assert ["c0", "stack-3", "stack of blue, 6"] in pieces


def test_a_variant_may_have_another_map_and_texts_are_checked():
    board = Board(GAME)
    tell(board, "new", variant="wide")
    assert len([p for p in board.frame["scene"]["points"] if p[0][0] == "c"]) == 5
    tell(board, "load", text="toy cells=9\n3 12 48 0 0 0")
    assert "cells is a whole number from 1 to 6, not 9" in board.draft["problems"]


def test_a_game_without_a_view_is_named():
    with pytest.raises(TypeError, match="NoughtsAndCrosses has no drawing"):
        view_of(NoughtsAndCrosses())
    assert view_of(GAME, "red") is view_of(Toy(), "red")


@pytest.mark.parametrize(
    ("red", "green", "said"),
    [
        ("to c0", "to c1", "red and green won, no cards left"),
        ("aside", "aside", "drawn, no cards left"),
    ],
)
def test_several_can_win(red, green, said):
    first = f"ocelot {red}", f"wombat {green}", "tapir aside"
    line = (*first, "quokka aside", "numbat aside", "dugong aside")
    end = Record(START, line).positions[-1]
    assert svg.board(end).title == f"Toy: {said}"
