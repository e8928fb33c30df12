"""Frank's Zoo on the board: what each player sees, hears and can do."""

import re
import threading
from typing import Any

import pytest
from boards import everything, settle, tell

from foxkit.core import entry
from foxkit.core.position import Position
from foxkit.games.franks_zoo.board_pieces import predator_graph
from foxkit.games.franks_zoo.cards import PREDATORS_OF
from foxkit.games.franks_zoo.rules import FranksZoo
from foxkit.players.standard import FunctionPlayer
from foxkit.view import svg
from foxkit.view.board import Board
from foxkit.view.game_view import view_of

GAME = FranksZoo()
TEXT = (
    "2 fox, 1 fish, 1 joker | 1 whale, 2 seal | 3 lion | 2 perch ; "
    "1 hedgehog ; 1 3 1 0000"
)
POSITION = Position.parse(GAME, TEXT)
OTHERS = {"whale", "seal", "lion", "perch"}


def test_the_drawing() -> None:
    shown = view_of(GAME, "1").diagram(POSITION.state)
    lying = "to beat player 3's 1 hedgehog; passed: player 4"
    assert shown.status == f"player 1 to move, {lying}"
    open_to_all = {p.kind: p.label for p in shown.pieces if p.kind != "hidden card"}
    assert open_to_all == {
        **{"hedgehog card": "1", "fox card": "2", "fish card": "1", "joker card": "1"},
    }
    deck = Position.start(FranksZoo(deck=4))
    kinds = {p.kind for p in view_of(deck.game).diagram_of(deck.state).pieces}
    assert kinds == {f"id{n} card" for n in range(1, 5)}
    assert [p.label for p in shown.pieces if p.kind == "hidden card"] == ["3", "3", "2"]
    assert not any(name in shown.words() for name in OTHERS)
    assert all(name in svg.board(POSITION).words for name in OTHERS)


def test_a_word_beside_each_seat() -> None:
    said = {words for *_, words in view_of(GAME, "1").diagram(POSITION.state).captions}
    assert {"player 1, to move", "player 2", "passed", "by 3"} <= said
    end = Position.parse(GAME, "- | 1 fox | - | - ; 1 fish ; 2 1 0 4032")
    said = {words for *_, words in view_of(GAME, "1").diagram(end.state).captions}
    assert {"player 1, 4 points", "0 points", "3 points", "2 points"} <= said


def test_the_graph_has_every_predator() -> None:
    drawing = predator_graph()
    said = set(re.findall("<title>(.*?)</title>", drawing.body))
    pairs = {(h, prey) for prey, text in PREDATORS_OF.items() for h in text.split()}
    assert said == {f"{hunter} beats {prey}" for hunter, prey in pairs}
    assert drawing.body.count("fk-back-arrow") == 1
    assert "Elephant: beaten by mouse." in drawing.words
    assert "Whale: beaten by nobody." in drawing.words


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


ASKED: tuple[dict[str, Any], ...] = (
    {"do": "hello"},
    {"do": "why", "from": "2: cards", "to": "table"},
    {"do": "setup", "on": True},
    {"do": "load", "text": "9 fox"},
    {"do": "ask", "who": "HeuristicAI", "settings": {}},
    {"do": "ask", "who": "Monte Carlo", "settings": {"episodes": 10}},
    {"do": "look", "arrows": True, "heat": "none"},
    {"do": "move", "move": "nonsense", "at": 0},
    {"do": "go", "to": 0},
)
"""What a curious reader may do without playing on."""


@pytest.mark.parametrize(("deal", "plies"), [(0, 0), (1, 7), (2, 40)])
def test_no_hidden_card_reaches_the_page(deal: int, plies: int) -> None:
    """The page is the same whatever the others hold, whatever the reader asks."""
    rules = FranksZoo(deal=deal)
    position = Position.start(rules)
    for ply in range(plies):
        moves = list(position.moves)
        position = position.play(moves[(7 * ply + deal) % len(moves)])
    me = int(position.state.mover)
    seats = {p: "random" for p in rules.PLAYERS if p != rules.PLAYERS[me]}
    pages = []
    for seed in (1, 2):
        again = entry.resample_hidden(rules, position.state, me, seed)
        board, page = Board(Position(rules, again), seats=seats), ""
        for content in ASKED:
            board.receive(dict(content))
            settle()
            page += re.sub(
                '[0-9a-f]{32}|"seconds": [^,}]+|play=.{2}[^"]+', "", everything(board)
            )
        pages.append(page)
        board.close()
    assert pages[0] == pages[1]
    assert f"{me + 1}: " in pages[0] and "would play" in pages[0]


def test_nothing_is_told_while_another_thinks() -> None:
    """The page has neither moves nor chances, and refuses without a reason."""
    waiting = threading.Event()

    def slow(position: Position, seed: int) -> str:
        waiting.wait(60)
        return next(iter(position.moves))

    seats = {"1": "slow", "2": "random", "3": "random"}
    own = {"own": lambda p: {"table": float(p.state[0])}}
    players = {"slow": FunctionPlayer(slow)}
    board = Board(POSITION, seats=seats, players=players, quantities=own)
    tell(board, "answer")
    tell(board, "look", arrows=True, heat="own")
    assert board.shown["frame"]["heat"] == {}
    assert board.shown["analysis"]["thinking"] == "slow"
    tell(board, "move", move="nonsense", at=0)
    assert board.shown["said"][1] == "That is not possible now."
    tell(board, "ask", who="random", settings={})
    assert board.shown["said"][1] == "That is not possible now."
    shown = board.shown
    assert shown["frame"]["moves"] == [] and shown["analysis"]["facts"] == {}
    assert shown["frame"]["text"] == shown["game"]["text"] == ""
    assert shown["game"]["worth"] == [None]
    drawn = {shape for _, shape, *_ in shown["frame"]["pieces"]}
    assert drawn == {"hidden-card", "perch-card", "hedgehog-card"}
    waiting.set()
    settle()
    board.close()


def test_persons_at_one_board_see_the_hand_of_whoever_moves() -> None:
    board = Board(GAME)
    for _ in range(2):
        seat = board.position.mover
        seen = [
            name
            for name, shape, *_ in board.shown["frame"]["pieces"]
            if shape != "hidden-card" and name != "table"
        ]
        assert {name[0] for name in seen} == {seat}
        tell(board, "move", move=board.shown["frame"]["moves"][0]["move"])


def test_a_game_is_played_against_opponents() -> None:
    board = Board(FranksZoo(deal=4), seats=dict.fromkeys("234", "HeuristicAI"))
    tell(board, "hello")
    settle()
    assert board.position.mover == "1"
    assert {"pass"} >= {
        m["move"] for m in board.shown["frame"]["moves"] if not m["path"]
    }
    deal = board.position.game.deal
    tell(board, "new", variant="players-5")
    assert board.position.game == FranksZoo(players=5, deal=deal + 1)
    board.close()
