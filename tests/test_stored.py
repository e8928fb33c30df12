import pytest

from foxkit.agents.players import RandomPlayer
from foxkit.lab import catalogue, results
from foxkit.lab.experiments import Experiment, Stop
from foxkit.lab.match import Entrant, Match, play_pairs
from foxkit.rules.fox_game import FoxGame
from foxkit.view.board import Board
from foxkit.view.record import Record
from foxkit.view.stored import experiments, stored

MATCH = Match(
    "18",
    FoxGame(sheep=18),
    Entrant("one", RandomPlayer()),
    Entrant("two", RandomPlayer()),
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the results of one small experiment, which the catalogue names."""
    own = Experiment("own", "Random games", (MATCH,), Stop(2), seed=1)
    monkeypatch.setitem(catalogue._MAKERS, "own", lambda: own)
    results.write(own, {"18": play_pairs(MATCH, 1, range(2))}, tmp_path)
    return tmp_path


def test_every_stored_game_can_be_opened(folder):
    assert experiments("fox-game", folder) == {"own": 4}
    assert experiments("wolves", folder) == {}
    games = results.games("own", folder)
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
    with pytest.raises(ValueError, match="no experiment 'other'"):
        stored("other", 0, folder)


def test_the_board_opens_a_stored_game(folder, monkeypatch):
    board = Board(FoxGame())
    own = stored("own", 1, folder)
    monkeypatch.setattr("foxkit.view.board.stored", lambda name, row: own)
    board._receive(None, {"do": "stored", "name": "own", "row": 1}, None)
    assert board.record == own
    assert board.game["at"] == 0
