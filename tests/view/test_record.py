import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxkit.core.position import Position
from foxkit.games.battle_sheep.rules import BattleSheep
from foxkit.games.fox_game.rules import FoxGame
from foxkit.view.game_view import view_of
from foxkit.view.record import Record
from foxkit.view.replay import moves_in_words, recent_moves

START = Position.start(FoxGame())


@st.composite
def records(draw):
    """Random games of random variants, with notes here and there."""
    names = sorted(FoxGame.VARIANTS)
    game = FoxGame(**FoxGame.VARIANTS[draw(st.sampled_from(names))])
    record = Record(Position.start(game))
    for _ in range(draw(st.integers(0, 15))):
        moves = list(record.positions[-1].moves)
        if not moves:
            break
        record = record.with_move(draw(st.sampled_from(moves)), len(record))
    places = st.integers(0, len(record))
    notes = draw(st.dictionaries(places, st.text("abc def,.", min_size=1), max_size=3))
    kept = {n: " ".join(note.split()) for n, note in notes.items() if note.split()}
    title = draw(st.sampled_from(["", "A lure"]))
    return Record(record.start, record.moves, kept, title)


@given(records())
def test_text_reads_back(record):
    assert Record.parse(FoxGame(), record.text) == record


def test_a_position_alone_is_a_game_without_moves():
    record = Record.parse(FoxGame(), START.text)
    assert record == Record(START)
    assert len(record) == 0


def test_a_drawn_map_is_read_whose_rules_draw_no_such_map():
    text = "a3 . c1/b2 a2 d3/. . . | 1"
    record = Record(Position.parse(BattleSheep(pays=1), text))
    with pytest.raises(ValueError, match="no map of"):
        record.start.game.start()
    record = record.with_move(next(iter(record.start.moves)), 0)
    assert Record.parse(BattleSheep(), record.text) == record


def test_playing_at_an_earlier_place_drops_the_rest():
    record = Record(START, ("33-43", "64-53"), {1: "kept", 2: "gone"})
    other = record.with_move("62-52", 1)
    assert other.moves == ("33-43", "62-52")
    assert other.notes == {1: "kept"}
    assert other.positions[-1] == START.play("33-43").play("62-52")
    assert record.movers() == ["sheep", "foxes"]


def test_a_game_that_deviates_is_no_longer_the_one_of_the_title():
    record = Record(START, ("33-43", "64-53"), title="The lure")
    assert record.with_move("33-43", 0).title == "The lure"
    assert record.with_move("64-53", 1).title == "The lure"
    assert record.with_move("62-52", 1).title == ""
    assert record.with_move(next(iter(record.positions[-1].moves)), 2).title == ""


def test_braces_in_a_note_do_not_break_the_text():
    record = Record(START, ("33-43",), {1: "a {brace}\nand a line"})
    assert Record.parse(FoxGame(), record.text).notes == {1: "a brace and a line"}


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "needs a position"),
        ("fox-game", "needs a position"),
        ("fox-game cats=3\n" + START.text, "'cats' is no rule of fox-game"),
        ("fox-hounds\n" + START.text, "'fox-hounds': this board plays fox-game"),
        (
            "fox-game sheep=99\n" + START.text,
            "from 1 to 20, not 99",
        ),
        ("fox-game sheep=many\n" + START.text, "from 1 to 20, not 'many'"),
        (START.text.replace("f", "x", 1), "'x' at 62"),
        (START.text + "\n1. 33-43 33-53", "move 2: '33-53' is not a legal move"),
    ],
)
def test_what_is_wrong_is_said(text, said):
    with pytest.raises(ValueError, match=said):
        Record.parse(FoxGame(), text)


def test_the_last_move_of_each_of_several_players_is_said():
    start = Position.start(BattleSheep())
    moves, position = list[str](), start
    for _ in range(6):
        moves.append(next(iter(position.moves)))
        position = position.play(moves[-1])
    record, view = Record(start, tuple(moves)), view_of(BattleSheep())
    said = [
        f"player {who}: {move}"
        for who, move in zip(record.movers(), moves_in_words(record, view), strict=True)
    ]
    assert recent_moves(record, 0, view) == ""
    assert recent_moves(record, 1, view) == said[0]
    assert recent_moves(record, 6, view) == "; ".join(said[2:6])
    foxes = Record(START, ("33-43",))
    assert recent_moves(foxes, 1, view_of(FoxGame())) == ""
