import pytest
from small_experiment import known, played

from foxkit import documents
from foxkit.agents.players import RandomPlayer
from foxkit.lab import store
from foxkit.lab.experiment import Experiment, Stop, match
from foxkit.rules.fox_game import FoxGame
from foxkit.rules.fox_game_board import PASTURE
from foxkit.rules.fox_game_text import bits
from foxkit.view.board import Board
from foxkit.view.record import Record
from foxkit.view.stored import examples, experiments, stored

MATCH = match("18", FoxGame(sheep=18), RandomPlayer(), RandomPlayer())


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the results of one small experiment, which the catalogue names."""
    own = Experiment("own", "Random games", (MATCH,), Stop(2), seed=1, chunk=2)
    entry = documents.Entry("", "", "")
    monkeypatch.setattr("foxkit.view.stored.CATALOGUE", {"own": entry})
    monkeypatch.setattr("foxkit.view.stored.experiment", known(own)["experiment"])
    played(own, tmp_path)
    return tmp_path


def test_every_stored_game_can_be_opened(folder):
    assert experiments("fox-game", folder) == {"own": 4}
    assert experiments("wolves", folder) == {}
    games = store.games("own", folder=folder)
    for row in range(4):
        record = stored("own", row, folder)
        assert record.start.game == FoxGame(sheep=18)
        winner = games.iloc[row].winner
        assert record.positions[-1].outcome[winner] == 1
        assert f"{winner} won" in record.title
        assert Record.parse(FoxGame(), record.text) == record


def test_rows_that_are_not_there(folder):
    with pytest.raises(ValueError, match="own has games 0 to 3, not 4"):
        stored("own", 4, folder)
    with pytest.raises(ValueError, match=r"games 0 to 3, not 1\.5"):
        stored("own", 1.5, folder)
    with pytest.raises(ValueError, match="no experiment 'other'"):
        stored("other", 0, folder)


def test_the_board_opens_a_stored_game(folder, monkeypatch):
    board = Board(FoxGame())
    own = stored("own", 1, folder)
    monkeypatch.setattr("foxkit.view.board.stored", lambda name, row: own)
    board._receive(None, {"do": "stored", "name": "own", "row": 1}, None)
    assert board.record == own
    assert board.frame["at"] == 0


def rows(points):
    return [point // 8 for point in range(56) if points >> point & 1]


def test_examples_show_what_their_titles_promise():
    games = examples(FoxGame())
    sacrifice, lure, behind, sideways = games.values()
    assert "captures a fox" in sacrifice.title
    foxes = [position.state.foxes.bit_count() for position in sacrifice.positions]
    assert foxes[0] == 2 and foxes[-1] == 0
    caught = foxes.index(1)
    assert "x" in sacrifice.moves[caught - 2] and "x" in sacrifice.moves[caught - 3]
    assert "pulled out of the pasture" in lure.title
    start, end = lure.moves[-2].split("x")
    assert PASTURE & bits([start]) and not PASTURE & bits([end])
    assert "behind the line" in behind.title
    state = behind.positions[4].state
    assert min(rows(state.foxes)) < min(rows(state.sheep))
    reasons = [FoxGame().reason(game.positions[-1].state) for game in games.values()]
    assert all(0 in game.notes for game in games.values())
    assert reasons[:3] == ["foxes caught", "pasture filled", "too few sheep"]
    assert reasons[3] == sideways.title.removeprefix("The ")


def test_examples_of_ones_own_go_before_the_workbooks(monkeypatch, tmp_path):
    usual = examples(FoxGame())
    monkeypatch.setenv("FOXKIT_DATA", str(tmp_path))
    assert list(examples(FoxGame())) == list(usual)
    (tmp_path / "examples").mkdir()
    text = next(iter(usual.values())).text.replace("# ", "# My ")
    (tmp_path / "examples" / "fox-game.txt").write_text(text)
    assert list(examples(FoxGame())) == ["My A sacrifice that captures a fox"]
