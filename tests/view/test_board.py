import json
import subprocess
import sys

import pytest
from boards import settle, tell

from foxkit.core.position import Position
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.rules import FoxGame
from foxkit.games.hare_hounds.rules import HareHounds
from foxkit.games.noughts_and_crosses import NoughtsAndCrosses
from foxkit.view.board import Board
from foxkit.view.game_view import view_of
from foxkit.view.page import NOTHING
from foxkit.view.record import Record
from foxkit.view.replay import Replay
from foxkit.view.stored import example_records
from foxkit.view.widget import BoardWidget

GAME = FoxGame()
START = Position.start(GAME)
FORCED = "--...--/--...--/....s../.ss.s../...sf.s/--sss--/--f.s-- f 3 -"


def test_the_page_gets_plain_data():
    board = Board(GAME)
    assert len(json.dumps(board.shown)) < 20_000
    assert [m["move"] for m in board.shown["frame"]["moves"]] == list(START.moves)
    assert board.shown["frame"]["moves"][0]["path"] == ("30", "40")
    assert board.shown["said"] == [1, "Sheep to move."]


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
    assert board.shown["game"]["line"][1] == {
        "move": "33-43",
        "player": "sheep",
        "note": "",
    }
    assert board.shown["said"][1] == "Sheep: 33-43. Foxes to move."
    tell(board, "go", to=0)
    assert board.shown["frame"]["at"] == 0 and len(board.record) == 1
    tell(board, "step", by=1)
    tell(board, "step", by=-1)
    tell(board, "step", by=-1)
    assert board.shown["frame"]["at"] == 0
    tell(board, "go", to=99)
    assert board.shown["frame"]["at"] == 1
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
    before = board.shown["said"][0]
    for times in (1, 2):
        tell(board, "why", **{"from": start, "to": end})
        assert said in board.shown["said"][1]
        assert board.shown["said"][0] == before + times


def test_an_agents_turn_is_not_the_readers():
    board = Board(START.play("33-43"), seats={"foxes": "MCTS"})
    assert board.shown["frame"]["moves"] == []
    tell(board, "why", **{"from": "62", "to": "52"})
    assert "whom MCTS plays" in board.shown["said"][1]
    tell(board, "answer")
    settle()
    assert board.position.mover == "sheep"
    assert len(board.shown["frame"]["moves"]) > 0


def test_faults_of_a_pasted_text_are_listed():
    board = Board(GAME)
    tell(board, "load", text="--sss--/--sxs-- s 0 -")
    assert "rows of 7, 7 characters" in board.shown["draft"]["fault"]
    assert board.shown["draft"]["fault"] in board.shown["said"][1]
    tell(board, "load", text=START.text + "\n33-43 33-99")
    assert "move 2: '33-99' is not a legal move" in board.shown["draft"]["fault"]
    assert board.position == START
    tell(board, "load", text=START.text + "\n33-43 {a note}")
    assert board.shown["draft"]["fault"] == ""
    assert board.shown["game"]["line"][1]["note"] == "a note"


def test_setting_up_by_hand():
    board = Board(GAME)
    tell(board, "setup", on=True)
    assert board.shown["frame"]["moves"] == []
    tell(board, "put", point="53", kind="fox")
    assert board.shown["draft"]["fault"] == "3 foxes instead of at most 2"
    foxes = [
        point for point, kind, *_ in board.shown["frame"]["pieces"] if kind == "fox"
    ]
    assert foxes == ["53", "62", "64"]
    assert (
        board.shown["analysis"]["facts"] == {}
    )  # nothing is said of what is no position
    tell(board, "put", point="62", kind="")
    tell(board, "turn", player="foxes")
    assert board.shown["draft"]["fault"] == ""
    assert board.shown["analysis"]["facts"]["foxes"] == "2"
    assert "53-42" in board.shown["analysis"]["facts"]["legal moves"]
    tell(board, "load", text=board.shown["draft"]["text"])
    assert not board.shown["draft"]["on"]
    assert board.position.mover == "foxes"
    assert board.shown["frame"]["moves"]


