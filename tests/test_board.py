import dataclasses
import json

import pytest
from thinking import settle

from foxkit.rules.battle_sheep import BattleSheep
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.games import NAMES, game_named
from foxkit.rules.position import Position
from foxkit.rules.wolves import Wolves
from foxkit.view.board import Board
from foxkit.view.diagram import Point
from foxkit.view.fox_game import FoxGameView
from foxkit.view.game_view import view_of
from foxkit.view.page import NOTHING
from foxkit.view.record import Record
from foxkit.view.replay import Replay
from foxkit.view.stored import examples

GAME = FoxGame()
START = Position.start(GAME)
FORCED = "--...--/--...--/....s../.ss.s../...sf.s/--sss--/--f.s-- f 3 -"


def tell(board, do, **content):
    """Send what the page would send."""
    board._receive(None, {"do": do, **content}, None)


def test_the_page_gets_plain_data():
    board = Board(GAME)
    state = board.get_state()
    text = json.dumps({name: state[name] for name in state if name[0] != "_"})
    assert len(text) < 20_000
    assert [m["move"] for m in board.frame["moves"]] == list(START.moves)
    assert board.frame["moves"][0]["path"] == ("30", "40")
    assert board.said == [1, "Sheep to move."]


def test_a_game_a_position_or_a_record_begins():
    position = START.play("33-43")
    record = Record(START, ("33-43", "64-53"))
    assert Board(position).position == position
    assert Board(record).record == record
    assert Board(record).position == record.positions[-1]


def test_playing_looking_and_replaying():
    board = Board(GAME)
    tell(board, "move", move="33-43", at=0)
    tell(board, "move", move="33-43", at=0)  # a second click before the answer
    assert board.record.moves == ("33-43",)
    assert board.game["line"][1] == {"move": "33-43", "player": "sheep", "note": ""}
    assert board.said[1] == "Sheep: 33-43. Foxes to move."
    tell(board, "go", to=0)
    assert board.frame["at"] == 0 and len(board.record) == 1
    tell(board, "step", by=1)
    tell(board, "step", by=-1)
    tell(board, "step", by=-1)
    assert board.frame["at"] == 0
    tell(board, "go", to=99)
    assert board.frame["at"] == 1
    tell(board, "new", variant="18-sheep")
    assert board.position == Position.start(FoxGame(sheep=18))


@pytest.mark.parametrize(
    "text, start, end, said",
    [
        (START.text, "33", "23", "Sheep never move backwards."),
        (START.text, "33", "44", "never diagonally"),
        (START.text, "33", "53", "one step at a time"),
        (START.text, "62", "52", "It is the turn of the sheep."),
        (START.text, "53", "53", "There is no piece on 53"),
        (START.text, "23", "33", "The sheep on 23 has no legal move"),
        (FORCED, "44", "45", "A fox that can capture must: 44x42"),
        (START.play("33-43").text, "62", "44", "No line joins 62 and 44."),
    ],
)
def test_an_illegal_try_says_why(text, start, end, said):
    board = Board(Position.parse(GAME, text))
    before = board.said[0]
    for times in (1, 2):
        tell(board, "why", **{"from": start, "to": end})
        assert said in board.said[1]
        assert board.said[0] == before + times


def test_an_agents_turn_is_not_the_readers():
    board = Board(START.play("33-43"), seats={"foxes": "MCTS"})
    assert board.frame["moves"] == []
    tell(board, "why", **{"from": "62", "to": "52"})
    assert "whom MCTS plays" in board.said[1]
    tell(board, "answer")
    settle()
    assert board.position.mover == "sheep"
    assert len(board.frame["moves"]) > 0


def test_faults_of_a_pasted_text_are_listed():
    board = Board(GAME)
    tell(board, "load", text="--sss--/--sxs-- s 0 -")
    assert board.draft["problems"] == board.position.game.problems(
        "--sss--/--sxs-- s 0 -"
    )
    assert board.draft["problems"][0] in board.said[1]
    tell(board, "load", text=START.text + "\n33-43 33-99")
    assert "move 2: '33-99' is not a legal move" in board.draft["problems"][0]
    assert board.position == START
    tell(board, "load", text=START.text + "\n33-43 {a note}")
    assert board.draft["problems"] == []
    assert board.game["line"][1]["note"] == "a note"


def test_setting_up_by_hand():
    board = Board(GAME)
    tell(board, "setup", on=True)
    assert board.frame["moves"] == []
    tell(board, "put", point="53", kind="fox")
    assert board.draft["problems"] == ["3 foxes instead of at most 2"]
    foxes = [point for point, kind, *_ in board.frame["pieces"] if kind == "fox"]
    assert foxes == ["53", "62", "64"]
    assert board.mind["facts"] == {}  # nothing is said of what is no position
    tell(board, "put", point="62", kind="")
    tell(board, "turn", player="foxes")
    assert board.draft["problems"] == []
    assert board.mind["facts"]["foxes"] == "2"
    assert "53-42" in board.mind["facts"]["legal moves"]
    tell(board, "load", text=board.draft["text"])
    assert not board.draft["on"]
    assert board.position.mover == "foxes"
    assert board.frame["moves"]


