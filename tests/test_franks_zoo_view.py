"""Frank's Zoo on the board: what each player sees, hears and can do."""

import json
import re

import pytest
from thinking import settle

from foxkit.core import entry
from foxkit.rules.franks_zoo import FranksZoo
from foxkit.rules.position import Position
from foxkit.view import svg
from foxkit.view.board import Board
from foxkit.view.game_view import view_of
from foxkit.view.record import Record

GAME = FranksZoo()
TEXT = (
    "2 fox, 1 fish, 1 joker | 1 whale, 2 seal | 3 lion | 2 perch ; "
    "1 hedgehog ; 1 3 1 0000"
)
POSITION = Position.parse(GAME, TEXT)
OTHERS = {"whale", "seal", "lion", "perch"}


def everything(board: Board) -> str:
    """All that leaves the kernel: the state, the bundle and the pictures."""
    state = {k: v for k, v in board.get_state().items() if k not in ("_esm", "_css")}
    bundle, _ = board._repr_mimebundle_()
    return json.dumps([state, bundle], default=str)


def test_the_drawing() -> None:
    shown = view_of(GAME, "1").diagram(POSITION.state)
    assert shown.status == "player 1 to move, to beat 1 hedgehog of 3; passed: 4"
    open_to_all = {p.kind: p.label for p in shown.pieces if p.kind != "hidden card"}
    assert open_to_all == {
        **{"hedgehog card": "1", "fox card": "2", "fish card": "1", "joker card": "1"},
    }
    deck = Position.start(FranksZoo(deck=4))
    named = {p.label.split()[1] for p in view_of(deck.game).drawn(deck.state).pieces}
    assert named == {"id1", "id2", "id3", "id4"}
    assert [p.label for p in shown.pieces if p.kind == "hidden card"] == ["3", "3", "2"]
    assert not any(name in shown.words() for name in OTHERS)
    assert all(name in svg.board(POSITION).words for name in OTHERS)


def test_a_pile_is_touched_for_all_its_moves() -> None:
    view = view_of(GAME, "1")
    paths = {move: view.path(POSITION.state, move) for move in POSITION.moves}
    assert paths == {"1 fox": ("1: fox",), "pass": ()}
    view = view_of(GAME, "2")
    assert view.path(POSITION.state, "1 fox") == ()


def test_facts_are_what_is_known() -> None:
    facts = view_of(GAME, "1").facts(POSITION.state)
    assert facts["cards of 3"] == "3" and facts["predators of hedgehog"] == "fox"
    pool = "1 whale, 3 lion, 2 seal, 2 perch"
    assert facts["cards in other hands"] == pool


@pytest.mark.parametrize("deal", range(3))
def test_no_hidden_card_reaches_the_page(deal: int) -> None:
    """The page is the same whatever the others hold."""
    rules = FranksZoo(deal=deal)
    start = Position.start(rules)
    me = int(start.state.mover)
    seats = {p: "HeuristicAI" for p in rules.PLAYERS if p != rules.PLAYERS[me]}
    pages = []
    for seed in (1, 2):
        again = entry.redeal(rules, start.state, me, seed)
        board = Board(Position(rules, again), seats=seats)
        pages.append(re.sub("[0-9a-f]{32}", "", everything(board)))
        board.close()
    settle()
    assert pages[0] == pages[1]


def test_a_game_is_played_against_opponents() -> None:
    board = Board(FranksZoo(deal=4), seats=dict.fromkeys("234", "HeuristicAI"))
    board._receive(None, {"do": "hello"}, None)
    settle()
    assert board.position.mover == "1"
    assert {"pass"} >= {m["move"] for m in board.frame["moves"] if not m["path"]}
    deal = board.position.game.deal
    board._receive(None, {"do": "new", "variant": "players-5"}, None)
    assert board.position.game == FranksZoo(players=5, deal=deal + 1)
    board.close()


def test_opponents_move() -> None:
    for opponent in view_of(GAME).opponents().values():
        code = opponent.player({}).choose(GAME, POSITION.state, 1)
        assert GAME.format_move(POSITION.state, code) in POSITION.moves


def test_a_record_keeps_moves_of_several_words() -> None:
    record = Record(POSITION, ("1 fox", "pass"), {1: "The only fox."})
    assert "1_fox {The only fox.} pass" in record.text
    assert Record.parse(GAME, record.text).moves == record.moves