def test_hare_and_hounds_is_set_up_by_hand():
    """There is one hare: it is put elsewhere, and never gone."""
    board = Board(HareHounds())
    tell(board, "setup", on=True)
    for point, kind in (("b3", ""), ("c2", "hound"), ("d3", "hare"), ("d3", "hound")):
        tell(board, "put", point=point, kind=kind)
    tell(board, "turn", player="hare")
    assert board.shown["draft"]["text"] == "hh...h...r. r 0"
    tell(board, "put", point="e2", kind="hound")
    assert "4" in board.shown["draft"]["fault"]
    tell(board, "put", point="e2", kind="")
    assert board.shown["draft"]["fault"] == ""
    tell(board, "load", text=board.shown["draft"]["text"])
    assert board.position.mover == "hare"
    assert {*board.position.moves} == {"d3-c3", "d3-d2", "d3-e2"}


def test_asking_about_a_position_that_is_set_up():
    board = Board(GAME)
    tell(board, "setup", on=True)
    tell(board, "put", point="53", kind="fox")
    tell(board, "ask", who="greedy", settings={})
    assert board.shown["said"][1] == "3 foxes instead of at most 2"
    tell(board, "put", point="62", kind="")
    tell(board, "ask", who="greedy", settings={})
    settle()
    assert board.shown["analysis"]["opinion"]["who"] == "greedy"
    assert board.position.state.foxes == board.record.start.state.foxes


def test_a_message_does_not_outlive_what_it_was_about():
    board = Board(GAME)
    tell(board, "undo")
    assert board.shown["said"][1] == "There is nothing to undo."
    tell(board, "redo")
    assert board.shown["said"][1] == "There is nothing to redo."
    tell(board, "new", variant="usual rules")
    assert board.shown["said"][1] == "Sheep to move."


def test_a_text_that_cannot_be_read_keeps_the_picture():
    board = Board(GAME)
    tell(board, "setup", on=True)
    shown = board.shown["frame"]["pieces"]
    tell(board, "draft", text="nonsense")
    assert board.shown["frame"]["pieces"] == shown
    assert board.shown["draft"]["fault"]


def test_opinions_arrows_and_heat():
    board = Board(GAME)
    tell(board, "ask", who="MCTS", settings={"simulations": 1000})
    settle()
    analysis = board.shown["analysis"]
    assert analysis["opinion"]["simulations"] == 1000 and analysis["arrows"]
    assert "fk-arrow" in board.shown["frame"]["over"]
    assert analysis["heats"] == [NOTHING, "piece-square table", "visits by goal"]
    for heat in analysis["heats"][1:]:
        tell(board, "look", arrows=False, heat=heat)
        assert board.shown["analysis"]["heat"] == heat
        assert board.shown["frame"]["heat"]
        assert "fk-heat" in board.shown["frame"]["under"]
        assert "fk-arrow" not in board.shown["frame"]["over"]


def test_facts_are_the_legal_moves_and_the_terms_of_the_heuristic():
    facts = Board(GAME).shown["analysis"]["facts"]
    assert facts["legal moves"] == f"7: {', '.join(START.moves)}"
    assert facts["V, value of the sheep's points"] == "38"
    assert facts["H, equation (3): above 0 for the foxes"] == "+0.000"


def test_own_quantities_are_heat():
    board = Board(GAME, quantities={"sheep": lambda p: {"33": 1.0, "52": -0.5}})
    tell(board, "look", arrows=False, heat="sheep")
    assert board.shown["frame"]["under"].count("fk-heat") == 1
    assert board.shown["frame"]["under"].count("fk-cold") == 1


def test_nonsense_from_the_page_is_survived():
    board = Board(GAME)
    tell(board, "no such thing")
    tell(board, "move", move="xx", at=0)
    assert "'xx' is not a legal move" in board.shown["said"][1]
    tell(board, "sit", player="sheep", who="nobody", settings={})
    assert "can be you, MCTS" in board.shown["said"][1]