def test_asking_about_a_position_that_is_set_up():
    board = Board(GAME)
    tell(board, "setup", on=True)
    tell(board, "put", point="53", kind="fox")
    tell(board, "ask", analysts=[{"who": "greedy", "settings": {}}])
    assert board.said[1] == "3 foxes instead of at most 2"
    tell(board, "put", point="62", kind="")
    tell(board, "ask", analysts=[{"who": "greedy", "settings": {}}])
    settle()
    assert board.mind["opinions"][0]["who"] == "greedy"
    assert board.position.state.foxes == board.record.start.state.foxes


def test_a_message_does_not_outlive_what_it_was_about():
    board = Board(GAME)
    tell(board, "undo")
    assert board.said[1] == "There is nothing to undo."
    tell(board, "redo")
    assert board.said[1] == "There is nothing to redo."
    tell(board, "new", variant="usual rules")
    assert board.said[1] == "Sheep to move."


def test_a_text_that_cannot_be_read_keeps_the_picture():
    board = Board(GAME)
    tell(board, "setup", on=True)
    shown = board.frame["pieces"]
    tell(board, "draft", text="nonsense")
    assert board.frame["pieces"] == shown
    assert board.draft["problems"]


def test_opinions_arrows_and_heat():
    board = Board(GAME)
    analyst = {"who": "MCTS", "settings": {"simulations": 1000}}
    tell(board, "ask", analysts=[analyst, {"who": "greedy", "settings": {}}])
    settle()
    assert [o["who"] for o in board.mind["opinions"]] == ["MCTS", "greedy"]
    assert board.mind["arrows"] == {
        "names": [NOTHING, "MCTS", "greedy"],
        "shown": "MCTS",
    }
    assert "fk-arrow" in board.frame["over"]
    for heat in board.mind["heat"]["names"][1:]:
        tell(board, "look", arrows=NOTHING, heat=heat)
        assert board.frame["heat"]
        assert "fk-heat" in board.frame["under"]
        assert "fk-arrow" not in board.frame["over"]


def test_solved_values_are_shown_where_they_are_known(monkeypatch, tmp_path):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    start = Position.parse(Wolves(), "11100/01000/00000/00000/02020 w")
    board = Board(start)
    assert set(board.mind["values"]) == set(start.moves)
    assert board.game["worth"] == [([0.5, 0.5], "solved")]
    assert Board(Wolves()).mind["values"] == {}


def test_facts_are_the_legal_moves_and_the_terms_of_the_heuristic():
    facts = Board(GAME).mind["facts"]
    assert facts["legal moves"] == f"7: {', '.join(START.moves)}"
    assert facts["V, value of the sheep's points"] == "38"
    assert facts["H, equation (3): above 0 for the foxes"] == "+0.000"


def test_own_quantities_are_heat():
    board = Board(GAME, quantities={"sheep": lambda p: {"33": 1.0, "52": -0.5}})
    tell(board, "look", arrows=NOTHING, heat="sheep")
    assert board.frame["under"].count("fk-heat") == 1
    assert board.frame["under"].count("fk-cold") == 1


def test_a_board_that_changes_goes_with_the_frame(monkeypatch):
    board, usual = Board(GAME), FoxGameView.diagram

    def grown(view, state):
        shown = usual(view, state)
        point = Point("99", 9, 9)
        return dataclasses.replace(
            shown, regions=shown.regions * 2, points=(*shown.points, point)
        )

    before = board.frame["scene"]
    tell(board, "move", move="33-43", at=0)
    assert board.frame["scene"] == before
    monkeypatch.setattr(FoxGameView, "diagram", grown)
    view_of.cache_clear()
    scene = Board(START.play("33-43")).frame["scene"]
    assert scene["labels"]["43"] == "pasture, pasture"
    assert scene["below"].count("fk-goal-edge") == 2
    assert scene["points"][-1] == ["99", 900, 900]
    view_of.cache_clear()


def test_own_players_take_a_seat():
    class Own:
        def choose(self, game, state, seed):
            return int(Position(game, state).codes[-1])

    board = Board(GAME, players={"mine": Own()}, seats={"foxes": "mine"})
    tell(board, "move", move="33-43", at=0)
    settle()
    last = list(START.play("33-43").moves)[-1]
    assert board.record.moves == ("33-43", last)


def test_stored_games_open_by_name():
    title, record = next(iter(examples(GAME).items()))
    board = Board(GAME)
    tell(board, "open", name=title)
    assert board.record == record
    assert board.frame["at"] == 0
    assert board.said[1] == f"{title}. Sheep to move."
    assert board.game["title"] == title