def test_the_bundle_reads_without_a_kernel():
    board = Board(Record(START, ("33-43", "64-53"), title="<b>&amp;"))
    bundle, _ = board._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "<script>" in bundle["text/html"] and "</script>" in bundle["text/html"]
    assert bundle["text/html"].count("</script") == 3  # with data, whole as they are
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
    assert board.session.thinking == "MCTS"
    tell(board, "bye")
    settle(20)
    assert (board.session.thinking, len(board.record)) == ("", 1)


def test_an_example_that_is_left_has_no_title_any_more():
    board, title = Board(GAME), "A sacrifice that captures a fox"
    tell(board, "open", name=title)
    assert (
        board.record == example_records(GAME)[title] and board.shown["frame"]["at"] == 0
    )
    assert board.shown["said"][1] == f"{title}. Sheep to move."
    tell(board, "go", to=1)
    tell(board, "move", move="64-54", at=1)
    assert board.shown["game"]["title"] == ""


def test_without_a_kernel_a_new_board_shows_a_game_to_look_at():
    html = Board(GAME)._repr_mimebundle_()[0]["text/html"]
    assert "A sacrifice that captures a fox" in html
    other = Board(FoxGame(sheep=17))._repr_mimebundle_()[0]["text/html"]
    assert "A sacrifice" not in other  # it is a game of other rules


def test_against_an_agent_it_shows_the_very_position():
    board = Board(GAME, seats={"foxes": "MCTS"})
    assert len(board._still().record) == 0


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
    assert board.shown["draft"]["fault"] and len(board.record) == 0
    many = "--sss--/--sss--/sssssss/sssssss/sssss.s/--...--/--f.f-- s 0 -"
    tell(board, "load", text=many)
    assert board.shown["draft"]["fault"] == "26 sheep, where a game begins with 20"


def test_rules_are_told_in_words():
    assert Board(FoxGame(catchable=0)).shown["game"]["rules"] == "foxes are safe"
    assert Board(GAME).shown["tools"]["variants"]["foxes are safe"] == "foxes-safe"


def test_the_menu_names_the_variant_that_is_played():
    side = FoxGame(**FoxGame.VARIANTS["18-sheep-side"])
    assert Board(side).shown["tools"]["variant"] == "18-sheep-side"
    assert Board(FoxGame(sheep=18)).shown["tools"]["variant"] == "18-sheep"


def test_a_game_without_a_view_is_named():
    with pytest.raises(TypeError, match="NoughtsAndCrosses has no drawing"):
        view_of(NoughtsAndCrosses())
    assert view_of(GAME, "sheep") is view_of(FoxGame(), "sheep")


HEAVY = (
    *("pandas", "scipy", "pyarrow", "tqdm", "matplotlib", "seaborn", "IPython"),
    *("nbformat", "jinja2", "anywidget", "ipywidgets", "traitlets"),
)
LIGHT = f"""
import sys
sys.modules.update(dict.fromkeys({HEAVY}))
from foxkit.games import NAMES, game_named
from foxkit.view.board import Board
for name in NAMES:
    board = Board(game_named(name))
    move = board.shown["frame"]["moves"][0]["move"]
    board.receive({{"do": "move", "move": move}})
    assert board.record.moves == (move,) and board.shown["frame"]["scene"]["box"]
    assert board.shown["tools"]["aim"].count(". ") >= 1  # how it is won
"""


@pytest.mark.slow
def test_a_board_needs_no_notebook_and_no_tables():
    """It runs in a page, where only what is light can be loaded."""
    done = subprocess.run([sys.executable, "-c", LIGHT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_widget_carries_what_a_board_shows_and_nothing_else():
    board = Board(GAME)
    widget = BoardWidget(board)
    tell(board, "move", move="33-43", at=0)
    state = {k: v for k, v in widget.get_state().items() if k in board.shown}
    assert state == board.shown
    extra = {*widget.get_state()} - {*board.shown}
    assert all(
        name[0] == "_" or name in ("layout", "tabbable", "tooltip") for name in extra
    )
    widget._handle_custom_msg({"do": "undo"}, [])
    assert board.session.at == 0