def test_nonsense_from_the_page_is_survived():
    board = Board(GAME)
    tell(board, "no such thing")
    tell(board, "move", move="xx", at=0)
    assert "'xx' is not a legal move" in board.said[1]
    tell(board, "sit", player="sheep", who="nobody", settings={})
    assert "can be you, MCTS" in board.said[1]


def test_the_bundle_reads_without_a_kernel():
    board = Board(Record(START, ("33-43", "64-53"), title="<b>&amp;"))
    bundle, _ = board._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "<script>" in bundle["text/html"] and "</script>" in bundle["text/html"]
    assert bundle["text/html"].count("</script") == 1
    assert "Sheep to move." in bundle["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_replay_data_holds_every_position():
    record = Record(START, ("33-43", "64-53"))
    data = Replay(record, 1).data()
    assert [f["text"] for f in data["frames"]] == [p.text for p in record.positions]
    assert [f["last"] for f in data["frames"]] == [(), ("33", "43"), ("64", "53")]
    assert data["at"] == 1


def test_a_page_that_leaves_ends_the_thinking():
    board = Board(GAME, seats={"foxes": ("MCTS", {"seconds": 30})})
    for _ in range(2):  # two pages show the board
        tell(board, "hello")
    tell(board, "move", move="33-43", at=0)
    tell(board, "bye")
    assert board.play.thinking == "MCTS"
    tell(board, "bye")
    settle(5)
    assert (board.play.thinking, len(board.record)) == ("", 1)


def test_closing_ends_the_thinking():
    board = Board(GAME, seats={"foxes": ("MCTS", {"seconds": 30})})
    tell(board, "move", move="33-43", at=0)
    assert board.mind["thinking"] == "MCTS"
    board.close()
    settle(5)
    assert len(board.record) == 1


def test_other_rules_bring_their_own_opponents_to_the_page(monkeypatch, tmp_path):
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    board = Board(Wolves(), seats={"sheep": "report's AI"})
    assert "perfect" not in board.tools["opponents"]
    small = "11100/01000/00000/00000/02020 w"
    few = Position.parse(Wolves(), small).state.sheep
    tell(board, "load", text=f"wolves sheep={few}\n{small}")
    assert "perfect" in board.tools["opponents"]
    assert [seat["who"] for seat in board.seats] == ["you", "report's AI"]
    tell(board, "new", variant="usual rules")
    assert "perfect" not in board.tools["opponents"]
    board.close()


def test_after_close_the_page_starts_nothing():
    board = Board(START.play("33-43"), seats={"foxes": ("MCTS", {"seconds": 30})})
    board.close()
    tell(board, "answer")
    assert board.mind["thinking"] == ""
    assert settle(5)


def test_an_example_that_is_left_has_no_title_any_more():
    board = Board(examples(GAME)["A sacrifice that captures a fox"])
    tell(board, "go", to=1)
    tell(board, "move", move="64-54", at=1)
    assert board.game["title"] == ""


def test_without_a_kernel_a_new_board_shows_a_game_to_look_at():
    html = Board(GAME)._repr_mimebundle_()[0]["text/html"]
    assert "A sacrifice that captures a fox" in html
    other = Board(FoxGame(sheep=17))._repr_mimebundle_()[0]["text/html"]
    assert "A sacrifice" not in other  # it is a game of other rules


def test_a_map_that_no_start_can_be_dealt_on_is_shown_itself():
    small = Position.parse(BattleSheep(), "b2 a2 c2/. . c2/d1 . a2 | 1")
    assert Board(small)._still().record.start == small


def test_without_a_kernel_a_position_of_ones_own_is_shown_itself():
    position = Position.parse(GAME, FORCED)
    shown = Board(position)._repr_mimebundle_()[0]["text/plain"]
    assert shown == repr(Replay(Record(position)).still())


def test_a_text_with_too_many_sheep_is_told_in_words():
    board = Board(GAME)
    tell(board, "load", text="sssssss/" * 4 + "s.s/.../f.f s 0 -")
    assert board.draft["problems"] and len(board.record) == 0
    many = "--sss--/--sss--/sssssss/sssssss/sssss.s/--...--/--f.f-- s 0 -"
    tell(board, "load", text=many)
    assert board.draft["problems"] == ["26 sheep, where a game begins with 20"]


def test_rules_are_told_in_words():
    assert Board(FoxGame(catchable=0)).game["rules"] == "foxes are safe"
    assert Board(GAME).tools["variants"]["foxes are safe"] == "foxes-safe"


def test_the_menu_names_the_variant_that_is_played():
    side = FoxGame(**FoxGame.VARIANTS["18-sheep-side"])
    assert Board(side).tools["variant"] == "18-sheep-side"
    assert Board(FoxGame(sheep=18)).tools["variant"] == "18-sheep"


@pytest.mark.parametrize("name", NAMES)
def test_every_game_tells_how_it_is_won(name):
    assert Board(game_named(name)).tools["aim"].count(". ") >= 1
